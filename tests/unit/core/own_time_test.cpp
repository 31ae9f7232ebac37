#include "core/system/own_time.hpp"

#include <atomic>
#include <thread>

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/util/clock.hpp"

namespace ludex {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
using Verdict = OwnTime::Verdict;

// Elapsed since the first look, which is at 0, and what the process did meanwhile; in seconds.
std::int64_t own_seconds(std::int64_t wall, std::int64_t cpu, std::int64_t queued) {
  const ProcessTimes before{7 * kSecond, 90 * kSecond};
  const OwnTime own(0, before);
  return own.own_ns(wall * kSecond, {before.cpu_ns + cpu * kSecond, before.queued_ns + queued * kSecond}) /
         kSecond;
}

}  // namespace

TEST_CASE("own time: running and sleeping count, waiting for a processor does not") {
  CHECK(own_seconds(10, 10, 0) == 10);  // a loop on an idle machine
  CHECK(own_seconds(10, 0, 0) == 10);   // a sleeper
  CHECK(own_seconds(10, 1, 9) == 1);    // a loop among ten others
  CHECK(own_seconds(10, 0, 10) == 0);
  CHECK(own_seconds(10, 1, 4) == 6);  // 5 s asleep
  // Threads: both sums may exceed the elapsed time.
  CHECK(own_seconds(10, 20, 60) == 10);  // eight that work on two cores: they only wait for each other
  CHECK(own_seconds(10, 4, 36) == 4);    // four that share a machine with many
}

TEST_CASE("own time: before a late first look no more counts than before a timely one") {
  const OwnTime prompt(OwnTime::kFirstLook, {});
  CHECK(prompt.own_ns(kSecond, {}) == kSecond);
  const OwnTime late(5 * kSecond, {});
  CHECK(late.own_ns(6 * kSecond, {}) == kSecond + OwnTime::kFirstLook);
}

TEST_CASE("own time: hung, waited for, given up") {
  const OwnTime own;  // since the birth of the process
  CHECK(own.judge(kSecond, kSecond, {0, 0}) == Verdict::kOver);
  CHECK(own.judge(kSecond, 20 * kSecond, {kSecond / 2, 19 * kSecond + kSecond / 2}) == Verdict::kWait);
  CHECK(own.judge(kSecond, 20 * kSecond, {kSecond, 19 * kSecond}) == Verdict::kOver);
  // In the queue at this moment: how long it has been there is known later.
  CHECK(own.judge(kSecond, 2 * kSecond, {0, 0, true}) == Verdict::kWait);
  // Ten minutes and twenty times the limit.
  CHECK(own.judge(kSecond, 619 * kSecond, {0, 619 * kSecond}) == Verdict::kWait);
  CHECK(own.judge(kSecond, 620 * kSecond, {0, 620 * kSecond}) == Verdict::kStarved);
}

TEST_CASE("the kernel tells CPU time and waits of a process, its threads and its children") {
  ProcessTree process(getpid());
  ProcessTree thread(getpid(), gettid());
  const auto burn = [] {
    const std::int64_t start = thread_cpu_ns();
    while (thread_cpu_ns() - start < 60'000'000) {
    }
  };
  constexpr std::int64_t kSeen = 30'000'000;  // the scheduler brings its sums up to date at its ticks
  const ProcessTimes before = process.look();
  const ProcessTimes thread_before = thread.look();
  burn();
  const ProcessTimes after = process.look();
  CHECK(after.cpu_ns - before.cpu_ns >= kSeen);
  CHECK(after.queued_ns >= before.queued_ns);
  CHECK(thread.look().cpu_ns - thread_before.cpu_ns >= kSeen);
  // A thread that sleeps, so that it can be looked at, and ends: not a part of ours, and what it has spent
  // stays spent.
  std::atomic<bool> burnt = false;
  std::atomic<bool> release = false;
  std::thread other([&] {
    burn();
    burnt = true;
    while (!release) usleep(1000);
  });
  while (!burnt) usleep(1000);
  const ProcessTimes with_thread = process.look();
  CHECK(with_thread.cpu_ns - after.cpu_ns >= kSeen);
  CHECK(thread.look().cpu_ns - thread_before.cpu_ns < with_thread.cpu_ns - before.cpu_ns);
  release = true;
  other.join();
  CHECK(process.look().cpu_ns >= with_thread.cpu_ns);
  // A child, where the kernel names children.
  if (access("/proc/thread-self/children", R_OK) == 0) {
    const ProcessTimes alone = process.look();
    const pid_t child = fork();
    if (child == 0) {
      burn();
      while (true) usleep(1000);
    }
    while (ProcessTree(child).look().cpu_ns < 60'000'000) usleep(1000);
    CHECK(process.look().cpu_ns - alone.cpu_ns >= kSeen);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  CHECK(ProcessTree(-1).look().cpu_ns == 0);
}

}  // namespace ludex
