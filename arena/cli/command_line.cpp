#include "arena/cli/command_line.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/cli/commands.hpp"

namespace ludex::arena::cli {
namespace {

// A list of values is shown as "{a,b}" or "{a|b}".
std::vector<std::string> choices_in(const std::string& type) {
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return {};
  std::string list = type.substr(open + 1, close - open - 1);
  std::replace(list.begin(), list.end(), '|', ',');
  return CLI::detail::split(list, ',');
}

ArgumentEntry entry_of(const CLI::Option& option) {
  ArgumentEntry entry;
  for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  entry.what = option.get_description();
  entry.fallback = option.get_default_str();
  entry.required = option.get_required();
  entry.repeated = option.get_items_expected_max() > 1;
  if (option.get_items_expected_max() == 0) return entry;
  // "UINT:INT in [1 - 1024]": the name of the value, then what it is checked for.
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  entry.value = option.get_positional() ? option.get_name(true) : type.substr(0, colon);
  entry.choices = choices_in(type);
  if (colon != std::string::npos && entry.choices.empty()) entry.limits = type.substr(colon + 1);
  return entry;
}

CommandEntry entry_of(const CLI::App& app) {
  CommandEntry entry{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    (option->get_positional() ? entry.positionals : entry.options).push_back(entry_of(*option));
  }
  return entry;
}

}  // namespace

Option Option::required() {
  option_->required();
  return *this;
}
Option Option::one_of(std::initializer_list<const char*> values) {
  option_->check(CLI::IsMember(std::vector<std::string>(values.begin(), values.end())));
  return *this;
}
Option Option::range(int least, int most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
Option Option::range(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}
Option Option::expected(int least, int most) {
  option_->expected(least, most);
  return *this;
}
Option Option::each(std::function<void(std::string)> call) {
  option_->each(std::move(call));
  return *this;
}
Option Option::needs(Option other) {
  option_->needs(other.option_);
  return *this;
}
Option Option::excludes(Option other) {
  option_->excludes(other.option_);
  return *this;
}
Option Option::show_default() {
  option_->capture_default_str();
  return *this;
}
Option Option::type_name(const char* name) {
  option_->type_name(name);
  return *this;
}
Option Option::hidden() {
  option_->group("");
  return *this;
}

CommandLine CommandLine::add_subcommand(const char* name, const char* what) {
  return CommandLine(app_->add_subcommand(name, what));
}
template <class T>
Option CommandLine::add_option(const char* name, T& value, const std::string& what) {
  return Option(app_->add_option(name, value, what));
}
template Option CommandLine::add_option(const char*, std::string&, const std::string&);
template Option CommandLine::add_option(const char*, std::vector<std::string>&, const std::string&);
template Option CommandLine::add_option(const char*, std::uint32_t&, const std::string&);
template Option CommandLine::add_option(const char*, std::uint64_t&, const std::string&);
template Option CommandLine::add_option(const char*, double&, const std::string&);

Option CommandLine::add_flag(const char* name, bool& value, const std::string& what) {
  return Option(app_->add_flag(name, value, what));
}
void CommandLine::callback(std::function<void()> run) {
  app_->callback(std::move(run));
}
bool CommandLine::given(const char* name) const {
  return app_->count(name) > 0;
}

Program::Program(const char* what, const char* version)
    : CommandLine(nullptr), owned_(std::make_unique<CLI::App>(what)) {
  app_ = owned_.get();
  app_->require_subcommand(1);
  app_->set_version_flag("--version", version);
  app_->fallthrough();
}
Program::~Program() = default;

CommandTable Program::table() const {
  CommandTable table{entry_of(*app_), {}};
  for (const CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) table.commands.push_back(entry_of(*command));
  return table;
}

std::optional<int> Program::run(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app_->exit(error) == 0 ? kDone : kUsage;
  }
  return std::nullopt;
}

}  // namespace ludex::arena::cli
