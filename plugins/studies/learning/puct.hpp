// PUCT (Silver et al., "A general reinforcement learning algorithm that masters chess, shogi and Go through
// self-play", Science 2018) for self-play, without threads and clocks: agents/uct is the search for games.
//
// A child is chosen by Q + c P sqrt(N) / (1 + n), with P the softmax of the model's scores; a child without
// visits has the Q of its parent. A leaf is worth the model's value, or the result of a random playout if the
// model has none. Dirichlet noise of 10 / moves is mixed into P at the root.
//
// With `gumbel` (Danihelka et al. 2022) sequential halving divides the simulations among moves of the root
// drawn by Gumbel noise, without Dirichlet noise, and below the root the child with the greatest
// pi' - n / (1 + N) is chosen (Equation 14), pi' the policy improved by completed values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/mcts/gumbel.hpp"
#include "agents/common/mcts/halving.hpp"
#include "agents/common/model/model.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"

namespace ludex::studies::learning {

struct PuctOptions {
  std::uint32_t simulations = 100;
  double c = 1.5;
  double noise = 0.25;  // the share of the noise in P at the root
  bool gumbel = false;
  agents::mcts::GumbelConfig root = {};  // with gumbel
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
  // Visits of each of moves(). Their sum is `simulations` - 1, the first of which visits the root; with
  // gumbel it is `simulations`.
  [[nodiscard]] std::span<const std::uint32_t> visits() const noexcept { return root_visits_; }
  // The policy to learn, by move: the shares of visits, with gumbel the improved policy.
  [[nodiscard]] std::span<const float> policy() const noexcept { return root_policy_; }
  // The value for the mover, in [-1, 1]: the mean, with gumbel that of the improved policy.
  [[nodiscard]] float value() const noexcept { return root_value_; }
  // The move to play: the most visited; with gumbel what halving leaves, which is as random as its noise.
  [[nodiscard]] Move preferred() const noexcept { return preferred_; }

 private:
  struct Node {
    Move move = kNoMove;
    float prior = 0;
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  // child
    std::uint32_t count = 0;  // of children; 0: not expanded, or over
    Player mover = 0;
    float own = 0;   // its first value, for player 0
    double sum = 0;  // of values for player 0
  };

  // `first`: the child of the root to begin with; 0: the one that select() chooses.
  void simulate(const State* root, std::uint32_t first, Rng& rng);
  void search_by_halving(const State* root, Rng& rng);
  void read_visits();
  [[nodiscard]] std::uint32_t select(std::uint32_t node) const noexcept;
  [[nodiscard]] std::uint32_t select_improved(std::uint32_t node) noexcept;
  [[nodiscard]] agents::mcts::ArmValue arm_of(const Node& child, Player mover) const noexcept;
  // Writes the improved policy of a node's moves to policy_, and returns its value for the mover.
  double improve(const Node& node) noexcept;
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
  std::vector<float> policy_;
  agents::mcts::Gumbel gumbel_;
  agents::mcts::Halving halving_;
  std::vector<Move> root_moves_;
  std::vector<std::uint32_t> root_visits_;
  std::vector<float> root_policy_;
  float root_value_ = 0;
  Move preferred_ = kNoMove;
};

}  // namespace ludex::studies::learning
