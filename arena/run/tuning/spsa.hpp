// Simultaneous perturbation stochastic approximation, as in fishtest and OpenBench.
#pragma once

#include <cstdint>

#include "arena/run/tuning/tuner.hpp"

namespace ludex::arena::tuning {

// J. Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation"
// (1992), with alpha = 0.602, gamma = 0.101, A = K / 10 for K iterations:
//
//     c_k = c_K (K / k)^gamma,  R_k = a_0 / (A + k)^alpha / c_k^2,  a_0 = r_end c_K^2 (A + K)^alpha
//     theta <- theta + R_k c_k (wins - losses of theta + c_k flip against theta - c_k flip) flip,  flip = +-1
//
// The range is [-1, 1], so c_K = 2 c_end. One iteration is a pair of games between the two points or, against
// other opponents, a pair of each, of which half the difference counts. The default of r_end is 0.002 at
// 30,000 iterations (fishtest's), proportional to 1 / K, and at most 0.2: the same slope then moves theta by
// the same share of the range in a run of any length.
class Spsa final : public Method {
 public:
  Spsa(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed, std::uint64_t trials, bool duel);

  [[nodiscard]] Result<Trial> ask() override;
  void learn(const Trial& trial, const Score& score) override;
  [[nodiscard]] Point recommendation() const override;

 private:
  struct Step {
    Point flip;
    double rate = 0;  // R_k c_k
  };
  // theta + c flip, in the box and feasible.
  [[nodiscard]] Point moved(const Point& flip, double c) const;

  const Space& space_;
  bool duel_;
  double iterations_;
  double stability_;  // A
  double c_end_;
  double r_end_;
  Rng rng_;
  Point theta_;
  std::uint64_t next_ = 1;  // k
  bool second_ = false;     // of an iteration's two trials
  Point flip_;
  double c_ = 0;
  std::vector<Step> open_;  // asked, not learned; oldest first
  std::size_t first_open_ = 0;
  bool half_ = false;
  double half_result_ = 0;
};

}  // namespace ludex::arena::tuning
