// Layout of a position: one flat block with exactly the fields that the game needs.
#pragma once

#include <array>
#include <cstdint>

#include "games/lud/program/node.hpp"

namespace ludex::games::lud {

inline constexpr int kMaxPlayersHere = 4;
inline constexpr int kMaxPending = 30;
inline constexpr int kMaxTurns = 1250;  // of each player: then the game is drawn
inline constexpr int kMaxPlies = 10'000;

// Data of every position. A move of the game is a ply; a turn ends when another player is to move. `passes`
// of a head: the number of consecutive turns so far that were only a pass, whether the last ply was a pass,
// and whether the turn has passed to another player, who must not see all players as having passed before the
// ply is over (the reference program counts from the mover backwards).
enum Passes : std::int8_t { kPassCount = 31, kPassed = 32, kPassBefore = 64 };

struct Head {
  std::uint64_t cells = 0;  // hash of the sites' contents
  std::uint32_t plies = 0;
  std::uint32_t turns = 0;       // completed turns
  std::uint32_t turn_moves = 0;  // plies of this turn
  std::int32_t counter = 0;
  std::int32_t variable = kUndefined;                     // the unnamed variable
  std::uint32_t triggered = 0;                            // bit event * 4 + player - 1
  std::uint32_t status = 0;                               // GameStatus
  std::uint32_t history = 0;                              // hashes kept
  std::array<std::int32_t, kMaxPlayersHere + 2> score{};  // by player; the last of nobody
  std::array<std::int32_t, kMaxPlayersHere + 2> value{};
  std::array<std::int16_t, kMaxPending> pending{};
  std::int16_t last_from = kOff;
  std::int16_t last_to = kOff;
  std::int16_t touched = kOff;       // the last site changed in this ply so far, if the game needs it
  std::int16_t last_touched = kOff;  // the last site changed in the last ply, if the game needs it
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

// Byte offsets of the arrays after the head; 0: the game has no such field. Sites are grouped by type; the
// hands belong to the board's own type.
struct Layout {
  int sites = 0;                                 // of all types together
  int words = 0;                                 // of a region: enough for any type
  std::array<int, kSiteTypes> base{-1, -1, -1};  // the first site of a type among all; -1: not used
  std::array<int, kSiteTypes> slot{-1, -1, -1};  // index of the bit set of a kind
  std::array<int, kSiteTypes> size{0, 0, 0};     // sites of a type, hands included
  int slots = 0;
  bool has_count = false, has_state = false, has_rotation = false, has_value = false;
  bool has_visited = false, has_to_clear = false, has_history = false;
  bool has_unowned = false;  // the set of sites with unowned pieces exists
  std::uint32_t what = 0, count = 0, state = 0, rotation = 0, value = 0;
  std::uint32_t empty = 0, owned = 0, to_clear = 0, visited = 0, unowned = 0, variables = 0, memories = 0,
                history = 0;
  std::uint32_t bytes = 0;
  int owners = 0;       // sets of owned sites: neutral, players, shared
  int memory_size = 0;  // entries of one set of remembered values, including its length
  int history_size = 0;

  // Size of a position's used bytes: the history comes last.
  [[nodiscard]] std::size_t used(const Head& head) const noexcept {
    return has_history ? history + sizeof(std::uint64_t) * head.history : bytes;
  }
};

}  // namespace ludex::games::lud
