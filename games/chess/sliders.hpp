// Attacks of rooks and bishops, in two interchangeable ways. All code above is a template over one of them,
// so the choice is made once, when a game is created (chess.hpp), and the hot paths inline it.
//
//   Portable  hyperbola quintessence: o ^ (o - 2r) finds the first blocker above a slider on its line; the
//             same on the byte-swapped board, the first one below (R. Smith and G. Isenberg;
//             chessprogramming.org, "Hyperbola Quintessence"). Ranks, where a byte swap does not reverse,
//             come from a table of 4 KiB.
//   Bmi2      PEXT of the blockers indexes a table of 841 KiB. Slow on AMD before Zen 3, where PEXT is
//             microcode.
#pragma once

#include "core/util/instructions.hpp"
#include "games/chess/bitboard.hpp"

namespace ludex::games::chess {

namespace detail {

struct LineMasks {
  Bitboard file;
  Bitboard diagonal;
  Bitboard antidiagonal;
};

[[nodiscard]] constexpr std::array<LineMasks, 64> make_line_masks() noexcept {
  std::array<LineMasks, 64> masks{};
  for (Square s = 0; s < 64; ++s) {
    masks[s] = {ray_from(s, 0, 1) | ray_from(s, 0, -1), ray_from(s, 1, 1) | ray_from(s, -1, -1),
                ray_from(s, 1, -1) | ray_from(s, -1, 1)};
  }
  return masks;
}
inline constexpr std::array<LineMasks, 64> kLineMasks = make_line_masks();

// [file][the six inner squares of the rank]: attacked squares of the rank.
[[nodiscard]] constexpr std::array<std::array<std::uint8_t, 64>, 8> make_rank_attacks() noexcept {
  std::array<std::array<std::uint8_t, 64>, 8> table{};
  for (std::uint32_t file = 0; file < 8; ++file) {
    for (std::uint32_t inner = 0; inner < 64; ++inner) {
      const std::uint32_t blockers = inner << 1U;
      std::uint32_t attacked = 0;
      for (std::uint32_t x = file + 1; x < 8; ++x) {
        attacked |= 1U << x;
        if ((blockers >> x & 1U) != 0) break;
      }
      for (std::uint32_t x = file; x-- > 0;) {
        attacked |= 1U << x;
        if ((blockers >> x & 1U) != 0) break;
      }
      table[file][inner] = static_cast<std::uint8_t>(attacked);
    }
  }
  return table;
}
inline constexpr std::array<std::array<std::uint8_t, 64>, 8> kRankAttacks = make_rank_attacks();

}  // namespace detail

struct Portable {
  [[nodiscard]] static constexpr Bitboard rook(Square s, Bitboard occupied) noexcept {
    const std::uint32_t row = s & 56U;
    const Bitboard rank = detail::kRankAttacks[file_of(s)][(occupied >> (row + 1)) & 63U];
    return (rank << row) | on_line(s, occupied, detail::kLineMasks[s].file);
  }
  [[nodiscard]] static constexpr Bitboard bishop(Square s, Bitboard occupied) noexcept {
    return on_line(s, occupied, detail::kLineMasks[s].diagonal) |
           on_line(s, occupied, detail::kLineMasks[s].antidiagonal);
  }
  // The square of the n-th member, n from 0.
  [[nodiscard]] static constexpr Square select(Bitboard set, std::uint32_t n) noexcept {
    for (; n != 0; --n) set &= set - 1;
    return first_square(set);
  }

 private:
  [[nodiscard]] static constexpr Bitboard on_line(Square s, Bitboard occupied, Bitboard mask) noexcept {
    const Bitboard blockers = occupied & mask;
    const Bitboard up = blockers - 2 * bit(s);
    const Bitboard down = __builtin_bswap64(__builtin_bswap64(blockers) - 2 * bit(s ^ 56U));
    return (up ^ down) & mask;
  }
};

#if defined(__BMI2__)

namespace detail {

struct PextTables {
  struct Entry {
    Bitboard mask;  // squares whose occupation matters: the lines without their far ends
    const Bitboard* attacks;
  };
  std::array<Entry, 64> rook;
  std::array<Entry, 64> bishop;
  std::array<Bitboard, 102400 + 5248> storage;

  PextTables() noexcept {
    Bitboard* next = storage.data();
    for (Square s = 0; s < 64; ++s) {
      const Bitboard rank_ends = (kFileA | kFileH) & ~(kFileA << file_of(s));
      const Bitboard file_ends = (rank_mask(0) | rank_mask(7)) & ~rank_mask(rank_of(s));
      const Bitboard inside = ~(rank_ends | file_ends);
      rook[s] = {kGeometry.orthogonal[s] & inside, next};
      next = fill(rook[s].mask, next, [s](Bitboard b) { return Portable::rook(s, b); });
      bishop[s] = {kGeometry.diagonal[s] & inside, next};
      next = fill(bishop[s].mask, next, [s](Bitboard b) { return Portable::bishop(s, b); });
    }
  }
  PextTables(const PextTables&) = delete;
  PextTables& operator=(const PextTables&) = delete;

 private:
  // (b - mask) & mask enumerates the subsets of the mask in the order of their PEXT index.
  template <class F>
  static Bitboard* fill(Bitboard mask, Bitboard* out, F&& attacks) noexcept {
    Bitboard blockers = 0;
    do {
      *out++ = attacks(blockers);
      blockers = (blockers - mask) & mask;
    } while (blockers != 0);
    return out;
  }
};
inline const PextTables kPextTables;

}  // namespace detail

struct Bmi2 {
  [[nodiscard]] static Bitboard rook(Square s, Bitboard occupied) noexcept {
    const auto& entry = detail::kPextTables.rook[s];
    return entry.attacks[extract_bits(occupied, entry.mask)];
  }
  [[nodiscard]] static Bitboard bishop(Square s, Bitboard occupied) noexcept {
    const auto& entry = detail::kPextTables.bishop[s];
    return entry.attacks[extract_bits(occupied, entry.mask)];
  }
  [[nodiscard]] static Square select(Bitboard set, std::uint32_t n) noexcept {
    return first_square(deposit_bits(bit(n), set));
  }
};

// True if this processor has PEXT in hardware (Excavator, Zen and Zen 2 emulate it in microcode).
[[nodiscard]] inline bool has_fast_pext() noexcept {
  return __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_is("bdver4") == 0 &&
         __builtin_cpu_is("znver1") == 0 && __builtin_cpu_is("znver2") == 0;
}

#endif

}  // namespace ludex::games::chess
