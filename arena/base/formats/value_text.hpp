// A search's value of a position in words.
#pragma once

#include <optional>
#include <string>

#include "core/agent/report.hpp"

namespace ludex::arena {

// Plies to the forced end that a value stands for: values beyond every evaluation are 32000 minus the plies,
// in hundredths. Positive: a win; negative: a loss; no value: an evaluation.
[[nodiscard]] std::optional<int> plies_to_end(double value, ValueUnit unit);

// Likewise in moves, for a mate claimed by an engine behind a bridge: 30000 minus the moves (agents/bridges).
[[nodiscard]] std::optional<int> moves_to_mate(double value, ValueUnit unit);

// "win in 12", plies to a forced end; "win in 3 moves", an engine's mate; "+0.24" (evaluations in whole
// units, not hundredths), "<= +12" (scores), ">= +0.5000" (expected results); "-" if there is none.
[[nodiscard]] std::string value_text(double value, ValueUnit unit, ValueBound bound);

}  // namespace ludex::arena
