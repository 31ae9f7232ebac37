// scns: Sibling Conspiracy Number Search. docs/reference/scns-notes.md has the departures.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agents/common/model/guided_game.hpp"
#include "agents/common/staircase/answers.hpp"
#include "agents/scns/parallel.hpp"
#include "agents/scns/search.hpp"
#include "agents/scns/settings.hpp"
#include "agents/scns/show.hpp"
#include "core/abi/host.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/inspect.hpp"
#include "core/agent/options.hpp"
#include "core/agent/progress.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::scns {

class Scns {
 public:
  using Offers = Extensions<ChoosesGames, SolvesPositions, ProgressSource, Inspect>;
  static constexpr PluginInfo kInfo{"scns", "1.7.1", "sibling conspiracy-number search", "MIT"};

  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game) { return staircase::supported(game); }

  explicit Scns(const ParamValues& values) : settings_(schema().read(values)) {}

  void new_game(const Game& game, Player, std::uint64_t seed);

  // With budgets in iterations or nodes and one thread, a pure function of position, settings and seed; with
  // keep_table, of the searches before, too.
  Move choose(const State* position, const Budget& budget, SearchReport& report);

  void solve(const State* position, Goal goal, const Budget& budget, SearchReport& report);

  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }

  // The moves that the table remembers below the root. The value is that of the staircase, in the unit of the
  // report; the error that of the move (eq. 14), in units of the paper.
  [[nodiscard]] static std::span<const char* const> inspect_columns() noexcept;
  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows);

 private:
  void begin(const State* position, Draws draws, const Budget& budget);
  void search(BudgetMeter& meter);

  // Section 2.7: the move with most work; proven moves take precedence. With least_work below 1 it yields to
  // a move with enough work whose value is better by more than half of delta, so that a move searched for
  // long and then refuted is not played.
  [[nodiscard]] const Child& choice();

  [[nodiscard]] Outcome root_outcome(const Frame& root) const noexcept {
    return staircase::Proven::of(root.own, root.other, search_.shape()).outcome();
  }

  void fill(SearchReport& report, const BudgetMeter& meter);
  // The value in units of the paper.
  [[nodiscard]] static double shown(Value value) noexcept;

  // Adds the line of most work, or of the proof.
  void add_line(SearchReport& report, const Child& first);

  static constexpr double kPoolShare = 0.5;

  // Set for each game.
  Settings settings_;
  std::unique_ptr<model::GuidedGame> guided_;
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  Search search_;
  std::unique_ptr<ParallelSearch> parallel_;  // made when first needed
  FunctionTable table_;
  std::size_t table_bytes_ = 0;
  StateBuffer root_;
  std::vector<Move> moves_;
  ProgressBoard board_;

  // Set for each search.
  ParallelSearch::Question question_{};
  Effort effort_;
  bool together_ = false;
};

}  // namespace ludex::agents::scns
