// Progressive bias: Chaslot, Winands, van den Herik, Uiterwijk & Bouzy, "Progressive strategies for
// Monte-Carlo tree search", New Mathematics and Natural Computation 4, 2008: to the value of a child is added
//   weight H_i / (n_i + 1)
// where H_i is heuristic knowledge: the evaluation after the move, or the game's score of the move, of which
// the largest among the siblings counts 1.
#pragma once

#include <algorithm>

#include "core/game/extensions.hpp"

namespace ludex::agents::mcts {

[[nodiscard]] inline float progressive_bias(double weight, float prior, float visits) noexcept {
  return static_cast<float>(weight) * prior / (visits + 1);
}

// H of moves[slot] by the scores of the `count` legal moves; `scores` has room for them, or (`known`) has
// them.
[[nodiscard]] inline float prior_of_move(const MoveScores& game, const State* state, const Move* moves,
                                         std::uint32_t count, std::uint32_t slot, float* scores,
                                         bool known = false) noexcept {
  if (!known) game.move_scores(state, moves, count, scores);
  return scores[slot] / *std::max_element(scores, scores + count);
}

}  // namespace ludex::agents::mcts
