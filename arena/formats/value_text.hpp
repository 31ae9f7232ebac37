// What a search says a position is worth, in words.
#pragma once

#include <string>

#include "core/agent/report.hpp"

namespace ludex::arena {

// "+0.24" (evaluations in whole units, not in hundredths), "<= +12" (scores), ">= +0.5000" (expected
// results); "-" if there is none.
[[nodiscard]] std::string value_text(double value, ValueUnit unit, ValueBound bound);

}  // namespace ludex::arena
