// Circuit: a network of resistors between a source and a sink, solved by LDL^T in a row envelope.
//
// With the sink at voltage 0 and one ampere into the source, G V = I, where G is the weighted Laplacian
// without the sink's row and column. V at the source is the resistance; the flow through a node, the sum of g
// |V_i - V_j| over its links, is its score (Shannon's and Anshelevich's circuit model of Hex: V. Anshelevich,
// "A hierarchical approach to computer Hex", AIJ 134, 2002). G is symmetric and, when every node is linked to
// source or sink by some path, positive definite, so no pivoting is needed.
//
// The envelope of row i starts at its first non-zero and keeps all fill-in, so the order of nodes determines
// the cost: rows of a board in order have an envelope of two or three rows, and only groups of stones have
// long ones. Node 0 is the source.
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

  // Allocates memory for circuits up to this size; nothing else allocates.
  void reserve(std::uint32_t nodes, std::size_t links);
  // Forgets all links.
  void clear(std::uint32_t nodes);
  // b may be kSink. Parallel links add up.
  void link(std::uint32_t a, std::uint32_t b, double conductance) {
    if (b != kSink) {
      const std::uint32_t high = std::max(a, b);
      first_[high] = std::min(first_[high], std::min(a, b));
    }
    links_.push_back({a, b, conductance});
  }

  // Precondition: every node has a path of links to the sink.
  void solve();

  // Results of the last solve(): between source and sink; the current into and out of a node, added up.
  [[nodiscard]] double resistance() const noexcept { return std::abs(voltage_[0]); }
  [[nodiscard]] double flow(std::uint32_t node) const noexcept { return flow_[node]; }

 private:
  struct Link {
    std::uint32_t a;
    std::uint32_t b;
    double conductance;
  };

  void assemble();

  [[nodiscard]] double& at(std::uint32_t row, std::uint32_t column) noexcept {
    return envelope_[start_[row] + column];
  }

  void factorise() noexcept;

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
