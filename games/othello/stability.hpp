// Discs that can never be flipped again, by a quick test: in each of the four directions the line is full, or
// one side of the disc is the edge or a stable disc of the same player. It finds a subset, so 64 - 2 * stable
// bounds the other player's score.
#pragma once

#include <cstdint>

namespace ludex::games::othello {

class Stability {
 public:
  using Set = std::uint64_t;

  // The least alpha for which the bound is worth computing: enough discs must be stable, and few are while
  // many squares are empty.
  [[nodiscard]] static constexpr int worth_asking(int empties) noexcept { return 2 * empties - 4; }

  // The stable discs of `own`.
  [[nodiscard]] static Set discs(Set own, Set other) noexcept {
    const Set empty = ~(own | other);
    const Set row = full_or_end<kRow>(empty);
    const Set column = full_or_end<kColumn>(empty);
    const Set falling = full_or_end<kFalling>(empty);
    const Set rising = full_or_end<kRising>(empty);
    Set stable = own & row & column & falling & rising;
    if (stable == 0) return 0;
    for (;;) {
      const Set more = own & (row | next_to<kRow>(stable)) & (column | next_to<kColumn>(stable)) &
                       (falling | next_to<kFalling>(stable)) & (rising | next_to<kRising>(stable));
      if ((more & ~stable) == 0) return stable;
      stable |= more;
    }
  }

 private:
  // A line by one step on it. Square (column, row) is bit 8 * row + column.
  struct Line {
    int columns;
    int rows;
  };
  static constexpr Line kRow{1, 0};
  static constexpr Line kColumn{0, 1};
  static constexpr Line kFalling{1, 1};
  static constexpr Line kRising{-1, 1};

  // The squares that a move by `steps` on the line reaches from a square of the board.
  template <Line line, int steps>
  static constexpr Set kReached = [] {
    Set reached = 0;
    for (int square = 0; square < 64; ++square) {
      const int column = square % 8 - steps * line.columns;
      const int row = square / 8 - steps * line.rows;
      if (column >= 0 && column < 8 && row >= 0 && row < 8) reached |= Set{1} << square;
    }
    return reached;
  }();

  template <Line line, int steps>
  [[nodiscard]] static Set moved(Set set) noexcept {
    constexpr int kShift = steps * (8 * line.rows + line.columns);
    if constexpr (kShift > 0) {
      return set << kShift & kReached<line, steps>;
    } else {
      return set >> -kShift & kReached<line, steps>;
    }
  }
  template <Line line>
  [[nodiscard]] static Set next_to(Set set) noexcept {
    return moved<line, 1>(set) | moved<line, -1>(set);
  }

  // The set and all squares after it on the line, by doubling (Kogge and Stone, "A parallel algorithm for the
  // efficient solution of a general class of recurrence equations", IEEE Trans. Computers C-22, 1973): after
  // moves by 1, 2 and 4 each square has the result of the seven before it. `way`: 1, or -1 against the line.
  template <Line line, int way>
  [[nodiscard]] static Set spread(Set set) noexcept {
    set |= moved<line, way>(set);
    set |= moved<line, 2 * way>(set);
    return set | moved<line, 4 * way>(set);
  }

  // The squares not reached from any empty square of their line, and the two ends of each line.
  template <Line line>
  [[nodiscard]] static Set full_or_end(Set empty) noexcept {
    constexpr Set kEnds = ~(kReached<line, 1> & kReached<line, -1>);
    return ~(spread<line, 1>(empty) | spread<line, -1>(empty)) | kEnds;
  }
};

}  // namespace ludex::games::othello
