// Games of self-play as samples: the part of a training that learning targets decide.
#pragma once

#include <cstdint>
#include <vector>

#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "plugins/studies/learning/samples.hpp"

namespace ludex::studies::learning {

class GameSource {
 public:
  virtual ~GameSource() = default;
  // The samples of a game. A function of the model and rng.
  virtual std::vector<Sample> play(Rng& rng) = 0;
  // Moves of the last game, without those of its random opening.
  [[nodiscard]] virtual std::uint32_t plies() const noexcept = 0;
};

// A position that is not over, after up to `most` random moves. Random moves that end the game are taken
// back, with all before them.
[[nodiscard]] Position random_opening(const Game& game, std::uint32_t most, Rng& rng);

}  // namespace ludex::studies::learning
