// cns: conspiracy-number search. README.md has the idea and the departures.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agents/cns/search.hpp"
#include "agents/common/staircase/answers.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/options.hpp"
#include "core/agent/progress.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::cns {

class Cns {
 public:
  using Offers = Extensions<ChoosesGames, SolvesPositions, ProgressSource>;
  static constexpr PluginInfo kInfo{"cns", "1.0.0", "conspiracy-number search", "MIT"};

  static std::span<const ParamSpec> parameters();
  static Result<void> supports(const Game& game) { return staircase::supported(game); }

  explicit Cns(const ParamValues& values);

  void new_game(const Game& game, Player, std::uint64_t seed);

  // With budgets in iterations or nodes, a pure function of position, settings and seed.
  Move choose(const State* position, const Budget& budget, SearchReport& report);

  void solve(const State* position, Goal goal, const Budget& budget, SearchReport& report);

  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }

 private:
  void search(const State* position, Draws draws, const Budget& budget, BudgetMeter& meter);

  // The move with most work (section 2.7); among equal ones the one with the best value.
  [[nodiscard]] const Node& choice() const;
  // For the mover of the parent.
  [[nodiscard]] static Value value(const Node& node) noexcept {
    return node.same_mover ? node.own_x : -node.own_x;
  }

  void fill(SearchReport& report, const BudgetMeter& meter) const;

  void add_line(SearchReport& report, const Node& first) const;

  static constexpr double kHalf = 300;  // centi-units that are reported as 1/2

  // Set for each game.
  Settings settings_;
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  CnsSearch search_;
  ProgressBoard board_;
  std::vector<Move> moves_;
};

}  // namespace ludex::agents::cns
