// Static evaluation of awari in hundredths of a seed: captured seeds count in full; seeds in the pits that
// may soon be captured or saved count a little. rules.md has the terms.
#pragma once

#include <cstdint>

#include "games/awari/sowing.hpp"

namespace ludex::games::awari {

// Terms for a side's pits, without its store.
[[nodiscard]] inline int pit_terms(Row own, Row other) noexcept {
  int score = 0;
  int empty = 0;
  for (unsigned pit = 0; pit < kPits; ++pit) {
    const unsigned seeds = pit_of(own, pit);
    if (seeds == 0) ++empty;
    if (seeds == 1 || seeds == 2) score -= 25;  // one more seed and the pit can be captured
    if (seeds >= 11) score += 60;               // a round trip: a threat that cannot be blocked
    // The last seed lands on the opponent's side: a move with reach.
    const unsigned last = pit + seeds;
    if (seeds != 0 && last >= kPits && last < 2 * kPits) {
      score += 8;
      const unsigned hit = pit_of(other, last - kPits);
      if (hit == 1 || hit == 2) score += 30;
    }
  }
  return score - 6 * empty + 6 * static_cast<int>(seeds_in_pits(own));
}

[[nodiscard]] inline int evaluate_rows(Row own, Row other) noexcept {
  return 100 * (static_cast<int>(store_of(own)) - static_cast<int>(store_of(other))) + pit_terms(own, other) -
         pit_terms(other, own);
}

}  // namespace ludex::games::awari
