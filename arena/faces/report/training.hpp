// The report of `ludex train`: what was learned and how strong it is, from the files of its folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/base/json/value.hpp"
#include "core/abi/enum_text.hpp"
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

// Elo of the last round's model over the first one's: the sum of the matches against the model before, each
// independent of the others, with its 95 % interval. An end is missing where a match has been won or lost
// entirely.
struct TrainingGain {
  double elo = 0;
  std::optional<double> low;
  std::optional<double> high;
};

// The end of a training. Too short to tell: no gain is proven, nor is one of kGainWorthHaving excluded.
enum class TrainingVerdict { kGain, kNoGain, kTooShort };
[[nodiscard]] constexpr auto enum_texts(TrainingVerdict) noexcept {
  return EnumTexts{"gain", "no gain found", "too short to tell"};
}
inline constexpr double kGainWorthHaving = 50;  // Elo

struct Training {
  std::string folder;
  std::string game;
  std::string method;
  double hours = 0;
  std::uint32_t planned = 0;  // rounds
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<TrainingRound> rounds;
  std::vector<LearningPoint> curve;

  // None without a match against the model before.
  [[nodiscard]] std::optional<TrainingGain> gain() const;
  [[nodiscard]] TrainingVerdict verdict() const;
  // For people: "gain of +75.0 [+20.1, +130.2] Elo over the first round", "too short to tell: ...".
  [[nodiscard]] std::string verdict_text() const;
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
