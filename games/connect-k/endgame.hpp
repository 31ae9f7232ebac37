// Endgame: the exact score of a Connect-k position of few free cells, on boards of one word. Alpha-beta
// without a table; moves that lose at once are not searched, those that make most threats go first.
//
// Follow-up (the claimeven rule of Allis 1988, in all columns at once): if every column has an even number of
// free cells, the side not to move can answer each move in the same column. It gets the upper cell of each
// pair, and the mover the lower ones. A mover that has no line in its stones and the lower cells cannot win.
// With one odd column the mover takes its lowest cell and becomes the side that answers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/game/draft/exact_score.hpp"
#include "games/common/bits.hpp"
#include "games/common/line_board.hpp"
#include "games/connect-k/threats.hpp"

namespace ludex::games::connect_k {

class Endgame {
 public:
  Endgame(std::uint32_t width, std::uint32_t height, std::uint32_t k)
      : free_(width * height),
        half_((free_ + 1) / 2),
        threats_(width, height, k),
        lines_({1, height + 1, height, height + 2}, k),
        sided_(lines_.fit()) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const auto centre = static_cast<std::uint8_t>(std::min(x, width - 1 - x));
      for (std::uint32_t row = 0; row < height; ++row) {
        const std::uint32_t cell = x * (height + 1) + row;
        cells_ |= std::uint64_t{1} << cell;
        if ((height - row) % 2 == 0) lower_ |= std::uint64_t{1} << cell;
        centre_[cell] = centre;
      }
    }
  }

  // The score of a win by the next stone after `ply` stones: 1 for the last stone that the winner may have.
  [[nodiscard]] std::int32_t win_at(std::uint32_t ply) const noexcept {
    return static_cast<std::int32_t>(half_) - static_cast<std::int32_t>(ply / 2);
  }

  // Bounds of the score for `own`, which is to move; exact where one side wins at once.
  [[nodiscard]] ScoreRange range(std::uint64_t own, std::uint64_t other, std::uint32_t ply) const noexcept {
    const std::uint64_t taken = own | other;
    if ((landing(taken) & completing(own, taken)) != 0) return {win_at(ply), win_at(ply)};
    if (safe(own, other) == 0) return lost(ply);
    return open_range(own, other, ply);
  }

  // As ExactScore::solve.
  [[nodiscard]] std::int32_t solve(std::uint64_t own, std::uint64_t other, std::uint32_t ply,
                                   std::int32_t alpha, std::int32_t beta,
                                   std::uint64_t& nodes) const noexcept {
    const std::uint64_t taken = own | other;
    ++nodes;
    if ((landing(taken) & completing(own, taken)) != 0) return win_at(ply);
    return search(own, other, ply, alpha, beta, nodes);
  }

  // Rank of a move to `cell`: first the threats that it makes, then the distance to the edge; at least 0.
  [[nodiscard]] std::uint32_t rank(std::uint64_t own, std::uint64_t other,
                                   std::uint32_t cell) const noexcept {
    const std::uint64_t stone = std::uint64_t{1} << cell;
    const std::uint64_t made = completing(own | stone, own | other | stone);
    return static_cast<std::uint32_t>(std::popcount(made)) * 32U + centre_[cell];
  }

 private:
  [[nodiscard]] std::uint64_t landing(std::uint64_t taken) const noexcept {
    return threats_.landing({{taken}}).word[0];
  }
  [[nodiscard]] std::uint64_t completing(std::uint64_t stones, std::uint64_t taken) const noexcept {
    return threats_.completing({{stones}}, {{taken}}).word[0];
  }
  [[nodiscard]] std::uint64_t safe(std::uint64_t own, std::uint64_t other) const noexcept {
    return threats_.safe({{own}}, {{other}}).word[0];
  }
  [[nodiscard]] ScoreRange lost(std::uint32_t ply) const noexcept {
    return {-win_at(ply + 1), -win_at(ply + 1)};
  }

  // Bounds where neither the mover wins at once nor the other side by its next move.
  [[nodiscard]] ScoreRange open_range(std::uint64_t own, std::uint64_t other,
                                      std::uint32_t ply) const noexcept {
    if (ply + 2 >= free_) return {0, 0};
    ScoreRange range{-std::max(win_at(ply + 3), 0), std::max(win_at(ply + 2), 0)};
    if (!sided_) return range;
    const std::uint64_t taken = own | other;
    const std::uint64_t odd = landing(taken) & ~lower_;
    const std::uint64_t open = cells_ & ~taken;
    if (odd == 0 && !lines_.any(own | (open & lower_))) {
      range.high = std::min(range.high, lines_.any(other | (open & ~lower_)) ? -1 : 0);
    } else if (odd != 0 && (odd & (odd - 1)) == 0 && !lines_.any(other | (open & lower_))) {
      range.low = std::max(range.low, lines_.any(own | (open & ~lower_)) ? 1 : 0);
    }
    return range;
  }

  // For a position where the mover does not win at once.
  [[nodiscard]] std::int32_t search(std::uint64_t own, std::uint64_t other, std::uint32_t ply,
                                    std::int32_t alpha, std::int32_t beta,
                                    std::uint64_t& nodes) const noexcept {
    std::uint64_t moves = safe(own, other);
    if (moves == 0) return lost(ply).low;
    const ScoreRange range = open_range(own, other, ply);
    if (range.low >= beta || range.low == range.high) return range.low;
    if (range.high <= alpha) return range.high;
    struct Ranked {
      std::uint32_t rank;
      std::uint32_t cell;
    };
    std::array<Ranked, kMaxWidth> list;
    std::size_t count = 0;
    const bool single = (moves & (moves - 1)) == 0;
    for (; moves != 0; moves &= moves - 1) {
      const auto cell = static_cast<std::uint32_t>(std::countr_zero(moves));
      const Ranked item{single ? 0 : rank(own, other, cell), cell};
      std::size_t j = count++;
      for (; j > 0 && list[j - 1].rank < item.rank; --j) list[j] = list[j - 1];
      list[j] = item;
    }
    std::int32_t best = -win_at(0);
    alpha = std::max(alpha, range.low);
    beta = std::min(beta, range.high);
    for (std::size_t i = 0; i < count && best < beta; ++i) {
      ++nodes;
      const std::uint64_t next = own | std::uint64_t{1} << list[i].cell;
      const std::int32_t from = std::max(alpha, best);
      best = std::max(best, -search(other, next, ply + 1, -beta, -from, nodes));
    }
    return best;
  }

  static constexpr std::size_t kMaxWidth = 32;  // two bits a column

  std::uint32_t free_;  // cells of the empty board
  std::uint32_t half_;  // stones of the first player on a full board
  Threats<1> threats_;
  ShortLines lines_;
  bool sided_;  // the follow-up bounds apply
  std::uint64_t cells_ = 0;
  std::uint64_t lower_ = 0;  // cells with an odd number of cells above them
  std::array<std::uint8_t, 64> centre_{};
};

}  // namespace ludex::games::connect_k
