// The log-likelihood of a result table and its derivatives, for the models of docs/reference/rating-notes.md.
//
// Every game is one or two logistic trials. With x_i the rating in natural units (Elo * ln 10 / 400), i
// moving first, u = x_i - x_j + A - D and v = x_j - x_i - A - D (BayesElo: A advantage, D draw Elo):
//   P(win) = s(u)   P(loss) = s(v)   P(draw) = s(-u) s(-v) (1 - e^-2D)     s(t) = 1 / (1 + e^-t)
// so that  log L = sum w ln s(u) + d ln s(-u) + l ln s(v) + d ln s(-v) + d ln(1 - e^-2D),
// concave in (x, A, D) together. The Elo model has the first trial only, with D = 0 and a draw counted as
// half a win and half a loss. Games of three and more players: rank_likelihood.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/results/rating/cholesky.hpp"
#include "arena/results/rating/groups.hpp"
#include "arena/results/rating/rank_likelihood.hpp"
#include "arena/results/rating/result_table.hpp"

namespace ludex::arena::rating {

enum class Model : std::uint8_t { kBayesElo, kElo };

// Parameters of games of two players; those of RankParameters follow.
inline constexpr std::uint32_t kAdvantage = 0;
inline constexpr std::uint32_t kDraw = 1;
inline constexpr std::uint32_t kPairParameters = 2;

// Natural units.
struct Point {
  std::vector<double> rating;
  std::vector<double> parameter;
};

struct Derivatives {
  // Gradient.
  std::vector<double> rating;
  std::vector<double> parameter;
  // Minus the second derivatives: by ratings (one block per group, lower triangle; singular, because a group
  // can be shifted), mixed (by parameter, then player), and by parameters (lower triangle).
  std::vector<Matrix> blocks;
  std::vector<std::vector<double>> mixed;
  Matrix second;
};

class Likelihood {
 public:
  // Adds `prior` virtual draws per player as BayesElo does: divided among its opponents by games, half with
  // each colour; a pair with n games of players with N_i and N_j games receives prior/2 * n * (1/N_i + 1/N_j)
  // of them. In a game of three or more, every two seats of different players meet. Keeps a reference to
  // `groups`.
  // Ranks of three and more follow the model `ranks`: with kElo a tie is the mean over all orders.
  Likelihood(const ResultTable& table, const Groups& groups, Model model, Model ranks, double prior);

  [[nodiscard]] double value(const Point& at) const;
  void derivatives(const Point& at, Derivatives& out) const;
  // Number of draws, real and virtual.
  [[nodiscard]] double draws() const noexcept { return draws_; }
  [[nodiscard]] const RankParameters& rank_parameters() const noexcept { return ranks_.parameters(); }

 private:
  struct Trials {
    std::uint32_t first;
    std::uint32_t second;
    double u_yes;  // weight of ln s(u)
    double u_no;   // weight of ln s(-u)
    double v_yes;
    double v_no;
  };

  const Groups& groups_;
  RankLikelihood ranks_;
  std::vector<Trials> trials_;
  double draws_ = 0;
  bool second_trial_;
};

}  // namespace ludex::arena::rating
