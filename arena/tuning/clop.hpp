// CLOP (local_fit.hpp has the formulas): samples drawn where the last fit says that they may be the best.
#pragma once

#include <cstdint>

#include "arena/tuning/local_fit.hpp"
#include "arena/tuning/tuner.hpp"

namespace ludex::arena::tuning {

// The next sample is drawn with a density proportional to w(x): a Gibbs sampler whose coordinates are drawn
// by slices (R. Neal, "Slice sampling", Annals of Statistics 31, 2003), from the last sample on. Uniform
// until there are four samples a coefficient. What is recommended: the weighted mean of the samples (the
// author's advice), or the maximum of the last regression. Integers are rounded when they are played.
class Clop final : public Method {
 public:
  // `space` outlives it.
  Clop(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed);

  [[nodiscard]] Result<Trial> ask() override;
  void learn(const Trial& trial, const Score& score) override { samples_.add(trial.point, score); }
  [[nodiscard]] Result<void> finish() override {
    running_.complete();
    return {};
  }
  [[nodiscard]] Point recommendation() const override;
  [[nodiscard]] const LocalFit* fit() const noexcept override { return running_.fit(); }

 private:
  void draw_coordinate(std::size_t i);

  const Space& space_;
  Basis basis_;
  ClopChoice choice_;
  Rng rng_;
  Samples samples_;
  RunningFit running_;
  Point chain_;  // where the sampler is
};

}  // namespace ludex::arena::tuning
