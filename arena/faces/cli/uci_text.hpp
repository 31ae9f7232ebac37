// Text of `ludex uci` on a search.
#pragma once

#include <cstdint>
#include <string>

#include "core/agent/report.hpp"
#include "core/game/engine_texts.hpp"

namespace ludex::arena::cli {

// Known facts on a position's value.
struct UciScore {
  double value;
  ValueUnit unit;
  ValueBound bound;
  Outcome outcome;      // proven, or kUnknown
  std::uint32_t plies;  // to the end of the game if the principal variation reaches it; else 0
};

// " score cp 31", " score mate -2 lowerbound", or "" if nothing is known. Expected results count in
// thousandths, a point of score as a whole unit of evaluations. A win in n plies, which agents report as
// 32000 - n centi-units, becomes a mate, in moves (UCI) or plies (USI); a proven result of unknown distance
// becomes +-30000, more than any evaluation.
[[nodiscard]] std::string score_words(const UciScore& score, EngineProtocol protocol);

}  // namespace ludex::arena::cli
