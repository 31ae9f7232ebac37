// Slots whose agents run in worker processes (README.md).
#pragma once

#include <memory>
#include <optional>

#include "arena/base/process/control_group.hpp"
#include "arena/run/match/seat.hpp"
#include "arena/run/match/tournament.hpp"
#include "arena/run/worker/worker_process.hpp"

namespace ludex::arena::run {

// Requirements for starting a worker, besides its role.
struct WorkerNeeds {
  bool apart = false;      // as ChildStart::apart, and in namespaces where the kernel allows them
  bool may_start = false;  // it may start processes, which namespaces keep together
  GroupLimits limits = {};
};

// State shared by the slots of one tournament. Outlives them. Thread-safe.
class WorkerHost final : public SlotFactory {
 public:
  explicit WorkerHost(const TournamentContext& context);
  ~WorkerHost() override;

  [[nodiscard]] std::uint32_t slots() const noexcept override { return context_.slots(); }
  // A slot of the specification's mode, shared or dedicated. Its workers die with the calling thread.
  [[nodiscard]] std::unique_ptr<Slot> make_slot() override;

  [[nodiscard]] const TournamentContext& context() const noexcept { return context_; }
  // The agent's memory limit; by default its share of the machine's memory.
  [[nodiscard]] std::uint32_t memory_mib(const AgentSpec& agent) const;
  // The reason if a fault of that agent is this machine's: it ran out of memory that it may use but that the
  // shell's limits deny. "" if the fault is the agent's.
  [[nodiscard]] std::string shortage(const AgentSpec& agent, const Fault& fault) const;
  // A ready worker.
  [[nodiscard]] Result<std::unique_ptr<WorkerProcess>> start(const std::string& role,
                                                             const WorkerNeeds& needs = {});

 private:
  Result<std::unique_ptr<WorkerProcess>> start_once(const std::string& role, const WorkerNeeds& needs);

  const TournamentContext& context_;
  bool namespaces_;                      // the kernel supports the namespaces of namespaces.hpp
  std::optional<ControlGroups> groups_;  // if an agent is sandboxed or may start processes
  Watcher watcher_;
  Result<Descriptor> setup_;
};

// Plays the games of the source in the specification's mode (match/tournament.hpp).
void play_on_this_machine(const TournamentContext& context, GameSource& source);
// Plays a whole tournament. An error is the host's: the log is valid, and the run can be resumed.
[[nodiscard]] Result<void> run_on_this_machine(const TournamentContext& context, Ledger& ledger);

}  // namespace ludex::arena::run
