// Signals that end long work: the first, its echo, the second.
#include "arena/faces/cli/interrupt.hpp"

#include <limits>
#include <memory>

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ludex::arena::cli {
namespace {

constexpr std::int64_t kLong = std::numeric_limits<std::int64_t>::max();

// How a child ended that does this: its exit code, or minus the signal.
template <typename Work>
int end_of(Work&& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

TEST_CASE("a signal that reaches a process twice interrupts it once") {
  for (const int number : {SIGINT, SIGTERM}) {
    CAPTURE(number);
    CHECK(end_of([&] {
            const Interrupt interrupt(kLong);
            if (interrupt.requested()) return 1;
            raise(number);
            raise(number);
            return interrupt.requested() ? 0 : 2;
          }) == 0);
    // The echo may come when the results are being written.
    CHECK(end_of([&] {
            {
              const Interrupt interrupt(kLong);
              raise(number);
            }
            raise(number);
            return 0;
          }) == 0);
  }
}

TEST_CASE("the second signal ends the process") {
  for (const int number : {SIGINT, SIGTERM}) {
    CAPTURE(number);
    CHECK(end_of([&] {
            const Interrupt interrupt(0);
            raise(SIGINT);
            raise(number);
            return 0;
          }) == -number);
    // Nor does one after the work without an interruption wait for anything.
    CHECK(end_of([&] {
            { const Interrupt interrupt(kLong); }
            raise(number);
            return 0;
          }) == -number);
    CHECK(end_of([&] {
            Interrupt interrupt(0);
            raise(number);
            interrupt.clear();
            if (interrupt.requested()) return 1;
            raise(number);
            return interrupt.requested() ? 0 : 2;
          }) == 0);
  }
}

}  // namespace ludex::arena::cli
