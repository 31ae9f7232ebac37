// A worker for searches on demand, with progress reports and a view of the tree; used by `ludex serve` and
// `ludex api`. It needs no referee: each request contains the moves played.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/run/match/seat.hpp"
#include "arena/run/worker/worker_process.hpp"
#include "arena/run/worker/worker_setup.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// Worker side: answers requests forever. `setup` names one game and one agent.
[[noreturn]] void run_interactive(SharedBlock& block, const WorkerSetup& setup);

// Host side: a worker that takes JSON requests and gives JSON answers. No call blocks; the thread that
// created it polls. Requests, one at a time:
//   {"op": "search", "position", "moves": [...], "seat", "seed", "budget": {"iterations", "nodes", "depth",
//    "cpu_ns", "wall_ns", "threads", "memory_mib"}, "fresh": whether the agent starts a new game even if
//    this one goes on (false), "progress_ms": between two reports of progress (200), 0: none}
//      answers {"progress": {...}} any number of times, then {"done": report} (arena/host/analysis) with
//      "move"
//   {"op": "inspect", "path": [moves], "column": 0, "limit": 100}    of the last search: {"node": {...}}
// or {"error": "...", "reason": a Termination, if the agent gave no move} if the agent has refused; the
// worker remains usable.
class InteractiveWorker {
 public:
  [[nodiscard]] static Result<std::unique_ptr<InteractiveWorker>> start(
      Watcher& watcher, const std::filesystem::path& executable, const WorkerSetup& setup);

  // Requests wait in the pipe until the worker is ready. Precondition: no answer is outstanding.
  [[nodiscard]] bool ask(const std::string& request);
  // Asks the search to end soon; call repeatedly, because a search that is just starting clears the flag.
  void stop() noexcept { worker_->block().stop[0].fetch_or(1); }
  void kill() noexcept { worker_->kill(); }

  struct Event {
    std::string text;            // an answer; empty if `fault` is set
    std::optional<Fault> fault;  // the process has ended or violated the protocol; nothing follows
  };
  // The next answer, if there is one.
  [[nodiscard]] std::optional<Event> poll(bool killed);

  // CPU time of the worker's process.
  [[nodiscard]] std::int64_t cpu_ns() const noexcept { return worker_->cpu_ns(); }
  [[nodiscard]] std::string printed() const { return worker_->printed(); }

 private:
  explicit InteractiveWorker(std::unique_ptr<WorkerProcess> worker) : worker_(std::move(worker)) {}

  std::unique_ptr<WorkerProcess> worker_;
  // The answer that has arrived in part.
  std::optional<Cell> begun_;
  std::int64_t begun_ns_ = 0;
  std::string text_;
};

}  // namespace ludex::arena::run
