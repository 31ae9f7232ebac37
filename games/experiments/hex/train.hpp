// How the network of Hex (games/hex/policy_value_net.hpp) is learned from games of self_play.hpp:
//   ludex experiment hex-train --set games=games.txt --out FOLDER
// Which games: arena/experiments/hex/RESULTS.md.
//
// Of every position, as the mover sees it and turned by half at random, the network is to foretell how the
// search divided its visits (where that is recorded) and who won: Adam (Kingma & Ba, ICLR 2015) on the
// cross-entropy of the shares plus `value` times the squared error of the outcome, -1 or 1, mixed with the
// search's value, plus `decay` times the weights taken off at each step (Loshchilov & Hutter, ICLR 2019); the
// step size falls to nothing along half a cosine. Every twentieth game is not learned from: what the network
// makes of those is told after each pass.
//
// FOLDER/weights.inc is what games/hex has been compiled with. The same games and parameters give the same
// weights on the same processor.
#pragma once

#include <cstdint>
#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/types.hpp"
#include "core/experiment/experiment_shell.hpp"
#include "core/util/result.hpp"

namespace ludex::games::hex {

struct TrainExperiment {
  static constexpr PluginInfo kInfo{"hex-train", "1.0.0", "learns the weights of Hex's network from games",
                                    "MIT"};
  static constexpr std::uint32_t kNeeds = Experiment::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  // Writes lines for people while it goes on.
  static Result<void> run(const ExperimentTask& task, TextSink& progress);
};

}  // namespace ludex::games::hex
