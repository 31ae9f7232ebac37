#include "arena/base/process/box.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/base/files/descriptor.hpp"
#include "arena/base/files/system_error.hpp"
#include "arena/base/process/confine_files.hpp"
#include "arena/base/process/control_group.hpp"
#include "arena/base/process/filter.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/base/process/namespaces.hpp"

namespace ludex::arena {
namespace {

// Drops the superuser's capability `only`, or all (-1).
Result<void> drop_capabilities(int only) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> data{};
  if (only >= 0) {
    if (syscall(SYS_capget, &header, data.data()) != 0) return system_error("capabilities");
    const auto index = static_cast<std::size_t>(only) / 32;
    const std::uint32_t others = ~(1U << (only % 32));
    data[index].effective &= others;
    data[index].permitted &= others;
    data[index].inheritable &= others;
    prctl(PR_CAPBSET_DROP, only);  // fails without privileges
  }
  return syscall(SYS_capset, &header, data.data()) == 0 ? Result<void>() : system_error("capabilities");
}

void make_limits_hard() noexcept {
  for (const auto resource : {RLIMIT_DATA, RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_STACK, RLIMIT_AS}) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    limit.rlim_max = limit.rlim_cur;
    setrlimit(resource, &limit);
  }
}

Result<void> enter_sandbox(const Box& box) {
  Descriptor folder;
  if (!box.scratch.empty()) {
    auto scratch = open_private_folder(box.scratch);
    if (!scratch) return Error{scratch.error()};
    folder = Descriptor(*scratch);
    // As a shell does: paths given relative to the old folder can still be found.
    std::error_code ignored;
    setenv("OLDPWD", std::filesystem::current_path(ignored).c_str(), 1);
    if (fchdir(folder.get()) != 0) return system_error("scratch folder");
  }
  std::vector<std::string> readable = box.readable;
  if (box.own_pids) readable.emplace_back("/proc");
  if (auto done = confine_files(folder.get(), readable); !done) return done;
  make_limits_hard();
  return drop_capabilities(-1);
}

}  // namespace

Result<void> enter_box(const Box& box) {
  const bool counted = box.own_pids && box.tasks != 0;
  if (counted || (box.processes != 0 && box.processes != kAnyProcesses)) {
    if (auto done = limit_processes(counted ? box.tasks : box.processes); !done) return done;
  }
  if (box.sandbox) {
    if (auto done = enter_sandbox(box); !done) return done;
  } else if (auto done = drop_capabilities(CAP_SYS_NICE); !done) {
    return done;
  }
  if (!box.calls) return {};
  return restrict_calls({box.sandbox, box.processes != 0, box.threads, box.own_pids});
}

bool has_call_filters() noexcept {
  std::uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

KernelAbilities kernel_abilities() {
  return {landlock_version(), has_call_filters(), why_no_namespaces(),
          geteuid() != 0 || ControlGroups().counts_tasks()};
}

std::string missing_for_competition(const KernelAbilities& has, bool tasks) {
  std::string list;
  const auto add = [&](const std::string& what) { list += (list.empty() ? "" : ", ") + what; };
  if (has.landlock == 0) add("Landlock (Linux 5.13)");
  if (!has.seccomp) add("filters of system calls (seccomp)");
  if (!has.no_namespaces.empty()) add("namespaces for this user (" + has.no_namespaces + ")");
  if (tasks && !has.bounds_tasks)
    add("control groups that bound the superuser's threads (asked for by `threads` or `processes`)");
  return list;
}

std::vector<std::string> isolation_in_force(bool sandbox, bool processes) {
  std::vector<std::string> list;
  if (sandbox || processes) {
    const std::string why = why_no_namespaces();
    const std::string some = "namespaces: user, PID, mount";
    list.push_back(!why.empty() ? "no namespaces (" + why + ")" : sandbox ? some + ", IPC, network" : some);
    list.push_back(ControlGroups().text());
  }
  if (!sandbox) {
    list.emplace_back("seccomp: scheduling, processes");
    return list;
  }
  list.push_back(landlock_version() > 0 ? "Landlock " + std::to_string(landlock_version()) : "no Landlock");
  list.emplace_back("seccomp: allow-list");
  return list;
}

}  // namespace ludex::arena
