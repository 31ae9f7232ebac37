// Sowing and capturing on the 2 x 6 board, a row at a time: each row is one 64-bit word, one byte per pit, so
// that a whole sowing is two additions from a table and a chain of captures a few bit operations.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace ludex::games::awari {

inline constexpr unsigned kPits = 6;  // of a player
inline constexpr unsigned kSeeds = 48;

// A player's pits in sowing order in bytes 0..5, the captured seeds in byte 6.
using Row = std::uint64_t;

inline constexpr Row kAllPits = 0x0000'FFFF'FFFF'FFFF;
inline constexpr Row kOnes = 0x0000'0101'0101'0101;

[[nodiscard]] constexpr unsigned pit_of(Row row, unsigned pit) noexcept {
  return static_cast<unsigned>(row >> (8 * pit) & 0xFFU);
}
[[nodiscard]] constexpr unsigned store_of(Row row) noexcept {
  return pit_of(row, kPits);
}
[[nodiscard]] constexpr unsigned seeds_in_pits(Row row) noexcept {
  return static_cast<unsigned>((row & kAllPits) * 0x0101'0101'0101'0101U >> 56);
}
[[nodiscard]] constexpr bool has_seeds(Row row) noexcept {
  return (row & kAllPits) != 0;
}
// True if some pit of either row holds at least `n` seeds, for n a power of two.
[[nodiscard]] constexpr bool some_pit_holds(Row rows, unsigned n) noexcept {
  return (rows & kOnes * (0x100U - n)) != 0;
}
// Bit i: pit i is not empty.
[[nodiscard]] constexpr unsigned occupied(Row row) noexcept {
  // 127 + seeds has the high bit of the byte set; the product gathers the six bits in the top byte.
  const Row high = ((row & kAllPits) + kOnes * 127) >> 7 & kOnes;
  return static_cast<unsigned>(high * 0x0102'0408'1020'4080U >> 56);
}

// Effect of sowing one pit: seeds added to each row, and the opponent's pits up to the last seed, as whole
// bytes (none if it ends in one's own row or may not capture).
struct Sowing {
  Row own;
  Row other;
  Row range;
};

// All sowings, by origin and number of seeds. With `barren_return`, a sowing that ends in the pit right after
// the skipped origin captures nothing (the quirk of rules=ludii, rules.md).
template <bool barren_return>
[[nodiscard]] constexpr auto all_sowings() noexcept {
  std::array<std::array<Sowing, kSeeds + 1>, kPits> table{};
  for (unsigned origin = 0; origin < kPits; ++origin) {
    for (unsigned seeds = 1; seeds <= kSeeds; ++seeds) {
      Sowing& sowing = table[origin][seeds];
      unsigned at = origin;
      for (unsigned i = 0; i < seeds; ++i) {
        at = (at + 1) % (2 * kPits);
        if (at == origin) at = (at + 1) % (2 * kPits);  // the origin stays empty
        (at < kPits ? sowing.own : sowing.other) += Row{1} << (8 * (at % kPits));
      }
      const bool returned = seeds > 1 && at == (origin + 1) % (2 * kPits);
      if (at >= kPits && !(barren_return && returned)) {
        sowing.range = (Row{1} << (8 * (at - kPits + 1))) - 1;
      }
    }
  }
  return table;
}
template <bool barren_return>
inline constexpr auto kSowings = all_sowings<barren_return>();

// Sows a non-empty pit of `own`, and captures: the last pit if it is the opponent's and now holds two or
// three seeds, and the unbroken sequence of such pits before it.
template <bool barren_return>
constexpr void sow(Row& own, Row& other, unsigned pit) noexcept {
  const Sowing& sowing = kSowings<barren_return>[pit][pit_of(own, pit)];
  own = (own & ~(Row{0xFF} << (8 * pit))) + sowing.own;
  other += sowing.other;
  // 0x80 - x keeps its high bit only for x = 0, here for pits of two or three.
  const Row two_or_three = kOnes * 0x80 - ((other & kOnes * 0xFE) ^ kOnes * 0x02);
  const Row stops = ~two_or_three & kOnes * 0x80 & sowing.range;
  // Whole bytes above the last stop; a shift by 0 if there is none.
  const Row captured = other & sowing.range & (~Row{0} << (64 - std::countl_zero(stops)));
  other ^= captured;
  own += Row{seeds_in_pits(captured)} << (8 * kPits);
}

}  // namespace ludex::games::awari
