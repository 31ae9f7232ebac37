// GpnPolicy: proof numbers for every player, and score bounds, in the tree of MCTS.
//
// Idea: "Generalized Proof-Number Monte-Carlo Tree Search", 2025, doi 10.3233/FAIA251406. A node keeps for
// each player the least number of leaves that must be won for this player to win the node: the minimum of the
// children where the player moves, the sum over all moves elsewhere; a move without a child counts 1. There
// are no disproof numbers: with two players the opponent's number serves. In a node with mover m the search
// walks to the child that maximises
//   v_i + C sqrt(ln N / n_i) + C_pn B_i
// where B_i comes from m's numbers (bias.hpp). A move without a child takes part with v = the mean of those
// that have one, and n_i = 1.
//
// Score bounds (Cazenave & Saffidine, "Score Bounded Monte-Carlo Tree Search", CG 2010): v_i is clipped to
// the child's bounds, and a child that cannot exceed the mover's secured value is avoided. With two players
// the bounds are exact interval arithmetic of a zero-sum game; the published rule for more players bounds
// another's best by the best of all children.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/mcts/policy.hpp"
#include "agents/gpn-mcts/bias.hpp"
#include "agents/gpn-mcts/config.hpp"
#include "agents/gpn-mcts/node.hpp"
#include "core/game/extensions.hpp"

namespace ludex::agents::gpn_mcts {

struct GpnExtra {
  std::vector<Move> moves;  // scratch; after opened() the winning moves
  std::vector<ProofNumber> keys;
  const void* opened = nullptr;  // the node opened in this simulation
  bool changed = false;          // the knowledge of the last updated node of the path has changed
  bool won = false;              // the mover of the opened node has a winning move

  void equip(const GameTraits& traits) {
    moves.resize(traits.max_moves);
    keys.resize(traits.max_moves);
  }
};

template <std::size_t kPlayers>
class GpnPolicy : public mcts::BasicPolicy<GpnNode<kPlayers>, GpnExtra> {
  using Base = mcts::BasicPolicy<GpnNode<kPlayers>, GpnExtra>;

 public:
  using N = GpnNode<kPlayers>;
  using W = typename Base::WorkerType;
  using Known = Knowledge<kPlayers>;

  explicit GpnPolicy(const GpnConfig& config)
      : Base(config), gpn_(config), weight_(static_cast<float>(config.c_pn)) {}

  void start(const GameTraits&) override { tactics_ = gpn_.tactics ? find<Tactics>(*this->game_) : nullptr; }
  // A kept tree is useless if an untried move is known to win at its root.
  [[nodiscard]] bool prepare(Player mover, bool kept) noexcept override {
    const GameStatus win = win_for(mover);
    const auto won = [win](const N& node) { return node.known.result() == win; };
    const auto children = this->children(this->root_);
    return !kept || !won(this->root_) || std::any_of(children.begin(), children.end(), won);
  }
  [[nodiscard]] bool weighs_untried() const noexcept override { return !gpn_.untried_first; }
  void begin(W& w) noexcept override {
    w.extra.changed = false;
    w.extra.opened = nullptr;
  }
  void resume(W& w, std::size_t) noexcept override { GpnPolicy::begin(w); }
  void opened(W& w, N& node) noexcept override {
    const Player mover = this->game_->to_move(w.state);
    w.extra.opened = &node;
    w.extra.changed = true;
    w.extra.won = tactics_ != nullptr && tactics_->winning_moves(w.state, w.extra.moves.data()) != 0;
    if (!w.extra.won) weigh_children(w, node, mover);
  }
  // The node was opened without memory for a child.
  void arrived(W& w, N& leaf) noexcept override {
    if (w.extra.opened != &leaf) return;
    const Player mover = this->game_->to_move(w.state);
    if (w.extra.won) return learn_result(leaf, win_for(mover));
    leaf.known.proof = unexplored(mover, leaf.legal);
  }
  // As in pn-mcts a winning move comes first only at the root.
  [[nodiscard]] std::uint32_t pick_untried(W& w, const N& node, std::uint32_t count) noexcept override {
    if (&node != &this->root_ || w.extra.opened != &node || !w.extra.won)
      return this->random_untried(w, node, count);
    const auto end = w.moves.begin() + count;
    return static_cast<std::uint32_t>(std::find(w.moves.begin(), end, w.extra.moves[0]) - w.moves.begin());
  }
  void created(W&, const N& parent, N& child) noexcept override { child.bias = parent.untried_bias; }
  void entered(W& w, N& child) noexcept override {
    if (child.over()) {
      child.known = Known::of(child.result());
      w.extra.changed = true;
    } else if (gpn_.mobility) {
      const std::uint32_t count = this->game_->legal_moves(w.state, w.extra.moves.data());
      child.known.proof = unexplored(this->game_->to_move(w.state), count);
      w.extra.changed = true;
    }
  }

  // nullptr: an untried move.
  [[nodiscard]] N* select(W& w, N& node, std::size_t) noexcept override {
    const float k = this->explore(node.count());
    const N& first = *this->pool_[node.children];
    const Bounds ours = node.known.bounds[first.player];
    float best_score = std::numeric_limits<float>::lowest();
    N* const best = this->best_child(w, node, [&](const N& child) {
      const float ucb = gpn_.score_bounds ? value(child, ours) + k * child.inverse_root : ucb1(child, k);
      const float score = ucb + child.bias;
      best_score = std::max(best_score, score);
      return score;
    });
    if (node.complete()) return best;
    double sum = 0;
    double visits = 0;
    for (const N& child : this->children(node)) {
      sum += child.sum;
      visits += child.visits;
    }
    return static_cast<float>(sum / visits) + k + node.untried_bias >= best_score ? nullptr : best;
  }

  [[nodiscard]] bool deduce(W& w, N& node, N& child) noexcept override {
    if (!w.extra.changed) return false;
    const bool opened = w.extra.opened == &node;
    w.extra.changed = opened;
    if (opened && w.extra.won) learn_result(node, win_for(child.player));
    if (certain(node)) return opened;
    const Player mover = child.player;
    const Known old = node.known;
    node.known = recount(node, mover);
    w.extra.changed = opened || !(node.known == old);
    learn_result(node, node.known.result());
    if (!certain(node)) weigh_children(w, node, mover);
    return w.extra.changed;
  }

  [[nodiscard]] Outcome outcome(const N& node, Player player) const noexcept override {
    if (node.terminal()) return outcome_for(node.result(), player);
    const Bounds& bounds = node.known.bounds[player];
    if (!bounds.exact()) return Outcome::kUnknown;
    return bounds.least == 1 ? Outcome::kWin : bounds.least == 0 ? Outcome::kDraw : Outcome::kLoss;
  }
  // Order: proven wins; then, if the root's value is known or a draw is good enough, moves that secure as
  // much; moves of unknown value, by visits; proven draws; proven losses.
  [[nodiscard]] int standing(const N& child) const noexcept override {
    const Bounds& bounds = child.known.bounds[child.player];
    const Bounds& root = this->root_.known.bounds[child.player];
    if (bounds.least == 1) return 4;
    const bool content = root.least == 0 && (root.exact() || root_mean() <= gpn_.contempt);
    if (bounds.least == 0 && content) return 3;
    return !bounds.exact() ? 2 : bounds.least == 0 ? 1 : 0;
  }

 private:
  // The numbers of a node with this many moves, none of them tried.
  [[nodiscard]] static ProofNumbers<kPlayers> unexplored(Player mover, std::uint32_t moves) noexcept {
    auto numbers = all<kPlayers>(ProofNumber(moves));
    numbers[mover] = ProofNumber(1);
    return numbers;
  }

  // True if the knowledge of the node is final.
  [[nodiscard]] static bool certain(const N& node) noexcept {
    return node.known.result() != GameStatus::kOngoing;
  }
  // With score bounds a node of known result is not searched further.
  void learn_result(N& node, GameStatus result) const noexcept {
    if (result == GameStatus::kOngoing) return;
    node.known = Known::of(result);
    if (gpn_.score_bounds) node.set_result(result);
  }

  [[nodiscard]] Known recount(const N& node, Player mover) const noexcept {
    const std::uint32_t untried = node.legal - std::uint32_t{node.size};
    Known known;
    for (Player p = 0; p < kPlayers; ++p) {
      ProofNumber least = untried != 0 ? ProofNumber(1) : ProofNumber::infinite();
      ProofNumber sum(untried);
      Bounds low = untried != 0 ? Bounds{-1, 1} : Bounds{1, 1};  // the minimum over the moves
      Bounds high{-1, untried != 0 ? std::int8_t{1} : std::int8_t{-1}};
      for (const N& child : this->children(node)) {
        least = std::min(least, child.known.proof[p]);
        sum += child.known.proof[p];
        const Bounds& bounds = child.known.bounds[p];
        low = {std::min(low.least, bounds.least), std::min(low.most, bounds.most)};
        high = {std::max(high.least, bounds.least), std::max(high.most, bounds.most)};
      }
      known.proof[p] = p == mover ? least : sum;
      known.bounds[p] = p == mover ? high : Bounds{low.least, kPlayers == 2 ? low.most : high.most};
    }
    return known;
  }

  // A child's value for its mover, by its simulations and its bounds.
  [[nodiscard]] float value(const N& child, const Bounds& secured) const noexcept {
    const float mean = static_cast<float>(child.sum) * child.inverse_root * child.inverse_root;
    const Bounds& bounds = child.known.bounds[child.player];
    constexpr float kAvoid = -10'000;
    if (bounds.most <= secured.least && secured.most > bounds.least) return kAvoid;
    return std::clamp(mean, static_cast<float>(bounds.least), static_cast<float>(bounds.most));
  }

  // Sets the biases of a node's children and untried moves.
  void weigh_children(W& w, N& node, Player mover) const noexcept {
    if (weight_ == 0) return;
    N* const first = this->pool_[node.children];
    const std::uint32_t untried = node.legal - std::uint32_t{node.size};
    if (gpn_.bias == BiasKind::kRank) return rank_children(w, node, mover);
    Spread spread;
    spread.add(ProofNumber(1), untried);
    for (std::uint32_t i = 0; i < node.size; ++i) spread.add(first[i].known.proof[mover], 1);
    node.untried_bias = weight_ * spread.bias(gpn_.bias, ProofNumber(1));
    for (std::uint32_t i = 0; i < node.size; ++i)
      first[i].bias = weight_ * spread.bias(gpn_.bias, first[i].known.proof[mover]);
  }
  void rank_children(W& w, N& node, Player mover) const noexcept {
    N* const first = this->pool_[node.children];
    ProofNumber* const keys = w.extra.keys.data();
    ProofNumber* const end = keys + node.legal;
    std::fill(keys + node.size, end, ProofNumber(1));
    for (std::uint32_t i = 0; i < node.size; ++i) keys[i] = first[i].known.proof[mover];
    std::sort(keys, end);
    const auto rank = [&](ProofNumber x) {
      return static_cast<float>(1 + (std::lower_bound(keys, end, x) - keys));
    };
    const float divisor = gpn_.rank_by_largest ? rank(end[-1]) : static_cast<float>(node.legal);
    node.untried_bias = weight_ * (1 - rank(ProofNumber(1)) / divisor);
    for (std::uint32_t i = 0; i < node.size; ++i)
      first[i].bias = weight_ * (1 - rank(first[i].known.proof[mover]) / divisor);
  }

  // Mean result of the root for its mover.
  [[nodiscard]] double root_mean() const noexcept {
    double sum = 0;
    double visits = 0;
    for (const N& child : this->children(this->root_)) {
      sum += child.sum;
      visits += child.visits;
    }
    return visits == 0 ? 0.0 : sum / visits;
  }

  // Fixed.
  const GpnConfig gpn_;
  const float weight_;

  // Set for each game.
  const Tactics* tactics_ = nullptr;
};

}  // namespace ludex::agents::gpn_mcts
