// Circuit: a network of resistors between a source and a sink, solved by LDL^T in a row envelope.
//
// With the sink at voltage 0 and one ampere into the source, G V = I, where G is the weighted Laplacian
// without the sink's row and column. V at the source is the resistance; what flows through a node, the sum of
// g |V_i - V_j| over its links, is its score (Shannon's and Anshelevich's circuit model of Hex: V.
// Anshelevich, "A hierarchical approach to computer Hex", AIJ 134, 2002). G is symmetric and, when every node
// is linked to source or sink by some path, positive definite, so that no pivoting is needed.
//
// The envelope of row i starts at its first non-zero and keeps all fill-in, so the order of nodes is what
// decides the cost: rows of a board one after another have an envelope of two or three rows, and only groups
// of stones have long ones. Node 0 is the source.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex::games::hex {

class Circuit {
 public:
  static constexpr std::uint32_t kSink = 0xFFFFFFFF;

  // Memory for circuits up to this size: nothing else allocates.
  void reserve(std::uint32_t nodes, std::size_t links) {
    links_.reserve(links);
    first_.reserve(nodes);
    envelope_.reserve(std::size_t{nodes} * (nodes + 1) / 2);
    start_.reserve(nodes);
    pivot_.reserve(nodes);
    voltage_.reserve(nodes);
    flow_.reserve(nodes);
  }
  // Forgets all links.
  void clear(std::uint32_t nodes) {
    nodes_ = nodes;
    links_.clear();
    first_.resize(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) first_[i] = i;
    voltage_.resize(nodes);
    flow_.resize(nodes);
    pivot_.resize(nodes);
    start_.resize(nodes);
  }
  // b may be kSink. Parallel links add up.
  void link(std::uint32_t a, std::uint32_t b, double conductance) {
    if (b != kSink) {
      const std::uint32_t high = std::max(a, b);
      first_[high] = std::min(first_[high], std::min(a, b));
    }
    links_.push_back({a, b, conductance});
  }

  // Precondition: every node has a path of links to the sink.
  void solve() {
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

  // Of the last solve(): between source and sink; the current into and out of a node, added up.
  [[nodiscard]] double resistance() const noexcept { return std::abs(voltage_[0]); }
  [[nodiscard]] double flow(std::uint32_t node) const noexcept { return flow_[node]; }

 private:
  struct Link {
    std::uint32_t a;
    std::uint32_t b;
    double conductance;
  };

  void assemble() {
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

  [[nodiscard]] double& at(std::uint32_t row, std::uint32_t column) noexcept {
    return envelope_[start_[row] + column];
  }

  void factorise() noexcept {
    for (std::uint32_t i = 0; i < nodes_; ++i) {
      const std::uint32_t first = first_[i];
      // The row becomes l_ij d_j, to be divided when the row is complete.
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
  // Eight sums side by side, which compilers turn into vector instructions.
  [[nodiscard]] static double dot(const double* a, const double* b, std::uint32_t n) noexcept {
    double sum[8] = {};
    std::uint32_t i = 0;
    for (; i + 8 <= n; i += 8) {
      for (std::uint32_t k = 0; k < 8; ++k) sum[k] += a[i + k] * b[i + k];
    }
    double rest = 0;
    for (; i < n; ++i) rest += a[i] * b[i];
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7])) + rest;
  }

  std::uint32_t nodes_ = 0;
  std::vector<Link> links_;
  std::vector<std::uint32_t> first_;
  std::vector<double> envelope_;
  std::vector<std::size_t> start_;  // where column 0 of a row would be (modulo the size of size_t)
  std::vector<double> pivot_;
  std::vector<double> voltage_;
  std::vector<double> flow_;
};

}  // namespace ludex::games::hex
