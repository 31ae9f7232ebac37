#include "arena/faces/cli/play_tournament.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/colour.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/faces/cli/tournament_input.hpp"
#include "arena/faces/report/text.hpp"
#include "arena/host/plugins/library.hpp"
#include "arena/model/forfeits.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/run/match/tournament_context.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "arena/run/tournament/repeat_probe.hpp"

namespace ludex::arena::cli {
namespace {

// For the games that `ludex check` plays to see whether they repeat.
constexpr std::chrono::seconds kRepeatPatience(10);

// The games of the list; "games" alone are those to be played.
std::string rules_text(const TournamentSpec& spec) {
  return plural(spec.games.size(), "kind") + " of game";
}

// Prints what precedes the first game.
class Terminal final : public run::RunObserver {
 public:
  explicit Terminal(bool quiet) : quiet_(quiet) {}

  void warn(const std::string& message) override { complain(message); }

  void begins(const run::TournamentRun& run) override {
    if (quiet_) return;
    const TournamentSpec& spec = run.spec();
    if (const std::string growth = run.growth(); !growth.empty())
      fmt::print("{}: extended by {}: {} more\n", spec.name, growth, plural(run.new_games(), "game"));
    const auto& part = run.plan().part;
    const std::uint64_t before = run.games_before();
    fmt::print("{}{}: {}, {}, {} to play{}\n", spec.name, part ? ", part " + to_text(*part) : "",
               rules_text(spec), plural(spec.agents.size(), "agent"), plural(run.ledger().total(), "game"),
               before == 0 ? "" : fmt::format(", {} played before", before));
    std::fflush(stdout);
  }

 private:
  bool quiet_;
};

// Prints the standings and the faults, and sets the exit code.
void print_end(Context& context, const run::TournamentRun& run, bool quiet, const std::string& again) {
  const run::Ledger& ledger = run.ledger();
  const std::string log = log::log_in(run.spec().out);
  if (!quiet) {
    const std::string summary = ledger.summary();
    fmt::print("\n{}\n{}{}log: {}\n", Palette::of(STDOUT_FILENO).ranks(ledger.standings().table()), summary,
               summary.empty() ? "" : "\n", log);
  }
  if (const Forfeits& forfeits = ledger.standings().forfeits(); !forfeits.empty()) {
    complain(fmt::format("{} of {} lost by faults (forfeits): {}; the field `note` in {} explains each",
                         forfeits.total(), plural(ledger.played(), "game"), forfeits.text(), log));
  }
  if (!ledger.finished()) {
    complain(fmt::format("interrupted after {} of {}; continue with: {}", ledger.played(),
                         plural(ledger.total(), "game"), again));
    context.exit_code = kInterrupted;
  } else if (const auto withdrawn = ledger.withdrawals(); !withdrawn.empty()) {
    std::string text = plural(withdrawn.size(), "agent") + " withdrawn";
    for (const run::Withdrawal& withdrawal : withdrawn) text += "\n  " + to_text(withdrawal);
    complain(text);
    context.exit_code = kWithdrawn;
  }
}

}  // namespace

std::vector<std::string> RunOptions::all_overrides() const {
  std::vector<std::string> all = overrides;
  if (!out.empty()) all.push_back("out=" + out);
  if (!scratch.empty()) all.push_back("scratch=" + scratch);
  if (!mode.empty()) all.push_back("mode=" + mode);
  if (strict) all.push_back("strict=true");
  if (concurrency != 0) all.push_back(fmt::format("concurrency={}", concurrency));
  return all;
}

void RunOptions::add_to(CommandLine& command_line) {
  command_line.add_option("--out", out, "Folder for games.jsonl and spec.yaml (instead of the file's `out`)")
      .type_name("DIR");
  command_line
      .add_option("--scratch", scratch,
                  "Folder for agents' temporary files (instead of the file's `scratch`)")
      .type_name("DIR");
  command_line.add_option("--concurrency", concurrency, "Number of concurrent games (instead of the file's)")
      .range(1, 1024);
  command_line.add_option("--mode", mode, "Where agents run (instead of the file's `mode`)")
      .one_of({"inline", "shared", "dedicated", "competition"});
  command_line
      .add_option(
          "--transport", transport,
          "Who plays the games. none: this process; mpi, or another transport plug-in: the processes that a "
          "launcher such as mpirun has started; auto: those processes, if there is a launcher")
      .type_name("ID")
      .show_default();
  command_line.add_flag(
      "--accept-changed", accept_changed,
      "Continue even though plug-ins or parameter files have changed since the earlier games");
  command_line.add_option("--set", overrides, "Override a key, for example agents.uct-1k.params.c=1.0")
      .type_name("KEY=VALUE");
  command_line.add_flag("--strict", strict,
                        "Refuse opening files with an entry that cannot be used (default: leave it out)");
  command_line.add_flag("--dry-run", dry_run, "Do all checks that precede the first game, and play none");
}

run::PreparedTournament prepare_tournament(Context& context, const RunOptions& options,
                                           std::vector<TriedAgent>* tried) {
  auto tournament = printing_problems([&] {
    return run::prepare_tournament(context.registry(), {options.file, options.all_overrides()},
                                   [&](const std::string& agent, const std::string& said) {
                                     if (tried != nullptr) tried->push_back({agent, said});
                                   });
  });
  print_warnings(tournament.spec);
  return tournament;
}

void check_tournament(Context& context, const RunOptions& options, bool with_folder, bool json) {
  std::vector<TriedAgent> tried;
  const run::PreparedTournament tournament = prepare_tournament(context, options, &tried);
  const TournamentSpec& spec = tournament.spec;
  if (const auto tournament_context = run::TournamentContext::make(tournament, context.registry(), nullptr);
      !tournament_context)
    throw Failure::usage(tournament_context.error());
  const auto repeats = run::find_repeats(tournament, context.registry(), kRepeatPatience);
  if (!repeats) throw Failure::usage(repeats.error());
  for (const std::string& sentence : *repeats) print_messages("warning: " + sentence + "\n");
  // The number of a tuning's games depends on their results.
  const std::uint64_t games = spec.tune ? 0 : run::make_schedule(spec)->total();
  if (with_folder && !spec.tune) {
    run::TournamentRun run(
        tournament, context.registry(),
        {.make = [](const TournamentSpec& wanted,
                    std::span<const TournamentSpec> earlier) { return run::make_schedule(wanted, earlier); },
         .resume = options.resume,
         .accept_changed = options.accept_changed},
        std::make_unique<Terminal>(true));
    run.read_ledger();
  }
  if (json) {
    json::Value root{{"file", options.file}, {"name", spec.name}, {"ready", true}};
    if (!spec.tune) root["games_to_play"] = games;
    auto& labels = root["games"] = json::Value::array();
    for (const GameSpec& game : spec.games) labels.push_back(game.label);
    auto& agents = root["agents"] = json::Value::array();
    for (const AgentSpec& agent : spec.agents) {
      json::Value about = json::Value::object();
      about["name"] = agent.name;
      for (const TriedAgent& one : tried) {
        if (one.agent == agent.name) about["found"] = one.said;
      }
      agents.push_back(std::move(about));
    }
    root["warnings"] = *repeats;
    return fmt::print("{}\n", root.dump(2));
  }
  fmt::print("{}: {}, {}{}\n", spec.name, rules_text(spec), plural(spec.agents.size(), "agent"),
             spec.tune ? ", to be tuned" : fmt::format(", {} to play", plural(games, "game")));
  for (const TriedAgent& one : tried) fmt::print("  {}: started and prepared: {}\n", one.agent, one.said);
  fmt::print("{} is ready; nothing was logged\n", options.file);
}

std::unique_ptr<run::TournamentRun> play_tournament(Context& context,
                                                    const run::PreparedTournament& tournament,
                                                    run::RunPlan plan, bool quiet, const std::string& again) {
  plan.progress = run::Progress::style(quiet);
  auto run = std::make_unique<run::TournamentRun>(tournament, context.registry(), std::move(plan),
                                                  std::make_unique<Terminal>(quiet));
  run->take_folder();
  run->read_ledger();
  run->open_log();
  if (const auto end = run->play(); !end) {
    if (host::libraries_unchanged()) throw Failure::system(end.error());
    // Destructors of changed libraries are not safe to run either; exit at once.
    complain(end.error());
    std::fflush(nullptr);
    _exit(kInternal);
  }
  if (!run->conclude()) context.exit_code = kInternal;
  print_end(context, *run, quiet, again);
  return run;
}

}  // namespace ludex::arena::cli
