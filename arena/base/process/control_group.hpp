// Control groups (cgroups) limit and measure the resources of a process and all its descendants. Uses version
// 2 where it has the controllers; on mixed systems memory and pids may be in version 1, with freezing,
// killing and CPU time in version 2.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arena/base/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

struct GroupLimits {
  std::uint64_t memory_bytes = 0;  // includes files in memory and shared memory; 0: no limit
  std::uint32_t tasks = 0;         // processes and threads at once; 0: no limit
};

// One group, in every version in use. The destructor kills all its processes. Used by one thread at a time.
class ControlGroup {
 public:
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  // A process that writes "0" to all of them joins the group. A new child does so before any untrusted code
  // runs.
  [[nodiscard]] const std::vector<Descriptor>& doors() const noexcept { return doors_; }
  // Whether freeze(), kill() and cpu_ns() work.
  [[nodiscard]] bool has_whole() const noexcept { return cpu_.get() >= 0; }
  // Stops or continues all processes of the group.
  void freeze(bool frozen) noexcept;
  // Sends SIGKILL to all processes of the group.
  void kill() noexcept;
  // CPU time of all past and present members, exact to the microsecond for those not running just now; 0 if
  // the kernel does not report it.
  [[nodiscard]] std::int64_t cpu_ns() const noexcept;
  // Whether the kernel has killed a member for lack of memory.
  [[nodiscard]] bool out_of_memory() const noexcept;

 private:
  friend class ControlGroups;
  ControlGroup() = default;

  std::vector<std::string> folders_;
  std::vector<Descriptor> doors_;
  Descriptor freeze_;
  Descriptor kill_;
  Descriptor cpu_;
  Descriptor memory_events_;
};

// Creates groups below this process's own. Thread-safe.
class ControlGroups {
 public:
  // Reads /proc/self and tests the rights; also removes groups left by a killed host.
  ControlGroups();

  // Whether a group has any effect.
  [[nodiscard]] bool any() const noexcept { return whole_ || memory_ || tasks_; }
  // Whether a group limits the number of processes and threads.
  [[nodiscard]] bool counts_tasks() const noexcept { return tasks_; }
  // For the record: "cgroup v2: freeze, kill, CPU time; v1: memory, pids", or "no cgroups (why)".
  [[nodiscard]] std::string text() const;
  [[nodiscard]] Result<std::unique_ptr<ControlGroup>> make(const GroupLimits& limits) const;

 private:
  struct Hierarchy {
    std::string folder;  // this process's group; "" if the machine has none
    bool second = false;
  };
  // Uses the file names of that version.
  [[nodiscard]] Result<void> make_in(const Hierarchy& where, const std::string& name, bool memory, bool tasks,
                                     const GroupLimits& limits, ControlGroup& group) const;

  Hierarchy unified_;
  Hierarchy memory_one_;
  Hierarchy tasks_one_;
  bool whole_ = false;  // freeze, kill, CPU time
  bool memory_ = false;
  bool tasks_ = false;
  bool memory_second_ = false;  // the controller is in version 2
  bool tasks_second_ = false;
  std::string why_not_;
};

}  // namespace ludex::arena
