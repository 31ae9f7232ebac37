// Properties of the fit that hold on any games: a formula written independently of likelihood.cpp finds no
// slope at the optimum; nothing is ever infinite.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/results/rating/cholesky.hpp"
#include "arena/results/rating/fit.hpp"
#include "arena/results/rating/standings.hpp"
#include "core/util/rng.hpp"

namespace ludex::arena::rating {

using namespace log;
namespace {

constexpr Parameter::How kHow[] = {Parameter::How::kGiven, Parameter::How::kFit,
                                   Parameter::How::kIfIdentified};

// Not "p" + std::to_string(i): g++ 12 warns about an overlap there that does not exist (GCC bug 105651).
std::string label(std::uint32_t i) {
  std::string text = "p";
  text += std::to_string(i);
  return text;
}

// The model as the literature states it, game by game and in Elo: P(draw) = 1 - P(win) - P(loss); virtual
// draws: of a player's prior, a quarter per colour and record in proportion to the games of each opponent.
class SlowPosterior {
 public:
  SlowPosterior(const ResultTable& table, const Fit& fit) : fit_(fit), n_(table.players()) {
    counts_.assign(n_ * n_, {});
    std::vector<long double> games(n_, 0);
    std::vector<long double> between(n_ * n_, 0);
    for (const PairRecord& r : table.records()) {
      for (std::size_t k = 0; k < 3; ++k)
        counts_[r.first * n_ + r.second][k] += static_cast<long double>(r.counts[k]);
      const auto all = static_cast<long double>(r.games());
      games[r.first] += all;
      games[r.second] += all;
      between[r.first * n_ + r.second] += all;
      between[r.second * n_ + r.first] += all;
    }
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        if (between[i * n_ + j] <= 0) continue;
        const long double share =
            0.25L * static_cast<long double>(fit.prior) * between[i * n_ + j] / games[i];
        counts_[i * n_ + j][1] += share;
        counts_[j * n_ + i][1] += share;
      }
    }
  }

  [[nodiscard]] long double value(const std::vector<long double>& elo, long double advantage,
                                  long double draw_elo) const {
    long double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        const auto& count = counts_[i * n_ + j];
        if (count[0] + count[1] + count[2] <= 0) continue;
        const long double d = elo[i] - elo[j] + advantage;
        if (fit_.likelihood_model() == Model::kElo) {
          const long double expected = 1 / (1 + std::pow(10.0L, -d / 400));
          sum += (count[0] + count[1] / 2) * std::log(expected);
          sum += (count[2] + count[1] / 2) * std::log(1 - expected);
          continue;
        }
        const long double win = 1 / (1 + std::pow(10.0L, (-d + draw_elo) / 400));
        const long double loss = 1 / (1 + std::pow(10.0L, (d + draw_elo) / 400));
        if (count[0] > 0) sum += count[0] * std::log(win);
        if (count[1] > 0) sum += count[1] * std::log(1 - win - loss);
        if (count[2] > 0) sum += count[2] * std::log(loss);
      }
    }
    return sum;
  }

  // The steepest slope, per Elo, in any rating and any fitted parameter: central differences.
  [[nodiscard]] double steepest() const {
    constexpr long double kStep = 1e-3L;
    std::vector<long double> elo(fit_.elo.begin(), fit_.elo.end());
    const auto a = static_cast<long double>(fit_.advantage.value);
    const auto d = static_cast<long double>(fit_.draw_elo.value);
    long double worst = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const long double at = elo[i];
      elo[i] = at + kStep;
      const long double up = value(elo, a, d);
      elo[i] = at - kStep;
      const long double down = value(elo, a, d);
      elo[i] = at;
      worst = std::max(worst, std::abs(up - down) / (2 * kStep));
    }
    if (fit_.advantage.fitted()) {
      worst = std::max(worst, std::abs(value(elo, a + kStep, d) - value(elo, a - kStep, d)) / (2 * kStep));
    }
    if (fit_.draw_elo.fitted()) {
      worst = std::max(worst, std::abs(value(elo, a, d + kStep) - value(elo, a, d - kStep)) / (2 * kStep));
    }
    return static_cast<double>(worst);
  }

 private:
  const Fit& fit_;
  std::size_t n_;
  std::vector<std::array<long double, 3>> counts_;
};

void check_finite(const Standings& standings) {
  for (const Standing& row : standings.rows) {
    for (const double x : {row.elo, row.plus, row.minus, row.display_elo, row.display_plus, row.opponents}) {
      REQUIRE(std::isfinite(x));
    }
    REQUIRE(row.plus > 0);
  }
  for (const double p : standings.los) REQUIRE((p >= 0 && p <= 1));
  REQUIRE(std::isfinite(standings.fit.log_likelihood));
  REQUIRE(std::isfinite(standings.fit.advantage.value));
  REQUIRE(std::isfinite(standings.fit.draw_elo.value));
}

// 2 to 6 players, 1 to 12 games, with a taste for one-sided and drawn ones.
ResultTable random_table(Rng& rng) {
  ResultTable table;
  const std::uint32_t players = 2 + rng.below(5);
  const std::uint32_t games = 1 + rng.below(12);
  const std::uint32_t kinds = 1 + rng.below(3);
  const std::uint32_t first_kind = rng.below(3);
  for (std::uint32_t g = 0; g < games; ++g) {
    const std::uint32_t i = rng.below(players);
    const std::uint32_t j = (i + 1 + rng.below(players - 1)) % players;
    table.add(label(i), label(j), static_cast<GameResult>((first_kind + rng.below(kinds)) % 3));
  }
  return table;
}

TEST_CASE("tiny random tables: no slope at the optimum, nothing infinite") {
  Rng rng = Rng::seeded(2026);
  int fitted_draws = 0;
  int without_optimum = 0;
  for (int k = 0; k < 600; ++k) {
    CAPTURE(k);
    const ResultTable table = random_table(rng);
    FitOptions options;
    options.model = rng.below(4) == 0 ? Model::kElo : Model::kBayesElo;
    const double priors[] = {2, 2, 0.1, 0.5, 10};
    options.prior = priors[rng.below(5)];
    options.advantage = {rng.below(2) == 0 ? 0 : 32.8, kHow[rng.below(3)]};
    options.draw_elo = {kChessDrawElo, kHow[rng.below(3)]};
    auto fit = fit_ratings(table, options);
    REQUIRE(fit.ok());
    for (const std::string& warning : (*fit).warnings) {
      CHECK(warning.find("no finite optimum") != std::string::npos);
      ++without_optimum;
    }
    fitted_draws += (*fit).draw_elo.fitted() ? 1 : 0;
    CHECK(SlowPosterior(table, *fit).steepest() < 1e-7);
    for (const auto& members : (*fit).groups.members) {
      double sum = 0;
      for (const std::uint32_t i : members) sum += (*fit).elo[i];
      CHECK(std::abs(sum) < 1e-8);
    }
    const auto standings = make_standings(table, std::move(fit).value(), {}, {});
    REQUIRE(standings.ok());
    check_finite(*standings);
  }
  // Both kinds of end were exercised.
  CHECK(fitted_draws > 50);
  CHECK(without_optimum > 20);
}

TEST_CASE("without a prior: finite where the optimum is, refused where it is not") {
  Rng rng = Rng::seeded(7);
  FitOptions options;
  options.prior = 0;
  int finite = 0;
  int refused = 0;
  for (int k = 0; k < 400; ++k) {
    CAPTURE(k);
    const ResultTable table = random_table(rng);
    options.advantage = {kChessAdvantage, kHow[rng.below(3)]};
    options.draw_elo = {kChessDrawElo, kHow[rng.below(3)]};
    auto fit = fit_ratings(table, options);
    CHECK(fit.ok() == (scoring_groups(table).size() == connected_groups(table).size()));
    if (!fit.ok()) {
      CHECK(fit.error().find("without a prior the ratings are infinite") != std::string::npos);
      ++refused;
      continue;
    }
    ++finite;
    CHECK(SlowPosterior(table, *fit).steepest() < 1e-7);
    const auto standings = make_standings(table, std::move(fit).value(), {}, {});
    REQUIRE(standings.ok());
    check_finite(*standings);
  }
  CHECK(finite > 20);
  CHECK(refused > 20);
}

TEST_CASE("one-sided results of every size stay finite and ordered") {
  for (const double prior : {2.0, 0.1, 1e-6}) {
    for (const std::uint64_t wins : {1ULL, 10ULL, 1000ULL, 100'000'000ULL}) {
      ResultTable table;
      table.add("A", "B", GameResult::kFirstWins, wins);
      table.add("B", "C", GameResult::kFirstWins, wins);
      table.add("A", "C", GameResult::kFirstWins, wins);
      FitOptions options;
      options.prior = prior;
      auto fit = fit_ratings(table, options);
      REQUIRE(fit.ok());
      CHECK((*fit).warnings.empty());
      CHECK((*fit).elo[0] > (*fit).elo[1]);
      CHECK((*fit).elo[1] > (*fit).elo[2]);
      const auto standings = make_standings(table, std::move(fit).value(), {}, {});
      REQUIRE(standings.ok());
      check_finite(*standings);
    }
  }
}

TEST_CASE("the plain Elo model: 3 to 1 is 190.85 Elo, a draw is half a win") {
  // 400 log10(3), and three wins and a loss are worth two wins and two draws.
  ResultTable wins;
  wins.add("A", "B", GameResult::kFirstWins, 3);
  wins.add("A", "B", GameResult::kSecondWins, 1);
  ResultTable draws;
  draws.add("A", "B", GameResult::kFirstWins, 2);
  draws.add("A", "B", GameResult::kDraw, 2);
  FitOptions options{Model::kElo, 0, {}, {}};
  for (const ResultTable* table : {&wins, &draws}) {
    const auto fit = fit_ratings(*table, options);
    REQUIRE(fit.ok());
    CHECK((*fit).elo[0] - (*fit).elo[1] == doctest::Approx(400 * std::log10(3.0)).epsilon(1e-9));
    CHECK((*fit).display_scale() == 1);
    // Information of n games at expectation p: n p (1 - p) (ln 10 / 400)^2, for the difference of the two.
    const Posterior posterior(*table, *fit);
    CHECK(2 * posterior.deviation(0) ==
          doctest::Approx(kEloPerNat / std::sqrt(4 * 0.75 * 0.25)).epsilon(1e-9));
  }
}

TEST_CASE("groups that never met are rated apart") {
  ResultTable both;
  ResultTable alone;
  for (ResultTable* table : {&both, &alone}) {
    table->add("A", "B", GameResult::kFirstWins, 7);
    table->add("B", "A", GameResult::kFirstWins, 4);
    table->add("B", "C", GameResult::kDraw, 3);
    table->add("C", "A", GameResult::kSecondWins, 3);
  }
  both.add("X", "Y", GameResult::kFirstWins, 5);
  both.add("Y", "X", GameResult::kDraw, 5);
  const Groups groups = connected_groups(both);
  REQUIRE(groups.size() == 2);
  CHECK(groups.members[0] == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(groups.members[1] == std::vector<std::uint32_t>{3, 4});
  // Fitted, advantage and draw Elo would be those of both groups together.
  const FitOptions given{Model::kBayesElo, 2, {kChessAdvantage}, {kChessDrawElo}};
  auto fit_both = fit_ratings(both, given);
  const auto fit_alone = fit_ratings(alone, given);
  REQUIRE(fit_both.ok());
  REQUIRE(fit_alone.ok());
  const Posterior posterior_alone(alone, *fit_alone);
  const Posterior posterior_both(both, *fit_both);
  for (std::uint32_t i = 0; i < 3; ++i) {
    CHECK(std::abs((*fit_both).elo[i] - (*fit_alone).elo[i]) < 1e-9);
    CHECK(std::abs(posterior_both.deviation(i) - posterior_alone.deviation(i)) < 1e-9);
  }
  CHECK(posterior_both.superiority(0, 3) == 0.5);
  CHECK(posterior_both.superiority(3, 4) > 0.5);
  CHECK(posterior_both.superiority(3, 4) + posterior_both.superiority(4, 3) == doctest::Approx(1));
}

// Counts of a match with both colours.
ResultTable two_colours(std::uint64_t wins, std::uint64_t draws, std::uint64_t losses) {
  ResultTable table;
  table.add("A", "B", GameResult::kFirstWins, wins);
  table.add("A", "B", GameResult::kDraw, draws);
  table.add("A", "B", GameResult::kSecondWins, losses);
  table.add("B", "A", GameResult::kFirstWins, losses);
  table.add("B", "A", GameResult::kDraw, draws);
  table.add("B", "A", GameResult::kSecondWins, wins);
  return table;
}

TEST_CASE("by default a game without draws has draw Elo 0, and 79 % are 227 Elo with two virtual draws") {
  // 158 to 42, and a virtual draw is half a win and half a loss: 400 log10(159 / 43).
  const ResultTable table = two_colours(79, 0, 21);
  const auto fit = fit_ratings(table, {});
  REQUIRE(fit.ok());
  CHECK((*fit).warnings.empty());
  CHECK((*fit).draw_elo.source == FittedParameter::Source::kNoDraws);
  CHECK((*fit).draw_elo.value == 0);
  CHECK((*fit).display_scale() == 1);
  CHECK((*fit).advantage.fitted());
  CHECK(std::abs((*fit).advantage.value) < 1e-6);
  CHECK((*fit).elo[0] - (*fit).elo[1] == doctest::Approx(400 * std::log10(159.0 / 43)).epsilon(1e-9));
  // Information of n games at expectation p, as for the Elo model.
  const double p = 159.0 / 202;
  CHECK((*fit).advantage.deviation == doctest::Approx(kEloPerNat / std::sqrt(202 * p * (1 - p))));
  CHECK(2 * Posterior(table, *fit).deviation(0) ==
        doctest::Approx(kEloPerNat / std::sqrt(202 * p * (1 - p))));
}

TEST_CASE("by default advantage and draw Elo are what a fit of both gives, where the games tell them") {
  ResultTable table = two_colours(30, 20, 25);
  table.add("A", "C", GameResult::kFirstWins, 9);
  table.add("C", "A", GameResult::kFirstWins, 8);
  table.add("C", "B", GameResult::kDraw, 7);
  table.add("B", "C", GameResult::kSecondWins, 6);
  const auto by_default = fit_ratings(table, {});
  FitOptions both;
  both.advantage.how = both.draw_elo.how = Parameter::How::kFit;
  const auto fitted = fit_ratings(table, both);
  REQUIRE(by_default.ok());
  REQUIRE(fitted.ok());
  CHECK((*by_default).elo == (*fitted).elo);
  CHECK((*by_default).advantage.fitted());
  CHECK((*by_default).advantage.value == (*fitted).advantage.value);
  CHECK((*by_default).draw_elo.fitted());
  CHECK((*by_default).draw_elo.value == (*fitted).draw_elo.value);
}

TEST_CASE(
    "errors of advantage and draw Elo are the curvature of the posterior whose ratings are the best ones") {
  const ResultTable table = two_colours(30, 20, 11);
  const auto best = fit_ratings(table, {});
  REQUIRE(best.ok());
  // The other parameter is free in the profile of one.
  const auto value_at = [&](Parameter advantage, Parameter draw_elo) {
    const auto fit = fit_ratings(table, {Model::kBayesElo, 2, advantage, draw_elo});
    REQUIRE(fit.ok());
    return (*fit).log_likelihood;
  };
  const Parameter free{0, Parameter::How::kFit};
  constexpr double kStep = 1;
  const auto deviation = [&](double up, double down) {
    return kStep / std::sqrt(2 * (*best).log_likelihood - up - down);
  };
  const double a = (*best).advantage.value;
  const double d = (*best).draw_elo.value;
  CHECK((*best).advantage.deviation ==
        doctest::Approx(deviation(value_at({a + kStep}, free), value_at({a - kStep}, free))).epsilon(1e-3));
  CHECK((*best).draw_elo.deviation ==
        doctest::Approx(deviation(value_at(free, {d + kStep}), value_at(free, {d - kStep}))).epsilon(1e-3));
}

TEST_CASE("an advantage that the games do not tell from ratings is 0") {
  const auto source = [](const ResultTable& table) {
    const auto fit = fit_ratings(table, {});
    REQUIRE(fit.ok());
    if ((*fit).advantage.source == FittedParameter::Source::kNotIdentified) {
      CHECK((*fit).advantage.value == 0);
      CHECK((*fit).advantage.deviation == 0);
    }
    return (*fit).advantage.source;
  };
  using Source = FittedParameter::Source;
  const auto games = [](std::uint64_t one_way, std::uint64_t other_way) {
    ResultTable table;
    table.add("A", "B", GameResult::kFirstWins, one_way - one_way / 4);
    table.add("A", "B", GameResult::kSecondWins, one_way / 4);
    table.add("B", "A", GameResult::kFirstWins, other_way);
    return table;
  };
  // A always first: the stronger one, or the one with the advantage?
  CHECK(source(games(100, 0)) == Source::kNotIdentified);
  CHECK(source(games(99, 1)) == Source::kNotIdentified);
  CHECK(source(games(60, 40)) == Source::kFitted);
  CHECK(source(games(1, 1)) == Source::kFitted);
  // A chain is as good as no return match, a circle tells as much as a match with both colours.
  ResultTable table;
  table.add("A", "B", GameResult::kFirstWins, 5);
  table.add("B", "C", GameResult::kFirstWins, 5);
  CHECK(source(table) == Source::kNotIdentified);
  table.add("C", "A", GameResult::kFirstWins, 5);
  CHECK(source(table) == Source::kFitted);
}

TEST_CASE("scoring groups: who has to have lost to somebody") {
  ResultTable table;
  table.add("A", "B", GameResult::kFirstWins);
  table.add("B", "C", GameResult::kFirstWins);
  CHECK(scoring_groups(table).size() == 3);
  table.add("A", "C", GameResult::kSecondWins);  // a cycle
  CHECK(scoring_groups(table).size() == 1);
  table.add("D", "A", GameResult::kFirstWins, 5);
  CHECK(scoring_groups(table).size() == 2);
  table.add("D", "A", GameResult::kDraw);
  CHECK(scoring_groups(table).size() == 1);
}

TEST_CASE("options out of range are refused") {
  ResultTable table;
  CHECK(fit_ratings(table, {}).error() == "no games to rate");
  table.add("A", "B", GameResult::kDraw);
  const auto refused = [&](auto change) {
    FitOptions options;
    change(options);
    return !fit_ratings(table, options).ok();
  };
  CHECK(refused([](FitOptions& o) { o.prior = -1; }));
  CHECK(refused([](FitOptions& o) { o.prior = std::nan(""); }));
  CHECK(refused([](FitOptions& o) { o.draw_elo.value = -1; }));
  CHECK(refused([](FitOptions& o) { o.draw_elo.value = 1e9; }));
  CHECK(refused([](FitOptions& o) { o.advantage.value = -HUGE_VAL; }));
  CHECK_FALSE(refused([](FitOptions& o) { o.advantage.value = -32.8; }));
}

TEST_CASE("Cholesky factor, solution and inverse, across block borders") {
  Rng rng = Rng::seeded(5);
  for (const std::size_t n : {1U, 2U, 7U, 63U, 64U, 65U, 130U, 197U}) {
    Matrix root(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) root(i, j) = rng.uniform() - 0.5;
    }
    Matrix a(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        a(i, j) = i == j ? 1 : 0;
        for (std::size_t k = 0; k < n; ++k) a(i, j) += root(i, k) * root(j, k);
      }
    }
    Matrix l = a;
    REQUIRE(cholesky_factor(l));
    const Matrix inverse = cholesky_inverse(l);
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = a(i, 0);
    cholesky_solve(l, x);
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
      worst = std::max(worst, std::abs(x[i] - (i == 0 ? 1 : 0)));
      for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += a(i, k) * inverse(k, j);
        worst = std::max(worst, std::abs(sum - (i == j ? 1 : 0)));
      }
    }
    CHECK(worst < 1e-11);
  }
  Matrix indefinite(2);
  indefinite(0, 0) = 1;
  indefinite(1, 0) = 2;
  indefinite(1, 1) = 1;
  CHECK_FALSE(cholesky_factor(indefinite));
}

TEST_CASE("the normal quantile") {
  // Tables of the normal distribution.
  CHECK(normal_half_width(0.95) == doctest::Approx(1.959963984540054).epsilon(1e-12));
  CHECK(normal_half_width(0.99) == doctest::Approx(2.575829303548901).epsilon(1e-12));
  CHECK(normal_half_width(0.8) == doctest::Approx(1.281551565544601).epsilon(1e-12));
}

}  // namespace
}  // namespace ludex::arena::rating
