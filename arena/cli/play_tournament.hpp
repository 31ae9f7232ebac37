// What `ludex run` and `ludex tune` share: from a file to games in a log.
#pragma once

#include <functional>
#include <memory>
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
  std::uint32_t concurrency = 0;
  bool resume = false;
  bool quiet = false;
  bool rehearsal = false;
  std::vector<std::string> overrides;

  void add_to(CommandLine& command_line);
  // With those that are options of their own.
  [[nodiscard]] std::vector<std::string> all_overrides() const;
};

// Reads the specification and checks its games. What runs plug-in code (making agents, asking what they
// support) is tried in a child process first. With `rehearsal` this is that child, and the process ends here.
// Throws Failure; problems of the file have been printed then.
[[nodiscard]] TournamentSpec read_tournament(Context& context, const RunOptions& options);
// All games that break their contracts are named before the first is played. Throws Failure.
void check_games(Context& context, const TournamentSpec& spec);

// Makes the schedule of a specification that has grown from earlier ones.
using ScheduleMaker = std::function<std::unique_ptr<Schedule>(const TournamentSpec& spec,
                                                              std::span<const TournamentSpec> earlier)>;

// A part of a tournament, whose folder is one of the tournament's.
struct Share {
  Part part;
  std::uint64_t whole_games = 0;  // of the tournament
};

// How it is played.
struct Playing {
  bool resume = false;
  bool quiet = false;
  std::string again;             // the command that goes on
  const Share* share = nullptr;  // null: all of it
  Ranks* ranks = nullptr;        // null: on this machine
};

// Plays the tournament into spec.out, with progress, and prints the standings; the exit code says how it
// ended. Ledger::finished() of what is returned is false after an interruption.
[[nodiscard]] std::unique_ptr<Ledger> play_tournament(Context& context, const TournamentSpec& spec,
                                                      const ScheduleMaker& make, const Playing& playing,
                                                      const Interrupt& interrupt);

}  // namespace ludex::arena::cli
