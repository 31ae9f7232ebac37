// BasicPolicy: the hooks of Search, implemented as in plain UCT. A policy derives from it, hides the hooks
// that it changes and names their groups (hooks.hpp); all are resolved at compile time, so an unchanged hook
// costs nothing. With several workers a hook is called with the locks that README.md names under "Threads".
#pragma once

#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/core.hpp"
#include "agents/common/mcts/hooks.hpp"

namespace ludex::agents::mcts {

template <class N = Node, class S = NoExtra>
class BasicPolicy : public Core<N, S> {
 public:
  using typename Core<N, S>::WorkerType;
  using Groups = HookGroups<BasicPolicy, void>;

  using Core<N, S>::Core;

  // Searches. Before a game; may allocate and throw.
  void start(const GameTraits&) {}
  // Before a search, with the player to move; `kept`: the tree is inherited. Returns false if the tree cannot
  // be used.
  [[nodiscard]] bool prepare(Player, bool /*kept*/) noexcept { return true; }

  // Memory. Returns the part of `bytes` that is for nodes.
  [[nodiscard]] std::size_t tree_share(std::size_t bytes) { return bytes; }
  // The tree was dropped; a node of it was dropped.
  void cleared() noexcept {}
  void released(const N&) noexcept {}

  // Results. True if nothing is left to find out; called before every simulation.
  [[nodiscard]] bool finished() const noexcept { return this->root_.over(); }
  // The proven result of a node, for `player`.
  [[nodiscard]] Outcome outcome(const N& node, Player player) const noexcept {
    return outcome_for(node.result(), player);
  }
  // Final move: children of a higher standing precede all others.
  [[nodiscard]] int standing(const N&) const noexcept { return 0; }

  // Expansion. True if a node gets all its children at once.
  [[nodiscard]] constexpr bool expands_all() const noexcept { return false; }
  // True if select() is also called at a node with untried moves (but never at one without children); its
  // nullptr there means "try a new one".
  [[nodiscard]] constexpr bool weighs_untried() const noexcept { return false; }
  // The legal moves of a node, whose position is in w.state, were counted for the first time; they are in
  // w.moves.
  void opened(WorkerType&, N&) noexcept {}
  // The index of the move to try first in an incomplete node.
  [[nodiscard]] std::uint32_t pick_untried(WorkerType& w, const N& node, std::uint32_t count) noexcept {
    return this->random_untried(w, node, count);
  }
  // The last move of a node is being tried.
  void completed(WorkerType&, N&) noexcept {}

  // Creation. A child was made from move `child.slot`, which is not yet played.
  void created(WorkerType&, const N& parent, N& child) noexcept {
    static_cast<void>(parent), static_cast<void>(child);
  }
  // Entry. The move to a child was played for the first time; child.proven says if that ended the game.
  void entered(WorkerType&, N&) noexcept {}

  // Passing. A simulation passes a node that is not over, path[depth].
  void visit(WorkerType&, std::size_t depth) noexcept { static_cast<void>(depth); }
  // Question. True if a simulation must stop at this node of the tree, to ask the game about it and play out
  // from there.
  [[nodiscard]] constexpr bool halts(const WorkerType&, const N&) const noexcept { return false; }
  // Called between halts() and arrived(), for work too slow to do under a lock. The position is in w.state.
  void ask_game(WorkerType&) noexcept {}

  // Selection. UCB1 in a node all of whose moves have been tried, path[depth].
  [[nodiscard]] N* select(WorkerType& w, N& node, std::size_t /*depth*/) noexcept {
    const float k = this->explore(node.count());
    return this->best_by_ucb1(w, node, k);
  }
  // Restriction. The best child by a score among those that may be selected; may compute a child's score more
  // than once. For the select() of a policy on top.
  template <class Score>
  [[nodiscard]] N* best_open_child(WorkerType& w, const N& node, std::size_t /*depth*/,
                                   Score&& score_of) const noexcept {
    return this->best_child(w, node, score_of);
  }

  // Lines. A simulation walks to a child; w.state is still the parent's.
  void step(WorkerType&, const N& child) noexcept { static_cast<void>(child); }
  // Sets w.rewards to the result of a playout from w.state, which is not over.
  void play_out(WorkerType& w) noexcept {
    if (this->quick_ != nullptr) return this->reward_exactly(w, this->quick_->quick_playout(w.state, &w.rng));
    const PlayoutResult result = this->game_->playout(w.state, &w.rng, nullptr);
    if (this->config_.playout_cap != 0 && result.plies > this->config_.playout_cap)
      return this->reward_exactly(w, GameStatus::kDraw);
    this->game_->returns(w.state, w.rewards.data());
  }
  // The rewards of a simulation are known, but not backed up yet. No locks.
  void learn(WorkerType&, std::size_t depth) noexcept { static_cast<void>(depth); }

  // Simulations. begin(): one starts at the root; resume(): one of a batch starts at path[depth] of the last.
  void begin(WorkerType&) noexcept {}
  void resume(WorkerType&, std::size_t depth) noexcept { static_cast<void>(depth); }

  // Arrival. A simulation has left the tree at this node, whose position is in w.state.
  void arrived(WorkerType&, N&) noexcept {}
  // Deduction. Propagates proofs: called for the nodes above the leaf, upwards, until it returns false.
  [[nodiscard]] bool deduce(WorkerType&, N& node, N& child) noexcept {
    static_cast<void>(node), static_cast<void>(child);
    return false;
  }

  // Backup. Called for every node of the path but the last, after its child, before the rewards are added.
  // Several workers call it only if settles(), and in any order of nodes.
  [[nodiscard]] constexpr bool settles() const noexcept { return false; }
  void settle(WorkerType&, N& node, N& child, std::size_t depth) noexcept {
    static_cast<void>(node), static_cast<void>(child), static_cast<void>(depth);
  }

  // Credit. The reward was added to a node of the path.
  void credited(WorkerType&, N&) noexcept {}
  // True if one of several workers may make a batch of simulations from one node; the rewards of the nodes
  // above are then added together, without credited().
  [[nodiscard]] constexpr bool allows_batches() const noexcept { return true; }
};

}  // namespace ludex::agents::mcts
