// Child processes: what they inherit, how they end.
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/files/descriptor.hpp"
#include "arena/base/process/await_end.hpp"
#include "arena/base/process/child.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/base/process/spawn.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::arena {
namespace {

constexpr std::int64_t kMinute = 60'000'000'000;

Result<ChildEnd> shell(const std::string& script, int shared = -1) {
  return run_child("/bin/sh", {"-c", script}, kMinute, {.shared = shared});
}

// What the child would open besides, in numbers.
constexpr const char* kList = "for f in /proc/self/fd/*; do echo ${f##*/}; done >&3";

}  // namespace

TEST_CASE("a child whose starter was gone before it could say so ends") {
  const auto exit_code = [](bool reader) {
    auto pipe = make_pipe();
    REQUIRE(pipe);
    if (!reader) pipe->read_end = {};
    const pid_t child = fork();
    if (child == 0) {
      tie_to_reader(pipe->write_end.get());
      _exit(7);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  CHECK(exit_code(true) == 7);
  CHECK(exit_code(false) == 0);
}

TEST_CASE("the end of a child is waited for, but not for ever") {
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  constexpr std::int64_t kMoment = 20'000'000;
  CHECK_FALSE(await_end(child, nullptr, kMoment));
  kill(child, SIGKILL);
  int status = 0;
  REQUIRE(await_end(child, &status, kMinute));
  CHECK(WIFSIGNALED(status));
  CHECK(await_end(child, &status, kMinute));  // buried already
  CHECK(await_end(-1, nullptr, kMinute));
}

TEST_CASE("a small stack and little memory are said, an ordinary machine's are not") {
  // `expected` "": nothing is to be said.
  const auto said = [](int resource, rlim_t limit, const std::string& expected, auto&& make_text) {
    const pid_t child = fork();
    if (child == 0) {
      const rlimit small{limit, limit};
      setrlimit(static_cast<__rlimit_resource>(resource), &small);
      const std::string text = make_text();
      _exit((expected.empty() ? text.empty() : text.find(expected) != std::string::npos) ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
  };
  CHECK(
      said(RLIMIT_STACK, 64 << 10, "limited to 64 KiB here (ulimit -s)", [] { return stack_note(SIGSEGV); }));
  CHECK(said(RLIMIT_STACK, 8 << 20, "", [] { return stack_note(SIGSEGV); }));
  CHECK(stack_note(SIGABRT).empty());
  constexpr std::uint64_t kMib = 1 << 20;
  // Sanitizers need more room for addresses than that.
  const bool sanitized = tests::kAddressSanitizer || tests::kThreadSanitizer;
  if (!sanitized) {
    CHECK(said(RLIMIT_AS, 1000 * kMib, "limited to 1000 MiB here (ulimit -v)",
               [] { return memory_shortage(600 * kMib); }));
    CHECK(said(RLIMIT_AS, 1000 * kMib, "", [] { return memory_shortage(64 * kMib); }));
  }
  CHECK(said(RLIMIT_DATA, 1000 * kMib, "limited to 1000 MiB here (ulimit -d)",
             [] { return memory_shortage(1001 * kMib); }));
}

TEST_CASE("a child answers, prints and ends") {
  const auto end = shell("echo answer >&3; echo out; echo err >&2; read x || exit 7");
  REQUIRE_MESSAGE(end, end.error());
  CHECK(end->in_time);
  CHECK(WEXITSTATUS(end->status) == 7);  // its standard input is empty
  CHECK(end->answer == "answer\n");
  CHECK(end->noise == "out\nerr\n");
  CHECK(run_child("/nonexistent/program", {}, kMinute).error() ==
        "/nonexistent/program: No such file or directory");
}

TEST_CASE("nobody waits for what a child leaves behind, nor for a child that only says that it has ended") {
  // It holds both pipes, and would for ever.
  const auto left = shell("sleep 1000 & echo answer >&3");
  REQUIRE(left);
  CHECK(left->in_time);
  CHECK(left->answer == "answer\n");
  // All pipes closed: no answer is to be had, but it goes on.
  const auto silent = run_child("/bin/sh", {"-c", "exec >&- 2>&- 3>&-; sleep 1000"}, 200'000'000);
  REQUIRE(silent);
  CHECK_FALSE(silent->in_time);
}

TEST_CASE("a child that says what it does next is given time for each step") {
  // Each takes less than its limit, both together more than the first.
  const auto step = [](std::string_view line) -> std::optional<std::int64_t> {
    return line == "long" ? kMinute : 1;
  };
  const auto good = run_child("/bin/sh", {"-c", "echo long >&3; sleep 0.3"}, kMinute, {.step = step});
  REQUIRE(good);
  CHECK(good->in_time);
  const auto late =
      run_child("/bin/sh", {"-c", "echo long >&3; echo short >&3; sleep 1000"}, kMinute, {.step = step});
  REQUIRE(late);
  CHECK_FALSE(late->in_time);
}

TEST_CASE("a child has the descriptors that it is given and no other") {
  const auto before = shell(kList);
  REQUIRE_MESSAGE(before, before.error());
  CHECK(before->answer.find("3\n") != std::string::npos);
  // Without close-on-exec, as somebody else's library may open one.
  const Descriptor stray(fcntl(STDIN_FILENO, F_DUPFD, 30));
  REQUIRE(stray.get() >= 30);
  const auto now = shell(kList);
  REQUIRE(now);
  CHECK(now->answer == before->answer);
}

TEST_CASE("what is shared arrives whatever its number here") {
  auto made = memory_file("ludex-test", "shared text");
  REQUIRE(made);
  const Descriptor file(fcntl(made->get(), F_DUPFD_CLOEXEC, 50));
  *made = {};
  // From the lowest that is free on: it may be a number that the child has another use for.
  for (const int least : {0, 4, 5, 40}) {
    const Descriptor shared(fcntl(file.get(), F_DUPFD_CLOEXEC, least));
    REQUIRE(shared.get() >= least);
    CAPTURE(shared.get());
    const auto end = shell("cat /proc/self/fd/4 >&3", shared.get());
    REQUIRE(end);
    CHECK(end->answer == "shared text");
  }
}

}  // namespace ludex::arena
