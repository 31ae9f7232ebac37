// BoundsPolicy: score bounds in the tree of UCT.
//
// Idea: Cazenave & Saffidine, "Score bounded Monte-Carlo tree search", CG 2010, for the scores loss, draw and
// win of a two-player zero-sum game. Every node keeps bounds of its value for player 0, the pessimistic `low`
// and the optimistic `high`. Where player 0 moves, both are the maximum over the children, an untried move
// counting as -1 and 1; where player 1 moves, the minimum. A node whose bounds meet is proven, and selection
// skips a child that cannot be better for the mover than the value already secured. Departures: a
// simulation's reward is clipped to the bounds of the nodes it is backed up to, and the search ends when the
// root is proven. A chance node has the least `low` and the largest `high` of its outcomes; with chance only
// a proven node corrects rewards: the mean of clipped samples would not be the expectation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/policy.hpp"

namespace ludex::agents::mcts {

template <class Base>
struct BoundsNode : Base {
  std::int8_t low = -1;
  std::int8_t high = 1;

  // The best and the worst value that `who` can still get.
  [[nodiscard]] int best_for(Player who) const noexcept { return who == 0 ? high : -low; }
  [[nodiscard]] int least_for(Player who) const noexcept { return who == 0 ? low : -high; }
};
static_assert(sizeof(BoundsNode<Node>) == 36);

template <class N = BoundsNode<Node>, class S = NoExtra>
class BoundsPolicy : public BasicPolicy<N, S> {
  using Base = BasicPolicy<N, S>;

 public:
  using Base::Base;
  using typename Base::WorkerType;

  void entered(WorkerType& w, N& child) noexcept override {
    Base::entered(w, child);
    if (child.over()) child.low = child.high = value_of(child.result());
  }

  template <class Score>
  [[nodiscard]] N* best_open_child(WorkerType& w, const N& node, std::size_t,
                                   Score&& score_of) const noexcept {
    return this->best_child(w, node, score_of, [&node](const N& child) {
      const int secured = node.least_for(child.player);
      // With chance a move may never be proven: one that secures as much remains its rival.
      if (kChanceNodes<N> && child.least_for(child.player) == secured) return false;
      return child.over() || child.best_for(child.player) <= secured;
    });
  }
  [[nodiscard]] N* select(WorkerType& w, N& node, std::size_t depth) noexcept override {
    const float k = this->explore(node.count());
    return best_open_child(w, node, depth, [k](const N& child) { return ucb1(child, k); });
  }

  [[nodiscard]] bool deduce(WorkerType&, N& node, N& child) noexcept override {
    const std::int8_t low = node.low;
    const std::int8_t high = node.high;
    if (child.low != -1 || child.high != 1) tighten(node, child);
    return node.low != low || node.high != high;
  }
  [[nodiscard]] bool settles() const noexcept override { return true; }
  void settle(WorkerType& w, N& node, N&, std::size_t) noexcept override {
    if (node.low == -1 && node.high == 1) return;
    if (kChanceNodes<N> && node.low != node.high) return;
    const float clipped =
        std::clamp(w.rewards[0], static_cast<float>(node.low), static_cast<float>(node.high));
    if (clipped == w.rewards[0]) return;
    w.rewards[0] = clipped;
    w.rewards[1] = -clipped;
  }

  // A proven draw ranks below a move that may still win; but once the result of the root is known, only moves
  // that secure it are good.
  [[nodiscard]] int standing(const N& child) const noexcept override {
    const N& root = this->root_;
    if (root.over() && child.least_for(child.player) >= root.least_for(child.player)) return 2;
    return this->standing_of(Base::outcome(child, child.player));
  }

 private:
  [[nodiscard]] static std::int8_t value_of(GameStatus result) noexcept {
    return static_cast<std::int8_t>(result == GameStatus::kDraw ? 0 : winner_of(result) == 0 ? 1 : -1);
  }

  // Updates the bounds of a node after those of one child changed.
  void tighten(N& node, const N& child) noexcept {
    const bool maximises = child.player == 0;
    const bool averages = has_outcomes(node);
    int low = maximises && !averages ? -1 : 1;
    int high = averages ? -1 : low;
    const auto take = [&](int l, int h) {
      low = maximises && !averages ? std::max(low, l) : std::min(low, l);
      high = maximises || averages ? std::max(high, h) : std::min(high, h);
    };
    if (!node.complete()) take(-1, 1);
    for (const N& each : this->children(node)) take(each.low, each.high);
    node.low = static_cast<std::int8_t>(low);
    node.high = static_cast<std::int8_t>(high);
    if (low != high) return;
    node.set_result(low == 0 ? GameStatus::kDraw : win_for(low == 1 ? 0U : 1U));
  }
};

}  // namespace ludex::agents::mcts
