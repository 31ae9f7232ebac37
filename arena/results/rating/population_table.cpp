#include "arena/results/rating/population_table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/rating/fit.hpp"
#include "arena/results/rating/heterogeneity.hpp"
#include "arena/results/rating/standings.hpp"

namespace ludex::arena::rating {
namespace {

// Log-odds of the score with half a point added for each side (Haldane 1956, Anscombe 1956): finite when all
// games were won.
double log_odds(const Trinomial& games) {
  return std::log((games.points() + 0.5) / (games.mirrored().points() + 0.5));
}

// P(at least this many wins | equal strength), from the games that were not drawn: the sign test.
double sign_test(const Trinomial& games) {
  constexpr std::uint64_t kExact = 10'000;
  const std::uint64_t n = games.wins + games.losses;
  const auto all = static_cast<double>(n);
  if (n > kExact)
    return 1 - los_of_decisive(static_cast<double>(games.wins), static_cast<double>(games.losses));
  double sum = 0;
  for (std::uint64_t k = games.wins; k <= n; ++k) {
    const auto wins = static_cast<double>(k);
    sum += std::exp(std::lgamma(all + 1) - std::lgamma(wins + 1) - std::lgamma(all - wins + 1) -
                    all * std::log(2.0));
  }
  return std::min(sum, 1.0);
}

// The statistic of one pair: 2 n times the Kullback-Leibler divergence of the scores from (p, 1 - p).
double deviance(const Trinomial& games, double p) {
  const auto part = [](double s, double q) { return s > 0 ? s * std::log(s / q) : 0; };
  const double s = games.score();
  return 2 * static_cast<double>(games.games()) * (part(s, p) + part(1 - s, 1 - p));
}

// The games of every two, each pair counted whoever moved first.
std::vector<Trinomial> count_pairs(const ResultTable& table, std::span<const Standing> rows) {
  const std::size_t n = rows.size();
  std::vector<std::size_t> place(n);
  for (std::size_t i = 0; i < n; ++i) place[rows[i].player] = i;
  std::vector<Trinomial> against(n * n);
  for (const PairRecord& record : table.records()) {
    const auto count = [&](std::uint32_t row, std::uint32_t column, const Trinomial& games) {
      Trinomial& cell = against[place[row] * n + place[column]];
      cell.wins += games.wins;
      cell.draws += games.draws;
      cell.losses += games.losses;
    };
    const Trinomial games{record.wins(), record.draws(), record.losses()};
    count(record.first, record.second, games);
    count(record.second, record.first, games.mirrored());
  }
  return against;
}

// Tests Elo's description of the results against one that gives each pair a score of its own.
Result<void> test_transitivity(const ResultTable& table, std::span<const Standing> rows, Population& result) {
  // Bradley-Terry by maximum likelihood, but for a prior that keeps all ratings finite.
  FitOptions options;
  options.model = Model::kElo;
  options.prior = 0.01;
  options.advantage = {};
  const auto fit = fit_ratings(table, options);
  if (!fit) return Error{fit.error()};
  const std::size_t n = rows.size();
  double all = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const double elo = fit->elo[rows[i].player] - fit->elo[rows[j].player];
      result.chi_square += deviance(result.games(i, j), score_of_elo(elo));
      all += deviance(result.games(i, j), 0.5);
    }
  }
  result.explained = all > 0 ? std::clamp(1 - result.chi_square / all, 0.0, 1.0) : 1;
  result.degrees = static_cast<std::uint32_t>((n - 1) * (n - 2) / 2);
  if (result.degrees > 0) result.p = chi_square_tail(result.chi_square, result.degrees);
  return {};
}

void find_cycles(const Payoffs& payoffs, Population& result) {
  const std::size_t n = result.agents.size();
  const double possible =
      static_cast<double>(n) * static_cast<double>(n - 1) * static_cast<double>(n - 2) / 3;
  std::vector<double> p(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (payoffs.at(i, j) > 0) p[i * n + j] = sign_test(result.games(i, j));
  for (const Cycle& cycle : strongest_cycles(payoffs, static_cast<std::size_t>(-1))) {
    const auto [a, b, c] = cycle.agents;
    const double least = std::max({p[a * n + b], p[b * n + c], p[c * n + a]});
    result.cycles.push_back({cycle.agents,
                             {result.games(a, b), result.games(b, c), result.games(c, a)},
                             std::min(1.0, possible * least)});
  }
  std::stable_sort(result.cycles.begin(), result.cycles.end(),
                   [](const NamedCycle& x, const NamedCycle& y) { return x.p < y.p; });
}

}  // namespace

std::size_t Population::cycles_beyond_noise() const noexcept {
  return static_cast<std::size_t>(std::count_if(
      cycles.begin(), cycles.end(), [](const NamedCycle& cycle) { return cycle.beyond_noise(); }));
}

Result<Population> evaluate_population(const ResultTable& table, std::span<const Standing> rows,
                                       double alpha) {
  if (!table.rankings().empty())
    return Error{
        "a population is evaluated from games of two players, and these logs have games of three or more "
        "(--game chooses games)"};
  const std::size_t n = rows.size();
  if (n < 2 || n > kMostAgents)
    return Error{fmt::format("a population of {}, expected 2 to {}", plural(n, "agent"), kMostAgents)};
  if (!(alpha > 0 && alpha <= 1e6))
    return Error{
        fmt::format("alpha-rank's intensity is {}, expected a number above 0 and at most 1000000", alpha)};
  Population result;
  result.alpha = alpha;
  result.against = count_pairs(table, rows);
  for (const Standing& row : rows)
    result.agents.push_back({row.name, row.totals.games(), row.score(), row.display_elo, 0, 0, 0});
  Payoffs payoffs(n), odds(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const Trinomial& games = result.games(i, j);
      if (games.games() == 0)
        return Error{fmt::format("{} and {} never met, and a population needs games of every two agents",
                                 rows[i].name, rows[j].name)};
      payoffs.set(i, j, 2 * games.score() - 1);
      odds.set(i, j, log_odds(games));
    }
  }
  const std::vector<double> nash = max_entropy_nash(payoffs);
  const std::vector<double> gains = gains_against(payoffs, nash);
  const std::vector<double> ranks = alpha_rank(payoffs, alpha, kAlphaRankPopulation);
  for (std::size_t i = 0; i < n; ++i) {
    result.agents[i].nash = nash[i];
    result.agents[i].nash_gain = gains[i];
    result.agents[i].alpha_rank = ranks[i];
  }
  result.transitive = transitive_share(odds);
  if (const auto tested = test_transitivity(table, rows, result); !tested) return Error{tested.error()};
  find_cycles(payoffs, result);
  return result;
}

std::optional<Population> cyclic_population(const ResultTable& table, std::span<const Standing> rows) {
  constexpr std::size_t kMostShown = 64;
  if (rows.size() > kMostShown) return std::nullopt;
  auto population = evaluate_population(table, rows);
  if (!population || population->cycles_beyond_noise() == 0) return std::nullopt;
  return *std::move(population);
}

}  // namespace ludex::arena::rating
