// What a search says a position is worth, in words.
#pragma once

#include <optional>
#include <string>

#include "core/agent/report.hpp"

namespace ludex::arena {

// How many plies are left to a forced end that a value stands for: values beyond every evaluation are 32000
// less those plies, in hundredths. Positive: a win; negative: a loss; nothing: an evaluation.
[[nodiscard]] std::optional<int> plies_to_end(double value, ValueUnit unit);

// The same of a mate that an engine behind a bridge claims, in moves: 30000 less those (agents/bridges).
[[nodiscard]] std::optional<int> moves_to_mate(double value, ValueUnit unit);

// "win in 12", plies to a forced end; "win in 3 moves", an engine's mate; "+0.24" (evaluations in whole
// units, not in hundredths), "<= +12" (scores), ">= +0.5000" (expected results); "-" if there is none.
[[nodiscard]] std::string value_text(double value, ValueUnit unit, ValueBound bound);

}  // namespace ludex::arena
