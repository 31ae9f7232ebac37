// How the seats of a described game correspond: what is to the second player as something else is to the
// first.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "games/lud/game/lud_game.hpp"

namespace ludex::games::lud {

// A map of positions by which player q has what player q + 1 has in the image, the last what the first has.
struct SeatShift {
  std::vector<int> sites;   // by index in the layout
  std::vector<int> pieces;  // by component
  bool states = false;      // states from 1 to the number of players name players: they are mapped, too
};

// The player after one, of so many; others (nobody, all) are mapped to themselves.
[[nodiscard]] constexpr int seat_after(int colour, int players) noexcept {
  return colour < 1 || colour > players ? colour : colour % players + 1;
}

// The first shift under which the starting position is its own image and random games (a fixed number of
// plies, always the same) have equal moves and results; none if there is no such board map. A description
// does not say that its seats are equal, so this is evidence and no proof: learners rely on it for the
// quality of what they learn, nothing relies on it for correctness.
[[nodiscard]] std::optional<SeatShift> find_seat_shift(const LudGame& game);

}  // namespace ludex::games::lud
