// Learns the network of Hex (games/hex/policy_value_net.hpp) from games of hex-self-play.cpp:
//   ludex study hex-train --set games=games.txt --out FOLDER
// The games used: arena/papers/hex/RESULTS.md.
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
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/types.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "games/common/packed_numbers.hpp"
#include "games/hex/policy_value_net.hpp"
#include "plugins/studies/hex/learner.hpp"
#include "plugins/studies/hex/recorded_games.hpp"
#include "plugins/studies/training/training_loop.hpp"
#include "plugins/studies/training/weights_file.hpp"

namespace ludex::games::hex {

struct TrainStudy {
  static constexpr PluginInfo kInfo{"hex-train", "1.0.0", "learns the weights of Hex's network from games",
                                    "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  // Writes progress lines for people.
  static Result<void> run(const StudyTask& task, TextSink& progress);
};

std::span<const ParamSpec> TrainStudy::parameters() {
  static const auto specs = training_parameters(
      "files (a:b:c) of hex-self-play",
      {.passes = "4", .batch = "32", .rate = "0.002", .decay = "0.01", .most_batch = 4096},
      params::real("value", "1", 0, 100, "weight of the outcome relative to the move"),
      params::real("search_share", "0.5", 0, 1, "weight of the search's value in the outcome to be learned"));
  return specs;
}

Result<void> TrainStudy::run(const StudyTask& task, TextSink& progress) {
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

LUDEX_STUDY_PLUGIN(ludex::games::hex::TrainStudy);
