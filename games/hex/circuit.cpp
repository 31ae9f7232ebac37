#include "games/hex/circuit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ludex::games::hex {

namespace {

// Eight separate sums, which compilers turn into vector instructions.
[[nodiscard]] double dot(const double* a, const double* b, std::uint32_t n) noexcept {
  double sum[8] = {};
  std::uint32_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::uint32_t k = 0; k < 8; ++k) sum[k] += a[i + k] * b[i + k];
  }
  double rest = 0;
  for (; i < n; ++i) rest += a[i] * b[i];
  return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7])) + rest;
}

}  // namespace

void Circuit::reserve(std::uint32_t nodes, std::size_t links) {
  links_.reserve(links);
  first_.reserve(nodes);
  envelope_.reserve(std::size_t{nodes} * (nodes + 1) / 2);
  start_.reserve(nodes);
  pivot_.reserve(nodes);
  voltage_.reserve(nodes);
  flow_.reserve(nodes);
}

void Circuit::clear(std::uint32_t nodes) {
  nodes_ = nodes;
  links_.clear();
  first_.resize(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) first_[i] = i;
  voltage_.resize(nodes);
  flow_.resize(nodes);
  pivot_.resize(nodes);
  start_.resize(nodes);
}

void Circuit::solve() {
  assemble();
  factorise();
  // L D L^T v = e_0. Forward substitution of a unit vector at the first row fills all of the vector.
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    const std::uint32_t first = first_[i];
    const double start = i == 0 ? 1.0 : 0.0;
    voltage_[i] = first == i ? start : start - dot(&at(i, first), &voltage_[first], i - first);
  }
  for (std::uint32_t i = 0; i < nodes_; ++i) voltage_[i] /= pivot_[i];
  for (std::uint32_t i = nodes_; i-- > 0;) {
    const double v = voltage_[i];
    for (std::uint32_t j = first_[i]; j < i; ++j) voltage_[j] -= at(i, j) * v;
  }
  std::fill(flow_.begin(), flow_.end(), 0.0);
  for (const Link& l : links_) {
    const double current = l.conductance * std::abs(voltage_[l.a] - (l.b == kSink ? 0.0 : voltage_[l.b]));
    flow_[l.a] += current;
    if (l.b != kSink) flow_[l.b] += current;
  }
}

void Circuit::assemble() {
  std::size_t size = 0;
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    start_[i] = size - first_[i];
    size += i - first_[i] + 1;
  }
  if (envelope_.size() < size) envelope_.resize(size);
  std::fill_n(envelope_.begin(), size, 0.0);
  for (const Link& l : links_) {
    at(l.a, l.a) += l.conductance;
    if (l.b == kSink) continue;
    at(l.b, l.b) += l.conductance;
    at(std::max(l.a, l.b), std::min(l.a, l.b)) -= l.conductance;
  }
}

void Circuit::factorise() noexcept {
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    const std::uint32_t first = first_[i];
    // The row becomes l_ij d_j, divided when the row is complete.
    for (std::uint32_t j = first + 1; j < i; ++j) {
      const std::uint32_t from = std::max(first, first_[j]);
      if (from < j) at(i, j) -= dot(&at(i, from), &at(j, from), j - from);
    }
    double pivot = at(i, i);
    for (std::uint32_t j = first; j < i; ++j) {
      double& l = at(i, j);
      const double scaled = l / pivot_[j];
      pivot -= scaled * l;
      l = scaled;
    }
    pivot_[i] = pivot;
  }
}

}  // namespace ludex::games::hex
