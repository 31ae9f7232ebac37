// Games from a log of the arena (games.jsonl; log.md has its fields), with the fields that learning
// needs.
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

// Requirements on a game: its moves, or also values of the moves.
enum class LogNeeds { kMoves, kValues };

// Calls take(game) for each completed game with the required fields; skips others, and half a line at the end
// of the log of a running tournament. Errors, also those of take, include file and line. Refuses games that
// begin at a position of their own, and values in other units than centi-units.
[[nodiscard]] Result<void> read_log(const std::string& name, LogNeeds needs,
                                    const std::function<Result<void>(const LoggedGame&)>& take);

}  // namespace ludex::games
