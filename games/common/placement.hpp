// Common part of games in which stones of two colours are placed and never move.
#pragma once

#include <cstdint>

#include "core/game/game.hpp"
#include "core/util/hash.hpp"

namespace ludex::games {

inline constexpr std::uint32_t kMaxStoneCells = 384;  // 19 x 19 with a padding column, in whole words

// Zobrist keys of a stone of `player` on bit `cell`, and of the second player's turn.
namespace detail {
inline constexpr auto kStoneKeys = zobrist_keys<2 * kMaxStoneCells + 1>(0x5354'4F4E'4553ULL);
}
[[nodiscard]] constexpr std::uint64_t stone_key(Player player, std::uint32_t cell) noexcept {
  return detail::kStoneKeys[player * kMaxStoneCells + cell];
}
inline constexpr std::uint64_t kSecondToMoveKey = detail::kStoneKeys[2 * kMaxStoneCells];

// Draws `count` cells in sequence, each uniform among the remaining ones, into `order`; the first `n`
// elements of `cells` (at most kMaxStoneCells) are the candidates, and are overwritten.
//
// Six draws share one random word: floor(r b1 b2 ... b6 / 2^64), written in the mixed radix b1 ... b6, gives
// six indices, exactly uniform if r is rejected when the fraction is below 2^64 mod (b1 ... b6). This is
// Lemire's method for several ranges: Brackett-Rozinsky & Lemire, "Batched ranged random integer generation"
// (2024), section 3.
template <class Cell>
void draw_cells(Rng& rng, Cell* cells, std::uint32_t n, Cell* order, std::uint32_t count) noexcept {
  __extension__ using Wide = unsigned __int128;
  constexpr std::uint32_t kBatch = 6;
  static_assert(kMaxStoneCells <= 512);  // six ranges multiply to at most 2^54
  std::uint32_t done = 0;
  for (; done + kBatch <= count; done += kBatch) {
    std::uint32_t index[kBatch];
    for (;;) {
      std::uint64_t rest = rng.next();
      std::uint64_t product = 1;
      for (std::uint32_t j = 0; j < kBatch; ++j) {
        const std::uint64_t range = n - j;
        const Wide wide = Wide{rest} * range;
        index[j] = static_cast<std::uint32_t>(wide >> 64);
        rest = static_cast<std::uint64_t>(wide);
        product *= range;
      }
      if (rest >= product || rest >= (0 - product) % product) [[likely]]
        break;
    }
    for (std::uint32_t j = 0; j < kBatch; ++j) {
      order[done + j] = cells[index[j]];
      cells[index[j]] = cells[--n];
    }
  }
  for (; done < count; ++done) {
    const std::uint32_t i = rng.below(n);
    order[done] = cells[i];
    cells[i] = cells[--n];
  }
}

}  // namespace ludex::games
