// Reads a command's tournament specification.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/faces/cli/commands.hpp"
#include "arena/model/spec.hpp"
#include "arena/run/tournament/read_tournament.hpp"

namespace ludex::arena::cli {

// Calls `read`; prints every problem of a bad specification with its place before throwing it on.
[[nodiscard]] run::PreparedTournament printing_problems(const std::function<run::PreparedTournament()>& read);
void print_warnings(const TournamentSpec& spec);

// Reads and checks the file, and prints its problems and warnings. Throws Failure.
[[nodiscard]] run::PreparedTournament read_tournament(Context& context, const std::string& file,
                                                      const std::vector<std::string>& overrides);

// Likewise for spec.yaml in a tournament's folder: OUT itself or one of its parts. `out` of the result is the
// folder.
[[nodiscard]] TournamentSpec read_tournament_of(Context& context, const std::string& folder);

}  // namespace ludex::arena::cli
