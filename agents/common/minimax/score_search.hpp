// ScoreSearch: the exact score of a position of a game that is won by more or less (ludex.score/1), by
// alpha-beta to the end of the game. The classical endgame solver, with what is particular to a game behind
// extensions:
//   * principal variation search (Marsland & Campbell 1982), fail-soft, a table of two bounds a position,
//     enhanced transposition cutoffs (Schaeffer & Plaat 1996);
//   * ludex.draft.successors/1: all next positions at once. Moves are tried in the order of few replies
//     ("fastest first", Buro 1997) and good evaluation (ludex.evaluate/1); far from the end by the evaluation
//     after the best reply;
//   * ludex.draft.exact-score/1: positions near the end are solved at once, and what the mover can get at
//     most, at a glance, closes hopeless ones.
// Needs no cycles and strictly alternating moves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/minimax/score_table.hpp"
#include "agents/common/path/path.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::minimax {

class ScoreSearch {
 public:
  // Whether the game is one for this search.
  [[nodiscard]] static bool suits(const Game& game) noexcept {
    const std::uint32_t flags = game.traits().flags;
    return (flags & kCyclic) == 0 && (flags & kAlternating) != 0 && (flags & kZeroSum) != 0 &&
           game.traits().players == 2 && game.extension(ludex::Score::kId) != nullptr &&
           game.extension(Successors::kId) != nullptr && game.extension(Stage::kId) != nullptr &&
           game.extension(WideHash::kId) != nullptr;
  }

  void new_game(const Game& game) {
    game_ = &game;
    score_ = static_cast<const ludex::Score*>(game.extension(ludex::Score::kId));
    successors_ = static_cast<const Successors*>(game.extension(Successors::kId));
    stage_ = static_cast<const Stage*>(game.extension(Stage::kId));
    hash_ = static_cast<const WideHash*>(game.extension(WideHash::kId));
    exact_ = static_cast<const ExactScore*>(game.extension(ExactScore::kId));
    evaluates_ = game.extension(Evaluate::kId) != nullptr;
    const std::size_t plies = game.traits().max_plies + std::size_t{2};
    const std::size_t width = game.traits().max_moves;
    path_.new_game(game, game.traits().max_plies);
    list_.resize(plies * width);
    order_.resize(plies * width);
    which_.resize(width);
    for (std::uint32_t i = 0; i < width; ++i) which_[i] = i;
    values_.resize(width);
    width_ = width;
  }

  struct Answer {
    std::int32_t value = 0;  // as ExactScore::solve has it
    Move move = kNoMove;     // one of that value, unless value <= alpha
    bool complete = false;   // false: the budget ran out, and the rest means nothing
  };

  // The score of `root`, which is not over, within a window.
  Answer solve(const State* root, std::int32_t alpha, std::int32_t beta, ScoreTable& table,
               BudgetMeter& meter) {
    path_.start(root);
    table_ = &table;
    meter_ = &meter;
    stopped_ = false;
    hash_->wide_hash(root, path_[0].key);
    // A narrow window around a first guess, moved until it holds the value: most of the tree is then searched
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

  // A line on which the position of the last solve() keeps `value`, as far as the table and the end know it.
  void add_line(SearchReport& report, std::int32_t value, ScoreTable& table) {
    std::uint32_t ply = 0;
    Move move = best_root_;
    while (move != kNoMove && report.pv_size < kMaxPv) {
      report.add_pv(move);
      if (is_over(path_.play(ply++, move))) return;
      value = -value;
      move = next_of_line(ply, value, table);
    }
  }

 private:
  static constexpr std::int32_t kFirstWidth = 3;
  static constexpr std::uint32_t kDeepOrder = 11;    // from this stage on: order by the value after replies
  static constexpr std::uint32_t kDeeperOrder = 17;  // two plies further
  static constexpr std::uint64_t kWholeNodes = 30'000;
  static constexpr std::int32_t kWorst = -0x40000000;

  struct Node {
    std::uint64_t key[2];
  };
  struct Ranked {
    std::int32_t rank;  // higher first
    std::uint32_t at;   // in the list of successors
  };

  [[nodiscard]] std::int32_t bound() const noexcept { return score_->bound(); }
  [[nodiscard]] Successor* list(std::uint32_t ply) noexcept { return list_.data() + ply * width_; }
  [[nodiscard]] Ranked* order(std::uint32_t ply) noexcept { return order_.data() + ply * width_; }

  void descend(std::uint32_t ply, const Successor& next) noexcept {
    path_.descend(ply, next.move, {{next.key[0], next.key[1]}});
  }
  // Of a finished position, for the player who has just moved.
  [[nodiscard]] std::int32_t end_score(std::uint32_t ply, const Successor& next) noexcept {
    path_.play(ply, next.move);
    return score_->score(path_.state(ply + 1), game_->to_move(path_.state(ply)));
  }

  [[nodiscard]] std::int32_t first_guess() {
    if (!evaluates_) return 0;
    return shallow(0, 2) / 100;
  }

  // The value of the position at `ply` by the evaluation, `depth` plies on; in centi-units, for its mover.
  [[nodiscard]] std::int32_t shallow(std::uint32_t ply, std::uint32_t depth,
                                     std::int32_t beta = 1'000'000'000) noexcept {
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

  // Positions near the end are solved whole, which may take a few thousand nodes: with less than that left of
  // a budget, single moves keep to it.
  [[nodiscard]] bool may_solve_whole() const noexcept {
    const std::uint64_t limit = meter_->budget().nodes;
    return limit == 0 || meter_->nodes() + kWholeNodes <= limit;
  }

  // Fills order(ply), best first.
  void rank(std::uint32_t ply, std::uint32_t stage, std::uint32_t count, Move first) noexcept {
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
    for (std::uint32_t i = 0; i < count; ++i) {
      ranked[i].at = i;
      if (!evaluates_) ranked[i].rank = 0;
      if (!is_over(next[i].status))
        ranked[i].rank -= kReplyWeight * static_cast<std::int32_t>(next[i].replies);
      if (next[i].move == first) ranked[i].rank = 1'000'000'000;
    }
    for (std::uint32_t i = 1; i < count; ++i) {
      const Ranked item = ranked[i];
      std::uint32_t j = i;
      for (; j > 0 && ranked[j - 1].rank < item.rank; --j) ranked[j] = ranked[j - 1];
      ranked[j] = item;
    }
  }

  [[nodiscard]] std::int32_t search(std::uint32_t ply, std::int32_t alpha, std::int32_t beta,
                                    bool root = false) noexcept {
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
      const std::int32_t most = exact_->at_most(state);
      if (most <= alpha) return most;
    }
    Successor* const next = list(ply);
    const std::uint32_t count = successors_->successors(state, next);
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

  [[nodiscard]] Move next_of_line(std::uint32_t ply, std::int32_t value, ScoreTable& table) noexcept {
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

  static constexpr std::int32_t kReplyWeight = 100;

  // Set for each game.
  const Game* game_ = nullptr;
  const ludex::Score* score_ = nullptr;
  const Successors* successors_ = nullptr;
  const Stage* stage_ = nullptr;
  const WideHash* hash_ = nullptr;
  const ExactScore* exact_ = nullptr;
  bool evaluates_ = false;
  std::size_t width_ = 0;
  Path<Node> path_;
  std::vector<Successor> list_;  // [ply][move]
  std::vector<Ranked> order_;    // [ply][move]
  std::vector<std::uint32_t> which_;
  std::vector<std::int32_t> values_;

  // Set for each search.
  ScoreTable* table_ = nullptr;
  BudgetMeter* meter_ = nullptr;
  bool stopped_ = false;
  Move best_root_ = kNoMove;
};

}  // namespace ludex::agents::minimax
