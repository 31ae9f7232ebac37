#pragma once

#include <cstdint>

#include "core/abi/types.hpp"

namespace ludex::agents::proof_number {

// The result that low <= value <= high proves, for values that are positive for a win, 0 for a draw.
[[nodiscard]] constexpr Outcome outcome_between(std::int32_t low, std::int32_t high) noexcept {
  if (low > 0) return Outcome::kWin;
  if (high < 0) return Outcome::kLoss;
  return low == 0 && high == 0 ? Outcome::kDraw : Outcome::kUnknown;
}

}  // namespace ludex::agents::proof_number
