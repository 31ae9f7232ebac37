// MustPlayPolicy<Base>: prunes children that the game says need not be searched, on top of a solving policy.
//
// Idea: Arneson, Hayward & Henderson, "Monte Carlo tree search in Hex", IEEE TCIAIG 2, 2010: the knowledge of
// virtual connections prunes the moves outside the must-play region. It is costly, so the first worker to
// reach `must_play` visits of a node (or the root) asks the game, once; the other workers continue with all
// moves meanwhile. A pruned child counts as lost without a proof: it is not selected, and neither the report
// nor the final move calls it a loss. Moves that win at once (ludex.tactics/1, where the game offers it)
// prove the node instead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "agents/common/mcts/enhancements/extension.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/moves/known_moves.hpp"
#include "core/game/extensions.hpp"

namespace ludex::agents::mcts {

template <class Base>
struct MustPlayNode : Base {
  std::uint16_t asked = 0;   // the game has been asked about this node
  std::uint16_t pruned = 0;  // need not be searched
};

template <class Base>
struct MustPlayExtra : Base {
  bool asks = false;         // this simulation asks the game about its leaf
  std::uint32_t wins = 0;    // the answer is in w.moves: moves that win at once
  std::uint32_t matter = 0;  // if there are none: moves that matter
};

template <class Base>
class MustPlayPolicy : public Base {
 public:
  using N = typename Base::NodeType;
  using W = typename Base::WorkerType;

  // `config.must_play`: visits after which the game is asked about a node.
  template <class Config>
  explicit MustPlayPolicy(const Config& config) : Base(config), visits_(config.must_play) {}

  void start(const GameTraits& traits) override {
    Base::start(traits);
    static_cast<void>(required_extension<MustPlay>(*this->game_));
    known_.new_game(*this->game_);
  }
  [[nodiscard]] bool prepare(Player mover, bool kept) noexcept override {
    // A pruned move may have been played all the same; or the game's answer about the position before proved
    // this one without naming a move.
    N& root = this->root_;
    if (root.pruned != 0 || (root.over() && !names_move(root))) root.pruned = root.asked = root.proven = 0;
    return Base::prepare(mover, kept);
  }

  [[nodiscard]] bool halts(W& w, N& node) const noexcept override {
    const bool due = node.count() >= visits_ || &node == &this->root_;
    if (node.asked != 0 || node.over() || !node.complete() || !due) return Base::halts(w, node);
    node.asked = 1;
    w.extra.asks = true;
    return true;
  }
  void ask_game(W& w) noexcept override {
    Base::ask_game(w);
    if (!w.extra.asks) return;
    w.extra.wins = known_.wins(w.state, w.moves.data());
    if (w.extra.wins == 0) w.extra.matter = known_.matter(w.state, w.moves.data());
  }
  void arrived(W& w, N& leaf) noexcept override {
    Base::arrived(w, leaf);
    if (std::exchange(w.extra.asks, false) && !leaf.over()) prune(w, leaf);
  }

  [[nodiscard]] Outcome outcome(const N& node, Player player) const noexcept override {
    return node.pruned != 0 ? Outcome::kUnknown : Base::outcome(node, player);
  }
  [[nodiscard]] int standing(const N& child) const noexcept override {
    return child.pruned != 0 ? 0 : Base::standing(child);
  }

 private:
  // True if a child has the result of the node.
  [[nodiscard]] bool names_move(const N& node) const noexcept {
    const auto children = this->children(node);
    return std::any_of(children.begin(), children.end(),
                       [&](const N& child) { return child.result() == node.result() && child.pruned == 0; });
  }
  // Takes the answer from w.moves: leaves the node only the children worth searching, or proves it.
  void prune(W& w, N& node) noexcept {
    const Player mover = this->game_->to_move(w.state);
    if (w.extra.wins != 0) {
      for_each_unproven(w, node, w.extra.wins, [&](N& child, bool wins) {
        if (wins) child.set_result(win_for(mover));
      });
      node.set_result(win_for(mover));
      return;
    }
    const std::uint32_t count = w.extra.matter;
    const GameStatus lost = win_for(1 - mover);
    bool open = false;
    const bool saved = for_each_unproven(w, node, count, [&](N& child, bool matters) {
      open |= matters;
      if (matters) return;
      child.set_result(lost);
      child.pruned = count != 0 ? 1 : 0;
    });
    if (!open && !saved) node.set_result(lost);
  }
  // Calls on(child, whether its move is among the first `count` of w.moves) for all unproven children. True
  // if a child is proven not lost: another thread proved it and is about to update the node.
  template <class On>
  bool for_each_unproven(W& w, N& node, std::uint32_t count, On&& on) noexcept {
    const Move* const moves = w.moves.data();
    const GameStatus lost = win_for(1 - this->game_->to_move(w.state));
    bool saved = false;
    N* const first = this->pool_[node.children];
    for (N* child = first; child != first + node.size; ++child) {
      if (w.shared) child->lock.lock();
      if (child->over()) {
        saved |= child->result() != lost;
      } else {
        on(*child, std::find(moves, moves + count, child->move) != moves + count);
      }
      if (w.shared) child->lock.unlock();
    }
    return saved;
  }

  // Fixed.
  const std::uint32_t visits_;

  // Set for each game.
  KnownMoves known_;
};

}  // namespace ludex::agents::mcts
