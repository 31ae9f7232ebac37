// Nash averaging and alpha-rank against published examples, closed forms and the definition of an
// equilibrium.
#include "arena/results/rating/population.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"

namespace ludex::arena::rating {
namespace {

constexpr double kExact = 1e-6;

void check_near(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::abs(found[i] - expected[i]) < kExact);
}

Payoffs table(std::size_t agents, const std::vector<double>& above_diagonal) {
  Payoffs payoffs(agents);
  std::size_t next = 0;
  for (std::size_t i = 0; i < agents; ++i)
    for (std::size_t j = i + 1; j < agents; ++j) payoffs.set(i, j, above_diagonal[next++]);
  return payoffs;
}

double entropy(const std::vector<double>& shares) {
  double sum = 0;
  for (const double share : shares) sum -= share > 0 ? share * std::log(share) : 0;
  return sum;
}

}  // namespace

TEST_CASE("Nash averaging: a cycle with a transitive part (Balduzzi et al. 2018, section 3.3)") {
  for (const double e : {0.0, 0.1, 0.3, 0.49}) {
    CAPTURE(e);
    const auto shares = max_entropy_nash(table(3, {1 + e, -1 + 2 * e, 1 + e}));
    check_near(shares, {(1 + e) / 3, (1 - 2 * e) / 3, (1 + e) / 3});
  }
  const Payoffs steep = table(3, {1.8, 0.6, 1.8});
  check_near(max_entropy_nash(steep), {1, 0, 0});
  check_near(gains_against(steep, {1, 0, 0}), {0, -1.8, -0.6});
}

TEST_CASE("Nash averaging: an agent that is entered twice shares its part") {
  // Rock, paper, scissors and a second paper.
  const Payoffs payoffs = table(4, {-1, 1, -1, -1, 0, 1});
  check_near(max_entropy_nash(payoffs), {1.0 / 3, 1.0 / 6, 1.0 / 3, 1.0 / 6});
  // Alone among equals.
  check_near(max_entropy_nash(table(3, {0, 0, 0})), {1.0 / 3, 1.0 / 3, 1.0 / 3});
  check_near(max_entropy_nash(table(2, {0.25})), {1, 0});
}

TEST_CASE("Nash averaging: biased rock, paper, scissors") {
  check_near(max_entropy_nash(table(3, {-0.5, 1, -0.1})), {1.0 / 16, 10.0 / 16, 5.0 / 16});
}

TEST_CASE("Nash averaging: on random tables nobody gains against it, and no equilibrium has more entropy") {
  Rng rng = Rng::seeded(4);
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const std::size_t agents = 2 + rng.below(8);
    Payoffs payoffs(agents);
    // Few values, so that many tables have several equilibria.
    for (std::size_t a = 0; a < agents; ++a)
      for (std::size_t b = a + 1; b < agents; ++b)
        payoffs.set(a, b, (static_cast<double>(rng.below(3)) - 1) / 2);
    const auto shares = max_entropy_nash(payoffs);
    CHECK(std::abs(std::accumulate(shares.begin(), shares.end(), 0.0) - 1) < kExact);
    for (const double gain : gains_against(payoffs, shares)) CHECK(gain < kExact);
    // The entropy is concave and the equilibria are convex: no way towards another equilibrium climbs.
    for (std::size_t a = 0; a < agents; ++a) {
      // A pure equilibrium, if this agent is one.
      std::vector<double> pure(agents);
      pure[a] = 1;
      bool stable = true;
      for (const double gain : gains_against(payoffs, pure)) stable = stable && gain <= 0;
      if (!stable) continue;
      std::vector<double> nearer(agents);
      for (std::size_t b = 0; b < agents; ++b) nearer[b] = 0.99 * shares[b] + 0.01 * pure[b];
      CHECK(entropy(nearer) <= entropy(shares) + kExact);
    }
  }
}

TEST_CASE("alpha-rank: closed forms") {
  check_near(alpha_rank(table(3, {-1, 1, -1}), 10, 50), {1.0 / 3, 1.0 / 3, 1.0 / 3});
  // Two agents: the ratio of the two fixation rates is exp((m - 1) alpha d).
  for (const double gain : {0.001, 0.01}) {
    const double ratio = std::exp(49 * 2.0 * (2 * gain));
    check_near(alpha_rank(table(2, {gain}), 2, 50), {ratio / (1 + ratio), 1 / (1 + ratio)});
  }
  // One agent beats all.
  check_near(alpha_rank(table(3, {1, 1, 1}), 100, 50), {1, 0, 0});
}

TEST_CASE("the transitive share and cycles") {
  // Differences of 3, 1, 0.
  CHECK(std::abs(transitive_share(table(3, {2, 3, 1})) - 1) < kExact);
  CHECK(transitive_share(table(3, {1, -1, 1})) < kExact);
  CHECK(transitive_share(table(2, {0})) == 1);
  const auto cycles = strongest_cycles(table(4, {1, -2, 1, 0.5, 1, 1}), 5);
  REQUIRE(cycles.size() == 1);
  CHECK(cycles[0].agents == std::array<std::size_t, 3>{0, 1, 2});
  CHECK(cycles[0].strength == 0.5);
}

}  // namespace ludex::arena::rating
