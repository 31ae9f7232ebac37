// Scores of the minimax searches, and their proofs.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"

namespace ludex::agents::minimax {

// From the mover's point of view. Evaluations lie in [-30000, 30000] (ludex.evaluate/1); a win n plies from
// the root is kWin - n, so that shorter wins and longer losses are better; the two ranges never overlap.
using Score = std::int32_t;
inline constexpr Score kWin = 1'000'000;
inline constexpr Score kInfinite = kWin + 1;
inline constexpr Score kWinFloor = kWin - 100'000;  // longer than any game
inline constexpr Score kMaxEvaluation = 30'000;

[[nodiscard]] constexpr bool is_win(Score score) noexcept {
  return score >= kWinFloor;
}
[[nodiscard]] constexpr bool is_loss(Score score) noexcept {
  return score <= -kWinFloor;
}

// Tables count plies from the stored position, searches from the root.
[[nodiscard]] constexpr Score to_table(Score score, std::uint32_t ply) noexcept {
  const auto plies = static_cast<Score>(ply);
  return is_win(score) ? score + plies : is_loss(score) ? score - plies : score;
}
[[nodiscard]] constexpr Score from_table(Score score, std::uint32_t ply) noexcept {
  const auto plies = static_cast<Score>(ply);
  return is_win(score) ? score - plies : is_loss(score) ? score + plies : score;
}

// Result of a search: a score, and which halves of "value == score" follow from ends of games alone. A value
// that rests on an evaluation at the horizon has neither; a cutoff proves at most one. Only the two flags
// distinguish a proven draw from a 0 at the horizon.
struct Value {
  Score score = 0;
  bool at_least = false;  // value >= score is proven
  bool at_most = false;   // value <= score is proven

  [[nodiscard]] constexpr bool exact() const noexcept { return at_least && at_most; }
  // The best of several values takes one more; true if that is better.
  [[nodiscard]] constexpr bool take(const Value& next) noexcept {
    at_most = at_most && next.at_most;
    if (next.score == score) at_least = at_least || next.at_least;
    if (next.score <= score) return false;
    score = next.score;
    at_least = next.at_least;
    return true;
  }
  // Moves that were not searched may be better.
  constexpr void leave_open_above() noexcept { at_most = false; }
  [[nodiscard]] constexpr Value operator-() const noexcept { return {-score, at_most, at_least}; }
  // The proven result for the mover, if there is one. A draw must be exact; a win or loss need not have the
  // exact length.
  [[nodiscard]] constexpr Outcome outcome() const noexcept {
    if (is_win(score) && at_least) return Outcome::kWin;
    if (is_loss(score) && at_most) return Outcome::kLoss;
    return score == 0 && exact() ? Outcome::kDraw : Outcome::kUnknown;
  }
};

// Value of the end of a two-player game `ply` plies from the root, for `player`.
[[nodiscard]] constexpr Value terminal_value(GameStatus status, Player player, std::uint32_t ply) noexcept {
  const Player winner = winner_of(status);
  const Score score = kWin - static_cast<Score>(ply);
  return {winner == kNobody ? 0 : winner == player ? score : -score, true, true};
}

}  // namespace ludex::agents::minimax
