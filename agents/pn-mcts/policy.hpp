// PnPolicy: proof and disproof numbers in the tree of MCTS.
//
// Idea: Kowalski, Doe, Winands, Gorski & Soemers, "Proof Number Based Monte-Carlo Tree Search", 2024. Every
// node keeps proof and disproof numbers for the player at the root (OR nodes: this player moves). Three
// enhancements use them, each on its own switch:
//   F  final move: a proven win is played whatever its visits (section IV-A)
//   S  solver: a solved child with more than T visits is no longer selected (IV-B)
//   U  UCT-PN, equation (2): v_i + C sqrt(ln n_p / n_i) + C_pn (1 - rank_i / max_j rank_j), where rank_i is
//      the place of the child when the children are ordered by proof number (OR node) or disproof number
//      (AND node); ties share a rank (IV-C)
// With two layers (VIII) the first proves "win", the second "not a loss", which breaks ties of the rank,
// decides whether a child is solved, and lets F take a proven draw when the root's mean is at most the
// contempt factor. README.md lists the departures from the paper and from its published code.
//
// Lazy expansion: a move without a node counts as a leaf with numbers 1 and 1, those its node would have.
// Changed numbers propagate upwards until a node's stay the same; ranks are kept and corrected by one pass
// over the siblings of a child whose number has changed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "agents/common/mcts/policy.hpp"
#include "agents/pn-mcts/node.hpp"
#include "core/game/extensions.hpp"

namespace ludex::agents::pn_mcts {

struct PnConfig : mcts::CommonConfig {
  bool final_move_proven = true;  // F
  bool solver = true;             // S
  bool uct_pn = true;             // U
  double c_pn = 1;
  std::uint32_t threshold = 5;   // T
  bool rank_by_largest = false;  // divide ranks by the largest rank (paper), else by the number of moves
  bool rank_layer_two = true;    // two layers: the second breaks ties of the rank
  double contempt = 0;           // two layers: F takes a proven draw if the root's mean is not above this
  bool contempt_strict = false;  // ... is below this (paper)
  bool expand_all = false;
  bool tactics = true;  // lazy expansion: ask the game for winning moves
};

// The key by which proof-number search orders siblings.
template <std::size_t kLayers>
using Key = std::conditional_t<kLayers == 2, std::uint64_t, std::uint32_t>;

template <std::size_t kLayers>
struct PnExtra {
  std::vector<Move> wins;  // the winning moves of the opened node, if it is won
  std::vector<Key<kLayers>> keys;
  std::array<Numbers, kLayers> before{};  // numbers of the last updated node, before this simulation
  bool changed = false;                   // its numbers have changed
  bool opened = false;                    // the lowest inner node of the path was opened in this simulation
  bool childless = false;                 // ... and has no child
  bool won = false;                       // ... and its mover has a winning move
  StateBuffer look_ahead;                 // with expand_all

  void equip(const GameTraits& traits) {
    wins.resize(traits.max_moves);
    keys.resize(traits.max_moves);
    look_ahead = StateBuffer(traits, 1);
  }
};

template <std::size_t kLayers>
class PnPolicy : public mcts::BasicPolicy<PnNode<kLayers>, PnExtra<kLayers>> {
  using Base = mcts::BasicPolicy<PnNode<kLayers>, PnExtra<kLayers>>;

 public:
  using N = PnNode<kLayers>;
  using W = typename Base::WorkerType;

  explicit PnPolicy(const PnConfig& config)
      : Base(config), pn_(config), weight_(config.uct_pn ? static_cast<float>(config.c_pn) : 0.0F) {}

  [[nodiscard]] Player root_player() const noexcept { return root_player_; }
  // Score difference of one rank. Ranks count from 0: equation (2) minus the constant C_pn (1 - 1 / divisor),
  // which is the same for all siblings.
  [[nodiscard]] float rank_step(const N& node) const noexcept {
    float divisor = node.legal;
    if (pn_.rank_by_largest) {
      divisor = 1;
      for (const N& child : made(node)) divisor = std::max(divisor, child.rank + 1);
    }
    return -weight_ / divisor;
  }

  void start(const GameTraits& traits) override {
    draws_ = (traits.flags & kDrawsPossible) != 0;
    tactics_ = pn_.tactics && !pn_.expand_all ? find<Tactics>(*this->game_) : nullptr;
  }
  // Numbers are for one player: a tree grown for the other player is useless. So is one where an untried move
  // is known to win at the root.
  [[nodiscard]] bool prepare(Player mover, bool kept) noexcept override {
    const bool same = mover == root_player_;
    root_player_ = mover;
    return !kept || (same && (!this->root_.layers[0].proof.is_zero() || win_found()));
  }
  [[nodiscard]] bool finished() const noexcept override {
    return pn_.final_move_proven && this->root_.layers[0].proof.is_zero();
  }

  [[nodiscard]] bool expands_all() const noexcept override { return pn_.expand_all; }
  void opened(W& w, N& node) noexcept override {
    w.extra.opened = w.extra.childless = true;
    w.extra.won = false;
    if (pn_.expand_all) return judge_children(w, node);
    w.extra.won = tactics_ != nullptr && tactics_->winning_moves(w.state, w.extra.wins.data()) != 0;
  }
  // Below the root a winning move has no priority. Tried first it would bring a sure loss for the move that
  // led here, and so lower the value of the node above, where that move need not be played (measured:
  // arena/papers/pn-mcts/RESULTS.md). At the root it has priority: it will be played.
  [[nodiscard]] std::uint32_t pick_untried(W& w, const N& node, std::uint32_t count) noexcept override {
    const bool wanted = &node == &this->root_ && (pn_.final_move_proven || pn_.solver);
    if (!wanted || !w.extra.opened || !w.extra.won) return this->random_untried(w, node, count);
    const auto end = w.moves.begin() + count;
    return static_cast<std::uint32_t>(std::find(w.moves.begin(), end, w.extra.wins[0]) - w.moves.begin());
  }
  void entered(W& w, N& child) noexcept override {
    w.extra.childless = false;
    if (!child.over() || pn_.expand_all) return;
    w.extra.before = child.layers;
    judge(child);
    w.extra.changed = true;
  }

  void completed(W& w, N& node) noexcept override {
    if (weight_ != 0) rank_children(w, node);
  }
  void begin(W& w) noexcept override { w.extra.changed = w.extra.opened = w.extra.childless = false; }
  void resume(W& w, std::size_t) noexcept override { PnPolicy::begin(w); }
  [[nodiscard]] N* select(W& w, N& node, std::size_t) noexcept override {
    const float k = this->explore(node.count());
    const float step = rank_step(node);
    const auto score = [k, step](const N& child) { return ucb1(child, k) + step * child.rank; };
    return this->best_child(w, node, score, [&](const N& child) {
      return solved(child) && pn_.solver && child.visits > pn_.threshold && !solved(node);
    });
  }

  // The node was opened without memory for a child.
  void arrived(W& w, N& leaf) noexcept override {
    if (!w.extra.childless) return;
    w.extra.opened = false;
    conclude(w, leaf, this->game_->to_move(w.state));
  }
  [[nodiscard]] bool deduce(W& w, N& node, N& child) noexcept override {
    auto& extra = w.extra;
    if (extra.opened) {
      extra.opened = false;
      conclude(w, node, child.player);
      return extra.changed;
    }
    if (!extra.changed) return false;
    const bool or_node = child.player == root_player_;
    const auto old = node.layers;
    if (w.shared) {
      revise_all(w, node, or_node);
    } else {
      move_rank(node, child, extra.before, or_node);
      for (std::size_t i = 0; i < kLayers; ++i)
        node.layers[i] = revise(node, child, i, extra.before[i], or_node);
    }
    extra.before = old;
    extra.changed = node.layers != old;
    return extra.changed;
  }

  [[nodiscard]] Outcome outcome(const N& node, Player player) const noexcept override {
    if (node.terminal()) return outcome_for(node.result(), player);
    Outcome known = Outcome::kUnknown;  // for the root's player
    const Numbers& win = node.layers[0];
    const Numbers& hold = node.layers[kLayers - 1];
    if (win.proof.is_zero()) {
      known = Outcome::kWin;
    } else if (win.disproof.is_zero() && !draws_) {
      known = Outcome::kLoss;
    } else if (kLayers == 2 && hold.disproof.is_zero()) {
      known = Outcome::kLoss;
    } else if (kLayers == 2 && hold.proof.is_zero() && win.disproof.is_zero()) {
      known = Outcome::kDraw;
    }
    return player == root_player_ ? known : opposite(known);
  }

  [[nodiscard]] int standing(const N& child) const noexcept override {
    if (!pn_.final_move_proven) return 0;
    if (this->root_.layers[0].proof.is_zero()) return child.layers[0].proof.is_zero() ? 1 : 0;
    if constexpr (kLayers == 2) {
      const double mean = root_mean();
      const bool content = pn_.contempt_strict ? mean < pn_.contempt : mean <= pn_.contempt;
      if (content && this->root_.layers[1].proof.is_zero()) return child.layers[1].proof.is_zero() ? 1 : 0;
    }
    return 0;
  }

 private:
  using Layers = std::array<Numbers, kLayers>;

  // True if a child of the root is a proven win.
  [[nodiscard]] bool win_found() const noexcept {
    const auto nodes = made(this->root_);
    return std::any_of(nodes.begin(), nodes.end(), [](const N& n) { return n.layers[0].proof.is_zero(); });
  }

  // The children in the tree; with expand_all this includes untried ones.
  [[nodiscard]] std::span<N> made(const N& node) const noexcept {
    return {this->pool_[node.children], pn_.expand_all ? node.legal : node.size};
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

  void judge(N& child) const noexcept {
    const Player winner = winner_of(child.result());
    child.layers[0] = Numbers::proven(winner == root_player_);
    if constexpr (kLayers == 2)
      child.layers[1] = Numbers::proven(winner == root_player_ || winner == kNobody);
  }
  // Plays every move of the node to see which end the game, as published.
  void judge_children(W& w, N& node) noexcept {
    State* const scratch = w.extra.look_ahead[0];
    for (N& child : made(node)) {
      this->game_->copy(scratch, w.state);
      child.set_result(this->game_->apply(scratch, child.move));
      if (child.over()) judge(child);
    }
  }
  // Sets the first numbers of a node that was just opened.
  void conclude(W& w, N& node, Player mover) const noexcept {
    const bool or_node = mover == root_player_;
    w.extra.before = node.layers;
    if (w.extra.won) {
      node.layers.fill(Numbers::proven(or_node));
    } else {
      node.layers = recount(node, or_node);
    }
    w.extra.changed = node.layers != w.extra.before;
  }

  // Computes the numbers of a node from all of its children.
  [[nodiscard]] Layers recount(const N& node, bool or_node) const noexcept {
    const std::span<const N> nodes = made(node);
    const auto virtual_leaves = static_cast<std::uint32_t>(node.legal - nodes.size());
    Layers answer;
    for (std::size_t i = 0; i < kLayers; ++i) {
      ProofNumber easy = virtual_leaves != 0 ? ProofNumber(1) : ProofNumber::infinite();
      ProofNumber hard(virtual_leaves);
      for (const N& child : nodes) {
        easy = std::min(easy, child.layers[i].easy(or_node));
        hard += child.layers[i].hard(or_node);
      }
      answer[i] = Numbers::of(or_node, easy, hard);
    }
    return answer;
  }

  // With several workers other children's changes may be propagating too: counting from the current numbers
  // is correct in any order.
  void revise_all(W& w, N& node, bool or_node) const noexcept {
    if (node.complete() && weight_ != 0) rank_children(w, node);
    const Layers counted = recount(node, or_node);
    for (std::size_t i = 0; i < kLayers; ++i) {
      if (!node.layers[i].solved()) node.layers[i] = counted[i];
    }
  }

  // Updates the numbers of a node after a change of one child, or of the virtual leaf it replaces.
  [[nodiscard]] Numbers revise(const N& node, const N& child, std::size_t i, const Numbers& before,
                               bool or_node) const noexcept {
    const Numbers now = node.layers[i];
    if (now.solved()) return now;
    const ProofNumber hard =
        revise_sum(node, i, before.hard(or_node), child.layers[i].hard(or_node), or_node);
    const ProofNumber easy =
        revise_minimum(node, i, before.easy(or_node), child.layers[i].easy(or_node), or_node);
    return Numbers::of(or_node, easy, hard);
  }
  [[nodiscard]] ProofNumber revise_sum(const N& node, std::size_t i, ProofNumber before, ProofNumber after,
                                       bool or_node) const noexcept {
    const ProofNumber now = node.layers[i].hard(or_node);
    if (after.is_infinite()) return after;
    if (now < ProofNumber::largest() && before < ProofNumber::largest()) return now - before + after;
    return recount(node, or_node)[i].hard(or_node);
  }
  [[nodiscard]] ProofNumber revise_minimum(const N& node, std::size_t i, ProofNumber before,
                                           ProofNumber after, bool or_node) const noexcept {
    const ProofNumber now = node.layers[i].easy(or_node);
    if (after <= now) return after;
    if (before != now) return now;
    const std::span<const N> nodes = made(node);
    ProofNumber least = nodes.size() < node.legal ? ProofNumber(1) : ProofNumber::infinite();
    for (const N& sibling : nodes) {
      if (least <= now) break;
      least = std::min(least, sibling.layers[i].easy(or_node));
    }
    return least;
  }

  // Smaller keys are better.
  using Key = pn_mcts::Key<kLayers>;
  [[nodiscard]] Key key(const Layers& layers, bool or_node) const noexcept {
    const Key first = layers[0].easy(or_node).value();
    if constexpr (kLayers == 2) {
      if (pn_.rank_layer_two) return first << 32 | layers[1].easy(or_node).value();
    }
    return first;
  }

  // Called once all moves of the node have been tried: from then on its children have ranks.
  void rank_children(W& w, N& node) const noexcept {
    const std::span<N> nodes = made(node);
    const bool or_node = nodes[0].player == root_player_;
    Key* const keys = w.extra.keys.data();
    Key* const end = keys + nodes.size();
    for (std::size_t i = 0; i < nodes.size(); ++i) keys[i] = key(nodes[i].layers, or_node);
    std::sort(keys, end);
    for (N& child : nodes)
      child.rank = static_cast<float>(std::lower_bound(keys, end, key(child.layers, or_node)) - keys);
  }
  // Corrects the ranks below a node after the numbers of one child have changed.
  void move_rank(N& node, N& moved, const Layers& before, bool or_node) const noexcept {
    const Key from = key(before, or_node);
    const Key to = key(moved.layers, or_node);
    if (from == to || !node.complete() || weight_ == 0) return;
    int better = 0;
    for (N& child : made(node)) {
      const Key here = key(child.layers, or_node);
      better += here < to ? 1 : 0;
      child.rank += static_cast<float>((to < here ? 1 : 0) - (from < here ? 1 : 0));
    }
    moved.rank = static_cast<float>(better);
  }

  // True if a solver need not search the node further.
  [[nodiscard]] static bool solved(const N& node) noexcept {
    return node.layers[kLayers - 1].proof.is_zero() || node.layers[0].disproof.is_zero();
  }

  // Fixed.
  const PnConfig pn_;
  const float weight_;

  // Set for each game.
  bool draws_ = false;
  const Tactics* tactics_ = nullptr;

  // Set for each search.
  Player root_player_ = kNobody;
};

}  // namespace ludex::agents::pn_mcts
