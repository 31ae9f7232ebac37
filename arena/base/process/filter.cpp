#include "arena/base/process/filter.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ludex::arena {
namespace {

// Conditions on arguments. The kernel reads most arguments as 32 bits and ignores the upper half.
constexpr std::uint64_t kLowHalf = 0xFFFFFFFF;
scmp_arg_cmp is(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, kLowHalf, value & kLowHalf};
}
scmp_arg_cmp bits(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}
scmp_arg_cmp is_not(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_NE, value, 0};
}

class Filter {
 public:
  explicit Filter(std::uint32_t otherwise) : context_(seccomp_init(otherwise)) {
    if (context_ == nullptr) {
      note(-ENOMEM);
      return;
    }
    note(seccomp_attr_set(context_, SCMP_FLTATR_CTL_TSYNC, 1));
    note(seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
    // A balanced tree, because the kernel runs the filter at every call.
    note(seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2));
  }
  ~Filter() {
    if (context_ != nullptr) seccomp_release(context_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  void allow(std::initializer_list<long> calls) {
    for (const long call : calls) rule(SCMP_ACT_ALLOW, call, {});
  }
  // Allows the call if all `conditions` hold.
  void allow(long call, std::initializer_list<scmp_arg_cmp> conditions) {
    rule(SCMP_ACT_ALLOW, call, conditions);
  }
  // Makes the call return that error.
  void refuse(long call, int error, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    rule(SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)), call, conditions);
  }
  [[nodiscard]] Result<void> load() {
    if (error_ == 0) note(seccomp_load(context_));
    if (error_ != 0) return Error{std::string("seccomp: ") + std::strerror(-error_)};
    return {};
  }

 private:
  void note(int error) {
    if (error_ == 0 && error < 0) error_ = error;
  }
  void rule(std::uint32_t action, long call, std::initializer_list<scmp_arg_cmp> conditions) {
    if (context_ != nullptr)
      note(seccomp_rule_add_array(context_, action, static_cast<int>(call),
                                  static_cast<unsigned>(conditions.size()), conditions.begin()));
  }

  scmp_filter_ctx context_;
  int error_ = 0;
};

constexpr std::uint64_t kNamespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

// For every worker: an agent may set only its own affinity and priority, cannot outlive the host, and has
// only children of its own: nobody would reap a child of the host (CLONE_PARENT), and a PID namespace does
// not end before all its processes are reaped.
void refuse_reaching_out(Filter& filter) {
  for (const long call :
       {SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr})
    filter.refuse(call, EPERM, {is_not(0, 0)});
  constexpr std::uint64_t kOneProcess = 0;    // PRIO_PROCESS
  constexpr std::uint64_t kIoOneProcess = 1;  // IOPRIO_WHO_PROCESS
  for (const auto& [call, one] : {std::pair<long, std::uint64_t>{SYS_setpriority, kOneProcess},
                                  std::pair<long, std::uint64_t>{SYS_ioprio_set, kIoOneProcess}}) {
    filter.refuse(call, EPERM, {is_not(0, one)});
    filter.refuse(call, EPERM, {is_not(1, 0)});
  }
  filter.refuse(SYS_prctl, EPERM, {is(0, PR_SET_PDEATHSIG), is_not(1, SIGKILL)});
  filter.refuse(SYS_clone, EPERM, {bits(0, CLONE_PARENT | CLONE_THREAD, CLONE_PARENT)});
  // The C library falls back to clone, whose flags a filter can read.
  filter.refuse(SYS_clone3, ENOSYS);
}

void refuse_starting(Filter& filter, const CallRules& rules) {
  if (!rules.processes) {
    filter.refuse(SYS_fork, EPERM);
    filter.refuse(SYS_vfork, EPERM);
    filter.refuse(SYS_clone, EPERM, {bits(0, CLONE_THREAD, 0)});
  }
  if (!rules.threads) filter.refuse(SYS_clone, EAGAIN, {bits(0, CLONE_THREAD, CLONE_THREAD)});
}

// Calls that act outside this process only through its descriptors, or on files that Landlock confines.
void allow_harmless(Filter& filter) {
  // Memory.
  filter.allow({SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_mincore, SYS_mlock,
                SYS_mlock2, SYS_munlock, SYS_msync, SYS_membarrier, SYS_get_mempolicy, SYS_pkey_alloc,
                SYS_pkey_free, SYS_pkey_mprotect});
  // No process limit counts shared anonymous memory, or mappings that grow downwards, which the kernel takes
  // for stacks.
  filter.allow(SYS_mmap, {bits(3, MAP_SHARED | MAP_GROWSDOWN, 0)});
  filter.allow(SYS_mmap, {bits(3, MAP_SHARED | MAP_ANONYMOUS | MAP_GROWSDOWN, MAP_SHARED)});
  // Descriptors.
  filter.allow({SYS_read,
                SYS_write,
                SYS_readv,
                SYS_writev,
                SYS_pread64,
                SYS_pwrite64,
                SYS_preadv,
                SYS_pwritev,
                SYS_preadv2,
                SYS_pwritev2,
                SYS_close,
                SYS_close_range,
                SYS_lseek,
                SYS_dup,
                SYS_dup2,
                SYS_dup3,
                SYS_pipe,
                SYS_pipe2,
                SYS_poll,
                SYS_ppoll,
                SYS_select,
                SYS_pselect6,
                SYS_epoll_create,
                SYS_epoll_create1,
                SYS_epoll_ctl,
                SYS_epoll_wait,
                SYS_epoll_pwait,
                SYS_eventfd,
                SYS_eventfd2,
                SYS_timerfd_create,
                SYS_timerfd_settime,
                SYS_timerfd_gettime,
                SYS_flock,
                SYS_sendfile,
                SYS_copy_file_range});
  // Files.
  filter.allow({SYS_open,      SYS_openat,     SYS_creat,    SYS_stat,       SYS_fstat,
                SYS_lstat,     SYS_newfstatat, SYS_statx,    SYS_access,     SYS_faccessat,
                SYS_readlink,  SYS_readlinkat, SYS_getdents, SYS_getdents64, SYS_getcwd,
                SYS_chdir,     SYS_fchdir,     SYS_mkdir,    SYS_mkdirat,    SYS_rmdir,
                SYS_unlink,    SYS_unlinkat,   SYS_rename,   SYS_renameat,   SYS_renameat2,
                SYS_link,      SYS_linkat,     SYS_symlink,  SYS_symlinkat,  SYS_truncate,
                SYS_ftruncate, SYS_fallocate,  SYS_fsync,    SYS_fdatasync,  SYS_sync_file_range,
                SYS_fadvise64, SYS_readahead,  SYS_umask,    SYS_statfs,     SYS_fstatfs});
  // Time and waiting. Not timer_create, which can send any signal, even SIGCONT, and so thaw an agent that is
  // frozen in the opponent's time.
  filter.allow({SYS_futex, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime, SYS_clock_getres,
                SYS_gettimeofday, SYS_time, SYS_getitimer, SYS_setitimer, SYS_alarm, SYS_pause,
                SYS_restart_syscall, SYS_wait4, SYS_waitid});
  // Signals, threads, and a process's information on itself.
  filter.allow({SYS_rt_sigaction,
                SYS_rt_sigprocmask,
                SYS_rt_sigreturn,
                SYS_rt_sigpending,
                SYS_rt_sigtimedwait,
                SYS_rt_sigsuspend,
                SYS_sigaltstack,
                SYS_exit,
                SYS_exit_group,
                SYS_set_robust_list,
                SYS_get_robust_list,
                SYS_set_tid_address,
                SYS_rseq,
                SYS_arch_prctl,
                SYS_getpid,
                SYS_gettid,
                SYS_getppid,
                SYS_getpgrp,
                SYS_getpgid,
                SYS_getsid,
                SYS_getuid,
                SYS_geteuid,
                SYS_getgid,
                SYS_getegid,
                SYS_getresuid,
                SYS_getresgid,
                SYS_getgroups,
                SYS_capget,
                SYS_uname,
                SYS_sysinfo,
                SYS_times,
                SYS_getrusage,
                SYS_getrlimit,
                SYS_getcpu,
                SYS_getrandom,
                SYS_sched_yield,
                SYS_sched_getaffinity,
                SYS_sched_getscheduler,
                SYS_sched_getparam,
                SYS_sched_getattr,
                SYS_sched_get_priority_max,
                SYS_sched_get_priority_min,
                SYS_sched_rr_get_interval,
                SYS_getpriority});
  filter.allow(SYS_sched_setaffinity, {is(0, 0)});
  filter.allow(SYS_prlimit64, {is(0, 0), {2, SCMP_CMP_EQ, 0, 0}});  // read only
  for (const int request : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK, F_SETLKW,
                            F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_GETPIPE_SZ})
    filter.allow(SYS_fcntl, {is(1, static_cast<std::uint64_t>(request))});
  // No signals from descriptors: they cannot even be enabled.
  filter.allow(SYS_fcntl, {is(1, F_SETFL), bits(2, static_cast<std::uint64_t>(O_ASYNC), 0)});
  for (const int request : {TCGETS, TIOCGWINSZ, FIONREAD, FIOCLEX, FIONCLEX, FIONBIO})
    filter.allow(SYS_ioctl, {is(1, static_cast<std::uint64_t>(request))});
  constexpr std::uint64_t kSetVma = 0x53564D41;  // the C library names its memory
  for (const std::uint64_t request :
       {std::uint64_t{PR_SET_NAME}, std::uint64_t{PR_GET_NAME}, std::uint64_t{PR_GET_DUMPABLE},
        std::uint64_t{PR_GET_PDEATHSIG}, kSetVma})
    filter.allow(SYS_prctl, {is(0, request)});
  filter.allow(SYS_prctl, {is(0, PR_SET_PDEATHSIG), {1, SCMP_CMP_EQ, SIGKILL, 0}});
  // The C library falls back to older calls for these.
  for (const long call : {SYS_clone3, SYS_openat2, SYS_faccessat2, SYS_epoll_pwait2})
    filter.refuse(call, ENOSYS);
}

void allow_starting(Filter& filter, const CallRules& rules) {
  if (rules.threads || rules.processes)
    filter.allow(SYS_clone, {bits(0, CLONE_THREAD | kNamespaces, CLONE_THREAD)});
  if (!rules.threads && !rules.processes) filter.refuse(SYS_clone, EAGAIN);
  if (!rules.processes) return;
  filter.allow({SYS_fork, SYS_vfork, SYS_execve, SYS_execveat, SYS_setpgid});
  filter.allow(SYS_socketpair, {is(0, AF_UNIX)});
  filter.allow(SYS_clone, {bits(0, kNamespaces | CLONE_PARENT, 0)});
}

void allow_signals(Filter& filter, const CallRules& rules) {
  if (rules.own_pids)
    return filter.allow({SYS_kill, SYS_tgkill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo});
  const auto self = static_cast<std::uint64_t>(getpid());
  filter.allow(SYS_kill, {is(0, self)});
  filter.allow(SYS_tgkill, {is(0, self)});
}

}  // namespace

Result<void> restrict_calls(const CallRules& rules) {
  if (!rules.sandbox) {
    Filter filter(SCMP_ACT_ALLOW);
    refuse_reaching_out(filter);
    refuse_starting(filter, rules);
    return filter.load();
  }
  Filter filter(SCMP_ACT_ERRNO(EPERM));
  allow_harmless(filter);
  allow_starting(filter, rules);
  allow_signals(filter, rules);
  return filter.load();
}

}  // namespace ludex::arena
