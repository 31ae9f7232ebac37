// Results of a tuning by any method: strength, gain over the default, a verdict for each parameter.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/results/rating/match_statistics.hpp"
#include "arena/run/tuning/local_fit.hpp"
#include "arena/run/tuning/tuner.hpp"

namespace ludex::arena::tuning {

struct PlayedTrial {
  Trial trial;
  Score score;
  bool control = false;  // the defaults
};

// The events of a tuning, in order.
struct History {
  struct Step {
    std::uint64_t games;  // handed out
    Point recommendation;
  };
  std::vector<PlayedTrial> trials;
  std::vector<Step> path;
};

// The trials of a history as sums and samples.
class Observations {
 public:
  explicit Observations(const Space& space)
      : basis_(std::make_shared<Basis>(space)), samples_(std::make_shared<Samples>(space.size())) {}

  void add(const PlayedTrial& played);

  [[nodiscard]] std::uint64_t games() const noexcept { return games_; }
  [[nodiscard]] bool duels() const noexcept { return duels_; }
  [[nodiscard]] const Score& control() const noexcept { return control_; }
  [[nodiscard]] const std::shared_ptr<Basis>& basis() const noexcept { return basis_; }
  [[nodiscard]] const std::shared_ptr<Samples>& samples() const noexcept { return samples_; }

 private:
  std::shared_ptr<Basis> basis_;
  std::shared_ptr<Samples> samples_;
  std::uint64_t games_ = 0;
  Score control_;
  bool duels_ = false;
};

// H of the fit. Differences have no mean strength, so all of them count.
[[nodiscard]] double fit_confidence(const TuneSpec& spec) noexcept;

struct Verdict {
  enum class Kind {
    kUnknown,  // too few games
    kMatters,
    kFlat,  // no effect that these games could show
    kEdge,  // matters, and improves up to an end of its range
  };
  Kind kind = Kind::kUnknown;
  double p = 1;                   // of an effect this large by chance alone
  std::string low, high;          // of a number: no value between them is shown to be worse
  std::vector<std::string> good;  // of a category: values not shown to be worse
  bool at_low = false;            // kEdge: the low end
  bool whole = false;             // no value of the range is shown to be worse

  // "flat: any value in 0.1..3"; "no effect shown: as good in 0.1..2" if some values are shown to be worse.
  [[nodiscard]] std::string text() const;
};

struct Analysis {
  Point recommendation;
  std::uint64_t games = 0;
  std::shared_ptr<const Basis> basis;
  std::shared_ptr<const Samples> samples;
  std::shared_ptr<const LocalFit> fit;  // null: too few games
  bool duels = false;                   // the samples are differences, so the surface has no level
  rating::Estimate strength;            // Elo of the recommendation against the opponents
  rating::Estimate fallback;            // likewise for the defaults; 0 against a copy of itself
  rating::Estimate gain;                // difference of strength and fallback
  bool measured = false;                // strength is measured by games at exactly this point
  std::vector<Verdict> verdicts;        // one per parameter

  // Whether no parameter has a demonstrable effect.
  [[nodiscard]] bool all_flat() const;
};

// All but the recommendation needs four trials per coefficient of the regression. The level of the tests is 5
// % for all parameters together (Bonferroni).
[[nodiscard]] Analysis analyse(const TuneSpec& spec, const Space& space, const History& history,
                               const Point& recommendation);

// A short text for the progress line, from an existing fit (null: too few games).
[[nodiscard]] std::string status_text(const TuneSpec& spec, const Space& space, const Observations& observed,
                                      const LocalFit* fit, const Point& recommendation);

// A table of parameters and strengths, for people, and a document for programs.
[[nodiscard]] std::string to_text(const Analysis& analysis, const Space& space);
// Why the estimated gain misleads.
[[nodiscard]] std::string_view gain_note(const Analysis& a) noexcept;
[[nodiscard]] std::string to_json(const Analysis& analysis, const Space& space);
// "+12.3 [+1.0, +23.5]"; "unknown".
[[nodiscard]] std::string elo_text(const rating::Estimate& estimate);

}  // namespace ludex::arena::tuning
