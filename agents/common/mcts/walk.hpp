// Walk<Policy>: the way of one simulation through the tree, the same with one worker and with several. The
// Traffic parameter holds the differences: Alone (serial.hpp), Together (parallel.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/growth.hpp"
#include "agents/common/mcts/gumbel.hpp"
#include "agents/common/mcts/halving.hpp"
#include "agents/common/mcts/lanes.hpp"
#include "agents/common/mcts/open_loop.hpp"

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
      // Open loop: moves of all positions met at a node may be its children.
      const std::uint32_t most =
          kOpenLoop<N> ? std::numeric_limits<std::uint16_t>::max() : traits.max_moves + 1;
      w.moves.resize(traits.max_moves + 1);
      w.scores.resize(lanes::padded(most));
      w.marked.assign(std::max<std::size_t>((most + 63) / 64, 4), 0);  // room for a vectors::SmallSet
      w.path.resize(std::min(std::size_t{traits.max_plies} + 2, std::size_t{config_.max_depth} + 1));
      w.in_flight.resize(w.path.size());
      w.extra.equip(traits);
    }
  }

  void set_out(W& w) noexcept {
    game_->copy(w.state, root_state());
    w.path[0] = &root_;
    if constexpr (kChanceNodes<N>) w.certain = std::numeric_limits<std::size_t>::max();
    P::begin(w);
  }

  // Walks from path[depth] to a new node, or to the end of the tree; w.path is the way; returns the index of
  // its last node. Traffic handles the arrival.
  template <class Traffic>
  std::size_t descend(W& w, std::size_t depth, Traffic traffic) noexcept {
    if constexpr (kOpenLoop<N>) return descend_open_loop(w, depth, traffic);
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
        if constexpr (kChanceNodes<N>)
          node->chance = !node->over() && game_->to_move(w.state) == kChance ? 1U : 0U;
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
    // An outcome without a node may have ended the game.
    if constexpr (kWithChance<N>) terminal = terminal || is_over(game_->status(w.state));
    if (kWithChance<N> && terminal) {
      game_->returns(w.state, w.rewards.data());
    } else if (!is_over(result)) {
      P::play_out(w);
    } else if (terminal) {
      game_->returns(w.state, w.rewards.data());
    } else {
      this->reward_exactly(w, result);
    }
  }

  std::vector<W> workers_;  // only the first is used unless the budget has threads
  Halving halving_;         // on with CommonConfig::root; guarded by the root's lock
  Gumbel gumbel_;           // the same; chooses the arms of halving_: indices of legal moves

  [[nodiscard]] N* root_child_of(std::uint32_t slot) const noexcept {
    N* const first = this->pool_[root_.children];
    N* const end = first + root_.size;
    N* const child = std::find_if(first, end, [slot](const N& n) { return n.slot == slot; });
    return child != end ? child : nullptr;
  }
  [[nodiscard]] ArmValue arm_of(std::uint32_t slot) const noexcept {
    const N* const child = root_child_of(slot);
    return child == nullptr ? ArmValue{} : ArmValue{child->mean(), child->visits};
  }

 private:
  // The root's child that halving of the considered moves wants next, made if it has none; nullptr without
  // memory, or if halving wants none.
  template <bool kShared>
  [[nodiscard, gnu::noinline]] N* considered_child(W& w, N& root) noexcept {
    bool looked = false;
    const auto merit = [&](std::uint32_t slot) {
      if (!looked) gumbel_.look([this](std::uint32_t i) { return arm_of(i); });
      looked = true;
      return gumbel_.merit(slot, arm_of(slot));
    };
    const std::uint32_t slot = halving_.next(merit, [this](std::uint32_t i) {
      const N* const child = root_child_of(i);
      return child == nullptr || !child->over();
    });
    if (slot == Halving::kNoArm) return nullptr;
    N* const child = root_child_of(slot);
    return child != nullptr ? child : Growing::template expand<kShared>(w, root, slot);
  }
  // The root's child that halving wants next; nullptr if it has no node yet, or halving wants none.
  [[nodiscard, gnu::noinline]] N* halved_child(N& root) noexcept {
    N* const first = this->pool_[root.children];
    const auto known = [&](std::uint32_t arm) { return arm < root.size; };
    const std::uint32_t arm =
        halving_.next([&](std::uint32_t i) { return known(i) ? first[i].mean() : -2.0; },
                      [&](std::uint32_t i) { return !known(i) || !first[i].over(); });
    return arm != Halving::kNoArm && known(arm) ? first + arm : nullptr;
  }
  // nullptr: the simulation goes no further.
  template <bool kShared>
  [[nodiscard]] N* next_child(W& w, N& node, std::size_t depth) noexcept {
    if constexpr (kChanceNodes<N>) {
      if (node.chance != 0) return drawn_child<kShared>(w, node, depth);
    }
    N* child = nullptr;
    if (depth == 0 && halving_.on()) {
      // With expand_after this makes all children of the root and answers none.
      if (config_.expand_after != 0 && node.legal == 0) child = Growing::template expand<kShared>(w, node);
      child = gumbel_.on() ? considered_child<kShared>(w, node) : halved_child(node);
      if (child != nullptr) return child;
    }
    if (node.complete() || (P::weighs_untried() && node.size != 0)) child = P::select(w, node, depth);
    if (child == nullptr && !node.complete()) child = Growing::template expand<kShared>(w, node);
    return child != nullptr ? child : step_without_memory(w, node, depth);
  }
  // nullptr: the outcome has no node; it is played already.
  template <bool kShared>
  [[nodiscard]] N* drawn_child(W& w, N& node, std::size_t depth) noexcept {
    w.certain = std::min(w.certain, depth);
    const Move outcome = this->chance_->draw(w.state, &w.rng);
    N* const child = Growing::template outcome_child<kShared>(w, node, outcome);
    if (child == nullptr) game_->apply(w.state, outcome);
    return child;
  }

  template <class Traffic>
  std::size_t descend_open_loop(W& w, std::size_t depth, Traffic traffic) noexcept {
    const std::size_t last = w.path.size() - 1;
    bool fresh = false;
    while (!fresh && depth < last && play_outcomes(w, *w.path[depth])) {
      N* const child = sampled_child(w, *w.path[depth], depth);
      if (child == nullptr) break;
      P::step(w, *child);
      w.path[++depth] = child;
      fresh = child->visits == 0;
      const GameStatus status = game_->apply(w.state, child->move);
      if (fresh) P::entered(w, *child);
      if (is_over(status)) break;
    }
    w.deepest = std::max(w.deepest, depth);
    traffic.arrive(depth, fresh);
    return depth;
  }
  // Plays outcomes until a player is to move; false if that ends the game.
  [[nodiscard]] bool play_outcomes(W& w, N& node) noexcept {
    while (game_->to_move(w.state) == kChance) {
      node.chance = 1;
      if (is_over(game_->apply(w.state, this->chance_->draw(w.state, &w.rng)))) return false;
    }
    return true;
  }
  [[nodiscard]] N* sampled_child(W& w, N& node, std::size_t depth) noexcept {
    const std::uint32_t count = game_->legal_moves(w.state, w.moves.data());
    find_legal_children(w, this->pool_[node.children], node.size, game_->to_move(w.state), count);
    N* child = depth == 0 && halving_.on() ? halved_child(node) : nullptr;
    if (child != nullptr) return child;
    if (w.extra.tried < count) {
      child = this->new_sampled_child(w, node, count);
      if (child == nullptr && w.rng.below(count) >= w.extra.tried) return nullptr;
    }
    return child != nullptr ? child : P::select(w, node, depth);
  }

  // Without memory an untried move keeps its chance of being chosen, but is played out from the parent.
  [[nodiscard]] N* step_without_memory(W& w, N& node, std::size_t depth) noexcept {
    return node.size != 0 && w.rng.below(node.legal) < node.size ? P::select(w, node, depth) : nullptr;
  }

  StateBuffer root_buffer_;
};

}  // namespace ludex::agents::mcts
