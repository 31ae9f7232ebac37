// Whether a player is as strong in one game as in another (README.md): one rating over unlike games hides it
// if not.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "arena/rating/fit.hpp"
#include "arena/rating/result_table.hpp"

namespace ludex::arena::rating {

// One game, rated by itself.
struct GameFit {
  std::string game;  // label
  const ResultTable* table;
  const Fit* fit;
};

// Cochran's Q of one player's ratings in the games.
struct Heterogeneity {
  std::string name;
  double chi_square = 0;
  std::uint32_t degrees = 0;  // games - 1
  double p = 1;               // of so large a chi-square, times the number of players compared (Bonferroni)
  // Unscaled Elo, relative to the mean of the players compared, and its standard deviation; as the games.
  struct Rating {
    double elo;
    double deviation;
  };
  std::vector<Rating> ratings;
};

// Ratings differ by more than their errors below this p.
inline constexpr double kHeterogeneous = 0.01;

// Compared are the players that played every one of the games; none if these are fewer than two, if there is
// one game only, or if some game leaves two of them without a chain of games between. In the order of the
// first table.
[[nodiscard]] std::vector<Heterogeneity> compare_games(std::span<const GameFit> games);

// A sentence for each player whose ratings differ, with its extremes and their 95 % intervals.
[[nodiscard]] std::vector<std::string> warnings_of(std::span<const Heterogeneity> players,
                                                   std::span<const GameFit> games);

// "0.21", "0.0036", "< 0.0001".
[[nodiscard]] std::string p_text(double p);

// P(X > x) of the chi-square distribution with `degrees` >= 1 degrees of freedom.
[[nodiscard]] double chi_square_tail(double x, std::uint32_t degrees);

}  // namespace ludex::arena::rating
