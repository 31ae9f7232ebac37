// Slots whose agents sit in worker processes (README.md).
#pragma once

#include <memory>
#include <optional>

#include "arena/match/seat.hpp"
#include "arena/match/tournament.hpp"
#include "arena/process/control_group.hpp"
#include "arena/worker/worker_process.hpp"

namespace ludex::arena {

// What a worker is started with beside its role.
struct WorkerNeeds {
  bool apart = false;      // as ChildStart::apart, and in namespaces where the kernel allows them
  bool may_start = false;  // processes, which namespaces keep together
  GroupLimits limits = {};
};

// What the slots of one tournament share. Outlives them. Thread-safe.
class WorkerHost final : public SlotFactory {
 public:
  explicit WorkerHost(const Venue& venue);
  ~WorkerHost() override;

  [[nodiscard]] std::uint32_t slots() const noexcept override { return venue_.slots(); }
  // A slot of the specification's mode, shared or dedicated. Its workers die with the calling thread.
  [[nodiscard]] std::unique_ptr<Slot> make_slot() override;

  [[nodiscard]] const Venue& venue() const noexcept { return venue_; }
  // What the agent may have; where the specification says nothing, its share of the machine's.
  [[nodiscard]] std::uint32_t memory_mib(const AgentSpec& agent) const;
  // Why a fault of that agent is this machine's: it ran out of memory, and the shell's limits do not let it
  // have what it may have. "" if it is the agent's.
  [[nodiscard]] std::string shortage(const AgentSpec& agent, const Fault& fault) const;
  // A ready worker.
  [[nodiscard]] Result<std::unique_ptr<WorkerProcess>> start(const std::string& role,
                                                             const WorkerNeeds& needs = {});

 private:
  Result<std::unique_ptr<WorkerProcess>> start_once(const std::string& role, const WorkerNeeds& needs);

  const Venue& venue_;
  bool namespaces_;                      // the kernel allows what namespaces.hpp wants
  std::optional<ControlGroups> groups_;  // where an agent is in the sandbox or may start processes
  Watcher watcher_;
  Result<Descriptor> setup_;
};

// Plays what the source hands out, in the specification's mode, whichever it is (match/tournament.hpp).
void play_on_this_machine(const Venue& venue, GameSource& source);
// A whole tournament. The error is one of the host: what is logged is good, and the run can be resumed.
[[nodiscard]] Result<void> run_on_this_machine(const Venue& venue, Ledger& ledger);

}  // namespace ludex::arena
