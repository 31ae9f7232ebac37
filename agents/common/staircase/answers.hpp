// Reporting helpers shared by the conspiracy-number agents.
#pragma once

#include <cstdint>

#include "agents/common/staircase/curve.hpp"
#include "core/abi/types.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/needs.hpp"
#include "core/agent/report.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::staircase {

[[nodiscard]] inline Result<void> supported(const Game& game) {
  return needs(game, kZeroSum | kPerfectInformation | kDeterministic, 2);
}

// Value of a draw for the player of the question: its own value, 0, or that of a loss or a win.
enum class Draws { kZero, kLoss, kWin };

// The value of a finished game for `player`.
[[nodiscard]] inline staircase::Value value_of(GameStatus status, Player player, Player asked, Draws draws,
                                               staircase::Value zero) noexcept {
  if (status != GameStatus::kDraw) return winner_of(status) == player ? staircase::kTop : -staircase::kTop;
  if (draws == Draws::kZero) return zero;
  return (draws == Draws::kWin) == (player == asked) ? staircase::kTop : -staircase::kTop;
}

// The result that the functions of a position prove for its mover.
struct Proven {
  Outcome at_least = Outcome::kLoss;
  Outcome at_most = Outcome::kWin;

  [[nodiscard]] static Proven of(const staircase::Curve& own, const staircase::Curve& other,
                                 const staircase::LeafShape& shape) noexcept {
    using staircase::kInfinite;
    using staircase::kTop;
    if (own.x == kTop) return {Outcome::kWin, Outcome::kWin};
    if (other.x == kTop) return {Outcome::kLoss, Outcome::kLoss};
    return {other.top(shape) == kInfinite ? Outcome::kDraw : Outcome::kLoss,
            own.top(shape) == kInfinite ? Outcome::kDraw : Outcome::kWin};
  }
  [[nodiscard]] Proven turned() const noexcept { return {opposite(at_most), opposite(at_least)}; }
  [[nodiscard]] Outcome outcome() const noexcept {
    return at_least == at_most ? at_least : Outcome::kUnknown;
  }
};

// The root move to play: a proven win; in a drawn position one that keeps the draw; of the rest, unless
// proven lost, the one that `better` prefers. proven(i) and better(i, j) refer to the `count` moves, at least
// one.
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

// The value in [-1, 1] for reports: the ends are proofs; `half` gives about 1/2.
[[nodiscard]] inline double expected(staircase::Value value, double half) noexcept {
  if (value == staircase::kTop || value == -staircase::kTop) return value > 0 ? 1 : -1;
  const double v = value;
  return 0.999 * v / ((v < 0 ? -v : v) + half);
}

// Completes the report of solve() for a goal: adds the counter `answer`, and removes claims that the question
// did not cover. If draws counted as losses (goal win) or wins (goal draw), an apparent loss means at most a
// draw, an apparent win at least one.
inline void report_answer(SearchReport& report, Goal goal, bool draws) noexcept {
  if (report.outcome != Outcome::kUnknown)
    report.add_counter("answer", report.outcome == Outcome::kWin ? 1 : 0);
  if (!draws || goal == Goal::kValue) return;
  const Outcome merged = goal == Goal::kWin ? Outcome::kLoss : Outcome::kWin;
  const auto mend = [&](auto& known) {
    if (known.outcome != merged) return;
    known.outcome = Outcome::kUnknown;
    known.value = 0;
    known.bound = goal == Goal::kWin ? ValueBound::kUpper : ValueBound::kLower;
  };
  mend(report);
  for (std::uint32_t i = 0; i < report.root_size; ++i) mend(report.root[i]);
}
[[nodiscard]] inline Draws draws_for(Goal goal) noexcept {
  return goal == Goal::kValue ? Draws::kZero : goal == Goal::kWin ? Draws::kLoss : Draws::kWin;
}

}  // namespace ludex::agents::staircase
