// Square bitboards: one 64-bit word for boards up to 8 x 8 (rows of 8 bits), four words for boards up to 16 x
// 16 (rows of 16 bits). Smaller boards use the low corner; the cells outside stay empty.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ludex::games::loa {

template <unsigned kWordCount, unsigned kRowBits>
class Bits {
 public:
  static constexpr unsigned kStride = kRowBits;
  static constexpr unsigned kCells = 64 * kWordCount;
  static_assert(kStride * kStride == kCells);

  constexpr Bits() noexcept = default;
  [[nodiscard]] static constexpr Bits cell(unsigned i) noexcept {
    Bits b;
    b.set(i);
    return b;
  }

  constexpr void set(unsigned i) noexcept { word_[i / 64] |= std::uint64_t{1} << (i % 64); }
  constexpr void flip(unsigned i) noexcept { word_[i / 64] ^= std::uint64_t{1} << (i % 64); }
  [[nodiscard]] constexpr bool test(unsigned i) const noexcept {
    return ((word_[i / 64] >> (i % 64)) & 1) != 0;
  }

  [[nodiscard]] constexpr bool any() const noexcept {
    std::uint64_t all = 0;
    for (const auto w : word_) all |= w;
    return all != 0;
  }
  [[nodiscard]] constexpr unsigned count() const noexcept {
    int n = 0;
    for (const auto w : word_) n += std::popcount(w);
    return static_cast<unsigned>(n);
  }
  // The lowest set cell. Precondition: any().
  [[nodiscard]] constexpr unsigned first() const noexcept {
    unsigned w = 0;
    if constexpr (kWordCount > 1) {
      while (word_[w] == 0) ++w;
    }
    return w * 64 + static_cast<unsigned>(std::countr_zero(word_[w]));
  }
  // Calls f(cell) for each set cell, lowest first.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (unsigned w = 0; w < kWordCount; ++w) {
      for (std::uint64_t rest = word_[w]; rest != 0; rest &= rest - 1)
        f(w * 64 + static_cast<unsigned>(std::countr_zero(rest)));
    }
  }

  friend constexpr bool operator==(const Bits&, const Bits&) noexcept = default;
  friend constexpr Bits operator&(Bits a, const Bits& b) noexcept {
    for (unsigned w = 0; w < kWordCount; ++w) a.word_[w] &= b.word_[w];
    return a;
  }
  friend constexpr Bits operator|(Bits a, const Bits& b) noexcept {
    for (unsigned w = 0; w < kWordCount; ++w) a.word_[w] |= b.word_[w];
    return a;
  }
  friend constexpr Bits operator~(Bits a) noexcept {
    for (auto& w : a.word_) w = ~w;
    return a;
  }

  // Shifts by one column or row, up or down; drops cells that leave the board.
  [[nodiscard]] constexpr Bits east() const noexcept {
    Bits b;
    for (unsigned w = 0; w < kWordCount; ++w) b.word_[w] = (word_[w] << 1) & ~kFirstColumn;
    return b;
  }
  [[nodiscard]] constexpr Bits west() const noexcept {
    Bits b;
    for (unsigned w = 0; w < kWordCount; ++w) b.word_[w] = (word_[w] & ~kFirstColumn) >> 1;
    return b;
  }
  [[nodiscard]] constexpr Bits north() const noexcept {
    Bits b;
    for (unsigned w = 0; w < kWordCount; ++w)
      b.word_[w] = (word_[w] << kStride) | (w > 0 ? word_[w - 1] >> (64 - kStride) : 0);
    return b;
  }
  [[nodiscard]] constexpr Bits south() const noexcept {
    Bits b;
    for (unsigned w = 0; w < kWordCount; ++w)
      b.word_[w] = (word_[w] >> kStride) | (w + 1 < kWordCount ? word_[w + 1] << (64 - kStride) : 0);
    return b;
  }
  // The cells of the eight-neighbourhood; members only if they have a neighbouring member.
  [[nodiscard]] constexpr Bits neighbours() const noexcept {
    const Bits beside = east() | west();
    const Bits row = *this | beside;
    return beside | row.north() | row.south();
  }

 private:
  static constexpr std::uint64_t first_column() noexcept {
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < 64; i += kStride) mask |= std::uint64_t{1} << i;
    return mask;
  }
  static constexpr std::uint64_t kFirstColumn = first_column();

  std::array<std::uint64_t, kWordCount> word_{};
};

using SmallBits = Bits<1, 8>;
using LargeBits = Bits<4, 16>;

// The part of `discs` that its lowest disc can reach by king's steps over discs: a flood fill that expands
// the whole front at once.
template <class B>
[[nodiscard]] constexpr B group_of_first(const B& discs) noexcept {
  B group = B::cell(discs.first());
  for (;;) {
    const B wider = (group | group.neighbours()) & discs;
    if (wider == group) return group;
    group = wider;
  }
}

// True if the discs form one group in the eight-neighbourhood. A lone disc is one group. Most positions of a
// game have a disc without any neighbour, which a few operations on the whole set detect. Precondition:
// discs.any().
template <class B>
[[nodiscard]] constexpr bool connected(const B& discs) noexcept {
  if ((discs & ~discs.neighbours()).any()) return discs.count() == 1;
  return group_of_first(discs) == discs;
}

// Lines and rays of the whole grid. Cells outside a smaller board are never occupied, so one table serves
// every size. Directions 0..3 lead to higher cells (east, north, north-east, north-west), d ^ 4 is the
// opposite of d.
template <class B>
struct Lines {
  static constexpr std::array<int, 8> kColumn{1, 0, 1, -1, -1, 0, -1, 1};
  static constexpr std::array<int, 8> kRow{0, 1, 1, 1, 0, -1, -1, -1};

  std::array<std::array<B, 4>, B::kCells>
      line;  // line[cell][d]: the whole line through the cell, with the cell
  std::array<std::array<B, 8>, B::kCells> ray;  // ray[cell][d]: the cells beyond it in direction d
  std::array<unsigned, 8> step;                 // the difference of cell numbers, modulo kCells

  constexpr Lines() noexcept : line{}, ray{}, step{} {
    constexpr int kSide = static_cast<int>(B::kStride);
    for (unsigned d = 0; d < 8; ++d)
      step[d] = static_cast<unsigned>(kRow[d] * kSide + kColumn[d]) % B::kCells;
    for (unsigned from = 0; from < B::kCells; ++from) {
      for (unsigned d = 0; d < 8; ++d) {
        int x = static_cast<int>(from % B::kStride) + kColumn[d];
        int y = static_cast<int>(from / B::kStride) + kRow[d];
        for (; x >= 0 && x < kSide && y >= 0 && y < kSide; x += kColumn[d], y += kRow[d])
          ray[from][d].set(static_cast<unsigned>(y * kSide + x));
      }
      for (unsigned d = 0; d < 4; ++d) line[from][d] = ray[from][d] | ray[from][d ^ 4] | B::cell(from);
    }
  }
};

template <class B>
inline constexpr Lines<B> kLines{};

}  // namespace ludex::games::loa
