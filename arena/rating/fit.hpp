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
// BayesElo's defaults: what it found for chess.
inline constexpr double kChessAdvantage = 32.8;
inline constexpr double kChessDrawElo = 97.3;
// Beyond this |Elo| a fitted parameter has no finite optimum: 10^(4000/400) to one is more than any log
// tells.
inline constexpr double kParameterLimit = 4000;
// Players joined by games; the Hessian of a group is dense (8 bytes a cell).
inline constexpr std::size_t kLargestGroup = 8192;

struct Parameter {
  enum class How {
    kGiven,
    kFit,           // to all draws, the virtual ones, too (BayesElo's `mm 1 1`)
    kIfIdentified,  // as kFit where the games tell it (README.md, "Advantage and draw Elo"), else 0
  };
  double value = 0;  // Elo; unless given, where it stays if it has no finite optimum
  How how = How::kGiven;
};

struct FitOptions {
  Model model = Model::kBayesElo;
  double prior = 2;  // virtual draws of each player; 0: maximum likelihood
  Parameter advantage{0, Parameter::How::kIfIdentified};
  Parameter draw_elo{kChessDrawElo, Parameter::How::kIfIdentified};  // BayesElo only
};

// What became of a parameter.
struct FittedParameter {
  enum class Source {
    kGiven,
    kFitted,
    kNotIdentified,  // advantage: the games do not tell it from ratings; 0
    kNoDraws,        // draw Elo: nobody drew; 0, and a virtual draw is half a win and half a loss
    kNoOptimum,      // it would grow without end; the value of the options
  };
  double value = 0;      // Elo
  double deviation = 0;  // standard deviation in Elo, with the ratings unknown, too; 0 unless fitted
  Source source = Source::kGiven;

  [[nodiscard]] bool fitted() const noexcept { return source == Source::kFitted; }
};

struct Fit {
  Model model = Model::kBayesElo;
  double prior = 0;
  std::vector<double> elo;  // by player, unscaled; mean 0 in every group
  FittedParameter advantage;
  FittedParameter draw_elo;   // 0 with the Elo model
  double log_likelihood = 0;  // with the virtual draws
  int iterations = 0;
  Groups groups;
  std::vector<std::string> warnings;

  // The model whose likelihood was maximised: without draws BayesElo's is the Elo model.
  [[nodiscard]] Model likelihood_model() const noexcept {
    return draw_elo.source == FittedParameter::Source::kNoDraws ? Model::kElo : model;
  }
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
