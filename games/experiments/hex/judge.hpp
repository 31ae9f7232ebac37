// Judges the evaluations of Hex by games of other players:
//   ludex experiment hex-judge --set games=RUN/games.jsonl [--set agents=mohex,wolve]
//
// Measures how well the network (games/hex/policy_value_net.hpp), circuits (games/hex/circuit.hpp) and both
// predict the moves of the named agents, among the moves of the must-play region: the mean of -ln of the
// played move's share of the scores, in nats, how often its score is the largest, and how often it is far
// from it, below e^-3 of it (for `scns:preset=hex` an error of 150 units). Also predicts the winner: fits
// logistic(slope * x + constant), with x the evaluation for the mover in centi-units / 500, to the outcomes
// by Newton's method, and reports its mean logarithmic loss (a coin: 0.6931 nats) and its share of correct
// signs. Positions decided by virtual connections are counted and excluded. Positions of one game are
// dependent: errors are larger than their number suggests.
#pragma once

#include <cstdint>
#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/experiment/experiment_shell.hpp"
#include "core/util/result.hpp"

namespace ludex::games::hex {

struct JudgeExperiment {
  static constexpr PluginInfo kInfo{"hex-judge", "1.1.0",
                                    "how well evaluations of Hex foretell games of a log", "MIT"};
  static constexpr std::uint32_t kNeeds = 0;

  static std::span<const ParamSpec> parameters();
  static Result<void> run(const ExperimentTask& task, TextSink& progress);
};

}  // namespace ludex::games::hex
