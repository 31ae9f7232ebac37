// SolverPolicy: proven results in the tree of UCT.
//
// Idea: Winands, Bjornsson & Saito, "Monte-Carlo tree search solver", CG 2008, restricted to the part that is
// sound with draws: a node is won for its mover as soon as one child is; it is a draw or lost only when *all*
// legal moves are in the tree and proven, and then has the best of their results. Only ends of games are
// leaves of a proof. Departures from the paper: a proven child is never selected while an unproven one
// exists, as nothing can be learned from it (the paper selects losses until T = 5 visits); where a draw is
// proven, a simulation of another move counts at least as a draw for the mover, who could have had it; and
// the search ends when the root is proven. With chance a proven draw corrects no simulation, as the mean of
// corrected samples would be above the expectation; it is selected like an unproven move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/policy.hpp"

namespace ludex::agents::mcts {

struct SolverExtra {
  std::vector<std::uint8_t> secured;  // path[i] has a child that is a proven draw

  void equip(const GameTraits& traits) { secured.assign(traits.max_plies + 2, 0); }
};

template <class N = Node, class S = SolverExtra>
class SolverPolicy : public BasicPolicy<N, S> {
  using Base = BasicPolicy<N, S>;

 public:
  using Base::Base;
  using typename Base::WorkerType;

  void visit(WorkerType& w, std::size_t depth) noexcept override { w.extra.secured[depth] = 0; }

  // The best open child; there is one, or the node would be proven.
  template <class Score>
  [[nodiscard]] N* best_open_child(WorkerType& w, const N& node, std::size_t depth,
                                   Score&& score_of) const noexcept {
    bool secured = false;
    N* const best = this->best_child(w, node, [&](const N& child) {
      secured |= child.result() == GameStatus::kDraw;
      return closed(child) ? -std::numeric_limits<float>::infinity() : score_of(child);
    });
    w.extra.secured[depth] = secured ? 1 : 0;
    return best;
  }
  [[nodiscard]] N* select(WorkerType& w, N& node, std::size_t depth) noexcept override {
    const float k = this->explore(node.count());
    return best_open_child(w, node, depth, [k](const N& child) { return ucb1(child, k); });
  }

  [[nodiscard]] bool deduce(WorkerType&, N& node, N& child) noexcept override {
    return child.over() && prove(node, child);
  }
  [[nodiscard]] bool settles() const noexcept override { return true; }
  void settle(WorkerType& w, N& node, N& child, std::size_t depth) noexcept override {
    if (node.over()) {
      this->reward_exactly(w, node.result());
    } else if (!kChanceNodes<N> && w.extra.secured[depth] != 0 && w.rewards[child.player] < 0) {
      this->reward_exactly(w, GameStatus::kDraw);
    }
  }

  [[nodiscard]] int standing(const N& child) const noexcept override {
    return this->standing_of(Base::outcome(child, child.player));
  }

 private:
  // True if a child is not selected. With chance a move may never have a proven result, so that a proven draw
  // remains a rival of it.
  [[nodiscard]] static bool closed(const N& child) noexcept {
    return child.over() && !(kChanceNodes<N> && child.result() == GameStatus::kDraw);
  }
  // True if the node is now proven, given a child that is proven now or was before. A sibling may be a proven
  // win too, found by another thread that is about to update the node.
  [[nodiscard]] bool prove(N& node, const N& child) noexcept {
    if (has_outcomes(node)) return prove_by_outcomes(node, child.result());
    const GameStatus win = win_for(child.player);
    GameStatus best = child.result();
    bool all = node.complete();
    for (const N& sibling : this->children(node)) {
      if (best == win) break;
      if (!sibling.over()) {
        all = false;
      } else if (sibling.result() == win || sibling.result() == GameStatus::kDraw) {
        best = sibling.result();
      }
    }
    if (best != win && !all) return false;
    node.set_result(best);
    return true;
  }
  // A chance node has a result only if every outcome leads to it.
  [[nodiscard]] bool prove_by_outcomes(N& node, GameStatus result) noexcept {
    if (!node.complete()) return false;
    for (const N& sibling : this->children(node)) {
      if (sibling.result() != result) return false;
    }
    node.set_result(result);
    return true;
  }
};

}  // namespace ludex::agents::mcts
