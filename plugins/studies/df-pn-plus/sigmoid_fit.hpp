// Least squares for the sigmoid h(x) = B / (1 + exp(-x / C)) + 1 and for its smoothing F exp(D e) (Nagai &
// Imai, section 4). For a given C (or D) the best B (or F) has a closed form (their eq. 7); trisection of the
// logarithm over a grid's best interval finds the other.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ludex::agents::df_pn_plus {

// A solved problem: its evaluation, in units of the game, and the threshold that sufficed, of phi if it is
// proven, of delta if not.
struct Problem {
  double evaluation;
  bool proven;
  double threshold;
};

struct Sigmoid {
  double b = 1;
  double c = 10;
};

struct StageFit {
  std::uint32_t stage = 0;
  std::size_t proven = 0;
  Sigmoid phi;    // from the proven ones
  Sigmoid delta;  // from the others
  Sigmoid both;   // "doubling": all, the evaluation of the proven ones reversed
};

// The minimum of `cost` over [low, high], to about a thousandth of the range.
template <class F>
[[nodiscard]] double minimum(double low, double high, const F& cost) {
  constexpr int kGrid = 60;
  double best = std::numeric_limits<double>::infinity();
  int at = 0;
  for (int i = 0; i <= kGrid; ++i) {
    const double value = cost(low + (high - low) * i / kGrid);
    if (value < best) best = value, at = i;
  }
  const double step = (high - low) / kGrid;
  double a = low + step * std::max(at - 1, 0);
  double b = low + step * std::min(at + 1, kGrid);
  for (int i = 0; i < 40; ++i) {
    const double left = a + (b - a) / 3;
    const double right = b - (b - a) / 3;
    if (cost(left) < cost(right)) {
      b = right;
    } else {
      a = left;
    }
  }
  return (a + b) / 2;
}

// Fits points (x, y): x is the evaluation against the side with number y.
[[nodiscard]] inline Sigmoid fit_sigmoid(const std::vector<std::pair<double, double>>& points) {
  if (points.empty()) return {};
  const auto best_b = [&](double c) {
    double above = 0, below = 0;
    for (const auto& [x, y] : points) {
      const double s = 1 / (1 + std::exp(-x / c));
      above += (y - 1) * s;
      below += s * s;
    }
    return std::max(above / below, 0.0);
  };
  const auto error = [&](double log_c) {
    const double c = std::exp(log_c);
    const double b = best_b(c);
    double sum = 0;
    for (const auto& [x, y] : points) {
      const double d = b / (1 + std::exp(-x / c)) + 1 - y;
      sum += d * d;
    }
    return sum;
  };
  Sigmoid s;
  s.c = std::exp(minimum(std::log(1.0), std::log(64.0), error));
  s.b = best_b(s.c);
  return s;
}

[[nodiscard]] inline StageFit fit_stage(std::uint32_t stage, const std::vector<Problem>& problems) {
  StageFit f;
  f.stage = stage;
  std::vector<std::pair<double, double>> proven, disproven, both;
  for (const Problem& p : problems) {
    const double x = p.proven ? -p.evaluation : p.evaluation;
    (p.proven ? proven : disproven).emplace_back(x, p.threshold);
    both.emplace_back(x, p.threshold);
  }
  f.proven = proven.size();
  f.phi = fit_sigmoid(proven);
  f.delta = fit_sigmoid(disproven);
  f.both = fit_sigmoid(both);
  return f;
}

// exp(log0 + rate * e).
struct Exponential {
  double log0 = 0;
  double rate = 0;
  [[nodiscard]] double operator()(double e) const noexcept { return std::exp(log0 + rate * e); }
};

[[nodiscard]] inline Exponential fit_exponential(const std::vector<std::pair<double, double>>& points) {
  const auto best_f = [&](double rate) {
    double above = 0, below = 0;
    for (const auto& [e, y] : points) {
      const double s = std::exp(rate * e);
      above += y * s;
      below += s * s;
    }
    return above / below;
  };
  const double rate = minimum(-1.0, 2.0, [&](double r) {
    const double f = best_f(r);
    double sum = 0;
    for (const auto& [e, y] : points) {
      const double d = f * std::exp(r * e) - y;
      sum += d * d;
    }
    return sum;
  });
  return {std::log(std::max(best_f(rate), 1e-9)), rate};
}

}  // namespace ludex::agents::df_pn_plus
