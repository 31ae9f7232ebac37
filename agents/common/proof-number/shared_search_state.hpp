// SharedSearchState: state shared by the threads of one df-pn search besides the table (parallel_df_pn.hpp
// has the scheme): the place of each thread, the news of solved positions, and the budget. No locks.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/proof-number/proof_number.hpp"
#include "core/abi/types.hpp"

namespace ludex::agents::proof_number {

// A position on a thread's way from the root, while the thread is at or below it. Key and numbers may be
// inconsistent for an instant: they guide the search, and prove nothing.
class Mark {
 public:
  void set(std::uint64_t key, const PnDn& seen) noexcept {
    show(seen);
    key_.store(key, std::memory_order_relaxed);
  }
  void clear() noexcept { key_.store(0, std::memory_order_relaxed); }
  void show(const PnDn& seen) noexcept {
    seen_.store(std::uint64_t{seen.phi.value()} << 32 | seen.delta.value(), std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t key() const noexcept { return key_.load(std::memory_order_relaxed); }
  // For the side to move.
  [[nodiscard]] PnDn seen() const noexcept {
    const std::uint64_t bits = seen_.load(std::memory_order_relaxed);
    return {ProofNumber(static_cast<std::uint32_t>(bits >> 32)),
            ProofNumber(static_cast<std::uint32_t>(bits))};
  }

 private:
  std::atomic<std::uint64_t> key_{0};
  std::atomic<std::uint64_t> seen_{0};
};

// A budget from which threads take pieces.
class SharedBudget {
 public:
  void fill(std::uint64_t limit, std::uint64_t spent) noexcept {
    limited_ = limit != 0;
    left_.store(limit > spent ? limit - spent : 0, std::memory_order_relaxed);
  }
  // Takes a piece; 0: nothing is left.
  [[nodiscard]] std::uint64_t take(std::uint64_t threads) noexcept {
    if (!limited_) return kLots;
    std::uint64_t left = left_.load(std::memory_order_relaxed);
    std::uint64_t piece = 0;
    do {
      if (left == 0) return 0;
      piece = std::clamp<std::uint64_t>(left / (2 * threads), 1, kLots);
    } while (!left_.compare_exchange_weak(left, left - piece, std::memory_order_relaxed));
    return piece;
  }

 private:
  static constexpr std::uint64_t kLots = std::uint64_t{1} << 40;
  std::atomic<std::uint64_t> left_{0};
  bool limited_ = false;
};

class SharedSearchState {
 public:
  // Positions with `job` or more visits below them are shared.
  void start(std::uint32_t threads, std::uint32_t depth, std::uint64_t job) {
    job_ = job;
    done_.store(false, std::memory_order_relaxed);
    news_.store(0, std::memory_order_relaxed);
    arrived_.store(0, std::memory_order_relaxed);
    lanes_.clear();
    for (std::uint32_t i = 0; i < threads; ++i) lanes_.emplace_back(depth + std::size_t{2});
  }

  [[nodiscard]] std::uint64_t job() const noexcept { return job_; }
  [[nodiscard]] std::uint32_t threads() const noexcept { return static_cast<std::uint32_t>(lanes_.size()); }
  // The first thread to arrive is the leader.
  [[nodiscard]] bool arrive() noexcept { return arrived_.fetch_add(1, std::memory_order_relaxed) == 0; }

  // The mark at `ply` of a thread.
  [[nodiscard]] Mark& mark(std::uint32_t thread, std::uint32_t ply) noexcept {
    return lanes_[thread].marks[ply];
  }

  void finish() noexcept { done_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool done() const noexcept { return done_.load(std::memory_order_relaxed); }
  // Announces that a shared position is solved, and in the table.
  void tell() noexcept { news_.fetch_add(1, std::memory_order_release); }
  [[nodiscard]] std::uint32_t news() const noexcept { return news_.load(std::memory_order_acquire); }

  [[nodiscard]] SharedBudget& node_budget() noexcept { return node_budget_; }
  [[nodiscard]] SharedBudget& iteration_budget() noexcept { return iteration_budget_; }

 private:
  // Lanes of different threads share no cache line.
  struct Lane {
    explicit Lane(std::size_t plies) : marks(plies) {}
    std::vector<Mark> marks;
    std::array<char, 64> apart{};
  };

  std::uint64_t job_ = 500;
  std::vector<Lane> lanes_;
  alignas(64) std::atomic<bool> done_{false};
  std::atomic<std::uint32_t> news_{0};
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  SharedBudget node_budget_;
  SharedBudget iteration_budget_;
};

}  // namespace ludex::agents::proof_number
