#include "arena/results/rating/match_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace ludex::arena::rating {
namespace {

constexpr double kNormalizedScale = 800 / std::numbers::ln10;

double normal_cdf(double x) noexcept {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

Estimate two_sided(double value, double low, double high) noexcept {
  return {Estimate::Kind::kTwoSided, value, low, high, (high - low) / 2};
}
Estimate bound(double value, bool at_least) noexcept {
  return {at_least ? Estimate::Kind::kAtLeast : Estimate::Kind::kAtMost, value, value, value, 0};
}

// Smallest plausible share of an outcome that n of n observations showed. Their sample variance, 0, says
// nothing about the next one; but an outcome of probability q appears n times with probability q^n, so the
// interval's level excludes any q below alpha^(1/n).
double least_share(double n, double z) noexcept {
  constexpr double kLeastAlpha = 1e-300;
  return std::pow(std::max(std::erfc(z / std::numbers::sqrt2), kLeastAlpha), 1 / n);
}

// Whether the normal interval of the mean score leaves (0, 1): the sample variance then rests on a few
// observations and is unreliable.
bool at_the_edge(double s, double variance, double n, double z) noexcept {
  const double half = z * std::sqrt(variance / n);
  return !(s - half > 0 && s + half < 1);
}

// Lower end of Wilson's (1927) interval of the mean score, with the variance of a game without draws, s (1 -
// s), the largest possible. The upper end is 1 - wilson_low(1 - s).
double wilson_low(double s, double n, double z) noexcept {
  const double z2 = z * z / n;
  const double high = (s + z2 / 2 + z * std::sqrt(s * (1 - s) / n + z2 / (4 * n))) / (1 + z2);
  return s * s / ((1 + z2) * high);  // the product of the ends is s^2 / (1 + z^2/n): nothing cancels
}

// (s - 1/2) / deviation of a game without draws, whose deviation follows from the score.
double decisive_ratio(double s) noexcept {
  return (s - 0.5) / std::sqrt(s * (1 - s));
}

void equal_observations(double s, double n, double z, MatchStatistics& m) noexcept {
  const double q = least_share(n, z);
  // The rest, 1 - q, may score anything from 0 to 1: the mean lies in q s .. 1 - q (1 - s).
  if (s >= 1) {
    m.elo = bound(elo_of_score(q), true);
  } else if (s <= 0) {
    m.elo = bound(-elo_of_score(q), false);
  } else {
    m.elo = two_sided(elo_of_score(s), elo_of_score(q * s), -elo_of_score(q * (1 - s)));
  }
  m.los = s == 0.5 ? 0.5 : los_of_decisive(s > 0.5 ? n : 0, s > 0.5 ? 0 : n);
}

// Normalized Elo when all observations were equal and not 1/2: the worst case, with the share 1 - q at the
// far end.
Estimate normalized_bound(double s, double n, double z, double scale) noexcept {
  const double q = least_share(n, z);
  const double ahead = s > 0.5 ? s : 1 - s;
  const double t = (q * ahead - 0.5) / (ahead * std::sqrt(q * (1 - q)));
  return bound(s > 0.5 ? scale * t : -scale * t, s > 0.5);
}

}  // namespace

ScoreCounts ScoreCounts::of(const Trinomial& games) noexcept {
  return {
      {0, 0.5, 1},
      {static_cast<double>(games.losses), static_cast<double>(games.draws), static_cast<double>(games.wins)},
      3,
      1};
}

ScoreCounts ScoreCounts::of(const Pentanomial& pairs) noexcept {
  ScoreCounts counts{{0, 0.25, 0.5, 0.75, 1}, {}, 5, 2};
  for (std::size_t i = 0; i < 5; ++i) counts.count[i] = static_cast<double>(pairs.pairs[i]);
  return counts;
}

ScoreCounts ScoreCounts::of_blocks(std::span<const std::uint64_t> blocks, double games) noexcept {
  ScoreCounts counts;
  counts.size = blocks.size();
  counts.games_per_unit = games;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    counts.value[i] = static_cast<double>(i) / static_cast<double>(blocks.size() - 1);
    counts.count[i] = static_cast<double>(blocks[i]);
  }
  return counts;
}

double ScoreCounts::total() const noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += count[i];
  return sum;
}

double ScoreCounts::mean() const noexcept {
  const double n = total();
  if (n == 0) return 0.5;
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += value[i] * count[i];
  return sum / n;
}

double ScoreCounts::variance() const noexcept {
  const double n = total();
  if (n == 0) return 0;
  const double s = mean();
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += count[i] * (value[i] - s) * (value[i] - s);
  return sum / n;
}

double elo_of_score(double score) noexcept {
  return -400 * std::log10(1 / score - 1);
}

double score_of_elo(double elo) noexcept {
  return 1 / (1 + std::pow(10, -elo / 400));
}

double los_of_decisive(double wins, double losses) noexcept {
  return wins + losses > 0 ? normal_cdf((wins - losses) / std::sqrt(wins + losses)) : 0.5;
}

MatchStatistics match_statistics(const ScoreCounts& counts, double z) noexcept {
  MatchStatistics m;
  m.units = counts.total();
  if (m.units == 0) return m;
  const double n = m.units;
  const double s = counts.mean();
  const double variance = counts.variance();
  m.score = s;
  m.deviation = std::sqrt(variance);
  m.draw_ratio = counts.count[counts.size / 2] / n;
  if (counts.size == 5) {
    const double lost = counts.count[0] + counts.count[1];
    if (lost > 0) m.pairs_ratio = (counts.count[3] + counts.count[4]) / lost;
  }
  // For independent games, the deviation of one game is sqrt(games_per_unit) times that of the unit's mean
  // score.
  const double scale = kNormalizedScale / std::sqrt(counts.games_per_unit);
  const bool equal =
      std::any_of(counts.count.begin(), counts.count.end(), [n](double count) { return count == n; });
  if (equal) {
    equal_observations(s, n, z, m);
    const double error = scale * z / std::sqrt(n);
    m.nelo = s == 0.5 ? two_sided(0, -error, error) : normalized_bound(s, n, z, scale);
    return m;
  }
  const double t = (s - 0.5) / m.deviation;
  m.los = normal_cdf(t * std::sqrt(n));
  if (at_the_edge(s, variance, n, z)) {
    const double low = wilson_low(s, n, z);
    const double tail = wilson_low(1 - s, n, z);  // 1 minus the upper end
    m.elo = two_sided(elo_of_score(s), elo_of_score(low), -elo_of_score(tail));
    // z / sqrt(n) assumes a known deviation, but here it is the least known quantity.
    m.nelo = two_sided(scale * t, scale * std::min(t, decisive_ratio(low)),
                       scale * std::max(t, -decisive_ratio(tail)));
    return m;
  }
  const double half = z * std::sqrt(variance / n);
  m.elo = two_sided(elo_of_score(s), elo_of_score(s - half), elo_of_score(s + half));
  const double error = z / std::sqrt(n);
  m.nelo = two_sided(scale * t, scale * (t - error), scale * (t + error));
  return m;
}

std::string to_text(const Estimate& e) {
  switch (e.kind) {
    case Estimate::Kind::kNone:
      return "-";
    case Estimate::Kind::kAtLeast:
      return fmt::format("at least {:+.1f}", e.value);
    case Estimate::Kind::kAtMost:
      return fmt::format("at most {:+.1f}", e.value);
    case Estimate::Kind::kTwoSided:
      break;
  }
  return fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", e.value, e.low, e.high);
}

}  // namespace ludex::arena::rating
