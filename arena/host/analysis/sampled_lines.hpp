// A proven result tried on whole games: a check that needs neither the proof nor memory for it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/agent/agent.hpp"
#include "core/agent/report.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::host {

// That `player` can win (kWin) or at least draw (kDraw).
struct Claim {
  Player player = 0;
  Goal goal = Goal::kWin;
};

// The answer that a report of Agent::solve gives to "can the side to move win (at least draw)?"; nothing: not
// decided. A solver that does not distinguish draw and loss leaves the outcome unknown and reports the
// counter `answer`.
[[nodiscard]] std::optional<bool> answer_to(Goal goal, const SearchReport& report);

// The claims of a report of Agent::solve for this goal: an exact draw is two.
[[nodiscard]] std::vector<Claim> claims_of(const Position& start, Goal goal, const SearchReport& report);

// A solver's answer for the side to move: whether it can reach the goal; nothing: not decided. It may put the
// move that it holds to be good into `move`.
using Prover = std::function<std::optional<bool>(const Position& position, Goal goal, Move& move)>;

struct SampledLines {
  std::uint64_t kept = 0;     // ended as claimed
  std::uint64_t open = 0;     // the prover decided too little, or the game did not end
  std::uint64_t plies = 0;    // of all lines
  std::uint64_t proved = 0;   // positions that the prover was asked for
  std::string contradiction;  // the moves of the first line against the claim, where nothing more is played;
                              // else empty
};

// Plays `count` games from `start`, shared among the claims. A claim's player makes moves after which the
// prover says that the claim still holds, the opponent random ones; the rules say how a game ended. A
// contradiction is a game that ended otherwise, or a position in which no move keeps the claim although the
// prover decided all of them. A right claim and a right prover have none; a wrong claim is found only if one
// of the games comes to it. `more(lines so far)` is asked before each game. The game must have two players
// and no chance. Equal seeds, equal games.
[[nodiscard]] SampledLines sample_lines(const Position& start, std::span<const Claim> claims,
                                        std::uint64_t count, std::uint64_t seed, const Prover& prove,
                                        const std::function<bool(const SampledLines&)>& more);

}  // namespace ludex::arena::host
