// CLOP (formulas in local_fit.hpp): draws samples where, by the last fit, the optimum may be.
#pragma once

#include <cstdint>

#include "arena/run/tuning/local_fit.hpp"
#include "arena/run/tuning/tuner.hpp"

namespace ludex::arena::tuning {

// Draws the next sample with a density proportional to w(x): a Gibbs sampler that draws each coordinate by
// slices (R. Neal, "Slice sampling", Annals of Statistics 31, 2003), starting from the last sample. Uniform
// until there are four samples per coefficient. Recommends the weighted mean of the samples (the author's
// advice), or the maximum of the last regression. Rounds integers when they are played.
class Clop final : public Method {
 public:
  // `space` must outlive the object.
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
  Point chain_;  // state of the sampler
};

}  // namespace ludex::arena::tuning
