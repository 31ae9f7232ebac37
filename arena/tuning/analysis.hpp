// What a tuning says, however it was found: strength, gain over the default, a verdict for each parameter.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/rating/match_statistics.hpp"
#include "arena/tuning/local_fit.hpp"
#include "arena/tuning/tuner.hpp"

namespace ludex::arena::tuning {

struct PlayedTrial {
  Trial trial;
  Score score;
  bool control = false;  // the defaults
};

// What happened, in order.
struct History {
  struct Step {
    std::uint64_t games;  // handed out
    Point recommendation;
  };
  std::vector<PlayedTrial> trials;
  std::vector<Step> path;
};

// What the trials of a history were, in sums and samples.
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

// H of the fit. Differences have no mean strength of their own: all of them count.
[[nodiscard]] double fit_confidence(const TuneSpec& spec) noexcept;

struct Verdict {
  enum class Kind {
    kUnknown,  // too few games to say
    kMatters,
    kFlat,  // no effect that these games could show
    kEdge,  // matters, and gets better up to an end of its range
  };
  Kind kind = Kind::kUnknown;
  double p = 1;                   // of so large an effect by chance alone
  std::string low, high;          // of a number: no value between them is shown to be worse
  std::vector<std::string> good;  // of a category: the same
  bool at_low = false;            // kEdge: which end

  // "flat: any value in 0.1..3".
  [[nodiscard]] std::string text() const;
};

struct Analysis {
  Point recommendation;
  std::uint64_t games = 0;
  std::shared_ptr<const Basis> basis;
  std::shared_ptr<const Samples> samples;
  std::shared_ptr<const LocalFit> fit;  // null: too few games
  bool duels = false;                   // the samples are differences: the surface has no level
  rating::Estimate strength;            // Elo of the recommendation against the opponents
  rating::Estimate fallback;            // of the defaults, the same; against a copy of itself 0
  rating::Estimate gain;                // of the first over the second
  bool measured = false;                // strength is that of games at exactly this point
  std::vector<Verdict> verdicts;        // one a parameter

  // All parameters without effect that could be shown.
  [[nodiscard]] bool all_flat() const;
};

// Needs four trials a coefficient of the regression for all but the recommendation. The level of the tests is
// 5 % for all parameters together (Bonferroni).
[[nodiscard]] Analysis analyse(const TuneSpec& spec, const Space& space, const History& history,
                               const Point& recommendation);

// The same while games are played, by a fit that there is (null: too few games), for a line of progress.
[[nodiscard]] std::string status_text(const TuneSpec& spec, const Space& space, const Observations& observed,
                                      const LocalFit* fit, const Point& recommendation);

// For people: a table of parameters, and the strengths. For programs.
[[nodiscard]] std::string to_text(const Analysis& analysis, const Space& space);
[[nodiscard]] std::string to_json(const Analysis& analysis, const Space& space);
// "+12.3 [+1.0, +23.5]"; "unknown".
[[nodiscard]] std::string elo_text(const rating::Estimate& estimate);

}  // namespace ludex::arena::tuning
