#include "agents/alpha-beta/engine.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "core/abi/host.hpp"
#include "core/agent/progress.hpp"
#include "core/util/hash.hpp"
#include "core/util/rng.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::agents::alpha_beta {

template <class Tally>
void Engine<Tally>::new_game(const Game& game, Player, std::uint64_t seed) {
  game_ = &game;
  seed_ = seed;
  if (table_.size_bytes() == 0) table_ = minimax::TranspositionTable(settings_.table_mib);
  table_.forget();
  search_.new_game(game, table_);
  helpers_.clear();
  root_moves_.reserve(game.traits().max_moves);
  endgame_.new_game(game, settings_.table_mib);
}

template <class Tally>
Move Engine<Tally>::choose(const State* position, const Budget& given, SearchReport& report) {
  Budget budget = in_nodes(given);
  if (const Move move = endgame_.choose(position, settings_.endgame, budget, board_, report); move != kNoMove)
    return move;
  forget_or_age();
  list_root_moves(position);
  const std::uint32_t threads = abi::g_host == nullptr ? 1 : std::min(budget.threads, host().threads);
  if (std::is_same_v<Tally, NoTally> && threads > 1) {
    choose_together(position, budget, threads, report);
  } else {
    BudgetMeter meter(budget, &board_);
    deepen_alone(position, budget, meter);
    fill(report, meter.nodes());
  }
  return root_moves_.front().move;
}

template <class Tally>
void Engine<Tally>::solve(const State* position, Goal goal, const Budget& given, SearchReport& report) {
  const Budget budget = in_nodes(given);
  if (settings_.solve_mode == SolveMode::kAuto && budget.depth == 0 && settings_.depth_limit == 0 &&
      endgame_.solve(position, goal, budget, board_, report))
    return;
  BudgetMeter meter(budget, &board_);
  forget_or_age();
  search_.start(position, meter, {.evaluation = false, .outcomes = true});
  const bool deepening = settings_.solve_mode == SolveMode::kDeepening ||
                         (settings_.solve_mode == SolveMode::kAuto && search_.cyclic());
  const std::uint32_t last = last_depth(budget);
  const bool draws = (game_->traits().flags & kDrawsPossible) != 0;
  Bounds bounds;
  for (std::uint32_t depth = deepening ? 1 : last; depth <= last && !bounds.closed(); ++depth) {
    ask(bounds, depth, goal == Goal::kDraw && draws ? -1 : 0);
    if (!bounds.closed() && draws) ask(bounds, depth, goal == Goal::kDraw ? 0 : -1);
    if (search_.stopped()) break;
    report.depth = depth;
    fill(report, bounds);
    board_.show(report);
  }
  fill(report, bounds);
  report.iterations = report.nodes = meter.nodes();
  report.tree_bytes = table_.size_bytes();
  if (bounds.closed()) {
    game_->copy(search_.scratch(), position);
    add_table_moves(report, kMaxPv);
  }
  add_counters(report);
}

template <class Tally>
std::uint32_t Engine<Tally>::last_depth(const Budget& budget) const noexcept {
  std::uint32_t depth = search_.max_depth();
  if (budget.depth != 0) depth = std::min(depth, budget.depth);
  if (settings_.depth_limit != 0) depth = std::min(depth, settings_.depth_limit);
  return depth;
}

template <class Tally>
void Engine<Tally>::forget_or_age() noexcept {
  if (settings_.keep_table) {
    table_.new_generation();
  } else {
    table_.forget();
  }
}

template <class Tally>
void Engine<Tally>::list_root_moves(const State* position) {
  root_moves_.clear();
  Move* const moves = search_.moves(0);
  std::uint32_t count = search_.list_moves(position, moves, settings_.search.width, narrowed_);
  // All moves lose, so the choice does not change the result.
  if (count == 0) count = game_->legal_moves(position, moves);
  for (std::uint32_t i = 0; i < count; ++i) root_moves_.push_back({moves[i], {}, 0, ValueBound::kNone});
  if (!settings_.shuffle || settings_.search.width != 0) return;
  Rng rng = Rng::seeded(hash_combine(seed_, game_->hash(position)));
  for (std::uint32_t i = count; i > 1; --i) std::swap(root_moves_[i - 1], root_moves_[rng.below(i)]);
}

template <class Tally>
void Engine<Tally>::deepen_alone(const State* position, const Budget& budget, BudgetMeter& meter) {
  search_.start(position, meter, settings_.search);
  if constexpr (std::is_same_v<Tally, SingleTally>) {
    search_.tally().configure(settings_.scn, game_->to_move(position));
    numbers_.clear();
  }
  depth_done_ = 0;
  const std::uint32_t last = last_depth(budget);
  std::optional<Value> before;
  for (std::uint32_t depth = 1; depth <= last && !search_.stopped(); ++depth) {
    const std::optional<Value> value = with_aspiration(depth, before);
    if (search_.stopped() || !value) break;
    before = value;
    depth_done_ = depth;
    if constexpr (std::is_same_v<Tally, SingleTally>) numbers_.push_back(search_.tally().root());
    if (board_.watched()) show_depth();
    if (value->exact() || value->outcome() != Outcome::kUnknown || decided(*value, depth)) break;
  }
}

template <class Tally>
std::optional<Value> Engine<Tally>::with_aspiration(std::uint32_t depth, const std::optional<Value>& before) {
  Score alpha = -kInfinite;
  Score beta = kInfinite;
  Score width = settings_.aspiration;
  if (width != 0 && depth >= 4 && before && !is_win(before->score) && !is_loss(before->score)) {
    alpha = before->score - width;
    beta = before->score + width;
  }
  for (;;) {
    const std::optional<Value> value = deepen(depth, alpha, beta);
    if (search_.stopped() || !value) return value;
    if (value->score > alpha && value->score < beta) return value;
    if (alpha == -kInfinite && beta == kInfinite) return value;
    width *= 4;
    const bool wide = width > 2000;
    if (value->score <= alpha) alpha = wide ? -kInfinite : value->score - width;
    if (value->score >= beta) beta = wide ? kInfinite : value->score + width;
  }
}

template <class Tally>
std::optional<Value> Engine<Tally>::deepen(std::uint32_t depth, Score alpha, Score beta) {
  Value best{-kInfinite, true, !narrowed_};
  std::size_t best_index = 0;
  std::size_t i = 0;
  search_.begin_root(depth);
  for (; i < root_moves_.size() && best.score < beta; ++i) {
    RootMove& root = root_moves_[i];
    const std::uint64_t before = search_.nodes();
    const Score lowest = std::max(alpha, best.score);
    const Value value = search_.search_root_move(
        root.move, depth, lowest, beta, settings_.search.scout && i != 0, static_cast<std::uint32_t>(i));
    root.nodes += search_.nodes() - before;
    if (search_.stopped()) break;
    root.value = value;
    root.bound = bound_of(value, lowest, beta);
    best.at_most = best.at_most && value.at_most;
    if (value.score > best.score) {
      best.score = value.score;
      best.at_least = value.at_least;
      if (value.score > alpha) best_index = i;
    }
  }
  if (best.score == -kInfinite) return std::nullopt;
  const auto front = root_moves_.begin();
  std::rotate(front, front + static_cast<std::ptrdiff_t>(best_index),
              front + static_cast<std::ptrdiff_t>(best_index) + 1);
  if (search_.stopped() || i < root_moves_.size()) best.at_most = false;
  if (search_.reduces_root() && !search_.stopped() && best.score > alpha && best.score < beta)
    order_root_moves();
  return best;
}

template <class Tally>
void Engine<Tally>::order_root_moves() noexcept {
  const auto harder = [](const RootMove& a, const RootMove& b) { return a.nodes > b.nodes; };
  const auto second = root_moves_.begin() + 1;
  for (auto it = second; it != root_moves_.end(); ++it)
    std::rotate(std::upper_bound(second, it, *it, harder), it, it + 1);
}

template <class Tally>
ValueBound Engine<Tally>::bound_of(const Value& value, Score alpha, Score beta) noexcept {
  if (value.exact()) return ValueBound::kExact;
  return value.score <= alpha  ? ValueBound::kUpper
         : value.score >= beta ? ValueBound::kLower
                               : ValueBound::kExact;
}

template <class Tally>
void Engine<Tally>::choose_together(const State* position, const Budget& budget, std::uint32_t threads,
                                    SearchReport& report) {
  struct Shared {
    Engine* engine;
    const State* position;
    Budget budget;
    std::atomic<std::uint32_t> tickets{0};
    StopFlag done{};
    std::uint64_t nodes = 0;
    std::atomic<std::uint64_t> helper_nodes{0};
  };
  while (helpers_.size() + 1 < threads) {
    helpers_.push_back(std::make_unique<Searcher>());
    helpers_.back()->new_game(*game_, table_);
  }
  Shared shared{this, position, budget};
  if (shared.budget.nodes != 0) shared.budget.nodes = (budget.nodes + threads - 1) / threads;
  shared.budget.threads = threads;
  host().parallel_for(
      threads,
      [](void* context, std::uint32_t) {
        Shared& s = *static_cast<Shared*>(context);
        const std::uint32_t ticket = s.tickets.fetch_add(1);
        if (ticket == 0) {
          BudgetMeter meter(s.budget, &s.engine->board_);
          s.engine->deepen_alone(s.position, s.budget, meter);
          s.nodes = meter.nodes();
          s.done.request();
        } else {
          Budget own{};
          own.stop = s.done.address();
          own.threads = 1;
          own.nodes = s.budget.nodes;
          BudgetMeter meter(own, &s.engine->board_);
          Searcher& search = *s.engine->helpers_[ticket - 1];
          search.start(s.position, meter, s.engine->settings_.search);
          const std::uint32_t last = s.engine->last_depth(s.budget);
          for (std::uint32_t depth = 1 + ticket % 2; depth <= last && !search.stopped(); ++depth)
            static_cast<void>(search.search_root(depth, -kInfinite, kInfinite));
          s.helper_nodes += meter.nodes();
        }
      },
      &shared);
  fill(report, shared.nodes + shared.helper_nodes);
}

template <class Tally>
bool Engine<Tally>::decided(const Value& value, std::uint32_t depth) noexcept {
  return (is_win(value.score) || is_loss(value.score)) &&
         kWin - std::abs(value.score) <= static_cast<Score>(depth);
}

template <class Tally>
void Engine<Tally>::ask(Bounds& bounds, std::uint32_t depth, Score threshold) noexcept {
  if (search_.stopped() || threshold < bounds.low || threshold >= bounds.high) return;
  const Value value = search_.search_root(depth, threshold, threshold + 1);
  if (search_.stopped()) return;
  if (value.at_least) bounds.low = std::max(bounds.low, is_win(value.score) ? 1 : value.score >= 0 ? 0 : -1);
  if (value.at_most)
    bounds.high = std::min(bounds.high, is_loss(value.score) ? -1 : value.score <= 0 ? 0 : 1);
}

template <class Tally>
void Engine<Tally>::fill(SearchReport& report, const Bounds& bounds) noexcept {
  const auto [value, bound] = value_between(bounds.low, bounds.high, -1, 1);
  report.outcome = bounds.outcome();
  report.set_value(value, ValueUnit::kExpected, bound);
}

template <class Tally>
void Engine<Tally>::fill(SearchReport& report, std::uint64_t nodes) {
  // A single move proven lost or drawn does not prove the position's value; all of them together do.
  const Value& best = root_moves_.front().value;
  Outcome outcome = is_searched(root_moves_.front()) ? best.outcome() : Outcome::kUnknown;
  if (outcome != Outcome::kWin) {
    if (narrowed_) outcome = Outcome::kUnknown;
    for (const RootMove& root : root_moves_) {
      const bool no_better = is_searched(root) && root.value.at_most && root.value.score <= best.score;
      if (!no_better) outcome = Outcome::kUnknown;
    }
  }
  report.outcome = outcome;
  report.set_value(reported(best.score), horizon_unit(), root_moves_.front().bound);
  report.depth = depth_done_;
  report.iterations = report.nodes = nodes;
  report.tree_bytes = table_.size_bytes();
  for (const RootMove& root : root_moves_)
    report.add_root({reported(root.value.score), root.nodes, root.move,
                     is_searched(root) ? root.value.outcome() : Outcome::kUnknown, root.bound});
  report.add_pv(root_moves_.front().move);
  game_->copy(search_.scratch(), search_.root());
  game_->apply(search_.scratch(), root_moves_.front().move);
  add_table_moves(report, std::max(depth_done_, 1U));
  add_counters(report);
  for (std::size_t d = 0; d < numbers_.size(); ++d) {
    const std::string name = "scn_d" + std::to_string(d + 1);
    report.add_counter(name.c_str(), numbers_[d] == SingleTally::kInfinite
                                         ? std::numeric_limits<double>::max()
                                         : static_cast<double>(numbers_[d]));
  }
}

template <class Tally>
void Engine<Tally>::show_depth() {
  SearchReport report = SearchReport::empty(nullptr, 0);
  fill(report, 0);
  board_.show(report);
  board_.show([&](SearchProgress& shown) { shown.table_fill = table_.fill(); });
}

template <class Tally>
double Engine<Tally>::reported(Score score) const noexcept {
  const bool decisive = is_win(score) || is_loss(score);
  if (horizon_unit() == ValueUnit::kExpected) return is_win(score) ? 1.0 : is_loss(score) ? -1.0 : 0.0;
  return !decisive ? score : score > 0 ? score - (kWin - 32000) : score + (kWin - 32000);
}

template <class Tally>
void Engine<Tally>::add_table_moves(SearchReport& report, std::uint32_t limit) {
  State* const state = search_.scratch();
  Move* const moves = search_.moves(1);
  while (report.pv_size < std::min(limit, kMaxPv) && !is_over(game_->status(state))) {
    const Move move = table_.find(game_->hash(state)).move;
    const std::uint32_t count = game_->legal_moves(state, moves);
    if (std::find(moves, moves + count, move) == moves + count) return;
    report.add_pv(move);
    game_->apply(state, move);
  }
}

template <class Tally>
void Engine<Tally>::add_counters(SearchReport& report) const {
  report.add_counter("cutoffs", static_cast<double>(search_.cutoffs()));
  report.add_counter("first_move_cutoffs", static_cast<double>(search_.first_cutoffs()));
}

template class Engine<NoTally>;
template class Engine<SingleTally>;

}  // namespace ludex::agents::alpha_beta
