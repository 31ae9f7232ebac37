// The head of a position: the data that every game has, and data that some games have.
#pragma once

#include <cstdint>

#include "core/util/rng.hpp"
#include "games/lud/runtime/numbers.hpp"

namespace ludex::games::lud {

// Data of every position. A move of the game is a ply; a turn ends when another player is to move. `passes`
// of a head: the number of consecutive turns so far that were only a pass, whether the last ply was a pass,
// and whether the turn has passed to another player, who must not see all players as having passed before the
// ply is over (the reference program counts from the mover backwards).
enum Passes : std::int8_t { kPassCount = 31, kPassed = 32, kPassBefore = 64 };

struct Head {
  std::uint64_t cells = 0;  // hash of the sites' contents
  std::int16_t last_from = kOff;
  std::int16_t last_to = kOff;
  std::int16_t stalemated = 0;  // bits: players found without a move
  std::uint16_t plies = 0;
  std::uint16_t turns = 0;       // completed turns
  std::uint16_t turn_moves = 0;  // plies of this turn
  std::uint16_t history = 0;     // hashes kept
  std::uint8_t status = 0;       // GameStatus
  std::int8_t mover = 1;
  std::int8_t next = 2;
  std::int8_t prev = 2;
  std::int8_t passes = 0;  // Passes
  std::int8_t last_type = 0;
  std::int8_t swapped = 0;
  std::uint8_t phase[3] = {};  // of players 1 to 3, if there are no more
};
static_assert(sizeof(Head) == 32);

// Fields that only some rules read. A position has each of these if its game needs it (Layout).
struct Rest {
  std::int32_t counter = 0;
  std::int32_t variable = kUndefined;  // the unnamed variable
  std::uint32_t triggered = 0;         // bits of trigger_bit()
  std::int16_t touched = kOff;         // the last site changed in this ply so far
  std::int16_t last_touched = kOff;    // the last site changed in the last ply
  std::int8_t decided = -1;
  std::int8_t proposed = 0;  // bits
  std::int8_t vote[kMaxPlayersHere + 1] = {};
};
struct Pending {
  std::int16_t count = 0;
  std::int16_t values[kMaxPending] = {};
};
// The places of these in a position; null: the game does not need them. Scores and values: of nobody, of the
// players, of all, and of no player that there is.
struct Fields {
  Rest* rest = nullptr;
  Pending* pending = nullptr;
  std::int32_t* score = nullptr;
  std::int32_t* value = nullptr;
};

// Data beyond the head, for games with dice, draws, stacks or teams, or of several players with ranks.
inline constexpr int kMaxDice = 16;
inline constexpr int kMaxDraws = 12;  // of one ply
enum Rolling : std::uint8_t { kNoRoll, kToRoll, kRolled };
struct More {
  std::uint8_t rank[kMaxPlayersHere + 1] = {};  // twice the rank of a player; 0: he still plays
  std::int8_t team[kMaxPlayersHere + 1] = {};   // 0: none
  std::uint8_t rolling = kNoRoll;               // what the next list needs
  std::uint8_t equal = 0;                       // at the last roll all dice showed the same
  std::int16_t rolled[kMaxDice] = {};           // for the next list, if rolling is kRolled
  std::int16_t face[kMaxDice] = {};             // the value of the last roll
  std::int16_t dice[kMaxDice] = {};             // the same; 0: used
  std::int16_t level_from = 0;                  // of the last move
  std::int16_t level_to = 0;
  std::uint16_t levels = 0;  // pieces in all stacks together
  std::uint8_t best = 1;     // the ranks that are left
  std::uint8_t worst = 0;
  // A move that waits for numbers drawn at random, and those drawn so far.
  std::uint8_t drawn = 0;
  std::int16_t draws[kMaxDraws] = {};
  std::int16_t draw_low = 0;     // the next number is one of so many from here on
  std::int16_t draw_size = 0;    // 0: no move waits
  std::uint32_t waiting = 0;     // the move
  std::int16_t start_rule = -1;  // that places pieces by chance next; -1: the start is made
  std::uint8_t out = 0;          // the first rank of those who are out since this ply began; 0: none
};

// One piece of a stack.
struct Level {
  std::uint8_t what = 0;
  std::uint8_t state = 0;
  std::uint8_t rotation = 0;
  std::uint8_t unused = 0;
  std::int16_t value = 0;
};

// The contents of a level before its stack became lower.
struct LeftLevel {
  std::uint8_t state = 0;
  std::uint8_t rotation = 0;
  std::int16_t value = 0;
};
inline constexpr int kLeftLevels = 8;  // of a site, from the bottom up

// The bit of an event of a player in Head::triggered.
[[nodiscard]] constexpr int trigger_bit(int event, int player, int players) {
  return event * (players <= 4 ? 4 : 8) + player - 1;
}

// The contribution of a site to the hash of a position; 0: nothing stands there.
[[nodiscard, gnu::always_inline]] constexpr std::uint64_t cell_key(int site, int piece, int state,
                                                                   int rotation, int count, int value) {
  if (piece == 0 && state == 0 && value == 0) return 0;
  const auto u = [](int x) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)); };
  const std::uint64_t key = mix64(u(site) << 40 ^ u(piece) << 32 ^ u(state & 0xFF) << 24 ^
                                  u(rotation & 0xF) << 20 ^ (u(count) & 0xFFFFF));
  return value == 0 ? key : mix64(key + u(value));
}

}  // namespace ludex::games::lud
