// Where things stand in a position: one flat block, with the fields that the game needs and no others.
#pragma once

#include <array>
#include <cstdint>

#include "games/lud/ir/node.hpp"

namespace ludex::games::lud {

inline constexpr int kMaxPlayersHere = 4;
inline constexpr int kMaxPending = 30;
inline constexpr int kMaxTurns = 1250;  // a player: then the game is drawn
inline constexpr int kMaxPlies = 10'000;

// What every position has. A move of the game is a ply; a turn ends when another player is to move.
// `passes` of a head: how many turns up to now were a pass and nothing else, whether the last ply was a pass,
// and whether the turn has passed to another player, who must not be told that all have passed before the ply
// is over (as the reference program counts from the mover backwards).
enum Passes : std::int8_t { kPassCount = 31, kPassed = 32, kPassBefore = 64 };

struct Head {
  std::uint64_t cells = 0;  // hash of what stands on the sites
  std::uint32_t plies = 0;
  std::uint32_t turns = 0;       // that have ended
  std::uint32_t turn_moves = 0;  // plies of this turn
  std::int32_t counter = 0;
  std::int32_t variable = kUndefined;                     // the one without a name
  std::uint32_t triggered = 0;                            // bit event * 4 + player - 1
  std::uint32_t status = 0;                               // GameStatus
  std::uint32_t history = 0;                              // hashes kept
  std::array<std::int32_t, kMaxPlayersHere + 2> score{};  // by player; the last of nobody
  std::array<std::int32_t, kMaxPlayersHere + 2> value{};
  std::array<std::int16_t, kMaxPending> pending{};
  std::int16_t last_from = kOff;
  std::int16_t last_to = kOff;
  std::int16_t touched = kOff;       // the last site that this ply has changed so far, if the game asks
  std::int16_t last_touched = kOff;  // the last site that the last ply changed, if the game asks
  std::int8_t mover = 1;
  std::int8_t next = 2;
  std::int8_t prev = 2;
  std::int8_t passes = 0;  // Passes
  std::int8_t pending_count = 0;
  std::int8_t swapped = 0;
  std::int8_t decided = -1;
  std::int8_t proposed = 0;  // bits
  std::array<std::int8_t, kMaxPlayersHere + 1> phase{};
  std::array<std::int8_t, kMaxPlayersHere + 1> vote{};
  std::int8_t last_type = 0;
  std::int8_t stalemated = 0;  // bits: players found without a move
};

// Byte offsets of the arrays behind the head; 0: the game has no such field. Sites of several types stand one
// type after the other; the hands belong to the board's own type.
struct Layout {
  int sites = 0;                                 // of all types together
  int words = 0;                                 // of a region: enough for any one type
  std::array<int, kSiteTypes> base{-1, -1, -1};  // the first site of a type among all; -1: not used
  std::array<int, kSiteTypes> slot{-1, -1, -1};  // which of the bit sets of a kind
  std::array<int, kSiteTypes> size{0, 0, 0};     // sites of a type, hands included
  int slots = 0;
  bool has_count = false, has_state = false, has_rotation = false, has_value = false;
  bool has_visited = false, has_to_clear = false, has_history = false;
  bool has_unowned = false;  // sites of pieces that are nobody's while they stand there
  std::uint32_t what = 0, count = 0, state = 0, rotation = 0, value = 0;
  std::uint32_t empty = 0, owned = 0, to_clear = 0, visited = 0, unowned = 0, variables = 0, memories = 0,
                history = 0;
  std::uint32_t bytes = 0;
  int owners = 0;       // sets of owned sites: neutral, players, shared
  int memory_size = 0;  // entries of one set of remembered values, its length first
  int history_size = 0;

  // Bytes of a position that mean something: the history stands last.
  [[nodiscard]] std::size_t used(const Head& head) const noexcept {
    return has_history ? history + sizeof(std::uint64_t) * head.history : bytes;
  }
};

}  // namespace ludex::games::lud
