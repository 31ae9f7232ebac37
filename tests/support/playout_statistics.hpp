// Statistics of a module's random playouts from the initial position, to compare with published ones.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>

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
  double plies = 0;
  double squares = 0;
  double count[3] = {0, 0, 0};
  Rng rng = Rng::seeded(seed);
  const auto module = std::make_unique<GameModule<R>>(rules);
  for (std::uint32_t i = 0; i < games; ++i) {
    typename R::State state = rules.initial();
    const PlayoutResult r = module->playout(reinterpret_cast<State*>(&state), &rng, nullptr);
    plies += r.plies;
    squares += static_cast<double>(r.plies) * r.plies;
    ++count[r.status == GameStatus::kDraw ? 2 : winner_of(r.status)];
  }
  const double n = games;
  const double mean = plies / n;
  const double sd = std::sqrt(squares / n - mean * mean);
  CAPTURE(mean);
  CAPTURE(sd);
  const double spread = std::sqrt(1 / n + 1 / published.games);
  CHECK(std::abs(mean - published.mean_plies) <= 4 * published.sd_plies * spread + plies_rounding);
  // Standard error of a standard deviation: sd / sqrt(2 n) for a normal distribution; these are near enough
  // for a factor of 2.
  CHECK(std::abs(sd - published.sd_plies) <= 4 * published.sd_plies * spread + plies_rounding);
  const double expected[3] = {published.first_wins, published.second_wins, published.draws};
  for (int i = 0; i < 3; ++i) {
    CAPTURE(i);
    const double p = expected[i];
    CHECK(std::abs(count[i] / n - p) <= 4 * std::sqrt(p * (1 - p)) * spread + share_rounding);
  }
}

}  // namespace ludex::tests
