// Learns the network of Hex (games/hex/policy_value_net.hpp) from games of self_play.hpp:
//   ludex experiment hex-train --set games=games.txt --out FOLDER
// The games used: arena/experiments/hex/RESULTS.md.
//
// For every position, as the mover sees it and randomly rotated by half a turn, the network predicts the
// search's distribution of visits (where recorded) and the winner: Adam (Kingma & Ba, ICLR 2015) on the
// cross-entropy of the shares plus `value` times the squared error of the outcome, -1 or 1, mixed with the
// search's value, plus `decay` times the weights subtracted at each step (Loshchilov & Hutter, ICLR 2019);
// the step size falls to 0 along half a cosine. Every twentieth game is withheld, and the network's
// predictions for it are reported after each pass.
//
// games/hex is compiled with FOLDER/weights.inc. The same games and parameters give the same weights on the
// same processor.
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
  // Writes progress lines for people.
  static Result<void> run(const ExperimentTask& task, TextSink& progress);
};

}  // namespace ludex::games::hex
