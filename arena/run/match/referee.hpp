// The referee: plays one game between its seats and writes the record.
#pragma once

#include <string>

#include "arena/model/game_record.hpp"
#include "arena/model/per_seat.hpp"
#include "arena/run/match/adjudicator.hpp"
#include "arena/run/match/game_clocks.hpp"
#include "arena/run/match/seat.hpp"

namespace ludex::arena::run {

// All data of one game; pointers are not owned.
struct Match {
  const Game* game = nullptr;
  std::uint32_t game_index = 0;
  const Opening* opening = nullptr;  // legal, and leaves the game unfinished
  // One item per player of the game.
  PerSeat<Seat*> seats;
  PerSeat<Budget> budgets;
  GameClocks clocks;  // they run during the game
  PerSeat<std::uint64_t> seeds;
  std::string dice;           // key of the outcomes (schedule/dice.hpp); empty for a game without chance
  std::int64_t grace_ns = 0;  // on top of the clock, for the whole game
  const std::uint32_t* stop = nullptr;             // the host's: non-zero abandons the game
  const AdjudicationSpec* adjudication = nullptr;  // null: only the rules end a game
  Oracle* oracle = nullptr;                        // of adjudication->oracle; null if there is none
  bool record_moves = true;                        // fill SeatStats::series
};

// Fills opening, moves, outcome, termination, note, plies and stats of `record`. False if the host stopped
// the game before its end; there is then no result. Checks every move against the rules. A fault loses the
// game; with more than two players it ends the game, or a random player takes the seat (FaultRule). Seats do
// not observe a move that ends the game, so no later fault changes its result.
[[nodiscard]] bool referee(Match& match, GameRecord& record);

}  // namespace ludex::arena::run
