#include "plugins/studies/learning/game_source.hpp"

namespace ludex::studies::learning {

Position random_opening(const Game& game, std::uint32_t most, Rng& rng) {
  const Position start(game);
  Position position = start;
  for (std::uint32_t left = rng.below(most + 1); left > 0; --left) {
    const std::vector<Move> moves = position.legal_moves();
    if (is_over(position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]))) return start;
  }
  return position;
}

}  // namespace ludex::studies::learning
