// `mode: competition` on kernels that lack something: one that refuses the call for it, as an old one does.
#include <array>
#include <cerrno>
#include <cstddef>
#include <string>

#include <doctest/doctest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/process/confine_files.hpp"
#include "arena/base/process/namespaces.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

// From now on the call answers that error, here and in all that this process starts.
void refuse(long call, int error) {
  std::array filter{
      sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(call), 0, 1),
      sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
      sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

struct Run {
  int exit_code;
  std::string said;
};
// Nothing is known of the plug-ins from before: they are examined there, too.
Run run_without(long call, int error, const std::string& mode) {
  const TemporaryFolder folder;
  write_file(folder.file("t.yaml"),
             "name: t\nmode: " + mode +
                 "\ngames: [mnk]\nagents: [random, uct]\nbudget: {iterations: 5}\nformat: "
                 "{games_per_pair: 2}\n");
  const pid_t child = fork();
  if (child == 0) {
    refuse(call, error);
    execl("/bin/sh", "sh", "-c",
          ("XDG_CACHE_HOME=" + folder.file("cache") + " '" LUDEX_BUILD_DIR "/ludex' run " +
           folder.file("t.yaml") + " --out " + folder.file("out") + " > " + folder.file("said") + " 2>&1")
              .c_str(),
          nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(folder.file("said"))};
}

}  // namespace

TEST_CASE("a competition does not start where the kernel lacks what it needs, and says what") {
  if (kSanitized) return;
  if (arena::landlock_version() == 0 || !arena::why_no_namespaces().empty()) {
    MESSAGE("skipped: this kernel lacks something itself");
    return;
  }
  struct Row {
    long call;
    int error;
    const char* missing;
  };
  for (const Row& row :
       {Row{SYS_landlock_create_ruleset, ENOSYS, "Landlock (Linux 5.13),"},
        Row{SYS_seccomp, ENOSYS, "filters of system calls (seccomp),"},
        Row{SYS_unshare, EPERM, "namespaces for this user (namespaces: Operation not permitted),"},
        Row{SYS_mount, EPERM, "namespaces for this user (mount namespace: Operation not permitted),"}}) {
    const Run competition = run_without(row.call, row.error, "competition");
    CAPTURE(row.missing);
    CHECK(competition.exit_code == 1);
    CHECK_MESSAGE(competition.said.find("mode competition: this kernel lacks " + std::string(row.missing) +
                                        " which isolates untrusted agents.") != std::string::npos,
                  competition.said);
    // Elsewhere only filters are needed, of which every worker has one.
    const Run dedicated = run_without(row.call, row.error, "dedicated");
    if (row.call == SYS_seccomp) {
      CHECK(dedicated.exit_code == 1);
      CHECK_MESSAGE(dedicated.said.find("a worker process cannot work: seccomp") != std::string::npos,
                    dedicated.said);
    } else {
      CHECK_MESSAGE(dedicated.exit_code == 0, dedicated.said);
    }
  }
}

}  // namespace ludex::tests
