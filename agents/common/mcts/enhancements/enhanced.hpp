// Enhanced<Base>: the published enhancements of UCT, each in a file of this folder, on top of a policy with
// or without a solver. Each is off until its parameter turns it on; all can be combined.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/enhancements/amaf.hpp"
#include "agents/common/mcts/enhancements/config.hpp"
#include "agents/common/mcts/enhancements/early_termination.hpp"
#include "agents/common/mcts/enhancements/evaluation.hpp"
#include "agents/common/mcts/enhancements/extension.hpp"
#include "agents/common/mcts/enhancements/implicit_minimax.hpp"
#include "agents/common/mcts/enhancements/mast.hpp"
#include "agents/common/mcts/enhancements/mixed_playout.hpp"
#include "agents/common/mcts/enhancements/nst.hpp"
#include "agents/common/mcts/enhancements/progressive_bias.hpp"
#include "agents/common/mcts/enhancements/progressive_history.hpp"
#include "agents/common/mcts/enhancements/puct.hpp"
#include "agents/common/mcts/enhancements/ucb1_tuned.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/statistics.hpp"

namespace ludex::agents::mcts {

template <class Base>
struct EnhancedNode : Base {
  float squares = 0;  // UCB1-Tuned: sum of the squares of the rewards
  std::uint32_t move_class = 0;
  float prior = 0;         // progressive bias: H; PUCT: P
  float minimax = 0;       // for `player`: implicit minimax: v; mixed playouts: v of the parent
  std::uint32_t amaf = 0;  // this node's AMAF table; 0: none
};

template <class Base>
struct EnhancedExtra : Base {
  Line line;
  AmafTrail amaf;
  std::array<float, kMaxPlayers> rewards{};  // before proven results correct them
  std::vector<float> scores;                 // room for the game's scores of the legal moves
  float score_unit = 1;                      // ... and their divisor
  float value = 0;                           // the evaluation of the node being expanded
  float leaf_value = 0;                      // of the leaf's parent, for the player of the leaf
  Player leaf_player = 0;

  void equip(const GameTraits& traits) {
    Base::equip(traits);
    line.moves.resize(std::size_t{traits.max_plies} + 2);
    amaf.equip(traits);
    scores.resize(traits.max_moves + 1);
  }
};

template <class Base>
class Enhanced : public Base {
 public:
  using N = typename Base::NodeType;
  using W = typename Base::WorkerType;

  explicit Enhanced(const EnhancedConfig& config)
      : Base(config),
        enhanced_(config),
        amaf_(config),
        evaluation_(config.evaluation_scale, config.expected_values) {}

  void start(const GameTraits& traits) override {
    Base::start(traits);
    if (enhanced_.evaluates()) evaluation_.start(*this->game_);
    if (enhanced_.scores_moves() || enhanced_.playout == Playout::kPolicy)
      move_scores_ = &required_extension<MoveScores>(*this->game_);
    amaf_.start(traits);
    means_.resize(traits);
    if (enhanced_.playout == Playout::kNst) grams_.resize();
  }
  [[nodiscard]] bool prepare(Player mover, bool kept) noexcept override {
    if (!kept) {
      means_.clear();
      grams_.clear();
    }
    return Base::prepare(mover, kept);
  }
  [[nodiscard]] std::size_t tree_share(std::size_t bytes) override {
    return amaf_.take_share(Base::tree_share(bytes));
  }
  void cleared() noexcept override {
    Base::cleared();
    amaf_.clear();
  }
  void released(const N& node) noexcept override {
    Base::released(node);
    amaf_.release(node.amaf);
  }

  void begin(W& w) noexcept override {
    Base::begin(w);
    w.extra.line.size = 0;
    w.extra.amaf.reference = 0;
  }
  void resume(W& w, std::size_t depth) noexcept override {
    Base::resume(w, depth);
    w.extra.line.size = static_cast<std::uint32_t>(depth);
    AmafTrail& trail = w.extra.amaf;
    trail.reference = 0;
    for (std::size_t i = depth; i-- != 0 && trail.reference == 0;) {
      if (w.path[i]->count() > amaf_.reference_visits()) trail.reference = trail.tables[i];
    }
  }

  void created(W& w, const N& parent, N& child) noexcept override {
    Base::created(w, parent, child);
    child.move_class = this->game_->move_class(w.state, child.move);
    if (has_outcomes(parent)) return;
    // Scores are computed once for children that are made together.
    const bool known = this->config_.expand_after != 0 && child.slot != 0;
    if (enhanced_.evaluation_share != 0) {
      if (!known) w.extra.value = evaluation_.of(w.state);
      child.minimax = w.extra.value;
    }
    if (!enhanced_.scores_moves()) return;
    float* const scores = w.extra.scores.data();
    if (!known) {
      move_scores_->move_scores(w.state, w.moves.data(), parent.legal, scores);
      soften({scores, parent.legal}, enhanced_.temperature);
      const auto unit = enhanced_.puct != 0 ? sum_of_scores : largest_score;
      w.extra.score_unit = unit(scores, parent.legal);
    }
    child.prior = scores[child.slot] / w.extra.score_unit;
  }
  void entered(W& w, N& child) noexcept override {
    Base::entered(w, child);
    if (!enhanced_.evaluates_entered()) return;
    if (child.over()) {
      child.minimax = minimax_of_end(child.result(), child.player);
    } else {
      const float value = evaluation_.of(w.state);
      child.minimax = this->game_->to_move(w.state) == child.player ? value : -value;
    }
    if (enhanced_.bias_source == BiasSource::kEvaluate) child.prior = child.minimax;
  }
  void step(W& w, const N& child) noexcept override {
    Base::step(w, child);
    Line& line = w.extra.line;
    if (amaf_.on()) w.extra.amaf.tables[line.size] = amaf_.table_of(*w.path[line.size], w.shared);
    const bool outcome = has_outcomes(*w.path[line.size]);
    line.push(child.move, child.move_class, outcome ? kChance : child.player);
  }
  void arrived(W& w, N& leaf) noexcept override {
    Base::arrived(w, leaf);
    w.extra.leaf_value = leaf.minimax;
    w.extra.leaf_player = leaf.player;
    if (!amaf_.on()) return;
    const bool childless = this->config_.expand_after != 0 && leaf.legal == 0;
    w.extra.amaf.tables[w.extra.line.size] = leaf.over() || childless ? 0 : amaf_.table_of(leaf, w.shared);
  }

  // Flattened: the score is computed for every child, and a call each time would cost a tenth of the search.
  [[nodiscard, gnu::flatten]] N* select(W& w, N& node, std::size_t depth) noexcept override {
    const std::uint32_t count = Base::trials(w, node);
    std::uint32_t& reference = w.extra.amaf.reference;
    if (node.amaf != 0 && count > amaf_.reference_visits()) reference = node.amaf;
    const MeanReward* const table = amaf_.table(reference);
    const float k = this->explore(count);
    const auto c = static_cast<float>(this->config_.c);
    const float log_visits = enhanced_.tuned ? std::log(static_cast<float>(count)) : 0.0F;
    const auto parent_visits = static_cast<float>(count);
    const float root_visits = std::sqrt(parent_visits);
    const float first_play = first_play_at(node);
    const float weight_of_share = puct_weight(enhanced_.puct, enhanced_.puct_growth, parent_visits);
    return this->best_open_child(w, node, depth, [&](const N& child) {
      const float root = child.inverse_root;
      const float share = root * root;
      const auto visits = static_cast<float>(child.visits);
      const std::size_t index = means_.index(child.player, child.move_class);
      const float mean = static_cast<float>(child.sum) * share;
      float value = child.visits == 0 ? first_play : mean;
      if (enhanced_.implicit_minimax != 0)
        value = implicit_minimax(enhanced_.implicit_minimax, value, child.minimax);
      if (table != nullptr) {
        const MeanReward amaf = table[index].load();
        if (amaf.count != 0) {
          // An unvisited move has no other statistics.
          const float weight = child.visits == 0 ? 1.0F : amaf_.weight(amaf, parent_visits, visits);
          value += weight * (amaf.mean(0) - value);
        }
      }
      float bonus =
          enhanced_.tuned ? ucb1_tuned_bonus(c, child.squares, root, mean, log_visits * share) : k * root;
      if (enhanced_.history != 0)
        bonus += progressive_history(enhanced_.history, means_[index], mean, visits);
      if (enhanced_.progressive_bias != 0)
        bonus += progressive_bias(enhanced_.progressive_bias, child.prior, visits);
      if (enhanced_.puct != 0) bonus += puct(weight_of_share, child.prior, root_visits, visits);
      return value + bonus;
    });
  }

  void play_out(W& w) noexcept override {
    const double share = enhanced_.leaf_share;
    if (share == 0) return play_out_mixed(w);
    const Player mover = this->game_->to_move(w.state);
    const Player player = kWithChance<N> && mover == kChance ? 0 : mover;
    if (share == 1) return reward_by_evaluation(evaluation_, w.state, player, w.rewards.data());
    const float value = evaluation_.of(w.state);
    play_out_mixed(w);
    mix_with_evaluation(share, value, player, w.rewards.data());
  }
  void learn(W& w, std::size_t depth) noexcept override {
    Base::learn(w, depth);
    w.extra.rewards = w.rewards;
    const Line& line = w.extra.line;
    if (enhanced_.means_of_moves()) {
      for (std::uint32_t i = 0; i < line.size; ++i) {
        const TracedMove& m = line.moves[i];
        if (kWithChance<N> && m.player == kChance) continue;
        means_[means_.index(m.player, m.move_class)].add(w.rewards[m.player]);
      }
    }
    if (enhanced_.playout == Playout::kNst) {
      for (std::uint32_t i = 1; i < line.size; ++i) {
        if (kWithChance<N> && line.moves[i].player == kChance) continue;
        grams_.learn(line, i, w.rewards[line.moves[i].player]);
      }
    }
    if (amaf_.on()) amaf_.template learn<kWithChance<N>>(w.extra.amaf, line, depth, w.rewards.data());
  }

  [[nodiscard]] bool settles() const noexcept override {
    return Base::settles() || enhanced_.implicit_minimax != 0;
  }
  void settle(W& w, N& node, N& child, std::size_t depth) noexcept override {
    Base::settle(w, node, child, depth);
    if (enhanced_.implicit_minimax != 0) node.minimax = minimax_of_children(node, this->children(node));
  }
  void credited(W& w, N& node) noexcept override {
    Base::credited(w, node);
    if (!enhanced_.tuned) return;
    const float reward = w.extra.rewards[node.player];
    node.squares += reward * reward;
  }
  [[nodiscard]] bool allows_batches() const noexcept override {
    return Base::allows_batches() && !enhanced_.tuned;
  }

 private:
  // Value of an unvisited move: first_play, with PUCT relative to the mean of its parent.
  [[nodiscard]] float first_play_at(const N& node) const noexcept {
    const auto given = static_cast<float>(enhanced_.first_play);
    if (enhanced_.puct == 0 || this->game_->traits().players != 2) return given;
    const float mean = static_cast<float>(node.mean());
    return given + (this->pool_[node.children]->player == node.player ? mean : -mean);
  }
  [[nodiscard]] bool learns() const noexcept { return enhanced_.means_of_moves() || amaf_.on(); }

  void play_out_mixed(W& w) noexcept {
    // The root has no parent.
    const bool mixed = enhanced_.evaluation_share != 0 && w.extra.line.size != 0;
    play_to_the_end(w);
    if (mixed)
      mix_with_evaluation(enhanced_.evaluation_share, w.extra.leaf_value, w.extra.leaf_player,
                          w.rewards.data());
  }

  // Plays out by the configured policy.
  void play_to_the_end(W& w) noexcept {
    if (enhanced_.playout == Playout::kUniform && enhanced_.playout_plies == 0) {
      if (!learns()) return Base::play_out(w);
      Line& line = w.extra.line;
      PlayoutTrace trace{line.moves.data() + line.size,
                         static_cast<std::uint32_t>(line.moves.size()) - line.size, 0};
      const PlayoutResult result = this->game_->playout(w.state, &w.rng, &trace);
      line.size += trace.size;
      if (this->config_.playout_cap != 0 && result.plies > this->config_.playout_cap)
        return this->reward_exactly(w, GameStatus::kDraw);
    } else if (!play_stepwise(w)) {
      return;
    }
    this->game_->returns(w.state, w.rewards.data());
  }
  // Plays by the configured policy until the game is over (true: w.rewards is still to be set), a limit is
  // reached, or the evaluation ends the playout.
  [[nodiscard]] bool play_stepwise(W& w) noexcept {
    for (std::uint32_t plies = 0;; ++plies) {
      const Player mover = this->game_->to_move(w.state);
      if (kWithChance<N> && mover == kChance) {
        if (play_outcome(w)) return true;
        continue;
      }
      if (enhanced_.playout_plies != 0 && plies >= enhanced_.playout_plies) {
        reward_by_evaluation(evaluation_, w.state, mover, w.rewards.data());
        return false;
      }
      if (this->config_.playout_cap != 0 && plies >= this->config_.playout_cap) {
        this->reward_exactly(w, GameStatus::kDraw);
        return false;
      }
      const std::uint32_t count = this->game_->legal_moves(w.state, w.moves.data());
      const Move move = w.moves[pick_move(w, mover, count)];
      if (learns()) w.extra.line.push(move, this->game_->move_class(w.state, move), mover);
      if (is_over(this->game_->apply(w.state, move))) return true;
    }
  }
  // True if that ends the game.
  [[nodiscard]] bool play_outcome(W& w) noexcept {
    const Move outcome = this->chance_->draw(w.state, &w.rng);
    if (learns()) w.extra.line.push(outcome, this->game_->move_class(w.state, outcome), kChance);
    return is_over(this->game_->apply(w.state, outcome));
  }
  [[nodiscard]] std::uint32_t pick_move(W& w, Player mover, std::uint32_t count) noexcept {
    if (enhanced_.playout == Playout::kUniform) return w.rng.below(count);
    if (enhanced_.playout == Playout::kPolicy) return move_by_policy(w, count);
    return epsilon_greedy(w.rng, enhanced_.epsilon, count, [&](std::uint32_t i) {
      const std::uint32_t move_class = this->game_->move_class(w.state, w.moves[i]);
      const float mean = mast_score(means_, mover, move_class);
      return enhanced_.playout == Playout::kMast ? mean : grams_.score(w.extra.line, mover, move_class, mean);
    });
  }
  // Drawn by the scores of moves; a random one with probability epsilon.
  [[nodiscard]] std::uint32_t move_by_policy(W& w, std::uint32_t count) noexcept {
    if (count == 1 || w.rng.uniform() < enhanced_.epsilon) return w.rng.below(count);
    float* const scores = w.extra.scores.data();
    move_scores_->move_scores(w.state, w.moves.data(), count, scores);
    float left = static_cast<float>(w.rng.uniform()) * sum_of_scores(scores, count);
    std::uint32_t move = 0;
    while (move + 1 < count && left >= scores[move]) left -= scores[move++];
    return move;
  }

  // Fixed.
  const EnhancedConfig enhanced_;

  // Set for each game.
  const MoveScores* move_scores_ = nullptr;

  // Kept as long as the tree.
  Amaf amaf_;
  Evaluation evaluation_;
  MoveTable means_;
  NGramTable grams_;
};

}  // namespace ludex::agents::mcts
