// Search budgets: how much an agent may spend on one move, and the meter that enforces them.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/agent/progress.hpp"
#include "core/util/clock.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex {

// Limits for one search; 0 means "no limit of this kind"; the tightest one ends the search. At least one
// limit or a stop flag is set. With only iteration, node or depth limits and one thread, a search is a pure
// function of position, parameters and seed.
struct Budget {
  std::uint64_t iterations;  // simulations, playouts, expansions: the algorithm's own unit of work
  std::uint64_t nodes;       // positions visited: calls of Game::apply within the tree
  std::int64_t cpu_ns;       // CPU time of the searching thread (of all threads together if threads > 1)
  std::int64_t wall_ns;      // elapsed time
  std::uint32_t depth;       // plies of iterative deepening
  std::uint32_t threads;     // threads the agent may use at once, >= 1
  std::uint32_t memory_mib;  // for trees and tables; 0: the agent's own default
  std::uint32_t reserved;
  // Becomes non-zero when the search must end soon; the agent then answers with its best move so far. May be
  // null.
  const std::uint32_t* stop;
};

// Counts a search's spending. One meter per searching thread; not thread-safe. Reads the clocks only about
// every half millisecond (reading the CPU clock is a system call), so counting a step costs a few
// instructions. At the same moments it adds its counts to the board, if somebody watches it.
class BudgetMeter {
 public:
  explicit BudgetMeter(const Budget& budget, ProgressBoard* board = nullptr) noexcept
      : budget_(budget),
        board_(board != nullptr && board->watched() ? board : nullptr),
        timed_(budget.cpu_ns > 0 || budget.wall_ns > 0) {
    start_cpu_ = cpu_now();
    start_wall_ = last_poll_ = wall_clock_ns();
  }

  // True if another iteration may start, and counts it. The first is always granted, so that an agent has a
  // move to answer with.
  [[nodiscard]] bool next_iteration() noexcept {
    if (iterations_ != 0) {
      if (budget_.iterations != 0 && iterations_ >= budget_.iterations) return false;
      if (budget_.nodes != 0 && nodes_ >= budget_.nodes) return false;
      if (out_of_time()) return false;
    }
    ++iterations_;
    return true;
  }
  void count_nodes(std::uint64_t n) noexcept { nodes_ += n; }
  // Adds iterations that other meters have granted.
  void count_iterations(std::uint64_t n) noexcept { iterations_ += n; }
  // Marks the present counts as shown: other meters have added them to the board.
  void is_shown() noexcept {
    shown_nodes_ = nodes_;
    shown_iterations_ = iterations_;
  }

  // Counts one node; false when the search must unwind. For depth-first searches.
  [[nodiscard]] bool next_node() noexcept {
    if (budget_.nodes != 0 && nodes_ >= budget_.nodes) return false;
    if (out_of_time()) return false;
    ++nodes_;
    return true;
  }

  [[nodiscard]] std::uint64_t iterations() const noexcept { return iterations_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  [[nodiscard]] const Budget& budget() const noexcept { return budget_; }
  [[nodiscard]] std::int64_t cpu_ns() const noexcept { return cpu_now() - start_cpu_; }
  [[nodiscard]] std::int64_t wall_ns() const noexcept { return wall_clock_ns() - start_wall_; }

  // True when time is up or the stop flag is set. Cheap; once true, stays true.
  [[nodiscard]] bool out_of_time() noexcept {
    if (stopped_) return true;
    if (stop_requested(budget_.stop)) return stopped_ = true;
    if (--until_poll_ > 0) return false;
    poll();
    return stopped_;
  }

 private:
  [[nodiscard]] std::int64_t cpu_now() const noexcept {
    return budget_.threads > 1 ? process_cpu_ns() : thread_cpu_ns();
  }
  void poll() noexcept {
    if (board_ != nullptr) {
      board_->count(nodes_ - shown_nodes_, iterations_ - shown_iterations_);
      is_shown();
    }
    if (!timed_) {
      until_poll_ = board_ != nullptr ? kUntimed : kNever;
      return;
    }
    constexpr std::int64_t kTarget = 500'000;
    const std::int64_t now = wall_clock_ns();
    const std::int64_t gap = now - last_poll_;
    last_poll_ = now;
    if (gap < kTarget / 2 && interval_ < 65536) interval_ *= 2;
    if (gap > kTarget && interval_ > 1) interval_ /= 2;
    until_poll_ = interval_;
    stopped_ = (budget_.wall_ns > 0 && now - start_wall_ >= budget_.wall_ns) ||
               (budget_.cpu_ns > 0 && cpu_now() - start_cpu_ >= budget_.cpu_ns);
  }

  // Steps between two polls if no clock limits the search.
  static constexpr std::uint32_t kUntimed = 1024;
  static constexpr std::uint32_t kNever = 1U << 31;

  Budget budget_;
  ProgressBoard* board_;
  bool timed_;
  bool stopped_ = false;
  std::uint32_t interval_ = 1;
  std::uint32_t until_poll_ = 1;
  std::uint64_t iterations_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t shown_nodes_ = 0;
  std::uint64_t shown_iterations_ = 0;
  std::int64_t start_cpu_ = 0;
  std::int64_t start_wall_ = 0;
  std::int64_t last_poll_ = 0;
};

}  // namespace ludex
