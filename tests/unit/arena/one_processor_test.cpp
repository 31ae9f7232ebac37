// Who is gathered on one processor, and that everybody is free afterwards, threads started meanwhile
// included.
#include "arena/run/worker/one_processor.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ludex::arena {

using namespace run;
namespace {

cpu_set_t processors_of(pid_t thread) {
  cpu_set_t set;
  CPU_ZERO(&set);
  REQUIRE(sched_getaffinity(thread, sizeof set, &set) == 0);
  return set;
}
bool equal(const cpu_set_t& a, const cpu_set_t& b) {
  return CPU_EQUAL(&a, &b);
}

// A process that waits, and starts a thread when it is told to.
class Waiting {
 public:
  Waiting() {
    REQUIRE(pipe(to_.data()) == 0);
    REQUIRE(pipe(from_.data()) == 0);
    pid_ = fork();
    REQUIRE(pid_ >= 0);
    if (pid_ != 0) return;
    char byte = 0;
    if (read(to_[0], &byte, 1) != 1) _exit(1);
    std::thread([] { pause(); }).detach();
    if (write(from_[1], &byte, 1) != 1) _exit(1);
    for (;;) pause();
  }
  ~Waiting() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    for (const int end : {to_[0], to_[1], from_[0], from_[1]}) close(end);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  void start_thread() const {
    char byte = 0;
    REQUIRE(write(to_[1], &byte, 1) == 1);
    REQUIRE(read(from_[0], &byte, 1) == 1);
  }
  [[nodiscard]] pid_t pid() const noexcept { return pid_; }

 private:
  std::array<int, 2> to_{};
  std::array<int, 2> from_{};
  pid_t pid_ = -1;
};

}  // namespace

TEST_CASE("three are gathered on one processor and part again") {
  const cpu_set_t own = processors_of(0);
  const Waiting first;
  const Waiting second;
  OneProcessor processor;
  processor.gather(std::array{first.pid(), second.pid()});
  REQUIRE(processor.gathered());
  const cpu_set_t here = processors_of(0);
  CHECK(CPU_COUNT(&here) == 1);
  CHECK(equal(processors_of(first.pid()), here));
  CHECK(equal(processors_of(second.pid()), here));
  first.start_thread();
  processor.part();
  CHECK_FALSE(processor.gathered());
  CHECK(equal(processors_of(0), own));
  CHECK(equal(processors_of(second.pid()), own));
  int threads = 0;
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/" + std::to_string(first.pid()) + "/task")) {
    CHECK(equal(processors_of(std::stoi(task.path().filename().string())), own));
    ++threads;
  }
  CHECK(threads >= 2);  // sanitizers have threads of their own
}

TEST_CASE("nobody is gathered where one is not there") {
  const cpu_set_t own = processors_of(0);
  const Waiting first;
  OneProcessor processor;
  processor.gather(std::array{first.pid(), -1});
  CHECK_FALSE(processor.gathered());
  CHECK(equal(processors_of(0), own));
  CHECK(equal(processors_of(first.pid()), own));
}

}  // namespace ludex::arena
