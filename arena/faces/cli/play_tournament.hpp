// Common part of `ludex run` and `ludex tune`: from a file to games in a log.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/model/spec.hpp"
#include "arena/run/match/ledger.hpp"
#include "arena/run/parts/part.hpp"
#include "arena/run/schedule/schedule.hpp"
#include "arena/run/transport/ranks.hpp"

namespace ludex::arena::cli {

// Options of both commands.
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
  // The overrides, including those given by options of their own.
  [[nodiscard]] std::vector<std::string> all_overrides() const;
};

// In the child process of read_checked() (`--rehearsal`): runs the rehearsal and ends the process.
void rehearsal(Context& context, const RunOptions& options);
// Reads the specification and checks its games. Tries all steps that run plug-in code (making agents, asking
// for their support) in a child process first. Throws Failure after printing the file's problems. Tries
// agents that depend on other programs; `tried` (may be null) receives the programs found.
struct TriedAgent {
  std::string agent;
  std::string said;
};
[[nodiscard]] TournamentSpec read_checked(Context& context, const RunOptions& options,
                                          std::vector<TriedAgent>* tried = nullptr);
// Does everything that precedes the first game, and prints the games to be played. `with_folder`: also checks
// that the output folder can take them. Throws Failure.
void check_tournament(Context& context, const RunOptions& options, bool with_folder, bool json);
// Names all games that break their contracts. Throws Failure.
void check_games(Context& context, const TournamentSpec& spec);

// Makes the schedule of a specification that may have grown from earlier ones.
using ScheduleMaker = std::function<std::unique_ptr<run::Schedule>(const TournamentSpec& spec,
                                                                   std::span<const TournamentSpec> earlier)>;

struct TournamentPlan {
  const TournamentSpec& spec;
  ScheduleMaker make;
  std::string again;  // the command that resumes
  bool resume = false;
  bool accept_changed = false;  // plug-ins and files may differ from those of earlier games
  bool quiet = false;
  std::optional<run::Part> part = std::nullopt;
  std::uint64_t whole_games = 0;  // of a part
  run::Ranks* ranks = nullptr;    // plays the games; null: this machine does
};

// Plays into spec.out, shows progress, prints the standings, and sets the exit code. After an interruption,
// Ledger::finished() of the result is false.
[[nodiscard]] std::unique_ptr<run::Ledger> play_tournament(Context& context, const TournamentPlan& plan,
                                                           const Interrupt& interrupt);

}  // namespace ludex::arena::cli
