// Learns a network of n-tuples for any game of two: `ludex study train-tuples GAME --out FOLDER`.
//
// Files in the folder: model.ludex, for the parameter `model` of searches, and learner.state, from which an
// interrupted run goes on. With one thread a run that was interrupted ends with the same bytes.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agents/common/model/model_file.hpp"
#include "agents/common/model/tuple_model.hpp"
#include "core/abi/host.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/game/extensions/symmetry.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/clock.hpp"
#include "core/util/hash.hpp"
#include "plugins/studies/learning/checkpoint.hpp"
#include "plugins/studies/learning/self_play.hpp"

namespace ludex::studies::learning {

using agents::model::TupleNetwork;

struct TrainTuples {
  static constexpr PluginInfo kInfo{
      "train-tuples", "1.0.0", "learns the values of any game of two by self-play (n-tuples, TD)", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame | Study::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  static Result<void> supports(const StudyTask& task);
  static Result<void> run(const StudyTask& task, TextSink& progress);
};

std::span<const ParamSpec> TrainTuples::parameters() {
  static const std::array kParameters{
      params::integer("games", "10000", 1, 1e12,
                      "games of the whole training, those of earlier runs included"),
      params::integer("seconds", "0", 0, 1e9, "stops after so many seconds of this run; 0: no limit"),
      params::integer("tuples", "70", 1, 10'000, "n-tuples, each with its symmetric images"),
      params::integer("length", "8", 1, 20,
                      "sites of a tuple; fewer where its table would exceed 2^20 weights"),
      params::real("rate", "1", 0, 10, "the part of an error that is corrected at once, at first"),
      params::real("lambda", "0.5", 0, 1, "TD(lambda): 0 learns from the next position, 1 from the result"),
      params::real("exploration", "0.1", 0, 1, "the share of moves drawn at random"),
      params::integer("threads", "1", 1, 256, "with more than one, runs differ"),
      params::integer("seed", "1", 0, 1e18, "of tuples and games"),
      params::text("name", "", "the game's text, for the model file"),
  };
  return kParameters;
}

Result<void> TrainTuples::supports(const StudyTask& task) {
  const auto* const features = find<Features>(*task.game);
  if (features == nullptr)
    return Error{"the game does not offer ludex.draft.features/1: nothing to learn from"};
  if (task.game->traits().players != 2) return Error{"learns games of two players"};
  if (!agents::model::fits(features->shape())) return Error{"the game's observations are too large"};
  return {};
}

namespace {

// Games between two lines of progress, and between two checkpoints.
constexpr std::uint64_t kBlock = 500;

class Training {
 public:
  Training(const StudyTask& task, TupleNetwork network)
      : task_(task),
        game_(*task.game),
        network_(std::move(network)),
        learner_(network_, static_cast<float>(task.values.real("rate"))),
        folder_(task.folder) {
    const auto threads = static_cast<std::size_t>(task.values.integer("threads"));
    const SelfPlayOptions options{task.values.real("lambda"), task.values.real("exploration")};
    for (std::size_t i = 0; i < threads; ++i)
      players_.push_back(std::make_unique<SelfPlay>(game_, network_, options));
  }

  Result<void> run(TextSink& progress) {
    if (Result<void> resumed = resume(progress); !resumed) return resumed;
    const auto wanted = static_cast<std::uint64_t>(task_.values.integer("games"));
    const auto limit = static_cast<double>(task_.values.integer("seconds"));
    const double start = seconds();
    while (games_ < wanted && !task_.stopped() && (limit == 0 || seconds() - start < limit)) {
      const double begin = seconds();
      const GameTally tally = play(std::min(kBlock, wanted - games_));
      const double took = seconds() - begin;
      std::array<char, 160> line{};
      std::snprintf(line.data(), line.size(), "%llu games, %.0f games/s, %.1f plies a game, error %.4f\n",
                    static_cast<unsigned long long>(games_), static_cast<double>(played_) / took,
                    static_cast<double>(tally.plies) / static_cast<double>(played_),
                    tally.error / static_cast<double>(std::max<std::uint64_t>(tally.samples, 1)));
      progress.write(line.data());
      if (Result<void> saved = save(); !saved) return saved;
    }
    return {};
  }

 private:
  static double seconds() { return static_cast<double>(wall_clock_ns()) * 1e-9; }

  // The settings that a resumed run must share, a line each.
  [[nodiscard]] std::string settings() const {
    std::string text;
    for (const char* name : {"tuples", "length", "seed"})
      text += std::string(name) + "=" + std::to_string(task_.values.integer(name)) + " ";
    for (const char* name : {"rate", "lambda", "exploration"})
      text += std::string(name) + "=" + std::to_string(task_.values.real(name)) + " ";
    text.pop_back();
    return text;
  }

  // Plays `count` games on all threads; game number n has a generator of its own.
  GameTally play(std::uint64_t count) {
    std::atomic<std::uint64_t> next{games_};
    const std::uint64_t end = games_ + count;
    const auto seed = static_cast<std::uint64_t>(task_.values.integer("seed"));
    std::vector<GameTally> tallies(players_.size());
    std::atomic<std::uint64_t> done{0};
    const std::function<void(std::uint32_t)> work = [&](std::uint32_t i) {
      for (;;) {
        const std::uint64_t number = next.fetch_add(1);
        if (number >= end || task_.stopped()) return;
        Rng rng = Rng::seeded(hash_combine(seed, number));
        const GameTally one = players_[i]->play(learner_, rng);
        tallies[i].plies += one.plies;
        tallies[i].samples += one.samples;
        tallies[i].error += one.error;
        ++done;
      }
    };
    in_parallel(static_cast<std::uint32_t>(players_.size()), work);
    played_ = std::max<std::uint64_t>(done, 1);
    games_ += done;
    GameTally all;
    for (const GameTally& tally : tallies) {
      all.plies += tally.plies;
      all.samples += tally.samples;
      all.error += tally.error;
    }
    positions_ += all.samples;
    return all;
  }
  static void in_parallel(std::uint32_t count, const std::function<void(std::uint32_t)>& body) {
    if (count == 1 || abi::g_host == nullptr) {
      for (std::uint32_t i = 0; i < count; ++i) body(i);
      return;
    }
    host().parallel_for(
        count,
        [](void* context, std::uint32_t i) {
          (*static_cast<const std::function<void(std::uint32_t)>*>(context))(i);
        },
        const_cast<void*>(static_cast<const void*>(&body)));
  }

  [[nodiscard]] std::filesystem::path state_file() const { return folder_ / "learner.state"; }
  Result<void> resume(TextSink& progress) {
    if (!std::filesystem::exists(state_file())) return {};
    Result<Checkpoint> read = read_checkpoint(state_file());
    if (!read) return Error{read.error()};
    const std::span<float> weights = network_.weights();
    if (read->settings != settings() || read->arrays.size() != 3 ||
        std::any_of(read->arrays.begin(), read->arrays.end(),
                    [&](const auto& array) { return array.size() != weights.size(); }))
      return Error{state_file().string() + " belongs to another training (" + read->settings +
                   "); these settings are " + settings() + ": choose another folder"};
    std::copy(read->arrays[0].begin(), read->arrays[0].end(), weights.begin());
    learner_.net_change() = std::move(read->arrays[1]);
    learner_.all_change() = std::move(read->arrays[2]);
    games_ = read->games;
    positions_ = read->positions;
    progress.write("goes on after " + std::to_string(games_) + " games\n");
    return {};
  }
  Result<void> save() {
    const std::span<const float> weights = std::as_const(network_).weights();
    const Checkpoint checkpoint{
        settings(),
        games_,
        positions_,
        {{weights.begin(), weights.end()}, learner_.net_change(), learner_.all_change()}};
    if (Result<void> written = write_checkpoint(state_file(), checkpoint); !written) return written;
    agents::model::StoredModel model = agents::model::stored(network_);
    model.game = task_.values.text("name");
    model.note =
        std::to_string(games_) + " games, " + std::to_string(positions_) + " positions, " + settings();
    return agents::model::write_model(folder_ / "model.ludex", game_, model);
  }

  const StudyTask& task_;
  const Game& game_;
  TupleNetwork network_;
  TupleLearner learner_;
  std::filesystem::path folder_;
  std::vector<std::unique_ptr<SelfPlay>> players_;
  std::uint64_t games_ = 0;
  std::uint64_t played_ = 1;  // in the last block
  std::uint64_t positions_ = 0;
};

}  // namespace

Result<void> TrainTuples::run(const StudyTask& task, TextSink& progress) {
  const Features& features = *find<Features>(*task.game);
  const auto* const symmetry = find<Symmetry>(*task.game);
  const auto maps = agents::model::site_maps(features, symmetry == nullptr ? 1 : symmetry->count());
  Rng rng = Rng::seeded(static_cast<std::uint64_t>(task.values.integer("seed")));
  Result<TupleNetwork> network = TupleNetwork::make(
      features.shape(), maps,
      agents::model::random_walks(features, maps, static_cast<std::uint32_t>(task.values.integer("tuples")),
                                  static_cast<std::uint32_t>(task.values.integer("length")), rng));
  if (!network) return Error{network.error()};
  return Training(task, std::move(*network)).run(progress);
}

}  // namespace ludex::studies::learning

LUDEX_STUDY_PLUGIN(ludex::studies::learning::TrainTuples);
