#include "arena/faces/report/training.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "arena/base/files/text_file.hpp"

namespace ludex::arena::report {
namespace {

namespace fs = std::filesystem;
using Json = json::Value;

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

std::optional<double> number_in(const Json& object, const char* name) {
  const Json* const found = object.find(name);
  if (found == nullptr || !found->is_number()) return std::nullopt;
  return found->get<double>();
}
std::string text_in(const Json& object, const char* name) {
  const Json* const found = object.find(name);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}
std::uint64_t count_in(const Json& object, const char* name) {
  return static_cast<std::uint64_t>(std::max(0.0, number_in(object, name).value_or(0)));
}

LearningPoint point_of(const Json& json) {
  LearningPoint point;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_number()) continue;
    if (name == "seconds") {
      point.seconds = value.get<double>();
    } else if (name == "games") {
      point.games = value.get<std::uint64_t>();
    } else if (name == "games_per_second") {
      point.games_per_second = value.get<double>();
    } else if (name == "plies") {
      point.plies = value.get<double>();
    } else {
      point.values.emplace_back(name, value.get<double>());
    }
  }
  return point;
}

TrainingRound round_of(const Json& json) {
  TrainingRound round;
  round.number = static_cast<std::uint32_t>(count_in(json, "round"));
  round.seconds = number_in(json, "seconds").value_or(0);
  for (const Json& match : json.at("matches")) {
    round.matches.push_back({text_in(match, "opponent"), count_in(match, "wins"), count_in(match, "draws"),
                             count_in(match, "losses"), number_in(match, "elo"), number_in(match, "low"),
                             number_in(match, "high")});
  }
  return round;
}

}  // namespace

std::optional<TrainingGain> Training::gain() const {
  bool any = false;
  TrainingGain sum{0, 0, 0};
  for (const TrainingRound& round : rounds) {
    for (const TrainingMatch& match : round.matches) {
      if (match.opponent != "before" || !match.elo) continue;
      any = true;
      sum.elo += *match.elo;
      // Squares of the two half intervals, for now.
      const auto add = [&](std::optional<double>& total, const std::optional<double>& end) {
        total =
            total && end ? std::optional(*total + (*match.elo - *end) * (*match.elo - *end)) : std::nullopt;
      };
      add(sum.low, match.low);
      add(sum.high, match.high);
    }
  }
  if (!any) return std::nullopt;
  if (sum.low) sum.low = sum.elo - std::sqrt(*sum.low);
  if (sum.high) sum.high = sum.elo + std::sqrt(*sum.high);
  return sum;
}

TrainingVerdict Training::verdict() const {
  const std::optional<TrainingGain> found = gain();
  if (found && found->low && *found->low > 0) return TrainingVerdict::kGain;
  if (found && found->high && *found->high < kGainWorthHaving) return TrainingVerdict::kNoGain;
  return TrainingVerdict::kTooShort;
}

std::string Training::verdict_text() const {
  const std::optional<TrainingGain> found = gain();
  const std::string name(ludex::to_text(verdict()));
  if (!found) return name + ": one round is compared with none";
  const std::string ends = fmt::format("[{}, {}]", found->low ? fmt::format("{:+.1f}", *found->low) : "?",
                                       found->high ? fmt::format("{:+.1f}", *found->high) : "?");
  return fmt::format("{}: {:+.1f} {} Elo over the first round", name, found->elo, ends);
}

bool is_training(const std::string& folder) {
  std::error_code ignored;
  return fs::exists(fs::path(folder) / kRoundsFile, ignored) ||
         fs::exists(fs::path(folder) / kCurveFile, ignored);
}

std::vector<LearningPoint> read_curve(const std::string& folder) {
  std::vector<LearningPoint> curve;
  const auto text = read_text_file((fs::path(folder) / kCurveFile).string(), kMostBytes);
  if (!text) return curve;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const auto json = Json::parse_if_valid(line);
    if (json && json->is_object()) curve.push_back(point_of(*json));
  }
  return curve;
}

Result<Training> read_training(const std::string& folder) {
  const std::string file = (fs::path(folder) / kRoundsFile).string();
  Training training;
  training.folder = folder;
  training.curve = read_curve(folder);
  std::error_code ignored;
  if (!fs::exists(file, ignored) && !training.curve.empty()) return training;
  const auto text = read_text_file(file, kMostBytes);
  if (!text) return Error{text.error()};
  try {
    const Json json = Json::parse(*text);
    training.game = text_in(json, "game");
    training.method = text_in(json, "method");
    training.hours = number_in(json, "hours").value_or(0);
    for (const Json& round : json.at("rounds")) training.rounds.push_back(round_of(round));
    training.planned = static_cast<std::uint32_t>(
        std::max<std::uint64_t>(count_in(json, "planned"), training.rounds.size()));
    if (const Json* const settings = json.find("settings"); settings != nullptr) {
      for (const auto& [name, value] : settings->items())
        training.settings.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
    }
  } catch (const json::Exception& fault) {
    return Error{file + ": " + fault.what()};
  }
  return training;
}

Json to_json(const LearningPoint& point) {
  Json json{{"seconds", point.seconds},
            {"games", point.games},
            {"games_per_second", point.games_per_second},
            {"plies", point.plies}};
  for (const auto& [name, value] : point.values) json[name] = value;
  return json;
}

Json to_json(const Training& training) {
  Json json{{"game", training.game},
            {"method", training.method},
            {"hours", training.hours},
            {"planned", training.planned},
            {"model", (fs::path(training.folder) / "model.ludex").string()},
            {"gained", training.verdict() == TrainingVerdict::kGain},
            {"verdict", std::string(ludex::to_text(training.verdict()))}};
  const auto number = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  if (const auto gain = training.gain(); gain)
    json["gain"] = {{"elo", gain->elo}, {"low", number(gain->low)}, {"high", number(gain->high)}};
  Json rounds = Json::array();
  for (const TrainingRound& round : training.rounds) {
    Json matches = Json::array();
    for (const TrainingMatch& match : round.matches)
      matches.push_back({{"opponent", match.opponent},
                         {"wins", match.wins},
                         {"draws", match.draws},
                         {"losses", match.losses},
                         {"elo", number(match.elo)},
                         {"low", number(match.low)},
                         {"high", number(match.high)}});
    rounds.push_back({{"round", round.number}, {"seconds", round.seconds}, {"matches", std::move(matches)}});
  }
  json["rounds"] = std::move(rounds);
  Json curve = Json::array();
  for (const LearningPoint& point : training.curve) curve.push_back(to_json(point));
  json["curve"] = std::move(curve);
  return json;
}

}  // namespace ludex::arena::report
