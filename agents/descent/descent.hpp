// descent: unbounded best-first minimax and Descent over any evaluation. README.md has the idea.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agents/common/model/guided_game.hpp"
#include "agents/descent/search.hpp"
#include "agents/descent/settings.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/inspect.hpp"
#include "core/agent/options.hpp"
#include "core/agent/progress.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::descent {

class Descent {
 public:
  using Offers = Extensions<ChoosesGames, SolvesPositions, ProgressSource, Inspect>;
  static constexpr PluginInfo kInfo{"descent", "1.0.0", "unbounded best-first minimax and Descent", "MIT"};

  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game);

  explicit Descent(const ParamValues& values) : config_(schema().read(values)) {}

  void new_game(const Game& game, Player seat, std::uint64_t seed);
  // With budgets in iterations or nodes and one thread, a pure function of position, parameters and seed. An
  // iteration is a position whose moves are tried.
  Move choose(const State* position, const Budget& budget, SearchReport& report);
  // Proves by completion; goal=value finds the score where the game has one.
  void solve(const State* position, Goal goal, const Budget& budget, SearchReport& report);

  // "at least" and "at most": the proven bounds of the result.
  [[nodiscard]] static std::span<const char* const> inspect_columns() noexcept;
  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows) const;

  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }

 private:
  void run(const State* position, const Units& units, Window window, bool solving, BudgetMeter& meter);
  void fill(SearchReport& report, const State* position, const BudgetMeter& meter, Decision decision);
  [[nodiscard]] Units units(bool by_score, bool completion) const;
  // A move's result holds for its position only where no past does.
  [[nodiscard]] Outcome outcome_of(const Node& node) const noexcept;

  Config config_;
  const Game* game_ = nullptr;
  std::unique_ptr<model::GuidedGame> guided_;
  std::uint64_t seed_ = 0;
  bool cyclic_ = false;
  bool searched_ = false;
  Search search_;
  ProgressBoard board_;
  std::vector<Move> moves_;
};

}  // namespace ludex::agents::descent
