// The hooks of Search, with the answers of plain UCT. A policy derives from BasicPolicy and hides the hooks
// it answers otherwise; all are resolved at compile time, so one that is left alone costs nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "agents/mcts/core.hpp"

namespace ludex::agents::mcts {

struct NoExtra {};

template <class G, class N = Node, class S = NoExtra>
class BasicPolicy : public Core<G, N, S> {
 public:
  using typename Core<G, N, S>::WorkerType;

 protected:
  using Core<G, N, S>::Core;

  // Before a game: what a worker needs beside the common. May allocate.
  void equip(WorkerType&, const GameTraits&) {}
  // Before a search, with the player to move; `kept`: the tree has been inherited. Answers whether it can be
  // used.
  [[nodiscard]] bool prepare(Player, bool /*kept*/) noexcept { return true; }
  // Nothing is left to find out; asked before every simulation.
  [[nodiscard]] bool finished() const noexcept { return this->root_.over(); }

  // Whether a node gets all its children at once.
  [[nodiscard]] static constexpr bool expands_all() noexcept { return false; }
  // The legal moves of a node, whose position is in w.state, have been counted for the first time; they are
  // in w.moves.
  void opened(WorkerType&, N&) noexcept {}
  // A child has been made from move `child.slot`, not yet played.
  void created(WorkerType&, const N& parent, N& child) noexcept {
    static_cast<void>(parent), static_cast<void>(child);
  }
  // The last move of a node is being tried.
  void completed(WorkerType&, N&) noexcept {}
  // The index of the move to try first; a node that is not complete.
  [[nodiscard]] std::uint32_t pick_untried(WorkerType& w, const N& node, std::uint32_t count) noexcept {
    return this->random_untried(w, node, count);
  }
  // Whether select() is asked at a node with untried moves too (but never at one without children); its
  // nullptr there means "try a new one".
  [[nodiscard]] static constexpr bool weighs_untried() noexcept { return false; }
  // The move to a child was played for the first time; child.proven says whether that ended the game.
  void entered(WorkerType&, N&) noexcept {}

  // A simulation starts.
  void begin(WorkerType&) noexcept {}
  // A simulation passes a node that is not over, path[depth].
  void visit(WorkerType&, std::size_t depth) noexcept { static_cast<void>(depth); }
  // UCB1 in a node all of whose moves have been tried; `depth` is its place on the path.
  [[nodiscard]] N* select(WorkerType& w, N& node, std::size_t /*depth*/) noexcept {
    const float k = this->explore(node.visits);
    return this->best_child(w, node, [k](const N& child) { return Core<G, N, S>::ucb1(child, k); });
  }

  // Sets w.rewards to the result of a playout from w.state, which is not over.
  void play_out(WorkerType& w, const N&, std::size_t) noexcept {
    const PlayoutResult result = this->game_->playout(w.state, &w.rng, nullptr);
    if (this->config_.playout_cap != 0 && result.plies > this->config_.playout_cap)
      return this->reward_exactly(w, GameStatus::kDraw);
    this->game_->returns(w.state, w.rewards.data());
  }

  // A simulation has left the tree at this node, whose position is in w.state.
  void arrived(WorkerType&, N&) noexcept {}
  // Backing up: every node of the path but the last, after its child on the path; before the rewards are
  // added.
  void settle(WorkerType&, N& node, N& child, std::size_t depth) noexcept {
    static_cast<void>(node), static_cast<void>(child), static_cast<void>(depth);
  }

  // The proven result of a node, for `player`.
  [[nodiscard]] Outcome outcome(const N& node, Player player) const noexcept {
    return node.terminal() ? outcome_for(node.result(), player) : Outcome::kUnknown;
  }
  // Final move: children of a higher standing come before all others.
  [[nodiscard]] int standing(const N&) const noexcept { return 0; }
};

}  // namespace ludex::agents::mcts
