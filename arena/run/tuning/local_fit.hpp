// Core of CLOP: logistic regressions on fewer and fewer samples, until only those remain that are
// indistinguishable from the best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "arena/run/tuning/basis.hpp"
#include "arena/run/tuning/tuner.hpp"

namespace ludex::arena::tuning {

// Results of trials. Only grows.
class Samples {
 public:
  struct Totals {
    double wins = 0, draws = 0, losses = 0;
    Point points;  // the sum
  };
  explicit Samples(std::size_t dimensions) : dimensions_(dimensions) { totals_.points.resize(dimensions); }

  void add(const Point& point, const Score& score) { add(point, nullptr, score); }
  void add(const Trial& trial, const Score& score) {
    add(trial.point, trial.rival ? &*trial.rival : nullptr, score);
  }
  [[nodiscard]] std::size_t size() const noexcept { return wins_.size(); }
  [[nodiscard]] const double* point(std::size_t i) const { return &points_[i * dimensions_]; }
  // nullptr if the sample has no rival.
  [[nodiscard]] const double* rival(std::size_t i) const {
    return rivals_.empty() ? nullptr : &rivals_[i * dimensions_];
  }
  [[nodiscard]] double wins(std::size_t i) const { return wins_[i]; }
  [[nodiscard]] double draws(std::size_t i) const { return draws_[i]; }
  [[nodiscard]] double losses(std::size_t i) const { return losses_[i]; }
  [[nodiscard]] std::size_t dimensions() const noexcept { return dimensions_; }
  [[nodiscard]] const Totals& totals() const noexcept { return totals_; }

 private:
  void add(const Point& point, const Point* rival, const Score& score);

  std::size_t dimensions_;
  Totals totals_;
  std::vector<double> points_;  // one after the other
  std::vector<double> rivals_;  // likewise; empty: no sample has one
  std::vector<float> wins_, draws_, losses_;
};

// R. Coulom, "CLOP: Confident Local Optimization for Noisy Black-Box Parameter Tuning", ACG 13 (2011),
// Algorithm 1. q_k: quadratic logistic regression, maximum a posteriori under a Gaussian prior of variance
// 100, on samples of weight w_(k-1); m_k and s_k: mean strength and its standard deviation, from a constant
// model on the same weights;
//
//     w_k(x) = min(w_(k-1)(x), exp((q_k(x) - m_k) / (H s_k))),  w_0 = 1
//
// until the sum of weights changes by less than 1 %, at most 25 times. Draws: the ordered logit model
// P(win) = 1 / (1 + exp(d - q)), P(loss) = 1 / (1 + exp(d + q)), with d from all samples; the likelihood of a
// draw is then that of a win and a loss.
//
// Departures: the work is cut into slices, so that no single step takes long, and a fit uses the samples that
// existed at its start; the matrix of Newton's method uses some thousand samples spread over all (the
// gradient, which determines the result, uses all).
class LocalFit {
 public:
  struct Stage {
    std::vector<double> q;  // coefficients of the Basis
    double mean = 0;        // m_k, natural units of log odds
    double deviation = 1;   // s_k
    double weight = 0;      // sum of w_(k-1)
  };

  // Fits the first `count` >= 1 of `samples`; more may be added meanwhile. `confidence` is H; infinite: all
  // weights 1, one stage. The references must outlive the fit.
  LocalFit(const Basis& basis, const Samples& samples, std::size_t count, double confidence);
  ~LocalFit();
  LocalFit(LocalFit&&) noexcept;
  LocalFit& operator=(LocalFit&&) noexcept;

  // Runs about `operations` multiplications; returns whether the fit is complete, which the methods below
  // require.
  bool advance(double operations);
  void complete() {
    while (!advance(1e9)) {
    }
  }

  [[nodiscard]] const std::vector<Stage>& stages() const noexcept;
  [[nodiscard]] double draw_width() const noexcept;  // d
  [[nodiscard]] std::size_t count() const noexcept;
  // ln w(x) by the last weights, at most 0. Does not allocate.
  [[nodiscard]] double log_weight(const double* point) const;
  [[nodiscard]] double weight_of(std::size_t sample) const;
  [[nodiscard]] double total_weight() const noexcept;
  // Weighted mean of the samples.
  [[nodiscard]] const Point& mean_point() const noexcept;

  // Strength by the first (all samples alike) or last stage; the standard deviation is that of differences.
  enum class Which { kGlobal, kLocal };
  [[nodiscard]] double strength(Which which, const Point& point) const;
  [[nodiscard]] double deviation(Which which, const Point& point) const;
  [[nodiscard]] double deviation(Which which, const Point& a, const Point& b) const;
  // Wald statistic of all coefficients that depend on a parameter, and their number: chi-square distributed
  // if the parameter has no effect.
  struct Wald {
    double statistic = 0;
    std::size_t degrees = 0;
  };
  [[nodiscard]] Wald wald(std::size_t parameter) const;
  // Maximum of the last q in the box, subject to the constraints of `space`.
  [[nodiscard]] Point maximum(const Space& space) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Fits growing samples in slices of bounded work: a completed fit is followed by one of the samples that
// exist then. It lags behind by a constant few per cent of the samples.
class RunningFit {
 public:
  // Both must outlive it.
  RunningFit(const Basis& basis, const Samples& samples, double confidence)
      : basis_(basis), samples_(samples), confidence_(confidence) {}

  // Does nothing until there are four samples per coefficient.
  void advance();
  // Fits all samples at once.
  void complete();
  // The last complete fit; null before the first.
  [[nodiscard]] const LocalFit* fit() const noexcept { return fit_ ? &*fit_ : nullptr; }

 private:
  [[nodiscard]] bool too_few() const noexcept { return samples_.size() < 4 * basis_.size(); }

  const Basis& basis_;
  const Samples& samples_;
  double confidence_;
  std::optional<LocalFit> fit_;
  std::optional<LocalFit> next_;  // in progress
};

// Expected score (win 1, draw 1/2) of a strength.
[[nodiscard]] double score_of_strength(double strength, double draw_width) noexcept;

}  // namespace ludex::arena::tuning
