// MTD-H's prediction of the next search's value: a distribution over the buckets of the conspiracy counters,
// from the counters of a shallower search (thesis, chapter 4).
//
// Walk up the buckets; y conspirators were needed to pass the buckets below, x more for this one. A
// conspirator deviates with probability 1 - p, so the value ends here with weight
//
//   w (1 - p^x) p^y + c,   or  w p^y + c  where no number of conspirators leads further (x unreachable);
//
// zero before the first conspirator and beyond the unreachable. The downward walk is the same with its own
// weight; the distribution is the normalised sum of both. p, w_up, w_down and c depend on the two depths and
// are fitted (`ludex study mtd-train`).
//
// Departure from the published program: it treats the top bucket as the end of both walks, an oversight; here
// the downward walk ends at bucket 0, as in the text of the thesis.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/minimax/conspiracy.hpp"

namespace ludex::agents::mtd {

struct Parameters {
  std::uint32_t from;  // depth of the counters
  std::uint32_t to;    // depth of the predicted search
  double p;
  double down;
  double up;
  double c;
};

// Table 1 of the thesis.
inline constexpr std::array<Parameters, 12> kThesisParameters{{{1, 3, 0.805, 0.129, 0.161, 0.00831},
                                                               {2, 3, 0.985, 0.010, 0.129, 0.00841},
                                                               {2, 4, 0.811, 0.160, 0.208, 0.00764},
                                                               {3, 4, 0.994, 0.071, 0.082, 0.00870},
                                                               {3, 5, 0.767, 0.192, 0.150, 0.00791},
                                                               {4, 5, 0.999, 0.067, 0.111, 0.00805},
                                                               {4, 6, 0.582, 0.174, 0.165, 0.00807},
                                                               {5, 6, 0.999, 0.051, 0.051, 0.00909},
                                                               {5, 7, 0.842, 0.121, 0.119, 0.00882},
                                                               {6, 7, 0.999, 0.041, 0.116, 0.00825},
                                                               {6, 8, 0.988, 0.138, 0.180, 0.00778},
                                                               {7, 8, 0.999, 0.027, 0.067, 0.00920}}};

// The row for these depths; beyond the table, that of the deepest search with the same distance and parity.
[[nodiscard]] inline const Parameters* parameters_for(std::span<const Parameters> table, std::uint32_t from,
                                                      std::uint32_t to) noexcept {
  const Parameters* best = nullptr;
  for (const Parameters& row : table) {
    if (row.to - row.from != to - from || row.to > to || (to - row.to) % 2 != 0) continue;
    if (best == nullptr || row.to > best->to) best = &row;
  }
  return best;
}

// Marginal counters of one depth, summed over its searches, in the view of player 0.
struct Counters {
  static constexpr double kUnreachable = 1e18;
  std::vector<double> up;
  std::vector<double> down;

  void clear(std::uint32_t buckets) {
    up.assign(buckets, 0);
    down.assign(buckets, 0);
  }
  void add(const minimax::BucketTally& tally) {
    const auto number = [](minimax::BucketTally::Count n) {
      return n == minimax::BucketTally::kUnreachable ? kUnreachable : static_cast<double>(n);
    };
    for (std::uint32_t j = 0; j < tally.buckets(); ++j) {
      up[j] = std::min(up[j] + number(tally.marginal_up(j)), kUnreachable);
      down[j] = std::min(down[j] + number(tally.marginal_down(j)), kUnreachable);
    }
  }
  // The value lies in buckets [low, high]: removes counters that point elsewhere.
  void confine(std::uint32_t low, std::uint32_t high) {
    std::fill_n(up.begin(), low, 0.0);
    std::fill(down.begin() + high + 1, down.end(), 0.0);
  }
};

// f(bucket, x, y, unreachable) along one walk; `counts` in the order of the walk.
template <class F>
void walk(std::span<const double> counts, F&& f) {
  double passed = 0;
  for (std::size_t i = 0; i < counts.size() && passed < Counters::kUnreachable; ++i) {
    const bool last = i + 1 == counts.size();
    const double here = counts[i];
    if (passed > 0 || here > 0) f(i, here, passed, last || here >= Counters::kUnreachable);
    passed += here;
  }
}

[[nodiscard]] inline double weight(const Parameters& row, double side, double x, double y,
                                   bool end) noexcept {
  const double reached = std::pow(row.p, y);
  return side * (end ? 1.0 : 1.0 - std::pow(row.p, x)) * reached + row.c;
}

// Unnormalised; all 0 without data.
[[nodiscard]] inline std::vector<double> distribution(const Counters& counters, const Parameters& row) {
  const std::size_t n = counters.up.size();
  std::vector<double> mass(n, 0);
  walk(counters.up,
       [&](std::size_t i, double x, double y, bool end) { mass[i] += weight(row, row.up, x, y, end); });
  const std::vector<double> down(counters.down.rbegin(), counters.down.rend());
  walk(down, [&](std::size_t i, double x, double y, bool end) {
    mass[n - 1 - i] += weight(row, row.down, x, y, end);
  });
  return mass;
}

}  // namespace ludex::agents::mtd
