#include "arena/model/game_record.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::arena {

bool is_forfeit(Termination termination) noexcept {
  return termination > Termination::kAdjudicatedDraw && termination != Termination::kHostStopped &&
         termination != Termination::kResigned;
}

GameResult game_result(GameStatus status) noexcept {
  if (status == GameStatus::kOngoing) return GameResult::kNone;
  if (status == GameStatus::kDraw) return GameResult::kDraw;
  return winner_of(status) == 0 ? GameResult::kFirstWins : GameResult::kSecondWins;
}
GameResult loss_of(Player seat) noexcept {
  return seat == 0 ? GameResult::kSecondWins : GameResult::kFirstWins;
}

bool is_agents_own(Termination termination) noexcept {
  return termination == Termination::kResigned ||
         (is_forfeit(termination) && termination != Termination::kWithdrawn);
}

void set_players(GameRecord& record, std::size_t players) {
  record.agents.resize(players);
  record.stats.resize(players);
  record.params.resize(players);
}

std::vector<std::uint32_t> ranks_by(const std::vector<double>& values) {
  std::vector<std::uint32_t> ranks;
  for (const double value : values) {
    const auto better = std::count_if(values.begin(), values.end(), [&](double x) { return x > value; });
    ranks.push_back(1 + static_cast<std::uint32_t>(better));
  }
  return ranks;
}

bool are_ranks(const std::vector<std::uint32_t>& ranks) {
  std::vector<double> order;
  for (const std::uint32_t rank : ranks) order.push_back(-static_cast<double>(rank));
  return ranks_by(order) == ranks;
}

std::vector<std::uint32_t> ranks_of(const GameRecord& record) {
  switch (record.outcome) {
    case GameResult::kFirstWins:
      return {1, 2};
    case GameResult::kSecondWins:
      return {2, 1};
    case GameResult::kDraw:
      return {1, 1};
    case GameResult::kRanked:
      return record.ranks;
    case GameResult::kNone:
      break;
  }
  return {};
}

double share_of(const std::vector<std::uint32_t>& ranks, Player seat) noexcept {
  double points = -0.5;  // the seat itself is no other
  for (const std::uint32_t rank : ranks) points += rank > ranks[seat] ? 1 : rank == ranks[seat] ? 0.5 : 0;
  return points / static_cast<double>(ranks.size() - 1);
}

std::string outcome_text(const GameRecord& record) {
  if (record.outcome != GameResult::kRanked) return std::string(to_text(record.outcome));
  const auto first = std::count(record.ranks.begin(), record.ranks.end(), 1U);
  const std::string share = first == 1 ? "1" : "1/" + std::to_string(first);
  std::string text;
  for (const std::uint32_t rank : record.ranks) {
    if (!text.empty()) text += '-';
    text += rank == 1 ? share : "0";
  }
  return text;
}

void set_ranked(GameRecord& record, std::vector<double> returns) {
  constexpr double kDecimals = 1e6;
  for (double& value : returns)
    value = std::round(std::clamp(value, -1.0, 1.0) * kDecimals) / kDecimals + 0.0;
  // Faulty seats get values below all returns, the earliest fault the lowest.
  std::vector<double> order = returns;
  double below = -2.0 - static_cast<double>(record.faults.size());
  for (const SeatFault& fault : record.faults) {
    returns[fault.seat] = -1;
    order[fault.seat] = below++;
  }
  record.ranks = ranks_by(order);
  record.returns = std::move(returns);
  record.outcome = GameResult::kRanked;
}

void set_losers(GameRecord& record, const std::vector<bool>& lost) {
  const auto losers = static_cast<double>(std::count(lost.begin(), lost.end(), true));
  const auto others = static_cast<double>(lost.size()) - losers;
  record.outcome = GameResult::kNone;
  if (others == 0) return;
  std::vector<double> returns;
  for (const bool is_lost : lost) returns.push_back(is_lost ? -1 : losers / others);
  set_ranked(record, std::move(returns));
}

std::optional<Termination> forfeit_of(const GameRecord& record, Player seat) noexcept {
  for (const SeatFault& fault : record.faults) {
    if (fault.seat == seat) return is_forfeit(fault.reason) ? std::optional(fault.reason) : std::nullopt;
  }
  if (!is_forfeit(record.termination)) return std::nullopt;
  const bool lost = record.outcome == GameResult::kRanked
                        ? record.faults.empty() && record.ranks[seat] != 1
                        : players(record) == 2 && record.outcome == loss_of(seat);
  return lost ? std::optional(record.termination) : std::nullopt;
}

}  // namespace ludex::arena
