// The referee: plays one game between two seats and writes the record.
#pragma once

#include <array>
#include <optional>

#include "arena/log/game_record.hpp"
#include "arena/match/adjudicator.hpp"
#include "arena/match/seat.hpp"
#include "arena/schedule/openings.hpp"
#include "arena/schedule/scheduler.hpp"

namespace ludex::arena {

// Everything one game needs; pointers are not owned.
struct Match {
  const Game* game = nullptr;
  const Opening* opening = nullptr;  // legal, and leaves the game unfinished
  std::array<Seat*, 2> seats{};
  std::array<Budget, 2> budgets{};  // their `stop` is the host's
  std::array<std::uint64_t, 2> seeds{};
  const AdjudicationSpec* adjudication = nullptr;  // null: only the rules end a game
  Oracle* oracle = nullptr;                        // of adjudication->oracle; null if there is none
};

// Fills opening, moves, outcome, termination, note, plies and stats of `record`. False if the host was asked
// to stop before the game ended: then there is no result. Every move is checked against the rules; a fault
// loses the game.
[[nodiscard]] bool referee(const Match& match, GameRecord& record);

}  // namespace ludex::arena
