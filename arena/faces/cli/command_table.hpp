// The contents of the command line, taken from the source of --help; basis of the man page, the shell
// completions and the reference.
#pragma once

#include <string>
#include <vector>

namespace ludex::arena::cli {

struct ArgumentEntry {
  std::vector<std::string> names;    // "--out", "-h"; none for a positional argument
  std::string value;                 // its name in the help: "DIR"; "" for a flag
  std::vector<std::string> choices;  // all values, if they are few
  std::string what;
  std::string limits;    // "1..1024", or ""
  std::string fallback;  // the default, if the help shows it
  bool required = false;
  bool repeated = false;  // takes several values
};

struct CommandEntry {
  std::string name;
  std::string group;  // of commands: "Results"
  std::string what;
  std::vector<ArgumentEntry> options;
  std::vector<ArgumentEntry> positionals;
};

struct CommandTable {
  CommandEntry program;  // its options apply to every command
  std::vector<CommandEntry> commands;
};

// The man page (section 1) as troff source.
[[nodiscard]] std::string man_page(const CommandTable& table, const std::string& version);

// {"version", "program", "commands": [{"name", "group", "what", "options", "arguments"}]}.
[[nodiscard]] std::string table_json(const CommandTable& table, const std::string& version);

[[nodiscard]] std::string bash_completion(const CommandTable& table, const std::string& version);
[[nodiscard]] std::string zsh_completion(const CommandTable& table, const std::string& version);
[[nodiscard]] std::string fish_completion(const CommandTable& table, const std::string& version);

}  // namespace ludex::arena::cli
