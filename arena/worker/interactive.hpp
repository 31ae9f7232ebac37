// A worker that somebody talks to: searches on demand, with what it finds on the way, and a look into the
// tree. Behind `ludex serve`. The referee is not needed: whoever asks says what was played.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/match/seat.hpp"
#include "arena/worker/worker_process.hpp"
#include "arena/worker/worker_setup.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// In the worker: answers for ever. `setup` names one game and one agent.
[[noreturn]] void run_interactive(SharedBlock& block, const WorkerSetup& setup);

// In the host: the worker as a thing that is sent JSON texts and answers with JSON texts. Nothing waits; the
// thread that made it polls. Requests, one at a time:
//   {"op": "search", "position", "moves": [...], "seat", "seed", "budget": {"iterations", "nodes", "depth",
//    "cpu_ns", "wall_ns", "threads", "memory_mib"}}
//      answers {"progress": {...}} any number of times, then {"done": report} (arena/analysis) with "move"
//   {"op": "inspect", "path": [moves], "column": 0, "limit": 100}    of the last search: {"node": {...}}
// or {"error": "..."}: the agent has refused, which harms nobody.
class InteractiveWorker {
 public:
  [[nodiscard]] static Result<std::unique_ptr<InteractiveWorker>> start(
      Watcher& watcher, const std::filesystem::path& executable, const WorkerSetup& setup);

  // Before it is ready requests wait in the pipe. Precondition: no answer is outstanding.
  [[nodiscard]] bool ask(const std::string& request);
  // Asks the search to end soon; again and again, since one that has only now begun has cleared the flag.
  void stop() noexcept { worker_->block().stop[0].fetch_or(1); }
  void kill() noexcept { worker_->kill(); }

  struct Event {
    std::string text;            // an answer; empty if `fault` is there
    std::optional<Fault> fault;  // the process has ended, or talks nonsense; nothing follows
  };
  // The next answer, if there is one.
  [[nodiscard]] std::optional<Event> poll(bool killed);

  // Of it and what it has started.
  [[nodiscard]] std::int64_t cpu_ns() const noexcept { return worker_->cpu_ns(); }
  [[nodiscard]] std::string printed() const { return worker_->printed(); }

 private:
  explicit InteractiveWorker(std::unique_ptr<WorkerProcess> worker) : worker_(std::move(worker)) {}

  std::unique_ptr<WorkerProcess> worker_;
  // The answer of which a part has come.
  std::optional<Cell> begun_;
  std::int64_t begun_ns_ = 0;
  std::string text_;
};

}  // namespace ludex::arena
