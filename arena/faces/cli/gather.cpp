// ludex gather: merges the logs of parts into the log that a single machine would have written.
#include "arena/run/parts/gather.hpp"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "arena/base/files/folder_lock.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/tournament_input.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/run/tournament/run_tournament.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

// Describes a part that lacks games: its progress, its holder, and the command to play it.
std::string missing_text(const std::string& out, const run::Part& part) {
  const std::string folder = run::part_folder(out, part);
  const auto info = log::read_run_info(folder);
  const std::string holder = FolderLock::holder(folder);
  const char* state = !holder.empty()        ? "is being played by "
                      : !info                ? "was not begun"
                      : log::has_log(folder) ? "is not finished"
                                             : "has no log";
  return fmt::format("  part {} {}{}; play it with: ludex run {} --out {} --part {} --resume", to_text(part),
                     state, holder, (fs::path(out) / "spec.yaml").string(), out, to_text(part));
}

void gather_parts(Context& context, const std::string& out, bool json) {
  const TournamentSpec spec = read_tournament_of(context, out);
  const auto lock = FolderLock::take(out, run::this_process_text());
  if (!lock) throw Failure::usage(lock.error());
  const Interrupt interrupt;
  const auto gathered = run::gather(spec, interrupt.flag());
  if (!gathered) {
    complain("gather: " + gathered.error());
    context.exit_code = interrupt.requested() ? kInterrupted : kUsage;
    return;
  }
  if (!gathered->failure.empty()) throw Failure::system("gather: " + gathered->failure);
  const std::string log = log::log_in(out);
  if (json) {
    json::Value document{{"games", gathered->games},
                         {"missing", gathered->missing},
                         {"duplicates", gathered->duplicates},
                         {"different", gathered->different},
                         {"missing_parts", json::Value::array()}};
    for (const run::Part& part : gathered->missing_parts) document["missing_parts"].push_back(to_text(part));
    document["log"] = gathered->missing == 0 ? json::Value(log) : json::Value(nullptr);
    fmt::print("{}\n", document.dump());
  }
  for (const std::string& warning : gathered->warnings) complain(warning);
  for (const std::string& game : gathered->different)
    complain("played twice, differently, as games under time are; the first one stays: " + game);
  if (gathered->missing != 0) {
    constexpr std::size_t kMost = 20;
    const auto& parts = gathered->missing_parts;
    std::string text = fmt::format("{} of {} missing, in {}; nothing was written", gathered->missing,
                                   plural(gathered->games, "game"), plural(parts.size(), "part"));
    for (std::size_t i = 0; i < parts.size() && i < kMost; ++i) text += "\n" + missing_text(out, parts[i]);
    if (parts.size() > kMost)
      text += fmt::format("\n  and {}; see: ludex status {}", plural(parts.size() - kMost, "part"), out);
    complain(text);
    context.exit_code = kUsage;
    return;
  }
  if (json) return;
  fmt::print("{}: {} of {}{}\nlog: {}\n", spec.name, plural(gathered->games, "game"),
             plural(run::parts_in(out).size(), "part"),
             gathered->duplicates == 0 ? "" : fmt::format(", {} in more than one", gathered->duplicates),
             log);
}

}  // namespace

void add_gather(CommandLine& app, Context& context) {
  struct Options {
    std::string out;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CommandLine command = app.add_subcommand(
      "gather", "Merge the logs of parts into the one that a single machine would have written");
  command.add_option("DIR", options->out, "The output folder of `ludex run --part`").required();
  command.add_flag("--json", options->json, "Print the result as one JSON document");
  command.callback([&context, options] { gather_parts(context, options->out, options->json); });
}

}  // namespace ludex::arena::cli
