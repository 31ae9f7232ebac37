// PUCT (Silver et al., "A general reinforcement learning algorithm that masters chess, shogi and Go through
// self-play", Science 2018) for self-play, without threads and clocks: agents/uct is the search for games.
//
// A child is chosen by Q + c P sqrt(N) / (1 + n), with P the softmax of the model's scores; a child without
// visits has the Q of its parent. A leaf is worth the model's value, or the result of a random playout if the
// model has none. Dirichlet noise of 10 / moves is mixed into P at the root.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/model/model.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"

namespace ludex::studies::learning {

struct PuctOptions {
  std::uint32_t simulations = 100;
  double c = 1.5;
  double noise = 0.25;  // the share of the noise in P at the root
};

// A search of a game of two without chance. One thread.
class Puct {
 public:
  // Game and model outlive it.
  Puct(const Game& game, const agents::model::Model& model, const PuctOptions& options);

  // Searches a position that is not over; the results below are valid until the next search. A function of
  // the position, the model and rng.
  void search(const State* root, Rng& rng);
  [[nodiscard]] std::span<const Move> moves() const noexcept { return root_moves_; }
  // Visits of each of moves(); their sum is `simulations` - 1, the first of which visits the root.
  [[nodiscard]] std::span<const std::uint32_t> visits() const noexcept { return root_visits_; }
  // The mean value for the mover, in [-1, 1].
  [[nodiscard]] float value() const noexcept { return root_value_; }

 private:
  struct Node {
    Move move = kNoMove;
    float prior = 0;
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  // child
    std::uint32_t count = 0;  // of children; 0: not expanded, or over
    Player mover = 0;
    double sum = 0;  // of values for player 0
  };

  void simulate(const State* root, Rng& rng);
  [[nodiscard]] std::uint32_t select(std::uint32_t node) const noexcept;
  // The value for player 0 of the node whose position is in state_.
  [[nodiscard]] double evaluate(std::uint32_t node, Rng& rng);
  void add_noise(Rng& rng);

  const Game& game_;
  const agents::model::Model& model_;
  PuctOptions options_;
  Position state_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<Move> moves_;
  std::vector<float> scores_;
  std::vector<Move> root_moves_;
  std::vector<std::uint32_t> root_visits_;
  float root_value_ = 0;
};

}  // namespace ludex::studies::learning
