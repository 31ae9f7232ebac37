#include "arena/match/referee.hpp"

#include <algorithm>

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

  if (match.oracle != nullptr) match.oracle->new_game(game, match.seeds[0] ^ match.seeds[1]);
  Adjudicator adjudicator(match.adjudication, match.oracle);
  std::vector<Move> legal(game.traits().max_moves);
  GameStatus status = position.status();
  while (!is_over(status)) {
    if (const auto verdict =
            adjudicator.verdict(position, record.plies, record.moves.size(), match.budgets[0].stop)) {
      record.outcome = verdict->outcome;
      record.termination = verdict->reason;
      return true;
    }
    const Player seat = position.to_move();
    Move move = kNoMove;
    MoveReport report;
    auto fault = match.seats[seat]->choose(position, match.budgets[seat], move, report);
    if (stopped()) return false;
    add(report, record.stats[seat]);
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
    adjudicator.said(seat, report.outcome);
    record.moves.push_back(position.move_text(move));
    if (!observed(match, position, move, record)) return true;
    status = position.apply(move);
    ++record.plies;
  }
  record.outcome = game_result(status);
  record.termination = Termination::kNormal;
  if (match.oracle != nullptr) record.note = match.oracle->failure();
  return true;
}

}  // namespace ludex::arena
