// Common part of `ludex analyze` and `ludex solve`: one search of one position.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "arena/faces/cli/commands.hpp"
#include "arena/host/analysis/search.hpp"
#include "core/agent/agent.hpp"

namespace ludex::arena::cli {

struct SearchOptions {
  std::string game;
  std::string agent;
  std::uint64_t seed = 1;
  bool json = false;
  bool progress = false;
  StartOptions start;
  BudgetOptions budget;

  // Adds a command with these options.
  CommandLine add_to(CommandLine& app, const char* name, const char* what);
};

// Starts a new game of the agent from `start`, runs its search by `call`, shows its progress meanwhile, and
// checks and times its report. Throws Failure.
void run_search(Agent& agent, const Position& start, const SearchOptions& options, host::Search& search,
                const std::function<Status(TextSink& error)>& call);

// Prints value, counts, variation and root moves.
void print_report(const Position& start, const host::Search& search);

}  // namespace ludex::arena::cli
