// Learns a network of n-tuples for any game of two: `ludex study train-tuples GAME --out FOLDER`.
//
// Files in the folder: model.ludex, for the parameter `model` of searches, and learner.state, from which an
// interrupted run goes on. With one thread a run that was interrupted ends with the same bytes.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agents/common/model/tuple_model.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/hash.hpp"
#include "plugins/studies/common/in_parallel.hpp"
#include "plugins/studies/learning/self_play.hpp"
#include "plugins/studies/learning/training.hpp"

namespace ludex::studies::learning {

using agents::model::TupleNetwork;

struct TrainTuples {
  static constexpr PluginInfo kInfo{
      "train-tuples", "1.0.0", "learns the values of any game of two by self-play (n-tuples, TD)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame | Study::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  static Result<void> supports(const StudyTask& task) { return can_learn(task); }
  static Result<void> run(const StudyTask& task, TextSink& progress);
};

std::span<const ParamSpec> TrainTuples::parameters() {
  static const std::array kOwn{
      params::integer("tuples", "70", 1, 10'000, "n-tuples, each with its symmetric images"),
      params::integer("length", "8", 1, 20,
                      "sites of a tuple; fewer where its table would exceed 2^20 weights"),
      params::real("rate", "1", 0, 10, "the part of an error that is corrected at once, at first"),
      params::real("lambda", "0.5", 0, 1, "TD(lambda): 0 learns from the next position, 1 from the result"),
      params::real("exploration", "0.1", 0, 1, "the share of moves drawn at random"),
  };
  static const std::vector<ParamSpec> kParameters = with_training_parameters(kOwn, "10000");
  return kParameters;
}

namespace {

class TupleMethod final : public Method {
 public:
  TupleMethod(const StudyTask& task, TupleNetwork network)
      : task_(task),
        network_(std::move(network)),
        learner_(network_, static_cast<float>(task.values.real("rate"))) {
    const auto threads = static_cast<std::size_t>(task.values.integer("threads"));
    const SelfPlayOptions options{task.values.real("lambda"), task.values.real("exploration")};
    for (std::size_t i = 0; i < threads; ++i)
      players_.push_back(std::make_unique<SelfPlay>(*task.game, network_, options));
  }

  [[nodiscard]] std::string settings() const override {
    return settings_text(task_.values, std::array{"tuples", "length", "seed"},
                         std::array{"rate", "lambda", "exploration"});
  }
  [[nodiscard]] std::uint64_t block() const override { return 500; }

  // Each game has a generator of its own. With several threads they learn at once: runs differ.
  Block play(std::uint64_t first, std::uint64_t count) override {
    std::atomic<std::uint64_t> next{first};
    const auto seed = static_cast<std::uint64_t>(task_.values.integer("seed"));
    std::vector<GameTally> tallies(players_.size());
    std::atomic<std::uint64_t> done{0};
    in_parallel(static_cast<std::uint32_t>(players_.size()), [&](std::uint32_t i) {
      for (;;) {
        const std::uint64_t number = next.fetch_add(1);
        if (number >= first + count || task_.stopped()) return;
        Rng rng = Rng::seeded(hash_combine(seed, number));
        const GameTally one = players_[i]->play(learner_, rng);
        tallies[i].plies += one.plies;
        tallies[i].samples += one.samples;
        tallies[i].error += one.error;
        ++done;
      }
    });
    Block block{.games = done};
    double error = 0;
    for (const GameTally& tally : tallies) {
      block.plies += tally.plies;
      block.positions += tally.samples;
      error += tally.error;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "error %.4f",
                  error / static_cast<double>(std::max<std::uint64_t>(block.positions, 1)));
    block.quality = text.data();
    return block;
  }

  void save(Checkpoint& to) const override {
    const std::span<const float> weights = network_.weights();
    to.arrays = {{weights.begin(), weights.end()}, learner_.net_change(), learner_.all_change()};
  }
  [[nodiscard]] bool restore(Checkpoint&& from) override {
    const std::span<float> weights = network_.weights();
    if (from.arrays.size() != 3 ||
        std::any_of(from.arrays.begin(), from.arrays.end(),
                    [&](const auto& array) { return array.size() != weights.size(); }))
      return false;
    std::copy(from.arrays[0].begin(), from.arrays[0].end(), weights.begin());
    learner_.net_change() = std::move(from.arrays[1]);
    learner_.all_change() = std::move(from.arrays[2]);
    return true;
  }
  [[nodiscard]] agents::model::StoredModel model() const override { return agents::model::stored(network_); }

 private:
  const StudyTask& task_;
  TupleNetwork network_;
  TupleLearner learner_;
  std::vector<std::unique_ptr<SelfPlay>> players_;
};

}  // namespace

Result<void> TrainTuples::run(const StudyTask& task, TextSink& progress) {
  const Features& features = *find<Features>(*task.game);
  const auto maps = agents::model::site_maps(*task.game);
  Rng rng = Rng::seeded(static_cast<std::uint64_t>(task.values.integer("seed")));
  Result<TupleNetwork> network = TupleNetwork::make(
      features.shape(), maps,
      agents::model::random_walks(features, maps, static_cast<std::uint32_t>(task.values.integer("tuples")),
                                  static_cast<std::uint32_t>(task.values.integer("length")), rng));
  if (!network) return Error{network.error()};
  TupleMethod method(task, std::move(*network));
  return train(task, method, progress);
}

}  // namespace ludex::studies::learning

LUDEX_STUDY_PLUGIN(ludex::studies::learning::TrainTuples);
