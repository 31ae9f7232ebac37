// Fits the parameters of MTD-H's distribution (distribution.hpp).
//
// Data, as in the thesis: for each position and each bucket of a walk over the counters of depth s, the pair
// (x, y) and whether the value of depth t lies in that bucket. Loss: the mean squared error of the upward
// rows plus that of the downward ones. Departure: the thesis minimises over all four parameters with
// L-BFGS-B; but for a given p the model is linear in w_up, w_down and c, so here three normal equations give
// these and only p is searched for.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "agents/mtd/distribution.hpp"

namespace ludex::agents::mtd {

struct Sample {
  double x;
  double y;
  bool end;
  bool hit;
};
struct Samples {
  std::vector<Sample> up;
  std::vector<Sample> down;
};

// Adds the rows of one position: its counters, and the bucket of the deeper value.
inline void add_samples(Samples& samples, const Counters& counters, std::uint32_t bucket) {
  walk(counters.up, [&](std::size_t i, double x, double y, bool end) {
    samples.up.push_back({x, y, end, i == bucket});
  });
  const std::vector<double> down(counters.down.rbegin(), counters.down.rend());
  walk(down, [&](std::size_t i, double x, double y, bool end) {
    samples.down.push_back({x, y, end, down.size() - 1 - i == bucket});
  });
}

[[nodiscard]] inline double loss(const Samples& samples, const Parameters& row) {
  const auto mean = [&](const std::vector<Sample>& rows, double side) {
    double sum = 0;
    for (const Sample& s : rows) {
      const double error = weight(row, side, s.x, s.y, s.end) - (s.hit ? 1.0 : 0.0);
      sum += error * error;
    }
    return rows.empty() ? 0.0 : sum / static_cast<double>(rows.size());
  };
  return mean(samples.up, row.up) + mean(samples.down, row.down);
}

// The best w_down, w_up and c for this p, all in [0, 1].
[[nodiscard]] inline Parameters fit_linear(const Samples& samples, double p) {
  Parameters row{0, 0, p, 0, 0, 0};
  // Minimise mean_down (d a + c - h)^2 + mean_up (u a + c - h)^2.
  struct Moments {
    double a = 0, aa = 0, h = 0, ah = 0;
  };
  const auto moments = [&](const std::vector<Sample>& rows) {
    Moments m;
    for (const Sample& s : rows) {
      const double a = weight({0, 0, p, 0, 0, 0}, 1.0, s.x, s.y, s.end);
      const double h = s.hit ? 1 : 0;
      m.a += a, m.aa += a * a, m.h += h, m.ah += a * h;
    }
    const double n = std::max<double>(1, static_cast<double>(rows.size()));
    m.a /= n, m.aa /= n, m.h /= n, m.ah /= n;
    return m;
  };
  const Moments d = moments(samples.down);
  const Moments u = moments(samples.up);
  // d w_d: aa w_d + a c = ah; the same upward; c: a_d w_d + a_u w_u + 2 c = h_d + h_u. Eliminate the weights.
  const double rd = d.aa > 1e-12 ? d.a / d.aa : 0;
  const double ru = u.aa > 1e-12 ? u.a / u.aa : 0;
  const double left = 2 - d.a * rd - u.a * ru;
  row.c = left > 1e-12 ? (d.h + u.h - d.ah * rd - u.ah * ru) / left : 0;
  row.c = std::clamp(row.c, 0.0, 1.0);
  row.down = d.aa > 1e-12 ? std::clamp((d.ah - d.a * row.c) / d.aa, 0.0, 1.0) : 0;
  row.up = u.aa > 1e-12 ? std::clamp((u.ah - u.a * row.c) / u.aa, 0.0, 1.0) : 0;
  return row;
}

// The best p on a grid that is finer near 1 (1 - p from 1/1000 on, geometric), then by golden section around
// it.
[[nodiscard]] inline Parameters fit(const Samples& samples) {
  constexpr int kGrid = 48;
  const auto p_of = [](double t) { return 1 - std::pow(10.0, -3.3 * t); };
  const auto value = [&](double t) { return loss(samples, fit_linear(samples, p_of(t))); };
  double best = 0;
  double least = value(0);
  for (int i = 1; i <= kGrid; ++i) {
    const double t = static_cast<double>(i) / kGrid;
    if (const double v = value(t); v < least) least = v, best = t;
  }
  double low = std::max(0.0, best - 1.0 / kGrid);
  double high = std::min(1.0, best + 1.0 / kGrid);
  constexpr double kGolden = 0.6180339887498949;
  for (int i = 0; i < 20; ++i) {
    const double a = high - (high - low) * kGolden;
    const double b = low + (high - low) * kGolden;
    (value(a) < value(b) ? high : low) = value(a) < value(b) ? b : a;
  }
  return fit_linear(samples, p_of((low + high) / 2));
}

}  // namespace ludex::agents::mtd
