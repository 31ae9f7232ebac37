// The report of `ludex train`: what was learned and how strong it is, from the files of its folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/base/json/value.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::report {

inline constexpr const char* kRoundsFile = "rounds.json";
inline constexpr const char* kCurveFile = "curve.jsonl";

// Learning at one time, as the study reported it.
struct LearningPoint {
  double seconds = 0;       // of learning so far, without the matches
  std::uint64_t games = 0;  // of self-play so far
  double games_per_second = 0;
  double plies = 0;                                    // of a game
  std::vector<std::pair<std::string, double>> values;  // such as "error" or "loss"
};
[[nodiscard]] json::Value to_json(const LearningPoint& point);

// A match of the model of a round.
struct TrainingMatch {
  std::string opponent;  // "before", "random", "uct"
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::optional<double> elo;  // all won or all lost: the one end of the interval that is known
  std::optional<double> low;
  std::optional<double> high;
};
struct TrainingRound {
  std::uint32_t number = 0;
  double seconds = 0;  // of learning up to its end
  std::vector<TrainingMatch> matches;
};

struct Training {
  std::string folder;
  std::string game;
  std::string method;
  double hours = 0;
  std::uint32_t planned = 0;  // rounds
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<TrainingRound> rounds;
  std::vector<LearningPoint> curve;

  // True if some round is ahead of the model before, or of random, beyond its interval.
  [[nodiscard]] bool gained() const;
};

// True if the folder has a training.
[[nodiscard]] bool is_training(const std::string& folder);
// Reads a folder of `ludex train`, also while it runs. Error: there is no training, or its files are damaged.
[[nodiscard]] Result<Training> read_training(const std::string& folder);
// The points of kCurveFile; those of an interrupted last line are left out.
[[nodiscard]] std::vector<LearningPoint> read_curve(const std::string& folder);

// One self-contained page (training_html.cpp).
[[nodiscard]] std::string to_html(const Training& training);
// Everything as one JSON document.
[[nodiscard]] json::Value to_json(const Training& training);

// Figures (training_plots.cpp); "" without data. Strength of the models over the hours of learning.
[[nodiscard]] std::string training_elo_plot(const Training& training);
[[nodiscard]] std::string training_value_plot(const Training& training, const std::string& name);
[[nodiscard]] std::string training_speed_plot(const Training& training);

}  // namespace ludex::arena::report
