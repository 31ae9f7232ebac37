// Progressive bias: Chaslot, Winands, van den Herik, Uiterwijk & Bouzy, "Progressive strategies for
// Monte-Carlo tree search", New Mathematics and Natural Computation 4, 2008: to the value of a child is added
//   weight H_i / (n_i + 1)
// where H_i is heuristic knowledge: the evaluation after the move, or the game's score of the move, of which
// the largest among the siblings counts 1.
#pragma once

namespace ludex::agents::mcts {

[[nodiscard]] inline float progressive_bias(double weight, float prior, float visits) noexcept {
  return static_cast<float>(weight) * prior / (visits + 1);
}

}  // namespace ludex::agents::mcts
