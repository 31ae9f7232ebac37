// One agent with every kind of bad manners, chosen by a parameter.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/abi/fixtures/base.hpp"

namespace {

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

struct Spin {
  [[noreturn]] static void forever() {
    volatile bool on = true;
    while (on) {
    }
    std::abort();
  }
};

// Overwrites what this process shares with the host.
void scribble() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("ludex-worker") == std::string::npos) continue;
    unsigned long long from = 0;
    unsigned long long to = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx", &from, &to) == 2)
      std::memset(reinterpret_cast<void*>(from), 0xA5, to - from);
  }
}

}  // namespace

struct Hostile : fixture::FirstMove {
  static constexpr ludex::PluginInfo kInfo{"hostile", "1.0.0", "does what it should not", "MIT"};
  static std::span<const ludex::ParamSpec> parameters() {
    static const std::array specs{
        ludex::params::choice("deed", "none",
                              "none|null-write|stack-overflow|abort|exit|throw|terminate|throw-thread|loop|"
                              "sleep|slow|slower|leak|"
                              "illegal|wrong-thread|close-fds|scribble|fork-bomb|fork-once|kill-host|socket|"
                              "write-file|print",
                              "what it does (slower: slow from that move on)"),
        ludex::params::choice("where", "choose", "create|new-game|choose|observe", "in which call"),
        ludex::params::integer("move", "2", 1, 1000, "at which of its own moves, for choose and observe"),
        ludex::params::text("file", "", "for write-file"),
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
  void new_game(const ludex::Game& game, ludex::Player seat, std::uint64_t seed) {
    FirstMove::new_game(game, seat, seed);
    chosen_ = 0;
    if (where_ == "new-game") act();
  }
  void observe(const ludex::State*, ludex::Move) {
    if (where_ == "observe" && chosen_ == move_) act();
  }
  ludex::Move choose(const ludex::State* position, const ludex::Budget& budget, ludex::SearchReport& report) {
    if (++chosen_ > move_ && deed_ == "slower") act();
    if (chosen_ == move_ && where_ == "choose") {
      if (deed_ == "illegal") return static_cast<ludex::Move>(0xFFFFFFF0U);
      act();
    }
    return FirstMove::choose(position, budget, report);
  }

 private:
  void act() {
    if (deed_ == "null-write") {
      write_to_null();
    } else if (deed_ == "stack-overflow") {
      std::printf("%d\n", dig(nullptr));
    } else if (deed_ == "abort") {
      std::abort();
    } else if (deed_ == "exit") {
      _exit(7);
    } else if (deed_ == "throw") {
      throw std::runtime_error("lost the thread");
    } else if (deed_ == "terminate") {
      // As an exception that leaves a noexcept function.
      try {
        throw std::runtime_error("nobody catches this");
      } catch (...) {
        std::terminate();
      }
    } else if (deed_ == "throw-thread") {
      std::thread([] { throw std::runtime_error("thrown in a thread of its own"); }).join();
    } else if (deed_ == "loop") {
      Spin::forever();
    } else if (deed_ == "sleep") {
      while (true) sleep(1000);
    } else if (deed_ == "slow" || deed_ == "slower") {
      usleep(60'000);
    } else if (deed_ == "leak") {
      for (int i = 0; i < 1'000'000; ++i) {
        constexpr std::size_t kPiece = 1 << 20;
        auto* piece = new char[kPiece];
        std::memset(piece, i, kPiece);
        leaked_ += piece[kPiece / 2] == 1 ? 1U : 0U;
      }
    } else if (deed_ == "wrong-thread") {
      std::thread([] {
        ludex::host().parallel_for(
            4, [](void*, std::uint32_t) {}, nullptr);
      }).join();
    } else if (deed_ == "close-fds") {
      for (int fd = 0; fd < 1024; ++fd) close(fd);
    } else if (deed_ == "scribble") {
      scribble();
    } else if (deed_ == "fork-bomb") {
      while (true) {
        if (fork() < 0) std::abort();
      }
    } else if (deed_ == "fork-once") {
      if (const pid_t child = fork(); child == 0) {
        while (true) sleep(1000);
      } else if (child < 0) {
        throw std::runtime_error("fork failed");
      }
    } else if (deed_ == "kill-host") {
      if (kill(getppid(), SIGKILL) != 0) throw std::runtime_error("kill failed");
    } else if (deed_ == "socket") {
      if (socket(AF_INET, SOCK_STREAM, 0) < 0) throw std::runtime_error("socket failed");
    } else if (deed_ == "write-file") {
      if (std::FILE* file = std::fopen(file_.c_str(), "w"); file == nullptr)
        throw std::runtime_error("open failed");
    } else if (deed_ == "print") {
      for (int i = 0; i < 20'000; ++i) std::fprintf(stderr, "noise %d\n", i);
      std::abort();
    }
  }

  std::string deed_;
  std::string where_;
  std::string file_;
  int move_;
  int chosen_ = 0;
  unsigned leaked_ = 0;
};

LUDEX_AGENT_PLUGIN(Hostile);
