// Control groups of the kernel (cgroups): what a process and all that it starts may use together, and what
// they have used. Version 2 where it has the controllers; on machines with both versions memory and pids may
// be in version 1 and freezing, killing and CPU time in version 2.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arena/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

struct GroupLimits {
  std::uint64_t memory_bytes = 0;  // files in memory and shared memory included; 0: no limit
  std::uint32_t tasks = 0;         // processes and threads at once; 0: no limit
};

// One group, in every version that is in use. Its end is the end of all in it. Used by one thread at a time.
class ControlGroup {
 public:
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  // Whoever writes "0" to all of them is in the group from then on. For a new child, which does so before the
  // first line of a stranger's code.
  [[nodiscard]] const std::vector<Descriptor>& doors() const noexcept { return doors_; }
  // Whether freeze() and kill() do anything, and cpu_ns() answers.
  [[nodiscard]] bool has_whole() const noexcept { return cpu_.get() >= 0; }
  // All in it stop, or go on.
  void freeze(bool frozen) noexcept;
  // SIGKILL to all in it.
  void kill() noexcept;
  // CPU time of all who have ever been in it, to the microsecond for whoever does not run just now; 0 if the
  // kernel does not tell.
  [[nodiscard]] std::int64_t cpu_ns() const noexcept;
  // Whether the kernel has killed anybody in it for want of memory.
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

// Where this process may make groups: below those that it is in itself. Thread-safe.
class ControlGroups {
 public:
  // Looks at /proc/self and tries; also removes what a host that was killed has left behind.
  ControlGroups();

  // Nothing at all where a group can do nothing.
  [[nodiscard]] bool any() const noexcept { return whole_ || memory_ || tasks_; }
  // Whether a group bounds the number of processes and threads.
  [[nodiscard]] bool counts_tasks() const noexcept { return tasks_; }
  // For the record: "cgroup v2: freeze, kill, CPU time; v1: memory, pids", or "no cgroups (why)".
  [[nodiscard]] std::string text() const;
  [[nodiscard]] Result<std::unique_ptr<ControlGroup>> make(const GroupLimits& limits) const;

 private:
  struct Hierarchy {
    std::string folder;  // of the group that this process is in; "": this machine has none
    bool second = false;
  };
  // Also the files' names of that version.
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
