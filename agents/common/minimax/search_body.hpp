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
  pruning_.set(options.margins);
  stopped_ = false;
  cutoffs_ = first_cutoffs_ = 0;
  horizon_ = options.evaluation ? evaluate_ : nullptr;
  prunes_ = !options.exact && horizon_ != nullptr && selective_ != nullptr;
  quiescence_ = options.quiescence && horizon_ != nullptr && selective_ != nullptr && captures_ != nullptr;
  if (options.keep_order && prunes_) {
    order_.age();
  } else {
    order_.clear();
  }
}

template <class Tally>
std::uint32_t Search<Tally>::list_moves(const State* state, Move* list, std::uint32_t width,
                                        bool& narrowed) noexcept {
  return best_of(state, list, known_.matter(state, list), width, narrowed);
}

template <class Tally>
std::uint32_t Search<Tally>::best_of(const State* state, Move* list, std::uint32_t count, std::uint32_t width,
                                     bool& narrowed) noexcept {
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
  if (!reduces_root()) return 0;
  std::int32_t gain = 0;
  selective_->move_gains(path_.state(0), &move, 1, &gain);
  if (gain != Selective::kQuiet || selective_->in_check_or_forced(path_.state(1))) return 0;
  return pruning_.root_reduction(depth, index, order_.history(path_[1].move_class, mover(0)));
}

template <class Tally>
Value Search<Tally>::search(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta,
                            bool may_pass) noexcept {
  if (ply >= max_depth()) return frontier(ply, alpha, beta);  // reached only by extensions and passes
  Node node = node_at(ply, depth, alpha, beta);
  Value value;
  // Steps 1 to 4: does the node need no search of its moves?
  if (is_repetition(node, value) || has_known_outcome(node, value)) return value;
  if (is_known(node, value) || wins_at_once(node, value)) return value;
  if (is_pruned(node, may_pass, value)) return value;
  if (stopped_) return {};
  tally_.open(ply);
  // Step 5: its moves.
  if (prunes_) node.depth = Pruning::depth_of(node);
  if (!list_moves(node, value)) return value;
  rank_moves(node);
  Value best{-kInfinite, true, !node.narrowed};
  Move best_move = kNoMove;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const Move move = next_move(node, i);
    // Step 6: late pruning.
    const bool skippable = is_skippable(node, i, best.score);
    if (skippable && !selective_->may_threaten(node.state, move)) {
      best.at_most = false;
      prune_late(node, i);
      continue;
    }
    GameStatus status{};
    if (!make(ply, move, status)) return {};
    if (is_over(status)) {
      value = terminal_value(status, node.mover, ply + 1);
    } else {
      // Step 7: extensions and reductions. Step 8: the search of the move.
      const Plan plan = plan_for(node, i);
      if (skippable && !plan.threatens) {
        best.at_most = false;
        continue;
      }
      value = child_value(node, i, plan);
      if (stopped_) return {};
      node.quiets += MoveOrder::is_quiet(node.ranks[i]) ? 1U : 0U;
    }
    // Step 9: the best move so far, and the cutoff.
    tally_.merge(ply, node.mover);
    if (best.take(value)) {
      best_move = move;
      if (ply == 0) best_root_ = move;
    }
    if (!options_.cutoffs) continue;
    node.lowest = std::max(node.lowest, best.score);
    if (node.lowest >= beta) {
      learn(node, i);
      best.at_most = best.at_most && i + 1 == node.count;
      break;
    }
  }
  if (options_.table) remember(node.hash, best, best_move, ply, depth, alpha, beta);
  return best;
}

template <class Tally>
inline Node Search<Tally>::node_at(std::uint32_t ply, std::uint32_t depth, Score alpha,
                                   Score beta) const noexcept {
  return {.ply = ply,
          .depth = depth,
          .alpha = alpha,
          .beta = beta,
          .state = path_.state(ply),
          .mover = mover(ply),
          .moves = moves(ply),
          .ranks = ranks(ply),
          .null_window = beta - alpha == 1,
          .lowest = alpha};
}

template <class Tally>
inline bool Search<Tally>::is_repetition(const Node& node, Value& value) noexcept {
  if (!prunes_ || node.ply == 0 || !selective_->treat_as_draw(node.state)) return false;
  tally_.leaf(node.ply, 0, node.mover);
  value = {};
  return true;
}

template <class Tally>
inline bool Search<Tally>::has_known_outcome(const Node& node, Value& value) noexcept {
  if (!options_.outcomes || node.ply == 0) return false;
  const Outcome outcome = known_.outcome(node.state);
  if (outcome == Outcome::kUnknown) return false;
  // It takes at most as long as the longest game.
  const Score win = kWin - static_cast<Score>(max_depth());
  value = outcome == Outcome::kWin    ? Value{win, true, false}
          : outcome == Outcome::kLoss ? Value{-win, false, true}
                                      : Value{0, true, true};
  tally_.terminal(node.ply, value.score, node.mover);
  return true;
}

template <class Tally>
inline bool Search<Tally>::is_known(Node& node, Value& value) noexcept {
  if (!options_.table) return false;
  node.hash = game_->hash(node.state);
  node.entry = table_->find(node.hash);
  if (node.ply == 0 || (prunes_ && !node.null_window)) return false;
  if (!use_entry(node.entry, node.ply, node.depth, node.alpha, node.beta, value)) return false;
  if (has_occurred(node.state)) return false;
  tally_.hit(node.ply, value.score, node.mover);
  return true;
}

template <class Tally>
inline bool Search<Tally>::wins_at_once(const Node& node, Value& value) noexcept {
  if (known_.wins(node.state, node.moves) == 0) return false;
  if (node.ply == 0) best_root_ = node.moves[0];
  value = {kWin - static_cast<Score>(node.ply + 1), true, true};
  tally_.terminal(node.ply, value.score, node.mover);
  return true;
}

template <class Tally>
inline bool Search<Tally>::is_pruned(Node& node, bool may_pass, Value& value) noexcept {
  if (!prunes_) return false;
  node.forced = selective_->in_check_or_forced(node.state);
  if (!node.null_window || node.forced || node.ply == 0) return false;
  node.standing = horizon(node.state).score;
  if (options_.table_standing) node.standing = better_standing(node.standing, node.entry);
  if (is_win(std::abs(node.beta)) || is_win(std::abs(node.alpha))) return false;
  if (!is_far_above(node, value) && !is_far_below(node, value) && !(may_pass && can_pass(node, value)))
    return false;
  tally_.leaf(node.ply, value.score, node.mover);
  return true;
}

template <class Tally>
inline bool Search<Tally>::is_far_above(const Node& node, Value& value) const noexcept {
  value = {};
  return pruning_.far_above(node, value.score);
}

template <class Tally>
inline bool Search<Tally>::is_far_below(const Node& node, Value& value) noexcept {
  if (!quiescence_ || !pruning_.far_below(node)) return false;
  value = quiesce(node.ply, node.alpha, node.beta, kQuiescencePlies);
  return !stopped_ && value.score <= node.alpha;
}

template <class Tally>
inline bool Search<Tally>::can_pass(const Node& node, Value& value) noexcept {
  if (stopped_ || !alternating_ || !Pruning::passes(node)) return false;
  const std::uint32_t ply = node.ply;
  if (!selective_->pass(path_.repeat(ply))) return false;
  if (!meter_->next_node()) {
    stopped_ = true;
    return false;
  }
  path_[ply + 1] = {1 - node.mover, MoveOrder::kNoClass};
  const std::uint32_t less = 1 + pruning_.null_reduction(node);
  const Value passed = node.depth > less
                           ? -search(ply + 1, node.depth - less, -node.beta, -node.beta + 1, false)
                           : -frontier(ply + 1, -node.beta, -node.beta + 1);
  if (stopped_ || passed.score < node.beta) return false;
  value = {is_win(passed.score) ? node.beta : passed.score, false, false};
  return true;
}

template <class Tally>
inline bool Search<Tally>::list_moves(Node& node, Value& value) noexcept {
  // A move may be needless because of replies that this search would not see.
  const bool blind = node.depth == 1 && !prunes_;
  const std::uint32_t count =
      blind ? game_->legal_moves(node.state, node.moves) : known_.matter(node.state, node.moves);
  node.count = best_of(node.state, node.moves, count, options_.width, node.narrowed);
  if (node.count != 0) return true;
  game_->legal_moves(node.state, node.moves);
  if (node.ply == 0) best_root_ = node.moves[0];
  value = {static_cast<Score>(node.ply + 2) - kWin, true, true};
  tally_.terminal(node.ply, value.score, node.mover);
  return false;
}

template <class Tally>
inline void Search<Tally>::rank_moves(Node& node) noexcept {
  if (node.ply == 0 && options_.shuffle != 0) {
    Rng rng = Rng::seeded(options_.shuffle);
    for (std::uint32_t i = node.count; i > 1; --i) std::swap(node.moves[i - 1], node.moves[rng.below(i)]);
  }
  node.staged = prunes_ && node.ply != 0 && options_.width == 0 &&
                MoveOrder::table_move_first(node.entry.move, node.moves, node.ranks, node.count);
  if (!node.staged) rank_moves_from(node, 0);
  if (options_.width == 0 || move_scores_ == nullptr) return;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    if (node.moves[i] != node.entry.move) node.ranks[i] = -static_cast<std::int32_t>(i);
  }
}

template <class Tally>
inline void Search<Tally>::rank_moves_from(const Node& node, std::uint32_t first) noexcept {
  const Move* const list = node.moves + first;
  std::int32_t* const rank = node.ranks + first;
  const std::uint32_t count = node.count - first;
  if (selective_ != nullptr) selective_->move_gains(node.state, list, count, rank);
  order_.rank(*game_, node.state, node.mover, node.ply, node.entry.move, context(node.ply), list, count,
              selective_ != nullptr, rank);
}

template <class Tally>
inline Move Search<Tally>::next_move(const Node& node, std::uint32_t i) noexcept {
  if (i == 1 && node.staged) rank_moves_from(node, 1);
  if (i != 0 || !node.staged) MoveOrder::select(node.moves, node.ranks, i, node.count);
  return node.moves[i];
}

template <class Tally>
inline bool Search<Tally>::is_skippable(const Node& node, std::uint32_t i, Score best) const noexcept {
  return prunes_ && !node.forced && i > 0 && best > -kWinFloor && node.ply != 0 &&
         pruning_.skippable(node, node.ranks[i]);
}

template <class Tally>
inline void Search<Tally>::prune_late(Node& node, std::uint32_t i) const noexcept {
  if (!MoveOrder::is_quiet(node.ranks[i]) || std::exchange(node.late_pruned, true)) return;
  node.count = MoveOrder::drop(node.moves, node.ranks, i + 1, node.count, [&](std::uint32_t k) {
    return MoveOrder::is_quiet(node.ranks[k]) && !selective_->may_threaten(node.state, node.moves[k]);
  });
}

template <class Tally>
inline auto Search<Tally>::plan_for(const Node& node, std::uint32_t i) noexcept -> Plan {
  const State* const next = path_.state(node.ply + 1);
  const std::int32_t rank = node.ranks[i];
  const bool quiet = MoveOrder::is_quiet(rank);
  if (options_.table && (node.depth > 1 || prunes_)) table_->prefetch(game_->hash(next));
  path_[node.ply + 1].move_class =
      quiet || prunes_ ? game_->move_class(node.state, node.moves[i]) : MoveOrder::kNoClass;
  Plan plan{.depth = node.depth - 1};
  if (!prunes_) return plan;
  plan.threatens = selective_->in_check_or_forced(next);
  if (plan.threatens) {
    plan.depth += Pruning::extension(node, rank, root_depth_);
  } else if (quiet) {
    plan.reduction = pruning_.reduction(node, i, rank);
  }
  return plan;
}

template <class Tally>
inline Value Search<Tally>::child_value(const Node& node, std::uint32_t i, const Plan& plan) noexcept {
  const Score low = node.lowest;
  const std::uint32_t ply = node.ply;
  if (i == 0 || !options_.scout) return child(ply, plan.depth, low, node.beta);
  // At least one ply is left of what was there.
  const std::uint32_t reduced = plan.depth - std::min(plan.reduction, plan.depth - std::min(plan.depth, 1U));
  Value value = child(ply, reduced, low, low + 1);
  if (!stopped_ && plan.reduction != 0 && value.score > low) value = child(ply, plan.depth, low, low + 1);
  if (!stopped_ && value.score > low && value.score < node.beta)
    value = child(ply, plan.depth, low, node.beta);
  return value;
}

template <class Tally>
inline void Search<Tally>::learn(const Node& node, std::uint32_t i) noexcept {
  ++cutoffs_;
  first_cutoffs_ += i == 0 ? 1U : 0U;
  const Move* const list = node.moves;
  const std::int32_t* const rank = node.ranks;
  // The rank of the table's move hides its kind: ask move_gains(); without it, counting it as quiet is
  // harmless.
  if (!MoveOrder::is_quiet(rank[i]) && i != 0) return;
  if (selective_ != nullptr && i == 0 && !MoveOrder::is_quiet(rank[i])) {
    std::int32_t gain = 0;
    selective_->move_gains(node.state, &list[i], 1, &gain);
    if (gain != Selective::kQuiet) return;
  }
  const MoveOrder::Context last = context(node.ply);
  order_.cutoff(game_->move_class(node.state, list[i]), node.mover, node.ply, list[i], node.depth, last);
  if (node.quiets == 0) return;
  for (std::uint32_t k = 0; k < i; ++k) {
    if (MoveOrder::is_quiet(rank[k]))
      order_.failed(game_->move_class(node.state, list[k]), node.mover, node.depth, last);
  }
}

template <class Tally>
Value Search<Tally>::quiesce(std::uint32_t ply, Score alpha, Score beta, std::uint32_t left) noexcept {
  const State* const state = path_.state(ply);
  const bool forced = selective_->in_check_or_forced(state);
  Value best{-kInfinite, true, true};
  Score lowest = alpha;
  const bool remembered = prunes_ && options_.table;
  const std::uint64_t hash = remembered ? game_->hash(state) : 0;
  // Prefetches the table entry while the position is evaluated.
  if (remembered) table_->prefetch(hash);
  const bool stands = !forced || left == 0 || ply >= max_depth();
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
  const std::uint32_t count = forced ? game_->legal_moves(state, list) : captures_->captures(state, list);
  selective_->move_gains(state, list, count, rank);
  if (forced) {
    // The table's reply goes first, as if it gained the most.
    Move* const known = std::find(list, list + count, entry.move);
    if (known != list + count) rank[known - list] = kGainOfKnown;
  }
  std::uint32_t quiets = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    MoveOrder::select(list, rank, i, count);
    // One quiet reply that does not lose proves as much as all of them.
    if (prunes_ && forced && rank[i] == Selective::kQuiet && best.score > -kWinFloor && ++quiets > 1) {
      best.at_most = false;
      break;
    }
    if (prunes_ && !forced && (rank[i] < 0 || standing + rank[i] + 150 <= lowest)) break;
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
