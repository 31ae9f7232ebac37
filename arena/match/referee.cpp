#include "arena/match/referee.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace ludex::arena {
namespace {

void forfeit(Player seat, Fault fault, GameRecord& record) {
  record.outcome = loss_of(seat);
  record.termination = fault.reason;
  record.note = std::move(fault.note);
}

void add(const MoveReport& report, SeatStats& stats) {
  ++stats.moves;
  stats.iterations += report.iterations;
  stats.nodes += report.nodes;
  stats.cpu_seconds += report.cpu_seconds;
  stats.wall_seconds += report.wall_seconds;
  stats.depth_max = std::max(stats.depth_max, report.depth);
}

std::uint64_t microseconds(double seconds) {
  return seconds > 0 ? static_cast<std::uint64_t>(std::llround(seconds * 1e6)) : 0;
}

void add(const MoveReport& report, MoveSeries& series) {
  series.cpu_us.push_back(microseconds(report.cpu_seconds));
  series.wall_us.push_back(microseconds(report.wall_seconds));
  series.iterations.push_back(report.iterations);
  series.nodes.push_back(report.nodes);
  series.depth.push_back(report.depth);
  const bool has_value = report.value_unit != ValueUnit::kNone && std::isfinite(report.value);
  if (has_value && series.value_unit == ValueUnit::kNone) series.value_unit = report.value_unit;
  const bool usable = has_value && report.value_unit == series.value_unit;
  series.value.push_back(usable ? std::optional(std::round(report.value * 1e4) / 1e4) : std::nullopt);
}

// Whether the answer came after its time: by more than 1 ms and a twentieth of it, which agents need to
// notice that time is up (BudgetMeter looks at the clock every half millisecond).
bool overrun(const MoveReport& report, const Budget& budget) {
  const auto late = [](double seconds, std::int64_t limit_ns) {
    return limit_ns > 0 && seconds * 1e9 > 1.05 * static_cast<double>(limit_ns) + 1e6;
  };
  return late(report.cpu_seconds, budget.cpu_ns) || late(report.wall_seconds, budget.wall_ns);
}

// Shows both seats a move; the first fault, if any, with its seat.
bool observed(const Match& match, const Position& before, Move move, GameRecord& record) {
  for (Player seat = 0; seat < 2; ++seat) {
    if (auto fault = match.seats[seat]->observe(before, move)) {
      forfeit(seat, std::move(*fault), record);
      return false;
    }
  }
  return true;
}

}  // namespace

bool referee(const Match& match, GameRecord& record) {
  const Game& game = *match.game;
  const auto stopped = [&] {
    return match.budgets[0].stop != nullptr && __atomic_load_n(match.budgets[0].stop, __ATOMIC_RELAXED) != 0;
  };
  Position position(game);
  if (!match.opening->position.empty()) {
    // Checked when the tournament was set up.
    if (auto start = Position::from_text(game, match.opening->position)) position = std::move(*start);
  }
  record.position = match.opening->position;
  record.plies = 0;
  for (Player seat = 0; seat < 2; ++seat) {
    if (auto fault = match.seats[seat]->new_game(game, seat, match.seeds[seat])) {
      forfeit(seat, std::move(*fault), record);
      return true;
    }
  }
  for (const Move move : match.opening->moves) {
    record.opening.push_back(position.move_text(move));
    if (!observed(match, position, move, record)) return true;
    position.apply(move);
    ++record.plies;
  }

  std::vector<Move> legal(game.traits().max_moves);
  GameStatus status = position.status();
  while (!is_over(status)) {
    const Player seat = position.to_move();
    Move move = kNoMove;
    MoveReport report;
    auto fault = match.seats[seat]->choose(position, match.budgets[seat], move, report);
    if (stopped()) return false;
    add(report, record.stats[seat]);
    if (match.record_moves) add(report, record.stats[seat].series);
    if (!fault && overrun(report, match.budgets[seat])) ++record.stats[seat].overruns;
    if (!fault) {
      const auto end = legal.begin() + game.legal_moves(position.state(), legal.data());
      if (std::find(legal.begin(), end, move) == end) {
        fault = Fault{Termination::kIllegalMove,
                      fmt::format("move {:#x} at ply {} is not legal in {}", static_cast<std::uint32_t>(move),
                                  record.plies + 1, position.text())};
      }
    }
    if (fault) {
      forfeit(seat, std::move(*fault), record);
      return true;
    }
    record.moves.push_back(position.move_text(move));
    if (!observed(match, position, move, record)) return true;
    status = position.apply(move);
    ++record.plies;
  }
  record.outcome = game_result(status);
  record.termination = Termination::kNormal;
  return true;
}

}  // namespace ludex::arena
