// Threats on a Connect-k board: cells that complete a line, moves that do not lose at once, and the result
// that answering in the same column guarantees.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/common/bits.hpp"
#include "games/common/line_board.hpp"

namespace ludex::games::connect_k {

// The layout of rules.hpp: columns side by side, each with one spare bit above its cells.
template <std::size_t W>
class Threats {
 public:
  using Board = Bits<W>;

  Threats(std::uint32_t width, std::uint32_t height, std::uint32_t k)
      : k_(k), steps_{1, height + 1, height, height + 2} {
    for (std::uint32_t x = 0; x < width; ++x) {
      bottom_.set(x * (height + 1));
      for (std::uint32_t row = 0; row < height; ++row) cells_.set(x * (height + 1) + row);
    }
    short_ = k == 4 && 3 * steps_[3] < 64;
  }

  // The lowest free cell of each column that is not full.
  [[nodiscard]] Board landing(const Board& taken) const noexcept {
    return (taken.up_small(1) | bottom_).without(taken) & cells_;
  }

  // The free cells where one more of these stones completes a line.
  [[nodiscard]] Board completing(const Board& stones, const Board& taken) const noexcept {
    Board found;
    if (W == 1 && short_) {
      found.word[0] = completing_four(stones.word[0]);
    } else {
      for (const std::uint32_t step : steps_) found |= completing_cells(stones, step, k_, false);
    }
    return (found & cells_).without(taken);
  }

  // The landing cells after which the other side cannot complete a line at once. Assumes that `own` cannot.
  [[nodiscard]] Board safe(const Board& own, const Board& other) const noexcept {
    const Board taken = own | other;
    const Board theirs = completing(other, taken);
    Board cells = landing(taken);
    const Board forced = cells & theirs;
    if (forced.any()) {
      if (forced.count() > 1) return {};
      cells = forced;
    }
    return cells.without(theirs.down_small(1));
  }

 private:
  // A bit is found if the three others of four in a row around it are in the set.
  [[nodiscard]] std::uint64_t completing_four(std::uint64_t set) const noexcept {
    std::uint64_t found = set << 1 & set << 2 & set << 3;
    for (std::size_t i = 1; i < steps_.size(); ++i) {
      const std::uint32_t step = steps_[i];
      const std::uint64_t up = set << step, down = set >> step;
      const std::uint64_t two_up = up & set << 2 * step, two_down = down & set >> 2 * step;
      found |= (two_up & (set << 3 * step | down)) | (two_down & (set >> 3 * step | up));
    }
    return found;
  }

  std::uint32_t k_;
  std::array<std::uint32_t, 4> steps_;  // vertical, horizontal, and the two diagonals
  bool short_ = false;                  // completing_four() applies
  Board cells_;
  Board bottom_;
};

}  // namespace ludex::games::connect_k
