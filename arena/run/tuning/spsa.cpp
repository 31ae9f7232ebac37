#include "arena/run/tuning/spsa.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::arena::tuning {
namespace {

constexpr double kAlpha = 0.602;
constexpr double kGamma = 0.101;

}  // namespace

Spsa::Spsa(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed, std::uint64_t trials,
           bool duel)
    : space_(space),
      duel_(duel),
      iterations_(std::max(1.0, static_cast<double>(duel ? trials : trials / 2))),
      stability_(iterations_ / 10),
      c_end_(2 * spec.c_end),
      r_end_(spec.r_end > 0 ? spec.r_end : std::min(0.2, 0.002 * 30'000 / iterations_)),
      rng_(Rng::seeded(seed)),
      theta_(space.fallback()),
      flip_(space.size()) {}

Point Spsa::moved(const Point& flip, double c) const {
  // Halves the step until the point is feasible, as theta itself is.
  for (int i = 0; i < 20; ++i, c /= 2) {
    Point point(theta_);
    for (std::size_t k = 0; k < point.size(); ++k) point[k] = std::clamp(point[k] + c * flip[k], -1.0, 1.0);
    if (space_.feasible(point)) return point;
  }
  return theta_;
}

Result<Trial> Spsa::ask() {
  if (second_) {
    second_ = false;
    return Trial{moved(flip_, -c_)};
  }
  const double k = static_cast<double>(next_++);
  for (double& sign : flip_) sign = (rng_.next() >> 63) != 0 ? 1 : -1;
  c_ = c_end_ * std::pow(iterations_ / k, kGamma);
  const double a = r_end_ * c_end_ * c_end_ * std::pow((stability_ + iterations_) / (stability_ + k), kAlpha);
  open_.push_back({flip_, a / c_});  // a_k / c_k^2 * c_k
  second_ = !duel_;
  if (duel_) return Trial{moved(flip_, c_), moved(flip_, -c_)};
  return Trial{moved(flip_, c_)};
}

void Spsa::learn(const Trial&, const Score& score) {
  double result = static_cast<double>(score.wins) - static_cast<double>(score.losses);
  if (!duel_) {
    half_ = !half_;
    if (half_) {
      half_result_ = result;
      return;
    }
    result = (half_result_ - result) / 2;
  }
  const Step& step = open_[first_open_++];
  theta_ = moved(step.flip, step.rate * result);
  if (first_open_ > 1024) {
    open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(first_open_));
    first_open_ = 0;
  }
}

Point Spsa::recommendation() const {
  return theta_;
}

}  // namespace ludex::arena::tuning
