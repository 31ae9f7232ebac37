// Serial<Policy>: simulations of one worker.
//
// With `batch`, further simulations from a node of its path follow a simulation: the nodes above, whose
// statistics hardly change, are walked and written once for all of them (Parallel does the same for many
// workers, to take fewer locks).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/walk.hpp"

namespace ludex::agents::mcts {

template <class P>
class Serial : public Walk<P> {
 protected:
  using typename Walk<P>::N;
  using typename Walk<P>::W;
  using Walk<P>::Walk;
  using P::config_;
  using P::game_;

  // Makes simulations while `go_on(moves)` allows the next one; `moves` is the number of moves made in the
  // tree since the last call, at least 1 per simulation, so that every budget of nodes ends.
  template <class GoOn>
  void iterate_while(W& w, GoOn go_on) noexcept {
    const bool batches = config_.batch > 1 && P::allows_batches() && !this->halving_.on();
    std::uint32_t moves = 0;
    while (go_on(moves)) {
      this->set_out(w);
      const std::size_t depth = simulate_from(w, 0);
      moves = moves_to(depth);
      if (batches && !make_batch(w, depth, moves, go_on)) return;
    }
  }

 private:
  static constexpr std::uint32_t kVisitsPerBatched = 16;
  static constexpr std::uint32_t kLargestBatch = 64;

  [[nodiscard]] static std::uint32_t moves_to(std::size_t depth) noexcept {
    return static_cast<std::uint32_t>(std::max<std::size_t>(depth, 1));
  }
  // Makes one simulation from path[base] and backs it up to there. Returns the leaf's depth.
  std::size_t simulate_from(W& w, std::size_t base) noexcept {
    const std::size_t depth = this->descend(w, base, Alone{*this, w});
    const N& leaf = *w.path[depth];
    this->simulate(w, leaf.result(), leaf.terminal());
    P::learn(w, depth);
    back_up(w, base, depth);
    return depth;
  }

  // `moves`: in: those of the simulation before; out: those of the last one, not yet reported to go_on. False
  // if go_on refused.
  template <class GoOn>
  bool make_batch(W& w, std::size_t depth, std::uint32_t& moves, GoOn& go_on) noexcept {
    // Start from the node that saves most steps above it.
    std::size_t base = 0;
    std::uint32_t size = 0;
    // Not from below a chance node: the outcome drawn once would count for the whole batch.
    const std::size_t end = kChanceNodes<N> ? std::min(depth, w.certain + 1) : depth;
    for (std::size_t i = 1; i < end; ++i) {
      const std::uint32_t able = std::min(w.path[i]->visits / kVisitsPerBatched, config_.batch - 1);
      if (able == 0) break;
      if (able * i >= size * base) base = i, size = able;
    }
    if (size == 0) return true;
    game_->copy(w.state, this->root_state());
    for (std::size_t i = 1; i <= base; ++i) game_->apply(w.state, w.path[i]->move);
    State* const start = w.buffer[1];
    game_->copy(start, w.state);
    std::array<std::array<float, kMaxPlayers>, kLargestBatch> rewards;
    std::uint32_t made = 0;
    bool goes_on = true;
    while (made < size && !w.path[base]->over()) {
      goes_on = go_on(moves);
      if (!goes_on) break;
      game_->copy(w.state, start);
      P::resume(w, base);
      moves = moves_to(simulate_from(w, base) - base);
      rewards[made++] = w.rewards;
    }
    for (std::size_t i = base; i-- != 0;) {
      N& node = *w.path[i];
      float sum = 0;
      for (std::uint32_t n = 0; n < made; ++n) {
        w.rewards = rewards[n];
        P::settle(w, node, *w.path[i + 1], i);
        rewards[n] = w.rewards;
        sum += w.rewards[node.player];
      }
      node.add_all(sum, made);
    }
    return goes_on;
  }

  struct Alone {
    static constexpr bool kShared = false;
    Serial& tree;
    W& w;

    void before_choice(N&) const noexcept {}
    // Prefetches the children while the game makes the move: all lines of a small block, and the first few of
    // a large one, after which the hardware prefetcher takes over.
    void before_move(N&, N& child, std::size_t, bool) const noexcept {
      constexpr std::size_t kLine = 64;
      constexpr std::size_t kMost = 6 * kLine;
      const char* const from = reinterpret_cast<const char*>(tree.pool_[child.children]);
      const std::size_t bytes = std::min(child.size * sizeof(N), kMost);
      for (std::size_t i = 0; i < bytes; i += kLine) __builtin_prefetch(from + i);
    }
    void after_move(N&, bool) const noexcept {}
    void arrive(std::size_t depth, bool) const noexcept {
      tree.P::ask_game(w);
      tree.P::arrived(w, *w.path[depth]);
      if constexpr (kDeduces<P>) {
        for (std::size_t i = depth; i-- != 0;) {
          if (!tree.P::deduce(w, *w.path[i], *w.path[i + 1])) break;
        }
      }
    }
  };

  // Backs up to path[base].
  void back_up(W& w, std::size_t base, std::size_t depth) noexcept {
    const auto credit = [&](N& node) {
      node.add(w.rewards[node.player]);
      P::credited(w, node);
    };
    credit(*w.path[depth]);
    for (std::size_t i = depth; i-- > base;) {
      N& node = *w.path[i];
      P::settle(w, node, *w.path[i + 1], i);
      credit(node);
    }
  }
};

}  // namespace ludex::agents::mcts
