// Static evaluation of Othello in hundredths of a disc: mobility and corners, discs only near the end. A
// simple baseline for any even board; rules.md has the terms.
#pragma once

#include <cstdint>

#include "games/common/square_set.hpp"
#include "games/othello/board.hpp"

namespace ludex::games::othello {

template <int N>
struct CornerSquares {
  using Set = typename Board<N>::Set;
  static constexpr int kLast = N - 1;
  [[nodiscard]] static constexpr Set at(int x, int y) noexcept { return bits::bit<Set>(y * N + x); }
  static constexpr Set kCorners = at(0, 0) | at(kLast, 0) | at(0, kLast) | at(kLast, kLast);

  // Squares next to the empty corners: diagonally (X squares) and along the edge (C squares).
  struct Beside {
    Set diagonal;
    Set edge;
  };
  [[nodiscard]] static Beside beside_empty(Set occupied) noexcept {
    Beside b{};
    for (const int x : {0, kLast}) {
      for (const int y : {0, kLast}) {
        if ((occupied & at(x, y)) != 0) continue;
        const int inward_x = x == 0 ? 1 : kLast - 1;
        const int inward_y = y == 0 ? 1 : kLast - 1;
        b.diagonal |= at(inward_x, inward_y);
        b.edge |= at(inward_x, y) | at(x, inward_y);
      }
    }
    return b;
  }
};

// Empty squares next to a disc of `discs`: possible later moves of the other side.
template <int N>
[[nodiscard]] typename Board<N>::Set liberties(typename Board<N>::Set discs,
                                               typename Board<N>::Set empty) noexcept {
  using B = Board<N>;
  using Set = typename B::Set;
  // kInner lacks both edge columns; sideways shifts from there do not wrap.
  constexpr Set kNotFirst = [] {
    Set set = 0;
    for (int square = 0; square < B::kSquares; ++square) {
      if (square % N != 0) set |= bits::bit<Set>(square);
    }
    return set;
  }();
  constexpr Set kNotLast = kNotFirst >> 1;
  const Set row = discs | static_cast<Set>((discs & kNotLast) << 1) | (discs & kNotFirst) >> 1;
  return (row | static_cast<Set>(row << N) | row >> N) & empty;
}

template <int N>
[[nodiscard]] int evaluate_discs(typename Board<N>::Set own, typename Board<N>::Set other) noexcept {
  using B = Board<N>;
  using Set = typename B::Set;
  const Set occupied = own | other;
  const Set empty = B::kAll & ~occupied;
  const int empties = bits::count(empty);
  const auto share = [](int mine, int theirs) { return 100 * (mine - theirs) / (mine + theirs + 2); };
  const int moves = share(bits::count(B::mobility(own, other)), bits::count(B::mobility(other, own)));
  const int potential = share(bits::count(liberties<N>(other, empty)), bits::count(liberties<N>(own, empty)));
  const auto count = [&](Set squares) { return bits::count(own & squares) - bits::count(other & squares); };
  const auto beside = CornerSquares<N>::beside_empty(occupied);
  const int position =
      800 * count(CornerSquares<N>::kCorners) - 350 * count(beside.diagonal) - 120 * count(beside.edge);
  const int early = 14 * moves + 7 * potential + position;
  // In the last dozen moves the discs themselves dominate.
  constexpr int kLate = 12;
  if (empties >= kLate) return early;
  const int discs = 100 * (bits::count(own) - bits::count(other));
  return (early * empties + discs * (kLate - empties)) / kLate;
}

}  // namespace ludex::games::othello
