// The command line of `ludex` as its commands describe it. CLI11 stands behind it, known to command_line.cpp
// alone: its headers were most of what compiling a command took.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

#include "arena/cli/command_table.hpp"

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
  // How many values, for an option that is a vector.
  Option expected(int least, int most);
  // Called with every value, before the callbacks of commands.
  Option each(std::function<void(std::string)> call);
  Option needs(Option other);
  // In the help: the value the variable has now; another name for its type; nothing at all.
  Option show_default();
  Option type_name(const char* name);
  Option hidden();

 private:
  friend class CommandLine;
  explicit Option(CLI::Option* option) : option_(option) {}
  CLI::Option* option_;
};

// A command that can be given options; a reference to it, cheap to copy.
class CommandLine {
 public:
  CommandLine add_subcommand(const char* name, const char* what);
  // "--name", or "NAME" for a positional argument. `value` must live until the callback has run. T: see
  // command_line.cpp. Whole numbers may be written as 20k or 2e4 (arena/text/quantity.hpp); an option
  // that is a vector is repeated for each value.
  template <class T>
  Option add_option(const char* name, T& value, const std::string& what);
  Option add_flag(const char* name, bool& value, const std::string& what);
  // Called when all is parsed.
  void callback(std::function<void()> run);
  // Whether an option was given.
  [[nodiscard]] bool given(const char* name) const;

 protected:
  explicit CommandLine(CLI::App* app) : app_(app) {}
  CLI::App* app_;
};

// The whole of it.
class Program : public CommandLine {
 public:
  Program(const char* what, const char* version);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // The heading in --help of the commands that are added from now on.
  void begin_group(const char* heading);

  // Runs the command that is asked for. An exit code if there was none: help, the version, or an error, which
  // has been printed.
  [[nodiscard]] std::optional<int> run(int argc, const char* const* argv);

  // All that --help shows, of every command.
  [[nodiscard]] CommandTable table() const;

  // What `ludex COMMAND --help` prints, or with "" `ludex --help`. Throws Failure::usage if there is no such
  // command.
  [[nodiscard]] std::string help(const std::string& command) const;

 private:
  // What the words are that no command and no option knows, and what may have been meant; "" if there are
  // none.
  [[nodiscard]] std::string unknown_word() const;
  // "ludex run", as far as it was understood.
  [[nodiscard]] std::string command_text() const;
  [[nodiscard]] std::string help_hint() const;
  // Why `word` is no command, and which one may have been meant.
  [[nodiscard]] std::string no_command(const std::string& word) const;

  std::unique_ptr<CLI::App> owned_;
};

}  // namespace ludex::arena::cli
