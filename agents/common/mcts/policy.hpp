// BasicPolicy: the hooks of Search, implemented as in plain UCT. A policy derives from it and overrides the
// hooks that it changes.
//
// The hooks are virtual so that the compiler checks a policy: `override` refuses a misspelt name and a wrong
// signature. Search and the policies call them qualified (P::select, Base::settle): such a call binds at
// compile time, so an unchanged hook costs nothing and nothing is dispatched in a simulation. With several
// workers a hook is called with the locks that README.md names under "Threads".
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "agents/common/mcts/core.hpp"

namespace ludex::agents::mcts {

template <class N = Node, class S = NoExtra>
class BasicPolicy : public Core<N, S> {
 public:
  using typename Core<N, S>::WorkerType;
  using Basic = BasicPolicy;

  using Core<N, S>::Core;

  // --- Games and searches

  // Before a game; may allocate and throw.
  virtual void start(const GameTraits& /*traits*/) {}
  // Before a search, with the player to move; `kept`: the tree is inherited. Returns false if the tree cannot
  // be used.
  [[nodiscard]] virtual bool prepare(Player /*mover*/, bool /*kept*/) noexcept { return true; }

  // --- Memory

  // Returns the part of `bytes` that is for nodes.
  [[nodiscard]] virtual std::size_t tree_share(std::size_t bytes) { return bytes; }
  // The tree was dropped; a node of it was dropped.
  virtual void cleared() noexcept {}
  virtual void released(const N& /*node*/) noexcept {}

  // --- Results

  // True if nothing is left to find out; called before every simulation.
  [[nodiscard]] virtual bool finished() const noexcept { return this->root_.over(); }
  // The proven result of a node, for `player`.
  [[nodiscard]] virtual Outcome outcome(const N& node, Player player) const noexcept {
    return outcome_for(node.result(), player);
  }
  // Final move: children of a higher standing precede all others.
  [[nodiscard]] virtual int standing(const N& /*child*/) const noexcept { return 0; }

  // --- Creation of nodes

  // True if a node gets all its children at once.
  [[nodiscard]] virtual bool expands_all() const noexcept { return false; }
  // True if select() is also called at a node with untried moves (but never at one without children); its
  // nullptr there means "try a new one".
  [[nodiscard]] virtual bool weighs_untried() const noexcept { return false; }
  // The legal moves of a node, whose position is in w.state, were counted for the first time; they are in
  // w.moves.
  virtual void opened(WorkerType& /*w*/, N& /*node*/) noexcept {}
  // Writes the moves that may be tried at a node, whose position is in w.state, to w.moves, which has room
  // for one more than the game's most, and returns their number.
  [[nodiscard]] virtual std::uint32_t list_moves(WorkerType& w, const N& /*node*/) noexcept {
    return this->game_->legal_moves(w.state, w.moves.data());
  }
  // The index of the move to try first in an incomplete node.
  [[nodiscard]] virtual std::uint32_t pick_untried(WorkerType& w, const N& node,
                                                   std::uint32_t count) noexcept {
    return this->random_untried(w, node, count);
  }
  // A child was made from move `child.slot`, which is not yet played.
  virtual void created(WorkerType& /*w*/, const N& /*parent*/, N& /*child*/) noexcept {}
  // The last move of a node is being tried.
  virtual void completed(WorkerType& /*w*/, N& /*node*/) noexcept {}
  // The move to a child was played for the first time; child.proven says if that ended the game.
  virtual void entered(WorkerType& /*w*/, N& /*child*/) noexcept {}

  // --- The way down

  // A simulation starts at the root; one of a batch starts at path[depth] of the last.
  virtual void begin(WorkerType& /*w*/) noexcept {}
  virtual void resume(WorkerType& /*w*/, std::size_t /*depth*/) noexcept {}
  // A simulation passes a node that is not over, path[depth].
  virtual void visit(WorkerType& /*w*/, std::size_t /*depth*/) noexcept {}
  // True if a simulation must stop at this node of the tree, to ask the game about it and play out from
  // there.
  [[nodiscard]] virtual bool halts(WorkerType& /*w*/, N& /*node*/) const noexcept { return false; }
  // UCB1 in a node all of whose moves have been tried, path[depth].
  [[nodiscard]] virtual N* select(WorkerType& w, N& node, std::size_t /*depth*/) noexcept {
    const float k = this->explore(node.count());
    return this->best_by_ucb1(w, node, k);
  }
  // The best child by a score among those that may be selected; may compute a child's score more than once.
  // For the select() of a policy on top. A template cannot be virtual: a policy hides it.
  template <class Score>
  [[nodiscard]] N* best_open_child(WorkerType& w, const N& node, std::size_t /*depth*/,
                                   Score&& score_of) const noexcept {
    return this->best_child(w, node, score_of);
  }
  // The N of ln N in a node that select() chooses from.
  [[nodiscard]] static std::uint32_t trials(const WorkerType& /*w*/, const N& node) noexcept {
    return node.count();
  }
  // A simulation walks to a child; w.state is still the parent's.
  virtual void step(WorkerType& /*w*/, const N& /*child*/) noexcept {}

  // --- The leaf

  // Called between halts() and arrived(), for work too slow to do under a lock. The position is in w.state.
  virtual void ask_game(WorkerType& /*w*/) noexcept {}
  // A simulation has left the tree at this node, whose position is in w.state.
  virtual void arrived(WorkerType& /*w*/, N& /*leaf*/) noexcept {}
  // Propagates proofs: called for the nodes above the leaf, upwards, until it returns false.
  [[nodiscard]] virtual bool deduce(WorkerType& /*w*/, N& /*node*/, N& /*child*/) noexcept { return false; }
  // Sets w.rewards to the result of a playout from w.state, which is not over.
  virtual void play_out(WorkerType& w) noexcept {
    if (this->quick_ != nullptr) return this->reward_exactly(w, this->quick_->quick_playout(w.state, &w.rng));
    const PlayoutResult result = this->game_->playout(w.state, &w.rng, nullptr);
    if (this->config_.playout_cap != 0 && result.plies > this->config_.playout_cap)
      return this->reward_exactly(w, GameStatus::kDraw);
    this->game_->returns(w.state, w.rewards.data());
  }
  // The rewards of a simulation are known, but not backed up yet. No locks.
  virtual void learn(WorkerType& /*w*/, std::size_t /*depth*/) noexcept {}

  // --- The way up

  // Called for every node of the path but the last, after its child, before the rewards are added. Several
  // workers call it only if settles(), and in any order of nodes.
  [[nodiscard]] virtual bool settles() const noexcept { return false; }
  virtual void settle(WorkerType& /*w*/, N& /*node*/, N& /*child*/, std::size_t /*depth*/) noexcept {}
  // The reward was added to a node of the path.
  virtual void credited(WorkerType& /*w*/, N& /*node*/) noexcept {}
  // True if one of several workers may make a batch of simulations from one node; the rewards of the nodes
  // above are then added together, without credited().
  [[nodiscard]] virtual bool allows_batches() const noexcept { return true; }

 protected:
  ~BasicPolicy() = default;
};

// True if a policy overrides deduce(): then there are proofs to propagate.
template <class P>
inline constexpr bool kDeduces = !std::is_same_v<decltype(&P::deduce), decltype(&P::Basic::deduce)>;

}  // namespace ludex::agents::mcts
