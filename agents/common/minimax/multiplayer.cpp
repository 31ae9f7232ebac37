#include "agents/common/minimax/multiplayer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/util/hash.hpp"

namespace ludex::agents::minimax {

namespace {

constexpr std::uint32_t kAtLeastFlag = 1;
constexpr std::uint32_t kAtMostFlag = 2;

}  // namespace

void MultiplayerSearch::new_game(const Game& game, std::size_t table_mib) {
  game_ = &game;
  table_mib_ = table_mib;
  const GameTraits& traits = game.traits();
  players_ = traits.players;
  max_moves_ = traits.max_moves;
  cyclic_ = (traits.flags & kCyclic) != 0;
  // Wins count kWin - kResult more than r kResult; rounding adds at most 1 a player.
  const Score most = (traits.flags & kZeroSum) != 0 ? kWin - kResult + 2 : kWin;
  sum_bound_ = static_cast<Score>(players_) * most;
  skip_ = find<Skip>(game);
  // A turn left out needs a place on the path, too.
  const std::uint64_t longest = std::uint64_t{traits.max_plies} * (skip_ != nullptr ? players_ : 1);
  path_.new_game(game, static_cast<std::uint32_t>(std::min<std::uint64_t>(longest, TableEntry::kMaxDepth)));
  const std::size_t plies = max_depth() + std::size_t{2};
  move_pages_ = PageBlock(plies * max_moves_ * (sizeof(Move) + sizeof(std::int32_t)));
  order_.resize(traits, plies);
  evaluate_all_ = find<EvaluateAll>(game);
  evaluate_ = players_ == 2 ? find<Evaluate>(game) : nullptr;
  move_scores_ = find<MoveScores>(game);
  repetition_ = find<Repetition>(game);
  scores_.resize(max_moves_);
}

void MultiplayerSearch::start(const State* root, BudgetMeter& meter, const Options& options) {
  options_ = options;
  meter_ = &meter;
  path_.start(root);
  root_player_ = game_->to_move(root);
  path_[0] = {root_player_, kNobody};
  best_reply_ = options.opponents == Opponents::kBestReply;
  stopped_ = false;
  cutoffs_ = 0;
  root_scores_ = {};
  horizon_ = !options.evaluation        ? Horizon::kZero
             : evaluate_all_ != nullptr ? Horizon::kForAll
             : evaluate_ != nullptr     ? Horizon::kForMover
                                        : Horizon::kZero;
  order_.clear();
  if (options.opponents == Opponents::kMaxN) {
    if (player_table_.size_bytes() == 0) player_table_ = PlayerTable(table_mib_);
    player_table_.forget();
  } else {
    if (table_.size_bytes() == 0) table_ = TranspositionTable(table_mib_);
    table_.forget();
  }
}

Value MultiplayerSearch::search_root_move(Move move, std::uint32_t depth, Score alpha, Score beta) noexcept {
  path_[1].searcher = kNobody;
  if (options_.opponents != Opponents::kMaxN) return move_value(0, move, depth, alpha, beta, false);
  root_scores_ = maxn_after(0, move, depth, -kInfinite);
  return {root_scores_.scores[root_player_], root_scores_.proven, root_scores_.proven};
}

bool MultiplayerSearch::make(std::uint32_t ply, Move move, GameStatus& status) noexcept {
  if (!meter_->next_node()) {
    stopped_ = true;
    return false;
  }
  status = path_.play(ply, move);
  path_[ply + 1].mover = is_over(status) ? mover(ply) : game_->to_move(path_.state(ply + 1));
  return true;
}

Score MultiplayerSearch::result_score(float result, std::uint32_t ply) noexcept {
  const Score win = kWin - static_cast<Score>(ply);
  if (result >= 1.0F) return win;
  if (result <= -1.0F) return -win;
  return static_cast<Score>(std::lround(static_cast<double>(result) * kResult));
}

PlayerScores MultiplayerSearch::end_scores(std::uint32_t ply) const noexcept {
  std::array<float, kMaxPlayers> results{};
  game_->returns(path_.state(ply), results.data());
  PlayerScores value{.proven = true};
  for (Player p = 0; p < players_; ++p) value.scores[p] = result_score(results[p], ply);
  return value;
}

PlayerScores MultiplayerSearch::horizon_scores(std::uint32_t ply) const noexcept {
  PlayerScores value;
  if (horizon_ == Horizon::kForAll) {
    evaluate_all_->evaluate_all(path_.state(ply), value.scores.data());
    for (Score& score : value.scores) score = std::clamp(score, -kMaxEvaluation, kMaxEvaluation);
  } else if (horizon_ == Horizon::kForMover) {
    value.scores[mover(ply)] = horizon(ply).score;
    value.scores[1 - mover(ply)] = -value.scores[mover(ply)];
  }
  return value;
}

Value MultiplayerSearch::horizon(std::uint32_t ply) const noexcept {
  switch (horizon_) {
    case Horizon::kZero:
      return {};
    case Horizon::kForMover:
      return {std::clamp(evaluate_->evaluate(path_.state(ply)), -kMaxEvaluation, kMaxEvaluation)};
    case Horizon::kForAll:
      break;
  }
  const Score ours = horizon_scores(ply).scores[root_player_];
  return {is_ours(ply) ? ours : -ours};
}

std::uint64_t MultiplayerSearch::key(std::uint32_t ply) const noexcept {
  // The value is the root player's; in best reply it depends on who searches.
  const Player searcher = is_ours(ply) ? kNobody : path_[ply].searcher;
  const std::uint64_t salt = root_player_ * std::uint64_t{kMaxPlayers + 1} + searcher + 1U;
  // Not by xor: the game may have xored the same keys.
  return mix64(game_->hash(path_.state(ply)) + salt * 0x9E3779B97F4A7C15ULL);
}

bool MultiplayerSearch::use_entry(const TableEntry& entry, std::uint32_t ply, std::uint32_t depth,
                                  Score alpha, Score beta, Value& value) const noexcept {
  if (entry.bound == Bound::kNone) return false;
  const bool same = entry.depth == depth;
  value.score = from_table(entry.value, ply);
  value.at_least = !cyclic_ && (entry.flags & kAtLeastFlag) != 0;
  value.at_most = !cyclic_ && (entry.flags & kAtMostFlag) != 0;
  const bool lower = value.at_least || (same && entry.bound != Bound::kUpper);
  const bool upper = value.at_most || (same && entry.bound != Bound::kLower);
  return (lower && upper) || (lower && value.score >= beta) || (upper && value.score <= alpha);
}

void MultiplayerSearch::remember(std::uint64_t key, const Value& value, Move move, std::uint32_t ply,
                                 std::uint32_t depth, Score alpha, Score beta) noexcept {
  const Bound bound = value.score >= beta    ? Bound::kLower
                      : value.score <= alpha ? Bound::kUpper
                                             : Bound::kExact;
  table_.store(key, {.bound = bound,
                     .depth = depth,
                     .flags = (value.at_least ? kAtLeastFlag : 0U) | (value.at_most ? kAtMostFlag : 0U),
                     .value = to_table(value.score, ply),
                     .move = move});
}

Move MultiplayerSearch::first_by_order(std::uint32_t ply, std::uint32_t count) noexcept {
  const Move* const list = moves(ply);
  if (count == 1) return list[0];
  if (move_scores_ != nullptr) {
    move_scores_->move_scores(path_.state(ply), list, count, scores_.data());
    return list[std::max_element(scores_.data(), scores_.data() + count) - scores_.data()];
  }
  if (horizon_ == Horizon::kZero) return list[0];
  Move best = kNoMove;
  Score most = -kInfinite;
  for (std::uint32_t i = 0; i < count; ++i) {
    GameStatus status{};
    if (!make(ply, list[i], status)) return kNoMove;
    const PlayerScores after = is_over(status) ? end_scores(ply + 1) : horizon_scores(ply + 1);
    const Score score = after.scores[mover(ply)];
    if (score > most) {
      most = score;
      best = list[i];
    }
  }
  return best;
}

bool MultiplayerSearch::skip(std::uint32_t ply) noexcept {
  if (skip_ == nullptr || !skip_->skip(path_.repeat(ply))) return false;
  stopped_ = !meter_->next_node();
  path_[ply + 1].mover = game_->to_move(path_.state(ply + 1));
  return true;
}

Value MultiplayerSearch::leave_reply(std::uint32_t ply, std::uint32_t depth, Score alpha,
                                     Score beta) noexcept {
  path_[ply + 1].searcher = kNobody;
  return child(ply, depth, alpha, beta);
}

Player MultiplayerSearch::next_searcher(std::uint32_t ply, bool first) const noexcept {
  if (!best_reply_ || is_ours(ply)) return kNobody;
  const Player searcher = path_[ply].searcher;
  return searcher != kNobody || first ? searcher : mover(ply);
}

Value MultiplayerSearch::child(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) noexcept {
  const bool same_side = is_ours(ply + 1) == is_ours(ply);
  const Score low = same_side ? alpha : -beta;
  const Score high = same_side ? beta : -alpha;
  const Value value =
      depth == 0 || ply + 1 >= max_depth() ? horizon(ply + 1) : search(ply + 1, depth, low, high);
  return same_side ? value : -value;
}

Value MultiplayerSearch::move_value(std::uint32_t ply, Move move, std::uint32_t depth, Score alpha,
                                    Score beta, bool scout) noexcept {
  GameStatus status{};
  if (!make(ply, move, status)) return {};
  if (is_over(status)) {
    const Score ours = end_scores(ply + 1).scores[root_player_];
    return {is_ours(ply) ? ours : -ours, true, true};
  }
  if (scout && beta - alpha > 1) {
    const Value value = child(ply, depth - 1, alpha, alpha + 1);
    if (stopped_ || value.score <= alpha || value.score >= beta) return value;
  }
  return child(ply, depth - 1, alpha, beta);
}

Value MultiplayerSearch::search(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) noexcept {
  if (waits(ply) && skip(ply)) {
    if (stopped_) return {};
    path_[ply + 1].searcher = path_[ply].searcher;
    return child(ply, depth, alpha, beta);
  }
  const State* const state = path_.state(ply);
  const std::uint64_t hash = options_.table ? key(ply) : 0;
  const TableEntry entry = options_.table ? table_.find(hash) : TableEntry{};
  Value best;
  if (use_entry(entry, ply, depth, alpha, beta, best) && !has_occurred(state)) return best;
  Move* const list = moves(ply);
  std::int32_t* const rank = ranks(ply);
  std::uint32_t count = game_->legal_moves(state, list);
  Move first = kNoMove;
  best = {-kInfinite, true, true};
  if (best_reply_ && !is_ours(ply) && path_[ply].searcher != mover(ply)) {
    if (!waits(ply) && skip(ply)) {
      // Another opponent may reply, if there is one left.
      if (!stopped_ && !is_ours(ply + 1)) best = leave_reply(ply, depth, alpha, beta);
    } else if (!stopped_) {
      first = first_by_order(ply, count);
      if (waits(ply)) {
        list[0] = first;
        count = 1;
      }
    }
    if (stopped_) return {};
    if (options_.cutoffs && best.score >= beta) {
      best.leave_open_above();
      return best;
    }
  }
  order_.rank(*game_, state, mover(ply), ply, entry.move, {}, list, count, false, rank);
  Move best_move = kNoMove;
  Score lowest = std::max(alpha, best.score);
  for (std::uint32_t i = 0; i < count; ++i) {
    MoveOrder::select(list, rank, i, count);
    path_[ply + 1].searcher = next_searcher(ply, list[i] == first);
    const Value value = move_value(ply, list[i], depth, lowest, beta, i != 0 && options_.cutoffs);
    if (stopped_) return {};
    if (best.take(value)) best_move = list[i];
    if (!options_.cutoffs) continue;
    lowest = std::max(lowest, best.score);
    if (lowest < beta) continue;
    ++cutoffs_;
    best.at_most = best.at_most && i + 1 == count;
    order_.cutoff(game_->move_class(state, list[i]), mover(ply), ply, list[i], depth, {});
    break;
  }
  if (options_.table) remember(hash, best, best_move, ply, depth, alpha, beta);
  return best;
}

bool MultiplayerSearch::settled(const Value& value, std::uint32_t depth) const noexcept {
  if (value.exact() || outcome(value) != Outcome::kUnknown) return true;
  return options_.opponents == Opponents::kParanoid && (is_win(value.score) || is_loss(value.score)) &&
         kWin - std::abs(value.score) <= static_cast<Score>(depth);
}

ValueBound MultiplayerSearch::bound_of(const Value& value, Score alpha) const noexcept {
  const bool exact = options_.opponents == Opponents::kMaxN || value.exact() || value.score > alpha;
  return exact ? ValueBound::kExact : ValueBound::kUpper;
}

Outcome MultiplayerSearch::outcome(const Value& value) const noexcept {
  if (players_ == 2) return value.outcome();
  const bool against_all = options_.opponents == Opponents::kParanoid;
  const bool at_once = value.score == kWin - 1;
  return value.at_least && is_win(value.score) && (against_all || at_once) ? Outcome::kWin
                                                                           : Outcome::kUnknown;
}

double MultiplayerSearch::reported(Score score) const noexcept {
  const bool centi = unit() == ValueUnit::kCenti;
  if (is_win(score)) return centi ? score - (kWin - 32000) : 1.0;
  if (is_loss(score)) return centi ? score + (kWin - 32000) : -1.0;
  if (!centi) return static_cast<double>(score) / kResult;
  return std::clamp(score, -kMaxEvaluation, kMaxEvaluation);
}

void MultiplayerSearch::add_line(SearchReport& report, Move move, std::uint32_t plies) {
  for (std::uint32_t ply = 0; ply < std::min({plies, kMaxPv, max_depth()}); ++ply) {
    const State* const state = path_.state(ply);
    const std::uint32_t count = game_->legal_moves(state, moves(ply));
    if (std::find(moves(ply), moves(ply) + count, move) == moves(ply) + count) return;
    report.add_pv(move);
    path_[ply + 1].searcher = kNobody;
    if (best_reply_ && !is_ours(ply)) {
      // Only moves of the first opponents need to be told apart: the table knows the line that was searched.
      const Player searcher = path_[ply].searcher;
      path_[ply + 1].searcher = searcher != kNobody ? searcher : mover(ply);
    }
    const GameStatus status = path_.play(ply, move);
    if (is_over(status)) return;
    path_[ply + 1].mover = game_->to_move(path_.state(ply + 1));
    if (options_.opponents == Opponents::kMaxN) {
      const auto* const entry = player_table_.find(game_->hash(path_.state(ply + 1)));
      move = entry == nullptr ? kNoMove : entry->move;
      continue;
    }
    TableEntry entry = table_.find(key(ply + 1));
    if (entry.bound == Bound::kNone && best_reply_ && !is_ours(ply) && path_[ply].searcher == kNobody) {
      path_[ply + 1].searcher = kNobody;
      entry = table_.find(key(ply + 1));
    }
    move = entry.move;
  }
}

void MultiplayerSearch::add_counters(SearchReport& report) const {
  report.add_counter("cutoffs", static_cast<double>(cutoffs_));
}

void MultiplayerSearch::add_scores(SearchReport& report, const PlayerScores& value) const {
  for (Player p = 0; p < players_; ++p)
    report.add_counter(("value_" + std::to_string(p + 1)).c_str(), reported(value.scores[p]));
}

}  // namespace ludex::agents::minimax
