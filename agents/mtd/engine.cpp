#include "agents/mtd/engine.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agents/mtd/fitted.hpp"
#include "core/agent/progress.hpp"
#include "core/util/clock.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::mtd {

template <class Tally>
void Engine<Tally>::new_game(const Game& game, std::uint64_t seed) {
  game_ = &game;
  seed_ = seed;
  if (table_.size_bytes() == 0) table_ = minimax::TranspositionTable(settings_.table_mib);
  table_.forget();
  search_.new_game(game, table_);
}

template <class Tally>
Move Engine<Tally>::choose(const State* position, const Budget& given, SearchReport& report) {
  Budget budget = given;
  if (given.iterations != 0)
    budget.nodes = budget.nodes == 0 ? given.iterations : std::min(budget.nodes, given.iterations);
  budget.iterations = 0;
  BudgetMeter meter(budget, &board_);
  Move move = first_legal(position);
  deepen(position, budget, meter, move);
  fill(report, position, meter, move);
  return move;
}

template <class Tally>
void Engine<Tally>::deepen(const State* position, const Budget& budget, BudgetMeter& meter, Move& move) {
  if (settings_.keep_table) {
    table_.new_generation();
  } else {
    table_.forget();
  }
  minimax::Options options = settings_.search;
  if (settings_.shuffle) options.shuffle = hash_combine(seed_, game_->hash(position)) | 1U;
  search_.start(position, meter, options);
  sign_ = game_->to_move(position) == 0 ? 1 : -1;
  results_.clear();
  exact_ = {};
  contradictions_ = 0;
  std::uint32_t last = search_.max_depth();
  if (budget.depth != 0) last = std::min(last, budget.depth);
  if (settings_.depth_limit != 0) last = std::min(last, settings_.depth_limit);
  for (std::uint32_t depth = 1; depth <= last && !search_.stopped(); ++depth) {
    DepthResult result;
    const std::int64_t began = thread_cpu_ns();
    if (!search_depth(depth, result, move)) break;
    result.cpu_ns = thread_cpu_ns() - began;
    results_.push_back(std::move(result));
    if (board_.watched()) {
      SearchReport report = SearchReport::empty(nullptr, 0);
      fill(report, position, meter, move);
      board_.show(report);
      board_.show([&](SearchProgress& shown) { shown.table_fill = table_.fill(); });
    }
    const Score value = results_.back().value;
    if (exact_.outcome() != Outcome::kUnknown || exact_.exact()) break;
    if ((is_win(value) || is_loss(value)) && minimax::kWin - std::abs(value) <= static_cast<Score>(depth))
      break;
  }
}

template <class Tally>
Move Engine<Tally>::first_legal(const State* position) const noexcept {
  game_->legal_moves(position, search_.moves(0));
  return search_.moves(0)[0];
}

template <class Tally>
bool Engine<Tally>::search_depth(std::uint32_t depth, DepthResult& result, Move& move) {
  if constexpr (kCounting) result.counters.clear(settings_.buckets);
  if (settings_.step == Step::kFull) {
    const bool done = search_window(depth, -kInfinite, kInfinite, result, move);
    result.value = last_.score;
    exact_ = last_;
    return done;
  }
  Stepper stepper(settings_.step, settings_.size);
  prepare(stepper, depth);
  Interval interval;
  bool lower_proven = false;
  bool upper_proven = false;
  Score test = stepper.first();
  const Score side = settings_.three_way ? 1 : 0;
  for (;;) {
    // Asks "at least `test`?"; three-way windows also ask "exactly?".
    if (!settings_.three_way) test = std::max(test, interval.lower + 1);
    test = std::clamp(test, interval.lower, interval.upper);
    const Score alpha = test - 1;
    const Score beta = test + side;
    const bool finished = search_window(depth, alpha, beta, result, move);
    if (!finished) return false;
    const Score value = last_.score;
    const bool high = value >= beta;
    if (high || value > alpha) {
      interval.lower = value;
      lower_proven = last_.at_least;
    }
    if (!high) {
      interval.upper = value;
      upper_proven = last_.at_most;
    }
    if (interval.contradictory() || result.tests >= settings_.most_tests) {
      // The table has lost or changed an entry on which an earlier search relied.
      ++contradictions_;
      if (settings_.full_on_contradiction || result.tests >= settings_.most_tests) {
        if (!search_window(depth, -kInfinite, kInfinite, result, move)) return false;
        result.value = last_.score;
        exact_ = last_;
        break;
      }
      interval = {value, value};
    }
    if (interval.closed()) {
      result.value = value;
      exact_ = {value, lower_proven, upper_proven};
      break;
    }
    test = stepper.next(interval, value, high);
  }
  return true;
}

template <class Tally>
bool Engine<Tally>::search_window(std::uint32_t depth, Score alpha, Score beta, DepthResult& result,
                                  Move& move) {
  const std::uint64_t before = search_.nodes();
  last_ = search_.search_root(depth, alpha, beta);
  result.nodes += search_.nodes() - before;
  ++result.tests;
  if (search_.stopped()) return false;
  if (last_.score > alpha && search_.best_root_move() != kNoMove) move = search_.best_root_move();
  if constexpr (kCounting) {
    result.counters.add(search_.tally());
    // A bound excludes the buckets beyond it.
    Interval known{last_.score > alpha ? last_.score : -kInfinite,
                   last_.score < beta ? last_.score : kInfinite};
    if (sign_ < 0) known = {-known.upper, -known.lower};
    result.counters.confine(search_.tally().bucket_of(known.lower), search_.tally().bucket_of(known.upper));
  }
  return true;
}

template <class Tally>
void Engine<Tally>::prepare(Stepper& stepper, std::uint32_t depth) const {
  const std::size_t done = results_.size();
  Score guess = done == 0 ? 0 : results_.back().value;
  if (settings_.two_before && done >= 2 && !is_win(guess) && !is_loss(guess))
    guess = results_[done - 2].value;
  std::vector<double> mass;
  if constexpr (kCounting) {
    const bool statistical = settings_.step == Step::kMedian || settings_.step == Step::kMean;
    const bool decided = done != 0 && (is_win(results_.back().value) || is_loss(results_.back().value));
    if (statistical && depth > settings_.distance && !decided) {
      const std::uint32_t from = depth - settings_.distance;
      const Parameters* const row =
          parameters_for(settings_.thesis_parameters ? std::span<const Parameters>(kThesisParameters)
                                                     : std::span<const Parameters>(kFittedParameters),
                         from, depth);
      if (row != nullptr && from <= done) mass = distribution(results_[from - 1].counters, *row);
    }
  }
  stepper.begin(guess, std::move(mass), static_cast<Score>(settings_.width), sign_);
}

template <class Tally>
void Engine<Tally>::fill(SearchReport& report, const State* position, const BudgetMeter& meter, Move move) {
  const bool centi = settings_.search.evaluation && search_.has_evaluation();
  report.outcome = exact_.outcome();
  const Score score = results_.empty() ? 0 : results_.back().value;
  const int result = is_win(score) ? 1 : is_loss(score) ? -1 : 0;
  report.set_value(!centi        ? result
                   : result == 0 ? score
                                 : score - result * (minimax::kWin - 32000),
                   centi ? ValueUnit::kCenti : ValueUnit::kExpected,
                   results_.empty() ? ValueBound::kNone : ValueBound::kExact);
  report.depth = static_cast<std::uint32_t>(results_.size());
  report.iterations = report.nodes = meter.nodes();
  report.tree_bytes = table_.size_bytes();
  report.add_root({report.value, meter.nodes(), move, report.outcome, report.bound});
  report.add_pv(move);
  game_->copy(search_.scratch(), position);
  game_->apply(search_.scratch(), move);
  follow_table(report);
  std::uint32_t tests = 0;
  for (const DepthResult& depth : results_) tests += depth.tests;
  report.add_counter("tests", tests);
  report.add_counter("contradictions", contradictions_);
  report.add_counter("cutoffs", static_cast<double>(search_.cutoffs()));
  report.add_counter("first_move_cutoffs", static_cast<double>(search_.first_cutoffs()));
  for (std::size_t d = 0; d < std::min<std::size_t>(results_.size(), 9); ++d) {
    const std::string at = "_d" + std::to_string(d + 1);
    report.add_counter(("nodes" + at).c_str(), static_cast<double>(results_[d].nodes));
    report.add_counter(("tests" + at).c_str(), results_[d].tests);
    report.add_counter(("value" + at).c_str(), results_[d].value);
  }
}

template <class Tally>
void Engine<Tally>::follow_table(SearchReport& report) {
  State* const state = search_.scratch();
  Move* const moves = search_.moves(1);
  while (report.pv_size < std::min(report.depth, kMaxPv) && !is_over(game_->status(state))) {
    const Move move = table_.find(game_->hash(state)).move;
    const std::uint32_t count = game_->legal_moves(state, moves);
    if (std::find(moves, moves + count, move) == moves + count) return;
    report.add_pv(move);
    game_->apply(state, move);
  }
}

template class Engine<minimax::NoTally>;
template class Engine<minimax::BucketTally>;

}  // namespace ludex::agents::mtd
