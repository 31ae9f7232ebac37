// Progressive bias: Chaslot, Winands, van den Herik, Uiterwijk & Bouzy, "Progressive strategies for
// Monte-Carlo tree search", New Mathematics and Natural Computation 4, 2008, adds to the value of a child
//   weight H_i / (n_i + 1)
// where H_i is heuristic knowledge: the evaluation after the move, or the game's score of the move divided by
// the largest score among the siblings.
#pragma once

namespace ludex::agents::mcts {

[[nodiscard]] inline float progressive_bias(double weight, float prior, float visits) noexcept {
  return static_cast<float>(weight) * prior / (visits + 1);
}

}  // namespace ludex::agents::mcts
