// Computes the ratings: the maximum of the posterior (likelihood and virtual draws), by Newton's method. The
// posterior is concave, so the maximum is unique and independent of the order of games and of the starting
// point.
#pragma once

#include <string>
#include <vector>

#include "arena/results/rating/groups.hpp"
#include "arena/results/rating/likelihood.hpp"
#include "arena/results/rating/result_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::rating {

// Natural units to Elo: 400 / ln 10.
inline constexpr double kEloPerNat = 173.71779276130073;
// BayesElo's defaults, estimated for chess.
inline constexpr double kChessAdvantage = 32.8;
inline constexpr double kChessDrawElo = 97.3;
// Beyond this
// Elo
// a fitted parameter has no finite optimum: no log shows odds of 10^(4000/400) to one.
inline constexpr double kParameterLimit = 4000;
// Players joined by games; the Hessian of a group is dense (8 bytes per cell).
inline constexpr std::size_t kLargestGroup = 8192;

struct Parameter {
  enum class How {
    kGiven,
    kFit,           // to all draws, including virtual ones (BayesElo's `mm 1 1`)
    kIfIdentified,  // as kFit if the games determine it (rating-notes.md, "Advantage and draw Elo"), else 0
  };
  double value = 0;  // Elo; unless given, its value if it has no finite optimum
  How how = How::kGiven;
};

struct FitOptions {
  Model model = Model::kBayesElo;
  double prior = 2;  // virtual draws per player; 0: maximum likelihood
  Parameter advantage{0, Parameter::How::kIfIdentified};
  Parameter draw_elo{kChessDrawElo, Parameter::How::kIfIdentified};  // BayesElo only
};

// Result for a parameter.
struct FittedParameter {
  enum class Source {
    kGiven,
    kFitted,
    kNotIdentified,  // advantage: indistinguishable from ratings; 0
    kNoDraws,        // draw Elo: no draws; 0, and a virtual draw is half a win and half a loss
    kNoOptimum,      // would grow without bound; the value of the options
  };
  double value = 0;      // Elo
  double deviation = 0;  // standard deviation in Elo, with unknown ratings; 0 unless fitted
  Source source = Source::kGiven;

  [[nodiscard]] bool fitted() const noexcept { return source == Source::kFitted; }
};

// Advantages of the seats in games of one number of players, three or more.
struct SeatAdvantages {
  std::uint32_t players;
  FittedParameter::Source source;
  std::vector<double> elo;        // by seat; mean 0
  std::vector<double> deviation;  // as FittedParameter; empty unless fitted
};

// The prevalence of ties of one size in games of three or more: delta of rank_likelihood.hpp.
struct TiePrevalence {
  std::uint32_t size;
  FittedParameter::Source source;
  double log_prevalence;
  double deviation;  // of the logarithm
};

struct Fit {
  Model model = Model::kBayesElo;
  double prior = 0;
  bool pair_games = true;   // whether there are games of two players
  std::vector<double> elo;  // by player, unscaled; mean 0 in every group
  FittedParameter advantage;
  FittedParameter draw_elo;           // 0 with the Elo model
  std::vector<SeatAdvantages> seats;  // by number of players; empty without games of three and more
  std::vector<TiePrevalence> ties;    // by size; sizes that were seen
  double log_likelihood = 0;          // including the virtual draws
  int iterations = 0;
  Groups groups;
  std::vector<std::string> warnings;

  // The model whose likelihood was maximised: without draws, BayesElo's equals the Elo model.
  [[nodiscard]] Model likelihood_model() const noexcept {
    return draw_elo.source == FittedParameter::Source::kNoDraws ? Model::kElo : model;
  }
  // BayesElo's display scale 4x/(1+x)^2, x = 10^(-D/400): the slope at equality is then that of logistic Elo.
  [[nodiscard]] double display_scale() const;
};

// Refuses (with the reason) options out of range, a group of more than kLargestGroup players, and tables with
// infinite ratings: prior 0 and players who won, or lost, all games against the rest.
Result<Fit> fit_ratings(const ResultTable& table, const FitOptions& options);

// The Gaussian around the maximum: the inverse of the Hessian, with A and D taken as known and ratings
// relative to the mean of their group (BayesElo's `covariance`).
class Posterior {
 public:
  Posterior(const ResultTable& table, const Fit& fit);

  // Covariance of two players of one group, unscaled Elo squared.
  [[nodiscard]] double covariance(std::uint32_t i, std::uint32_t j) const;
  // Standard deviation in unscaled Elo.
  [[nodiscard]] double deviation(std::uint32_t player) const;
  // Probability that i is stronger than j: Phi((r_i - r_j) / sd(r_i - r_j)). 1/2 if nothing is known: players
  // of different groups, i = j.
  [[nodiscard]] double superiority(std::uint32_t i, std::uint32_t j) const;

 private:
  const Fit& fit_;
  std::vector<Matrix> covariance_;  // one block per group, Elo^2
};

// Half-width of a two-sided interval in standard deviations, 1.95996... for 0.95. 0 < confidence < 1.
[[nodiscard]] double normal_half_width(double confidence);

}  // namespace ludex::arena::rating
