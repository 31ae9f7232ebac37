// The bodies of Search. Only the files that instantiate it include this one: search_plain.cpp,
// search_single.cpp and search_buckets.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "agents/common/minimax/search.hpp"

namespace ludex::agents::minimax {

template <class Tally>
void Search<Tally>::new_game(const Game& game, TranspositionTable& table) {
  game_ = &game;
  table_ = &table;
  const GameTraits& traits = game.traits();
  cyclic_ = (traits.flags & kCyclic) != 0;
  alternating_ = (traits.flags & kAlternating) != 0;
  path_.new_game(game, std::min(traits.max_plies, TableEntry::kMaxDepth));
  max_moves_ = traits.max_moves;
  const std::size_t plies = max_depth() + std::size_t{2};
  move_pages_ = PageBlock(plies * max_moves_ * (sizeof(Move) + sizeof(std::int32_t)));
  tally_.resize(plies);
  ask_for(evaluate_);
  ask_for(captures_);
  ask_for(repetition_);
  ask_for(selective_);
  order_.resize(traits, plies, selective_ != nullptr);
  known_.new_game(game);
  ask_for(move_scores_);
  scores_.resize(max_moves_);
  // In games with captures, trying the moves finds a win at once as cheaply as asking the game.
  if (cyclic_) known_.leave_out_wins();
}

template <class Tally>
void Search<Tally>::start(const State* root, BudgetMeter& meter, const Options& options) noexcept {
  path_.start(root);
  path_[0].mover = game_->to_move(root);
  meter_ = &meter;
  options_ = options;
  late_moves_.set(options.margins);
  stopped_ = false;
  cutoffs_ = first_cutoffs_ = 0;
  horizon_ = options.evaluation ? evaluate_ : nullptr;
  pruning_ = !options.exact && horizon_ != nullptr && selective_ != nullptr;
  quiescence_ = options.quiescence && horizon_ != nullptr && selective_ != nullptr && captures_ != nullptr;
  if (options.keep_order && pruning_) {
    order_.age();
  } else {
    order_.clear();
  }
}

template <class Tally>
std::uint32_t Search<Tally>::list_moves(const State* state, Move* list, std::uint32_t width,
                                        bool& narrowed) noexcept {
  const std::uint32_t count = known_.matter(state, list);
  narrowed = width != 0 && move_scores_ != nullptr && count > width;
  if (width == 0 || move_scores_ == nullptr || count < 2) return count;
  float* const scores = scores_.data();
  move_scores_->move_scores(state, list, count, scores);
  const std::uint32_t kept = std::min(count, width);
  for (std::uint32_t i = 0; i < kept; ++i) {
    const auto best = static_cast<std::uint32_t>(std::max_element(scores + i, scores + count) - scores);
    std::swap(list[i], list[best]);
    std::swap(scores[i], scores[best]);
  }
  return kept;
}

template <class Tally>
Value Search<Tally>::search_root_move(Move move, std::uint32_t depth, Score alpha, Score beta, bool scout,
                                      std::uint32_t index) noexcept {
  const Value value = root_move_value(move, depth, alpha, beta, scout, index);
  if (!stopped_) tally_.merge(0, mover(0));
  return value;
}

template <class Tally>
Value Search<Tally>::search_root(std::uint32_t depth, Score alpha, Score beta) noexcept {
  root_depth_ = depth;
  best_root_ = kNoMove;
  return search(0, depth, alpha, beta, true);
}

template <class Tally>
Value Search<Tally>::root_move_value(Move move, std::uint32_t depth, Score alpha, Score beta, bool scout,
                                     std::uint32_t index) noexcept {
  GameStatus status{};
  if (!make(0, move, status)) return {};
  path_[1].move_class = game_->move_class(path_.state(0), move);
  if (is_over(status)) return terminal_value(status, mover(0), 1);
  if (scout && beta - alpha > 1) {
    if (const std::uint32_t reduction = root_reduction(move, depth, index); reduction != 0) {
      const Value value = child(0, depth - 1 - std::min(reduction, depth - 2), alpha, alpha + 1);
      if (stopped_ || value.score <= alpha) return value;
    }
    const Value value = child(0, depth - 1, alpha, alpha + 1);
    if (stopped_ || value.score <= alpha || value.score >= beta) return value;
  }
  return child(0, depth - 1, alpha, beta);
}

template <class Tally>
std::uint32_t Search<Tally>::root_reduction(Move move, std::uint32_t depth,
                                            std::uint32_t index) const noexcept {
  if (!reduces_root() || depth < 3 || index < 3) return 0;
  std::int32_t gain = 0;
  selective_->gains(path_.state(0), &move, 1, &gain);
  if (gain != Selective::kQuiet || selective_->tense(path_.state(1))) return 0;
  return late_moves_.reduction(depth, index, false, order_.history(path_[1].move_class, mover(0)));
}

template <class Tally>
Value Search<Tally>::search(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta,
                            bool may_pass) noexcept {
  const State* const state = path_.state(ply);
  if (ply >= max_depth()) return frontier(ply, alpha, beta);  // reached only by extensions and passes
  if (pruning_ && ply != 0 && selective_->drawish(state)) {
    tally_.leaf(ply, 0, mover(ply));
    return {};
  }
  const bool scouting = beta - alpha == 1;
  const std::uint64_t hash = game_->hash(state);
  TableEntry entry;
  if (options_.table) {
    entry = table_->find(hash);
    Value known;
    if (ply != 0 && (scouting || !pruning_) && use_entry(entry, ply, depth, alpha, beta, known) &&
        !has_occurred(state)) {
      tally_.hit(ply, known.score, mover(ply));
      return known;
    }
  }
  Move* const list = moves(ply);
  const Player mover = this->mover(ply);
  if (known_.wins(state, list) != 0) {
    if (ply == 0) best_root_ = list[0];
    const Score win = kWin - static_cast<Score>(ply + 1);
    tally_.terminal(ply, win, mover);
    return {win, true, true};
  }

  const bool tense = pruning_ && selective_->tense(state);
  Score standing = 0;
  if (pruning_ && scouting && !tense && ply != 0) {
    standing = horizon(state).score;
    if (options_.table_standing) standing = better_standing(standing, entry);
    Value value;
    if (prune(ply, depth, alpha, beta, standing, may_pass, value)) {
      tally_.leaf(ply, value.score, mover);
      return value;
    }
    if (stopped_) return {};
  }
  tally_.open(ply);
  // Without a move from the table, a shallower search finds one (internal iterative reduction).
  const std::uint32_t given_depth = depth;
  if (pruning_ && depth >= 4 && entry.move == kNoMove) --depth;

  bool narrowed = false;
  std::uint32_t count = list_moves(state, list, options_.width, narrowed);
  if (count == 0) {
    game_->legal_moves(state, list);
    if (ply == 0) best_root_ = list[0];
    const Score loss = static_cast<Score>(ply + 2) - kWin;
    tally_.terminal(ply, loss, mover);
    return {loss, true, true};
  }
  std::int32_t* const rank = ranks(ply);
  if (ply == 0 && options_.shuffle != 0) {
    Rng rng = Rng::seeded(options_.shuffle);
    for (std::uint32_t i = count; i > 1; --i) std::swap(list[i - 1], list[rng.below(i)]);
  }
  // The table's move is searched before the others are ranked: mostly it causes a cutoff.
  const bool staged = pruning_ && ply != 0 && options_.width == 0 &&
                      MoveOrder::table_move_first(entry.move, list, rank, count);
  if (!staged) rank_moves(ply, entry.move, list, rank, count);
  if (options_.width != 0 && move_scores_ != nullptr) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (list[i] != entry.move) rank[i] = -static_cast<std::int32_t>(i);
    }
  }
  Score lowest = alpha;
  Value best{-kInfinite, true, !narrowed};
  Move best_move = kNoMove;
  std::uint32_t quiets = 0;
  bool sifted = false;  // hopeless quiet moves have been removed
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i == 1 && staged) rank_moves(ply, entry.move, list + 1, rank + 1, count - 1);
    if (i != 0 || !staged) MoveOrder::select(list, rank, i, count);
    const Move move = list[i];
    const bool doomed = pruning_ && !tense && i > 0 && best.score > -kWinFloor && ply != 0 &&
                        hopeless(options_.margins, rank[i], depth, scouting, standing, lowest, quiets);
    if (doomed && !selective_->may_threaten(state, move)) {
      best.at_most = false;
      // All later quiet moves are hopeless too.
      if (MoveOrder::is_quiet(rank[i]) && !std::exchange(sifted, true)) {
        count = MoveOrder::drop(list, rank, i + 1, count, [&](std::uint32_t k) {
          return MoveOrder::is_quiet(rank[k]) && !selective_->may_threaten(state, list[k]);
        });
      }
      continue;
    }
    GameStatus status{};
    if (!make(ply, move, status)) return {};
    Value value;
    if (is_over(status)) {
      value = terminal_value(status, mover, ply + 1);
    } else {
      if (options_.table && (depth > 1 || pruning_)) table_->prefetch(game_->hash(path_.state(ply + 1)));
      const bool quiet = MoveOrder::is_quiet(rank[i]);
      std::uint32_t left = depth - 1;
      std::uint32_t reduction = 0;
      path_[ply + 1].move_class = quiet || pruning_ ? game_->move_class(state, move) : MoveOrder::kNoClass;
      if (pruning_) {
        const bool threat = selective_->tense(path_.state(ply + 1));
        if (doomed && !threat) {
          best.at_most = false;
          continue;
        }
        if (threat && ply < 2 * root_depth_ && !MoveOrder::is_loss(rank[i])) ++left;
        if (quiet && !threat && depth >= 3 && i >= (scouting ? 2U : 4U))
          reduction = late_moves_.reduction(depth, i, scouting, rank[i]);
      }
      if (i == 0 || !options_.scout) {
        value = child(ply, left, lowest, beta);
      } else {
        value = child(ply, left - std::min(reduction, left - std::min(left, 1U)), lowest, lowest + 1);
        if (!stopped_ && reduction != 0 && value.score > lowest) value = child(ply, left, lowest, lowest + 1);
        if (!stopped_ && value.score > lowest && value.score < beta) value = child(ply, left, lowest, beta);
      }
      if (stopped_) return {};
      quiets += quiet ? 1U : 0U;
    }
    tally_.merge(ply, mover);
    best.at_most = best.at_most && value.at_most;
    if (value.score > best.score) {
      best.score = value.score;
      best.at_least = value.at_least;
      best_move = move;
      if (ply == 0) best_root_ = move;
    } else if (value.score == best.score) {
      best.at_least = best.at_least || value.at_least;
    }
    if (!options_.cutoffs) continue;
    lowest = std::max(lowest, best.score);
    if (lowest >= beta) {
      learn(ply, mover, depth, i, quiets);
      best.at_most = best.at_most && i + 1 == count;
      break;
    }
  }
  if (options_.table) remember(hash, best, best_move, ply, given_depth, alpha, beta);
  return best;
}

template <class Tally>
inline void Search<Tally>::learn(std::uint32_t ply, Player mover, std::uint32_t depth, std::uint32_t i,
                                 std::uint32_t quiets) noexcept {
  ++cutoffs_;
  first_cutoffs_ += i == 0 ? 1U : 0U;
  const State* const state = path_.state(ply);
  const Move* const list = moves(ply);
  const std::int32_t* const rank = ranks(ply);
  // The rank of the table's move hides its kind: ask gains(); without it, counting it as quiet is harmless.
  if (!MoveOrder::is_quiet(rank[i]) && i != 0) return;
  if (selective_ != nullptr && i == 0 && !MoveOrder::is_quiet(rank[i])) {
    std::int32_t gain = 0;
    selective_->gains(state, &list[i], 1, &gain);
    if (gain != Selective::kQuiet) return;
  }
  order_.cutoff(game_->move_class(state, list[i]), mover, ply, list[i], depth, context(ply));
  if (quiets == 0) return;
  for (std::uint32_t k = 0; k < i; ++k) {
    if (MoveOrder::is_quiet(rank[k]))
      order_.failed(game_->move_class(state, list[k]), mover, depth, context(ply));
  }
}

template <class Tally>
inline bool Search<Tally>::prune(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta,
                                 Score standing, bool may_pass, Value& value) noexcept {
  const auto d = static_cast<Score>(depth);
  if (is_win(std::abs(beta)) || is_win(std::abs(alpha))) return false;
  const Margins& margins = options_.margins;
  if (depth <= 6 && standing - margins.reverse_futility * d >= beta) {
    value = {standing - margins.reverse_futility * d, false, false};
    return true;
  }
  if (depth <= 2 && quiescence_ && standing + margins.razoring * d <= alpha) {
    value = quiesce(ply, alpha, beta, kQuiescencePlies);
    if (stopped_) return false;
    if (value.score <= alpha) return true;
  }
  if (!may_pass || depth < 3 || standing < beta || !alternating_) return false;
  if (!selective_->pass(path_.repeat(ply))) return false;
  if (!meter_->next_node()) {
    stopped_ = true;
    return false;
  }
  path_[ply + 1] = {1 - mover(ply), MoveOrder::kNoClass};
  const std::uint32_t cut = margins.null_base + depth / margins.null_divisor +
                            static_cast<std::uint32_t>(std::min((standing - beta) / 200, 3));
  const Value passed = depth > cut + 1 ? -search(ply + 1, depth - 1 - cut, -beta, -beta + 1, false)
                                       : -frontier(ply + 1, -beta, -beta + 1);
  if (stopped_ || passed.score < beta) return false;
  value = {is_win(passed.score) ? beta : passed.score, false, false};
  return true;
}

template <class Tally>
Value Search<Tally>::quiesce(std::uint32_t ply, Score alpha, Score beta, std::uint32_t left) noexcept {
  const State* const state = path_.state(ply);
  const bool tense = selective_->tense(state);
  Value best{-kInfinite, true, true};
  Score lowest = alpha;
  const bool remembered = pruning_ && options_.table;
  const std::uint64_t hash = remembered ? game_->hash(state) : 0;
  // Prefetches the table entry while the position is evaluated.
  if (remembered) table_->prefetch(hash);
  const bool stands = !tense || left == 0 || ply >= max_depth();
  if (stands) best = horizon(state);
  TableEntry entry;
  if (remembered) {
    entry = table_->find(hash);
    Value known;
    if (beta - alpha == 1 && use_entry(entry, ply, 0, alpha, beta, known) && !has_occurred(state))
      return known;
  }
  if (stands) {
    lowest = std::max(lowest, best.score);
    if (best.score >= beta || left == 0 || ply >= max_depth()) return best;
  }
  const Score standing = best.score;
  Move best_move = kNoMove;
  Move* const list = moves(ply);
  std::int32_t* const rank = ranks(ply);
  const std::uint32_t count = tense ? game_->legal_moves(state, list) : captures_->captures(state, list);
  selective_->gains(state, list, count, rank);
  if (tense) {
    // The table's reply goes first, as if it gained the most.
    Move* const known = std::find(list, list + count, entry.move);
    if (known != list + count) rank[known - list] = kGainOfKnown;
  }
  std::uint32_t quiets = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    MoveOrder::select(list, rank, i, count);
    // One quiet reply that does not lose proves as much as all of them.
    if (pruning_ && tense && rank[i] == Selective::kQuiet && best.score > -kWinFloor && ++quiets > 1) {
      best.at_most = false;
      break;
    }
    if (pruning_ && !tense && (rank[i] < 0 || standing + rank[i] + 150 <= lowest)) break;
    GameStatus status{};
    if (!make(ply, list[i], status)) return {};
    Value value;
    if (is_over(status)) {
      value = terminal_value(status, mover(ply), ply + 1);
    } else {
      const bool same_side = mover(ply + 1) == mover(ply);
      value = quiesce(ply + 1, same_side ? lowest : -beta, same_side ? beta : -lowest, left - 1);
      if (stopped_) return {};
      if (!same_side) value = -value;
    }
    best.at_most = best.at_most && value.at_most;
    if (value.score > best.score) {
      best.score = value.score;
      best.at_least = value.at_least;
      best_move = list[i];
    }
    lowest = std::max(lowest, best.score);
    if (lowest >= beta) {
      best.at_most = best.at_most && i + 1 == count;
      break;
    }
  }
  // The result of a deeper search is kept.
  if (remembered && (entry.bound == Bound::kNone || entry.depth == 0))
    remember(hash, best, best_move, ply, 0, alpha, beta);
  return best;
}

}  // namespace ludex::agents::minimax
