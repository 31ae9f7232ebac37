// What `ludex run` and `ludex tune` share: from a file to games in a log.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/cli/commands.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/match/ledger.hpp"
#include "arena/model/spec.hpp"
#include "arena/parts/part.hpp"
#include "arena/schedule/schedule.hpp"
#include "arena/transport/ranks.hpp"

namespace ludex::arena::cli {

// The options that both commands have.
struct RunOptions {
  std::string command;  // "run" or "tune"
  std::string file;
  std::string out;
  std::string scratch;
  std::string mode;
  std::string transport = "auto";
  std::uint32_t concurrency = 0;
  bool resume = false;
  bool accept_changed = false;
  bool quiet = false;
  bool rehearsal = false;
  bool strict = false;
  bool dry_run = false;
  std::vector<std::string> overrides;

  void add_to(CommandLine& command_line);
  // With those that are options of their own.
  [[nodiscard]] std::vector<std::string> all_overrides() const;
};

// In the child process of read_checked() (`--rehearsal`): does what that asks for and ends the process.
void rehearsal(Context& context, const RunOptions& options);
// Reads the specification and checks its games. What runs plug-in code (making agents, asking what they
// support) is tried in a child process first. Throws Failure; problems of the file have been printed then.
// Agents that depend on other programs are tried, and `tried` (may be null) gets whom they found.
struct TriedAgent {
  std::string agent;
  std::string said;
};
[[nodiscard]] TournamentSpec read_checked(Context& context, const RunOptions& options,
                                          std::vector<TriedAgent>* tried = nullptr);
// All that comes before the first game, and prints what there is to play. `with_folder`: also whether the
// output folder can take its games. Throws Failure.
void check_tournament(Context& context, const RunOptions& options, bool with_folder, bool json);
// All games that break their contracts are named before the first is played. Throws Failure.
void check_games(Context& context, const TournamentSpec& spec);

// Makes the schedule of a specification that has grown from earlier ones.
using ScheduleMaker = std::function<std::unique_ptr<Schedule>(const TournamentSpec& spec,
                                                              std::span<const TournamentSpec> earlier)>;

struct TournamentPlan {
  const TournamentSpec& spec;
  ScheduleMaker make;
  std::string again;  // the command that goes on
  bool resume = false;
  bool accept_changed = false;  // plug-ins and files may be others than those of the games before
  bool quiet = false;
  std::optional<Part> part = std::nullopt;
  std::uint64_t whole_games = 0;  // of a part
  Ranks* ranks = nullptr;         // where the games are played; null: here
};

// Plays into spec.out, with progress, and prints the standings; the exit code says how it ended.
// Ledger::finished() of what is returned is false after an interruption.
[[nodiscard]] std::unique_ptr<Ledger> play_tournament(Context& context, const TournamentPlan& plan,
                                                      const Interrupt& interrupt);

}  // namespace ludex::arena::cli
