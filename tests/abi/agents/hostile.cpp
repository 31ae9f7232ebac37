// One agent with every kind of bad manners, chosen by a parameter.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "tests/abi/fixtures/base.hpp"

namespace {

// A deed that answers whether it went through; the agent throws if it did not.
using Deed = bool (*)(const std::string& file);
struct Named {
  const char* name;
  Deed deed;
};

// Not to be optimised away, and not a tail call.
[[gnu::noinline]] int dig(volatile char* above) {
  volatile char room[4096];
  room[0] = above != nullptr ? above[0] : '\0';
  room[1] = room[0];
  return room[0] == 'x' ? 0 : dig(room) + room[1];
}

// The sanitizers would make a report of it; wanted is the signal.
__attribute__((noinline, no_sanitize("undefined"), no_sanitize("address"))) void write_to_null() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

[[noreturn]] void spin() {
  volatile bool on = true;
  while (on) {
  }
  std::abort();
}

// Holding nothing that anybody waits for.
[[noreturn]] void wait_forever() {
  while (true) sleep(1000);
}

// Overwrites what this process shares with the host, from an offset on.
void scribble(std::size_t at, std::size_t size) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("ludex-worker") == std::string::npos) continue;
    unsigned long long from = 0;
    unsigned long long to = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx", &from, &to) == 2)
      std::memset(reinterpret_cast<void*>(from + at), 0xA5, std::min<std::size_t>(size, to - from - at));
  }
}

// Reports a fault whose text comes a byte every 0.9 s, as what it shares with the host is laid out
// (arena/run/worker/shared_block.hpp). `anew`: and says with each that another call has begun.
void trickle(bool anew) {
  struct alignas(64) Message {
    std::uint8_t kind = 0, seat = 0, stage = 0, flag = 0;
    std::uint32_t number = 0;
    std::array<unsigned char, 56> payload{};
  };
  constexpr std::size_t kRequests = 4096;
  constexpr std::size_t kEvents = 16384;
  constexpr std::size_t kHead = 128;  // of a ring: its counters
  std::ifstream maps("/proc/self/maps");
  unsigned long long at = 0;
  for (std::string line; at == 0 && std::getline(maps, line);) {
    if (line.find("ludex-worker") != std::string::npos) std::sscanf(line.c_str(), "%llx", &at);
  }
  if (at == 0) return;
  auto* const ring = reinterpret_cast<unsigned char*>(at) + kHead + kRequests * sizeof(Message);
  auto* const head = reinterpret_cast<std::uint32_t*>(ring);
  const auto push = [&](const Message& message) {
    std::memcpy(ring + kHead + *head % kEvents * sizeof message, &message, sizeof message);
    __atomic_fetch_add(head, 1U, __ATOMIC_SEQ_CST);
  };
  constexpr std::uint8_t kFault = 10, kData = 14, kException = 8;
  constexpr std::uint32_t kLength = 4096;
  push({.kind = kFault, .stage = 2, .flag = kException, .number = kLength});
  unsigned char* const call_marker = ring + kHead + kEvents * sizeof(Message);
  constexpr std::uint64_t kOneMore = 1 << 8;
  for (std::uint32_t i = 0; i < kLength; ++i) {
    if (anew) {
      timespec now{};
      clock_gettime(CLOCK_MONOTONIC, &now);
      reinterpret_cast<std::int64_t*>(call_marker)[1] = now.tv_sec * 1'000'000'000 + now.tv_nsec;
      __atomic_fetch_add(reinterpret_cast<std::uint64_t*>(call_marker), kOneMore, __ATOMIC_SEQ_CST);
    }
    push({.kind = kData, .number = 1, .payload = {'x'}});
    usleep(900'000);
  }
}

void leak() {
  volatile unsigned used = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    constexpr std::size_t kPiece = 1 << 20;
    auto* piece = new char[kPiece];
    // Not every page: a busy machine needs its time for that, and the limit is on what is asked for.
    for (std::size_t at = 0; at < kPiece; at += kPiece / 16) piece[at] = static_cast<char>(i);
    used = used + (piece[kPiece / 2] == 1 ? 1U : 0U);
  }
}

// CPU time of a thread that is not the one that was asked.
void burn(int milliseconds) {
  std::thread([milliseconds] {
    const auto cpu_ms = [] {
      timespec t{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
      return t.tv_sec * 1000 + t.tv_nsec / 1'000'000;
    };
    while (cpu_ms() < milliseconds) {
    }
  }).join();
}

bool reads(const std::string& file) {
  std::ifstream in(file);
  return in.get() != std::ifstream::traits_type::eof();
}

// Whether a call that is asked for nothing sensible gets as far as being told so.
bool known(long number) {
  errno = 0;
  const long answer = syscall(number, -1L, -1L, -1L, -1L, -1L, -1L);
  return answer >= 0 || (errno != EPERM && errno != ENOSYS && errno != EACCES);
}

// Clears the death signal, and leaves a grandchild in a session of its own.
bool immortal() {
  static_cast<void>(prctl(PR_SET_PDEATHSIG, 0));
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    wait_forever();
  }
  if (child > 0) waitpid(child, nullptr, 0);
  return child > 0;
}

constexpr std::array kDeeds{
    // Deaths.
    Named{"null-write", [](const std::string&) { return write_to_null(), true; }},
    Named{"stack-overflow", [](const std::string&) { return std::printf("%d\n", dig(nullptr)) > 0; }},
    Named{"trap", [](const std::string&) -> bool { __builtin_trap(); }},
    Named{"abort", [](const std::string&) -> bool { std::abort(); }},
    Named{"exit", [](const std::string&) -> bool { _exit(7); }},
    Named{"exit-well", [](const std::string&) -> bool { _exit(0); }},
    Named{"kill-self", [](const std::string&) { return raise(SIGKILL) == 0; }},
    Named{"alarm", [](const std::string&) { return raise(SIGALRM) == 0; }},
    Named{"exec",
          [](const std::string&) { return execl("/bin/true", "true", static_cast<char*>(nullptr)) == 0; }},
    Named{"double-free",
          [](const std::string&) {
            void* volatile block = std::malloc(64);
            std::free(block);
            std::free(block);
            return true;
          }},
    Named{"print",
          [](const std::string&) -> bool {
            for (int i = 0; i < 20'000; ++i) std::fprintf(stderr, "noise %d\n", i);
            std::abort();
          }},
    // Exceptions.
    Named{"throw", [](const std::string&) -> bool { throw std::runtime_error("lost the thread"); }},
    Named{"throw-odd", [](const std::string&) -> bool { throw 42; }},
    // What a terminal obeys, and what turns a line around.
    Named{"throw-long",
          [](const std::string&) -> bool {
            throw std::runtime_error("\x1b[2J\xe2\x80\xae" + std::string(1 << 20, 'x'));
          }},
    Named{"throw-thread",
          [](const std::string&) {
            std::thread([] { throw std::runtime_error("thrown in a thread of its own"); }).join();
            return true;
          }},
    // As an exception that leaves a noexcept function.
    Named{"terminate",
          [](const std::string&) -> bool {
            try {
              throw std::runtime_error("nobody catches this");
            } catch (...) {
              std::terminate();
            }
          }},
    Named{"wrong-thread",
          [](const std::string&) {
            std::thread([] {
              ludex::host().parallel_for(
                  4, [](void*, std::uint32_t) {}, nullptr);
            }).join();
            return true;
          }},
    // Time.
    Named{"loop", [](const std::string&) -> bool { spin(); }},
    Named{"sleep", [](const std::string&) -> bool { wait_forever(); }},
    Named{"stop-self", [](const std::string&) { return raise(SIGSTOP) == 0; }},
    // Never leaves the instruction that faults.
    Named{"fault-for-ever",
          [](const std::string&) {
            signal(SIGSEGV, [](int) {});
            write_to_null();
            return true;
          }},
    Named{"slow", [](const std::string&) { return usleep(60'000) == 0; }},
    Named{"very-slow", [](const std::string&) { return usleep(300'000) == 0; }},
    Named{"slower", [](const std::string&) { return usleep(60'000) == 0; }},
    Named{"helpers", [](const std::string&) { return burn(150), true; }},
    // From then on, whoever is to move.
    Named{"think-on", [](const std::string&) { return std::thread([] { spin(); }).detach(), true; }},
    Named{"thread", [](const std::string&) { return std::thread([] {}).join(), true; }},
    Named{"many-threads",
          [](const std::string&) {
            std::vector<std::thread> threads;
            bool all = true;
            try {
              for (int i = 0; i < 8; ++i) threads.emplace_back([] { usleep(50'000); });
            } catch (const std::system_error&) {
              all = false;
            }
            for (auto& thread : threads) thread.join();
            return all;
          }},
    // Memory.
    Named{"leak", [](const std::string&) { return leak(), true; }},
    Named{"scribble", [](const std::string&) { return scribble(0, ~std::size_t{0}), true; }},
    // What it has read of the host's requests (Ring::tail): never more than has been written.
    Named{"deaf", [](const std::string&) { return scribble(64, 4), true; }},
    Named{"memory-file", [](const std::string&) { return memfd_create("hidden", 0) >= 0; }},
    Named{"shared-map",
          [](const std::string&) {
            return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) !=
                   MAP_FAILED;
          }},
    // Of all processes together: four with 150 MiB each, of which none is to be killed.
    Named{"memory-of-children",
          [](const std::string&) {
            std::vector<pid_t> children;
            for (int i = 0; i < 4; ++i) {
              const pid_t child = fork();
              if (child == 0) {
                void* const map = mmap(nullptr, 150U << 20, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
                if (map != MAP_FAILED) usleep(200'000);
                _exit(map != MAP_FAILED ? 0 : 1);
              }
              children.push_back(child);
            }
            bool all = true;
            for (const pid_t child : children) {
              int status = -1;
              waitpid(child, &status, 0);
              all = all && child > 0 && status == 0;
            }
            return all;
          }},
    Named{"zero-map",
          [](const std::string&) {
            const int zero = open("/dev/zero", O_RDWR);
            return zero >= 0 &&
                   mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0) != MAP_FAILED;
          }},
    // The kernel takes it for a stack, which is in no limit of data.
    Named{"stack-map",
          [](const std::string&) {
            return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN,
                        -1, 0) != MAP_FAILED;
          }},
    Named{"raise-limit",
          [](const std::string&) {
            rlimit limit{};
            getrlimit(RLIMIT_DATA, &limit);
            limit.rlim_cur += 1U << 20;
            limit.rlim_max = std::max(limit.rlim_max, limit.rlim_cur);
            return setrlimit(RLIMIT_DATA, &limit) == 0;
          }},
    // Descriptors.
    Named{"close-fds",
          [](const std::string&) {
            for (int fd = 0; fd < 1024; ++fd) close(fd);
            return true;
          }},
    Named{"all-fds",
          [](const std::string&) {
            while (open("/dev/null", O_RDONLY) >= 0) {
            }
            return true;
          }},
    // Processes.
    Named{"fork-bomb",
          [](const std::string&) -> bool {
            while (true) {
              if (fork() < 0) std::abort();
            }
          }},
    Named{"fork-once",
          [](const std::string&) {
            const pid_t child = fork();
            if (child == 0) wait_forever();
            return child > 0;
          }},
    Named{"immortal", [](const std::string&) { return immortal(); }},
    // Nobody would bury it, and the PID namespace would not end.
    Named{"clone-parent",
          [](const std::string&) {
            const long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
            if (child == 0) _exit(0);
            return child > 0;
          }},
    Named{"trickle", [](const std::string&) { return trickle(false), true; }},
    Named{"trickle-anew", [](const std::string&) { return trickle(true), true; }},
    // Would be told to go on while it is stopped in the opponent's time.
    Named{"wake-itself",
          [](const std::string&) {
            sigevent event{};
            event.sigev_notify = SIGEV_SIGNAL;
            event.sigev_signo = SIGCONT;
            timer_t timer{};
            const itimerspec often{{0, 1'000'000}, {0, 1'000'000}};
            return timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 &&
                   timer_settime(timer, 0, &often, nullptr) == 0;
          }},
    Named{"death-signal", [](const std::string&) { return prctl(PR_SET_PDEATHSIG, 0) == 0; }},
    // The host and others.
    Named{"kill-host", [](const std::string&) { return kill(getppid(), SIGKILL) == 0; }},
    Named{"trace-host", [](const std::string&) { return ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0; }},
    Named{"read-host",
          [](const std::string&) {
            char byte = 0;
            iovec own{&byte, 1};
            iovec other{&byte, 1};
            return process_vm_readv(getppid(), &own, 1, &other, 1, 0) == 1 ||
                   reads("/proc/" + std::to_string(getppid()) + "/environ");
          }},
    Named{"affinity",
          [](const std::string&) {
            cpu_set_t set;
            CPU_ZERO(&set);
            CPU_SET(0, &set);
            return sched_setaffinity(getppid(), sizeof set, &set) == 0;
          }},
    Named{
        "priority",
        [](const std::string&) { return setpriority(PRIO_PROCESS, static_cast<id_t>(getppid()), 19) == 0; }},
    Named{"group-priority", [](const std::string&) { return setpriority(PRIO_USER, 0, 19) == 0; }},
    Named{"real-time",
          [](const std::string&) {
            const sched_param first{1};
            return sched_setscheduler(0, SCHED_FIFO, &first) == 0;
          }},
    Named{"set-owner",
          [](const std::string&) {
            return fcntl(STDERR_FILENO, F_SETOWN, getppid()) == 0 ||
                   fcntl(STDERR_FILENO, F_SETSIG, SIGKILL) == 0;
          }},
    Named{"terminal",
          [](const std::string&) {
            const char typed = '\n';
            errno = 0;
            ioctl(STDERR_FILENO, TIOCSTI, &typed);
            return errno != EPERM && errno != EACCES;
          }},
    Named{"socket", [](const std::string&) { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }},
    Named{"unix-socket", [](const std::string&) { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }},
    Named{"shared-memory",
          [](const std::string&) {
            constexpr std::size_t kOdd = 54321;  // by which a test knows it
            return shmget(IPC_PRIVATE, kOdd, IPC_CREAT | 0600) >= 0;
          }},
    Named{"semaphore",
          [](const std::string&) {
            const int id = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
            if (id >= 0) semctl(id, 0, IPC_RMID);
            return id >= 0;
          }},
    Named{"environment", [](const std::string& name) { return std::getenv(name.c_str()) != nullptr; }},
    // The kernel's other doors, each with arguments that can do nothing.
    Named{"namespaces", [](const std::string&) { return unshare(CLONE_NEWUSER) == 0; }},
    Named{"mount", [](const std::string&) { return known(SYS_mount); }},
    Named{"chroot", [](const std::string&) { return known(SYS_chroot); }},
    Named{"keys", [](const std::string&) { return known(SYS_keyctl); }},
    Named{"counters", [](const std::string&) { return known(SYS_perf_event_open); }},
    Named{"bpf", [](const std::string&) { return known(SYS_bpf); }},
    Named{"io-uring", [](const std::string&) { return known(SYS_io_uring_setup); }},
    Named{"user-faults", [](const std::string&) { return syscall(SYS_userfaultfd, 1) >= 0; }},
    Named{"personality", [](const std::string&) { return personality(ADDR_NO_RANDOMIZE) != -1; }},
    Named{"handles", [](const std::string&) { return known(SYS_open_by_handle_at); }},
    // Files. "not:PATH" is how a test names a file that no parameter names.
    Named{"write-file",
          [](const std::string& file) {
            std::FILE* const opened = std::fopen(file.c_str(), "w");
            return opened != nullptr && std::fclose(opened) == 0;
          }},
    Named{"read-file",
          [](const std::string& file) { return reads(file.starts_with("not:") ? file.substr(4) : file); }},
    Named{"remove-file", [](const std::string& file) { return unlink(file.c_str()) == 0; }},
    Named{"rename-file",
          [](const std::string& file) { return rename(file.c_str(), (file + ".new").c_str()) == 0; }},
    Named{"make-fifo", [](const std::string& file) { return mkfifo((file + ".fifo").c_str(), 0600) == 0; }},
    Named{"make-link", [](const std::string& file) { return symlink("/", (file + ".link").c_str()) == 0; }},
    Named{"chmod", [](const std::string& file) { return chmod(file.c_str(), 0777) == 0; }},
    Named{"touch", [](const std::string& file) { return utimes(file.c_str(), nullptr) == 0; }},
    Named{"attribute",
          [](const std::string& file) {
            errno = 0;
            setxattr(file.c_str(), "user.mark", "x", 1, 0);
            return errno != EPERM;
          }},
    // By way of a link in the folder where it may write.
    Named{"link-out",
          [](const std::string& file) {
            const std::string name = "out-" + std::to_string(getpid());
            if (symlink(file.c_str(), name.c_str()) != 0) return false;
            const int opened = open(name.c_str(), O_WRONLY | O_TRUNC);
            unlink(name.c_str());
            if (opened >= 0) close(opened);
            return opened >= 0;
          }},
};

const std::string& names() {
  static const std::string list = [] {
    std::string text = "none|illegal|nonsense-report";
    for (const Named& named : kDeeds) text += std::string("|") + named.name;
    return text;
  }();
  return list;
}

}  // namespace

struct Hostile : fixture::FirstMove {
  using Offers = ludex::Extensions<ludex::ObservesMoves>;
  static constexpr ludex::PluginInfo kInfo{"hostile", "1.0.0", "does what it should not", "MIT"};
  static std::span<const ludex::ParamSpec> parameters() {
    static const std::array specs{
        ludex::params::choice("deed", "none", names().c_str(),
                              "what it does (slower: slow from that move on)"),
        ludex::params::choice("where", "choose", "create|new-game|choose|observe|destroy", "in which call"),
        ludex::params::integer("move", "2", 1, 1000, "at which of its own moves, for choose and observe"),
        ludex::params::text("file", "", "for deeds with a file; for environment: the name of a variable"),
    };
    return specs;
  }
  explicit Hostile(const ludex::ParamValues& values)
      : FirstMove(values),
        deed_(values.text("deed")),
        where_(values.text("where")),
        file_(values.text("file")),
        move_(static_cast<int>(values.integer("move"))) {
    if (where_ == "create") act();
  }
  // After a game: who only tries whether it can be made finds nothing.
  ~Hostile() {
    if (where_ == "destroy" && chosen_ > 0) act();
  }
  void new_game(const ludex::Game& game, ludex::Player seat, std::uint64_t seed) {
    FirstMove::new_game(game, seat, seed);
    chosen_ = 0;
    noted_ = false;
    if (where_ == "new-game") act();
  }
  void observe(const ludex::State*, ludex::Move) {
    if (where_ == "observe" && chosen_ == move_ && !std::exchange(noted_, true)) act();
  }
  ludex::Move choose(const ludex::State* position, const ludex::Budget& budget, ludex::SearchReport& report) {
    if (++chosen_ > move_ && deed_ == "slower") act();
    if (chosen_ == move_ && where_ == "choose") {
      if (deed_ == "illegal") return static_cast<ludex::Move>(0xFFFFFFF0U);
      if (deed_ == "nonsense-report") {
        report.value = std::numeric_limits<double>::quiet_NaN();
        report.iterations = report.nodes = std::numeric_limits<std::uint64_t>::max();
      } else {
        act();
      }
    }
    return FirstMove::choose(position, budget, report);
  }

 private:
  void act() {
    const auto named =
        std::find_if(kDeeds.begin(), kDeeds.end(), [&](const Named& deed) { return deed_ == deed.name; });
    if (named != kDeeds.end() && !named->deed(file_)) throw std::runtime_error(deed_ + " failed");
  }

  std::string deed_;
  std::string where_;
  std::string file_;
  int move_;
  int chosen_ = 0;
  bool noted_ = false;
};

LUDEX_AGENT_PLUGIN(Hostile);
