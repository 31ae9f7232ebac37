// Ratings from games of three and more players against a second implementation: probabilities of whole
// rankings as Firth, Kosmidis and Turner (2019) write them, in long double, maximised by differences of their
// values alone.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/results/rating/fit.hpp"
#include "arena/results/rating/standings.hpp"
#include "core/util/rng.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::arena::rating {
namespace {

using Real = long double;
using Ranks = std::vector<std::uint32_t>;

// What a fit is about, in natural units.
struct Model3 {
  std::vector<Real> rating;
  Real advantage = 0;
  Real draw = 0;
  std::map<std::size_t, std::vector<Real>> seats;  // by number of players; the last one is 0
  std::map<std::size_t, Real> ties;                // ln delta by size
};

Real log_sum(const std::vector<Real>& logs) {
  const Real most = *std::max_element(logs.begin(), logs.end());
  Real sum = 0;
  for (const Real x : logs) sum += std::exp(x - most);
  return most + std::log(sum);
}

// ln of the worth of a set: delta times the geometric mean of the strengths.
Real worth(const Model3& m, Real sum, std::size_t size) {
  return sum / static_cast<Real>(size) + (size == 1 ? 0 : m.ties.at(size));
}

// ln P of choosing those of rank `rank` from all of this rank and behind.
Real choice(const Model3& m, const std::vector<Real>& z, const Ranks& ranks, std::uint32_t rank) {
  std::vector<Real> left;
  Real chosen = 0;
  std::size_t number = 0;
  for (std::size_t s = 0; s < z.size(); ++s) {
    if (ranks[s] >= rank) left.push_back(z[s]);
    if (ranks[s] == rank) chosen += z[s], ++number;
  }
  if (number == 0) return 0;
  std::vector<Real> all;
  for (std::uint32_t set = 1; set < 1U << left.size(); ++set) {
    Real sum = 0;
    for (std::size_t s = 0; s < left.size(); ++s) sum += (set >> s & 1U) != 0 ? left[s] : 0;
    const auto size = static_cast<std::size_t>(std::popcount(set));
    if (size == 1 || m.ties.contains(size)) all.push_back(worth(m, sum, size));
  }
  return worth(m, chosen, number) - log_sum(all);
}

Real log_probability(const Model3& m, const std::vector<std::uint32_t>& players, const Ranks& ranks) {
  std::vector<Real> z;
  for (std::size_t s = 0; s < players.size(); ++s)
    z.push_back(m.rating[players[s]] + m.seats.at(players.size())[s]);
  Real sum = 0;
  for (std::uint32_t rank = 1; rank <= players.size(); ++rank) sum += choice(m, z, ranks, rank);
  return sum;
}

// The mean of ln P over every order that leaves out the ties.
Real log_probability_of_orders(const Model3& m, const std::vector<std::uint32_t>& players,
                               const Ranks& ranks) {
  std::vector<std::size_t> order(players.size());
  std::iota(order.begin(), order.end(), 0U);
  Real sum = 0;
  int orders = 0;
  do {
    if (!std::is_sorted(order.begin(), order.end(),
                        [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; }))
      continue;
    std::vector<Real> z;
    for (const std::size_t s : order) z.push_back(m.rating[players[s]] + m.seats.at(players.size())[s]);
    for (std::size_t k = 0; k < z.size(); ++k)
      sum += z[k] - log_sum({z.begin() + static_cast<std::ptrdiff_t>(k), z.end()});
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  return sum / orders;
}

// A log of games of two and more, with its posterior.
class Games {
 public:
  void add(const std::vector<std::uint32_t>& players, const Ranks& ranks, std::uint64_t count = 1) {
    table.add_ranking(players, ranks, count);
    games_.push_back({players, ranks, static_cast<Real>(count)});
    for (std::size_t a = 0; a < players.size(); ++a) {
      for (std::size_t b = 0; b < players.size(); ++b) {
        if (players[a] != players[b]) met_[players[a]][players[b]] += static_cast<Real>(count);
      }
    }
  }
  void add(std::uint32_t first, std::uint32_t second, GameResult result, std::uint64_t count) {
    table.add(first, second, result, count);
    pairs_.push_back({first, second, static_cast<int>(result), static_cast<Real>(count)});
    met_[first][second] += static_cast<Real>(count);
    met_[second][first] += static_cast<Real>(count);
  }

  [[nodiscard]] Real posterior(const Model3& m, const Fit& fit) const {
    Real sum = 0;
    for (const auto& [players, ranks, count] : games_) {
      sum += count * (fit.model == Model::kElo ? log_probability_of_orders(m, players, ranks)
                                               : log_probability(m, players, ranks));
    }
    for (const auto& [first, second, result, count] : pairs_)
      sum += count * pair(m, fit, first, second, result);
    for (const auto& [i, row] : met_) {
      Real all = 0;
      for (const auto& [j, n] : row) all += n;
      // Half of a player's virtual draws is its own; a quarter for each colour.
      for (const auto& [j, n] : row) {
        const Real share = static_cast<Real>(fit.prior) / 4 * n / all;
        sum += share * (pair(m, fit, i, j, kDrawn) + pair(m, fit, j, i, kDrawn));
      }
    }
    return sum;
  }

  ResultTable table;

 private:
  static constexpr int kDrawn = static_cast<int>(GameResult::kDraw);
  static Real pair(const Model3& m, const Fit& fit, std::uint32_t i, std::uint32_t j, int kind) {
    const Real d = m.rating[i] - m.rating[j] + m.advantage;
    const Real win = 1 / (1 + std::exp(-d + m.draw));
    const Real loss = 1 / (1 + std::exp(d + m.draw));
    if (kind == static_cast<int>(GameResult::kFirstWins)) return std::log(win);
    if (kind == static_cast<int>(GameResult::kSecondWins)) return std::log(loss);
    return fit.likelihood_model() == Model::kElo ? (std::log(win) + std::log(loss)) / 2
                                                 : std::log(1 - win - loss);
  }

  struct Game {
    std::vector<std::uint32_t> players;
    Ranks ranks;
    Real count;
  };
  struct PairGame {
    std::uint32_t first;
    std::uint32_t second;
    int result;
    Real count;
  };
  std::vector<Game> games_;
  std::vector<PairGame> pairs_;
  std::map<std::uint32_t, std::map<std::uint32_t, Real>> met_;
};

// x of a x = b, by Gauss's elimination.
std::vector<Real> solve(std::vector<std::vector<Real>> a, std::vector<Real> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) pivot = std::abs(a[i][k]) > std::abs(a[pivot][k]) ? i : pivot;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Real by = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= by * a[k][j];
      b[i] -= by * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

// Newton's method with derivatives from differences of values: slopes of fourth order, curvatures of second.
void ascend(const std::vector<Real*>& variables, const std::function<Real()>& value) {
  constexpr Real h = 1e-3L;
  const std::size_t n = variables.size();
  const auto at = [&](std::size_t a, int by_a, std::size_t b, int by_b) {
    *variables[a] += by_a * h;
    *variables[b] += by_b * h;
    const Real f = value();
    *variables[a] -= by_a * h;
    *variables[b] -= by_b * h;
    return f;
  };
  std::vector<std::vector<Real>> bends(n, std::vector<Real>(n));
  for (int k = 0; k < 60; ++k) {
    std::vector<Real> slopes(n);
    for (std::size_t a = 0; a < n; ++a)
      slopes[a] = (at(a, -2, a, 0) - 8 * at(a, -1, a, 0) + 8 * at(a, 1, a, 0) - at(a, 2, a, 0)) / (12 * h);
    // Then near the optimum, where the curvature stays.
    for (std::size_t a = 0; k < 5 && a < n; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        bends[a][b] = bends[b][a] =
            (at(a, 1, b, 1) - at(a, 1, b, -1) - at(a, -1, b, 1) + at(a, -1, b, -1)) / (4 * h * h);
      }
    }
    const std::vector<Real> step = solve(bends, slopes);
    Real longest = 0;
    for (const Real s : step) longest = std::max(longest, std::abs(s));
    for (std::size_t a = 0; a < n; ++a) *variables[a] -= step[a] / std::max(longest, Real{1});
    if (longest < 1e-11L) return;
  }
}

// The optimum with the same parameters free as in the fit; the first player's rating is 0.
Model3 optimum(const Games& games, const Fit& fit) {
  const Real nat = static_cast<Real>(kEloPerNat);
  Model3 m;
  m.rating.assign(games.table.players(), 0);
  m.advantage = static_cast<Real>(fit.advantage.value) / nat;
  m.draw = static_cast<Real>(fit.draw_elo.value) / nat;
  std::vector<Real*> free;
  for (std::size_t i = 1; i < m.rating.size(); ++i) free.push_back(&m.rating[i]);
  if (fit.advantage.fitted()) m.advantage = 0, free.push_back(&m.advantage);
  if (fit.draw_elo.fitted()) m.draw = 0.5L, free.push_back(&m.draw);
  for (const SeatAdvantages& seats : fit.seats) {
    auto& own = m.seats[seats.players];
    own.assign(seats.players, 0);
    for (std::size_t s = 0; seats.source == FittedParameter::Source::kFitted && s + 1 < own.size(); ++s)
      free.push_back(&own[s]);
  }
  for (const TiePrevalence& tie : fit.ties) {
    Real& own = m.ties[tie.size];
    own = static_cast<Real>(tie.source == FittedParameter::Source::kFitted ? 0 : tie.log_prevalence);
    if (tie.source == FittedParameter::Source::kFitted) free.push_back(&own);
  }
  ascend(free, [&] { return games.posterior(m, fit); });
  return m;
}

// Draws a ranking: one choice after another by the probabilities of all sets.
Ranks draw(const Model3& m, const std::vector<std::uint32_t>& players, Rng& rng) {
  const std::size_t n = players.size();
  Ranks ranks(n, 0);
  std::uint32_t left = (1U << n) - 1;
  std::uint32_t placed = 0;
  while (left != 0) {
    std::vector<std::pair<std::uint32_t, double>> sets;
    double sum = 0;
    for (std::uint32_t set = left; set != 0; set = (set - 1) & left) {
      Real z = 0;
      for (std::size_t s = 0; s < n; ++s) {
        if ((set >> s & 1U) != 0) z += m.rating[players[s]] + m.seats.at(n)[s];
      }
      const auto size = static_cast<std::size_t>(std::popcount(set));
      if (size > 1 && !m.ties.contains(size)) continue;
      sets.emplace_back(set, std::exp(static_cast<double>(worth(m, z, size))));
      sum += sets.back().second;
    }
    double rest = rng.uniform() * sum;
    std::size_t chosen = 0;
    while (chosen + 1 < sets.size() && (rest -= sets[chosen].second) >= 0) ++chosen;
    for (std::size_t s = 0; s < n; ++s) {
      if ((sets[chosen].first >> s & 1U) == 0) continue;
      ranks[s] = placed + 1;
    }
    left &= ~sets[chosen].first;
    placed = static_cast<std::uint32_t>(n) - static_cast<std::uint32_t>(std::popcount(left));
  }
  return ranks;
}

struct Shape {
  std::uint32_t players;
  std::vector<std::size_t> sizes;  // of games
  int games;
  bool ties;
  bool pairs;  // also games of two
  bool copies;
  double prior;
  Model model;
};

Games simulate(const Shape& shape, Rng& rng) {
  Model3 truth;
  for (std::uint32_t i = 0; i < shape.players; ++i) truth.rating.push_back(2 * rng.uniform() - 1);
  for (const std::size_t n : shape.sizes) {
    for (std::size_t s = 0; s < n; ++s) truth.seats[n].push_back(0.6L * (rng.uniform() - 0.5));
    for (std::size_t t = 2; shape.ties && t <= n; ++t) truth.ties[t] = -0.5L * static_cast<Real>(t);
  }
  Games games;
  for (std::uint32_t i = 0; i < shape.players; ++i) games.table.intern("p" + std::to_string(i));
  for (int g = 0; g < shape.games; ++g) {
    const std::size_t n = shape.sizes[rng.below(static_cast<std::uint32_t>(shape.sizes.size()))];
    std::vector<std::uint32_t> all(shape.players);
    std::iota(all.begin(), all.end(), 0U);
    for (std::size_t k = 0; k + 1 < all.size(); ++k)
      std::swap(all[k], all[k + rng.below(static_cast<std::uint32_t>(all.size() - k))]);
    if (shape.copies) {
      const std::uint32_t other = all[1];
      all.assign(n, other);
      all[rng.below(static_cast<std::uint32_t>(n))] = (other + 1) % shape.players;
    }
    all.resize(n);
    games.add(all, draw(truth, all, rng));
  }
  for (int g = 0; shape.pairs && g < shape.games; ++g) {
    const std::uint32_t i = rng.below(shape.players);
    games.add(i, (i + 1 + rng.below(shape.players - 1)) % shape.players,
              static_cast<GameResult>(rng.below(3)), 1);
  }
  return games;
}

// Ten data sets.
const std::vector<Shape> kShapes{
    {3, {3}, 40, false, false, false, 2, Model::kBayesElo},
    {4, {3}, 60, true, false, false, 2, Model::kBayesElo},
    {5, {4}, 60, true, false, false, 0.5, Model::kBayesElo},
    {4, {4}, 30, false, false, false, 2, Model::kElo},
    {4, {3, 4}, 30, true, false, false, 2, Model::kElo},
    {5, {3, 5}, 60, true, true, false, 2, Model::kBayesElo},
    {5, {5}, 20, true, false, false, 2, Model::kBayesElo},
    {3, {3, 4}, 60, true, false, true, 2, Model::kBayesElo},
    {4, {3}, 150, true, true, false, 0, Model::kBayesElo},
    {6, {6}, 14, true, false, false, 4, Model::kBayesElo},
};

TEST_CASE("ranks: the optimum is that of an independent ascent to 1e-6 Elo on ten data sets" *
          doctest::skip(tests::kSanitized)) {
  Rng rng = Rng::seeded(50);
  for (std::size_t k = 0; k < kShapes.size(); ++k) {
    CAPTURE(k);
    const Games games = simulate(kShapes[k], rng);
    FitOptions options;
    options.model = kShapes[k].model;
    options.prior = kShapes[k].prior;
    options.advantage.how = Parameter::How::kFit;
    const auto fit = fit_ratings(games.table, options);
    REQUIRE(fit.ok());
    CHECK((*fit).warnings.empty());
    const Model3 best = optimum(games, *fit);
    Real mean = 0;
    for (const Real r : best.rating) mean += r / best.rating.size();
    Real worst = 0;
    const Real nat = static_cast<Real>(kEloPerNat);
    for (std::size_t i = 0; i < best.rating.size(); ++i)
      worst = std::max(worst, std::abs(nat * (best.rating[i] - mean) - static_cast<Real>((*fit).elo[i])));
    for (const SeatAdvantages& seats : (*fit).seats) {
      const auto& own = best.seats.at(seats.players);
      const Real level = std::accumulate(own.begin(), own.end(), Real{0}) / own.size();
      for (std::size_t s = 0; s < own.size(); ++s)
        worst = std::max(worst, std::abs(nat * (own[s] - level) - static_cast<Real>(seats.elo[s])));
    }
    for (const TiePrevalence& tie : (*fit).ties)
      worst = std::max(worst, std::abs(best.ties.at(tie.size) - static_cast<Real>(tie.log_prevalence)));
    if ((*fit).advantage.fitted())
      worst = std::max(worst, std::abs(nat * best.advantage - static_cast<Real>((*fit).advantage.value)));
    CHECK(static_cast<double>(worst) < 1e-6);
    CHECK(static_cast<double>(games.posterior(best, *fit)) ==
          doctest::Approx((*fit).log_likelihood).epsilon(1e-7));
  }
}

TEST_CASE("ranks: eight seats with ties of every size, no slope at the optimum") {
  Rng rng = Rng::seeded(8);
  const Games games = simulate({8, {8}, 12, true, true, false, 2, Model::kBayesElo}, rng);
  const auto fit = fit_ratings(games.table, {});
  REQUIRE(fit.ok());
  const Real nat = static_cast<Real>(kEloPerNat);
  Model3 m;
  for (const double elo : (*fit).elo) m.rating.push_back(static_cast<Real>(elo) / nat);
  m.advantage = static_cast<Real>((*fit).advantage.value) / nat;
  m.draw = static_cast<Real>((*fit).draw_elo.value) / nat;
  for (const double elo : (*fit).seats[0].elo) m.seats[8].push_back(static_cast<Real>(elo) / nat);
  for (const TiePrevalence& tie : (*fit).ties) m.ties[tie.size] = static_cast<Real>(tie.log_prevalence);
  std::vector<Real*> variables;
  for (Real& r : m.rating) variables.push_back(&r);
  for (Real& a : m.seats[8]) variables.push_back(&a);
  for (auto& [size, delta] : m.ties) variables.push_back(&delta);
  CHECK((*fit).ties.size() >= 3);
  const bool seats = (*fit).seats[0].source == FittedParameter::Source::kFitted;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (!seats && v >= 8 && v < 16) continue;
    constexpr Real h = 1e-4L;
    Real& x = *variables[v];
    x += h;
    const Real up = games.posterior(m, *fit);
    x -= 2 * h;
    const Real down = games.posterior(m, *fit);
    x += h;
    CHECK(static_cast<double>(std::abs(up - down) / (2 * h)) < 1e-6);
  }
}

TEST_CASE("ranks: a game of two is a game of two") {
  Rng rng = Rng::seeded(4);
  ResultTable pairs;
  ResultTable ranks;
  for (int g = 0; g < 200; ++g) {
    const std::uint32_t i = rng.below(5);
    const std::uint32_t j = (i + 1 + rng.below(4)) % 5;
    for (ResultTable* table : {&pairs, &ranks}) {
      for (std::uint32_t p = 0; p < 5; ++p) table->intern("p" + std::to_string(p));
    }
    const auto result = static_cast<GameResult>(rng.below(3));
    pairs.add(i, j, result);
    const Ranks places{result == GameResult::kSecondWins ? 2U : 1U,
                       result == GameResult::kFirstWins ? 2U : 1U};
    ranks.add_ranking(std::vector{i, j}, places);
  }
  const auto one = fit_ratings(pairs, {});
  const auto other = fit_ratings(ranks, {});
  REQUIRE(one.ok());
  REQUIRE(other.ok());
  for (std::size_t i = 0; i < 5; ++i) CHECK(std::abs((*one).elo[i] - (*other).elo[i]) < 1e-9);
  CHECK((*other).seats.empty());
  CHECK((*other).ties.empty());
}

TEST_CASE("ranks: a third player who is always last leaves the ratings of two as they are") {
  // Each game is a choice between A and B, and C behind both gets infinitely weak: with a small prior the
  // difference of A and B is that of games of two, in the model elo also with ties.
  ResultTable pairs;
  ResultTable ranks;
  for (ResultTable* table : {&pairs, &ranks}) {
    for (const char* name : {"A", "B", "C"}) table->intern(name);
  }
  const auto play = [&](const Ranks& places, GameResult result, std::uint64_t count) {
    pairs.add(0, 1, result, count);
    ranks.add_ranking(std::vector<std::uint32_t>{0, 1, 2}, places, count);
  };
  play({1, 2, 3}, GameResult::kFirstWins, 60);
  play({2, 1, 3}, GameResult::kSecondWins, 30);
  play({1, 1, 3}, GameResult::kDraw, 10);
  const FitOptions options{Model::kElo, 1e-6, {}, {}};
  const auto two = fit_ratings(pairs, options);
  const auto three = fit_ratings(ranks, options);
  REQUIRE(two.ok());
  REQUIRE(three.ok());
  CHECK((*three).elo[0] - (*three).elo[1] == doctest::Approx((*two).elo[0] - (*two).elo[1]).epsilon(1e-5));
  CHECK((*two).elo[0] - (*two).elo[1] == doctest::Approx(400 * std::log10(65.0 / 35)).epsilon(1e-5));
}

TEST_CASE("ranks: seats and ties where the games tell them, and otherwise not") {
  using Source = FittedParameter::Source;
  const auto fit_of = [](const std::vector<std::pair<std::vector<std::uint32_t>, Ranks>>& games) {
    ResultTable table;
    for (const char* name : {"A", "B", "C"}) table.intern(name);
    for (const auto& [players, ranks] : games) table.add_ranking(players, ranks, 10);
    auto fit = fit_ratings(table, {});
    REQUIRE(fit.ok());
    return std::move(fit).value();
  };
  // Everybody always in the same seat: the player, or the seat?
  const Fit fixed = fit_of({{{0, 1, 2}, {1, 2, 3}}, {{0, 1, 2}, {2, 1, 3}}});
  REQUIRE(fixed.seats.size() == 1);
  CHECK(fixed.seats[0].source == Source::kNotIdentified);
  CHECK(fixed.seats[0].elo == std::vector<double>(3, 0.0));
  CHECK(fixed.ties.empty());
  CHECK_FALSE(fixed.pair_games);
  CHECK(fixed.advantage.source == Source::kNotIdentified);
  // Every seat once, the first one always wins: no finite advantage.
  const Fit first = fit_of({{{0, 1, 2}, {1, 2, 3}}, {{1, 2, 0}, {1, 3, 2}}, {{2, 0, 1}, {1, 2, 3}}});
  CHECK(first.seats[0].source == Source::kNoOptimum);
  CHECK(first.warnings.size() == 1);
  // Turns, with a tie: all fitted, and players who did equally well are equal.
  const Fit turns = fit_of({{{0, 1, 2}, {1, 2, 2}},
                            {{1, 2, 0}, {1, 2, 2}},
                            {{2, 0, 1}, {1, 2, 2}},
                            {{0, 1, 2}, {3, 1, 2}},
                            {{1, 2, 0}, {3, 1, 2}},
                            {{2, 0, 1}, {3, 1, 2}}});
  CHECK(turns.seats[0].source == Source::kFitted);
  CHECK(turns.seats[0].elo[1] > turns.seats[0].elo[2]);
  REQUIRE(turns.ties.size() == 1);
  CHECK(turns.ties[0].size == 2);
  CHECK(turns.ties[0].source == Source::kFitted);
  for (const double elo : turns.elo) CHECK(std::abs(elo) < 1e-9);
  // Nothing but ties of all.
  const Fit even = fit_of({{{0, 1, 2}, {1, 1, 1}}});
  REQUIRE(even.ties.size() == 1);
  CHECK(even.ties[0].source == Source::kNoOptimum);
}

// Every three of six players in all six seatings: 120 games, 60 a player.
TEST_CASE("ranks: true ratings lie in 95 % of the intervals in 2,000 simulated tournaments" *
          doctest::skip(tests::kSanitized)) {
  Rng rng = Rng::seeded(2000);
  constexpr int kTournaments = 2000;
  constexpr std::uint32_t kPlayers = 6;
  int inside = 0;
  for (int t = 0; t < kTournaments; ++t) {
    Model3 truth;
    for (std::uint32_t i = 0; i < kPlayers; ++i) truth.rating.push_back(1.5L * (rng.uniform() - 0.5));
    truth.seats[3] = {0.2L, 0, -0.1L};
    truth.ties[2] = -1;
    truth.ties[3] = -2;
    ResultTable table;
    for (std::uint32_t i = 0; i < kPlayers; ++i) table.intern("p" + std::to_string(i));
    for (std::uint32_t set = 0; set < 1U << kPlayers; ++set) {
      if (std::popcount(set) != 3) continue;
      std::vector<std::uint32_t> players;
      for (std::uint32_t i = 0; i < kPlayers; ++i) {
        if ((set >> i & 1U) != 0) players.push_back(i);
      }
      do table.add_ranking(players, draw(truth, players, rng));
      while (std::next_permutation(players.begin(), players.end()));
    }
    const auto fit = fit_ratings(table, {});
    REQUIRE(fit.ok());
    const Posterior posterior(table, *fit);
    Real mean = 0;
    for (const Real r : truth.rating) mean += r / kPlayers;
    for (std::uint32_t i = 0; i < kPlayers; ++i) {
      const auto elo = static_cast<double>(truth.rating[i] - mean) * kEloPerNat;
      inside += std::abs(elo - (*fit).elo[i]) <= 1.959963984540054 * posterior.deviation(i) ? 1 : 0;
    }
  }
  const double share = static_cast<double>(inside) / (kTournaments * kPlayers);
  MESSAGE("inside the interval: " << 100 * share << " %");
  CHECK(share > 0.94);
  CHECK(share < 0.96);
}

}  // namespace
}  // namespace ludex::arena::rating
