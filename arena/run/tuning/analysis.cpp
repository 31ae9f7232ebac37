#include "arena/run/tuning/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/base/json/value.hpp"
#include "arena/results/rating/heterogeneity.hpp"

namespace ludex::arena::tuning {
namespace {

using Which = LocalFit::Which;
using rating::Estimate;

constexpr double kLevel = 0.05;
constexpr std::uint32_t kMeasured = 40;  // games at one point that count as a measurement
constexpr int kSteps = 200;              // of a slice
constexpr const char* kKinds[] = {"unknown", "matters", "flat", "edge"};

Estimate estimate(double value, double low, double high) {
  return {Estimate::Kind::kTwoSided, value, low, high, (high - low) / 2};
}

double elo(double strength, double draw_width) {
  return rating::elo_of_score(std::clamp(score_of_strength(strength, draw_width), 1e-6, 1 - 1e-6));
}

Estimate measured(const Score& score) {
  if (score.games() == 0) return {};
  return rating::match_statistics(rating::Trinomial{score.wins, score.draws, score.losses}).elo;
}

Estimate difference(const Estimate& a, const Estimate& b) {
  if (a.kind != Estimate::Kind::kTwoSided || b.kind != Estimate::Kind::kTwoSided) return {};
  const double error = std::hypot(a.error, b.error);
  return estimate(a.value - b.value, a.value - b.value - error, a.value - b.value + error);
}

void add(Score& sum, const Score& score) {
  sum.wins += score.wins, sum.draws += score.draws, sum.losses += score.losses;
}

class Analyser {
 public:
  Analyser(const Space& space, const Analysis& analysis) : space_(space), a_(analysis), fit_(*analysis.fit) {}

  Verdict verdict(std::size_t i) const {
    Verdict verdict;
    const auto wald = fit_.wald(i);
    verdict.p =
        std::min(1.0, static_cast<double>(space_.size()) *
                          rating::chi_square_tail(wald.statistic, static_cast<std::uint32_t>(wald.degrees)));
    const bool matters = verdict.p < kLevel;
    verdict.kind = matters ? Verdict::Kind::kMatters : Verdict::Kind::kFlat;
    if (space_.is_category(i)) {
      const std::size_t n = space_.parameter(i).values.size();
      for (std::size_t k = 0; k < n; ++k) {
        const double x = space_.coordinate(i, static_cast<double>(k));
        if (as_good(i, x)) verdict.good.push_back(space_.parameter(i).values[k]);
      }
      verdict.whole = verdict.good.size() == n;
      return verdict;
    }
    const double own = a_.recommendation[i];
    double low = own;
    double high = own;
    const double step = 2.0 / kSteps;
    while (low > -1 && as_good(i, std::max(-1.0, low - step))) low = std::max(-1.0, low - step);
    while (high < 1 && as_good(i, std::min(1.0, high + step))) high = std::min(1.0, high + step);
    verdict.low = space_.text(i, low);
    verdict.high = space_.text(i, high);
    verdict.whole = low == -1 && high == 1;
    if (!matters) return verdict;
    for (const double end : {-1.0, 1.0}) {
      if ((end < 0 ? low : high) == end && rises_to(i, end)) {
        verdict.kind = Verdict::Kind::kEdge;
        verdict.at_low = end < 0;
      }
    }
    return verdict;
  }

 private:
  [[nodiscard]] Point at(std::size_t i, double x) const {
    Point point = a_.recommendation;
    point[i] = x;
    return point;
  }

  // True unless the surface of all samples or that of the last ones shows with 95 % confidence that it is
  // worse.
  [[nodiscard]] bool as_good(std::size_t i, double x) const {
    const Point point = at(i, x);
    for (const Which which : {Which::kGlobal, Which::kLocal}) {
      const double loss = fit_.strength(which, a_.recommendation) - fit_.strength(which, point);
      if (loss > rating::kZ95 * fit_.deviation(which, a_.recommendation, point)) return false;
    }
    return true;
  }

  // Whether strength rises over the last tenth of the range: significantly on one of the two surfaces, and at
  // all on the other.
  [[nodiscard]] bool rises_to(std::size_t i, double end) const {
    const Point edge = at(i, end);
    const Point inside = at(i, end * 0.8);
    bool rises = true;
    bool surely = false;
    for (const Which which : {Which::kGlobal, Which::kLocal}) {
      const double rise = fit_.strength(which, edge) - fit_.strength(which, inside);
      rises = rises && rise > 0;
      surely = surely || rise > rating::kZ95 * fit_.deviation(which, edge, inside);
    }
    return rises && surely;
  }

  const Space& space_;
  const Analysis& a_;
  const LocalFit& fit_;
};

}  // namespace

std::string Verdict::text() const {
  const std::string range =
      good.empty() ? fmt::format("{}..{}", low, high) : fmt::format("{}", fmt::join(good, ", "));
  switch (kind) {
    case Kind::kUnknown:
      return "too few games to say";
    case Kind::kMatters:
      return fmt::format("matters: {}", range);
    case Kind::kFlat:
      return (whole ? "flat: any value in " : "no effect shown: as good in ") + range;
    case Kind::kEdge:
      return fmt::format("at the {} edge of its range: widen it", at_low ? "lower" : "upper");
  }
  return "";
}

bool Analysis::all_flat() const {
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const Verdict& verdict) { return verdict.kind == Verdict::Kind::kFlat; });
}

void Observations::add(const PlayedTrial& played) {
  games_ += played.score.games();
  if (played.control) {
    tuning::add(control_, played.score);
    return;
  }
  duels_ = duels_ || played.trial.rival.has_value();
  if (played.score.games() != 0) samples_->add(played.trial, played.score);
}

double fit_confidence(const TuneSpec& spec) noexcept {
  return plays_duels(spec) ? std::numeric_limits<double>::infinity() : spec.method.confidence;
}

namespace {

// Derives all results from a fit; `here`: games at exactly the recommendation.
Analysis judge(const TuneSpec& spec, const Space& space, const Observations& observed,
               std::shared_ptr<const LocalFit> fit, const Point& recommendation, const Score& here) {
  Analysis a;
  a.recommendation = recommendation;
  a.games = observed.games();
  a.verdicts.resize(space.size());
  a.basis = observed.basis();
  a.samples = observed.samples();
  a.duels = observed.duels();
  a.fallback = spec.self ? estimate(0, 0, 0) : measured(observed.control());
  a.fit = std::move(fit);
  if (a.fit == nullptr) return a;
  const Analyser analyser(space, a);
  for (std::size_t i = 0; i < space.size(); ++i) a.verdicts[i] = analyser.verdict(i);
  const double width = a.fit->draw_width();
  const auto fitted = [&](double value, double deviation) {
    const double error = rating::kZ95 * deviation;
    return estimate(elo(value, width), elo(value - error, width), elo(value + error, width));
  };
  if (a.duels) {
    const Point& fallback = space.fallback();
    a.strength =
        fitted(a.fit->strength(Which::kLocal, recommendation) - a.fit->strength(Which::kLocal, fallback),
               a.fit->deviation(Which::kLocal, recommendation, fallback));
  } else if (spec.method.type != TuneMethod::kClop && here.games() >= kMeasured) {
    a.measured = true;
    a.strength = measured(here);
  } else {
    a.strength = fitted(a.fit->strength(Which::kLocal, recommendation),
                        a.fit->deviation(Which::kLocal, recommendation));
  }
  a.gain = difference(a.strength, a.fallback);
  return a;
}

}  // namespace

Analysis analyse(const TuneSpec& spec, const Space& space, const History& history,
                 const Point& recommendation) {
  Observations observed(space);
  Score here;
  const auto settings = space.values(recommendation);
  for (const PlayedTrial& played : history.trials) {
    observed.add(played);
    if (!played.control && !played.trial.rival && space.values(played.trial.point) == settings)
      add(here, played.score);
  }
  const auto running =
      std::make_shared<RunningFit>(*observed.basis(), *observed.samples(), fit_confidence(spec));
  running->complete();
  const std::shared_ptr<const LocalFit> fit(running, running->fit());
  return judge(spec, space, observed, fit, recommendation, here);
}

std::string status_text(const TuneSpec& spec, const Space& space, const Observations& observed,
                        const LocalFit* fit, const Point& recommendation) {
  // A pointer without ownership.
  const Analysis a = judge(spec, space, observed, {std::shared_ptr<void>(), fit}, recommendation, {});
  std::string text;
  if (a.strength.kind == Estimate::Kind::kTwoSided) {
    text += fmt::format("{:+.0f} +/- {:.0f} Elo", a.strength.value, a.strength.error / rating::kZ95);
    if (a.gain.kind == Estimate::Kind::kTwoSided && !spec.self)
      text += fmt::format(", gain over the default {:+.0f} [{:+.0f}, {:+.0f}]", a.gain.value, a.gain.low,
                          a.gain.high);
    text += ", with ";
  }
  for (std::size_t i = 0; i < space.size(); ++i) {
    text +=
        fmt::format("{}{}={}", i == 0 ? "" : " ", space.parameter(i).name, space.text(i, recommendation[i]));
    if (a.verdicts[i].kind != Verdict::Kind::kUnknown)
      text += fmt::format(" ({})", kKinds[static_cast<int>(a.verdicts[i].kind)]);
  }
  return text;
}

std::string elo_text(const Estimate& e) {
  switch (e.kind) {
    case Estimate::Kind::kNone:
      return "unknown";
    case Estimate::Kind::kTwoSided:
      return fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", e.value, e.low, e.high);
    case Estimate::Kind::kAtLeast:
      return fmt::format("at least {:+.1f}", e.low);
    case Estimate::Kind::kAtMost:
      return fmt::format("at most {:+.1f}", e.high);
  }
  return "";
}

std::string_view gain_note(const Analysis& a) noexcept {
  return a.measured ? "the best of many that were tried, so probably too high"
                    : "the highest point of a curve fitted to these games, so probably too high";
}

std::string to_text(const Analysis& a, const Space& space) {
  // Six digits; the settings have all.
  const auto recommended = [&](std::size_t i) { return space.text(i, a.recommendation[i]); };
  const auto own = [&](std::size_t i) { return space.text(i, space.fallback()[i]); };
  std::size_t name = 9, value = 11, fallback = 7;
  for (std::size_t i = 0; i < space.size(); ++i) {
    name = std::max(name, space.parameter(i).name.size());
    value = std::max(value, recommended(i).size());
    fallback = std::max(fallback, own(i).size());
  }
  std::string text = fmt::format("{:<{}}  {:>{}}  {:>{}}  {}\n", "parameter", name, "recommended", value,
                                 "default", fallback, "verdict");
  for (std::size_t i = 0; i < space.size(); ++i) {
    text += fmt::format("{:<{}}  {:>{}}  {:>{}}  {}\n", space.parameter(i).name, name, recommended(i), value,
                        own(i), fallback, a.verdicts[i].text());
  }
  text += fmt::format("Elo against the opponents: recommended {}, default {}\n", elo_text(a.strength),
                      elo_text(a.fallback));
  text += fmt::format("estimated gain over the default: {} (95 %; {})\n", elo_text(a.gain), gain_note(a));
  if (a.fit && a.all_flat()) text += "no parameter has an effect that these games could show\n";
  return text;
}

std::string to_json(const Analysis& a, const Space& space) {
  using Json = json::Value;
  const auto number = [](double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); };
  const auto json_of = [&](const Estimate& e) -> Json {
    if (e.kind != Estimate::Kind::kTwoSided) return nullptr;
    return {{"elo", number(e.value)}, {"low", number(e.low)}, {"high", number(e.high)}};
  };
  Json json{{"games", a.games}, {"recommendation", Json::object()}};
  for (const auto& [name, value] : space.values(a.recommendation)) json["recommendation"][name] = value;
  json["strength"] = json_of(a.strength);
  json["default"] = json_of(a.fallback);
  json["gain"] = json_of(a.gain);
  json["parameters"] = Json::array();
  for (std::size_t i = 0; i < space.size(); ++i) {
    const Verdict& v = a.verdicts[i];
    Json item{{"name", space.parameter(i).name},
              {"value", space.text(i, a.recommendation[i])},
              {"default", space.parameter(i).fallback},
              {"verdict", kKinds[static_cast<int>(v.kind)]},
              {"p", number(v.p)}};
    if (v.good.empty()) {
      item["low"] = v.low, item["high"] = v.high;
    } else {
      item["good"] = v.good;
    }
    json["parameters"].push_back(std::move(item));
  }
  return json.dump();
}

}  // namespace ludex::arena::tuning
