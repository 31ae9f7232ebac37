// What the evaluations of Hex make of games that others have played:
//   ludex experiment hex-judge --set games=RUN/games.jsonl [--set agents=mohex,wolve]
//
// How well the network (games/hex/policy_value_net.hpp), circuits (games/hex/circuit.hpp) and both foretell
// the moves of the agents named, among the moves of the must-play region: the mean of -ln of the played
// move's share of the scores, in nats, how often its score is the largest, and how often far from it, below
// e^-3 of it (to `scns:preset=hex` an error of 150 units). And who wins: logistic(slope * x + constant), with
// x the evaluation for the mover in centi-units / 500, is fitted to the outcomes by Newton's method and told
// with its mean logarithmic loss (a coin: 0.6931 nats) and how often it is on the right side. Positions that
// virtual connections decide are counted and left out. Positions of one game depend on each other: errors are
// larger than their number suggests.
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
