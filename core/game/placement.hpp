// What games share in which stones of two colours are placed and never move.
#pragma once

#include <cstdint>

#include "core/game/game.hpp"
#include "core/util/hash.hpp"

namespace ludex {

inline constexpr std::uint32_t kMaxStoneCells = 384;  // 19 x 19 with a padding column, in whole words

// Zobrist key of a stone of `player` on bit `cell`, and of the second player's turn.
namespace detail {
inline constexpr auto kStoneKeys = zobrist_keys<2 * kMaxStoneCells + 1>(0x5354'4F4E'4553ULL);
}
[[nodiscard]] constexpr std::uint64_t stone_key(Player player, std::uint32_t cell) noexcept {
  return detail::kStoneKeys[player * kMaxStoneCells + cell];
}
inline constexpr std::uint64_t kSecondToMoveKey = detail::kStoneKeys[2 * kMaxStoneCells];

}  // namespace ludex
