// Deepening<Search>: iterative deepening for games that Engine does not play: of more than two players
// (minimax::MultiplayerSearch), or with chance (minimax::StarSearch). One thread, open windows at the root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "agents/alpha-beta/settings.hpp"
#include "agents/common/minimax/multiplayer.hpp"
#include "agents/common/minimax/star_search.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/progress.hpp"

namespace ludex::agents::alpha_beta {

template <class Search>
class Deepening {
 public:
  explicit Deepening(const Settings& settings) : settings_(settings) {}

  void new_game(const Game& game, Player, std::uint64_t seed);

  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }

  // Deepens until the budget is spent or nothing else can be found. A pure function of position, parameters
  // and seed. Where chance decides the report has the value of each outcome, for player 0, and their mean.
  Move choose(const State* position, const Budget& given, SearchReport& report);

  // The same from ends of games alone. With more than two players: can the mover win against all others?
  void solve(const State* position, Goal, const Budget& given, SearchReport& report);

 private:
  using Result = typename Search::Result;

  struct RootMove {
    Move move;
    Result value = Search::worst();  // of the last iteration that reached the move
    std::uint64_t nodes = 0;         // spent below it, in all iterations
    ValueBound bound = ValueBound::kNone;
  };

  Move search(const State* position, const Budget& given, const typename Search::Options& options,
              SearchReport& report);
  void list_root_moves(const State* position);
  // One iteration; brings the best move to the front. No value if not even the first move was finished.
  [[nodiscard]] std::optional<Result> deepen(std::uint32_t depth);
  [[nodiscard]] std::optional<Result> search_root_moves(std::uint32_t depth);
  [[nodiscard]] std::optional<Result> weigh_outcomes(std::uint32_t depth);
  void fill(SearchReport& report, std::uint64_t nodes);

  Settings settings_;

  // Within one game.
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  Search search_;
  ProgressBoard board_;

  // Within one search.
  const BudgetMeter* meter_ = nullptr;
  std::vector<RootMove> root_moves_;
  std::optional<Result> value_;   // of the root, as far as it is known
  minimax::PlayerScores scores_;  // max^n: of the best move
  std::uint32_t depth_done_ = 0;
  bool rolls_ = false;      // the root is a chance node
  std::size_t chosen_ = 0;  // the move that is answered; where chance decides its likeliest outcome
};

}  // namespace ludex::agents::alpha_beta
