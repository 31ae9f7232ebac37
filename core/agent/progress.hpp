// Progress of a running search, for a status line on a terminal (extension of Agent).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/agent/from_agent.hpp"
#include "core/agent/report.hpp"

namespace ludex {

inline constexpr std::uint32_t kMaxProgressPv = 16;

// Filled by the agent. Unknown values are 0 or kNone, or negative where 0 is a valid value.
struct SearchProgress {
  double value;       // of the position, as in SearchReport
  double proof;       // proof number of the root for the present question; infinite if disproven
  double disproof;    // disproof number
  double table_fill;  // share of the table or of the tree's memory in use, 0..1
  std::uint64_t nodes;
  std::uint64_t iterations;
  std::uint32_t depth;
  std::uint32_t pv_size;
  ValueUnit value_unit;
  ValueBound bound;
  Outcome outcome;
  std::uint16_t reserved;
  Move pv[kMaxProgressPv];  // the beginning of the principal variation
};

// Obtained through Agent::extension.
class ProgressSource {
 public:
  static constexpr const char* kId = "ludex.draft.search-progress/1";

  // Announces whether read() will be called: an unwatched search keeps no such numbers. While no search runs.
  virtual void watch(bool on) noexcept = 0;
  // Any thread may call it, while choose() or solve() runs or afterwards. Does not wait for the search.
  virtual void read(SearchProgress* out) noexcept = 0;

 protected:
  ~ProgressSource() = default;
};

// A search publishes its numbers here for read(). An unwatched search pays for one flag test now and then.
// The BudgetMeter of the search adds counts every half millisecond; the agent adds the rest when it has news
// (at the end of an iteration), or when due().
class ProgressBoard {
 public:
  // Call while no search runs.
  void watch(bool on) noexcept {
    watched_ = on;
    asked_.store(on, std::memory_order_relaxed);
  }
  [[nodiscard]] bool watched() const noexcept { return watched_; }

  // Called by the agent's shell at the start of a search.
  void reset() noexcept {
    if (!watched_) return;
    const std::scoped_lock lock(mutex_);
    shown_ = kNothing;
    nodes_.store(0, std::memory_order_relaxed);
    iterations_.store(0, std::memory_order_relaxed);
    asked_.store(true, std::memory_order_relaxed);
  }
  // Any thread of the search may call it.
  void count(std::uint64_t nodes, std::uint64_t iterations) noexcept {
    nodes_.fetch_add(nodes, std::memory_order_relaxed);
    iterations_.fetch_add(iterations, std::memory_order_relaxed);
  }
  // True if somebody has read since the last show(). Costs one load.
  [[nodiscard]] bool due() const noexcept { return asked_.load(std::memory_order_relaxed); }
  // Lets `fill` change the shown numbers, unless another thread is reading or changing them now. From any
  // thread of the search.
  template <class Fill>
  void show(const Fill& fill) noexcept {
    if (!watched_ || !mutex_.try_lock()) return;
    fill(shown_);
    mutex_.unlock();
    asked_.store(false, std::memory_order_relaxed);
  }
  // Shows the numbers of a report.
  void show(const SearchReport& report) noexcept {
    show([&](SearchProgress& shown) {
      shown.value = report.value;
      shown.value_unit = report.value_unit;
      shown.bound = report.bound;
      shown.outcome = report.outcome;
      shown.depth = report.depth;
      shown.pv_size = std::min(report.pv_size, kMaxProgressPv);
      std::copy_n(report.pv, shown.pv_size, shown.pv);
    });
  }

  // Any thread may call it.
  [[nodiscard]] SearchProgress read() noexcept {
    const std::scoped_lock lock(mutex_);
    SearchProgress now = shown_;
    now.nodes = nodes_.load(std::memory_order_relaxed);
    now.iterations = iterations_.load(std::memory_order_relaxed);
    asked_.store(watched_, std::memory_order_relaxed);
    return now;
  }

 private:
  static constexpr SearchProgress kNothing{.value = 0,
                                           .proof = -1,
                                           .disproof = -1,
                                           .table_fill = -1,
                                           .nodes = 0,
                                           .iterations = 0,
                                           .depth = 0,
                                           .pv_size = 0,
                                           .value_unit = ValueUnit::kNone,
                                           .bound = ValueBound::kNone,
                                           .outcome = Outcome::kUnknown,
                                           .reserved = 0,
                                           .pv = {}};

  bool watched_ = false;
  std::mutex mutex_;
  SearchProgress shown_ = kNothing;
  std::atomic<bool> asked_{false};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> iterations_{0};
};

template <class Author, bool offered>
struct AgentMethods<ProgressSource, Author, offered> {
  LUDEX_AGENT_METHOD(ProgressSource, ProgressBoard&, progress, (), );
};

template <class T>
class FromAgent<ProgressSource, T> final : public WithAgent<ProgressSource, T> {
 public:
  using WithAgent<ProgressSource, T>::WithAgent;
  void watch(bool on) noexcept override { this->agent_.progress().watch(on); }
  void read(SearchProgress* out) noexcept override { *out = this->agent_.progress().read(); }
};

}  // namespace ludex
