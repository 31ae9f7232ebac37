#include "core/util/own_time.hpp"

#include <doctest/doctest.h>
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
  // A child that has ended has taken its times with it.
  CHECK(own_seconds(10, -5, -50) == 10);
}

TEST_CASE("own time: a late first look counts for no more than twice the planned one") {
  const OwnTime prompt(OwnTime::kFirstLook, {});
  CHECK(prompt.own_ns(kSecond, {}) == kSecond);
  const OwnTime late(5 * kSecond, {});
  CHECK(late.own_ns(6 * kSecond, {}) == kSecond + 2 * OwnTime::kFirstLook);
}

TEST_CASE("own time: hung, waited for, given up") {
  const OwnTime own;  // since the birth of the process
  CHECK(own.judge(kSecond, kSecond, {0, 0}) == Verdict::kOver);
  CHECK(own.judge(kSecond, 20 * kSecond, {kSecond / 2, 19 * kSecond + kSecond / 2}) == Verdict::kWait);
  CHECK(own.judge(kSecond, 20 * kSecond, {kSecond, 19 * kSecond}) == Verdict::kOver);
  // Ten minutes and twenty times the limit.
  CHECK(own.judge(kSecond, 619 * kSecond, {0, 619 * kSecond}) == Verdict::kWait);
  CHECK(own.judge(kSecond, 620 * kSecond, {0, 620 * kSecond}) == Verdict::kStarved);
}

TEST_CASE("the kernel tells CPU time and waits of a process, its threads and its children") {
  const ProcessTimes before = process_times(getpid());
  const ProcessTimes thread_before = process_times(getpid(), gettid());
  const std::int64_t start = thread_cpu_ns();
  while (thread_cpu_ns() - start < 60'000'000) {
  }
  const ProcessTimes after = process_times(getpid());
  // The scheduler brings these up to date at its ticks.
  CHECK(after.cpu_ns - before.cpu_ns >= 30'000'000);
  CHECK(process_times(getpid(), gettid()).cpu_ns - thread_before.cpu_ns >= 30'000'000);
  CHECK(after.queued_ns >= before.queued_ns);
  if (access("/proc/thread-self/children", R_OK) == 0)
    CHECK(process_times(getppid()).cpu_ns >= after.cpu_ns);
  CHECK(process_times(-1).cpu_ns == 0);
}

}  // namespace ludex
