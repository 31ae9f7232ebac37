#include "arena/model/spec.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::arena {
namespace {

// Whether `has` is true for any agent, including the oracle.
template <class Spec, class Has>
bool any_agent(Spec& spec, const Has& has) {
  bool any = spec.adjudication.oracle && has(*spec.adjudication.oracle);
  for (auto& agent : spec.agents) any = has(agent) || any;
  return any;
}

}  // namespace

bool in_time(const TournamentSpec& spec) noexcept {
  return any_agent(spec, [](const AgentSpec& agent) { return agent.budget.in_time(); });
}

bool deterministic(const TournamentSpec& spec) noexcept {
  return !any_agent(spec, [](const AgentSpec& agent) { return !agent.budget.deterministic(); });
}

std::uint32_t most_players(const TournamentSpec& spec) noexcept {
  std::uint32_t most = 2;
  for (const GameSpec& game : spec.games) most = std::max(most, game.players);
  return most;
}

TournamentSpec scaled(TournamentSpec spec, double seconds) {
  if (spec.reference_ns == 0 || seconds <= 0) return spec;
  const double factor = seconds * 1e9 / static_cast<double>(spec.reference_ns);
  any_agent(spec, [&](AgentSpec& agent) {
    BudgetSpec& budget = agent.budget;
    if (!budget.scale) return false;
    // Keeps 0, which means unlimited, and never makes a limit 0.
    const auto scale = [&](std::int64_t& time) {
      if (time != 0) time = std::max<std::int64_t>(1, std::llround(static_cast<double>(time) * factor));
    };
    for (std::int64_t* time :
         {&budget.cpu_ns, &budget.wall_ns, &budget.clock.base_ns, &budget.clock.increment_ns})
      scale(*time);
    for (ClockPeriod& period : budget.clock.later) scale(period.base_ns), scale(period.increment_ns);
    return true;
  });
  return spec;
}

std::string_view limit_result_text(GameResult result) noexcept {
  if (result == GameResult::kDraw) return "draw";
  return result == GameResult::kFirstWins ? "first" : "second";
}

}  // namespace ludex::arena
