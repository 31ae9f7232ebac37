// ParallelSearch: SCNS by several threads (Pawlewicz & Hayward, section 3.6; the scheme of "Scalable parallel
// DFPN search", CG 2013, with functions in place of numbers).
//
// All threads share the table. A thread walks down from the root, under a lock, by the functions it *sees*,
// to a position with less than MaxWorkPerJob expansions, and searches it, without the lock, for at most that
// many visits. Meanwhile the position counts as won or lost (JobTree::pretend), and the positions above it
// accordingly, so that other threads, which choose their own search interval from the functions they see at
// the root, go elsewhere.
//
// Departures from the papers:
//   * positions above the jobs are kept in a tree, so a search ends whatever the size of the table;
//   * a thread waits only while the running jobs of others leave nothing to do;
//   * a thread that reaches the very position of another's job expands it; this happens with virtual
//     functions that keep their true values beyond the target;
//   * jobs grow with the search, as interludes do;
//   * a thread returns to the root after one job's work, done in one job or in many that ended at their
//   limits.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "agents/scns/job_tree.hpp"
#include "agents/scns/search.hpp"
#include "agents/scns/show.hpp"
#include "core/abi/host_services.hpp"

namespace ludex::agents::scns {

class ParallelSearch {
 public:
  struct Question {
    const State* root;
    Draws draws;
    std::uint64_t order;
  };

  void new_game(const Game& game, const Settings& settings, std::uint64_t seed);

  // Searches with `threads` threads of `host`. Afterwards `main` has the root's moves, and `meter` the
  // effort. False if this scheme can do nothing more: continue with one thread.
  bool run(Search& main, std::uint32_t threads, const HostServices& host, const Question& question,
           FunctionTable& table, BudgetMeter& meter, ProgressBoard& board);

  [[nodiscard]] const Effort& effort() const noexcept { return effort_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return tree_.bytes(); }
  // Jobs done, and how often a thread found none to do: it then waits for a running one to end.
  [[nodiscard]] std::uint64_t jobs() const noexcept { return jobs_; }
  [[nodiscard]] std::uint64_t waits() const noexcept { return waits_; }
  [[nodiscard]] bool stalled() const noexcept { return stalled_; }

 private:
  struct Worker {
    Worker(std::uint32_t i, Search* s, const BudgetMeter& m) : index(i), search(s), meter(m) {}

    std::uint32_t index;
    Search* search;
    BudgetMeter meter;
    // The way from the root: nodes, their targets and limits; moves[i] leads from path[i] to path[i + 1].
    std::vector<JobNode*> path;
    std::vector<Targets> targets;
    std::vector<Numbers> limits;
    std::vector<Child> moves;
    std::vector<JobNode*> held;  // all nodes that count this thread among their users
    std::uint32_t placed = 0;    // plies of the way that the search's frames have made
    std::uint32_t seen_to = 0;   // the first ply of the way whose node does not yet show this thread's job
    std::uint64_t spent = 0;     // expansions by the jobs of this turn
  };
  // Search interval by eq. 8, from the functions that a thread sees at the root.
  struct Interval {
    Targets targets;
    bool own_open = false;  // the target lies beyond the value
    bool other_open = false;

    const Targets& set(const Functions& seen, const Choice& choice, const LeafShape& shape) noexcept {
      targets = choice.targets(seen.own.curve(), seen.other.curve(), shape);
      own_open = targets.own > seen.own.x;
      other_open = targets.other > seen.other.x;
      return targets;
    }
    [[nodiscard]] bool open() const noexcept { return own_open || other_open; }
    [[nodiscard]] bool reached(const Numbers& numbers) const noexcept {
      return (own_open && numbers.own == 0) || (other_open && numbers.other == 0);
    }
    // True if set() would give another interval.
    [[nodiscard]] bool moves(const Functions& seen, const Choice& choice,
                             const LeafShape& shape) const noexcept {
      const Targets now = choice.targets(seen.own.curve(), seen.other.curve(), shape);
      return now.own != targets.own || now.other != targets.other;
    }
  };
  // A budget of nodes or iterations.
  struct Account {
    std::uint64_t limit = Search::kNoLimit;
    std::uint64_t spent = 0;
    std::uint64_t reserved = 0;  // by running jobs

    [[nodiscard]] static Account of(std::uint64_t limit, std::uint64_t spent) noexcept {
      return {limit == 0 ? Search::kNoLimit : limit, spent, 0};
    }
    // Share of one of `threads` jobs; 0: the rest is reserved.
    [[nodiscard]] std::uint64_t share(std::size_t threads) const noexcept {
      const std::uint64_t used = spent + reserved;
      if (limit == Search::kNoLimit) return Search::kNoLimit / 1024;
      return used >= limit ? 0 : std::max<std::uint64_t>(1, (limit - used) / threads);
    }
    [[nodiscard]] bool used_up() const noexcept { return spent >= limit; }
  };
  enum class Turn { kProgress, kNothing };
  static constexpr std::size_t kLeastTree = std::size_t{1} << 20;
  // Turns in a row without an expansion.
  static constexpr std::uint64_t kMostIdle = 10000;
  // Steps of one turn before it gives up.
  static constexpr std::uint32_t kMostSteps = 10000;

  void prepare(std::uint32_t threads, const Question& question, FunctionTable& table, BudgetMeter& meter,
               ProgressBoard& board);

  void work(std::uint32_t index);
  void finish() noexcept;

  [[nodiscard]] bool out_of_budget(Worker& w) noexcept {
    return nodes_.used_up() || iterations_.used_up() || w.meter.out_of_time();
  }
  [[nodiscard]] std::uint64_t job_size() const noexcept {
    return std::max<std::uint64_t>(settings_.max_work_per_job, work_ / 1024);
  }

  // Under the lock: finds jobs and does them, or updates positions on the way. A job mostly ends because a
  // number reaches its limit; then the thread goes up to a node within its limits, as a single thread would,
  // and looks for the next job from there. After one job's worth of work it returns to the root.
  Turn turn(Worker& w, std::unique_lock<std::mutex>& lock);

  // The other threads leave nothing to do, or functions were stale.
  Turn give_up(Worker& w);
  Turn nothing(Worker& w);
  static void hold(Worker& w, JobNode& node);
  static void step_back(Worker& w) noexcept;
  // Leaves a position whose functions have changed.
  static void climb(Worker& w) noexcept;
  static void release(Worker& w) noexcept;

  // Reads the results of jobs for a leaf, perhaps made on other ways to it.
  void look_up(JobNode& leaf);

  // Brings the search's frames to the end of the way.
  static void place(Worker& w) noexcept {
    for (; w.placed < w.moves.size(); ++w.placed) w.search->frames().descend(w.placed, w.moves[w.placed]);
  }

  void expand(Worker& w, JobNode& node);
  // RAVE, for the positions above `ply`.
  void credit(Worker& w, std::uint32_t ply);

  // Updates from the last position of the way, which has changed, to the root.
  void go_back(Worker& w);
  void update(Worker& w, JobNode& node, bool root);

  // Runs a job at the end of the way. False: the budget has nothing left for it.
  bool do_job(Worker& w, std::unique_lock<std::mutex>& lock);

  // Copies the root's moves to `main`, for the report.
  void hand_over(Search& main);

  // Set for each game.
  const Game* game_ = nullptr;
  Settings settings_;
  Choice choice_;
  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<Search>> searches_;  // of the threads
  std::vector<MoveMemo> memo_;

  // Set for each search.
  FunctionTable* table_ = nullptr;
  ProgressBoard* board_ = nullptr;
  const LeafShape* shape_ = nullptr;
  std::vector<std::unique_ptr<Worker>> workers_;
  Effort effort_;
  std::atomic<bool> abort_{false};

  // Guarded by the lock.
  std::mutex mutex_;
  std::condition_variable changed_;
  JobTree tree_;
  bool done_ = false;
  bool stalled_ = false;
  std::uint32_t running_ = 0;  // jobs
  std::uint32_t waiting_ = 0;  // threads
  std::uint64_t jobs_ = 0;     // so far
  std::uint64_t waits_ = 0;
  std::uint64_t work_ = 0;  // expansions
  std::uint64_t idle_ = 0;  // turns since the last one
  Account nodes_;
  Account iterations_;
};

}  // namespace ludex::agents::scns
