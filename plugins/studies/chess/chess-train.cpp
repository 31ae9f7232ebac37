// `ludex study chess-train`: learns the weights of the terms of chess's evaluation
// (games/chess/terms.hpp) from Ludex's own games:
//   ludex run FILE.yaml                                        # games of a search that reports centi-units
//   ludex study chess-train --set games=RUN/games.jsonl --out FOLDER
//
// Logistic regression, as usual for chess evaluations since P. Österlund's "Texel's tuning method" (2014):
// the evaluation's target for a quiet position is
//   search_share logistic(value / scale) + (1 - search_share) outcome
// with the value of the search that played the game, and the outcome 0, 1/2 or 1 of the game; Adam minimises
// the squared error. Weights decay towards their initial values. A game in 20 is withheld, and only judged.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "games/chess/evaluation.hpp"
#include "games/chess/rules.hpp"
#include "games/chess/terms.hpp"
#include "plugins/studies/training/adam.hpp"
#include "plugins/studies/training/game_log.hpp"
#include "plugins/studies/training/quiet_positions.hpp"
#include "plugins/studies/training/training_loop.hpp"
#include "plugins/studies/training/weights_file.hpp"

namespace ludex::games::chess {

struct TrainStudy {
  static constexpr PluginInfo kInfo{"chess-train", "1.0.0",
                                    "trains the weights of the chess evaluation by self-play", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  static Result<void> run(const StudyTask& task, TextSink& progress);
};

namespace {

constexpr float kScale = 190;  // centi-units that equal an expected result of logistic(1)
constexpr float kUnit = 100;   // centi-units: 1 for the optimiser

using Weights = std::array<Tapered, Term::kCount>;

// The terms of a position, the mover's minus the opponent's.
class TermCount {
 public:
  explicit TermCount(Color mover) noexcept : mover_(mover) {}
  template <Color us>
  void add(std::uint32_t term, int times) noexcept {
    times_[term] = static_cast<std::int16_t>(times_[term] + (us == mover_ ? times : -times));
  }
  void add_mover(std::uint32_t term) noexcept { ++times_[term]; }
  [[nodiscard]] std::int16_t times(std::uint32_t term) const noexcept { return times_[term]; }

 private:
  Color mover_;
  std::array<std::int16_t, Term::kCount> times_{};
};

struct Entry {
  std::uint16_t term;
  std::int16_t times;
};

class Learner {
 public:
  struct Sample {
    std::size_t first;    // of its entries
    std::uint32_t count;  // of these
    float middle;         // share of the middle game left, 0..1
    PredictionTarget truth;
  };
  using Tally = PredictionTally;

  Learner(std::vector<Entry> entries, double search_share)
      : entries_(std::move(entries)),
        search_share_(static_cast<float>(search_share)),
        start_(2 * Term::kCount),
        change_(2 * Term::kCount),
        gradient_(2 * Term::kCount),
        adam_(2 * Term::kCount) {
    constexpr std::array<float, kPieceTypes> kMaterial{100, 325, 340, 500, 1000, 0};
    for (std::size_t i = 0; i < kPieceTypes * 64; ++i)
      start_[2 * i] = start_[2 * i + 1] = kMaterial[i / 64] / kUnit;
  }
  void start_from(const Weights& weights) {
    for (std::size_t i = 0; i < Term::kCount; ++i) {
      start_[2 * i] = static_cast<float>(weights[i].middle()) / kUnit;
      start_[2 * i + 1] = static_cast<float>(weights[i].end()) / kUnit;
    }
  }

  // Adds the gradient of one sample.
  void learn(const Sample& sample, Tally& tally) noexcept {
    const Entry* const first = &entries_[sample.first];
    const Entry* const last = first + sample.count;
    float middle = 0;
    float end = 0;
    for (const Entry* e = first; e != last; ++e) {
      middle += number(2U * e->term) * e->times;
      end += number(2U * e->term + 1) * e->times;
    }
    const float predicted = expected(middle * kUnit, end * kUnit, sample);
    tally.add(sample.truth, search_share_, predicted);
    const float pull = (predicted - sample.truth.wanted(search_share_)) * predicted * (1 - predicted);
    for (const Entry* e = first; e != last; ++e) {
      gradient_[2U * e->term] += pull * sample.middle * e->times;
      gradient_[2U * e->term + 1] += pull * (1 - sample.middle) * e->times;
    }
    ++pending_;
  }
  void step(double rate, double decay) {
    adam_.step(change_, gradient_, std::max(pending_, 1.0), rate, decay);
    pending_ = 0;
  }
  [[nodiscard]] Weights rounded() const {
    Weights weights;
    const auto whole = [&](std::size_t i) { return static_cast<int>(std::lround(number(i) * kUnit)); };
    for (std::size_t i = 0; i < Term::kCount; ++i) weights[i] = Tapered(whole(2 * i), whole(2 * i + 1));
    return weights;
  }
  // Judges a sample by the weights as written.
  void judge(const Weights& weights, const Sample& sample, Tally& tally) const noexcept {
    Tapered sum;
    for (std::size_t i = 0; i < sample.count; ++i) {
      const Entry& e = entries_[sample.first + i];
      sum += weights[e.term] * e.times;
    }
    const auto middle = static_cast<float>(sum.middle());
    tally.add(sample.truth, search_share_, expected(middle, static_cast<float>(sum.end()), sample));
  }

 private:
  [[nodiscard]] float number(std::size_t i) const noexcept { return start_[i] + change_[i]; }
  [[nodiscard]] static float expected(float middle, float end, const Sample& sample) noexcept {
    return 1 / (1 + std::exp(-(middle * sample.middle + end * (1 - sample.middle)) / kScale));
  }

  std::vector<Entry> entries_;  // of all samples
  float search_share_;
  std::vector<float> start_;   // [term][middle game, endgame]
  std::vector<float> change_;  // since then; decay applies to this
  std::vector<float> gradient_;
  Adam adam_;
  double pending_ = 0;  // samples in gradient_
};

std::string to_source(const Weights& weights) {
  std::ostringstream source;
  for (const Tapered weight : weights) source << "{" << weight.middle() << ", " << weight.end() << "},\n";
  return std::move(source).str();
}
Result<Weights> weights_from(const std::string& name) {
  const auto source = read_file(name);
  if (!source) return Error{source.error()};
  std::istringstream in(*source);
  Weights weights;
  for (Tapered& weight : weights) {
    std::array<char, 4> mark{};
    int middle = 0;
    int end = 0;
    in >> mark[0] >> middle >> mark[1] >> end >> mark[2] >> mark[3];
    if (!in || mark != std::array{'{', ',', '}', ','})
      return Error{name + ": these are not the weights of these terms"};
    weight = Tapered(middle, end);
  }
  if (in >> std::ws; !in.eof()) return Error{name + ": these are not the weights of these terms"};
  return weights;
}

}  // namespace

std::span<const ParamSpec> TrainStudy::parameters() {
  static const auto specs = training_parameters(
      "logs (a:b:c) of games whose agents report values in centi-units",
      {.passes = "12", .batch = "1024", .rate = "0.01", .decay = "0.01", .most_batch = 1 << 20},
      params::real("search_share", "0.6", 0, 1, "weight of the search's value in the training target"));
  return specs;
}

Result<void> TrainStudy::run(const StudyTask& task, TextSink& progress) {
  using Sample = Learner::Sample;
  using Tally = Learner::Tally;
  const ParamValues& values = task.values;
  const ChessRules<Portable> rules;
  std::vector<Entry> entries;
  TrainingSet<Sample> set;
  const auto add = [&](const Position& p, const PredictionTarget& truth, std::vector<Sample>& out) {
    if (p.type[kPawn] == 0) return;  // the evaluation has special rules there
    TermCount terms(p.mover());
    list_terms<Portable>(p, terms);
    const std::size_t first = entries.size();
    for (std::uint32_t t = 0; t < Term::kCount; ++t) {
      if (terms.times(t) != 0) entries.push_back({static_cast<std::uint16_t>(t), terms.times(t)});
    }
    const float middle = static_cast<float>(pieces_left(p)) / kAllPieces;
    out.push_back({first, static_cast<std::uint32_t>(entries.size() - first), middle, truth});
  };
  const auto read = for_each_file(values, [&](const std::string& name) {
    return read_log(name, LogNeeds::kValues, [&](const LoggedGame& game) -> Result<void> {
      if (task.stopped()) return Error{"stopped"};
      auto& out = set.next_game();
      return each_quiet_position(
          rules, game, kScale, [&](const Position& p, const PredictionTarget& truth) { add(p, truth, out); });
    });
  });
  if (!read) return read;
  if (set.samples.empty()) return Error{"no positions: the parameter 'games' names logs (games.jsonl)"};
  progress.write(set.text());

  Learner learner(std::move(entries), values.real("search_share"));
  if (const std::string& start = values.text("start"); !start.empty()) {
    const auto weights = weights_from(start);
    if (!weights) return Error{weights.error()};
    learner.start_from(*weights);
  }
  return run_training(
      task, progress, learner, set, 0,
      [&](const Sample& sample, Rng&, Tally& learned) { learner.learn(sample, learned); },
      [&](std::span<const Sample> withheld, Tally& judged) {
        const Weights weights = learner.rounded();
        for (const Sample& sample : withheld) learner.judge(weights, sample, judged);
        return to_source(weights);
      });
}

}  // namespace ludex::games::chess

LUDEX_STUDY_PLUGIN(ludex::games::chess::TrainStudy);
