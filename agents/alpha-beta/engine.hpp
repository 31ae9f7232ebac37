// Engine<Tally>: iterative deepening with minimax::Search, for play (choose) and for proofs (solve).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "agents/alpha-beta/endgame.hpp"
#include "agents/alpha-beta/settings.hpp"
#include "agents/common/minimax/conspiracy.hpp"
#include "agents/common/minimax/search.hpp"
#include "core/agent/agent.hpp"

namespace ludex::agents::alpha_beta {

using minimax::is_loss;
using minimax::is_win;
using minimax::kInfinite;
using minimax::kWin;
using minimax::NoTally;
using minimax::Score;
using minimax::SingleTally;
using minimax::Value;

template <class Tally>
class Engine {
 public:
  explicit Engine(const Settings& settings) : settings_(settings) {}

  void new_game(const Game& game, Player, std::uint64_t seed);

  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }

  // Deepens until the budget is spent, the result is proven, or nothing is left to search. With one thread a
  // pure function of position, parameters and seed, unless keep_table is set.
  Move choose(const State* position, const Budget& given, SearchReport& report);

  // Gives exact scores where the game has them (endgame.hpp); else decides win, draw or loss from ends of
  // games alone, without an evaluation. The goal only sets the order of the questions: "is it a win?" first
  // for kWin and kValue, "is it at least a draw?" first for kDraw.
  void solve(const State* position, Goal goal, const Budget& given, SearchReport& report);

  // Single conspiracy numbers of the root at depths 1, 2, ... of the last search.
  [[nodiscard]] const std::vector<std::uint32_t>& numbers() const noexcept { return numbers_; }

 private:
  using Searcher = minimax::Search<Tally>;

  struct RootMove {
    Move move;
    Value value;          // of the last iteration that reached the move
    std::uint64_t nodes;  // spent below it, in all iterations
    ValueBound bound;     // meaning of `value`
  };

  // The proven bounds of the sign of the value: -1 loss, 0 draw, 1 win.
  struct Bounds {
    int low = -1;
    int high = 1;
    [[nodiscard]] bool closed() const noexcept { return low == high; }
    [[nodiscard]] Outcome outcome() const noexcept {
      return !closed() ? Outcome::kUnknown
             : low > 0 ? Outcome::kWin
             : low < 0 ? Outcome::kLoss
                       : Outcome::kDraw;
    }
  };

  [[nodiscard]] std::uint32_t last_depth(const Budget& budget) const noexcept;
  void forget_or_age() noexcept;

  void list_root_moves(const State* position);

  void deepen_alone(const State* position, const Budget& budget, BudgetMeter& meter);

  // Searches a narrow window around the last value; widens the failing side fourfold.
  std::optional<Value> with_aspiration(std::uint32_t depth, const std::optional<Value>& before);

  // One iteration; brings the best move to the front, even if the budget runs out: the previous best is
  // searched first, so a move that has beaten it is worth playing. No value if not even the first move was
  // finished. When all moves fail low the order stays: their values are only bounds.
  std::optional<Value> deepen(std::uint32_t depth, Score alpha, Score beta);

  // Orders the moves after the best by the work they took: those hard to refute go first.
  void order_root_moves() noexcept;

  // The kind of bound that a search within (alpha, beta) found.
  [[nodiscard]] static ValueBound bound_of(const Value& value, Score alpha, Score beta) noexcept;

  // Threads share only the table (lazy SMP): each deepens on its own, every second one a ply ahead; the first
  // to start gives the answer and stops the others when done.
  void choose_together(const State* position, const Budget& budget, std::uint32_t threads,
                       SearchReport& report);

  // Cyclic games and pruned searches: a win or loss within the horizon that is not proven; deeper searches
  // find nothing shorter.
  [[nodiscard]] static bool decided(const Value& value, std::uint32_t depth) noexcept;

  // Answers "value > threshold?" by a null-window search to `depth` plies.
  void ask(Bounds& bounds, std::uint32_t depth, Score threshold) noexcept;

  static void fill(SearchReport& report, const Bounds& bounds) noexcept;

  void fill(SearchReport& report, std::uint64_t nodes);
  [[nodiscard]] static bool is_searched(const RootMove& root) noexcept {
    return root.bound != ValueBound::kNone;
  }
  // Shows the present result to spectators.
  void show_depth();
  [[nodiscard]] ValueUnit horizon_unit() const noexcept {
    return settings_.search.evaluation && search_.has_evaluation() ? ValueUnit::kCenti : ValueUnit::kExpected;
  }
  // A win in n plies is 32000 - n in centi-units, beyond every evaluation; 1 as an expected result.
  [[nodiscard]] double reported(Score score) const noexcept;

  // Follows the table's moves from the position in the search's scratch state.
  void add_table_moves(SearchReport& report, std::uint32_t limit);
  void add_counters(SearchReport& report) const;

  Settings settings_;

  // Within one game.
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  minimax::TranspositionTable table_;
  Searcher search_;
  std::vector<std::unique_ptr<Searcher>> helpers_;
  Endgame endgame_;
  ProgressBoard board_;

  // Within one search.
  std::vector<RootMove> root_moves_;
  std::vector<std::uint32_t> numbers_;  // single conspiracy number of the root by depth, from 1
  std::uint32_t depth_done_ = 0;
  bool narrowed_ = false;  // the width left root moves out
};

}  // namespace ludex::agents::alpha_beta
