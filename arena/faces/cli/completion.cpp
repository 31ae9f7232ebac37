// ludex help, ludex completion bash
// zsh
// fish, ludex man: generated from the command line's description.
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/faces/cli/command_table.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/templates.hpp"

namespace ludex::arena::cli {
namespace {

// Completion of a kind of value, in each shell's language.
struct Kind {
  const char* bash;
  const char* zsh;
  const char* fish;
};
constexpr Kind kNothing{"nothing", " ", "-f"};
constexpr Kind kGames{"games", "_ludex_ids games", "-f -a '(__ludex_ids games)'"};
constexpr Kind kAgents{"agents", "_ludex_ids agents", "-f -a '(__ludex_ids agents)'"};
constexpr Kind kStudies{"studies", "_ludex_ids studies", "-f -a '(__ludex_ids studies)'"};
constexpr Kind kIds{"ids", "_ludex_ids games agents studies",
                    "-f -a '(__ludex_ids games; __ludex_ids agents; __ludex_ids studies)'"};
constexpr Kind kFiles{"files", "_files", "-F"};
constexpr Kind kYamlFiles{"files", "_files -g \"*.y(a|)ml\"", "-F"};
constexpr Kind kFolders{"folders", "_files -/", "-f -a '(__fish_complete_directories)'"};

// Kinds by the value's name in the help.
constexpr std::pair<std::string_view, const Kind*> kKinds[] = {
    {"AGENT", &kAgents},
    {"AGENTS", &kAgents},
    {"DIR", &kFolders},
    {"RESULTS", &kFolders},
    {"STUDY", &kStudies},
    {"FILE", &kFiles},
    {"FILE|FOLDER", &kFiles},
    {"FILE.yaml", &kYamlFiles},
    {"GAME", &kGames},
    {"ID", &kIds},
    {"LOG", &kFiles},
    {"PATH", &kFiles},
    {"PLUGIN.so|FILE.py|FILE.yaml|GAME", &kFiles},
};

const Kind& kind_of(const ArgumentEntry& entry) {
  for (const auto& [value, kind] : kKinds)
    if (entry.value == value) return *kind;
  return kNothing;
}

// Text in single quotes, as all three shells read it; fish only knows "\'" inside.
std::string quoted(const std::string& text, bool fish = false) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += fish ? "\\'" : "'\\''";
    } else if (c == '\\' && fish) {
      out += "\\\\";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string bash_kind(const ArgumentEntry& entry) {
  return entry.choices.empty() ? kind_of(entry).bash : fmt::format("= {}", fmt::join(entry.choices, " "));
}

// A command's options and arguments, as assignments.
std::string bash_command(const CommandEntry& command) {
  std::string flags;
  std::string values;
  std::string positionals;
  for (const ArgumentEntry& entry : command.options) {
    for (const std::string& name : entry.names) {
      if (entry.value.empty()) {
        flags += " " + name;
      } else {
        values += fmt::format(" [{}]={}", name, quoted(bash_kind(entry)));
      }
    }
  }
  // A '+' marks the last argument as repeatable.
  for (const ArgumentEntry& entry : command.positionals)
    positionals += " " + quoted(bash_kind(entry) + (entry.repeated ? "+" : ""));
  return fmt::format("flags+='{}' values+=({}) positionals=({})", flags, values, positionals);
}

// Escapes the special characters of zsh.
std::string zsh_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}
std::string zsh_action(const ArgumentEntry& entry) {
  return entry.choices.empty() ? kind_of(entry).zsh : fmt::format("({})", fmt::join(entry.choices, " "));
}
// "DIR:ACTION", with the zsh action that completes the value
std::string zsh_value(const ArgumentEntry& entry) {
  return zsh_escaped(entry.value) + ":" + zsh_action(entry);
}
std::string zsh_argument(const std::string& spec) {
  return " \\\n          " + quoted(spec);
}
std::string zsh_arguments(const std::vector<ArgumentEntry>& options) {
  std::string text;
  for (const ArgumentEntry& entry : options) {
    for (const std::string& name : entry.names) {
      std::string spec = (entry.repeated ? "*" : "") + name;
      if (!entry.value.empty() && name.starts_with("--")) spec += "=";
      spec += "[" + zsh_escaped(entry.what) + "]";
      if (!entry.value.empty()) spec += ":" + zsh_value(entry);
      text += zsh_argument(spec);
    }
  }
  return text;
}

std::string fish_action(const ArgumentEntry& entry) {
  return entry.choices.empty() ? kind_of(entry).fish
                               : fmt::format("-f -a '{}'", fmt::join(entry.choices, " "));
}
std::string fish_options(const CommandEntry& command, const std::string& condition) {
  std::string text;
  for (const ArgumentEntry& entry : command.options) {
    text += "complete -c ludex" + condition;
    for (const std::string& name : entry.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!entry.value.empty()) text += " -r " + fish_action(entry);
    text += " -d " + quoted(entry.what, true) + "\n";
  }
  return text;
}

// A shell's script with its @placeholders@ filled in.
std::string filled(const std::string& shell, const std::string& version,
                   std::initializer_list<std::pair<const char*, std::string>> parts) {
  std::string text;
  for (const TemplateFile& file : completion_templates())
    if (file.name == "ludex." + shell + ".in") text = file.text;
  const auto fill = [&](const std::string& name, const std::string& part) {
    const std::string mark = "@" + name + "@";
    text.replace(text.find(mark), mark.size(), part);
  };
  fill("version", version);
  for (const auto& [name, part] : parts) fill(name, part);
  return text;
}

}  // namespace

std::string bash_completion(const CommandTable& table, const std::string& version) {
  std::string commands;
  std::string cases;
  for (const CommandEntry& command : table.commands) {
    commands += (commands.empty() ? "" : " ") + command.name;
    cases += fmt::format("    {}) {} ;;\n", command.name, bash_command(command));
  }
  return filled("bash", version,
                {{"cases", cases}, {"program", bash_command(table.program)}, {"commands", commands}});
}

std::string zsh_completion(const CommandTable& table, const std::string& version) {
  std::string commands;
  std::string cases;
  for (const CommandEntry& command : table.commands) {
    commands += "        " + quoted(command.name + ":" + zsh_escaped(command.what)) + "\n";
    cases += fmt::format("        {}) _arguments $everywhere", command.name) + zsh_arguments(command.options);
    for (std::size_t i = 0; i < command.positionals.size(); ++i) {
      const ArgumentEntry& entry = command.positionals[i];
      const std::string place = entry.repeated ? "*" : fmt::format("{}", i + 1);
      cases += zsh_argument(place + ":" + zsh_value(entry));
    }
    cases += " ;;\n";
  }
  return filled(
      "zsh", version,
      {{"program", zsh_arguments(table.program.options)}, {"commands", commands}, {"cases", cases}});
}

std::string fish_completion(const CommandTable& table, const std::string& version) {
  std::set<std::string> valued;
  const auto add_valued = [&](const CommandEntry& command) {
    for (const ArgumentEntry& entry : command.options)
      if (!entry.value.empty()) valued.insert(entry.names.begin(), entry.names.end());
  };
  add_valued(table.program);
  std::for_each(table.commands.begin(), table.commands.end(), add_valued);

  std::string lines = fish_options(table.program, "");
  for (const CommandEntry& command : table.commands) {
    lines += fmt::format("complete -c ludex -n __ludex_at -a {} -d {}\n", command.name,
                         quoted(command.what, true));
    lines += fish_options(command, fmt::format(" -n '__ludex_at {}'", command.name));
    for (std::size_t i = 0; i < command.positionals.size(); ++i) {
      const ArgumentEntry& entry = command.positionals[i];
      lines += fmt::format("complete -c ludex -n '__ludex_at {} {}{}' {}\n", command.name, i + 1,
                           entry.repeated ? " more" : "", fish_action(entry));
    }
  }
  return filled("fish", version, {{"valued", fmt::format("{}", fmt::join(valued, " "))}, {"lines", lines}});
}

void add_completion(Program& program, Context&) {
  const auto shell = std::make_shared<std::string>();
  CommandLine command =
      program.add_subcommand("completion", "Print the completion of these commands for a shell");
  command.add_option("SHELL", *shell, "The shell").required().one_of({"bash", "zsh", "fish"});
  command.callback([&program, shell] {
    const auto write = *shell == "bash"  ? bash_completion
                       : *shell == "zsh" ? zsh_completion
                                         : fish_completion;
    fmt::print("{}", write(program.table(), LUDEX_VERSION));
  });
}

void add_man(Program& program, Context&) {
  const auto as_json = std::make_shared<bool>(false);
  CommandLine command = program.add_subcommand("man", "Print the manual page (ludex man | man -l -)");
  command.add_flag("--json", *as_json, "Commands, options and arguments as one JSON document");
  command.callback([&program, as_json] {
    fmt::print("{}", *as_json ? table_json(program.table(), LUDEX_VERSION)
                              : man_page(program.table(), LUDEX_VERSION));
  });
}

void add_help(Program& program, Context&) {
  const auto name = std::make_shared<std::string>();
  CommandLine command = program.add_subcommand("help", "Print the help of a command, or list the commands");
  command.add_option("COMMAND", *name, "The command, for example run");
  command.callback([&program, name] { fmt::print("{}", program.help(*name)); });
}

}  // namespace ludex::arena::cli
