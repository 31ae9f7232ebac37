#include "agents/mtd/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex::agents::mtd {

void Counters::clear(std::uint32_t buckets) {
  up.assign(buckets, 0);
  down.assign(buckets, 0);
}

void Counters::add(const minimax::BucketTally& tally) {
  const auto number = [](minimax::BucketTally::Count n) {
    return n == minimax::BucketTally::kUnreachable ? kUnreachable : static_cast<double>(n);
  };
  for (std::uint32_t j = 0; j < tally.buckets(); ++j) {
    up[j] = std::min(up[j] + number(tally.marginal_up(j)), kUnreachable);
    down[j] = std::min(down[j] + number(tally.marginal_down(j)), kUnreachable);
  }
}

void Counters::confine(std::uint32_t low, std::uint32_t high) {
  std::fill_n(up.begin(), low, 0.0);
  std::fill(down.begin() + high + 1, down.end(), 0.0);
}

const Parameters* parameters_for(std::span<const Parameters> table, std::uint32_t from,
                                 std::uint32_t to) noexcept {
  const Parameters* best = nullptr;
  for (const Parameters& row : table) {
    if (row.to - row.from != to - from || row.to > to || (to - row.to) % 2 != 0) continue;
    if (best == nullptr || row.to > best->to) best = &row;
  }
  return best;
}

double weight(const Parameters& row, double side, double x, double y, bool end) noexcept {
  const double reached = std::pow(row.p, y);
  return side * (end ? 1.0 : 1.0 - std::pow(row.p, x)) * reached + row.c;
}

std::vector<double> distribution(const Counters& counters, const Parameters& row) {
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
