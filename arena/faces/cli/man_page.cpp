#include <fmt/format.h>

#include "arena/faces/cli/command_table.hpp"
#include "arena/faces/cli/commands.hpp"

namespace ludex::arena::cli {
namespace {

// Escapes the special characters of troff: backslashes, hyphens (else typeset as dashes), and a dot or an
// apostrophe at the start of a line.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += "\\&";
      out += c;
    } else {
      out += c;
    }
  }
  return out;
}

std::string bold(const std::string& text) {
  return "\\fB" + escaped(text) + "\\fR";
}
std::string italic(const std::string& text) {
  return "\\fI" + escaped(text) + "\\fR";
}

std::string argument_value(const ArgumentEntry& entry) {
  std::string text = italic(entry.value);
  if (!entry.choices.empty() && !entry.names.empty()) {
    text.clear();
    for (const std::string& choice : entry.choices) text += (text.empty() ? "" : "|") + bold(choice);
  }
  return text + (entry.repeated ? " ..." : "");
}

std::string synopsis(const CommandEntry& command) {
  std::string text = bold("ludex") + " " + bold(command.name);
  for (const ArgumentEntry& entry : command.positionals)
    text += entry.required ? " " + argument_value(entry) : " [" + argument_value(entry) + "]";
  for (const ArgumentEntry& entry : command.options)
    if (entry.required) text += " " + bold(entry.names.back()) + " " + argument_value(entry);
  return text + " [" + italic("options") + "]";
}

// A term and its meaning as a .TP paragraph.
std::string term(const ArgumentEntry& entry) {
  std::string text = ".TP\n";
  for (std::size_t i = 0; i < entry.names.size(); ++i) text += (i == 0 ? "" : ", ") + bold(entry.names[i]);
  if (!entry.value.empty()) text += (entry.names.empty() ? "" : " ") + argument_value(entry);
  text += "\n" + escaped(entry.what);
  if (entry.names.empty() && !entry.choices.empty())
    text += escaped(fmt::format(" ({})", fmt::join(entry.choices, ", ")));
  if (!entry.limits.empty()) text += escaped(fmt::format(" ({})", entry.limits));
  if (!entry.fallback.empty()) text += escaped(fmt::format(" (default {})", entry.fallback));
  return text + "\n";
}

constexpr const char* kEnd = R"(.SH EXIT STATUS
.TP
.B 0
done
.TP
.B 1
the machine's fault: a file that cannot be written, a process that cannot be started, no memory; or a bug
.TP
.B 2
usage: arguments or input that cannot be understood, settings that do not go together
.TP
.B 3
a plug\-in's fault: refused, or died before the first game; outside tournaments also an illegal move
.TP
.B 4
a tournament finished, with agents withdrawn
.TP
.B 130
interrupted; the log is whole
.SH ENVIRONMENT
.TP
.B LUDEX_PLUGIN_PATH
folders of plug\-ins, separated by colons; after \fB\-\-plugin\-path\fR, before the installed ones
.TP
.BR NO_COLOR ", " TERM
no colours if NO_COLOR is set and not empty, or TERM is dumb, unless \fB\-\-color\fR overrides it
.TP
.B XDG_CACHE_HOME
folder that caches the results of examining plug\-ins
.SH SEE ALSO
The documentation, installed with the READMEs and the rules of every game; docs/reference/tournament\-file.md
describes a tournament file.
)";

}  // namespace

std::string man_page(const CommandTable& table, const std::string& version) {
  std::string text = fmt::format(
      ".\\\" Made by `ludex man` from what --help shows.\n"
      ".TH LUDEX 1 \"\" \"ludex {}\" \"User Commands\"\n.SH NAME\nludex \\- {}\n.SH SYNOPSIS\n",
      version, escaped("search algorithms against each other, over pluggable games"));
  text += bold("ludex") + " " + italic("command") + " [" + italic("arguments") + "] [" + italic("options") +
          "]\n";
  text +=
      ".SH DESCRIPTION\n"
      "Every algorithm (an agent) and every rule set (a game) is a shared library, found and loaded at run\n"
      "time; a tournament is a YAML file; its result is an append\\-only log; ratings are computed from "
      "logs.\n"
      ".PP\nA game or an agent is named as \\fIid\\fR or \\fIid\\fR:\\fIparameter\\fR=\\fIvalue\\fR,...;\n"
      "\\fBludex list\\fR shows the ids, \\fBludex describe\\fR the parameters of one.\n"
      ".SH OPTIONS\nThey go with every command.\n";
  for (const ArgumentEntry& entry : table.program.options) text += term(entry);
  text += ".SH COMMANDS\n";
  for (const CommandEntry& command : table.commands) {
    text += ".SS " + synopsis(command) + "\n" + escaped(command.what) + ".\n";
    for (const ArgumentEntry& entry : command.positionals) text += term(entry);
    for (const ArgumentEntry& entry : command.options)
      if (entry.names.back() != "--help") text += term(entry);
  }
  return text + kEnd;
}

}  // namespace ludex::arena::cli
