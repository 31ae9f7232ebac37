// Evaluation of a population of agents beyond one number each: Nash averaging and alpha-rank, which see
// cycles (A beats B, B beats C, C beats A) that ratings cannot express.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ludex::arena::rating {

// A square table, row by row: entry (i, j) is what row i gains against column j.
class Payoffs {
 public:
  explicit Payoffs(std::size_t agents) : agents_(agents), entries_(agents * agents) {}

  [[nodiscard]] std::size_t agents() const noexcept { return agents_; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const noexcept { return entries_[i * agents_ + j]; }
  // Sets (i, j) and its opposite (j, i): what one gains the other loses.
  void set(std::size_t i, std::size_t j, double gain) noexcept {
    entries_[i * agents_ + j] = gain;
    entries_[j * agents_ + i] = -gain;
  }

 private:
  std::size_t agents_;
  std::vector<double> entries_;
};

// The Nash equilibrium of greatest entropy of the symmetric zero-sum game in which both players choose an
// agent (Balduzzi, Tuyls, Perolat & Graepel, "Re-evaluating evaluation", 2018): unique, and the same if an
// agent is entered twice. Entries sum to 1, exact to about 1e-9.
[[nodiscard]] std::vector<double> max_entropy_nash(const Payoffs& payoffs);

// The gain of each agent against such a mixture, at most about 0 for an equilibrium: the Nash rating.
[[nodiscard]] std::vector<double> gains_against(const Payoffs& payoffs, const std::vector<double>& mixture);

// The stationary distribution of alpha-rank (Omidshafiei et al., "alpha-Rank: multi-agent evaluation by
// evolution", 2019, eq. 1 to 4) for one population of `population` individuals; `alpha` is the ranking
// intensity, and a payoff difference counts as the difference of the two gains.
[[nodiscard]] std::vector<double> alpha_rank(const Payoffs& payoffs, double alpha, std::uint32_t population);

// The share of the table's squares that differences of one number an agent explain (the transitive part of
// the combinatorial Hodge decomposition), in [0, 1]; 1 for a table of zeros.
[[nodiscard]] double transitive_share(const Payoffs& payoffs);

// `agents[0]` beats [1], which beats [2], which beats [0]. `strength` is the smallest of the three gains.
struct Cycle {
  std::array<std::size_t, 3> agents;
  double strength;
};
// The strongest cycles of three, at most `most`.
[[nodiscard]] std::vector<Cycle> strongest_cycles(const Payoffs& payoffs, std::size_t most);

}  // namespace ludex::arena::rating
