// Learns a network of n-tuples for any game: `ludex study train-tuples GAME --out FOLDER`.
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
#include "plugins/studies/learning/descent_games.hpp"
#include "plugins/studies/learning/self_play.hpp"
#include "plugins/studies/learning/training.hpp"

namespace ludex::studies::learning {

using agents::model::TupleNetwork;

struct TrainTuples {
  static constexpr PluginInfo kInfo{"train-tuples", "1.0.0",
                                    "learns the values of any game by self-play (n-tuples, TD)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame | Study::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  static Result<void> supports(const StudyTask& task);
  static Result<void> run(const StudyTask& task, TextSink& progress);
};

std::span<const ParamSpec> TrainTuples::parameters() {
  static const std::array kOwn{
      params::choice(
          "targets", "td", "td|descent",
          "what is learned: the value of the next position and the result, TD(lambda); the minimax "
          "values of Descent's trees (games of two without chance)",
          "Sutton 1988; Cohen-Solal 2020"),
      params::integer("tuples", "70", 1, 10'000, "n-tuples, each with its symmetric images"),
      params::integer("length", "0", 0, 20, "sites of a tuple; 0: 8, or as many as memory_mib allows"),
      params::integer("memory_mib", "64", 1, 3072, "MiB of all weights and their step sizes, at most"),
      params::real("rate", "1", 0, 10, "the part of an error that is corrected at once, at first"),
      params::real("lambda", "0.9", 0, 1,
                   "targets=td: TD(lambda), 0 learns from the next position, 1 from the result"),
      params::real("exploration", "0.1", 0, 1,
                   "the share of moves drawn at random; targets=descent: of those drawn by rank"),
      params::boolean("afterstates", true, "targets=td, games with dice: learn positions before a roll only",
                      "Tesauro 1995"),
      params::integer("evaluations", "100", 1, 1e6, "targets=descent: positions evaluated for each move"),
      terminal_parameter(),
  };
  static const std::vector<ParamSpec> kParameters = with_training_parameters(kOwn, "10000");
  return kParameters;
}

namespace {

// One thread's games.
class Games {
 public:
  virtual ~Games() = default;
  // Plays a game and learns it.
  virtual GameTally play(TupleLearner& learner, Rng& rng) = 0;
};

class TdGames final : public Games {
 public:
  TdGames(const Game& game, const TupleNetwork& network, const SelfPlayOptions& options)
      : games_(game, network, options) {}
  GameTally play(TupleLearner& learner, Rng& rng) override { return games_.play(learner, rng); }

 private:
  SelfPlay games_;
};

class TreeGames final : public Games {
 public:
  TreeGames(const Game& game, std::shared_ptr<const TupleNetwork> network, const DescentOptions& options)
      : network_(std::move(network)), model_(game, network_), games_(game, model_, options) {}
  GameTally play(TupleLearner& learner, Rng& rng) override {
    const std::vector<Sample> samples = games_.play(rng);
    return learn_samples(*network_, samples, games_.plies(), learner);
  }

 private:
  std::shared_ptr<const TupleNetwork> network_;
  agents::model::TupleModel model_;
  DescentGames games_;
};

bool by_descent(const StudyTask& task) {
  return task.values.text("targets") == "descent";
}

// Sites of a tuple. Error: their tables need more memory than is allowed.
Result<std::uint32_t> length_of(const StudyTask& task) {
  constexpr std::uint32_t kLength = 8;
  constexpr double kBytes = 3 * sizeof(float);  // of a weight and the two sums of its step size
  const FeatureShape& shape = find<Features>(*task.game)->shape();
  const auto count = static_cast<std::uint32_t>(task.values.integer("tuples"));
  const auto given = static_cast<std::uint32_t>(task.values.integer("length"));
  const std::int64_t mib = task.values.integer("memory_mib");
  const std::uint32_t wanted = std::min(given == 0 ? kLength : given, shape.sites);
  const std::uint32_t most =
      agents::model::longest_tuples(shape, count, wanted, static_cast<double>(mib << 20) / kBytes);
  if (most > 0 && (given == 0 || most == wanted)) return most;
  return Error{std::to_string(count) + " tuples of " + std::to_string(given == 0 ? 1 : wanted) +
               " sites with " + std::to_string(shape.codes[0]) +
               " codes each need more than memory_mib=" + std::to_string(mib) +
               (most > 0 ? ": length is at most " + std::to_string(most) : ": choose fewer tuples")};
}

class TupleMethod final : public Method {
 public:
  TupleMethod(const StudyTask& task, std::uint32_t length, std::shared_ptr<TupleNetwork> network)
      : task_(task),
        length_(length),
        network_(std::move(network)),
        learner_(*network_, static_cast<float>(task.values.real("rate"))) {
    const ParamValues& values = task.values;
    const auto threads = static_cast<std::size_t>(values.integer("threads"));
    for (std::size_t i = 0; i < threads; ++i) {
      if (by_descent(task)) {
        players_.push_back(std::make_unique<TreeGames>(
            *task.game, network_,
            DescentOptions{.evaluations = static_cast<std::uint32_t>(values.integer("evaluations")),
                           .exploration = values.real("exploration"),
                           .terminal = *terminal_of(values, *task.game)}));
      } else {
        players_.push_back(
            std::make_unique<TdGames>(*task.game, *network_,
                                      SelfPlayOptions{values.real("lambda"), values.real("exploration"),
                                                      values.boolean("afterstates")}));
      }
    }
  }

  [[nodiscard]] std::string settings() const override {
    const ParamValues& values = task_.values;
    std::string text = settings_text(values, std::array{"tuples"}, {}) +
                       " length=" + std::to_string(length_) + " " +
                       settings_text(values, std::array{"seed"}, std::array{"rate", "lambda", "exploration"});
    if (by_descent(task_))
      return text + " targets=descent terminal=" + values.text("terminal") +
             " evaluations=" + std::to_string(values.integer("evaluations"));
    const bool dice = (task_.game->traits().flags & kDeterministic) == 0;
    return text + (dice && values.boolean("afterstates") ? " afterstates" : "");
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
    const std::span<const float> weights = std::as_const(*network_).weights();
    to.arrays = {{weights.begin(), weights.end()}, learner_.net_change(), learner_.all_change()};
  }
  [[nodiscard]] bool restore(Checkpoint&& from) override {
    const std::span<float> weights = network_->weights();
    if (from.arrays.size() != 3 ||
        std::any_of(from.arrays.begin(), from.arrays.end(),
                    [&](const auto& array) { return array.size() != weights.size(); }))
      return false;
    std::copy(from.arrays[0].begin(), from.arrays[0].end(), weights.begin());
    learner_.net_change() = std::move(from.arrays[1]);
    learner_.all_change() = std::move(from.arrays[2]);
    return true;
  }
  [[nodiscard]] agents::model::StoredModel model() const override { return agents::model::stored(*network_); }

 private:
  const StudyTask& task_;
  std::uint32_t length_;
  std::shared_ptr<TupleNetwork> network_;
  TupleLearner learner_;
  std::vector<std::unique_ptr<Games>> players_;
};

}  // namespace

Result<void> TrainTuples::supports(const StudyTask& task) {
  if (Result<void> able = can_learn(task); !able) return able;
  if (const Result<std::uint32_t> length = length_of(task); !length) return Error{length.error()};
  if (!by_descent(task)) return {};
  constexpr std::uint32_t kNeeded = kDeterministic | kZeroSum;
  if (task.game->traits().players != 2 || (task.game->traits().flags & kNeeded) != kNeeded)
    return Error{"targets=descent learns zero-sum games of two without chance"};
  if (const Result<Terminal> terminal = terminal_of(task.values, *task.game); !terminal)
    return Error{terminal.error()};
  return {};
}

Result<void> TrainTuples::run(const StudyTask& task, TextSink& progress) {
  const Features& features = *find<Features>(*task.game);
  const auto maps = agents::model::site_maps(*task.game);
  const std::uint32_t length = *length_of(task);
  Rng rng = Rng::seeded(static_cast<std::uint64_t>(task.values.integer("seed")));
  Result<TupleNetwork> network = TupleNetwork::make(
      features.shape(), maps,
      agents::model::random_walks(features, maps, static_cast<std::uint32_t>(task.values.integer("tuples")),
                                  length, rng));
  if (!network) return Error{network.error()};
  TupleMethod method(task, length, std::make_shared<TupleNetwork>(std::move(*network)));
  return train(task, method, progress);
}

}  // namespace ludex::studies::learning

LUDEX_STUDY_PLUGIN(ludex::studies::learning::TrainTuples);
