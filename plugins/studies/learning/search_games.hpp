// Games that a search plays with itself, as samples.
#pragma once

#include <cstdint>
#include <vector>

#include "agents/common/model/model.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "plugins/studies/learning/puct.hpp"
#include "plugins/studies/learning/samples.hpp"

namespace ludex::studies::learning {

struct SearchGameOptions {
  PuctOptions search;
  std::uint32_t random_plies = 2;  // a game begins with up to so many random moves, which are no samples
  std::uint32_t drawn_plies = 10;  // moves drawn in proportion to their visits; later ones have the most
  double search_share = 0.25;      // the search's value in the target of a position; the rest is the result
};

// Plays a game of two without chance with itself.
class SearchGames {
 public:
  SearchGames(const Game& game, const agents::model::Model& model, const SearchGameOptions& options);

  // The positions of a game. A function of the model and rng.
  std::vector<Sample> play(Rng& rng);

 private:
  [[nodiscard]] Position opening(Rng& rng) const;
  void record(const State* state, Player mover);
  [[nodiscard]] Move choose(std::uint32_t ply, Rng& rng) const;

  const Game& game_;
  const Features& features_;
  SearchGameOptions options_;
  Puct search_;
  std::vector<Sample> samples_;
  std::vector<Player> movers_;
};

}  // namespace ludex::studies::learning
