#include "agents/alpha-beta/deepening.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/util/hash.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::alpha_beta {

using minimax::MultiplayerSearch;
using minimax::StarSearch;

namespace {

void set(const Settings& settings, minimax::MultiplayerOptions& options) noexcept {
  options.opponents = settings.players;
}
void set(const Settings& settings, minimax::StarOptions& options) noexcept {
  options.cuts = settings.chance;
  options.win_value = settings.win_value;
}

}  // namespace

template <class Search>
void Deepening<Search>::new_game(const Game& game, Player, std::uint64_t seed) {
  game_ = &game;
  seed_ = seed;
  search_.new_game(game, settings_.table_mib);
  root_moves_.reserve(game.traits().max_moves);
}

template <class Search>
Move Deepening<Search>::choose(const State* position, const Budget& given, SearchReport& report) {
  typename Search::Options options;
  set(settings_, options);
  options.evaluation = settings_.search.evaluation;
  options.table = settings_.search.table;
  return search(position, given, options, report);
}

template <class Search>
void Deepening<Search>::solve(const State* position, Goal, const Budget& given, SearchReport& report) {
  typename Search::Options options;
  set(settings_, options);
  options.evaluation = false;
  if constexpr (std::is_same_v<Search, MultiplayerSearch>) options.opponents = minimax::Opponents::kParanoid;
  static_cast<void>(search(position, given, options, report));
  // Only proofs are answers.
  report.root_size = 0;
  report.bound = !value_                       ? ValueBound::kNone
                 : search_.settled(*value_, 0) ? ValueBound::kExact
                 : value_->at_least            ? ValueBound::kLower
                 : value_->at_most             ? ValueBound::kUpper
                                               : ValueBound::kNone;
}

template <class Search>
Move Deepening<Search>::search(const State* position, const Budget& given,
                               const typename Search::Options& options, SearchReport& report) {
  const Budget budget = in_nodes(given);
  BudgetMeter meter(budget, &board_);
  meter_ = &meter;
  search_.start(position, meter, options);
  rolls_ = game_->to_move(position) == kChance;
  list_root_moves(position);
  value_.reset();
  scores_ = {};
  depth_done_ = 0;
  std::uint32_t last = search_.max_depth();
  if (budget.depth != 0) last = std::min(last, budget.depth);
  if (settings_.depth_limit != 0) last = std::min(last, settings_.depth_limit);
  for (std::uint32_t depth = 1; depth <= last; ++depth) {
    const std::optional<Result> value = deepen(depth);
    if (value) value_ = value;
    if (search_.stopped()) break;
    depth_done_ = depth;
    if (board_.watched()) {
      SearchReport shown = SearchReport::empty(nullptr, 0);
      fill(shown, 0);
      board_.show(shown);
    }
    if (search_.settled(*value_, depth)) break;
  }
  fill(report, meter.nodes());
  search_.add_counters(report);
  if constexpr (std::is_same_v<Search, MultiplayerSearch>) {
    if (options.opponents == minimax::Opponents::kMaxN) search_.add_scores(report, scores_);
  }
  return root_moves_[chosen_].move;
}

template <class Search>
void Deepening<Search>::list_root_moves(const State* position) {
  root_moves_.clear();
  chosen_ = 0;
  std::vector<Move> moves(game_->traits().max_moves);
  moves.resize(game_->legal_moves(position, moves.data()));
  for (const Move move : moves) root_moves_.push_back({.move = move});
  if constexpr (std::is_same_v<Search, StarSearch>) {
    if (rolls_) chosen_ = search_.likeliest();
  }
  if (!settings_.shuffle || rolls_) return;
  Rng rng = Rng::seeded(hash_combine(seed_, game_->hash(position)));
  for (auto i = static_cast<std::uint32_t>(moves.size()); i > 1; --i)
    std::swap(root_moves_[i - 1], root_moves_[rng.below(i)]);
}

template <class Search>
auto Deepening<Search>::deepen(std::uint32_t depth) -> std::optional<Result> {
  return rolls_ ? weigh_outcomes(depth) : search_root_moves(depth);
}

template <class Search>
auto Deepening<Search>::search_root_moves(std::uint32_t depth) -> std::optional<Result> {
  Result best = Search::worst();
  std::size_t best_index = 0;
  std::size_t searched = 0;
  for (RootMove& root : root_moves_) {
    const std::uint64_t before = meter_->nodes();
    const minimax::Score lowest = best.score;
    const Result value = search_.search_root_move(root.move, depth, lowest, Search::kOpen);
    root.nodes += meter_->nodes() - before;
    if (search_.stopped()) break;
    root.value = value;
    root.bound = search_.bound_of(value, lowest);
    if (best.take(value)) {
      best_index = searched;
      if constexpr (std::is_same_v<Search, MultiplayerSearch>) {
        scores_ = search_.scores();
      }
    }
    ++searched;
  }
  if (searched == 0) return std::nullopt;
  const auto front = root_moves_.begin();
  std::rotate(front, front + static_cast<std::ptrdiff_t>(best_index),
              front + static_cast<std::ptrdiff_t>(best_index) + 1);
  if (searched < root_moves_.size()) best.leave_open_above();
  return best;
}

template <class Search>
auto Deepening<Search>::weigh_outcomes(std::uint32_t depth) -> std::optional<Result> {
  if constexpr (std::is_same_v<Search, StarSearch>) {
    std::vector<Result> values;
    for (RootMove& root : root_moves_) {
      const std::uint64_t before = meter_->nodes();
      const Result value = search_.search_root_move(root.move, depth, -Search::kOpen, Search::kOpen);
      root.nodes += meter_->nodes() - before;
      if (search_.stopped()) return std::nullopt;
      values.push_back(value);
    }
    // All at once, so that the values shown are of one depth.
    for (std::size_t i = 0; i < values.size(); ++i) {
      root_moves_[i].value = values[i];
      root_moves_[i].bound = ValueBound::kExact;
    }
    return search_.mean(values.data(), static_cast<std::uint32_t>(values.size()));
  } else {
    return search_root_moves(depth);
  }
}

template <class Search>
void Deepening<Search>::fill(SearchReport& report, std::uint64_t nodes) {
  report.set_value(value_ ? search_.reported(value_->score) : 0, search_.unit(),
                   value_ ? ValueBound::kExact : ValueBound::kNone);
  report.outcome = value_ ? search_.outcome(*value_) : Outcome::kUnknown;
  report.depth = depth_done_;
  report.iterations = report.nodes = nodes;
  report.tree_bytes = search_.table_bytes();
  for (const RootMove& root : root_moves_) {
    const bool known = root.bound != ValueBound::kNone;
    report.add_root({known ? search_.reported(root.value.score) : 0, root.nodes, root.move,
                     known ? search_.outcome(root.value) : Outcome::kUnknown, root.bound});
  }
  search_.add_line(report, root_moves_[chosen_].move, std::max(depth_done_, 1U));
}

template class Deepening<MultiplayerSearch>;
template class Deepening<StarSearch>;

}  // namespace ludex::agents::alpha_beta
