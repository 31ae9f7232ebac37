// Statistics of random games against published figures.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "core/game/game_module.hpp"

namespace ludex::tests {

// Means over a sample of random games, as another program published them.
struct PublishedPlayouts {
  double games;
  double plies;
  double plies_deviation;
  double first_wins;  // shares, 0..1
  double second_wins;
  double branching;  // mean number of legal moves over all positions of all games
};

// Plays `games` with the module's own playout and compares: every figure within four standard errors, where
// both samples contribute and a published figure is rounded by up to `rounding` units of its last digit.
template <GameRules R>
void check_published_playouts(const R& rules, const PublishedPlayouts& published, std::uint32_t games,
                              std::uint64_t seed) {
  Rng rng = Rng::seeded(seed);
  std::vector<Move> moves(rules.traits().max_moves);
  std::vector<TracedMove> traced(rules.traits().max_plies);
  double plies = 0, first = 0, second = 0, choices = 0, choice_squares = 0, plies_squares = 0, mixed = 0;
  for (std::uint32_t g = 0; g < games; ++g) {
    auto state = rules.initial();
    PlayoutTrace trace{traced.data(), static_cast<std::uint32_t>(traced.size()), 0};
    const PlayoutResult result = rules.playout(state, rng, &trace);
    first += winner_of(result.status) == 0;
    second += winner_of(result.status) == 1;
    auto replay = rules.initial();
    double here = 0;
    for (std::uint32_t i = 0; i < trace.size; ++i) {
      here += rules.legal_moves(replay, moves.data());
      rules.apply(replay, traced[i].move);
    }
    plies += result.plies;
    plies_squares += double(result.plies) * result.plies;
    choices += here;
    choice_squares += here * here;
    mixed += here * result.plies;
  }
  const double n = games;
  const double both = std::sqrt(1 / n + 1 / published.games);
  const double mean = plies / n;
  CHECK(std::abs(mean - published.plies) < 4 * published.plies_deviation * both + 0.05);
  const double deviation = std::sqrt(plies_squares / n - mean * mean);
  // The standard error of a deviation is about sd * sqrt(kurtosis - 1) / (2 sqrt(n)); 1 / sqrt(n) covers
  // kurtosis 5.
  CHECK(std::abs(deviation - published.plies_deviation) < 4 * deviation * both + 0.05);
  const auto share = [&](double seen, double expected) {
    CHECK(std::abs(seen / n - expected) < 4 * std::sqrt(expected * (1 - expected)) * both + 0.0005);
  };
  share(first, published.first_wins);
  share(second, published.second_wins);
  // Mean branching is a ratio of two sums over games: error by the usual linearisation.
  const double ratio = choices / plies;
  const double residual = (choice_squares - 2 * ratio * mixed + ratio * ratio * plies_squares) / n;
  CHECK(std::abs(ratio - published.branching) < 4 * std::sqrt(residual) / mean * both + 0.05);
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
