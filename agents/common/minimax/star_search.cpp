#include "agents/common/minimax/star_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ludex::agents::minimax {

void StarSearch::new_game(const Game& game, std::size_t table_mib) {
  game_ = &game;
  chance_ = find<Chance>(game);
  evaluate_ = find<Evaluate>(game);
  game_score_ = find<ludex::Score>(game);
  repetition_ = find<Repetition>(game);
  const GameTraits& traits = game.traits();
  cyclic_ = (traits.flags & kCyclic) != 0;
  max_moves_ = traits.max_moves;
  max_outcomes_ = chance_ == nullptr ? 0 : chance_->max_outcomes();
  path_.new_game(game, std::min(traits.max_plies, kFinal - 1));
  const std::size_t plies = max_depth() + std::size_t{2};
  move_pages_ = PageBlock(plies * max_moves_ * (sizeof(Move) + sizeof(std::int32_t)));
  branch_pages_ = PageBlock(plies * max_outcomes_ * sizeof(Branch));
  probabilities_.resize(max_outcomes_);
  order_.resize(traits, plies);
  if (table_.size_bytes() == 0) table_ = TranspositionTable(table_mib);
}

void StarSearch::start(const State* root, BudgetMeter& meter, const Options& options) {
  options_ = options;
  meter_ = &meter;
  path_.start(root);
  path_[0].mover = game_->to_move(root);
  stopped_ = false;
  cutoffs_ = chance_cutoffs_ = probe_cutoffs_ = 0;
  horizon_ = options.evaluation ? evaluate_ : nullptr;
  const bool centi = horizon_ != nullptr;
  const std::int32_t result = centi ? (game_score_ != nullptr ? 100 : options.win_value) : 1;
  const std::int32_t bound = result * (game_score_ != nullptr ? std::max(game_score_->bound(), 1) : 1);
  centi_ = static_cast<Score>(std::bit_floor((1U << 30) / static_cast<std::uint32_t>(bound)));
  limit_ = bound * centi_;
  result_ = static_cast<double>(result) * centi_;
  order_.clear();
  table_.forget();
}

StarValue StarSearch::search_root_move(Move move, std::uint32_t depth, Score alpha, Score beta) noexcept {
  GameStatus status{};
  if (!make(0, move, status)) return {};
  return child(0, rolls_at_root() ? depth : depth - 1, alpha, beta, status);
}

StarValue StarSearch::mean(const StarValue* values, std::uint32_t count) noexcept {
  StarValue value{{0, true, true}, 1, -1};
  double sum = 0;
  double score = 0;
  chance_->probabilities(path_.state(0), probabilities_.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    sum += probabilities_[i];
    score += probabilities_[i] * values[i].score;
    value.at_least = value.at_least && values[i].at_least;
    value.at_most = value.at_most && values[i].at_most;
    value.least = std::min(value.least, values[i].least);
    value.most = std::max(value.most, values[i].most);
  }
  value.score = static_cast<Score>(std::lround(score / sum));
  return value;
}

std::uint32_t StarSearch::likeliest() noexcept {
  const std::uint32_t count = chance_->probabilities(path_.state(0), probabilities_.data());
  const double* const first = probabilities_.data();
  return static_cast<std::uint32_t>(std::max_element(first, first + count) - first);
}

bool StarSearch::make(std::uint32_t ply, Move move, GameStatus& status) noexcept {
  if (!meter_->next_node()) {
    stopped_ = true;
    return false;
  }
  status = path_.play(ply, move);
  path_[ply + 1].mover = is_over(status) ? mover(ply) : game_->to_move(path_.state(ply + 1));
  return true;
}

StarValue StarSearch::end_value(std::uint32_t ply, Player player, GameStatus status) const noexcept {
  double result = 0;
  if (game_score_ != nullptr) {
    result = game_score_->score(path_.state(ply), player);
  } else {
    std::array<float, kMaxPlayers> results{};
    game_->returns(path_.state(ply), results.data());
    result = static_cast<double>(results[player]);
  }
  const auto score = static_cast<Score>(std::llround(result * result_));
  const Player winner = winner_of(status);
  const auto outcome = static_cast<std::int8_t>(winner == kNobody ? 0 : winner == player ? 1 : -1);
  return {{std::clamp(score, -limit_, limit_), true, true}, outcome, outcome};
}

StarValue StarSearch::horizon(std::uint32_t ply) const noexcept {
  if (horizon_ == nullptr) return {};
  const std::int64_t score = std::int64_t{horizon_->evaluate(path_.state(ply))} * centi_;
  const std::int64_t limit = limit_;
  return {{static_cast<Score>(std::clamp(score, -limit, limit)), false, false}};
}

StarValue StarSearch::child(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta,
                            GameStatus status) noexcept {
  const std::uint32_t next = ply + 1;
  if (is_over(status)) return end_value(next, viewer(ply), status);
  const bool same_side = viewer(next) == viewer(ply);
  const Score low = same_side ? alpha : -beta;
  const Score high = same_side ? beta : -alpha;
  const StarValue value = depth == 0 || next >= max_depth() ? horizon(next)
                          : mover(next) == kChance          ? roll(next, depth, low, high)
                                                            : decide(next, depth, low, high, false);
  return same_side ? value : -value;
}

bool StarSearch::use_entry(const TableEntry& entry, std::uint32_t depth, Score alpha, Score beta,
                           StarValue& value) const noexcept {
  if (entry.bound == Bound::kNone) return false;
  const bool final = entry.depth >= kFinal;
  if (final ? entry.depth - kFinal > depth : entry.depth != depth) return false;
  const bool lower = entry.bound != Bound::kUpper;
  const bool upper = entry.bound != Bound::kLower;
  if (!(lower && upper) && !(lower && entry.value >= beta) && !(upper && entry.value <= alpha)) return false;
  value = {{entry.value, lower && final, upper && final}};
  if (static_cast<Outcome>(entry.flags) != Outcome::kUnknown && !cyclic_)
    value.least = value.most = static_cast<std::int8_t>(static_cast<int>(entry.flags) - 2);
  return true;
}

void StarSearch::remember(std::uint64_t hash, const StarValue& value, Move move, std::uint32_t depth,
                          Score alpha, Score beta) noexcept {
  const Bound bound = value.score >= beta    ? Bound::kLower
                      : value.score <= alpha ? Bound::kUpper
                                             : Bound::kExact;
  const bool final =
      !cyclic_ && (value.at_least || bound == Bound::kUpper) && (value.at_most || bound == Bound::kLower);
  table_.store(hash, {.bound = bound,
                      .depth = final ? depth + kFinal : depth,
                      .flags = static_cast<std::uint32_t>(value.outcome()),
                      .value = value.score,
                      .move = move});
}

StarValue StarSearch::decide(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta,
                             bool probe) noexcept {
  const State* const state = path_.state(ply);
  const std::uint64_t hash = options_.table ? game_->hash(state) : 0;
  const TableEntry entry = options_.table ? table_.find(hash) : TableEntry{};
  StarValue best;
  // An upper bound is no answer to a probe.
  if (!(probe && entry.bound == Bound::kUpper) && use_entry(entry, depth, alpha, beta, best) &&
      !has_occurred(state))
    return best;
  Move* const list = moves(ply);
  std::int32_t* const rank = ranks(ply);
  const std::uint32_t count = game_->legal_moves(state, list);
  order_.rank(*game_, state, mover(ply), ply, entry.move, {}, list, count, false, rank);
  best = worst();
  Move best_move = kNoMove;
  Score lowest = alpha;
  std::uint32_t tried = 0;
  while (tried < (probe ? 1 : count)) {
    MoveOrder::select(list, rank, tried, count);
    const Move move = list[tried++];
    GameStatus status{};
    if (!make(ply, move, status)) return {};
    const StarValue value = child(ply, depth - 1, lowest, beta, status);
    if (stopped_) return {};
    if (best.take(value)) best_move = move;
    lowest = std::max(lowest, best.score);
    if (lowest < beta && best.score < limit_) continue;
    ++cutoffs_;
    order_.cutoff(game_->move_class(state, move), mover(ply), ply, move, depth, {});
    break;
  }
  if (tried < count) best.leave_open_above();
  if (best.score >= limit_) best.at_most = true;
  if (!options_.table) return best;
  if (!probe || tried == count) {
    remember(hash, best, best_move, depth, alpha, beta);
  } else if (best.score > alpha) {
    remember(hash, best, best_move, depth, alpha, best.score);
  }
  return best;
}

double StarSearch::reported(Score score) const noexcept {
  return static_cast<double>(std::clamp(score, -limit_, limit_)) / centi_;
}

void StarSearch::add_line(SearchReport& report, Move move, std::uint32_t plies) {
  for (std::uint32_t ply = 0; ply < std::min({plies, kMaxPv, max_depth()}); ++ply) {
    const State* const state = path_.state(ply);
    const std::uint32_t count = game_->legal_moves(state, moves(ply));
    if (std::find(moves(ply), moves(ply) + count, move) == moves(ply) + count) return;
    report.add_pv(move);
    if (is_over(path_.play(ply, move)) || mover(ply) == kChance) return;
    path_[ply + 1].mover = game_->to_move(path_.state(ply + 1));
    if (mover(ply + 1) == kChance) return;
    move = table_.find(game_->hash(path_.state(ply + 1))).move;
  }
}

void StarSearch::add_counters(SearchReport& report) const {
  report.add_counter("cutoffs", static_cast<double>(cutoffs_));
  report.add_counter("chance_cutoffs", static_cast<double>(chance_cutoffs_));
  if (options_.cuts == ChanceCuts::kStar2)
    report.add_counter("probe_cutoffs", static_cast<double>(probe_cutoffs_));
}

}  // namespace ludex::agents::minimax
