// Differences between kinds of draughts with short kings on 32 squares, as constants for the generator.
#pragma once

#include <array>

#include "games/checkers/board.hpp"

namespace ludex::games::checkers {

// English draughts (American checkers): WCDF Rules of Draughts, section 1.
struct EnglishDraughts {
  // Directions of steps (1.15) and jumps (1.18) of each player's men: forward only.
  static constexpr std::array<unsigned, 2> kManSteps{kDownward, kUpward};
  static constexpr std::array<unsigned, 2> kManJumps{kDownward, kUpward};
  // A man that reaches the king row by a jump is crowned and stops there (1.19).
  static constexpr bool kCrowningEndsMove = true;
  // Squares 1..12 and 21..32 hold men at the start.
  static constexpr int kMen = 12;
};

}  // namespace ludex::games::checkers
