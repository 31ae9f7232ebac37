// ScoreSearch: the exact score of a position in a game with scores (ludex.score/1), by alpha-beta to the end
// of the game. The classical endgame solver; extensions hide what is specific to a game:
//   * principal variation search (Marsland & Campbell 1982), fail-soft, a table of two bounds per position,
//     enhanced transposition cutoffs (Schaeffer & Plaat 1996);
//   * ludex.draft.successors/1: all next positions at once. Moves with few replies ("fastest first", Buro
//     1997) and a good evaluation (ludex.evaluate/1) go first; far from the end the evaluation after the best
//     reply decides;
//   * ludex.draft.exact-score/1: solves positions near the end directly, and its quick upper bound of the
//     mover's score closes hopeless ones.
// Needs no cycles and strictly alternating moves.
#pragma once

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
  // True if the game meets the requirements above.
  [[nodiscard]] static bool suits(const Game& game) noexcept;

  void new_game(const Game& game);

  struct Answer {
    std::int32_t value = 0;  // a bound or exact, as for ExactScore::solve
    Move move = kNoMove;     // a move of that value, unless value <= alpha
    bool complete = false;   // false: the budget ran out; ignore the rest
  };

  // The score of `root`, which is not over, within a window.
  Answer solve(const State* root, std::int32_t alpha, std::int32_t beta, ScoreTable& table,
               BudgetMeter& meter);

  // A line on which the position of the last solve() keeps `value`, as far as the table and the end know one.
  void add_line(SearchReport& report, std::int32_t value, ScoreTable& table);

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
  // The score of a finished position, for the player who has just moved.
  [[nodiscard]] std::int32_t end_score(std::uint32_t ply, const Successor& next) noexcept;

  // The two ways from a window to the value: null windows from both sides of zero; or, with an evaluation, a
  // window around a first guess.
  Answer bisect(std::int32_t alpha, std::int32_t beta);
  Answer widen(std::int32_t alpha, std::int32_t beta);
  [[nodiscard]] std::int32_t first_guess();

  // The successors by the moves that matter.
  std::uint32_t list_moves(const State* state, Successor* next) noexcept;

  // The value of the position at `ply` by an evaluation `depth` plies deeper; in centi-units, for its mover.
  [[nodiscard]] std::int32_t shallow(std::uint32_t ply, std::uint32_t depth,
                                     std::int32_t beta = 1'000'000'000) noexcept;

  // True if the budget allows to solve positions near the end directly, which may take a few thousand nodes.
  // With less left, single moves keep to the budget.
  [[nodiscard]] bool may_solve_whole() const noexcept;

  // Fills order(ply), best first.
  void rank(std::uint32_t ply, std::uint32_t stage, std::uint32_t count, Move first) noexcept;

  [[nodiscard]] std::int32_t search(std::uint32_t ply, std::int32_t alpha, std::int32_t beta,
                                    bool root = false) noexcept;

  [[nodiscard]] Move next_of_line(std::uint32_t ply, std::int32_t value, ScoreTable& table) noexcept;

  static constexpr std::int32_t kReplyWeight = 100;

  // Set for each game.
  const Game* game_ = nullptr;
  const ludex::Score* score_ = nullptr;
  const Successors* successors_ = nullptr;
  const Stage* stage_ = nullptr;
  const WideHash* hash_ = nullptr;
  const ExactScore* exact_ = nullptr;
  const MustPlay* must_play_ = nullptr;
  const MoveScores* move_scores_ = nullptr;
  bool evaluates_ = false;
  std::size_t width_ = 0;
  Path<Node> path_;
  std::vector<Successor> list_;  // [ply][move]
  std::vector<Ranked> order_;    // [ply][move]
  std::vector<std::uint32_t> which_;
  std::vector<std::int32_t> values_;
  std::vector<Move> moves_;
  std::vector<float> scores_;

  // Set for each search.
  ScoreTable* table_ = nullptr;
  BudgetMeter* meter_ = nullptr;
  bool stopped_ = false;
  Move best_root_ = kNoMove;
};

}  // namespace ludex::agents::minimax
