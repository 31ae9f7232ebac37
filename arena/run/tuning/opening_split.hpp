// Splits openings between tuning and the match that validates its result.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "arena/run/schedule/openings.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::tuning {

// Splits by position, not by number, so that a position repeated under another number stays on its side: of
// the different positions, in the order of rounds, the second, sixth, tenth ... are for validation. Depends
// on the source alone.
class OpeningSplit {
 public:
  // Both must outlive it.
  OpeningSplit(const Game& game, run::OpeningSource& source) : game_(game), source_(source) {}

  // The round of tuning opening number n, increasing in n.
  [[nodiscard]] Result<std::uint32_t> tuning_round(std::uint64_t n);
  // At most `count` different openings that no tuning_round() has. The error says that there are none.
  [[nodiscard]] Result<std::vector<Opening>> validation(std::size_t count);

 private:
  // Reads the next round.
  Result<void> scan();

  const Game& game_;
  run::OpeningSource& source_;
  std::uint32_t scanned_ = 0;
  std::unordered_map<std::uint64_t, bool> sides_;  // by hash: true for validation
  std::vector<std::uint32_t> tuning_;
  std::vector<Opening> validation_;
};

}  // namespace ludex::arena::tuning
