// The numbers of a search that runs, for those who ask from another thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "agents/common/proof-number/proof_number.hpp"
#include "core/agent/progress.hpp"

namespace ludex::agents::proof_number {

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

}  // namespace ludex::agents::proof_number
