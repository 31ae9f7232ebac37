// Endgame: exact scores for the engine, in games that minimax::ScoreSearch supports (Othello up to 8x8).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "agents/common/minimax/score_search.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"

namespace ludex::agents::alpha_beta {

class Endgame {
 public:
  // Allocates the table only when the first position is solved.
  void new_game(const Game& game, std::size_t table_mib) {
    game_ = &game;
    mib_ = table_mib;
    search_.reset();
    suits_ = minimax::ScoreSearch::suits(game);
    if (!suits_) return;
    bound_ = find<ludex::Score>(game)->bound();
    stage_ = find<Stage>(game);
  }

  // False if ScoreSearch does not support the game.
  bool solve(const State* position, Goal goal, const Budget& budget, ProgressBoard& board,
             SearchReport& report) {
    if (!suits_) return false;
    const std::int32_t window = goal == Goal::kValue ? bound_ : 1;
    BudgetMeter meter(budget, &board);
    const Answer answer = run(position, window, meter);
    nodes_ = meter.nodes();
    fill(report, answer, goal == Goal::kValue);
    if (answer.complete) search_->add_line(report, answer.value, table_);
    return true;
  }

  // The best move by score of a position at most `limit` plies from the end; kNoMove if there are more, or if
  // half of `budget` does not suffice. Subtracts the effort from `budget`.
  Move choose(const State* position, std::uint32_t limit, Budget& budget, ProgressBoard& board,
              SearchReport& report) {
    if (limit == 0 || !suits_ || stage_->stage(position) > limit || budget.depth != 0) return kNoMove;
    Budget half = budget;
    half.threads = 1;
    if (half.nodes != 0) half.nodes = std::max<std::uint64_t>(half.nodes / 2, 1);
    half.cpu_ns /= 2;
    half.wall_ns /= 2;
    BudgetMeter meter(half, &board);
    const Answer answer = run(position, bound_, meter);
    if (!answer.complete) {
      if (budget.nodes != 0) budget.nodes -= std::min(budget.nodes - 1, meter.nodes());
      if (budget.cpu_ns != 0) budget.cpu_ns = std::max<std::int64_t>(budget.cpu_ns - meter.cpu_ns(), 1);
      if (budget.wall_ns != 0) budget.wall_ns = std::max<std::int64_t>(budget.wall_ns - meter.wall_ns(), 1);
      return kNoMove;
    }
    nodes_ = meter.nodes();
    fill(report, answer, true);
    report.add_root({report.value, nodes_, answer.move, report.outcome});
    search_->add_line(report, answer.value, table_);
    return answer.move;
  }

 private:
  using Answer = minimax::ScoreSearch::Answer;

  Answer run(const State* position, std::int32_t window, BudgetMeter& meter) {
    const std::uint32_t given = meter.budget().memory_mib;
    const std::size_t bytes = (given != 0 ? std::size_t{given} : mib_) << 20;
    if (search_ == nullptr) {
      search_ = std::make_unique<minimax::ScoreSearch>();
      search_->new_game(*game_);
    }
    if (bytes_ != bytes) {
      table_ = minimax::ScoreTable(bytes);
      bytes_ = bytes;
    } else {
      table_.forget();
    }
    return search_->solve(position, -window, window, table_, meter);
  }
  void fill(SearchReport& report, const Answer& answer, bool scored) const noexcept {
    report.nodes = report.iterations = nodes_;
    report.tree_bytes = table_.size_bytes();
    if (!answer.complete) return;
    report.outcome = answer.value > 0 ? Outcome::kWin : answer.value < 0 ? Outcome::kLoss : Outcome::kDraw;
    if (scored) return report.set_value(answer.value, ValueUnit::kScore);
    report.set_value(answer.value > 0 ? 1 : answer.value < 0 ? -1 : 0, ValueUnit::kExpected);
  }

  // Set for each game.
  const Game* game_ = nullptr;
  const Stage* stage_ = nullptr;
  bool suits_ = false;
  std::int32_t bound_ = 0;
  std::size_t mib_ = 0;
  std::size_t bytes_ = 0;
  minimax::ScoreTable table_;
  std::unique_ptr<minimax::ScoreSearch> search_;
  std::uint64_t nodes_ = 0;
};

}  // namespace ludex::agents::alpha_beta
