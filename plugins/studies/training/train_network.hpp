// Learns the weights of a PieceNetwork, for any game that has one:
//   ludex run FILE.yaml                                        # games of a search that reports centi-units
//   ludex study chess-train --set games=RUN/games.jsonl --out FOLDER
//
// A position of a game is used if the mover is under no threat, the played move neither captures nor
// promotes, and no end is in sight. The network's target is
//   search_share logistic(value / scale) + (1 - search_share) outcome
// with the value of the search that played the game, and the outcome 0, 1/2 or 1 of the game, both for the
// mover. The network corrects an existing evaluation: its value is added. Adam minimises the squared error in
// steps of `batch` positions, with a step size that falls along half a cosine. A game in 20 is withheld, and
// only judged. The weights are kept within the integer range of PieceNetwork, and the last judgement uses the
// weights as written.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "games/common/packed_numbers.hpp"
#include "games/common/piece_network.hpp"
#include "plugins/studies/training/adam.hpp"
#include "plugins/studies/training/game_log.hpp"
#include "plugins/studies/training/quiet_positions.hpp"
#include "plugins/studies/training/training_loop.hpp"
#include "plugins/studies/training/weights_file.hpp"

namespace ludex::games {

// Inputs has kCount, kBuckets, kMost, kScale, Network and list(position, PieceInputs&).
template <class Inputs>
class NetworkLearner {
 public:
  using Network = typename Inputs::Network;
  static constexpr std::size_t kHidden = Network::kHidden;

  struct Sample {
    PieceInputs<Inputs::kMost> inputs;
    float prior;  // the evaluation to which the network's value is added, in units of kScale
    PredictionTarget truth;
  };
  using Tally = PredictionTally;

  NetworkLearner(std::uint64_t seed, double search_share)
      : search_share_(static_cast<float>(search_share)),
        numbers_(kNumbers),
        gradient_(kNumbers),
        adam_(kNumbers) {
    Rng rng = Rng::seeded(seed);
    // About what some twenty inputs of the first layer, and all of the second, need to reach 1.
    for (std::size_t i = 0; i < kBias; ++i) numbers_[i] = uniform(rng, 0.12F);
    for (std::size_t i = kSecond; i < kSecondBias; ++i) numbers_[i] = uniform(rng, 0.05F);
    for (std::size_t k = 0; k < kHidden; ++k) numbers_[kBias + k] = 0.2F;
  }

  void start_from(const typename Network::Weights& weights) {
    const auto vector = [&](std::size_t at, const typename Network::Vector& from, int unit) {
      for (std::size_t k = 0; k < kHidden; ++k)
        numbers_[at + k] = static_cast<float>(from[k]) / static_cast<float>(unit);
    };
    for (std::size_t i = 0; i < Network::kInputs; ++i)
      vector(i * kHidden, weights.first[i], Network::kFirstUnit);
    vector(kBias, weights.first_bias, Network::kFirstUnit);
    for (std::size_t b = 0; b < Network::kBuckets; ++b) {
      for (std::size_t side = 0; side < 2; ++side)
        vector(kSecond + (2 * b + side) * kHidden, weights.second[b][side], Network::kSecondUnit);
      numbers_[kSecondBias + b] = static_cast<float>(weights.second_bias[b]) / kOutputUnit;
    }
  }
  [[nodiscard]] std::unique_ptr<const typename Network::Weights> rounded() const {
    auto weights = std::make_unique<typename Network::Weights>();
    const auto vector = [&](std::size_t at, typename Network::Vector& to, int unit, int limit) {
      for (std::size_t k = 0; k < kHidden; ++k) {
        const auto n = std::lround(numbers_[at + k] * static_cast<float>(unit));
        to[k] = static_cast<std::int16_t>(std::clamp<long>(n, -limit, limit));
      }
    };
    for (std::size_t i = 0; i < Network::kInputs; ++i)
      vector(i * kHidden, weights->first[i], Network::kFirstUnit, Network::kFirstLimit);
    vector(kBias, weights->first_bias, Network::kFirstUnit, Network::kFirstLimit);
    for (std::size_t b = 0; b < Network::kBuckets; ++b) {
      for (std::size_t side = 0; side < 2; ++side)
        vector(kSecond + (2 * b + side) * kHidden, weights->second[b][side], Network::kSecondUnit,
               Network::kSecondLimit);
      weights->second_bias[b] =
          static_cast<std::int32_t>(std::lround(numbers_[kSecondBias + b] * kOutputUnit));
    }
    return weights;
  }

  // All weights in one row, and the gradient since the last step; for tests.
  [[nodiscard]] std::span<float> numbers() noexcept { return numbers_; }
  [[nodiscard]] std::span<const float> gradient() const noexcept { return gradient_; }

  // Adds the gradient of one sample.
  void learn(const Sample& sample, Tally& tally) noexcept {
    const auto& inputs = sample.inputs;
    View mover;
    View opponent;
    const float* const second = &numbers_[kSecond + 2 * inputs.bucket * kHidden];
    look(inputs.mover.data(), inputs.count, mover);
    look(inputs.opponent.data(), inputs.count, opponent);
    float sum = sample.prior + numbers_[kSecondBias + inputs.bucket];
    for (std::size_t k = 0; k < kHidden; ++k)
      sum += second[k] * mover.x[k] * mover.x[k] + second[kHidden + k] * opponent.x[k] * opponent.x[k];
    const float predicted = 1 / (1 + std::exp(-sum));
    tally.add(sample.truth, search_share_, predicted);
    const float pull = 2 * (predicted - sample.truth.wanted(search_share_)) * predicted * (1 - predicted);
    float* const slope = &gradient_[kSecond + 2 * inputs.bucket * kHidden];
    gradient_[kSecondBias + inputs.bucket] += pull;
    pull_back(inputs.mover.data(), inputs.count, mover, second, slope, pull);
    pull_back(inputs.opponent.data(), inputs.count, opponent, second + kHidden, slope + kHidden, pull);
    ++pending_;
  }
  void step(double rate, double decay) {
    adam_.step(numbers_, gradient_, std::max(pending_, 1.0), rate, decay);
    pending_ = 0;
    constexpr float kFirst = static_cast<float>(Network::kFirstLimit) / Network::kFirstUnit;
    constexpr float kSecondMost = static_cast<float>(Network::kSecondLimit) / Network::kSecondUnit;
    for (std::size_t i = 0; i < kSecond; ++i) numbers_[i] = std::clamp(numbers_[i], -kFirst, kFirst);
    for (std::size_t i = kSecond; i < kSecondBias; ++i)
      numbers_[i] = std::clamp(numbers_[i], -kSecondMost, kSecondMost);
  }
  // Judges a sample by the weights as written.
  void judge(const typename Network::Weights& weights, const Sample& sample, Tally& tally) const noexcept {
    const auto value = static_cast<float>(Network::value(weights, sample.inputs, Inputs::kScale));
    tally.add(sample.truth, search_share_, 1 / (1 + std::exp(-sample.prior - value / Inputs::kScale)));
  }

 private:
  static constexpr std::size_t kBias = Network::kInputs * kHidden;
  static constexpr std::size_t kSecond = kBias + kHidden;
  static constexpr std::size_t kSecondBias = kSecond + 2 * Network::kBuckets * kHidden;
  static constexpr std::size_t kNumbers = kSecondBias + Network::kBuckets;
  static constexpr float kOutputUnit = static_cast<float>(Network::kFirstUnit * Network::kSecondUnit);

  struct View {
    std::array<float, kHidden> x;  // clipped to 0..1
  };

  static float uniform(Rng& rng, float most) noexcept {
    return most * (2 * static_cast<float>(rng.below(1U << 24U)) / static_cast<float>(1U << 24U) - 1);
  }
  void look(const std::uint16_t* inputs, std::uint32_t count, View& view) const noexcept {
    std::array<float, kHidden> sum;
    for (std::size_t k = 0; k < kHidden; ++k) sum[k] = numbers_[kBias + k];
    for (std::uint32_t i = 0; i < count; ++i) {
      const float* const added = &numbers_[inputs[i] * kHidden];
      for (std::size_t k = 0; k < kHidden; ++k) sum[k] += added[k];
    }
    for (std::size_t k = 0; k < kHidden; ++k) view.x[k] = std::clamp(sum[k], 0.0F, 1.0F);
  }
  void pull_back(const std::uint16_t* inputs, std::uint32_t count, const View& view, const float* second,
                 float* second_slope, float pull) noexcept {
    std::array<float, kHidden> slope;
    for (std::size_t k = 0; k < kHidden; ++k) {
      const float x = view.x[k];
      second_slope[k] += pull * x * x;
      slope[k] = x > 0 && x < 1 ? 2 * pull * second[k] * x : 0;
    }
    float* const bias = &gradient_[kBias];
    for (std::size_t k = 0; k < kHidden; ++k) bias[k] += slope[k];
    for (std::uint32_t i = 0; i < count; ++i) {
      float* const to = &gradient_[inputs[i] * kHidden];
      for (std::size_t k = 0; k < kHidden; ++k) to[k] += slope[k];
    }
  }

  float search_share_;
  std::vector<float> numbers_;
  std::vector<float> gradient_;
  Adam adam_;
  double pending_ = 0;  // samples in gradient_
};

// Subject has Inputs, Rules (a rules class), rules(), position(state), prior(position): the evaluation that
// the network corrects, for the mover.
template <class Subject>
class NetworkTraining {
 public:
  using Inputs = typename Subject::Inputs;
  using Learner = NetworkLearner<Inputs>;
  using Network = typename Inputs::Network;
  using Sample = typename Learner::Sample;
  using Tally = typename Learner::Tally;

  static std::span<const ParamSpec> parameters() {
    static const auto specs = training_parameters(
        "logs (a:b:c) of games whose agents report values in centi-units",
        {.passes = "8", .batch = "1024", .rate = "0.0015", .decay = "0.1", .most_batch = 1 << 20},
        params::real("search_share", "0.8", 0, 1, "weight of the search's value in the training target"));
    return specs;
  }

  static Result<void> run(const StudyTask& task, TextSink& progress) {
    const ParamValues& values = task.values;
    TrainingSet<Sample> set;
    const auto read = for_each_file(values, [&](const std::string& name) {
      return read_log(name, LogNeeds::kValues, [&](const LoggedGame& game) -> Result<void> {
        if (task.stopped()) return Error{"stopped"};
        return add_samples(game, set.next_game());
      });
    });
    if (!read) return read;
    if (set.samples.empty()) return Error{"no positions: the parameter 'games' names logs (games.jsonl)"};
    progress.write(set.text());

    Learner learner(static_cast<std::uint64_t>(values.integer("seed")), values.real("search_share"));
    if (const std::string& start = values.text("start"); !start.empty()) {
      const auto weights = read_weights<Network>(start);
      if (!weights) return Error{weights.error()};
      learner.start_from(**weights);
    }
    return run_training(
        task, progress, learner, set, 0,
        [&](const Sample& sample, Rng&, Tally& learned) { learner.learn(sample, learned); },
        [&](std::span<const Sample> withheld, Tally& judged) {
          const auto weights = learner.rounded();
          for (const Sample& sample : withheld) learner.judge(*weights, sample, judged);
          return as_source(Network::to_text(*weights));
        });
  }

 private:
  using State = typename Subject::Rules::State;

  static Result<void> add_samples(const LoggedGame& game, std::vector<Sample>& out) {
    return each_quiet_position(
        Subject::rules(), game, Inputs::kScale, [&](const State& state, const PredictionTarget& truth) {
          const auto& position = Subject::position(state);
          Sample& sample = out.emplace_back();
          Inputs::list(position, sample.inputs);
          sample.prior = static_cast<float>(Subject::prior(position)) / static_cast<float>(Inputs::kScale);
          sample.truth = truth;
        });
  }
};

}  // namespace ludex::games
