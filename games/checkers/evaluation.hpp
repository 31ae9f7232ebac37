// Static evaluation of draughts in hundredths of a man: material and position on the scale of Samuel's
// program, which the paper on single conspiracy numbers uses (a man 100, a king 133, no heuristic value
// beyond 2000). The terms are in rules.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>

#include "core/abi/types.hpp"
#include "games/checkers/board.hpp"

namespace ludex::games::checkers {

namespace detail {

// A set given by its squares as the first player sees the board; the second player's set is the same,
// rotated.
[[nodiscard]] constexpr std::array<Board, 2> seen_by_both(std::initializer_list<int> squares) noexcept {
  std::array<Board, 2> boards{};
  for (const int square : squares) {
    boards[0] |= board_of(square);
    boards[1] |= board_of(33 - square);
  }
  return boards;
}
[[nodiscard]] constexpr int men_of(Board board) noexcept {
  return std::popcount(board);
}

inline constexpr std::array<Board, 2> kBridge = seen_by_both({1, 3});
inline constexpr std::array<Board, 2> kBackRank = seen_by_both({1, 2, 3, 4});
inline constexpr std::array<Board, 2> kDoubleCorner = seen_by_both({1, 5, 28, 32});
inline constexpr Board kSides = seen_by_both({5, 12, 13, 20, 21, 28})[0];
inline constexpr Board kCentre = seen_by_both({14, 15, 18, 19})[0];
inline constexpr Board kInner = seen_by_both({10, 11, 14, 15, 18, 19, 22, 23})[0];

// The rows that men have advanced; they weigh more the fewer pieces are left to stop them.
[[nodiscard]] constexpr int rows_gone(Board men, Player player) noexcept {
  int rows = 0;
  for (int row = 1; row < 7; ++row) rows += row * men_of(men & squares_of_row(player == 0 ? row : 7 - row));
  return rows;
}

template <Player P>
[[nodiscard]] inline int side_terms(const Position& p, int pieces) noexcept {
  const Board own = p.pieces[P];
  const Board kings = own & p.kings;
  const Board men = own & ~p.kings;
  const Board empty = p.empty();
  int score = 33 * men_of(kings);
  score += 3 * men_of(kings & kInner) + 3 * men_of(kings & kCentre);
  score += 3 * men_of(men & kCentre) - 2 * men_of(men & kSides);
  score += (pieces > 16 ? 1 : pieces > 8 ? 3 : 6) * rows_gone(men, P);
  // The bridge protects two squares of the back rank from a single man.
  if (men_of(p.kings) * 3 < pieces) {
    if ((men & kBridge[P]) == kBridge[P]) score += 14;
    score += 3 * men_of(men & kBackRank[P]);
  }
  int mobility = 0;
  for (const unsigned d : kDirections) {
    const bool ahead = ((P == 0 ? kDownward : kUpward) >> d & 1U) != 0;
    mobility += men_of(steppers(ahead ? own : kings, empty, d));
  }
  return score + 2 * mobility;
}

}  // namespace detail

// For `player`.
[[nodiscard]] inline int evaluate_position(const Position& p, Player player) noexcept {
  using namespace detail;
  const int first = men_of(p.pieces[0]);
  const int second = men_of(p.pieces[1]);
  const int pieces = first + second;
  // A man's lead counts more with few pieces left, so that the leading side trades.
  int score = (first - second) * (pieces <= 12 ? 160 - 5 * pieces : 100);
  score += side_terms<0>(p, pieces) - side_terms<1>(p, pieces);
  if (first != second) {
    // With few pieces the weaker side can hold out only in a double corner.
    const Player behind = first < second ? 0 : 1;
    const Board holding = p.pieces[behind] & p.kings & (kDoubleCorner[0] | kDoubleCorner[1]);
    if (pieces <= 8 && holding != 0) score += behind == 0 ? 18 : -18;
  } else if (std::min(men_of(p.pieces[0] & p.kings), men_of(p.pieces[1] & p.kings)) + 1 >= first) {
    score = score * 5 / 8;  // equal kings and few men: hard to win
  }
  score = std::clamp(score, -1999, 1999);
  return player == 0 ? score : -score;
}

}  // namespace ludex::games::checkers
