// Reports which descriptions can be played: `ludex lud check FILE_OR_FOLDER`. For a file every missing ludeme
// and argument with its place; for a folder one line per file, and the missing ones by the number of files
// that need them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/types.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"
#include "games/lud/codegen/library.hpp"
#include "games/lud/game/description.hpp"
#include "games/lud/game/lud_game.hpp"
#include "plugins/studies/lud/coverage.hpp"
#include "plugins/studies/lud/explanation.hpp"
#include "plugins/studies/lud/statistics.hpp"

namespace ludex::games::lud {

struct CheckStudy {
  static constexpr PluginInfo kInfo{"lud-check", "1.0.0", "checks which game descriptions can be played",
                                    "MIT"};
  static constexpr std::uint32_t kNeeds = 0;

  static std::span<const ParamSpec> parameters();
  // Ends with "playable" (for a file) or "N of M playable" (for a folder).
  static Result<void> run(const StudyTask& task, TextSink& out);
};

namespace {

namespace fs = std::filesystem;

const std::string kNotCompiled = "playable, but not compiled: ";

// A warning on a game that ends before it has begun, which its author hardly means; "" for any other.
std::string oddity_of(const std::shared_ptr<Description>& description) {
  const LudGame game(description, false);
  std::vector<std::byte> start(game.bytes());
  game.initial(start.data());
  if (is_over(game.status(start.data()))) return "the game is over before the first move";
  std::vector<Move> moves(game.traits().max_moves);
  const std::uint32_t count = game.legal_moves(start.data(), moves.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    std::vector<std::byte> next = start;
    if (!is_over(game.apply(next.data(), moves[i]))) return "";
  }
  return "every first move ends the game";
}

struct Checked {
  std::vector<std::string> problems;  // none: it can be played
  std::string oddity;
  std::vector<std::string> has;  // of a playable game: dice, stacks, ...
  Statistics statistics;         // of a playable game, if games were wanted
  std::string code;              // of a playable game that not only the interpreter plays, if it was wanted
};

// Whether only its compilation failed.
bool only_compiler(const Checked& checked) {
  return checked.problems.size() == 1 && checked.problems[0].starts_with(kNotCompiled);
}

std::vector<std::string> features_of(const Program& program) {
  std::vector<std::string> has;
  const auto add = [&](bool holds, const char* what) {
    if (holds) has.emplace_back(what);
  };
  add(!program.dice.empty(), "dice");
  add(program.most_draws != 0 || program.random_start, "draws");
  add(program.layout.has_stacks, "stacks");
  add(program.teams, "teams");
  add(program.players > 2, "more than two players");
  add(!program.interpreted.empty(), "interpreted only");
  return has;
}

Checked check_file(const StudyTask& task, const fs::path& file) {
  Checked checked;
  const auto text = read_text(file.string());
  if (!text) {
    checked.problems = {text.error()};
    return checked;
  }
  const auto description = describe(file.string(), *text, task.values.text("definitions"), {});
  if (!description) {
    checked.problems = {description.error()};
    return checked;
  }
  const bool compiles = task.values.boolean("compile");
  if ((*description)->program && (compiles || !task.values.text("code").empty()))
    checked.code = codegen::source_of(*(*description)->program);
  if (compiles && (*description)->program) {
    const auto library = codegen::Library::load(checked.code);
    if (!library) {
      checked.problems = {kNotCompiled + library.error()};
      return checked;
    }
  }
  checked.problems = (*description)->problems;
  if (!checked.problems.empty()) return checked;
  checked.oddity = oddity_of(*description);
  checked.has = features_of(*(*description)->program);
  checked.statistics =
      statistics_of(task, *description, static_cast<std::uint32_t>(task.values.integer("playouts")));
  return checked;
}

Result<void> write_code(const Checked& checked, const fs::path& file, const std::string& to) {
  if (!checked.problems.empty()) return {};
  if (checked.code.empty())
    return Error{file.string() + ": only the interpreter plays this game: it has no code"};
  std::ofstream out(to, std::ios::binary);
  out << checked.code;
  out.close();
  if (!out) return Error{"cannot write " + to};
  return {};
}

// "ludeme 'set Hidden' is not implemented" of "a.lud:78:27, in ...: ludeme ...".
std::string without_place(const std::string& problem) {
  for (const char* begin : {": ludeme '", ": argument "}) {
    const auto at = problem.find(begin);
    if (at != std::string::npos) return problem.substr(at + 2);
  }
  const auto at = problem.rfind(": ");
  return at == std::string::npos ? problem : problem.substr(at + 2);
}

struct FileReport {
  std::string file;             // relative to the folder
  std::set<std::string> kinds;  // of problems, without their places
  Checked checked;
};

// Numbers of files by name, the most frequent first.
std::vector<std::pair<int, std::string>> ranked(const std::map<std::string, int>& counts) {
  std::vector<std::pair<int, std::string>> all;
  for (const auto& [what, count] : counts) all.emplace_back(-count, what);
  std::sort(all.begin(), all.end());
  for (auto& each : all) each.first = -each.first;
  return all;
}

struct FolderReport {
  std::vector<FileReport> files;
  std::size_t playable = 0;
  std::map<std::string, int> wanted, has;
};

FolderReport check_all(const StudyTask& task, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".lud") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  FolderReport report;
  for (const fs::path& file : files) {
    if (task.stopped()) break;
    FileReport one{fs::relative(file, folder).string(), {}, check_file(task, file)};
    for (const std::string& problem : one.checked.problems) one.kinds.insert(without_place(problem));
    for (const std::string& kind : one.kinds) ++report.wanted[kind];
    for (const std::string& what : one.checked.has) ++report.has[what];
    report.playable += one.checked.problems.empty() ? 1 : 0;
    report.files.push_back(std::move(one));
  }
  return report;
}

void write_text(const FolderReport& report, TextSink& out) {
  for (const FileReport& file : report.files) {
    std::string line = file.kinds.empty() ? "playable     " : "not playable ";
    line += file.file;
    if (!file.kinds.empty()) line += ": " + *file.kinds.begin();
    if (!file.checked.oddity.empty()) line += ": warning: " + file.checked.oddity;
    if (file.kinds.size() > 1) line += ", and " + std::to_string(file.kinds.size() - 1) + " more";
    out.write(line + "\n");
    for (const auto& [name, value] : file.checked.statistics) out.write("  " + name + " " + value + "\n");
  }
  const auto table = [&](const char* head, const std::map<std::string, int>& counts) {
    if (!counts.empty()) out.write(head);
    for (const auto& [count, what] : ranked(counts)) {
      const std::string number = std::to_string(count);
      out.write(std::string(5 - std::min<std::size_t>(number.size(), 5), ' ') + number + "  " + what + "\n");
    }
  };
  table("\nfiles  ludemes they need\n", report.wanted);
  table("\nplayable files with\n", report.has);
  out.write("\n" + std::to_string(report.playable) + " of " + std::to_string(report.files.size()) +
            " playable\n");
}

// A text as a string of JSON.
std::string string_of(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + '"';
}
std::string list_of(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& each : texts) out += (out.empty() ? "" : ", ") + string_of(each);
  return "[" + out + "]";
}
std::string object_of(const std::map<std::string, int>& counts) {
  std::string out;
  for (const auto& [what, count] : counts)
    out += (out.empty() ? "" : ",") + ("\n    " + string_of(what)) + ": " + std::to_string(count);
  return "{" + out + (out.empty() ? "}" : "\n  }");
}

std::string statistics_text(const Checked& checked) {
  std::string out;
  for (const auto& [name, value] : checked.statistics)
    out += (out.empty() ? "" : ", ") + string_of(name) + ": " + value;
  return out.empty() ? "" : ", \"statistics\": {" + out + "}";
}

void write_json(const FolderReport& report, TextSink& out) {
  const std::size_t all = report.files.size();
  out.write("{\n  \"checked\": " + std::to_string(all) + ",\n  \"playable\": " +
            std::to_string(report.playable) + ",\n  \"refused\": " + std::to_string(all - report.playable) +
            ",\n  \"playable_with\": " + object_of(report.has) +
            ",\n  \"needed\": " + object_of(report.wanted) + ",\n  \"files\": [");
  const char* comma = "";
  for (const FileReport& file : report.files) {
    out.write(comma + ("\n    {\"file\": " + string_of(file.file)) +
              ", \"playable\": " + (file.kinds.empty() ? "true" : "false") +
              (only_compiler(file.checked) ? ", \"compiled\": false" : "") +
              ", \"has\": " + list_of(file.checked.has) + ", \"warning\": " + string_of(file.checked.oddity) +
              ", \"problems\": " + list_of(file.checked.problems) + statistics_text(file.checked) + "}");
    comma = ",";
  }
  out.write("\n  ]\n}\n");
}

}  // namespace

std::span<const ParamSpec> CheckStudy::parameters() {
  static const std::array specs{
      params::text(
          "path", "",
          "a description, a folder of descriptions (searched recursively), or a catalogue of ludemes (.csv)"),
      params::text("definitions", "",
                   "folder of the definitions (.def) that the descriptions use, or Ludii's .jar"),
      params::boolean("compile", false,
                      "compile the playable descriptions, so that no game has to wait for it"),
      params::boolean("explain", false, "how a description became code, and what a ply of it costs"),
      params::text("code", "",
                   "the generated C++ of the description is written to this file; empty: it is not"),
      params::integer("playouts", "0", 0, 1'000'000,
                      "random games of each playable description, of which statistics are reported"),
      params::boolean("json", false, "one JSON document"),
  };
  return specs;
}

Result<void> CheckStudy::run(const StudyTask& task, TextSink& out) {
  const fs::path path = task.values.text("path");
  const std::string& definitions = task.values.text("definitions");
  if (!fs::exists(path)) return Error{"there is no file or folder '" + path.string() + "'"};
  if (path.extension() == ".csv") return report_coverage(path, out);
  if (fs::is_directory(path) && (task.values.boolean("explain") || !task.values.text("code").empty()))
    return Error{"--explain and --code take one description, not a folder"};
  if (fs::is_directory(path)) {
    const FolderReport report = check_all(task, path);
    task.values.boolean("json") ? write_json(report, out) : write_text(report, out);
    return {};
  }
  if (task.values.boolean("explain")) return explain(task, path, definitions, out);
  const Checked checked = check_file(task, path);
  if (const std::string& code = task.values.text("code"); !code.empty()) {
    if (const Result<void> written = write_code(checked, path, code); !written) return written;
  }
  if (task.values.boolean("json")) {
    FolderReport report;
    report.playable = checked.problems.empty() ? 1 : 0;
    FileReport one{path.string(), {}, checked};
    for (const std::string& problem : checked.problems) one.kinds.insert(without_place(problem));
    report.files.push_back(std::move(one));
    write_json(report, out);
    return {};
  }
  const auto& problems = checked.problems;
  const std::string& oddity = checked.oddity;
  for (const std::string& problem : problems) out.write(problem + "\n");
  if (!oddity.empty()) out.write(path.string() + ": warning: " + oddity + "\n");
  out.write(path.string() + (problems.empty()         ? ": playable\n"
                             : only_compiler(checked) ? ": not compiled\n"
                                                      : ": not playable\n"));
  return {};
}

}  // namespace ludex::games::lud

LUDEX_STUDY_PLUGIN(ludex::games::lud::CheckStudy);
