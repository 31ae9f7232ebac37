// Games that a network of n-tuples plays with itself, and what it learns of them: TD(lambda) on the values of
// positions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "agents/common/model/tuple_network.hpp"
#include "core/game/draft/chance.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "plugins/studies/learning/tuple_learner.hpp"

namespace ludex::studies::learning {

struct SelfPlayOptions {
  double lambda = 0.5;
  double exploration = 0.1;  // the share of moves drawn at random
};

struct GameTally {
  std::uint64_t plies = 0;
  std::uint64_t samples = 0;
  double error = 0;  // the sum of |target - value|
};

// One thread's player of a game of two. Moves are the best by the values one ply ahead, or random.
class SelfPlay {
 public:
  SelfPlay(const Game& game, const agents::model::TupleNetwork& network, const SelfPlayOptions& options);

  // Plays a game, then learns its positions from the last to the first. A function of network, learner and
  // rng.
  GameTally play(TupleLearner& learner, Rng& rng);

 private:
  // A position as `viewer` sees it.
  struct Step {
    Player viewer;
    float value;
    bool off_policy;  // left by a random move: what follows says nothing about its value
  };
  struct Choice {
    Move move;
    bool explored;
  };

  [[nodiscard]] float value_of(const State* state, Player player) noexcept;
  [[nodiscard]] float value_after(const State* state, Player mover) noexcept;
  [[nodiscard]] Choice choose(const Position& position, Rng& rng);
  void record(const State* state, Player viewer);
  void learn(const Position& end, TupleLearner& learner, GameTally& tally);

  const Game& game_;
  const Features& features_;
  const Chance* chance_;
  const agents::model::TupleNetwork& network_;
  SelfPlayOptions options_;
  Position next_;
  std::vector<std::uint8_t> codes_;
  std::vector<float> seen_;
  std::vector<Move> moves_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> lookups_;  // of all steps
  std::vector<float> numbers_;          // of all steps
};

}  // namespace ludex::studies::learning
