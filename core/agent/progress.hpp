// How far a proof search has come, for a line on a terminal (extension ludex.progress/1 of Agent).
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "core/search/proof_number.hpp"

namespace ludex {

// Filled by the agent; what it does not know is negative.
struct SearchProgress {
  double proof;       // proof number of the root for the present question; infinite if disproven
  double disproof;    // disproof number
  double nodes;       // since solve() began
  double table_fill;  // share of the table or of the tree's memory in use, 0..1
};

// Asked for through Agent::extension.
class ProgressSource {
 public:
  static constexpr const char* kId = "ludex.progress/1";

  // From any thread, while solve() runs or after it. Never blocks.
  virtual void read(SearchProgress* out) const noexcept = 0;

 protected:
  ~ProgressSource() = default;
};

// Where a search leaves its numbers for read(). They need not belong to the same instant.
class ProgressBoard {
 public:
  // Searches look at the board about every so many steps.
  static constexpr std::uint64_t kInterval = 1024;

  void reset() noexcept {
    set_numbers(ProofNumber(1), ProofNumber(1));
    set_nodes(0);
    set_fill(0);
  }
  void set_numbers(ProofNumber proof, ProofNumber disproof) noexcept {
    numbers_.store(std::uint64_t{proof.value()} << 32 | disproof.value(), std::memory_order_relaxed);
  }
  void set_nodes(std::uint64_t nodes) noexcept { nodes_.store(nodes, std::memory_order_relaxed); }
  void set_fill(double fill) noexcept { fill_.store(fill, std::memory_order_relaxed); }

  [[nodiscard]] SearchProgress read() const noexcept {
    const std::uint64_t numbers = numbers_.load(std::memory_order_relaxed);
    const auto number = [](std::uint64_t bits) {
      const ProofNumber n(static_cast<std::uint32_t>(bits));
      return n.is_infinite() ? std::numeric_limits<double>::infinity() : n.value();
    };
    return {number(numbers >> 32), number(numbers),
            static_cast<double>(nodes_.load(std::memory_order_relaxed)),
            fill_.load(std::memory_order_relaxed)};
  }

 private:
  std::atomic<std::uint64_t> numbers_{(1ULL << 32) | 1};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<double> fill_{0};
};

}  // namespace ludex
