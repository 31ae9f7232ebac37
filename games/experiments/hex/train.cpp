#include "games/experiments/hex/train.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/util/rng.hpp"
#include "games/common/packed_numbers.hpp"
#include "games/experiments/common/training_loop.hpp"
#include "games/experiments/common/weights_file.hpp"
#include "games/experiments/hex/learner.hpp"
#include "games/experiments/hex/recorded_games.hpp"
#include "games/hex/policy_value_net.hpp"

namespace ludex::games::hex {
std::span<const ParamSpec> TrainExperiment::parameters() {
  static const auto specs = training_parameters(
      "files (a:b:c) of hex-self-play",
      {.passes = "4", .batch = "32", .rate = "0.002", .decay = "0.01", .most_batch = 4096},
      params::real("value", "1", 0, 100, "weight of the outcome beside the move"),
      params::real("search_share", "0.5", 0, 1, "of the search in the outcome to be learned"));
  return specs;
}

Result<void> TrainExperiment::run(const ExperimentTask& task, TextSink& progress) {
  using Sample = Learner::Sample;
  using Tally = Learner::Tally;
  const ParamValues& values = task.values;
  std::vector<RecordedGame> games;
  const auto read = for_each_file(values, [&](const std::string& name) -> Result<void> {
    const auto text = read_file(name);
    if (!text) return Error{text.error()};
    auto more = read_games(*text);
    if (!more) return Error{name + ": " + more.error()};
    games.insert(games.end(), more->begin(), more->end());
    return {};
  });
  if (!read) return read;
  if (games.empty()) return Error{"no games: the parameter 'games' names files of hex-self-play"};
  TrainingSet<Sample> set;
  for (const RecordedGame& game : games) {
    auto& samples = set.next_game();
    for (std::uint32_t ply = 0; ply < game.plies.size(); ++ply) samples.push_back({&game, ply});
  }
  progress.write(set.text());

  Learner learner(static_cast<std::uint64_t>(values.integer("seed")), values.real("value"),
                  values.real("search_share"));
  if (const std::string& start = values.text("start"); !start.empty()) {
    const auto weights = read_weights<PolicyValueNet>(start);
    if (!weights) return Error{weights.error()};
    learner.start_from(*weights);
  }
  constexpr std::size_t kTellSteps = 500;
  return run_training(
      task, progress, learner, set, kTellSteps,
      [&](const Sample& sample, Rng& rng, Tally& learned) {
        learner.learn(sample, rng.below(2) == 1, learned);
      },
      [&](std::span<const Sample> withheld, Tally& judged) {
        for (const Sample& sample : withheld) learner.judge(sample, judged);
        return as_source(PolicyValueNet::to_text(learner.weights()));
      });
}

}  // namespace ludex::games::hex
