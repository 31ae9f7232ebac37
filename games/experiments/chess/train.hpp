// `ludex experiment chess-train`: learns the weights of the terms of chess's evaluation
// (games/chess/terms.hpp) from Ludex's own games:
//   ludex run FILE.yaml                                        # games of a search that reports centi-units
//   ludex experiment chess-train --set games=RUN/games.jsonl --out FOLDER
//
// Logistic regression, as usual for chess evaluations since P. Österlund's "Texel's tuning method" (2014):
// the evaluation's target for a quiet position is
//   search_share logistic(value / scale) + (1 - search_share) outcome
// with the value of the search that played the game, and the outcome 0, 1/2 or 1 of the game; Adam minimises
// the squared error. Weights decay towards their initial values. A game in 20 is withheld, and only judged.
#pragma once

#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/experiment/experiment_shell.hpp"
#include "core/util/result.hpp"

namespace ludex::games::chess {

struct TrainExperiment {
  static constexpr PluginInfo kInfo{"chess-train", "1.0.0",
                                    "learns the weights of chess's evaluation from games of its own", "MIT"};
  static constexpr std::uint32_t kNeeds = Experiment::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  static Result<void> run(const ExperimentTask& task, TextSink& progress);
};

}  // namespace ludex::games::chess
