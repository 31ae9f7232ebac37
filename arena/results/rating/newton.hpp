// Newton's method for the posterior of a result table: ratings in blocks, bordered by the fitted parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/results/rating/groups.hpp"
#include "arena/results/rating/likelihood.hpp"

namespace ludex::arena::rating {

// Indices of Point::parameter, ascending.
using Fitted = std::vector<std::uint32_t>;

// Solves the Newton system: blocks of ratings bordered by the fitted parameters (Schur complement).
class NewtonSolver {
 public:
  NewtonSolver(const Groups& groups, const Fitted& fitted) : groups_(groups), fitted_(fitted) {}

  // Parameters that are not fitted do not move. Destroys d.blocks.
  Point step(Derivatives& d) const;

  // Information on the fitted parameters with unknown ratings: minus the second derivatives of the posterior
  // with the best ratings for each value of the parameters.
  struct Border {
    std::vector<std::vector<double>> by;  // H^-1 times the mixed derivatives
    Matrix information;                   // both triangles
  };
  // Factors d.blocks.
  Border eliminate(Derivatives& d) const;

 private:
  std::vector<double> solve(const Derivatives& d, const std::vector<double>& right) const;

  const Groups& groups_;
  const Fitted& fitted_;
};

// x with information * x = right, for a positive definite matrix.
[[nodiscard]] std::vector<double> solve_border(const Matrix& information, std::vector<double> right);

// Removes the freedom to shift a group by adding a multiple of 11^T / n, which changes neither the step (the
// gradient of a group sums to 0, so the step does) nor the eigenvalues of the other directions. Returns that
// multiple, the mean diagonal.
double fix_shift(Matrix& block);
// Factors a block; adds a growing ridge to a block that rounding has made indefinite.
void factor(Matrix& block);

// Ends at the maximum, or earlier.
struct Ascent {
  double value = 0;
  int iterations = 0;
  bool stalled = false;
  // A fitted parameter without a finite optimum.
  std::optional<std::uint32_t> runs = std::nullopt;
};
// Moves `point` to the maximum. A parameter beyond `limit` (natural units) has no finite optimum.
Ascent maximise(const Likelihood& likelihood, const Groups& groups, const Fitted& fitted, double limit,
                Point& point);

}  // namespace ludex::arena::rating
