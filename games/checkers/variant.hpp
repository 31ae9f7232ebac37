// What distinguishes one kind of draughts with short kings on 32 squares from another, as constants the
// generator reads.
#pragma once

#include <array>

#include "games/checkers/board.hpp"

namespace ludex::games::checkers {

// English draughts (American checkers): WCDF Rules of Draughts, section 1.
struct EnglishDraughts {
  // Where the men of each player step (1.15) and jump (1.18): forward only.
  static constexpr std::array<unsigned, 2> kManSteps{kDownward, kUpward};
  static constexpr std::array<unsigned, 2> kManJumps{kDownward, kUpward};
  // A man that reaches the king row by a jump is crowned and stops there (1.19).
  static constexpr bool kCrowningEndsMove = true;
  // Squares 1..12 and 21..32 hold men at the start.
  static constexpr int kMen = 12;
};

}  // namespace ludex::games::checkers
