// The worker process of a dedicated seat: started when it is needed, frozen between its calls, measured.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "arena/run/worker/seat_time.hpp"
#include "arena/run/worker/slots.hpp"
#include "arena/run/worker/worker_process.hpp"

namespace ludex::arena::run {

// Used by the slot's thread alone.
class SeatProcess {
 public:
  SeatProcess(WorkerHost& host, std::uint32_t agent) : host_(host), agent_(agent) {}

  // Starts a worker unless one is alive; true if it is new.
  [[nodiscard]] Result<bool> ensure();
  [[nodiscard]] bool alive() const noexcept { return worker_ != nullptr && !worker_->dead(); }
  // Whether there is a worker, be it dead.
  [[nodiscard]] bool started() const noexcept { return worker_ != nullptr; }
  // Precondition: started().
  [[nodiscard]] WorkerProcess& worker() const noexcept { return *worker_; }
  // Kills the worker, if there is one; keeps its output.
  void end() noexcept;

  // Freezes the worker unless its agent may ponder; wake() thaws it.
  void freeze() noexcept;
  // Marks the start of the worker's next call; `with_cpu`: its CPU time, which costs a system call.
  SeatTime wake(const Budget& budget, bool with_cpu);
  // Marks the end of the call.
  [[nodiscard]] SeatTime rest(const Budget& budget, bool with_cpu);
  // CPU time of the worker, including its children where it may have any.
  [[nodiscard]] std::int64_t cpu_ns() const;

  [[nodiscard]] const AgentSpec& spec() const { return host_.context().spec().agents[agent_]; }
  // Whether the tournament is a competition.
  [[nodiscard]] bool strict() const { return host_.context().spec().competition; }
  // Whether the agent may have child processes.
  [[nodiscard]] bool has_children() const;
  // The output of the agent so far, or of the worker that ended last.
  [[nodiscard]] std::string printed() const { return worker_ != nullptr ? worker_->printed() : printed_; }
  void forget_printed() { printed_.clear(); }

 private:
  [[nodiscard]] GroupLimits group_limits() const;
  void add_queued(SeatTime& time, const Budget& budget) const;

  WorkerHost& host_;
  std::uint32_t agent_;
  std::unique_ptr<WorkerProcess> worker_;
  bool frozen_ = false;
  std::string printed_;
};

}  // namespace ludex::arena::run
