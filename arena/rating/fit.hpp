// The rating itself: the maximum of the posterior (likelihood and virtual draws), by Newton's method. The
// posterior is concave, so the maximum is the only one and the answer does not depend on the order of the
// games or on a starting point.
#pragma once

#include <string>
#include <vector>

#include "arena/rating/groups.hpp"
#include "arena/rating/likelihood.hpp"
#include "arena/rating/result_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::rating {

// Natural units to Elo: 400 / ln 10.
inline constexpr double kEloPerNat = 173.71779276130073;
// BayesElo's defaults for chess.
inline constexpr double kDefaultAdvantage = 32.8;
inline constexpr double kDefaultDrawElo = 97.3;
// Beyond this |Elo| a fitted parameter has no finite optimum: 10^(4000/400) to one is more than any log
// tells.
inline constexpr double kParameterLimit = 4000;
// Players joined by games; the Hessian of a group is dense (8 bytes a cell).
inline constexpr std::size_t kLargestGroup = 8192;

struct Parameter {
  double value = 0;  // Elo
  bool fit = false;  // `value` is then where it stays if it has no finite optimum
};

struct FitOptions {
  Model model = Model::kBayesElo;
  double prior = 2;  // virtual draws of each player; 0: maximum likelihood
  Parameter advantage{kDefaultAdvantage, false};
  Parameter draw_elo{kDefaultDrawElo, false};  // BayesElo only
};

struct Fit {
  Model model = Model::kBayesElo;
  double prior = 0;
  std::vector<double> elo;  // by player, unscaled; mean 0 in every group
  double advantage = 0;
  double draw_elo = 0;
  bool advantage_fitted = false;
  bool draw_elo_fitted = false;
  double log_likelihood = 0;  // with the virtual draws
  int iterations = 0;
  Groups groups;
  std::vector<std::string> warnings;

  // BayesElo's display scale 4x/(1+x)^2, x = 10^(-D/400): the slope at equality is then that of logistic Elo.
  [[nodiscard]] double display_scale() const;
};

// Refuses (with the reason) options out of range, a group of more than kLargestGroup players, and tables
// whose ratings would be infinite: prior 0 and players who won, or lost, all games against the rest.
Result<Fit> fit_ratings(const ResultTable& table, const FitOptions& options);

// The gaussian around the maximum: the inverse of the Hessian, A and D taken as known, ratings relative to
// the mean of their group (BayesElo's `covariance`).
class Posterior {
 public:
  Posterior(const ResultTable& table, const Fit& fit);

  // Of two players of one group, unscaled Elo squared.
  [[nodiscard]] double covariance(std::uint32_t i, std::uint32_t j) const;
  // Standard deviation in unscaled Elo.
  [[nodiscard]] double deviation(std::uint32_t player) const;
  // Probability that i is stronger than j: Phi((r_i - r_j) / sd(r_i - r_j)). One half if nothing is known:
  // players of different groups, i = j.
  [[nodiscard]] double superiority(std::uint32_t i, std::uint32_t j) const;

 private:
  const Fit& fit_;
  std::vector<Matrix> covariance_;  // a block for each group, Elo^2
};

// The half-width in standard deviations of a two-sided interval, 1.95996... for 0.95. 0 < confidence < 1.
[[nodiscard]] double normal_half_width(double confidence);

}  // namespace ludex::arena::rating
