// Statistics of random games, to compare with those of another program, and of the choices made in them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "core/game/game_module.hpp"

namespace ludex::tests {

// One row of a table of another program's random games.
struct PublishedPlayouts {
  double games;
  double mean_plies;
  double sd_plies;
  double first_wins;  // shares, 0..1
  double second_wins;
  double draws;
};

// Plays `games` playouts; means and shares must agree within 4 standard errors of the difference (plus the
// rounding of the published figures: half a unit of their last digit).
template <GameRules R>
void check_published_playouts(const R& rules, const PublishedPlayouts& published, std::uint32_t games,
                              std::uint64_t seed, double plies_rounding, double share_rounding) {
  std::vector<double> lengths;
  double count[3] = {0, 0, 0};
  Rng rng = Rng::seeded(seed);
  const auto module = std::make_unique<GameModule<R>>(rules);
  for (std::uint32_t i = 0; i < games; ++i) {
    typename R::State state = rules.initial();
    const PlayoutResult r = module->playout(reinterpret_cast<State*>(&state), &rng, nullptr);
    lengths.push_back(r.plies);
    ++count[r.status == GameStatus::kDraw ? 2 : winner_of(r.status)];
  }
  const double n = games;
  const double mean = std::accumulate(lengths.begin(), lengths.end(), 0.0) / n;
  double second = 0;  // central moments
  double fourth = 0;
  for (const double length : lengths) {
    second += std::pow(length - mean, 2) / n;
    fourth += std::pow(length - mean, 4) / n;
  }
  const double sd = std::sqrt(second);
  CAPTURE(mean);
  CAPTURE(sd);
  const double spread = std::sqrt(1 / n + 1 / published.games);
  CHECK(std::abs(mean - published.mean_plies) <= 4 * published.sd_plies * spread + plies_rounding);
  // The error of a standard deviation is sqrt(m4 - sd^4) / (2 sd sqrt(n)); games of some rules have a tail
  // that makes it far from that of a normal distribution.
  const double sd_error = std::sqrt(fourth - second * second) / (2 * sd);
  CHECK(std::abs(sd - published.sd_plies) <= 4 * sd_error * spread + plies_rounding);
  const double expected[3] = {published.first_wins, published.second_wins, published.draws};
  for (int i = 0; i < 3; ++i) {
    CAPTURE(i);
    const double p = expected[i];
    CHECK(std::abs(count[i] / n - p) <= 4 * std::sqrt(p * (1 - p)) * spread + share_rounding);
  }
}

// The mean number of legal moves over all positions of `games` playouts from the initial position, against
// the figure of another program from as many games: four standard errors, and half a unit of its last digit.
template <GameRules R>
void check_published_branching(const R& rules, double published, std::uint32_t games, std::uint64_t seed) {
  Rng rng = Rng::seeded(seed);
  std::vector<Move> moves(rules.traits().max_moves);
  std::vector<TracedMove> traced(rules.traits().max_plies);
  // Sums over games of plies, choices and their products: the mean is a ratio of two sums, and its error
  // follows from the usual linearisation.
  double plies = 0, choices = 0, choices2 = 0, plies2 = 0, mixed = 0;
  for (std::uint32_t g = 0; g < games; ++g) {
    auto state = rules.initial();
    PlayoutTrace trace{traced.data(), static_cast<std::uint32_t>(traced.size()), 0};
    rules.playout(state, rng, &trace);
    auto replay = rules.initial();
    double here = 0;
    for (std::uint32_t i = 0; i < trace.size; ++i) {
      here += rules.legal_moves(replay, moves.data());
      rules.apply(replay, traced[i].move);
    }
    const double length = trace.size;
    plies += length;
    plies2 += length * length;
    choices += here;
    choices2 += here * here;
    mixed += here * length;
  }
  const double n = games;
  const double ratio = choices / plies;
  const double residual = (choices2 - 2 * ratio * mixed + ratio * ratio * plies2) / n;
  CHECK(std::abs(ratio - published) < 4 * std::sqrt(2 * residual / n) / (plies / n) + 0.05);
}

// The first moves of playouts from `state` are uniform: chi-square below the quantile of p = 0.9998
// (Wilson-Hilferty, z = 3.5) and not suspiciously even either.
template <GameRules R>
void check_uniform_choice(const R& rules, const typename R::State& state, std::uint32_t games,
                          std::uint64_t seed) {
  std::vector<Move> moves(rules.traits().max_moves);
  moves.resize(rules.legal_moves(state, moves.data()));
  REQUIRE(moves.size() > 1);
  std::vector<double> seen(moves.size());
  Rng rng = Rng::seeded(seed);
  for (std::uint32_t g = 0; g < games; ++g) {
    TracedMove first;
    PlayoutTrace trace{&first, 1, 0};
    auto copy = state;
    rules.playout(copy, rng, &trace);
    const auto at = std::find(moves.begin(), moves.end(), first.move);
    REQUIRE(at != moves.end());
    ++seen[static_cast<std::size_t>(at - moves.begin())];
  }
  const double expected = games / static_cast<double>(moves.size());
  double chi2 = 0;
  for (const double n : seen) chi2 += (n - expected) * (n - expected) / expected;
  const double freedom = static_cast<double>(moves.size()) - 1;
  const auto quantile = [&](double z) {
    return freedom * std::pow(1 - 2 / (9 * freedom) + z * std::sqrt(2 / (9 * freedom)), 3);
  };
  CHECK(chi2 < quantile(3.5));
  if (freedom >= 5) CHECK(chi2 > quantile(-3.5));
}

}  // namespace ludex::tests
