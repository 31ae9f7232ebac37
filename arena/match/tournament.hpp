// A tournament: every game of a specification played in parallel slots and logged.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "arena/config/spec.hpp"
#include "arena/host/registry.hpp"
#include "arena/log/log_writer.hpp"
#include "arena/match/progress.hpp"
#include "arena/match/standings.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// What an earlier run of the same specification has left.
struct Played {
  std::unordered_set<std::string> ids;
};

struct TournamentEnd {
  std::uint64_t played = 0;  // games in the log, earlier runs included
  std::uint64_t total = 0;
  bool interrupted = false;
};

// Plays what is not yet played. `standings` holds the earlier games and gets the rest. `stop` becomes
// non-zero when the run must end soon: games in progress are given up, and the log stays whole. Blocks. The
// error is one of the host (a log that cannot be written): what is logged is good, and the run can be
// resumed.
[[nodiscard]] Result<TournamentEnd> run_tournament(const TournamentSpec& spec, Registry& registry,
                                                   const Played& played, LogWriter& log, Standings& standings,
                                                   Progress& progress, const std::uint32_t* stop);

}  // namespace ludex::arena
