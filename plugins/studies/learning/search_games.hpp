// Games that a search plays with itself, as samples.
#pragma once

#include <cstdint>
#include <vector>

#include "agents/common/model/model.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/util/rng.hpp"
#include "plugins/studies/learning/game_source.hpp"
#include "plugins/studies/learning/puct.hpp"
#include "plugins/studies/learning/samples.hpp"

namespace ludex::studies::learning {

struct SearchGameOptions {
  PuctOptions search;
  std::uint32_t random_plies = 2;  // a game begins with up to so many random moves, which are no samples
  std::uint32_t drawn_plies = 10;  // moves drawn by the search's policy; later ones are those it prefers
  double search_share = 0.25;      // the search's value in the target of a position; the rest is the result
};

// Plays a game of two without chance with itself.
class SearchGames final : public GameSource {
 public:
  SearchGames(const Game& game, const agents::model::Model& model, const SearchGameOptions& options);

  // The positions of a game.
  std::vector<Sample> play(Rng& rng) override;
  [[nodiscard]] std::uint32_t plies() const noexcept override {
    return static_cast<std::uint32_t>(movers_.size());
  }

 private:
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
