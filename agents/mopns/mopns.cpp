#include "agents/mopns/mopns.hpp"

#include <cstddef>
#include <cstdint>

#include "core/game/extensions.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::mopns {

const Schema<Mopns::Config>& Mopns::schema() {
  static const Schema<Config> made([](auto& s) {
    s.real("memory_mib", &Config::memory_mib, 1.0 / 1024, 131072, "memory for the tree; at least 1 KiB");
    s.boolean("mobility", &Config::mobility,
              "initial numbers of a position: 1 to prove, its number of moves to disprove");
    s.boolean("shuffle", &Config::shuffle,
              "shuffle the root moves, so that each of several equal moves is equally likely to be played");
  });
  return made;
}

void Mopns::new_game(const Game& game, Player, std::uint64_t seed) {
  game_ = &game;
  seed_ = seed;
  search_.new_game(game, config_.mobility, config_.shuffle);
}

Move Mopns::choose(const State* position, const Budget& budget, SearchReport& report) {
  run(position, false, budget, report);
  return report.pv[0];
}

void Mopns::solve(const State* position, Goal goal, const Budget& budget, SearchReport& report) {
  const bool by_score = goal == Goal::kValue && find<Score>(*game_) != nullptr;
  const auto [low, high] = run(position, by_score, budget, report);
  if (goal == Goal::kWin && (low > 0 || high <= 0)) report.add_counter("answer", low > 0 ? 1 : 0);
  if (goal == Goal::kDraw && (low >= 0 || high < 0)) report.add_counter("answer", low >= 0 ? 1 : 0);
  if (goal == Goal::kValue && low == high) report.add_counter("answer", 1);
}

Mopns::Interval Mopns::run(const State* position, bool by_score, const Budget& budget, SearchReport& report) {
  BudgetMeter meter(budget, &board_);
  const auto bytes = budget.memory_mib != 0 ? std::size_t{budget.memory_mib} << 20
                                            : static_cast<std::size_t>(config_.memory_mib * 1024 * 1024);
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

}  // namespace ludex::agents::mopns
