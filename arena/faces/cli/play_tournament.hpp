// Common part of `ludex run` and `ludex tune`: from a file to games in a log.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arena/faces/cli/commands.hpp"
#include "arena/run/tournament/read_tournament.hpp"
#include "arena/run/tournament/run_tournament.hpp"

namespace ludex::arena::cli {

// Options of both commands.
struct RunOptions {
  std::string file;
  std::string out;
  std::string scratch;
  std::string mode;
  std::string transport = "auto";
  std::uint32_t concurrency = 0;
  bool resume = false;
  bool accept_changed = false;
  bool quiet = false;
  bool strict = false;
  bool dry_run = false;
  std::vector<std::string> overrides;

  void add_to(CommandLine& command_line);
  // The overrides, including those given by options of their own.
  [[nodiscard]] std::vector<std::string> all_overrides() const;
};

struct TriedAgent {
  std::string agent;
  std::string said;
};
// Prepares the file's tournament. Prints its problems and warnings. Throws Failure. `tried` (may be null)
// receives the programs that agents depend on.
[[nodiscard]] run::PreparedTournament prepare_tournament(Context& context, const RunOptions& options,
                                                         std::vector<TriedAgent>* tried = nullptr);
// Does everything that precedes the first game, and prints the games to be played. `with_folder`: also checks
// that the output folder can take them. Throws Failure.
void check_tournament(Context& context, const RunOptions& options, bool with_folder, bool json);

// Plays into spec.out, shows progress, prints the standings, and sets the exit code. `again` is the command
// that resumes. After an interruption, ledger().finished() of the result is false.
std::unique_ptr<run::TournamentRun> play_tournament(Context& context,
                                                    const run::PreparedTournament& tournament,
                                                    run::RunPlan plan, bool quiet, const std::string& again);

}  // namespace ludex::arena::cli
