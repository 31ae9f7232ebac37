#include "arena/faces/cli/command_line.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/faces/cli/commands.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena::cli {
namespace {

// Splits a list of values shown as "{a,b}" or "{a
// b}".
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
  // "UINT:1..1024": the name of the value, then its check.
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  entry.value = option.get_positional() ? option.get_name(true) : type.substr(0, colon);
  entry.choices = choices_in(type);
  if (colon != std::string::npos && entry.choices.empty()) entry.limits = type.substr(colon + 1);
  return entry;
}

CommandEntry entry_of(const CLI::App& app) {
  CommandEntry entry{app.get_name(), app.get_group(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    (option->get_positional() ? entry.positionals : entry.options).push_back(entry_of(*option));
  }
  return entry;
}

std::string in_brackets(const std::string& hint) {
  return hint.empty() ? "" : " (" + hint + ")";
}

// Replaces "20k" by "20000", which CLI11 can read.
std::string expand_count(std::string& text, std::uint64_t most) {
  const auto count = parse_count(text);
  if (!count)
    return fmt::format("'{}': {}; expected a whole number, as 20000, 20k or 2e4", text, count.error());
  if (*count > most) return fmt::format("'{}' is too large, expected at most {}", text, most);
  text = std::to_string(*count);
  return "";
}

// Names of long options, without the dashes.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  }
  return names;
}

}  // namespace

Option Option::required() {
  option_->required();
  return *this;
}
Option Option::one_of(std::initializer_list<const char*> values) {
  const std::vector<std::string> known(values.begin(), values.end());
  const auto check = [known](std::string& text) -> std::string {
    if (std::find(known.begin(), known.end(), text) != known.end()) return "";
    return fmt::format("'{}', expected one of {}{}", text, fmt::join(known, ", "),
                       in_brackets(did_you_mean(text, known)));
  };
  option_->check(CLI::Validator(check, fmt::format("{{{}}}", fmt::join(known, ","))));
  return *this;
}
Option Option::range(int least, int most) {
  option_->check(CLI::Range(least, most, fmt::format("{}..{}", least, most)));
  return *this;
}
Option Option::range(double least, double most) {
  option_->check(CLI::Range(least, most, fmt::format("{:g}..{:g}", least, most)));
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
  CLI::Option* const option = app_->add_option(name, value, what);
  if constexpr (std::is_integral_v<T>) {
    const auto expand = [](std::string& text) { return expand_count(text, std::numeric_limits<T>::max()); };
    option->transform(CLI::Validator(expand, ""));
  }
  // One value per occurrence, because a command may follow.
  if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    if (std::string_view(name).starts_with("--")) option->allow_extra_args(false);
  }
  return Option(option);
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

void Program::begin_group(const char* heading) {
  app_->group(heading);  // a subcommand takes over its parent's
}

std::string Program::help(const std::string& command) const {
  // App::help() of the program would print the help of the running command.
  const auto page = [&](const CLI::App* app, const char* before) {
    return app->get_formatter()->make_help(app, before, CLI::AppFormatMode::Normal);
  };
  if (command.empty()) return page(app_, "ludex");
  for (const CLI::App* known : app_->get_subcommands({}))
    if (known->get_name() == command) return page(known, ("ludex " + command).c_str());
  throw Failure::usage(no_command(command));
}

CommandTable Program::table() const {
  CommandTable table{entry_of(*app_), {}};
  for (const CLI::App* command : app_->get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) table.commands.push_back(entry_of(*command));
  // Completions of `ludex help`.
  for (CommandEntry& command : table.commands) {
    for (ArgumentEntry& argument : command.positionals) {
      if (argument.value != "COMMAND") continue;
      for (const CommandEntry& known : table.commands) argument.choices.push_back(known.name);
    }
  }
  return table;
}

std::optional<int> Program::run(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app_->exit(error);  // help or the version
    std::string message = unknown_word();
    if (message.empty() && dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
      message = wrong_count(error.what());
    if (message.empty()) {
      message = error.what();
      // The message on a bad value is sufficient.
      if (dynamic_cast<const CLI::ValidationError*>(&error) == nullptr) message += in_brackets(help_hint());
    }
    complain(message);
    return kUsage;
  }
  return std::nullopt;
}

std::string Program::command_text() const {
  const auto parsed = app_->get_subcommands();
  return parsed.empty() ? "ludex" : "ludex " + parsed.front()->get_name();
}

std::string Program::help_hint() const {
  return fmt::format("see `{} --help`", command_text());
}

std::string Program::no_command(const std::string& word) const {
  std::vector<std::string> known;
  for (const CLI::App* command : app_->get_subcommands({})) known.push_back(command->get_name());
  return fmt::format("there is no command '{}' ({})", word, suggest(word, known));
}

std::string Program::wrong_count(const std::string& said) const {
  const auto parsed = app_->get_subcommands();
  const CLI::App& command = parsed.empty() ? *app_ : *parsed.front();
  for (const CLI::Option* option : command.get_options()) {
    const auto most = static_cast<std::size_t>(std::max(1, option->get_items_expected_max()));
    if (option->count() > most) {
      return fmt::format("{} is given {} times, expected at most {} ({})",
                         option->get_name(option->get_positional()), option->count(), most, help_hint());
    }
  }
  // An option without its value: "--out: 1 required DIR missing".
  return fmt::format("{} needs a value ({})", said.substr(0, said.find(':')), help_hint());
}

std::string Program::unknown_word() const {
  const auto parsed = app_->get_subcommands();
  const std::vector<std::string> words = app_->remaining(true);
  if (words.empty()) return "";
  const auto option = std::find_if(words.begin(), words.end(),
                                   [](const std::string& word) { return word.starts_with("--"); });
  if (parsed.empty() && option != words.begin()) return no_command(words.front());
  const std::string command = command_text();
  const std::string help = help_hint();
  if (option == words.end())
    return fmt::format("'{}' is one argument too many for `{}` ({})", words.front(), command, help);
  std::vector<std::string> known = option_names(*app_);
  if (!parsed.empty()) {
    const auto own = option_names(*parsed.front());
    known.insert(known.end(), own.begin(), own.end());
  }
  const std::string name = option->substr(2, option->find('=') - 2);
  const std::string near = nearest(name, known);
  return fmt::format("`{}` has no option '--{}' ({})", command, name,
                     near.empty() ? help : fmt::format("did you mean '--{}'?", near));
}

}  // namespace ludex::arena::cli
