// Nash averaging and alpha-rank against published examples, closed forms and the definition of an
// equilibrium.
#include "arena/results/rating/population.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/results/rating/population_table.hpp"
#include "arena/results/rating/standings.hpp"
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

TEST_CASE("alpha-rank: biased rock, paper, scissors (Omidshafiei et al. 2019, section 3.4)") {
  // The equilibrium is (1/16, 10/16, 5/16); in the long run of evolution each is played as often.
  check_near(alpha_rank(table(3, {-0.5, 1, -0.1}), 100, 50), {1.0 / 3, 1.0 / 3, 1.0 / 3});
}

TEST_CASE("alpha-rank is the stationary distribution of the chain of equations 1 to 4") {
  Rng rng = Rng::seeded(5);
  for (int i = 0; i < 20; ++i) {
    CAPTURE(i);
    const std::size_t n = 2 + rng.below(4);
    const double alpha = 0.05, m = 20;
    Payoffs payoffs(n);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b) payoffs.set(a, b, 2 * rng.uniform() - 1);
    std::vector<double> chain(n * n);
    for (std::size_t s = 0; s < n; ++s) {
      chain[s * n + s] = 1;
      for (std::size_t t = 0; t < n; ++t) {
        if (s == t) continue;
        const double gain = alpha * (payoffs.at(t, s) - payoffs.at(s, t));
        const double fixation = (1 - std::exp(-gain)) / (1 - std::exp(-m * gain));
        chain[s * n + t] = fixation / static_cast<double>(n - 1);
        chain[s * n + s] -= chain[s * n + t];
      }
    }
    std::vector<double> shares(n, 1 / static_cast<double>(n));
    for (int step = 0; step < 20'000; ++step) {
      std::vector<double> next(n);
      for (std::size_t s = 0; s < n; ++s)
        for (std::size_t t = 0; t < n; ++t) next[t] += shares[s] * chain[s * n + t];
      shares = next;
    }
    check_near(alpha_rank(payoffs, alpha, 20), shares);
  }
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

namespace {

Result<Population> evaluated(const ResultTable& games) {
  const auto standings = rate_table(games, {}, {}, {});
  REQUIRE(standings.ok());
  return evaluate_population(games, standings->rows);
}

void play(ResultTable& games, const char* a, const char* b, std::uint64_t wins, std::uint64_t losses) {
  games.add(a, b, GameResult::kFirstWins, wins / 2);
  games.add(b, a, GameResult::kSecondWins, wins - wins / 2);
  games.add(a, b, GameResult::kSecondWins, losses / 2);
  games.add(b, a, GameResult::kFirstWins, losses - losses / 2);
}

}  // namespace

TEST_CASE("a population of rock, paper and scissors: one cycle, and nothing that Elo explains") {
  ResultTable games;
  play(games, "rock", "scissors", 30, 10);
  play(games, "scissors", "paper", 30, 10);
  play(games, "paper", "rock", 30, 10);
  const auto found = evaluated(games);
  REQUIRE_MESSAGE(found.ok(), found.error());
  for (const Population::Agent& agent : found->agents) {
    CHECK(std::abs(agent.nash - 1.0 / 3) < kExact);
    CHECK(std::abs(agent.nash_gain) < kExact);
    CHECK(std::abs(agent.alpha_rank - 1.0 / 3) < kExact);
  }
  CHECK(found->transitive < kExact);
  CHECK(found->explained < kExact);
  CHECK(found->degrees == 1);
  CHECK(std::abs(found->chi_square - 240 * (0.75 * std::log(1.5) + 0.25 * std::log(0.5))) < kExact);
  // The sign test by Pascal's triangle; two cycles could be.
  std::vector<double> row{1};
  for (int n = 1; n <= 40; ++n) {
    row.push_back(0);
    for (std::size_t k = row.size() - 1; k > 0; --k) row[k] += row[k - 1];
  }
  const double tail = std::accumulate(row.begin() + 30, row.end(), 0.0) / std::pow(2, 40);
  REQUIRE(found->cycles.size() == 1);
  CHECK(std::abs(found->cycles[0].p - 2 * tail) < 1e-9);
  CHECK(found->cycles_beyond_noise() == 1);
  const std::string text = to_table(*found);
  CHECK(text.find("rock beats scissors (75.0 % of 40)") != std::string::npos);
  CHECK(text.find("scissors beats paper (75.0 % of 40)") != std::string::npos);
}

TEST_CASE("a population whose scores are Elo's is transitive, also where one side won nearly all") {
  ResultTable games;
  play(games, "a", "b", 10'000, 1'000);
  play(games, "b", "c", 10'000, 1'000);
  play(games, "a", "c", 11'000, 110);
  const auto found = evaluated(games);
  REQUIRE_MESSAGE(found.ok(), found.error());
  CHECK(found->explained > 1 - kExact);
  CHECK(found->p > 0.99);
  CHECK(found->transitive > 1 - kExact);
  CHECK(found->cycles.empty());
  CHECK(found->agents[0].name == "a");
  CHECK(std::abs(found->agents[0].nash - 1) < kExact);
}

TEST_CASE("cycles of chance are within noise") {
  Rng rng = Rng::seeded(6);
  int beyond = 0;
  for (int i = 0; i < 100; ++i) {
    ResultTable games;
    const std::vector<std::string> names{"a", "b", "c", "d", "e"};
    for (std::size_t a = 0; a < names.size(); ++a)
      for (std::size_t b = a + 1; b < names.size(); ++b) {
        std::uint64_t wins = 0;
        for (int k = 0; k < 40; ++k) wins += rng.below(2);
        play(games, names[a].c_str(), names[b].c_str(), wins, 40 - wins);
      }
    const auto found = evaluated(games);
    REQUIRE(found.ok());
    beyond += found->cycles_beyond_noise() > 0 ? 1 : 0;
  }
  CHECK(beyond <= 1);
}

TEST_CASE("populations that cannot be evaluated are refused in words") {
  ResultTable apart;
  play(apart, "a", "b", 3, 3);
  play(apart, "b", "c", 3, 3);
  const auto unmet = evaluated(apart);
  REQUIRE(!unmet.ok());
  CHECK(unmet.error().find("never met") != std::string::npos);
  ResultTable three;
  const std::vector<std::uint32_t> players{three.intern("a"), three.intern("b"), three.intern("c")};
  three.add_ranking(players, std::vector<std::uint32_t>{1, 2, 3}, 5);
  const auto more = evaluated(three);
  REQUIRE(!more.ok());
  CHECK(more.error().find("three or more") != std::string::npos);
}

}  // namespace ludex::arena::rating
