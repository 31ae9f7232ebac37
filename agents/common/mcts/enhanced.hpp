// Enhanced<Base>: the published components of UCT on top of a policy that may or may not solve. Each is off
// until its parameter turns it on; formulas, papers and defaults are in agents/uct/README.md.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/statistics.hpp"
#include "agents/common/memory/spin_lock.hpp"
#include "core/game/extensions.hpp"

namespace ludex::agents::mcts {

enum class Amaf : std::uint32_t { kOff, kRave, kGrave };
enum class Playout : std::uint32_t { kUniform, kMast, kNst };
enum class BiasSource : std::uint32_t { kEvaluate, kMoveScores };

struct EnhancedConfig : CommonConfig {
  bool tuned = false;  // UCB1-Tuned
  Amaf amaf = Amaf::kOff;
  std::uint32_t grave_ref = 100;
  double grave_bias = 1e-5;
  double rave_k = 1000;
  Playout playout = Playout::kUniform;
  double epsilon = 0.1;
  double history = 0;           // W of the progressive history
  double progressive_bias = 0;  // its weight
  BiasSource bias_source = BiasSource::kEvaluate;
  double implicit_minimax = 0;      // alpha
  std::uint32_t playout_plies = 0;  // early termination; 0: never
  double evaluation_scale = 500;    // centi-units that count as tanh(1)
  std::uint32_t must_play = 0;      // visits of a node after which the game is asked; 0: never

  [[nodiscard]] bool any() const noexcept {
    return tuned || amaf != Amaf::kOff || playout != Playout::kUniform || history != 0 ||
           progressive_bias != 0 || implicit_minimax != 0 || playout_plies != 0 || must_play != 0;
  }
  [[nodiscard]] bool evaluates() const noexcept {
    return implicit_minimax != 0 || playout_plies != 0 ||
           (progressive_bias != 0 && bias_source == BiasSource::kEvaluate);
  }
};

template <class Base>
struct EnhancedNode : Base {
  float squares = 0;  // sum of the squares of the rewards
  std::uint32_t move_class = 0;
  float prior = 0;           // of the progressive bias
  float minimax = 0;         // implicit minimax value, for `player`
  std::uint32_t amaf = 0;    // this node's AMAF table, a block of the tables' pool; 0: none
  std::uint16_t asked = 0;   // must-play: the game has been asked about this node
  std::uint16_t pruned = 0;  // must-play: need not be searched, counts as lost without being known to be
};

template <class Base>
struct EnhancedExtra : Base {
  Line line;
  std::uint32_t reference = 0;               // AMAF table of the closest ancestor with visits enough
  std::vector<std::uint32_t> stamps;         // simulation in which a table entry was last met
  std::vector<TracedMove> unique;            // the different moves of the rest of the line
  std::vector<std::uint32_t> tables;         // AMAF tables of the nodes of the path
  std::array<float, kMaxPlayers> rewards{};  // before anything proven corrects them
  std::uint32_t simulation = 0;
  std::vector<float> scores;
  bool asks = false;         // must-play: this simulation asks about its leaf
  std::uint32_t wins = 0;    // the answer is in w.moves: moves that win at once
  std::uint32_t matter = 0;  // if there are none: moves that matter
};

template <class Base>
class Enhanced : public Base {
 public:
  using N = typename Base::NodeType;
  using W = typename Base::WorkerType;

  explicit Enhanced(const EnhancedConfig& config) : Base(config), enhanced_(config) {}

 protected:
  void start(const GameTraits& traits) {
    Base::start(traits);
    evaluate_ = static_cast<const Evaluate*>(this->game_->extension(Evaluate::kId));
    move_scores_ = static_cast<const MoveScores*>(this->game_->extension(MoveScores::kId));
    must_play_ = static_cast<const MustPlay*>(this->game_->extension(MustPlay::kId));
    tactics_ = static_cast<const Tactics*>(this->game_->extension(Tactics::kId));
    refuse(enhanced_.evaluates() && evaluate_ == nullptr, Evaluate::kId);
    refuse(enhanced_.must_play != 0 && must_play_ == nullptr, MustPlay::kId);
    refuse(enhanced_.progressive_bias != 0 && enhanced_.bias_source == BiasSource::kMoveScores &&
               move_scores_ == nullptr,
           MoveScores::kId);
    if (enhanced_.evaluates() && traits.players != 2)
      throw std::invalid_argument("uct: components that use an evaluation need two players");
    means_.resize(traits);
    if (enhanced_.playout == Playout::kNst) grams_.resize();
  }
  void equip(W& w, const GameTraits& traits) {
    Base::equip(w, traits);
    w.extra.line.moves.resize(std::size_t{traits.max_plies} + 2);
    w.extra.stamps.assign(means_.size(), 0);
    w.extra.unique.reserve(w.extra.line.moves.size());
    w.extra.scores.resize(traits.max_moves);
    w.extra.tables.resize(w.path.size());
  }
  [[nodiscard]] bool prepare(Player mover, bool kept) noexcept {
    if (!kept) {
      means_.clear();
      grams_.clear();
    }
    // What was not worth searching has been played all the same.
    if (this->root_.pruned != 0) this->root_.pruned = this->root_.proven = 0;
    return Base::prepare(mover, kept);
  }
  // AMAF tables take half of the memory.
  [[nodiscard]] std::size_t tree_share(std::size_t bytes) {
    if (enhanced_.amaf == Amaf::kOff) return bytes;
    tables_ = NodePool<MeanReward>(bytes / 2);
    return bytes - bytes / 2;
  }
  void cleared() noexcept { tables_.clear(); }
  void released(const N& node) noexcept {
    if (node.amaf != 0) tables_.release(node.amaf, static_cast<std::uint32_t>(means_.size()));
  }

  void begin(W& w) noexcept {
    Base::begin(w);
    w.extra.line.size = 0;
    w.extra.reference = 0;
  }
  [[nodiscard]] bool stays() const noexcept { return Base::stays() && !enhanced_.tuned; }
  void resume(W& w, std::size_t depth) noexcept {
    Base::resume(w, depth);
    w.extra.line.size = static_cast<std::uint32_t>(depth);
    w.extra.reference = 0;
    for (std::size_t i = depth; i-- != 0 && w.extra.reference == 0;) {
      if (w.path[i]->count() > reference_visits()) w.extra.reference = w.extra.tables[i];
    }
  }
  void created(W& w, const N& parent, N& child) noexcept {
    child.move_class = this->game_->move_class(w.state, child.move);
    if (enhanced_.progressive_bias == 0 || enhanced_.bias_source != BiasSource::kMoveScores) return;
    float* const scores = w.extra.scores.data();
    move_scores_->move_scores(w.state, w.moves.data(), parent.legal, scores);
    child.prior = scores[child.slot] / *std::max_element(scores, scores + parent.legal);
  }
  // Time to ask the game which moves of the node matter. The one who claims the node does, while the others
  // go on with all of its moves.
  [[nodiscard]] bool halts(const N& node) const noexcept {
    return enhanced_.must_play != 0 && node.asked == 0 && !node.over() && node.complete() &&
           node.count() >= enhanced_.must_play;
  }
  static void claim(W& w, N& node) noexcept {
    node.asked = 1;
    w.extra.asks = true;
  }
  void ask_game(W& w) noexcept {
    if (!w.extra.asks) return;
    w.extra.wins = tactics_ == nullptr ? 0 : tactics_->winning_moves(w.state, w.moves.data());
    if (w.extra.wins == 0) w.extra.matter = must_play_->must_play(w.state, w.moves.data());
  }
  void step(W& w, const N& child) noexcept {
    Line& line = w.extra.line;
    if (enhanced_.amaf != Amaf::kOff) w.extra.tables[line.size] = table_of(w, *w.path[line.size]);
    line.push(child.move, child.move_class, child.player);
  }
  void arrived(W& w, N& leaf) noexcept {
    Base::arrived(w, leaf);
    if (std::exchange(w.extra.asks, false) && !leaf.over()) prune_by_must_play(w, leaf);
    if (enhanced_.amaf != Amaf::kOff) w.extra.tables[w.extra.line.size] = leaf.over() ? 0 : table_of(w, leaf);
  }
  void entered(W& w, N& child) noexcept {
    Base::entered(w, child);
    if (!enhanced_.evaluates()) return;
    if (child.over()) {
      const Player winner = winner_of(child.result());
      child.minimax = winner == kNobody ? 0.0F : winner == child.player ? 1.0F : -1.0F;
    } else {
      const float value = evaluation(w);
      child.minimax = this->game_->to_move(w.state) == child.player ? value : -value;
    }
    if (enhanced_.bias_source == BiasSource::kEvaluate) child.prior = child.minimax;
  }

  [[nodiscard]] N* select(W& w, N& node, std::size_t depth) noexcept {
    const std::uint32_t count = node.count();
    if (node.amaf != 0 && count > reference_visits()) w.extra.reference = node.amaf;
    const MeanReward* const table = w.extra.reference == 0 ? nullptr : tables_[w.extra.reference];
    const float k = this->explore(count);
    const float log_visits = enhanced_.tuned ? std::log(static_cast<float>(count)) : 0.0F;
    const auto parent_visits = static_cast<float>(count);
    return this->best_open_child(w, node, depth, [&](const N& child) {
      const float root = child.inverse_root;
      const float share = root * root;
      const auto visits = static_cast<float>(child.visits);
      const std::size_t index = means_.index(child.player, child.move_class);
      const float mean = static_cast<float>(child.sum) * share;
      float value = mean;
      if (enhanced_.implicit_minimax != 0)
        value += static_cast<float>(enhanced_.implicit_minimax) * (child.minimax - value);
      if (table != nullptr) {
        const MeanReward amaf = table[index].load();
        if (amaf.count != 0) value += amaf_weight(amaf, parent_visits, visits) * (amaf.mean(0) - value);
      }
      float bonus = enhanced_.tuned ? tuned_bonus(child, mean, log_visits * share) : k * root;
      if (enhanced_.history != 0) bonus += history_bonus(means_[index], mean, visits);
      if (enhanced_.progressive_bias != 0)
        bonus += static_cast<float>(enhanced_.progressive_bias) * child.prior / (visits + 1);
      return value + bonus;
    });
  }

  void play_out(W& w) noexcept {
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

  void learn(W& w, std::size_t depth) noexcept {
    w.extra.rewards = w.rewards;
    const Line& line = w.extra.line;
    if (uses_means()) {
      for (std::uint32_t i = 0; i < line.size; ++i) {
        const TracedMove& m = line.moves[i];
        means_[means_.index(m.player, m.move_class)].add(w.rewards[m.player]);
        if (enhanced_.playout != Playout::kNst) continue;
        for (std::uint32_t length = 2; length <= std::min(i + 1, kLongestGram); ++length)
          grams_.add(line.key(i, length, m.player, m.move_class), w.rewards[m.player]);
      }
    }
    if (enhanced_.amaf != Amaf::kOff) learn_amaf(w, depth);
  }

  [[nodiscard]] bool settles() const noexcept { return Base::settles() || enhanced_.implicit_minimax != 0; }
  void credited(W& w, N& node) noexcept {
    if (!enhanced_.tuned) return;
    const float reward = w.extra.rewards[node.player];
    node.squares += reward * reward;
  }
  void settle(W& w, N& node, N& child, std::size_t depth) noexcept {
    Base::settle(w, node, child, depth);
    if (enhanced_.implicit_minimax == 0) return;
    float best = -1;
    for (const N& each : this->children(node)) best = std::max(best, each.minimax);
    node.minimax = node.player == child.player ? best : -best;
  }

  [[nodiscard]] Outcome outcome(const N& node, Player player) const noexcept {
    return node.pruned != 0 ? Outcome::kUnknown : Base::outcome(node, player);
  }
  [[nodiscard]] int standing(const N& child) const noexcept {
    return child.pruned != 0 ? 0 : Base::standing(child);
  }

 private:
  static constexpr std::uint32_t kLongestGram = 3;

  static void refuse(bool wanting, const char* extension) {
    if (wanting)
      throw std::invalid_argument(std::string("uct: a component needs ") + extension +
                                  ", which this game does not offer");
  }

  [[nodiscard]] bool uses_means() const noexcept {
    return enhanced_.history != 0 || enhanced_.playout != Playout::kUniform;
  }
  [[nodiscard]] bool learns() const noexcept { return uses_means() || enhanced_.amaf != Amaf::kOff; }

  // For the mover of w.state, in [-1, 1].
  [[nodiscard]] float evaluation(const W& w) const noexcept {
    return std::tanh(static_cast<float>(evaluate_->evaluate(w.state)) /
                     static_cast<float>(enhanced_.evaluation_scale));
  }

  // With the answer in w.moves: leaves the node only the children worth searching, or proves it.
  void prune_by_must_play(W& w, N& node) noexcept {
    const Move* const moves = w.moves.data();
    const Player mover = this->game_->to_move(w.state);
    const GameStatus lost = win_for(1 - mover);
    // Calls on(child, whether its move is among the first `count` of `moves`) for all that are not proven.
    // True if one is proven not to be lost: another thread, which is about to say so, has proven it.
    const auto for_each_unproven = [&](std::uint32_t count, auto&& on) {
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
    };
    if (w.extra.wins != 0) {
      for_each_unproven(w.extra.wins, [&](N& child, bool among) {
        if (among) child.set_result(win_for(mover));
      });
      node.set_result(win_for(mover));
      return;
    }
    const std::uint32_t count = w.extra.matter;
    bool open = false;
    const bool saved = for_each_unproven(count, [&](N& child, bool among) {
      open |= among;
      if (among) return;
      child.set_result(lost);
      child.pruned = count != 0 ? 1 : 0;
    });
    if (!open && !saved) node.set_result(lost);
  }

  [[nodiscard]] std::uint32_t reference_visits() const noexcept {
    return enhanced_.amaf == Amaf::kRave ? 0 : enhanced_.grave_ref;
  }
  [[nodiscard]] float amaf_weight(const MeanReward& amaf, float parent_visits, float visits) const noexcept {
    if (enhanced_.amaf == Amaf::kRave) {
      const auto k = static_cast<float>(enhanced_.rave_k);
      return std::sqrt(k / (3 * parent_visits + k));
    }
    const auto n = static_cast<float>(amaf.count);
    return n / (n + visits + static_cast<float>(enhanced_.grave_bias) * n * visits);
  }
  // `ratio` is ln N / n_i.
  [[nodiscard]] float tuned_bonus(const N& child, float mean, float ratio) const noexcept {
    const float variance =
        std::max(0.0F, child.squares * child.inverse_root * child.inverse_root - mean * mean);
    return std::sqrt(ratio *
                     std::min(1.0F, variance + static_cast<float>(this->config_.c) * std::sqrt(ratio)));
  }
  // Published for rewards in [0, 1]; doubled for [-1, 1].
  [[nodiscard]] float history_bonus(const MeanReward& move, float mean, float visits) const noexcept {
    const float global = (move.mean(0) + 1) / 2;
    const float losses = (1 - mean) / 2 * visits;
    return 2 * static_cast<float>(enhanced_.history) * global / (losses + 1);
  }

  // Plays with the policy of the configuration until the game is over (true: w.rewards is still to be set), a
  // limit is reached, or the evaluation ends the playout.
  [[nodiscard]] bool play_stepwise(W& w) noexcept {
    for (std::uint32_t plies = 0;; ++plies) {
      const Player mover = this->game_->to_move(w.state);
      if (enhanced_.playout_plies != 0 && plies == enhanced_.playout_plies) {
        const float value = evaluation(w);
        w.rewards[mover] = value;
        w.rewards[1 - mover] = -value;
        return false;
      }
      if (this->config_.playout_cap != 0 && plies == this->config_.playout_cap) {
        this->reward_exactly(w, GameStatus::kDraw);
        return false;
      }
      const std::uint32_t count = this->game_->legal_moves(w.state, w.moves.data());
      const Move move = w.moves[pick_move(w, mover, count)];
      if (learns()) w.extra.line.push(move, this->game_->move_class(w.state, move), mover);
      if (is_over(this->game_->apply(w.state, move))) return true;
    }
  }
  // Epsilon-greedy on the means of moves or of sequences of moves.
  [[nodiscard]] std::uint32_t pick_move(W& w, Player mover, std::uint32_t count) noexcept {
    if (enhanced_.playout == Playout::kUniform || w.rng.uniform() < enhanced_.epsilon)
      return w.rng.below(count);
    std::uint32_t best = 0;
    float best_score = -2;
    std::uint32_t ties = 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      const float score = move_score(w, mover, this->game_->move_class(w.state, w.moves[i]));
      if (score > best_score) {
        best = i;
        best_score = score;
        ties = 1;
      } else if (score == best_score && w.rng.below(++ties) == 0) {
        best = i;
      }
    }
    return best;
  }
  // A move never seen counts as a win; a sequence never seen ends the list of those that are averaged.
  [[nodiscard]] float move_score(const W& w, Player mover, std::uint32_t move_class) const noexcept {
    float sum = means_[means_.index(mover, move_class)].mean(1);
    if (enhanced_.playout != Playout::kNst) return sum;
    float count = 1;
    const Line& line = w.extra.line;
    for (std::uint32_t length = 2; length <= std::min(line.size + 1, kLongestGram); ++length) {
      const MeanReward* const gram = grams_.find(line.key(line.size, length, mover, move_class));
      if (gram == nullptr) break;
      sum += gram->mean(0);
      count += 1;
    }
    return sum / count;
  }

  // All moves as first: every node of the path that keeps a table learns every different move of the rest of
  // the line, once.
  void learn_amaf(W& w, std::size_t depth) noexcept {
    auto& extra = w.extra;
    ++extra.simulation;
    extra.unique.clear();
    const auto meet = [&](const TracedMove& m) {
      std::uint32_t& stamp = extra.stamps[means_.index(m.player, m.move_class)];
      if (stamp != extra.simulation) extra.unique.push_back(m);
      stamp = extra.simulation;
    };
    for (std::uint32_t i = extra.line.size; i-- > depth;) meet(extra.line.moves[i]);
    for (std::size_t i = depth;; --i) {
      if (i < depth) meet(extra.line.moves[i]);
      if (extra.tables[i] != 0) {
        MeanReward* const table = tables_[extra.tables[i]];
        for (const TracedMove& m : extra.unique)
          table[means_.index(m.player, m.move_class)].add(w.rewards[m.player]);
      }
      if (i == 0) return;
    }
  }
  // A node keeps a table from half of the visits on after which the table counts. With several workers the
  // simulation under way is among the visits.
  [[nodiscard]] std::uint32_t table_of(const W& w, N& node) noexcept {
    if (node.amaf == 0 && node.count() > reference_visits() / 2 + (w.shared ? 1U : 0U)) {
      const auto size = static_cast<std::uint32_t>(means_.size());
      const std::scoped_lock hold(tables_lock_);
      node.amaf = tables_.allocate(size);
      if (node.amaf != 0) std::fill_n(tables_[node.amaf], size, MeanReward{});
    }
    return node.amaf;
  }

  // Fixed.
  const EnhancedConfig enhanced_;

  // Set for each game.
  const Evaluate* evaluate_ = nullptr;
  const MoveScores* move_scores_ = nullptr;
  const MustPlay* must_play_ = nullptr;
  const Tactics* tactics_ = nullptr;

  // Kept as long as the tree.
  MoveTable means_;
  NGramTable grams_;
  NodePool<MeanReward> tables_;
  SpinLock tables_lock_;
};

}  // namespace ludex::agents::mcts
