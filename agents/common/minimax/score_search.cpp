#include "agents/common/minimax/score_search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ludex::agents::minimax {

bool ScoreSearch::suits(const Game& game) noexcept {
  const std::uint32_t flags = game.traits().flags;
  return (flags & kCyclic) == 0 && (flags & kAlternating) != 0 && (flags & kZeroSum) != 0 &&
         game.traits().players == 2 && find<ludex::Score>(game) != nullptr &&
         find<Successors>(game) != nullptr && find<Stage>(game) != nullptr && find<WideHash>(game) != nullptr;
}

void ScoreSearch::new_game(const Game& game) {
  game_ = &game;
  score_ = find<ludex::Score>(game);
  successors_ = find<Successors>(game);
  stage_ = find<Stage>(game);
  hash_ = find<WideHash>(game);
  exact_ = find<ExactScore>(game);
  must_play_ = find<MustPlay>(game);
  move_scores_ = find<MoveScores>(game);
  evaluates_ = find<Evaluate>(game) != nullptr;
  const std::size_t plies = game.traits().max_plies + std::size_t{2};
  const std::size_t width = game.traits().max_moves;
  path_.new_game(game, game.traits().max_plies);
  list_.resize(plies * width);
  order_.resize(plies * width);
  which_.resize(width);
  moves_.resize(width);
  scores_.resize(width);
  for (std::uint32_t i = 0; i < width; ++i) which_[i] = i;
  values_.resize(width);
  width_ = width;
}

ScoreSearch::Answer ScoreSearch::solve(const State* root, std::int32_t alpha, std::int32_t beta,
                                       ScoreTable& table, BudgetMeter& meter) {
  path_.start(root);
  table_ = &table;
  meter_ = &meter;
  stopped_ = false;
  hash_->wide_hash(root, path_[0].key);
  return evaluates_ ? widen(alpha, beta) : bisect(alpha, beta);
}

ScoreSearch::Answer ScoreSearch::bisect(std::int32_t alpha, std::int32_t beta) {
  Answer answer;
  std::int32_t low = alpha;
  std::int32_t high = beta;
  while (low < high) {
    std::int32_t middle = low + (high - low) / 2;
    if (middle <= 0 && low / 2 < middle) middle = low / 2;
    if (middle >= 0 && high / 2 > middle) middle = high / 2;
    const std::int32_t value = search(0, middle, middle + 1, true);
    if (stopped_) return answer;
    if (value > middle || answer.move == kNoMove) answer.move = best_root_;
    (value > middle ? low : high) = value;
  }
  best_root_ = answer.move;
  answer.value = low;
  answer.complete = true;
  return answer;
}

ScoreSearch::Answer ScoreSearch::widen(std::int32_t alpha, std::int32_t beta) {
  // Moves a narrow window around a first guess until it holds the value: most of the tree is then searched
  // with its final bounds.
  std::int32_t guess = std::clamp(first_guess(), alpha, beta);
  std::int32_t width = kFirstWidth;
  Answer answer;
  std::int32_t low = std::max(alpha, guess - width);
  std::int32_t high = std::min(beta, guess + width);
  for (;;) {
    if (low >= high) low = high - 1;
    answer.value = search(0, low, high, true);
    if (stopped_) return answer;
    width *= 2;
    if (answer.value <= low && low > alpha) {
      high = std::min(answer.value + 1, beta);
      low = std::max(alpha, answer.value - width);
    } else if (answer.value >= high && high < beta) {
      low = std::max(answer.value - 1, alpha);
      high = std::min(beta, answer.value + width);
    } else {
      break;
    }
  }
  answer.move = best_root_;
  answer.complete = true;
  return answer;
}

void ScoreSearch::add_line(SearchReport& report, std::int32_t value, ScoreTable& table) {
  std::uint32_t ply = 0;
  Move move = best_root_;
  while (move != kNoMove && report.pv_size < kMaxPv) {
    report.add_pv(move);
    if (is_over(path_.play(ply++, move))) return;
    value = -value;
    move = next_of_line(ply, value, table);
  }
}

std::uint32_t ScoreSearch::list_moves(const State* state, Successor* next) noexcept {
  const std::uint32_t count = successors_->successors(state, next);
  if (must_play_ == nullptr) return count;
  const std::uint32_t kept = must_play_->must_play(state, moves_.data());
  if (kept == 0 || kept == count) return count;
  for (std::uint32_t i = 0, k = 0; k < kept; ++i) {
    if (next[i].move == moves_[k]) next[k++] = next[i];
  }
  return kept;
}

std::int32_t ScoreSearch::end_score(std::uint32_t ply, const Successor& next) noexcept {
  path_.play(ply, next.move);
  return score_->score(path_.state(ply + 1), game_->to_move(path_.state(ply)));
}

std::int32_t ScoreSearch::first_guess() {
  if (!evaluates_) return 0;
  return shallow(0, 2) / 100;
}

std::int32_t ScoreSearch::shallow(std::uint32_t ply, std::uint32_t depth, std::int32_t beta) noexcept {
  Successor* const next = list(ply);
  const std::uint32_t count = successors_->successors(path_.state(ply), next);
  std::int32_t best = kWorst;
  if (depth <= 1) {
    std::uint32_t open = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (is_over(next[i].status))
        best = std::max(best, 100 * end_score(ply, next[i]));
      else
        which_[open++] = i;
    }
    successors_->evaluate_successors(path_.state(ply), next, which_.data(), open, values_.data());
    for (std::uint32_t i = 0; i < open; ++i) best = std::max(best, -values_[i]);
    return best;
  }
  for (std::uint32_t i = 0; i < count && best < beta; ++i) {
    if (is_over(next[i].status)) {
      best = std::max(best, 100 * end_score(ply, next[i]));
    } else {
      descend(ply, next[i]);
      best = std::max(best, -shallow(ply + 1, depth - 1, -best));
    }
  }
  return best;
}

bool ScoreSearch::may_solve_whole() const noexcept {
  const std::uint64_t limit = meter_->budget().nodes;
  return limit == 0 || meter_->nodes() + kWholeNodes <= limit;
}

void ScoreSearch::rank(std::uint32_t ply, std::uint32_t stage, std::uint32_t count, Move first) noexcept {
  const Successor* const next = list(ply);
  Ranked* const ranked = order(ply);
  if (evaluates_ && stage >= kDeepOrder) {
    const std::uint32_t depth = stage >= kDeeperOrder ? 2 : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (is_over(next[i].status)) {
        ranked[i].rank = 100 * end_score(ply, next[i]);
      } else {
        descend(ply, next[i]);
        ranked[i].rank = -shallow(ply + 1, depth);
      }
    }
  } else if (evaluates_) {
    std::uint32_t open = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      ranked[i].rank = 0;
      if (!is_over(next[i].status)) which_[open++] = i;
    }
    successors_->evaluate_successors(path_.state(ply), next, which_.data(), open, values_.data());
    for (std::uint32_t i = 0; i < open; ++i) ranked[which_[i]].rank = -values_[i];
  }
  const bool scored = !evaluates_ && move_scores_ != nullptr;
  if (scored) {
    for (std::uint32_t i = 0; i < count; ++i) moves_[i] = next[i].move;
    move_scores_->move_scores(path_.state(ply), moves_.data(), count, scores_.data());
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    ranked[i].at = i;
    if (!evaluates_) ranked[i].rank = scored ? static_cast<std::int32_t>(scores_[i] * kReplyWeight) : 0;
    if (!is_over(next[i].status)) ranked[i].rank -= kReplyWeight * static_cast<std::int32_t>(next[i].replies);
    if (next[i].move == first) ranked[i].rank = 1'000'000'000;
  }
  for (std::uint32_t i = 1; i < count; ++i) {
    const Ranked item = ranked[i];
    std::uint32_t j = i;
    for (; j > 0 && ranked[j - 1].rank < item.rank; --j) ranked[j] = ranked[j - 1];
    ranked[j] = item;
  }
}

std::int32_t ScoreSearch::search(std::uint32_t ply, std::int32_t alpha, std::int32_t beta,
                                 bool root) noexcept {
  const State* const state = path_.state(ply);
  if (exact_ != nullptr && !root && exact_->near_end(state) && may_solve_whole()) {
    std::uint64_t nodes = 0;
    const std::int32_t value = exact_->solve(state, alpha, beta, &nodes);
    meter_->count_nodes(nodes);
    return value;
  }
  if (!meter_->next_node()) {
    stopped_ = true;
    return 0;
  }
  ScoreBounds known{static_cast<std::int16_t>(-bound()), static_cast<std::int16_t>(bound()), kNoMove};
  const std::uint64_t* const key = path_[ply].key;
  if (table_->find(key, known) && !root) {
    if (known.low >= beta || known.low == known.high) return known.low;
    if (known.high <= alpha) return known.high;
  }
  if (exact_ != nullptr && !root) {
    ScoreRange range;
    exact_->range(state, &range);
    if (range.high <= alpha) return range.high;
    if (range.low >= beta || range.low == range.high) return range.low;
  }
  Successor* const next = list(ply);
  const std::uint32_t count = list_moves(state, next);
  if (!root) {
    for (std::uint32_t i = 0; i < count; ++i) table_->prefetch(next[i].key);
    for (std::uint32_t i = 0; i < count; ++i) {
      ScoreBounds below;
      if (!is_over(next[i].status) && table_->find(next[i].key, below) && -below.high >= beta)
        return -below.high;
    }
  }
  const std::uint32_t stage = stage_->stage(state);
  if (count > 1) {
    rank(ply, stage, count, known.move);
  } else {
    order(ply)[0] = {0, 0};
  }
  std::int32_t best = kWorst;
  Move best_move = kNoMove;
  for (std::uint32_t i = 0; i < count && best < beta; ++i) {
    const Successor& move = next[order(ply)[i].at];
    const std::int32_t from = std::max(alpha, best);
    std::int32_t value = 0;
    if (is_over(move.status)) {
      value = end_score(ply, move);
    } else {
      descend(ply, move);
      if (i > 0 && beta - from > 1) {
        value = -search(ply + 1, -from - 1, -from);
        if (value > from && value < beta && !stopped_) value = -search(ply + 1, -beta, -value + 1);
      } else {
        value = -search(ply + 1, -beta, -from);
      }
    }
    if (stopped_) return 0;
    if (value > best) {
      best = value;
      best_move = move.move;
      if (root) best_root_ = move.move;
    }
  }
  ScoreBounds found{known.low, known.high, best > alpha || known.move == kNoMove ? best_move : known.move};
  if (best > alpha) found.low = std::max(found.low, static_cast<std::int16_t>(best));
  if (best < beta) found.high = std::min(found.high, static_cast<std::int16_t>(best));
  table_->store(key, stage, found);
  return best;
}

Move ScoreSearch::next_of_line(std::uint32_t ply, std::int32_t value, ScoreTable& table) noexcept {
  Successor* const next = list(ply);
  if (exact_ != nullptr && exact_->near_end(path_.state(ply))) {
    const std::uint32_t count = successors_->successors(path_.state(ply), next);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (is_over(next[i].status)) {
        if (end_score(ply, next[i]) >= value) return next[i].move;
        continue;
      }
      descend(ply, next[i]);
      std::uint64_t nodes = 0;
      if (-exact_->solve(path_.state(ply + 1), -value, -value + 1, &nodes) >= value) return next[i].move;
    }
    return kNoMove;
  }
  std::uint64_t key[2];
  hash_->wide_hash(path_.state(ply), key);
  ScoreBounds known;
  if (!table.find(key, known) || known.low < value) return kNoMove;
  const std::uint32_t count = successors_->successors(path_.state(ply), next);
  const bool legal =
      std::any_of(next, next + count, [&](const Successor& s) { return s.move == known.move; });
  return legal ? known.move : kNoMove;
}

}  // namespace ludex::agents::minimax
