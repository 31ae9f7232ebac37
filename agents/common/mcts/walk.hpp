// Walk<Policy>: the way of one simulation through the tree, the same with one worker and with several. The
// Traffic parameter holds the differences: Alone (serial.hpp), Together (parallel.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/mcts/growth.hpp"
#include "agents/common/mcts/lanes.hpp"

namespace ludex::agents::mcts {

template <class P>
class Walk : public Growth<P> {
 protected:
  using N = typename P::NodeType;
  using W = typename P::WorkerType;
  using Growing = Growth<P>;
  using Growth<P>::Growth;
  using P::config_;
  using P::game_;
  using P::root_;

  [[nodiscard]] State* root_state() const noexcept { return root_buffer_[0]; }

  void new_root(const GameTraits& traits) {
    root_buffer_ = StateBuffer(traits, 1);
    workers_.clear();
  }
  // Creates workers until there are `count`.
  void ensure_workers(std::size_t count) {
    const GameTraits& traits = game_->traits();
    while (workers_.size() < count) {
      W& w = workers_.emplace_back();
      w.buffer = StateBuffer(traits, 2);
      w.state = w.buffer[0];
      w.moves.resize(traits.max_moves);
      w.scores.resize(lanes::padded(traits.max_moves));
      w.marked.assign(std::max<std::size_t>((traits.max_moves + 63) / 64, 4),
                      0);  // room for a lanes::SmallSet
      w.path.resize(std::min(std::size_t{traits.max_plies} + 2, std::size_t{config_.max_depth} + 1));
      w.in_flight.resize(w.path.size());
      w.extra.equip(traits);
    }
  }

  void set_out(W& w) noexcept {
    game_->copy(w.state, root_state());
    w.path[0] = &root_;
    P::begin(w);
  }

  // Walks from path[depth] to a new node, or to the end of the tree; w.path is the way; returns the index of
  // its last node. Traffic handles the arrival.
  template <class Traffic>
  std::size_t descend(W& w, std::size_t depth, Traffic traffic) noexcept {
    N** const path = w.path.data();
    const std::size_t last = w.path.size() - 1;
    N* node = path[depth];
    bool fresh = false;
    while (!node->over() && depth < last) {
      P::visit(w, depth);
      if (P::halts(w, *node)) break;
      traffic.before_choice(*node);
      N* const child = next_child<Traffic::kShared>(w, *node, depth);
      if (child == nullptr) break;
      P::step(w, *child);
      path[++depth] = child;
      fresh = child->visits == 0;
      traffic.before_move(*node, *child, depth, fresh);
      const GameStatus status = game_->apply(w.state, child->move);
      traffic.after_move(*child, fresh);
      node = child;
      if (fresh) {
        node->set_result(status);
        P::entered(w, *node);
        break;
      }
    }
    w.deepest = std::max(w.deepest, depth);
    traffic.arrive(depth, fresh);
    return depth;
  }

  // Sets w.rewards from the leaf's result.
  void simulate(W& w, GameStatus result, bool terminal) noexcept {
    if (!is_over(result)) {
      P::play_out(w);
    } else if (terminal) {
      game_->returns(w.state, w.rewards.data());
    } else {
      this->reward_exactly(w, result);
    }
  }

  std::vector<W> workers_;  // only the first is used unless the budget has threads

 private:
  // nullptr: the simulation goes no further.
  template <bool kShared>
  [[nodiscard]] N* next_child(W& w, N& node, std::size_t depth) noexcept {
    N* child = nullptr;
    if (node.complete() || (P::weighs_untried() && node.size != 0)) child = P::select(w, node, depth);
    if (child == nullptr && !node.complete()) child = Growing::template expand<kShared>(w, node);
    return child != nullptr ? child : step_without_memory(w, node, depth);
  }
  // Without memory an untried move keeps its chance of being chosen, but is played out from the parent.
  [[nodiscard]] N* step_without_memory(W& w, N& node, std::size_t depth) noexcept {
    return node.size != 0 && w.rng.below(node.legal) < node.size ? P::select(w, node, depth) : nullptr;
  }

  StateBuffer root_buffer_;
};

}  // namespace ludex::agents::mcts
