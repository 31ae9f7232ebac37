#include "arena/process/limits.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ludex::arena {
namespace {

Error failure(const char* what) {
  return {std::string(what) + ": " + std::strerror(errno)};
}

// A seccomp program that answers EPERM to chosen system calls and allows the rest.
class Filter {
 public:
  Filter() {
    // Another architecture's numbers mean other calls.
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
    jump(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
    // The x32 twins of the same calls.
    jump(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1);
    deny(EPERM);
  }
  void deny_call(long number, int error = EPERM) {
    jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 1);
    deny(error);
  }
  // Denied unless the lower half of the argument has one of the bits.
  void deny_without_bits(long number, std::uint32_t argument, std::uint32_t bits) {
    jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 4);
    add(BPF_LD | BPF_W | BPF_ABS, argument_offset(argument));
    jump(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
    deny(EPERM);
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  }
  // Denied unless the lower half of the argument is `value`.
  void deny_unless_equal(long number, std::uint32_t argument, std::uint32_t value) {
    jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 4);
    add(BPF_LD | BPF_W | BPF_ABS, argument_offset(argument));
    jump(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    deny(EPERM);
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  }
  [[nodiscard]] Result<void> install() {
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failure("no-new-privileges");
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
      return failure("seccomp");
    return {};
  }

 private:
  static std::uint32_t argument_offset(std::uint32_t argument) {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t));
  }
  void add(int code, std::size_t k) {
    code_.push_back({static_cast<std::uint16_t>(code), 0, 0, static_cast<std::uint32_t>(k)});
  }
  void jump(int code, std::uint32_t k, std::uint8_t if_true, std::uint8_t if_false) {
    code_.push_back({static_cast<std::uint16_t>(code), if_true, if_false, k});
  }
  void deny(int error) { add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)); }

  std::vector<sock_filter> code_;
};

// Processes and threads of this user.
std::uint64_t tasks_of_user() {
  std::uint64_t tasks = 0;
  std::error_code error;
  for (const auto& process : std::filesystem::directory_iterator("/proc", error)) {
    struct stat info {};
    if (stat(process.path().c_str(), &info) != 0 || info.st_uid != getuid()) continue;
    std::error_code gone;
    for (auto task = std::filesystem::directory_iterator(process.path() / "task", gone);
         !gone && task != std::filesystem::directory_iterator(); task.increment(gone))
      ++tasks;
  }
  return tasks;
}

// Writing access of every kind this kernel's Landlock knows.
std::uint64_t write_rights(int abi) {
  std::uint64_t rights = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                         LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                         LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                         LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                         LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  constexpr std::uint64_t kRefer = 1ULL << 13;     // since version 2
  constexpr std::uint64_t kTruncate = 1ULL << 14;  // since version 3
  if (abi >= 2) rights |= kRefer;
  if (abi >= 3) rights |= kTruncate;
  return rights;
}

Result<void> restrict_writes(const std::string& scratch) {
  const int abi =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
  if (abi < 1) return Error{"this kernel has no Landlock, so writes cannot be confined"};
  const std::uint64_t rights = write_rights(abi);
  const landlock_ruleset_attr attributes{rights};
  const int rules = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (rules < 0) return failure("Landlock");
  Result<void> done;
  if (const int folder = open(scratch.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
    const landlock_path_beneath_attr beneath{rights, folder};
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) != 0)
      done = failure("Landlock");
    close(folder);
  } else {
    done = failure("scratch folder");
  }
  if (done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) done = failure("no-new-privileges");
  if (done && syscall(SYS_landlock_restrict_self, rules, 0) != 0) done = failure("Landlock");
  close(rules);
  return done;
}

}  // namespace

void tie_to_parent(int parent) noexcept {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The starter may have died before that call.
  if (getppid() != parent) _exit(0);
}

MemoryLimit::MemoryLimit() noexcept : base_(0) {
  // "VmData" counts what RLIMIT_DATA limits.
  if (std::FILE* file = std::fopen("/proc/self/status", "re")) {
    std::array<char, 256> line;
    while (std::fgets(line.data(), static_cast<int>(line.size()), file) != nullptr) {
      unsigned long long kib = 0;
      if (std::sscanf(line.data(), "VmData: %llu", &kib) == 1) base_ = kib * 1024;
    }
    std::fclose(file);
  }
}

void MemoryLimit::set(std::uint64_t bytes) const noexcept {
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = base_ + bytes;
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_cur <= limit.rlim_max) setrlimit(RLIMIT_DATA, &limit);
}

std::uint64_t peak_resident_bytes() noexcept {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Result<void> limit_processes(std::uint32_t count) noexcept {
  if (count != 0) {
    // The kernel counts all processes and threads of the user, so the limit is what there is and `count`
    // more.
    // Counted once: others come and go meanwhile, and a limit above its own maximum is refused.
    const std::uint64_t most = tasks_of_user() + count;
    const rlimit limit{most, most};
    return setrlimit(RLIMIT_NPROC, &limit) == 0 ? Result<void>() : failure("process limit");
  }
  Filter filter;
  filter.deny_call(SYS_fork);
  filter.deny_call(SYS_vfork);
  filter.deny_without_bits(SYS_clone, 0, CLONE_THREAD);
  filter.deny_call(SYS_clone3, ENOSYS);  // the C library then uses clone, whose flags can be seen
  return filter.install();
}

Result<void> enter_sandbox(const std::string& scratch) noexcept {
  if (auto done = restrict_writes(scratch); !done) return done;
  Filter filter;
  for (const long call : {SYS_socket,
                          SYS_socketpair,
                          SYS_ptrace,
                          SYS_process_vm_readv,
                          SYS_process_vm_writev,
                          SYS_pidfd_open,
                          SYS_pidfd_send_signal,
                          SYS_pidfd_getfd,
                          SYS_tkill,
                          SYS_rt_sigqueueinfo,
                          SYS_rt_tgsigqueueinfo,
                          SYS_io_uring_setup,
                          SYS_mount,
                          SYS_umount2,
                          SYS_bpf,
                          SYS_perf_event_open,
                          SYS_userfaultfd,
                          SYS_keyctl,
                          SYS_add_key,
                          SYS_request_key,
                          SYS_setns,
                          SYS_unshare,
                          SYS_chroot,
                          SYS_kexec_load,
                          SYS_reboot,
                          SYS_init_module,
                          SYS_finit_module,
                          SYS_delete_module,
                          SYS_setpriority,
                          SYS_sched_setscheduler,
                          SYS_sched_setattr})
    filter.deny_call(call);
  const auto self = static_cast<std::uint32_t>(getpid());
  filter.deny_unless_equal(SYS_kill, 0, self);
  filter.deny_unless_equal(SYS_tgkill, 0, self);
  filter.deny_unless_equal(SYS_prlimit64, 0, 0);
  return filter.install();
}

}  // namespace ludex::arena
