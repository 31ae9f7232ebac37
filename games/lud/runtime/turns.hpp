// Rules of turns and results that concern the head of a position alone. The interpreter and generated code
// share them.
#pragma once

#include <cstdint>

#include "games/lud/runtime/head.hpp"

namespace ludex::games::lud {

// Values of Head::status: those of GameStatus.
enum Status : std::uint8_t { kGoesOn, kDrawn, kFirstWins };
[[nodiscard]] constexpr std::uint8_t won_by(int player) {
  return static_cast<std::uint8_t>(kFirstWins + player - 1);
}

[[nodiscard]] constexpr int player_after(int player, int players) {
  return player % players + 1;
}

[[nodiscard]] constexpr bool all_passed(const Head& head, int players) {
  return head.passes < kPassBefore && (head.passes & kPassCount) >= players && players > 0;
}

// Begins a ply of the game, before its effects. `forced`: the mover had no other move than to pass.
[[gnu::always_inline]] constexpr void start_ply(Head& head, Pending* pending, bool passes, bool forced) {
  const int before = head.passes & kPassCount;
  const int turns = head.turn_moves != 0 ? 0 : before < kPassCount ? before + 1 : int{kPassCount};
  head.passes = static_cast<std::int8_t>(passes ? turns | kPassed : 0);
  const int bit = 1 << head.mover;
  head.stalemated = static_cast<std::int16_t>(forced ? head.stalemated | bit : head.stalemated & ~bit);
  if (pending != nullptr) pending->count = 0;
}

// True if that is a player who had to pass in his last turn.
[[nodiscard]] constexpr bool is_stalemated(const Head& head, int player, int players) {
  return player >= 1 && player <= players && (head.stalemated >> player & 1) != 0;
}

// Ends a ply after its end rules: the next player becomes the mover.
[[gnu::always_inline]] constexpr void pass_the_turn(Head& head, Rest* rest, int players) {
  const bool turn_ends = head.next != head.mover;
  head.prev = head.mover;
  head.mover = head.next;
  head.next = static_cast<std::int8_t>(player_after(head.mover, players));
  if (rest != nullptr) ++rest->counter;
  if (turn_ends) {
    ++head.turns;
    head.turn_moves = 0;
    if (head.passes != 0) head.passes = static_cast<std::int8_t>(head.passes | kPassBefore);
  } else {
    ++head.turn_moves;
  }
}

// True if the game is drawn for its length. The turn of this ply counts although it may not be over: as in
// the end rules, (count Turns) is the number of turns begun, and (value TurnLimit) the limit of each player.
[[nodiscard]] constexpr bool is_too_long(const Head& head, int players) {
  return head.turns + 1 >= kMaxTurns * players || head.plies >= kMaxPlies;
}

// (result player outcome). `outcome`: 0 win, 1 loss, 2 draw, 3 tie, 4 abandon.
[[gnu::always_inline]] constexpr void set_result(Head& head, int players, int player, int outcome) {
  if (head.status != kGoesOn) return;
  const bool of_one = player >= 1 && player <= players;
  head.status = outcome == 0 && of_one                   ? won_by(player)
                : outcome == 1 && of_one && players == 2 ? won_by(3 - player)
                                                         : std::uint8_t{kDrawn};
}

// (byScore ...): the highest score wins; `misere`: the lowest, of two players.
[[gnu::always_inline]] constexpr void decide_by_score(Head& head, const std::int32_t* score, int players,
                                                      bool misere) {
  int best = 1;
  bool tie = false;
  for (int q = 2; q <= players; ++q) {
    if (score[q] > score[best]) {
      best = q;
      tie = false;
    } else if (score[q] == score[best]) {
      tie = true;
    }
  }
  if (misere && !tie && players == 2) best = 3 - best;
  head.status = tie ? std::uint8_t{kDrawn} : won_by(best);
  if (players > 2) head.next = 0;  // nobody: the scores are the ranks
}

}  // namespace ludex::games::lud
