// What the conspiracy-number searches share beside their functions.
#pragma once

#include <cstdint>
#include <string>

#include "agents/common/staircase/curve.hpp"
#include "core/abi/types.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/report.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::staircase {

[[nodiscard]] Result<void> supported(const Game& game);

[[nodiscard]] staircase::LeafForm leaf_form(const std::string& text) noexcept;

// What a draw counts for the player who is asked about: its own value, 0, or the same as a loss or a win.
enum class Draws { kZero, kLoss, kWin };

// The value of a finished game for `player`.
[[nodiscard]] inline staircase::Value value_of(GameStatus status, Player player, Player asked, Draws draws,
                                               staircase::Value zero) noexcept {
  if (status != GameStatus::kDraw) return winner_of(status) == player ? staircase::kTop : -staircase::kTop;
  if (draws == Draws::kZero) return zero;
  return (draws == Draws::kWin) == (player == asked) ? staircase::kTop : -staircase::kTop;
}

// What the functions of a position prove for its mover.
struct Proven {
  Outcome at_least = Outcome::kLoss;
  Outcome at_most = Outcome::kWin;

  [[nodiscard]] static Proven of(const staircase::Curve& own, const staircase::Curve& other,
                                 const staircase::LeafShape& shape) noexcept;
  [[nodiscard]] Proven turned() const noexcept { return {opposite(at_most), opposite(at_least)}; }
  [[nodiscard]] Outcome outcome() const noexcept {
    return at_least == at_most ? at_least : Outcome::kUnknown;
  }
};

// The root move to play: a proven win; in a drawn position one that holds it; of the rest, unless proven
// lost, the one that `better` prefers. proven(i) and better(i, j) are of the `count` moves, at least one.
template <class ProvenOf, class Better>
[[nodiscard]] std::uint32_t choose_move(std::uint32_t count, Outcome root, const ProvenOf& proven,
                                        const Better& better) {
  std::uint32_t best = 0;
  int best_rank = -1;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Proven p = proven(i);
    int rank = 1;
    if (p.outcome() == Outcome::kWin) rank = 3;
    if (p.outcome() == Outcome::kLoss) rank = 0;
    if (root == Outcome::kDraw && p.at_least == Outcome::kDraw) rank = 2;
    if (rank > best_rank || (rank == best_rank && better(i, best))) {
      best = i;
      best_rank = rank;
    }
  }
  return best;
}

// In [-1, 1] for reports: the ends are proofs; half of the way at `half`.
[[nodiscard]] double expected(staircase::Value value, double half) noexcept;

// What solve() reports of a goal beside the outcome of the root: the counter `answer`, and nothing that was
// not asked. With draws that counted as losses (goal win) or wins (goal draw), what looks like a loss is no
// more than a draw, what looks like a win no less.
void report_answer(SearchReport& report, Goal goal, bool draws) noexcept;
[[nodiscard]] inline Draws draws_for(Goal goal) noexcept {
  return goal == Goal::kValue ? Draws::kZero : goal == Goal::kWin ? Draws::kLoss : Draws::kWin;
}

}  // namespace ludex::agents::staircase
