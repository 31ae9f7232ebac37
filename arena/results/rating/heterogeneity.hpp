// Tests whether a player is equally strong in all games (rating-notes.md); a joint rating would hide
// differences.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "arena/results/rating/fit.hpp"
#include "arena/results/rating/result_table.hpp"

namespace ludex::arena::rating {

// One game with its own ratings.
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
  double p = 1;               // of a chi-square this large, times the number of players compared (Bonferroni)
  // Unscaled Elo relative to the mean of the compared players, and its standard deviation, by game.
  struct Rating {
    double elo;
    double deviation;
  };
  std::vector<Rating> ratings;
};

// Below this p, ratings differ by more than their errors.
inline constexpr double kHeterogeneous = 0.01;

// Compares the players that played every game; none if there are fewer than two such players, if there is
// only one game, or if in some game no chain of games joins two of them. In the order of the first table.
[[nodiscard]] std::vector<Heterogeneity> compare_games(std::span<const GameFit> games);

// A sentence for each player whose ratings differ, with its extremes and their 95 % intervals.
[[nodiscard]] std::vector<std::string> warnings_of(std::span<const Heterogeneity> players,
                                                   std::span<const GameFit> games);

// "0.21", "0.0036", "< 0.0001".
[[nodiscard]] std::string p_text(double p);

// P(X > x) of the chi-square distribution with `degrees` >= 1 degrees of freedom.
[[nodiscard]] double chi_square_tail(double x, std::uint32_t degrees);

}  // namespace ludex::arena::rating
