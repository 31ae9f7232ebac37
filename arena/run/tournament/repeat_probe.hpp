// Finds out before the first game whether a tournament would play games twice.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "arena/host/plugins/registry.hpp"
#include "arena/run/schedule/prepared.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// One sentence for each game of the specification that has fewer openings than round-robin, gauntlet or SPRT
// may play from, if agents play the same game again when an opening returns. Plays such games as the
// tournament would, twice each with the seeds of their rounds, until two are equal, all pairs of agents have
// been tried, or `patience` is over; keeps none of them. Says so if no pair could be tried in that time. An
// error: the games could not be played.
[[nodiscard]] Result<std::vector<std::string>> find_repeats(const PreparedTournament& tournament,
                                                            host::Registry& registry,
                                                            std::chrono::milliseconds patience);

}  // namespace ludex::arena::run
