// Lists of positions with what is known of them: Extended Position Description, for any game.
#pragma once

#include <string>
#include <vector>

#include "core/game/position.hpp"

namespace ludex::arena::cli {

struct EpdEntry {
  std::string position;
  std::string id;                  // "id", else the number of the line
  std::vector<std::string> best;   // "bm": one of them is to be found
  std::vector<std::string> avoid;  // "am"
};

// Lines "POSITION bm MOVES; am MOVES; id "NAME"; ...", each operation optional: what precedes the first of
// these three is the position. Empty lines and lines that start with # are left out. Throws Failure.
[[nodiscard]] std::vector<EpdEntry> read_epd(const std::string& path);

// The position, by the game's own parser. Throws Failure.
[[nodiscard]] Position set_up(const Game& game, const EpdEntry& entry);

}  // namespace ludex::arena::cli
