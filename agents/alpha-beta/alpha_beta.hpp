// alpha-beta: iterative deepening around AlphaBetaSearch, to play (choose) and to decide positions (solve).
// README.md has the idea, the parameters and the departures.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agents/alpha-beta/alpha_beta_search.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/util/hash.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::alpha_beta {

class AlphaBeta {
 public:
  static constexpr PluginInfo kInfo{"alpha-beta", "1.0.0",
                                    "iterative deepening principal variation search with a table", "MIT"};

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::integer("tt_mib", "64", 1, 65536, "transposition table, rounded down to a power of two"),
        params::integer("max_depth", "0", 0, 1023, "plies of the last iteration; 0: no limit"),
        params::boolean("evaluation", true, "use the game's evaluation; false: ends of games only"),
        params::boolean("shuffle", true, "order root moves at random, so that equal moves are played alike"),
        params::boolean("keep_table", false, "use table entries of earlier searches of the game"),
        params::choice("solve", "auto", "auto|deepening|direct",
                       "how solve() goes to the end: by iterations or at once; auto: at once unless cyclic"),
    };
    return specs;
  }

  static Result<void> supports(const Game& game) {
    const GameTraits& traits = game.traits();
    constexpr std::uint32_t kNeeded = kZeroSum | kPerfectInformation | kDeterministic;
    if (traits.players != 2 || (traits.flags & kNeeded) != kNeeded)
      return Error{"needs a deterministic two-player zero-sum game of perfect information"};
    return {};
  }

  explicit AlphaBeta(const ParamValues& values)
      : table_mib_(static_cast<std::size_t>(values.integer("tt_mib"))),
        depth_limit_(static_cast<std::uint32_t>(values.integer("max_depth"))),
        evaluation_(values.boolean("evaluation")),
        shuffle_(values.boolean("shuffle")),
        keep_table_(values.boolean("keep_table")),
        solve_mode_(values.text("solve")) {}

  void new_game(const Game& game, Player, std::uint64_t seed) {
    game_ = &game;
    seed_ = seed;
    search_.new_game(game, table_mib_);
    search_.table().forget();
    root_moves_.reserve(game.traits().max_moves);
  }

  // Deepens until the budget is spent, the result is proven, or nothing is left to search. A pure function of
  // position, parameters and seed, unless keep_table is set.
  Move choose(const State* position, const Budget& given, SearchReport& report) {
    const Budget budget = in_nodes(given);
    BudgetMeter meter(budget);
    search_.start(position, meter, keep_table_);
    search_.use_evaluation(evaluation_);
    list_root_moves(position);
    const std::uint32_t last = last_depth(budget);
    std::uint32_t done = 0;
    for (std::uint32_t depth = 1; depth <= last && !search_.stopped(); ++depth) {
      const std::optional<Value> value = deepen(depth);
      if (search_.stopped() || !value) break;
      done = depth;
      if (value->exact() || value->outcome() != Outcome::kUnknown || decided(*value, depth)) break;
    }
    fill(report, meter, done);
    return root_moves_.front().move;
  }

  // Decides win, draw or loss from ends of games alone, without an evaluation. The goal only fixes the order
  // of the questions: "is it a win?" first for kWin and kValue, "is it at least a draw?" first for kDraw.
  void solve(const State* position, Goal goal, const Budget& given, SearchReport& report) {
    const Budget budget = in_nodes(given);
    BudgetMeter meter(budget);
    search_.start(position, meter, keep_table_);
    search_.use_evaluation(false);
    const bool deepening = solve_mode_ == "deepening" || (solve_mode_ == "auto" && search_.cyclic());
    const std::uint32_t last = last_depth(budget);
    const bool draws = (game_->traits().flags & kDrawsPossible) != 0;
    Bounds bounds;
    for (std::uint32_t depth = deepening ? 1 : last; depth <= last && !bounds.closed(); ++depth) {
      ask(bounds, depth, goal == Goal::kDraw && draws ? -1 : 0);
      if (!bounds.closed() && draws) ask(bounds, depth, goal == Goal::kDraw ? 0 : -1);
      if (search_.stopped()) break;
      report.depth = depth;
    }
    report.outcome = bounds.outcome();
    report.value_unit = ValueUnit::kExpected;
    report.value = bounds.outcome() == Outcome::kWin ? 1 : bounds.outcome() == Outcome::kLoss ? -1 : 0;
    report.iterations = report.nodes = meter.nodes();
    report.tree_bytes = search_.table().size_bytes();
    if (bounds.closed()) {
      game_->copy(search_.scratch(), position);
      add_table_moves(report, kMaxPv);
    }
    add_counters(report);
  }

 private:
  struct RootMove {
    Move move;
    Value value;          // of the last iteration that reached it; a bound unless it is the best move
    std::uint64_t nodes;  // spent below it, all iterations
    bool searched;
  };

  // What is proven about the sign of the value: -1 loss, 0 draw, 1 win.
  struct Bounds {
    int low = -1;
    int high = 1;
    [[nodiscard]] bool closed() const noexcept { return low == high; }
    [[nodiscard]] Outcome outcome() const noexcept {
      return !closed() ? Outcome::kUnknown
             : low > 0 ? Outcome::kWin
             : low < 0 ? Outcome::kLoss
                       : Outcome::kDraw;
    }
  };

  // An "iteration" of this agent is a node, so that one budget fits a whole tournament.
  [[nodiscard]] static Budget in_nodes(const Budget& given) noexcept {
    Budget budget = given;
    constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
    const auto limit = [](std::uint64_t n) { return n == 0 ? kNone : n; };
    const std::uint64_t nodes = std::min(limit(given.nodes), limit(given.iterations));
    budget.nodes = nodes == kNone ? 0 : nodes;
    budget.iterations = 0;
    return budget;
  }
  [[nodiscard]] std::uint32_t last_depth(const Budget& budget) const noexcept {
    std::uint32_t depth = search_.max_depth();
    if (budget.depth != 0) depth = std::min(depth, budget.depth);
    if (depth_limit_ != 0) depth = std::min(depth, depth_limit_);
    return depth;
  }

  void list_root_moves(const State* position) {
    root_moves_.clear();
    Move* const moves = search_.moves(0);
    const std::uint32_t count = game_->legal_moves(position, moves);
    for (std::uint32_t i = 0; i < count; ++i) root_moves_.push_back({moves[i], {}, 0, false});
    if (!shuffle_) return;
    Rng rng = Rng::seeded(hash_combine(seed_, game_->hash(position)));
    for (std::uint32_t i = count; i > 1; --i) std::swap(root_moves_[i - 1], root_moves_[rng.below(i)]);
  }

  // One iteration; the best move comes to the front, also when the budget runs out on the way: the previous
  // best is searched first, so a move that has beaten it is worth playing. Nothing if even the first move was
  // not finished.
  std::optional<Value> deepen(std::uint32_t depth) {
    Value best{-kInfinite, true, true};
    std::size_t best_index = 0;
    for (std::size_t i = 0; i < root_moves_.size(); ++i) {
      RootMove& root = root_moves_[i];
      const std::uint64_t before = search_.nodes();
      const Value value = search_.search_root_move(root.move, depth, best.score, kInfinite, i != 0);
      root.nodes += search_.nodes() - before;
      if (search_.stopped()) break;
      root.value = value;
      root.searched = true;
      best.at_most = best.at_most && value.at_most;
      if (value.score > best.score) {
        best.score = value.score;
        best.at_least = value.at_least;
        best_index = i;
      }
    }
    if (best.score == -kInfinite) return std::nullopt;
    const auto front = root_moves_.begin();
    std::rotate(front, front + static_cast<std::ptrdiff_t>(best_index),
                front + static_cast<std::ptrdiff_t>(best_index) + 1);
    if (search_.stopped()) best.at_most = false;
    return best;
  }

  // Cyclic games: a win or loss within the horizon that cannot be called proven; deeper searches find nothing
  // shorter.
  [[nodiscard]] static bool decided(const Value& value, std::uint32_t depth) noexcept {
    return (is_win(value.score) || is_loss(value.score)) &&
           kWin - std::abs(value.score) <= static_cast<Score>(depth);
  }

  // Null-window question "value > threshold?" to `depth` plies.
  void ask(Bounds& bounds, std::uint32_t depth, Score threshold) noexcept {
    if (search_.stopped() || threshold < bounds.low || threshold >= bounds.high) return;
    const Value value = search_.search_root(depth, threshold, threshold + 1);
    if (search_.stopped()) return;
    if (value.at_least)
      bounds.low = std::max(bounds.low, is_win(value.score) ? 1 : value.score >= 0 ? 0 : -1);
    if (value.at_most)
      bounds.high = std::min(bounds.high, is_loss(value.score) ? -1 : value.score <= 0 ? 0 : 1);
  }

  void fill(SearchReport& report, const BudgetMeter& meter, std::uint32_t depth) {
    // Moves with a loss or draw proven do not prove the position's; all of them together do.
    const Value& best = root_moves_.front().value;
    Outcome outcome = root_moves_.front().searched ? best.outcome() : Outcome::kUnknown;
    if (outcome != Outcome::kWin) {
      for (const RootMove& root : root_moves_) {
        const bool no_better = root.searched && root.value.at_most && root.value.score <= best.score;
        if (!no_better) outcome = Outcome::kUnknown;
      }
    }
    report.outcome = outcome;
    report.value_unit = horizon_unit();
    report.value = reported(best.score);
    report.depth = depth;
    report.iterations = report.nodes = meter.nodes();
    report.tree_bytes = search_.table().size_bytes();
    for (const RootMove& root : root_moves_)
      report.add_root({reported(root.value.score), root.nodes, root.move,
                       root.searched ? root.value.outcome() : Outcome::kUnknown});
    report.add_pv(root_moves_.front().move);
    game_->copy(search_.scratch(), search_.root());
    game_->apply(search_.scratch(), root_moves_.front().move);
    add_table_moves(report, std::max(depth, 1U));
    add_counters(report);
  }
  [[nodiscard]] ValueUnit horizon_unit() const noexcept {
    return evaluation_ && search_.has_evaluation() ? ValueUnit::kCenti : ValueUnit::kExpected;
  }
  // A win in n plies is 32000 - n in centi-units, beyond every evaluation; 1 as an expected result.
  [[nodiscard]] double reported(Score score) const noexcept {
    const bool decisive = is_win(score) || is_loss(score);
    if (horizon_unit() == ValueUnit::kExpected) return is_win(score) ? 1.0 : is_loss(score) ? -1.0 : 0.0;
    return !decisive ? score : score > 0 ? score - (kWin - 32000) : score + (kWin - 32000);
  }

  // Follows the table's moves from the position in the search's scratch state.
  void add_table_moves(SearchReport& report, std::uint32_t limit) {
    State* const state = search_.scratch();
    Move* const moves = search_.moves(1);
    while (report.pv_size < std::min(limit, kMaxPv) && !is_over(game_->status(state))) {
      const Move move = search_.table().find(game_->hash(state)).move;
      const std::uint32_t count = game_->legal_moves(state, moves);
      if (std::find(moves, moves + count, move) == moves + count) return;
      report.add_pv(move);
      game_->apply(state, move);
    }
  }
  void add_counters(SearchReport& report) const {
    report.add_counter("cutoffs", static_cast<double>(search_.cutoffs()));
    report.add_counter("first_move_cutoffs", static_cast<double>(search_.first_cutoffs()));
  }

  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  std::size_t table_mib_;
  std::uint32_t depth_limit_;
  bool evaluation_;
  bool shuffle_;
  bool keep_table_;
  std::string solve_mode_;
  AlphaBetaSearch<Game> search_;
  std::vector<RootMove> root_moves_;
};

}  // namespace ludex::agents::alpha_beta
