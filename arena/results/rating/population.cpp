#include "arena/results/rating/population.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace ludex::arena::rating {
namespace {

using Vector = Eigen::VectorXd;
using Dense = Eigen::MatrixXd;

Dense dense(const Payoffs& payoffs) {
  const auto n = static_cast<Eigen::Index>(payoffs.agents());
  Dense table(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      table(i, j) = payoffs.at(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  return table;
}

// The longest step, at most 1, after which `x` + step * `change` is still positive, with a margin.
double step_within(const Vector& x, const Vector& change) {
  double length = 1;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (change[i] < 0) length = std::min(length, 0.9 * -x[i] / change[i]);
  return length;
}

// The equilibrium near the end of the central path, p_i (theta - (A p)_i) = theta / n with theta towards 0,
// and who plays in it. As the game is symmetric, p is primal and dual at once; so in the limit each agent
// either is played or loses (Goldman & Tucker 1956). Entries of `a` are at most 1 in size.
struct Centre {
  Vector shares;
  std::vector<Eigen::Index> played;
  std::vector<Eigen::Index> losing;
};
Centre central_equilibrium(const Dense& a) {
  const Eigen::Index n = a.rows();
  const auto size = static_cast<double>(n);
  Vector p = Vector::Constant(n, 1 / size);
  Vector slack = Vector::Constant(n, 2);  // theta - a p, up to what a step has not reached
  double theta = 2;
  while (theta > 1e-9) {
    theta *= 0.2;
    for (int step = 0; step < 100; ++step) {
      const Vector missing = Vector::Constant(n, theta) - a * p - slack;
      const Vector residual = Vector::Constant(n, theta / size) - p.cwiseProduct(slack);
      if (residual.cwiseAbs().maxCoeff() < 1e-3 * theta / size &&
          missing.cwiseAbs().maxCoeff() < 1e-3 * theta / size)
        break;
      Dense jacobian = -(p.asDiagonal() * a);
      jacobian.diagonal() += slack;
      const Vector move = jacobian.partialPivLu().solve(residual - p.cwiseProduct(missing));
      const Vector change = missing - a * move;
      const double length = std::min(step_within(p, move), step_within(slack, change));
      p += length * move;
      slack += length * change;
    }
  }
  Centre centre{p, {}, {}};
  for (Eigen::Index i = 0; i < n; ++i) (p[i] > slack[i] ? centre.played : centre.losing).push_back(i);
  return centre;
}

}  // namespace

std::vector<double> gains_against(const Payoffs& payoffs, const std::vector<double>& mixture) {
  std::vector<double> gains(payoffs.agents());
  for (std::size_t i = 0; i < gains.size(); ++i)
    for (std::size_t j = 0; j < gains.size(); ++j) gains[i] += payoffs.at(i, j) * mixture[j];
  return gains;
}

std::vector<double> max_entropy_nash(const Payoffs& payoffs) {
  const std::size_t n = payoffs.agents();
  std::vector<double> shares(n, 1 / static_cast<double>(n));
  if (n == 0) return shares;
  Dense a = dense(payoffs);
  const double scale = a.cwiseAbs().maxCoeff();
  if (scale == 0) return shares;
  a /= scale;
  const Centre centre = central_equilibrium(a);
  // The equilibria are the mixtures of the played against which each of these gains 0 and the others lose.
  const auto played = static_cast<Eigen::Index>(centre.played.size());
  Dense fixed(played + 1, played);
  fixed << a(centre.played, centre.played), Eigen::RowVectorXd::Ones(played);
  const Dense others = -a(centre.losing, centre.played);
  Vector q = centre.shares(centre.played);
  q /= q.sum();
  Eigen::FullPivLU<Dense> lu(fixed);
  lu.setThreshold(1e-9);
  const Dense basis = lu.dimensionOfKernel() == 0 ? Dense(played, 0) : Dense(lu.kernel());
  // Maximises the entropy + barrier * sum of log(loss of each other one) by Newton steps in the basis.
  for (double barrier = 0.1; basis.cols() > 0 && barrier > 1e-14; barrier *= 0.1) {
    for (int step = 0; step < 50; ++step) {
      const Vector lost = others * q;
      const Vector inverse = lost.cwiseInverse();
      const Vector slope =
          -q.array().log().matrix() - Vector::Ones(played) + barrier * others.transpose() * inverse;
      Dense curvature = q.cwiseInverse().asDiagonal();
      curvature += barrier * others.transpose() * inverse.cwiseAbs2().asDiagonal() * others;
      const Vector move =
          basis * (basis.transpose() * curvature * basis).ldlt().solve(basis.transpose() * slope);
      q += std::min(step_within(q, move), step_within(lost, others * move)) * move;
      if (move.cwiseAbs().maxCoeff() < 1e-13) break;
    }
  }
  std::fill(shares.begin(), shares.end(), 0.0);
  for (Eigen::Index j = 0; j < played; ++j)
    shares[static_cast<std::size_t>(centre.played[static_cast<std::size_t>(j)])] = q[j];
  return shares;
}

std::vector<double> alpha_rank(const Payoffs& payoffs, double alpha, std::uint32_t population) {
  const std::size_t n = payoffs.agents();
  if (n == 0) return {};
  // Chance that one mutant j takes over a population of i, and so the rate of the change from i to j. The
  // floor joins classes that double precision would separate.
  const double m = population;
  const auto fixation = [&](std::size_t i, std::size_t j) {
    const double advantage = alpha * (payoffs.at(j, i) - payoffs.at(i, j));
    if (advantage == 0) return 1 / m;
    const double rate =
        advantage > 0 ? std::expm1(-advantage) / std::expm1(-m * advantage)
                      : std::exp((m - 1) * advantage) * std::expm1(advantage) / std::expm1(m * advantage);
    return std::max(rate, 1e-290);
  };
  std::vector<std::vector<double>> rates(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (i != j) rates[i][j] = fixation(i, j);
  // Grassmann, Taksar & Heyman 1985: without subtractions, so that tiny rates keep their digits.
  for (std::size_t k = n; k-- > 1;) {
    double out = 0;
    for (std::size_t j = 0; j < k; ++j) out += rates[k][j];
    for (std::size_t i = 0; i < k; ++i) {
      rates[i][k] /= out;
      for (std::size_t j = 0; j < k; ++j)
        if (i != j) rates[i][j] += rates[i][k] * rates[k][j];
    }
  }
  std::vector<double> shares(n);
  shares[0] = 1;
  double sum = 1;
  for (std::size_t k = 1; k < n; ++k) {
    for (std::size_t i = 0; i < k; ++i) shares[k] += shares[i] * rates[i][k];
    sum += shares[k];
    // Keeps the sum within the range of doubles.
    if (sum < 1e100) continue;
    for (std::size_t i = 0; i <= k; ++i) shares[i] /= sum;
    sum = 1;
  }
  for (double& share : shares) share /= sum;
  return shares;
}

double transitive_share(const Payoffs& payoffs) {
  const std::size_t n = payoffs.agents();
  std::vector<double> mean(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) mean[i] += payoffs.at(i, j) / static_cast<double>(n);
  double all = 0, explained = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      all += payoffs.at(i, j) * payoffs.at(i, j);
      explained += (mean[i] - mean[j]) * (mean[i] - mean[j]);
    }
  }
  return all == 0 ? 1 : explained / all;
}

std::vector<Cycle> strongest_cycles(const Payoffs& payoffs, std::size_t most) {
  std::vector<Cycle> cycles;
  const std::size_t n = payoffs.agents();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = i + 1; k < n; ++k) {
        const double strength = std::min({payoffs.at(i, j), payoffs.at(j, k), payoffs.at(k, i)});
        if (j != k && strength > 0) cycles.push_back({{i, j, k}, strength});
      }
  std::sort(cycles.begin(), cycles.end(), [](const Cycle& a, const Cycle& b) {
    return a.strength != b.strength ? a.strength > b.strength : a.agents < b.agents;
  });
  if (cycles.size() > most) cycles.resize(most);
  return cycles;
}

}  // namespace ludex::arena::rating
