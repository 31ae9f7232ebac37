#include "arena/cli/command_line.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/cli/commands.hpp"

namespace ludex::arena::cli {

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
Option Option::one_at_a_time() {
  option_->allow_extra_args(false);
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

std::optional<int> Program::run(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app_->exit(error) == 0 ? kDone : kUsage;
  }
  return std::nullopt;
}

}  // namespace ludex::arena::cli
