// Early termination: Lorentz, "Amazons discover Monte-Carlo", CG 2008: a playout ends after a fixed number of
// plies, with the evaluation of the position instead of a result.
#pragma once

#include "agents/common/mcts/enhancements/evaluation.hpp"
#include "core/abi/types.hpp"

namespace ludex::agents::mcts {

// Sets the rewards of both players.
inline void reward_by_evaluation(const Evaluation& evaluation, const State* state, Player mover,
                                 float* rewards) noexcept {
  const float value = evaluation.of(state);
  rewards[mover] = value;
  rewards[1 - mover] = -value;
}

}  // namespace ludex::agents::mcts
