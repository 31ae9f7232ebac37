// Common part of the trainings of evaluations: parameters, files of games, withheld games, and the passes
// over the samples.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/params.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "plugins/studies/training/weights_file.hpp"

namespace ludex::games {

// Defaults of the common parameters, and the maximum batch.
struct TrainingDefaults {
  const char* passes;
  const char* batch;
  const char* rate;
  const char* decay;
  std::uint32_t most_batch;
};

// `games` describes the parameter of that name.
template <class... Own>
[[nodiscard]] auto training_parameters(const char* games, const TrainingDefaults& defaults,
                                       const Own&... own) {
  return std::array{
      params::text("games", "", games),
      params::text("start", "", "weights.inc to continue from; empty: start from random weights"),
      params::integer("passes", defaults.passes, 1, 1000, "passes over all games"),
      params::integer("batch", defaults.batch, 1, defaults.most_batch, "positions per step"),
      params::real("rate", defaults.rate, 0, 1, "size of the initial steps"),
      params::real("decay", defaults.decay, 0, 1, "decay of the weights per step of size 1"),
      own...,
      params::integer("seed", "1", 0, 1e18, "seed of the initial weights and of the order"),
  };
}

// Calls take(name) for each file in the parameter `games` (a:b:c), until one fails.
template <class Take>
[[nodiscard]] Result<void> for_each_file(const ParamValues& values, Take&& take) {
  std::istringstream names(values.text("games"));
  for (std::string name; std::getline(names, name, ':');) {
    if (Result<void> taken = take(name); !taken) return taken;
  }
  return {};
}

// Samples of games, in order. A game in 20 is withheld, and only judged.
template <class Sample>
struct TrainingSet {
  std::size_t games = 0;
  std::vector<Sample> samples;
  std::vector<Sample> withheld;

  // The list for the samples of the next game.
  [[nodiscard]] std::vector<Sample>& next_game() { return games++ % 20 == 19 ? withheld : samples; }
  [[nodiscard]] std::string text() const {
    return std::to_string(games) + " games, " + std::to_string(samples.size()) + " positions to learn, " +
           std::to_string(withheld.size()) + " withheld\n";
  }
};

// Learns from the samples, shuffled before each pass, in steps of `batch`, with a step size that falls from
// `rate` to 0 along half a cosine. Writes FOLDER/weights.inc after each pass.
//   learner.step(rate, decay)       makes a step with the gradient since the last one
//   learn(sample, rng, tally)       adds the gradient of a sample; may draw from the shuffling generator
//   finish(withheld, tally) -> text judges the withheld samples; returns the weights as source code
// A Learner::Tally counts its `samples` and reports by text(): after a pass, and every `report_steps` steps,
// unless that is 0.
template <class Learner, class Learn, class Finish>
[[nodiscard]] Result<void> run_training(const StudyTask& task, TextSink& progress, Learner& learner,
                                        TrainingSet<typename Learner::Sample>& set, std::size_t report_steps,
                                        Learn&& learn, Finish&& finish) {
  using Tally = typename Learner::Tally;
  const auto report = [&](const char* what, const Tally& tally) {
    std::array<char, 64> line{};
    std::snprintf(line.data(), line.size(), "  %-9s %9.0f positions: ", what, tally.samples);
    progress.write(line.data() + tally.text() + "\n");
  };
  const ParamValues& values = task.values;
  const auto passes = static_cast<std::size_t>(values.integer("passes"));
  const auto batch = static_cast<std::size_t>(values.integer("batch"));
  const double rate = values.real("rate");
  const double decay = values.real("decay");
  Rng rng = Rng::seeded(static_cast<std::uint64_t>(values.integer("seed")) + 1);
  auto& samples = set.samples;
  const std::size_t total = passes * ((samples.size() + batch - 1) / batch);
  std::size_t step = 0;
  for (std::size_t pass = 1; pass <= passes; ++pass) {
    for (std::size_t i = samples.size(); i > 1; --i)
      std::swap(samples[i - 1], samples[rng.below(static_cast<std::uint32_t>(i))]);
    Tally learned;
    for (std::size_t first = 0; first < samples.size(); first += batch) {
      if (task.stopped()) return Error{"stopped"};
      for (std::size_t i = first; i < std::min(first + batch, samples.size()); ++i)
        learn(samples[i], rng, learned);
      const double done = static_cast<double>(step++) / static_cast<double>(total);
      learner.step(rate * (1 + std::cos(std::numbers::pi * done)) / 2, decay);
      if (report_steps != 0 && step % report_steps == 0) report("so far", learned);
    }
    progress.write("pass " + std::to_string(pass) + " of " + std::to_string(passes) + "\n");
    report("learned", learned);
    Tally judged;
    const std::string source = finish(std::span<const typename Learner::Sample>(set.withheld), judged);
    report("withheld", judged);
    if (Result<void> written = write_weights(task.folder, source); !written) return written;
  }
  return {};
}

}  // namespace ludex::games
