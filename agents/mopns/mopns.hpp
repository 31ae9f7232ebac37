// mopns: multiple-outcome proof-number search (Saffidine & Cazenave, ECAI 2012). README.md has the idea and
// the parameters.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/proof-number/proof_agent.hpp"
#include "agents/mopns/search.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/options.hpp"
#include "core/agent/progress.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::mopns {

class Mopns {
 public:
  using Offers = Extensions<ChoosesGames, SolvesPositions, ProgressSource>;
  static constexpr PluginInfo kInfo{"mopns", "1.0.0", "multiple-outcome proof-number search", "MIT"};

  static std::span<const ParamSpec> parameters() {
    namespace schema = proof_number::schema;
    static const std::array specs{
        schema::memory("512"),
        params::boolean("mobility", false, "first numbers of a position: 1 to prove, its moves to disprove"),
        schema::shuffle(),
    };
    return specs;
  }
  static Result<void> supports(const Game& game) { return proof_number::supported(game); }

  explicit Mopns(const ParamValues& values)
      : memory_mib_(values.real("memory_mib")),
        mobility_(values.boolean("mobility")),
        shuffle_(values.boolean("shuffle")) {}

  void new_game(const Game& game, Player, std::uint64_t seed) {
    game_ = &game;
    seed_ = seed;
    search_.new_game(game, mobility_, shuffle_);
  }
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    run(position, false, budget, report);
    return report.pv[0];
  }
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }
  // Solves all outcomes at once, whatever the goal; goal=value with the game's score where it has one.
  void solve(const State* position, Goal goal, const Budget& budget, SearchReport& report) {
    const bool by_score = goal == Goal::kValue && find<Score>(*game_) != nullptr;
    const auto [low, high] = run(position, by_score, budget, report);
    if (goal == Goal::kWin && (low > 0 || high <= 0)) report.add_counter("answer", low > 0 ? 1 : 0);
    if (goal == Goal::kDraw && (low >= 0 || high < 0)) report.add_counter("answer", low >= 0 ? 1 : 0);
    if (goal == Goal::kValue && low == high) report.add_counter("answer", 1);
  }

 private:
  struct Interval {
    std::int32_t low;
    std::int32_t high;
  };

  Interval run(const State* position, bool by_score, const Budget& budget, SearchReport& report) {
    BudgetMeter meter(budget, &board_);
    const auto bytes = budget.memory_mib != 0 ? std::size_t{budget.memory_mib} << 20
                                              : static_cast<std::size_t>(memory_mib_ * 1024 * 1024);
    search_.start(position, by_score, bytes, hash_combine(seed_, game_->hash(position)), meter);
    const std::int32_t most = search_.most();
    const ValueUnit unit = by_score ? ValueUnit::kScore : ValueUnit::kExpected;
    search_.run(board_, [&](SearchProgress& shown) {
      const auto [value, bound] = value_between(search_.low(), search_.high(), -most, most);
      shown.value = value;
      shown.value_unit = unit;
      shown.bound = bound;
    });
    const auto moves = search_.root_moves();
    const Interval root{search_.low(), search_.high()};
    report.outcome = proof_number::outcome_between(root.low, root.high);
    const auto [value, bound] = value_between(root.low, root.high, -most, most);
    report.set_value(value, unit, bound);
    report.iterations = meter.iterations();
    report.nodes = meter.nodes();
    report.tree_bytes = search_.bytes();
    // Safest first: the greatest certain value, then the greatest possible one.
    const MopnsSearch::RootMove* best = nullptr;
    for (const auto& move : moves) {
      const auto [worth, known] = value_between(move.low, move.high, -most, most);
      // Where positions recur, a move's result depends on the path: a guess.
      const bool firm = !search_.cyclic();
      report.add_root({worth, 1, move.move,
                       firm ? proof_number::outcome_between(move.low, move.high) : Outcome::kUnknown,
                       firm || known == ValueBound::kExact ? known : ValueBound::kNone});
      if (best == nullptr || move.low > best->low || (move.low == best->low && move.high > best->high) ||
          (move.low == best->low && move.high == best->high && move.effort < best->effort))
        best = &move;
    }
    report.add_pv(best != nullptr ? best->move : search_.first_move());
    return root;
  }

  double memory_mib_;
  bool mobility_;
  bool shuffle_;
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  MopnsSearch search_;
  ProgressBoard board_;
};

}  // namespace ludex::agents::mopns
