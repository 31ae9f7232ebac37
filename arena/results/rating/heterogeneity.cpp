#include "arena/results/rating/heterogeneity.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/rating/match_statistics.hpp"

namespace ludex::arena::rating {
namespace {

using Players = std::vector<std::uint32_t>;

// Indices of the common players in each game: [game][player]. Empty if they cannot be compared.
std::vector<Players> common_players(std::span<const GameFit> games) {
  std::vector<Players> players(games.size());
  std::vector<std::unordered_map<std::string_view, std::uint32_t>> numbers(games.size());
  for (std::size_t g = 0; g < games.size(); ++g) {
    const ResultTable& table = *games[g].table;
    for (std::uint32_t i = 0; i < table.players(); ++i) numbers[g].emplace(table.name(i), i);
  }
  for (std::uint32_t i = 0; i < games[0].table->players(); ++i) {
    const std::string& name = games[0].table->name(i);
    if (!std::all_of(numbers.begin(), numbers.end(), [&](const auto& n) { return n.contains(name); }))
      continue;
    for (std::size_t g = 0; g < games.size(); ++g) players[g].push_back(numbers[g].at(name));
  }
  for (std::size_t g = 0; g < games.size(); ++g) {
    const auto& group_of = games[g].fit->groups.group_of;
    const bool joined = std::all_of(players[g].begin(), players[g].end(), [&](std::uint32_t i) {
      return group_of[i] == group_of[players[g].front()];
    });
    if (!joined || players[g].size() < 2) return {};
  }
  return players;
}

// Ratings of some players relative to their mean, m: the variance of x_i - m from the covariances c of the x
// is c_ii - 2 mean_j c_ij + mean_jk c_jk.
std::vector<Heterogeneity::Rating> relative_ratings(const GameFit& game, const Players& players) {
  const Posterior posterior(*game.table, *game.fit);
  const auto n = static_cast<double>(players.size());
  double mean = 0;
  for (const std::uint32_t i : players) mean += game.fit->elo[i] / n;
  std::vector<double> row_means(players.size(), 0.0);
  double mean_covariance = 0;
  for (std::size_t a = 0; a < players.size(); ++a) {
    for (const std::uint32_t j : players) row_means[a] += posterior.covariance(players[a], j) / n;
    mean_covariance += row_means[a] / n;
  }
  std::vector<Heterogeneity::Rating> ratings;
  for (std::size_t a = 0; a < players.size(); ++a) {
    const std::uint32_t i = players[a];
    const double variance = posterior.covariance(i, i) - 2 * row_means[a] + mean_covariance;
    ratings.push_back({game.fit->elo[i] - mean, std::sqrt(std::max(variance, 0.0))});
  }
  return ratings;
}

// Cochran's Q: squared distances from the mean, both weighted by the inverse variances.
double cochran_q(std::span<const Heterogeneity::Rating> ratings) {
  double weights = 0;
  double sum = 0;
  for (const auto& r : ratings) {
    const double weight = 1 / (r.deviation * r.deviation);
    weights += weight;
    sum += weight * r.elo;
  }
  double q = 0;
  for (const auto& r : ratings) {
    const double distance = (r.elo - sum / weights) / r.deviation;
    q += distance * distance;
  }
  return std::isfinite(q) ? q : 0;
}

}  // namespace

std::string p_text(double p) {
  return p < 0.0001 ? "< 0.0001" : fmt::format("{:.{}f}", p, p < 0.1 ? 4 : 2);
}

double chi_square_tail(double x, std::uint32_t degrees) {
  if (!(x > 0)) return 1;
  // Q(a, h) with a = degrees / 2, h = x / 2, from Q(1/2, h) = erfc(sqrt h) or Q(1, h) = exp(-h) by
  // Q(a + 1, h) = Q(a, h) + h^a exp(-h) / Gamma(a + 1).
  const double h = x / 2;
  double a = degrees % 2 == 0 ? 1 : 0.5;
  double tail = degrees % 2 == 0 ? std::exp(-h) : std::erfc(std::sqrt(h));
  for (; a < static_cast<double>(degrees) / 2; a += 1)
    tail += std::exp(a * std::log(h) - h - std::lgamma(a + 1));
  return std::min(tail, 1.0);
}

std::vector<Heterogeneity> compare_games(std::span<const GameFit> games) {
  std::vector<Heterogeneity> result;
  if (games.size() < 2) return result;
  const auto players = common_players(games);
  if (players.empty()) return result;
  result.resize(players[0].size());
  for (std::size_t g = 0; g < games.size(); ++g) {
    const auto ratings = relative_ratings(games[g], players[g]);
    for (std::size_t i = 0; i < ratings.size(); ++i) result[i].ratings.push_back(ratings[i]);
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    Heterogeneity& player = result[i];
    player.name = games[0].table->name(players[0][i]);
    player.chi_square = cochran_q(player.ratings);
    player.degrees = static_cast<std::uint32_t>(games.size() - 1);
    player.p = std::min(
        1.0, static_cast<double>(result.size()) * chi_square_tail(player.chi_square, player.degrees));
  }
  return result;
}

std::vector<std::string> warnings_of(std::span<const Heterogeneity> players, std::span<const GameFit> games) {
  std::vector<std::string> list;
  for (const Heterogeneity& player : players) {
    if (player.p >= kHeterogeneous) continue;
    const auto& r = player.ratings;
    const auto [low, high] =
        std::minmax_element(r.begin(), r.end(), [](const auto& a, const auto& b) { return a.elo < b.elo; });
    const auto at = [&](auto rating) {
      const GameFit& game = games[static_cast<std::size_t>(rating - r.begin())];
      const double scale = game.fit->display_scale();
      return fmt::format("{:+.0f} +- {:.0f} in {}", scale * rating->elo, scale * kZ95 * rating->deviation,
                         game.game);
    };
    list.push_back(fmt::format(
        "the ratings of {} differ between the games by more than their errors: {}, {} (chi-square {:.1f}, {} "
        "of freedom, p {}); the joint rating is a mean over unlike games",
        player.name, at(high), at(low), player.chi_square, plural(player.degrees, "degree"),
        p_text(player.p)));
  }
  return list;
}

}  // namespace ludex::arena::rating
