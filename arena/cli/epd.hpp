// Lists of positions with what is known of them: Extended Position Description, for any game.
#pragma once

#include <string>
#include <vector>

#include "core/game/position.hpp"

namespace ludex::arena::cli {

struct EpdEntry {
  Position position;
  std::string id;                  // "id", else the number of the line
  std::vector<std::string> best;   // "bm": one of them is to be found
  std::vector<std::string> avoid;  // "am"
};

// Every position of a file (arena/formats/epd.hpp), other operations left aside. Empty lines and lines that
// start with # are left out. Throws Failure with file and line.
[[nodiscard]] std::vector<EpdEntry> read_epd(const Game& game, const std::string& path);

}  // namespace ludex::arena::cli
