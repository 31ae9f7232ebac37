// Games that a network of n-tuples plays with itself, and what it learns of them: TD(lambda) on the values of
// positions.
//
// With dice it learns afterstates, the positions that moves lead to (Tesauro, "Temporal difference learning
// and TD-Gammon", CACM 38, 1995): a comparison of moves needs no others. A position has a value for each
// viewer: in a zero-sum game of two the mover, or both where the dice decide, since the observation says
// whose turn it is; in other games every player, and each wants the most for itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/model/tuple_network.hpp"
#include "core/game/draft/chance.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "plugins/studies/learning/samples.hpp"
#include "plugins/studies/learning/tuple_learner.hpp"

namespace ludex::studies::learning {

struct SelfPlayOptions {
  double lambda = 0.5;
  double exploration = 0.1;  // the share of moves drawn at random
  bool afterstates = true;   // positions after a roll are not learned
};

struct GameTally {
  std::uint64_t plies = 0;
  std::uint64_t samples = 0;
  double error = 0;  // the sum of |target - value|
};

// One thread's player. Moves are the best by the values one ply ahead, or random.
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
  };
  struct Record {
    std::size_t first;  // of its steps
    std::size_t steps;
    bool off_policy;  // left by a random move: what follows says nothing about its value
  };
  using Values = std::array<float, kMaxPlayers>;
  struct Choice {
    Move move;
    bool explored;
  };

  [[nodiscard]] float value_of(const State* state, Player player) noexcept;
  [[nodiscard]] float value_after(const State* state, Player mover) noexcept;
  [[nodiscard]] Choice choose(const Position& position, Rng& rng);
  void record(const State* state);
  void add_step(const State* state, Player viewer);
  void learn(const Position& end, TupleLearner& learner, GameTally& tally);

  const Game& game_;
  const Features& features_;
  const Chance* chance_;
  const agents::model::TupleNetwork& network_;
  SelfPlayOptions options_;
  std::uint32_t players_;
  bool two_sided_;  // a zero-sum game of two: the value of one player is less that of the other
  Position next_;
  std::vector<std::uint8_t> codes_;
  std::vector<float> seen_;
  std::vector<Move> moves_;
  std::vector<Record> positions_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> lookups_;  // of all steps
  std::vector<float> numbers_;          // of all steps
};

// Learns the samples of a game, from the last to the first.
GameTally learn_samples(const agents::model::TupleNetwork& network, std::span<const Sample> samples,
                        std::uint64_t plies, TupleLearner& learner);

}  // namespace ludex::studies::learning
