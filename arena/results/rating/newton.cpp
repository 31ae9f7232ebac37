#include "arena/results/rating/newton.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::arena::rating {

namespace {

constexpr int kMaxIterations = 500;
// Natural units. Newton converges quadratically: a step this small leaves an error of its square.
constexpr double kSmallStep = 1e-10;
// Longest step of one iteration; takes effect only far from the optimum.
constexpr double kLongestStep = 6;
// A parameter that would move kLongWay for a gain in the posterior below kNoInformation climbs an exponential
// tail: its optimum is at infinity (its standard deviation, at least kLongWay / sqrt of the gain, would be a
// hundred thousand Elo).
constexpr double kNoInformation = 1e-9;
constexpr double kLongWay = 0.02;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Replaces a Schur complement lost to cancellation.
double positive(double value, double scale) {
  return std::max({value, 1e-14 * scale, 1e-280});
}

void centre(Point& point, const Groups& groups) {
  for (const auto& members : groups.members) {
    double mean = 0;
    for (const std::uint32_t i : members) mean += point.rating[i];
    mean /= static_cast<double>(members.size());
    for (const std::uint32_t i : members) point.rating[i] -= mean;
  }
}

void move_by(Point& point, const Point& from, double factor, const Point& step) {
  for (std::size_t i = 0; i < point.rating.size(); ++i)
    point.rating[i] = from.rating[i] + factor * step.rating[i];
  for (std::size_t p = 0; p < point.parameter.size(); ++p)
    point.parameter[p] = from.parameter[p] + factor * step.parameter[p];
}

double largest(const std::vector<double>& values) {
  double length = 0;
  for (const double v : values) length = std::max(length, std::abs(v));
  return length;
}

}  // namespace

double fix_shift(Matrix& block) {
  const std::size_t n = block.size();
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += block(i, i);
  const double scale = trace > 0 ? trace / static_cast<double>(n) : 1.0;
  const double add = scale / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) block(i, j) += add;
  }
  return scale;
}

void factor(Matrix& block) {
  const Matrix original = block;
  double most = 0;
  for (std::size_t i = 0; i < block.size(); ++i) most = std::max(most, block(i, i));
  if (!(most > 0)) most = 1;
  for (double ridge = 1e-15; !cholesky_factor(block) && ridge < 1e3; ridge *= 10) {
    block = original;
    for (std::size_t i = 0; i < block.size(); ++i) block(i, i) += ridge * most;
  }
}

std::vector<double> solve_border(const Matrix& information, std::vector<double> right) {
  const Matrix& m = information;
  if (m.size() == 0) return right;
  if (m.size() == 1) return {right[0] / m(0, 0)};
  if (m.size() == 2) {
    const double determinant = positive(m(0, 0) * m(1, 1) - m(1, 0) * m(1, 0), m(0, 0) * m(1, 1));
    return {(right[0] * m(1, 1) - right[1] * m(1, 0)) / determinant,
            (right[1] * m(0, 0) - right[0] * m(1, 0)) / determinant};
  }
  Matrix lower = m;
  factor(lower);
  cholesky_solve(lower, right);
  return right;
}

Point NewtonSolver::step(Derivatives& d) const {
  const Border border = eliminate(d);
  Point step{solve(d, d.rating), std::vector<double>(d.parameter.size(), 0.0)};
  std::vector<double> right;
  for (const std::uint32_t p : fitted_) right.push_back(d.parameter[p] - dot(d.mixed[p], step.rating));
  const std::vector<double> moves = solve_border(border.information, std::move(right));
  for (std::size_t k = 0; k < fitted_.size(); ++k) {
    step.parameter[fitted_[k]] = moves[k];
    for (std::size_t i = 0; i < step.rating.size(); ++i) step.rating[i] -= border.by[k][i] * moves[k];
  }
  return step;
}

NewtonSolver::Border NewtonSolver::eliminate(Derivatives& d) const {
  for (Matrix& block : d.blocks) {
    fix_shift(block);
    factor(block);
  }
  Border border{{}, Matrix(fitted_.size())};
  for (std::size_t k = 0; k < fitted_.size(); ++k) {
    const std::uint32_t p = fitted_[k];
    border.by.push_back(solve(d, d.mixed[p]));
    border.information(k, k) = positive(d.second(p, p) - dot(d.mixed[p], border.by[k]), d.second(p, p));
    for (std::size_t l = 0; l < k; ++l) {
      border.information(k, l) = border.information(l, k) =
          d.second(p, fitted_[l]) - dot(d.mixed[fitted_[l]], border.by[k]);
    }
  }
  return border;
}

std::vector<double> NewtonSolver::solve(const Derivatives& d, const std::vector<double>& right) const {
  std::vector<double> x(right.size());
  std::vector<double> part;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const auto& members = groups_.members[g];
    part.resize(members.size());
    for (std::size_t k = 0; k < members.size(); ++k) part[k] = right[members[k]];
    cholesky_solve(d.blocks[g], part);
    for (std::size_t k = 0; k < members.size(); ++k) x[members[k]] = part[k];
  }
  return x;
}

// Damped Newton: the step is shortened to kLongestStep and then halved until the posterior does not fall (up
// to rounding). A fitted parameter that passes the limit, or climbs a tail, has no finite optimum.
Ascent maximise(const Likelihood& likelihood, const Groups& groups, const Fitted& fitted, double limit,
                Point& point) {
  const NewtonSolver solver(groups, fitted);
  // Where two run, the draws or ties are told first.
  const auto find_last = [&](auto runs) -> std::optional<std::uint32_t> {
    const auto at = std::find_if(fitted.rbegin(), fitted.rend(), runs);
    return at == fitted.rend() ? std::nullopt : std::optional(*at);
  };
  const bool fit_draw = std::find(fitted.begin(), fitted.end(), kDraw) != fitted.end();
  Derivatives derivatives;
  Ascent ascent;
  ascent.value = likelihood.value(point);
  double previous = HUGE_VAL;
  for (; ascent.iterations < kMaxIterations;) {
    ++ascent.iterations;
    likelihood.derivatives(point, derivatives);
    const Point step = solver.step(derivatives);
    const double length = std::max(largest(step.parameter), largest(step.rating));
    double gain = 0;
    for (const std::uint32_t p : fitted) gain += derivatives.parameter[p] * step.parameter[p];
    for (std::size_t i = 0; i < step.rating.size(); ++i) gain += derivatives.rating[i] * step.rating[i];
    if (gain < kNoInformation) {
      ascent.runs = find_last([&](std::uint32_t p) { return std::abs(step.parameter[p]) > kLongWay; });
      if (ascent.runs) return ascent;
    }
    double factor = length > kLongestStep ? kLongestStep / length : 1.0;
    if (fit_draw && point.parameter[kDraw] + factor * step.parameter[kDraw] <= 0)
      factor = -0.9 * point.parameter[kDraw] / step.parameter[kDraw];

    Point trial = point;
    const double noise = 1e-13 * (1 + std::abs(ascent.value));
    double trial_value = ascent.value;
    bool improved = false;
    for (int halving = 0; halving < 60 && !improved; ++halving, factor /= 2) {
      move_by(trial, point, factor, step);
      trial_value = likelihood.value(trial);
      improved = trial_value >= ascent.value - noise;
    }
    if (!improved) {
      ascent.stalled = length >= 1e-6;
      return ascent;
    }
    point = std::move(trial);
    centre(point, groups);
    ascent.value = trial_value;
    ascent.runs = find_last([&](std::uint32_t p) { return std::abs(point.parameter[p]) > limit; });
    // Steps that have stopped shrinking are rounding errors of an ill-conditioned Hessian.
    if (ascent.runs || length < kSmallStep || (length < 1e-7 && length > 0.5 * previous)) return ascent;
    previous = length;
  }
  ascent.stalled = true;
  return ascent;
}

}  // namespace ludex::arena::rating
