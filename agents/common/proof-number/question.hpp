// The question about a position, the answer by an end of the game, and the identity of a position for a
// search: shared by all proof-number searches of this folder.
//
// Repetitions. A game in which positions recur has results that depend on the path to them, which the key of
// a position does not include (the graph-history interaction problem; Kishimoto & Mueller, AAAI 2004). Three
// cases:
//   * no cycles: the key is the position.
//   * cycles, and the past decides nothing but draws (kHistoryDraws): the question is about the position
//     without a past, and a position that recurs on the search path is a draw. One side, the *reacher*,
//     must reach an end that suits it (a win, if the question is a win; the opponent's win, if it is a draw);
//     the other side holds if the reacher fails. A reacher's success holds on every path, because a shortest
//     way to it repeats nothing. A hold by a recurrence or a draw is only stored together
//     with the path on which it was found (the "twin" entries of Kishimoto and Mueller, without simulation).
//     A node whose recurrences all lie below itself depends on no path. A claim that the reacher reaches its
//     end is replayed by the rules, with the real past, clocks and limits, before it is made
//     (proof_tree.hpp).
//   * cycles, and the past can decide games (minishogi's perpetual check): the key is the path, and there are
//     no transpositions at all. Slow, but correct.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "agents/common/path/identity.hpp"
#include "agents/common/proof-number/proof_number.hpp"
#include "agents/common/proof-number/proof_table.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::proof_number {

// "Does `player` get at least `threshold`?" Values: -1, 0, 1 for loss, draw and win, or the game's score.
struct Question {
  Player player = 0;
  std::int32_t threshold = 1;
  bool by_score = false;

  // Different questions about one position have different keys.
  [[nodiscard]] WideKey salt() const noexcept {
    const std::uint64_t text =
        static_cast<std::uint32_t>(threshold) * 4ULL + player * 2ULL + (by_score ? 1 : 0);
    return {mix64(text + 0x632BE59BD9B4E019ULL), mix64(~text)};
  }
};

// A result holds on every path to the position (kAnyPath), or only if the path begins with the first
// `dependence` + 1 positions of the present one.
inline constexpr std::uint16_t kAnyPath = 0xFFFF;

// A move and the data of the position after it.
struct Child {
  PnDn value;  // for the player who makes the move
  Move move = kNoMove;
  std::uint16_t dependence = kAnyPath;
  bool same_mover = false;  // the player moves again
  bool final = false;       // an end of the game or a recurrence: cannot be searched
  WideKey key;
  std::uint32_t work = 0;
  std::int32_t rank = 0;  // higher first

  [[nodiscard]] bool alive() const noexcept { return !value.is_disproven(); }
};

}  // namespace ludex::agents::proof_number
