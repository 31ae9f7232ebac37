// Which openings are for tuning, and which for the match that tests what was tuned.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "arena/schedule/openings.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::tuning {

// By position, not by number, so that what is used again under another number stays on its side: of the
// different positions, in the order in which the rounds have them, the second, sixth, tenth ... are for
// validation. A function of the source alone.
class OpeningSplit {
 public:
  // Both outlive it.
  OpeningSplit(const Game& game, OpeningSource& source) : game_(game), source_(source) {}

  // The round that has the opening number n for tuning. Rounds of n = 0, 1, ... increase.
  [[nodiscard]] Result<std::uint32_t> tuning_round(std::uint64_t n);
  // Different openings, at most `count`, none of which any tuning_round() has. The error says that there are
  // none.
  [[nodiscard]] Result<std::vector<Opening>> validation(std::size_t count);

 private:
  // Looks at the next round.
  Result<void> scan();

  const Game& game_;
  OpeningSource& source_;
  std::uint32_t scanned_ = 0;
  std::unordered_map<std::uint64_t, bool> sides_;  // by hash: for validation
  std::vector<std::uint32_t> tuning_;
  std::vector<Opening> validation_;
};

}  // namespace ludex::arena::tuning
