#include "games/experiments/hex/train.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "core/util/rng.hpp"
#include "games/common/packed_numbers.hpp"
#include "games/experiments/hex/learner.hpp"
#include "games/experiments/hex/weights_file.hpp"

namespace ludex::games::hex {
namespace {

Result<std::string> read_file(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return Error{"cannot read " + name};
  return std::move(text).str();
}

void tell(TextSink& progress, const char* what, const Learner::Tally& tally) {
  const double n = std::max(tally.samples, 1.0);
  const double told = std::max(tally.told, 1.0);
  std::array<char, 160> line{};
  std::snprintf(line.data(), line.size(),
                "  %-9s %9.0f positions: move %.4f nats, %.1f %% foretold; outcome %.4f, %.1f %%\n", what,
                tally.samples, tally.cross_entropy / told, 100 * tally.first / told, tally.square / n,
                100 * tally.winner / n);
  progress.write(line.data());
}

}  // namespace

std::span<const ParamSpec> TrainExperiment::parameters() {
  static const std::array specs{
      params::text("games", "", "files (a:b:c) of hex-self-play"),
      params::text("start", "", "weights.inc to go on from; empty: random numbers"),
      params::integer("passes", "4", 1, 1000, "over all games"),
      params::integer("batch", "32", 1, 4096, "positions a step"),
      params::real("rate", "0.002", 0, 1, "size of the first steps"),
      params::real("decay", "0.01", 0, 1, "of the weights, a step of size 1"),
      params::real("value", "1", 0, 100, "weight of the outcome beside the move"),
      params::real("search_share", "0.5", 0, 1, "of the search in the outcome to be learned"),
      params::integer("seed", "1", 0, 1e18, "of the first weights and of the order"),
  };
  return specs;
}

Result<void> TrainExperiment::run(const ExperimentTask& task, TextSink& progress) {
  const ParamValues& values = task.values;
  std::vector<RecordedGame> games;
  std::istringstream names(values.text("games"));
  for (std::string name; std::getline(names, name, ':');) {
    const auto text = read_file(name);
    if (!text) return Error{text.error()};
    auto more = read_games(*text);
    if (!more) return Error{name + ": " + more.error()};
    games.insert(games.end(), more->begin(), more->end());
  }
  if (games.empty()) return Error{"no games: the parameter 'games' names files of hex-self-play"};
  std::vector<Learner::Sample> samples;
  std::vector<Learner::Sample> withheld;
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (std::uint32_t ply = 0; ply < games[i].plies.size(); ++ply)
      (i % 20 == 19 ? withheld : samples).push_back({&games[i], ply});
  }
  progress.write(std::to_string(games.size()) + " games, " + std::to_string(samples.size()) +
                 " positions to learn, " + std::to_string(withheld.size()) + " withheld\n");

  const auto seed = static_cast<std::uint64_t>(values.integer("seed"));
  Learner learner(seed, values.real("value"), values.real("search_share"));
  if (const std::string& start = values.text("start"); !start.empty()) {
    const auto weights = read_weights(start);
    if (!weights) return Error{weights.error()};
    learner.start_from(*weights);
  }
  Rng rng = Rng::seeded(seed + 1);
  const auto passes = static_cast<std::size_t>(values.integer("passes"));
  const auto batch = static_cast<std::size_t>(values.integer("batch"));
  const std::size_t total = passes * ((samples.size() + batch - 1) / batch);
  std::size_t step = 0;
  for (std::size_t pass = 1; pass <= passes; ++pass) {
    for (std::size_t i = samples.size(); i > 1; --i)
      std::swap(samples[i - 1], samples[rng.below(static_cast<std::uint32_t>(i))]);
    Learner::Tally learned;
    for (std::size_t first = 0; first < samples.size(); first += batch) {
      if (task.stopped()) return Error{"stopped"};
      for (std::size_t i = first; i < std::min(first + batch, samples.size()); ++i)
        learner.learn(samples[i], rng.below(2) == 1, learned);
      const double done = static_cast<double>(step++) / static_cast<double>(total);
      learner.step(values.real("rate") * (1 + std::cos(std::numbers::pi * done)) / 2, values.real("decay"));
      if (step % 500 == 0) tell(progress, "so far", learned);
    }
    progress.write("pass " + std::to_string(pass) + " of " + std::to_string(passes) + "\n");
    tell(progress, "learned", learned);
    Learner::Tally judged;
    for (const Learner::Sample& sample : withheld) learner.judge(sample, judged);
    tell(progress, "withheld", judged);
    const std::string path = (std::filesystem::path(task.folder) / "weights.inc").string();
    std::ofstream file(path, std::ios::binary);
    file << as_source(PolicyValueNet::to_text(learner.weights()));
    if (!file.flush()) return Error{"cannot write " + path};
  }
  return {};
}

}  // namespace ludex::games::hex
