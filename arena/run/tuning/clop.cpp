#include "arena/run/tuning/clop.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::arena::tuning {

Clop::Clop(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed)
    : space_(space),
      basis_(space),
      choice_(spec.recommend),
      rng_(Rng::seeded(seed)),
      samples_(space.size()),
      running_(basis_, samples_, spec.confidence),
      chain_(space.random(rng_)) {}

void Clop::draw_coordinate(std::size_t i) {
  const double level = fit()->log_weight(chain_.data()) + std::log(1 - rng_.uniform());
  const double here = chain_[i];
  double low = -1;
  double high = 1;
  constexpr int kTries = 60;  // then the slice is shorter than a double's resolution
  for (int k = 0; k < kTries; ++k) {
    chain_[i] = low + (high - low) * rng_.uniform();
    if (space_.feasible(chain_) && fit()->log_weight(chain_.data()) >= level) return;
    (chain_[i] < here ? low : high) = chain_[i];
  }
  chain_[i] = here;
}

Result<Trial> Clop::ask() {
  running_.advance();
  if (fit() == nullptr) {
    chain_ = space_.random(rng_);
  } else {
    for (std::size_t i = 0; i < space_.size(); ++i) draw_coordinate(i);
  }
  return Trial{chain_};
}

Point Clop::recommendation() const {
  if (fit() == nullptr) return space_.fallback();
  Point point = choice_ == ClopChoice::kMaximum ? fit()->maximum(space_) : fit()->mean_point();
  // The feasible set is convex except for the rounding of integers.
  return space_.feasible(point) ? point : space_.fallback();
}

}  // namespace ludex::arena::tuning
