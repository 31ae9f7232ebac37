// What the command line of `ludex` consists of, read from where --help has it: the source of the man page and
// of the shell completions.
#pragma once

#include <string>
#include <vector>

namespace ludex::arena::cli {

struct ArgumentEntry {
  std::vector<std::string> names;    // "--out", "-h"; none for a positional argument
  std::string value;                 // what it is called in the help: "DIR"; "" for a flag
  std::vector<std::string> choices;  // the only values, if they are few
  std::string what;
  std::string limits;    // "INT in [1 - 1024]", or ""
  std::string fallback;  // the value if it is not given, where the help shows it
  bool required = false;
  bool repeated = false;  // takes several values
};

struct CommandEntry {
  std::string name;
  std::string what;
  std::vector<ArgumentEntry> options;
  std::vector<ArgumentEntry> positionals;
};

struct CommandTable {
  CommandEntry program;  // its options go with every command
  std::vector<CommandEntry> commands;
};

// The page of section 1, as troff source.
[[nodiscard]] std::string man_page(const CommandTable& table, const std::string& version);

[[nodiscard]] std::string bash_completion(const CommandTable& table, const std::string& version);
[[nodiscard]] std::string zsh_completion(const CommandTable& table, const std::string& version);
[[nodiscard]] std::string fish_completion(const CommandTable& table, const std::string& version);

}  // namespace ludex::arena::cli
