// What control groups bound, measure, stop and end; only where this machine lets this user make some.
#include "arena/base/process/control_group.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <grp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/sanitizers.hpp"

namespace ludex::arena {
namespace {

constexpr std::uint64_t kMib = 1 << 20;

// A child in the group, which ends by the deed's number.
pid_t start_in(const ControlGroup& group, const std::function<int()>& deed) {
  const pid_t child = fork();
  if (child != 0) return child;
  for (const Descriptor& door : group.doors()) {
    if (write(door.get(), "0", 1) != 1) _exit(99);
  }
  _exit(deed());
}

int end_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<std::string> groups_of(pid_t host) {
  std::vector<std::string> list;
  std::error_code error;
  const std::string own = "ludex-" + std::to_string(host) + "-";
  for (auto item = std::filesystem::recursive_directory_iterator(
           "/sys/fs/cgroup", std::filesystem::directory_options::skip_permission_denied, error);
       !error && item != std::filesystem::recursive_directory_iterator(); item.increment(error)) {
    if (item->path().filename().string().starts_with(own)) list.push_back(item->path());
  }
  return list;
}

// False, and said, where there is nothing to test.
bool has(const ControlGroups& groups, const char* what) {
  if (groups.any() && groups.text().find(what) != std::string::npos) return true;
  MESSAGE("skipped: " << groups.text());
  return false;
}

[[noreturn]] void spin() {
  for (volatile unsigned turns = 0;;) turns = turns + 1;
}

// Whether it comes true, however busy the machine.
bool becomes(const std::function<bool()>& state) {
  for (int i = 0; i < 6000; ++i) {
    if (state()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("memory of any kind is counted, and who takes more is killed") {
  if (tests::kSanitized) return;  // their memory is above any limit
  const ControlGroups groups;
  if (!has(groups, "memory")) return;
  const auto takes = [&](std::uint64_t bytes, bool file) {
    auto group = groups.make({64 * kMib, 0});
    REQUIRE(group);
    const int end = end_of(start_in(**group, [&] {
      const int memory = file ? memfd_create("test", 0) : -1;
      if (file && ftruncate(memory, static_cast<off_t>(bytes)) != 0) return 1;
      void* const map = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                             file ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS, memory, 0);
      if (map == MAP_FAILED) return 2;
      std::memset(map, 1, bytes);
      return 0;
    }));
    CHECK((*group)->out_of_memory() == (end == 128 + SIGKILL));
    return end;
  };
  for (const bool file : {false, true}) {
    CAPTURE(file);
    CHECK(takes(16 * kMib, file) == 0);
    CHECK(takes(256 * kMib, file) == 128 + SIGKILL);
  }
}

TEST_CASE("no more processes and threads than allowed, for the superuser neither") {
  const ControlGroups groups;
  if (!has(groups, "pids")) return;
  auto group = groups.make({0, 4});
  REQUIRE(group);
  const int started = end_of(start_in(**group, [] {
    int children = 0;
    for (int i = 0; i < 10; ++i) {
      const pid_t child = fork();
      if (child == 0) pause();
      if (child > 0) ++children;
    }
    return children;
  }));
  // ThreadSanitizer has a thread of its own in each process, started some time after the fork: it takes
  // places, too.
  CHECK(started <= 3);
  CHECK(started >= (tests::kThreadSanitizer ? 1 : 3));
}

TEST_CASE("a group is stopped and measured as a whole") {
  const ControlGroups groups;
  if (!has(groups, "freeze")) return;
  auto group = groups.make({});
  REQUIRE(group);
  const pid_t child = start_in(**group, []() -> int {
    if (fork() == 0) spin();
    spin();
  });
  CHECK(becomes([&] { return (*group)->cpu_ns() > 20'000'000; }));
  (*group)->freeze(true);
  // The kernel says so when the last of them has stopped; until then it may still count.
  std::int64_t cpu = -1;
  CHECK(becomes([&] {
    const std::int64_t before = std::exchange(cpu, (*group)->cpu_ns());
    return before == cpu;
  }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK((*group)->cpu_ns() == cpu);
  (*group)->freeze(false);
  CHECK(becomes([&] { return (*group)->cpu_ns() > cpu; }));
  (*group)->freeze(true);
  (*group)->kill();
  CHECK(end_of(child) == 128 + SIGKILL);
}

TEST_CASE("the end of a group is the end of all that was started in it, and nothing is left of it") {
  const ControlGroups groups;
  if (!has(groups, "kill")) return;
  pid_t child = -1;
  {
    auto group = groups.make({});
    REQUIRE(group);
    // Lost to its parent and to its session.
    child = start_in(**group, []() -> int {
      setsid();
      if (fork() == 0) {
        setsid();
        if (fork() == 0) spin();
        _exit(0);
      }
      while (wait(nullptr) > 0) {
      }
      pause();
      return 0;
    });
    CHECK(becomes([&] { return (*group)->cpu_ns() > 10'000'000; }));
    CHECK_FALSE(groups_of(getpid()).empty());
  }
  CHECK(end_of(child) == 128 + SIGKILL);
  CHECK(groups_of(getpid()).empty());
}

TEST_CASE("what a host that was killed has left is removed by the next") {
  const ControlGroups groups;
  if (!has(groups, "cgroup")) return;
  const pid_t host = fork();
  if (host == 0) {
    const ControlGroups own;
    auto group = own.make({kMib << 10, 10});
    _exit(group ? 0 : 1);  // without destructors
  }
  CHECK(end_of(host) == 0);
  CHECK_FALSE(groups_of(host).empty());
  const ControlGroups next;
  CHECK(groups_of(host).empty());
}

TEST_CASE("who may make none is told why") {
  if (geteuid() != 0) return;
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0) _exit(2);
    const ControlGroups groups;
    _exit(!groups.any() && groups.text().starts_with("no cgroups (") ? 0 : 1);
  }
  CHECK(end_of(child) == 0);
}

}  // namespace ludex::arena
