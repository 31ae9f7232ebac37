// Serial<Policy>: simulations of one worker.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/walk.hpp"

namespace ludex::agents::mcts {

template <Policy P>
class Serial : public Walk<P> {
 protected:
  using typename Walk<P>::N;
  using typename Walk<P>::W;
  using Walk<P>::Walk;

  // One simulation. Returns the moves made in the tree, at least 1, so that a budget of nodes is used up.
  std::uint32_t iterate(W& w) noexcept {
    this->set_out(w);
    const std::size_t depth = this->descend(w, 0, Alone{*this, w});
    const N& leaf = *w.path[depth];
    this->simulate(w, leaf.result(), leaf.terminal());
    this->learn(w, depth);
    back_up(w, depth);
    return static_cast<std::uint32_t>(std::max<std::size_t>(depth, 1));
  }

 private:
  struct Alone {
    static constexpr bool kShared = false;
    Serial& tree;
    W& w;

    void before_choice(N&) const noexcept {}
    void before_move(N&, N& child, std::size_t, bool) const noexcept {
      __builtin_prefetch(tree.pool_[child.children]);
    }
    void after_move(N&, bool) const noexcept {}
    void arrive(std::size_t depth, bool) const noexcept {
      tree.ask_game(w);
      tree.arrived(w, *w.path[depth]);
      if constexpr (has<P, Deduction>()) {
        for (std::size_t i = depth; i-- != 0;) {
          if (!tree.deduce(w, *w.path[i], *w.path[i + 1])) break;
        }
      }
    }
  };

  void back_up(W& w, std::size_t depth) noexcept {
    const auto credit = [&](N& node) {
      node.add(w.rewards[node.player]);
      this->credited(w, node);
    };
    credit(*w.path[depth]);
    for (std::size_t i = depth; i-- != 0;) {
      N& node = *w.path[i];
      this->settle(w, node, *w.path[i + 1], i);
      credit(node);
    }
  }
};

}  // namespace ludex::agents::mcts
