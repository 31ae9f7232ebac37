// Numbers that are no site, and the limits of every game.
#pragma once

#include <cstdint>

namespace ludex::games::lud {

inline constexpr int kOff = -1;
inline constexpr int kUndefined = -3;
inline constexpr int kInfinity = 1'000'000'000;
// Scores and results of arithmetic stay within these, so that the text of a position can hold them.
inline constexpr int kMostNumber = 2'000'000'000;

inline constexpr int kMaxPlayersHere = 8;
inline constexpr int kMaxPending = 30;
inline constexpr int kMaxTurns = 1250;  // of each player: then the game is drawn
inline constexpr int kMaxPlies = 10'000;

}  // namespace ludex::games::lud
