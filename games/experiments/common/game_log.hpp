// Games from a log of the arena (games.jsonl; arena/README.md has its fields), as far as learning asks for
// them.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::games {

struct LoggedGame {
  std::array<std::string, 2> agents;  // of the seats
  std::vector<std::string> opening;
  std::vector<std::string> moves;             // after the opening
  std::array<std::vector<double>, 2> values;  // of each seat's moves, for itself, in centi-units
  double outcome;                             // for the first player: 0, 1/2, 1

  static constexpr double kNoValue = 1e9;
};

// What a game must have: its moves, or values of the moves, too.
enum class LogNeeds { kMoves, kValues };

// Calls take(game) for each game that was played to its end and has what is needed; others are passed over,
// as is half a line at the end of the log of a run that goes on. An error, of take too, is told with file and
// line. Games that begin at a position of their own are refused, and values of another kind than centi-units.
[[nodiscard]] Result<void> read_log(const std::string& name, LogNeeds needs,
                                    const std::function<Result<void>(const LoggedGame&)>& take);

}  // namespace ludex::games
