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
    // SCMP_SYS() of a call that this processor's kernel does not have is negative.
    if (context_ != nullptr && call >= 0)
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
  for (const long call : {SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setparam),
                          SCMP_SYS(sched_setattr)})
    filter.refuse(call, EPERM, {is_not(0, 0)});
  constexpr std::uint64_t kOneProcess = 0;    // PRIO_PROCESS
  constexpr std::uint64_t kIoOneProcess = 1;  // IOPRIO_WHO_PROCESS
  for (const auto& [call, one] : {std::pair<long, std::uint64_t>{SCMP_SYS(setpriority), kOneProcess},
                                  std::pair<long, std::uint64_t>{SCMP_SYS(ioprio_set), kIoOneProcess}}) {
    filter.refuse(call, EPERM, {is_not(0, one)});
    filter.refuse(call, EPERM, {is_not(1, 0)});
  }
  filter.refuse(SCMP_SYS(prctl), EPERM, {is(0, PR_SET_PDEATHSIG), is_not(1, SIGKILL)});
  filter.refuse(SCMP_SYS(clone), EPERM, {bits(0, CLONE_PARENT | CLONE_THREAD, CLONE_PARENT)});
  // The C library falls back to clone, whose flags a filter can read.
  filter.refuse(SCMP_SYS(clone3), ENOSYS);
}

void refuse_starting(Filter& filter, const CallRules& rules) {
  if (!rules.processes) {
    filter.refuse(SCMP_SYS(fork), EPERM);
    filter.refuse(SCMP_SYS(vfork), EPERM);
    filter.refuse(SCMP_SYS(clone), EPERM, {bits(0, CLONE_THREAD, 0)});
  }
  if (!rules.threads) filter.refuse(SCMP_SYS(clone), EAGAIN, {bits(0, CLONE_THREAD, CLONE_THREAD)});
}

// Calls that act outside this process only through its descriptors, or on files that Landlock confines.
void allow_harmless(Filter& filter) {
  // Memory.
  filter.allow({SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect), SCMP_SYS(madvise), SCMP_SYS(brk),
                SCMP_SYS(mincore), SCMP_SYS(mlock), SCMP_SYS(mlock2), SCMP_SYS(munlock), SCMP_SYS(msync),
                SCMP_SYS(membarrier), SCMP_SYS(get_mempolicy), SCMP_SYS(pkey_alloc), SCMP_SYS(pkey_free),
                SCMP_SYS(pkey_mprotect)});
  // No process limit counts shared anonymous memory, or mappings that grow downwards, which the kernel takes
  // for stacks.
  filter.allow(SCMP_SYS(mmap), {bits(3, MAP_SHARED | MAP_GROWSDOWN, 0)});
  filter.allow(SCMP_SYS(mmap), {bits(3, MAP_SHARED | MAP_ANONYMOUS | MAP_GROWSDOWN, MAP_SHARED)});
  // Descriptors.
  filter.allow({SCMP_SYS(read),
                SCMP_SYS(write),
                SCMP_SYS(readv),
                SCMP_SYS(writev),
                SCMP_SYS(pread64),
                SCMP_SYS(pwrite64),
                SCMP_SYS(preadv),
                SCMP_SYS(pwritev),
                SCMP_SYS(preadv2),
                SCMP_SYS(pwritev2),
                SCMP_SYS(close),
                SCMP_SYS(close_range),
                SCMP_SYS(lseek),
                SCMP_SYS(dup),
                SCMP_SYS(dup2),
                SCMP_SYS(dup3),
                SCMP_SYS(pipe),
                SCMP_SYS(pipe2),
                SCMP_SYS(poll),
                SCMP_SYS(ppoll),
                SCMP_SYS(select),
                SCMP_SYS(pselect6),
                SCMP_SYS(epoll_create),
                SCMP_SYS(epoll_create1),
                SCMP_SYS(epoll_ctl),
                SCMP_SYS(epoll_wait),
                SCMP_SYS(epoll_pwait),
                SCMP_SYS(eventfd),
                SCMP_SYS(eventfd2),
                SCMP_SYS(timerfd_create),
                SCMP_SYS(timerfd_settime),
                SCMP_SYS(timerfd_gettime),
                SCMP_SYS(flock),
                SCMP_SYS(sendfile),
                SCMP_SYS(copy_file_range)});
  // Files.
  filter.allow({SCMP_SYS(open),      SCMP_SYS(openat),     SCMP_SYS(creat),           SCMP_SYS(stat),
                SCMP_SYS(fstat),     SCMP_SYS(lstat),      SCMP_SYS(newfstatat),      SCMP_SYS(statx),
                SCMP_SYS(access),    SCMP_SYS(faccessat),  SCMP_SYS(readlink),        SCMP_SYS(readlinkat),
                SCMP_SYS(getdents),  SCMP_SYS(getdents64), SCMP_SYS(getcwd),          SCMP_SYS(chdir),
                SCMP_SYS(fchdir),    SCMP_SYS(mkdir),      SCMP_SYS(mkdirat),         SCMP_SYS(rmdir),
                SCMP_SYS(unlink),    SCMP_SYS(unlinkat),   SCMP_SYS(rename),          SCMP_SYS(renameat),
                SCMP_SYS(renameat2), SCMP_SYS(link),       SCMP_SYS(linkat),          SCMP_SYS(symlink),
                SCMP_SYS(symlinkat), SCMP_SYS(truncate),   SCMP_SYS(ftruncate),       SCMP_SYS(fallocate),
                SCMP_SYS(fsync),     SCMP_SYS(fdatasync),  SCMP_SYS(sync_file_range), SCMP_SYS(fadvise64),
                SCMP_SYS(readahead), SCMP_SYS(umask),      SCMP_SYS(statfs),          SCMP_SYS(fstatfs)});
  // Time and waiting. Not timer_create, which can send any signal, even SIGCONT, and so thaw an agent that is
  // frozen in the opponent's time.
  filter.allow({SCMP_SYS(futex), SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep), SCMP_SYS(clock_gettime),
                SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(getitimer),
                SCMP_SYS(setitimer), SCMP_SYS(alarm), SCMP_SYS(pause), SCMP_SYS(restart_syscall),
                SCMP_SYS(wait4), SCMP_SYS(waitid)});
  // Signals, threads, and a process's information on itself.
  filter.allow({SCMP_SYS(rt_sigaction),
                SCMP_SYS(rt_sigprocmask),
                SCMP_SYS(rt_sigreturn),
                SCMP_SYS(rt_sigpending),
                SCMP_SYS(rt_sigtimedwait),
                SCMP_SYS(rt_sigsuspend),
                SCMP_SYS(sigaltstack),
                SCMP_SYS(exit),
                SCMP_SYS(exit_group),
                SCMP_SYS(set_robust_list),
                SCMP_SYS(get_robust_list),
                SCMP_SYS(set_tid_address),
                SCMP_SYS(rseq),
                SCMP_SYS(arch_prctl),
                SCMP_SYS(getpid),
                SCMP_SYS(gettid),
                SCMP_SYS(getppid),
                SCMP_SYS(getpgrp),
                SCMP_SYS(getpgid),
                SCMP_SYS(getsid),
                SCMP_SYS(getuid),
                SCMP_SYS(geteuid),
                SCMP_SYS(getgid),
                SCMP_SYS(getegid),
                SCMP_SYS(getresuid),
                SCMP_SYS(getresgid),
                SCMP_SYS(getgroups),
                SCMP_SYS(capget),
                SCMP_SYS(uname),
                SCMP_SYS(sysinfo),
                SCMP_SYS(times),
                SCMP_SYS(getrusage),
                SCMP_SYS(getrlimit),
                SCMP_SYS(getcpu),
                SCMP_SYS(getrandom),
                SCMP_SYS(sched_yield),
                SCMP_SYS(sched_getaffinity),
                SCMP_SYS(sched_getscheduler),
                SCMP_SYS(sched_getparam),
                SCMP_SYS(sched_getattr),
                SCMP_SYS(sched_get_priority_max),
                SCMP_SYS(sched_get_priority_min),
                SCMP_SYS(sched_rr_get_interval),
                SCMP_SYS(getpriority)});
  filter.allow(SCMP_SYS(sched_setaffinity), {is(0, 0)});
  filter.allow(SCMP_SYS(prlimit64), {is(0, 0), {2, SCMP_CMP_EQ, 0, 0}});  // read only
  for (const int request : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK, F_SETLKW,
                            F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_GETPIPE_SZ})
    filter.allow(SCMP_SYS(fcntl), {is(1, static_cast<std::uint64_t>(request))});
  // No signals from descriptors: they cannot even be enabled.
  filter.allow(SCMP_SYS(fcntl), {is(1, F_SETFL), bits(2, static_cast<std::uint64_t>(O_ASYNC), 0)});
  for (const int request : {TCGETS, TIOCGWINSZ, FIONREAD, FIOCLEX, FIONCLEX, FIONBIO})
    filter.allow(SCMP_SYS(ioctl), {is(1, static_cast<std::uint64_t>(request))});
  constexpr std::uint64_t kSetVma = 0x53564D41;  // the C library names its memory
  for (const std::uint64_t request :
       {std::uint64_t{PR_SET_NAME}, std::uint64_t{PR_GET_NAME}, std::uint64_t{PR_GET_DUMPABLE},
        std::uint64_t{PR_GET_PDEATHSIG}, kSetVma})
    filter.allow(SCMP_SYS(prctl), {is(0, request)});
  filter.allow(SCMP_SYS(prctl), {is(0, PR_SET_PDEATHSIG), {1, SCMP_CMP_EQ, SIGKILL, 0}});
  // The C library falls back to older calls for these.
  for (const long call : {SCMP_SYS(clone3), SCMP_SYS(openat2), SCMP_SYS(faccessat2), SCMP_SYS(epoll_pwait2)})
    filter.refuse(call, ENOSYS);
}

void allow_starting(Filter& filter, const CallRules& rules) {
  if (rules.threads || rules.processes)
    filter.allow(SCMP_SYS(clone), {bits(0, CLONE_THREAD | kNamespaces, CLONE_THREAD)});
  if (!rules.threads && !rules.processes) filter.refuse(SCMP_SYS(clone), EAGAIN);
  if (!rules.processes) return;
  filter.allow({SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(setpgid)});
  filter.allow(SCMP_SYS(socketpair), {is(0, AF_UNIX)});
  filter.allow(SCMP_SYS(clone), {bits(0, kNamespaces | CLONE_PARENT, 0)});
}

void allow_signals(Filter& filter, const CallRules& rules) {
  if (rules.own_pids)
    return filter.allow({SCMP_SYS(kill), SCMP_SYS(tgkill), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo),
                         SCMP_SYS(rt_tgsigqueueinfo)});
  const auto self = static_cast<std::uint64_t>(getpid());
  filter.allow(SCMP_SYS(kill), {is(0, self)});
  filter.allow(SCMP_SYS(tgkill), {is(0, self)});
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
