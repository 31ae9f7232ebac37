// OthersPolicy<Base>: what a search of more than two players takes the others to want, on top of any policy.
// Without it the search is max^n: every player maximises its own reward (Luckhardt & Irani 1986; in
// Monte-Carlo tree search Sturtevant, "An analysis of UCT in multi-player games", CG 2008).
//
// Paranoid (Sturtevant & Korf, "On pruning techniques for multi-player games", AAAI 2000; in UCT: Nijssen &
// Winands, "Search policies in multi-player games", ICGA Journal 36, 2013): all others play against the root
// player r. A simulation with rewards x counts x_r for r and -x_r for everybody else.
//
// Best reply (Schadd & Winands, "Best-reply search for multiplayer games", IEEE TCIAIG 3, 2011): the same,
// but between two turns of r only one of the others replies by search. In the paper the rest pass, which few
// rules allow; here, as in BRS+ (Esser, Gras, Winands, Schadd & Lanctot, "Improving best-reply search", CG
// 2013), they make the move that the game scores best (ludex.move-scores/1), or without scores one that is
// fixed at random for each position. Who may still reply has all its moves, and, if another may reply after
// it, the choice to leave the reply to that one. At most players - 2 others can do so in a row.
//
// With two players and a zero sum all three are the same search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/config.hpp"
#include "agents/common/mcts/policy.hpp"
#include "core/game/extensions.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::mcts {

template <class Base>
struct OthersNode : Base {
  static constexpr std::uint8_t kNone = 0xFF;

  std::uint8_t replier = kNone;  // best reply: who has replied to the root player's last move
  std::uint8_t waited = 0;       // ... and how many have left it to others
};

template <class Base>
struct OthersExtra : Base {
  std::vector<float> scores_of_moves;

  void equip(const GameTraits& traits) {
    Base::equip(traits);
    scores_of_moves.resize(traits.max_moves);
  }
};

template <class Base>
class OthersPolicy : public Base {
 public:
  using N = typename Base::NodeType;
  using W = typename Base::WorkerType;

  using Base::Base;

  void start(const GameTraits& traits) override {
    Base::start(traits);
    players_ = traits.players;
    scores_ = find<MoveScores>(*this->game_);
  }
  [[nodiscard]] bool prepare(Player mover, bool kept) noexcept override {
    const bool same = mover == root_player_;
    root_player_ = mover;
    return Base::prepare(mover, kept) && (same || !kept);
  }

  [[nodiscard]] std::uint32_t list_moves(W& w, const N& node) noexcept override {
    const std::uint32_t count = Base::list_moves(w, node);
    if (this->config_.players != Players::kBestReply) return count;
    const Player mover = this->game_->to_move(w.state);
    if (mover == root_player_ || node.replier == mover) return count;
    if (node.replier == N::kNone) {
      if (!may_wait(node)) return count;
      w.moves[count] = unsearched_move(w, count);
      return count + 1;
    }
    w.moves[0] = unsearched_move(w, count);
    return 1;
  }
  void created(W& w, const N& parent, N& child) noexcept override {
    Base::created(w, parent, child);
    if (has_outcomes(parent)) {
      child.replier = parent.replier;
      child.waited = parent.waited;
    } else if (child.player == root_player_) {
      child.replier = N::kNone;
      child.waited = 0;
    } else if (parent.replier != N::kNone) {
      child.replier = parent.replier;
    } else if (may_wait(parent) && child.slot + 1 == parent.legal) {
      child.waited = static_cast<std::uint8_t>(parent.waited + 1);
    } else {
      child.replier = child.player;
    }
  }

  void learn(W& w, std::size_t depth) noexcept override {
    const float own = w.rewards[root_player_];
    for (Player p = 0; p < players_; ++p) w.rewards[p] = p == root_player_ ? own : -own;
    Base::learn(w, depth);
  }

 private:
  // In best reply only. True if the last move of the node's list leaves the reply to another.
  [[nodiscard]] bool may_wait(const N& node) const noexcept {
    return this->config_.players == Players::kBestReply && node.waited + 2U < players_;
  }
  // The move of a player who makes none by search; w.moves has the legal ones.
  [[nodiscard]] Move unsearched_move(W& w, std::uint32_t count) const noexcept {
    if (scores_ == nullptr) return w.moves[mix64(this->game_->hash(w.state)) % count];
    float* const scores = w.extra.scores_of_moves.data();
    scores_->move_scores(w.state, w.moves.data(), count, scores);
    return w.moves[static_cast<std::size_t>(std::max_element(scores, scores + count) - scores)];
  }

  // Set for each game.
  std::uint32_t players_ = 0;
  const MoveScores* scores_ = nullptr;

  // Set for each search.
  Player root_player_ = kNobody;
};

}  // namespace ludex::agents::mcts
