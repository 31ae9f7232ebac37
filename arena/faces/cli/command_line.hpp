// The command line of `ludex`, as described by its commands. Only command_line.cpp includes CLI11, whose
// headers dominated the compile time of the commands.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

#include "arena/faces/cli/command_table.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace ludex::arena::cli {

// One option or positional argument. Every method returns the option itself.
class Option {
 public:
  Option required();
  Option one_of(std::initializer_list<const char*> values);
  Option range(int least, int most);
  Option range(double least, double most);
  // Calls `call` with every value, before the callbacks of commands.
  Option each(std::function<void(std::string)> call);
  Option needs(Option other);
  // For the help: shows the variable's present value as default; renames its type; hides the option.
  Option show_default();
  Option type_name(const char* name);
  Option hidden();

 private:
  friend class CommandLine;
  explicit Option(CLI::Option* option) : option_(option) {}
  CLI::Option* option_;
};

// A command that can be given options; a reference, cheap to copy.
class CommandLine {
 public:
  CommandLine add_subcommand(const char* name, const char* what);
  // "--name", or "NAME" for a positional argument. `value` must live until the callback has run. T: see
  // command_line.cpp. Whole numbers may be written as 20k or 2e4 (arena/base/text/quantity.hpp); an option
  // that is a vector is repeated for each value.
  template <class T>
  Option add_option(const char* name, T& value, const std::string& what);
  Option add_flag(const char* name, bool& value, const std::string& what);
  // Called after parsing.
  void callback(std::function<void()> run);
  // Whether the option was given.
  [[nodiscard]] bool given(const char* name) const;

 protected:
  explicit CommandLine(CLI::App* app) : app_(app) {}
  CLI::App* app_;
};

// The whole program.
class Program : public CommandLine {
 public:
  Program(const char* what, const char* version);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Sets the --help heading of the commands added after this.
  void begin_group(const char* heading);

  // Runs the requested command. Returns an exit code if there was none to run: help, the version, or an
  // error, which has been printed.
  [[nodiscard]] std::optional<int> run(int argc, const char* const* argv);

  // All contents of --help, for every command.
  [[nodiscard]] CommandTable table() const;

  // Text of `ludex COMMAND --help`, or with "" of `ludex --help`. Throws Failure::usage if there is no such
  // command.
  [[nodiscard]] std::string help(const std::string& command) const;

 private:
  // A message on words that are no command or option, with a suggestion; "" if there are none.
  [[nodiscard]] std::string unknown_word() const;
  // The complaint about an option that got too few or too many values; `said` is that of CLI11.
  [[nodiscard]] std::string wrong_count(const std::string& said) const;
  // The recognised command, as "ludex run".
  [[nodiscard]] std::string command_text() const;
  [[nodiscard]] std::string help_hint() const;
  // A message that `word` is no command, with a suggestion.
  [[nodiscard]] std::string no_command(const std::string& word) const;

  std::unique_ptr<CLI::App> owned_;
};

}  // namespace ludex::arena::cli
