#include "arena/tuning/clop.hpp"

#include <algorithm>
#include <cmath>

#include "arena/rating/match_statistics.hpp"

namespace ludex::arena::tuning {

Clop::Clop(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed)
    : space_(space),
      basis_(space),
      confidence_(spec.confidence),
      choice_(spec.recommend),
      rng_(Rng::seeded(seed)),
      samples_(space.size()),
      chain_(space.random(rng_)) {}

// A slice of the fit with every question: as soon as one is complete, the next begins with the samples that
// there are then. A fit lags behind by the same few per cent of the samples however many there are.
void Clop::advance() {
  if (samples_.size() < 4 * basis_.size()) return;
  double operations = 4e5 + 2 * static_cast<double>(samples_.size());
  // Small fits are not cut: they are over before they can be late.
  if (samples_.size() < 500) operations *= 4;
  // Less than one new sample in a hundred changes nothing.
  if (!next_ && (!fit_ || fit_->count() + fit_->count() / 100 < samples_.size()))
    next_.emplace(basis_, samples_, samples_.size(), confidence_);
  if (next_ && next_->advance(operations)) {
    fit_ = std::move(next_);
    next_.reset();
  }
}

void Clop::draw_coordinate(std::size_t i) {
  const double level = fit_->log_weight(chain_.data()) + std::log(1 - rng_.uniform());
  const double here = chain_[i];
  double low = -1;
  double high = 1;
  constexpr int kTries = 60;  // the slice is then shorter than a double can tell
  for (int k = 0; k < kTries; ++k) {
    chain_[i] = low + (high - low) * rng_.uniform();
    if (space_.feasible(chain_) && fit_->log_weight(chain_.data()) >= level) return;
    (chain_[i] < here ? low : high) = chain_[i];
  }
  chain_[i] = here;
}

Result<Trial> Clop::ask() {
  advance();
  if (!fit_) {
    chain_ = space_.random(rng_);
  } else {
    for (std::size_t i = 0; i < space_.size(); ++i) draw_coordinate(i);
  }
  return Trial{chain_};
}

Result<void> Clop::finish() {
  if (samples_.size() < 4 * basis_.size()) return {};
  next_.reset();
  fit_.emplace(basis_, samples_, samples_.size(), confidence_);
  fit_->complete();
  return {};
}

std::optional<std::pair<double, double>> Clop::strength() const {
  if (!fit_) return std::nullopt;
  const Point point = recommendation();
  const double value = fit_->strength(LocalFit::Which::kLocal, point);
  const double deviation = fit_->deviation(LocalFit::Which::kLocal, point);
  const auto elo = [&](double strength) {
    return rating::elo_of_score(std::clamp(score_of_strength(strength, fit_->draw_width()), 1e-6, 1 - 1e-6));
  };
  return std::pair(elo(value), (elo(value + deviation) - elo(value - deviation)) / 2);
}

Point Clop::recommendation() const {
  if (!fit_) return space_.fallback();
  Point point = choice_ == ClopChoice::kMaximum ? fit_->maximum(space_) : fit_->mean_point();
  // The feasible set is convex but where integers are rounded.
  return space_.feasible(point) ? point : space_.fallback();
}

}  // namespace ludex::arena::tuning
