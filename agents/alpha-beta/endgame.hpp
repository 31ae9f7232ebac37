// Endgame: exact scores for the engine, in games that minimax::ScoreSearch is for (Othello up to 8x8).
#pragma once

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
  // Memory is taken when the first position is solved.
  void new_game(const Game& game, std::size_t table_mib);

  // False: not a game for this.
  bool solve(const State* position, Goal goal, const Budget& budget, ProgressBoard& board,
             SearchReport& report);

  // The best move by score of a position of at most `limit` plies, or kNoMove if there are more, or half of
  // `budget` is not enough; what was spent is taken from `budget`.
  Move choose(const State* position, std::uint32_t limit, Budget& budget, ProgressBoard& board,
              SearchReport& report);

 private:
  using Answer = minimax::ScoreSearch::Answer;

  Answer run(const State* position, std::int32_t window, BudgetMeter& meter);
  void fill(SearchReport& report, const Answer& answer, bool scored) const noexcept;

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
