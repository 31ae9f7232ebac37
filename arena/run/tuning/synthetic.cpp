#include "arena/run/tuning/synthetic.hpp"

#include <cmath>
#include <string>

namespace ludex::arena::tuning {
namespace {

double term(Synthetic function, double x) noexcept {
  switch (function) {
    case Synthetic::kLog:
      return 2 * std::log(4 * x + 4.1) - 4 * x - 3;
    case Synthetic::kFlat: {
      const double y = x + 0.6;
      return 0.2 / (1 + 6 * y * y + y * y * y);
    }
    case Synthetic::kPower:
      return 0.05 * (x + 1) * (x + 1) - std::pow((x + 1) / 2, 20);
    case Synthetic::kAngle:
      return 1 + std::sqrt(2.0) - (x < -0.2 ? 2 * std::sqrt(0.3 - x) : std::sqrt(x + 2.2));
    case Synthetic::kStep:
      if (x < -0.8 || x >= 0.8) return -2;
      return x < -0.3 ? -2 + 6 * (x + 0.8) : -(x + 0.3) / 1.1;
  }
  return 0;
}

double win(double strength) noexcept {
  return 1 / (1 + std::exp(-strength));
}

}  // namespace

double synthetic_strength(Synthetic function, const Point& point) noexcept {
  double sum = 0;
  for (const double x : point) sum += term(function, x);
  return sum;
}

double synthetic_optimum(Synthetic function) noexcept {
  switch (function) {
    case Synthetic::kLog:
      return -0.525;  // 8 / (4 x + 4.1) = 4
    case Synthetic::kFlat:
      return -0.6;
    case Synthetic::kPower:
      return 2 * std::pow(0.02, 1.0 / 18) - 1;  // 0.1 (x + 1) = 10 ((x + 1) / 2)^19
    case Synthetic::kAngle:
      return -0.2;
    case Synthetic::kStep:
      return std::nextafter(-0.3, -1.0);
  }
  return 0;
}

double simple_regret(Synthetic function, const Point& point) noexcept {
  const Point best(point.size(), synthetic_optimum(function));
  return win(synthetic_strength(function, best)) - win(synthetic_strength(function, point));
}

Score synthetic_pair(Synthetic function, const Point& point, Rng& rng) noexcept {
  const double p = win(synthetic_strength(function, point));
  Score score;
  for (int i = 0; i < 2; ++i) ++(rng.uniform() < p ? score.wins : score.losses);
  return score;
}

TuneSpec synthetic_spec(std::size_t dimensions) {
  TuneSpec spec;
  for (std::size_t i = 0; i < dimensions; ++i) {
    TunedParameter p;
    p.name = "x" + std::to_string(i + 1);
    p.low = -1, p.high = 1;
    p.fallback = "0";
    spec.parameters.push_back(p);
  }
  return spec;
}

}  // namespace ludex::arena::tuning
