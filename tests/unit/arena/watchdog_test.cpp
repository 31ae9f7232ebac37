// Time up, the grace, hangs and starvation, all clocks told by a script.
#include "arena/run/worker/watchdog.hpp"

#include <doctest/doctest.h>

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kSecond = 1'000 * kMs;
using Verdict = Watchdog::Verdict;

// A worker on a machine that lets it run, from the call's beginning, for `share` of the time in which it
// wants to; it wants to all the time, or sleeps.
struct Machine {
  double share = 1;
  bool sleeps = false;
  int looks = 0;
  std::int64_t wall = 0;

  ProcessTimes times() {
    ++looks;
    if (sleeps) return {};
    const auto cpu = static_cast<std::int64_t>(static_cast<double>(wall) * share);
    return {cpu, wall - cpu};
  }
  // Until the verdict is another than kWait: when that is, in ms. Looks as often as the slots do.
  std::int64_t end(Watchdog& watchdog, Verdict& verdict) {
    for (wall = 0;; wall += std::min(watchdog.next_ns(), 50 * kMs)) {
      verdict = watchdog.judge(wall, sleeps ? 0 : times().cpu_ns, [&] { return times(); });
      if (verdict != Verdict::kWait) return wall / kMs;
    }
  }
};

LimitsSpec limits() {
  return {};
}
const Budget kWall = BudgetSpec{.wall_ns = 100 * kMs}.to_budget(nullptr);
const Budget kCpu = BudgetSpec{.cpu_ns = 100 * kMs}.to_budget(nullptr);
constexpr std::int64_t kGrace = 200 * kMs;

}  // namespace

TEST_CASE("a call within its time is looked at by nobody") {
  Watchdog watchdog(Stage::kChoose, kWall, limits(), kGrace);
  Machine machine;
  for (machine.wall = 0; machine.wall < 50 * kMs; machine.wall += kMs) {
    CHECK(watchdog.judge(machine.wall, 0, [&] { return machine.times(); }) == Verdict::kWait);
    CHECK_FALSE(watchdog.stopped());
  }
  CHECK(machine.looks == 0);
}

TEST_CASE("stopped at the limit and a twentieth, killed after the grace: loops and sleepers alike") {
  for (const bool sleeps : {false, true}) {
    Watchdog watchdog(Stage::kChoose, kWall, limits(), kGrace);
    Machine machine{.sleeps = sleeps};
    machine.wall = 105 * kMs;
    CHECK(watchdog.judge(machine.wall, 0, [&] { return machine.times(); }) == Verdict::kWait);
    CHECK_FALSE(watchdog.stopped());
    machine.wall = 107 * kMs;
    CHECK(watchdog.judge(machine.wall, 0, [&] { return machine.times(); }) == Verdict::kWait);
    CHECK(watchdog.stopped());
    Watchdog again(Stage::kChoose, kWall, limits(), kGrace);
    Verdict verdict{};
    CHECK(machine.end(again, verdict) == 306);
    CHECK(verdict == Verdict::kKill);
    CHECK_FALSE(again.starved());
  }
}

TEST_CASE("on a busy machine a hang takes longer to be seen, and is one all the same") {
  Watchdog watchdog(Stage::kChoose, kWall, limits(), kGrace);
  Machine machine{.share = 0.1};
  Verdict verdict{};
  // Own time until then: 50 ms before the first look, and a tenth of the rest.
  CHECK(machine.end(watchdog, verdict) == doctest::Approx(50 + 10 * (306 - 50)).epsilon(0.01));
  CHECK(verdict == Verdict::kKill);
  CHECK(watchdog.starved());
  CHECK(watchdog.stopped());
}

TEST_CASE("a process that is not let run is waited for, and then the machine is given up") {
  Watchdog watchdog(Stage::kChoose, kWall, limits(), kGrace);
  Machine machine{.share = 0};
  Verdict verdict{};
  const std::int64_t gave_up = machine.end(watchdog, verdict);
  CHECK(verdict == Verdict::kStarved);
  CHECK(gave_up > 600'000);
  CHECK(gave_up < 610'000);
}

TEST_CASE("a CPU budget is over when it is spent, and a sleeper's some time later") {
  Verdict verdict{};
  Watchdog spent(Stage::kChoose, kCpu, limits(), kGrace);
  Machine machine;
  CHECK(machine.end(spent, verdict) == 306);
  CHECK(verdict == Verdict::kKill);
  Watchdog slow(Stage::kChoose, kCpu, limits(), kGrace);
  Machine busy{.share = 0.01};
  CHECK(busy.end(slow, verdict) == doctest::Approx(30'600).epsilon(0.01));
  CHECK(verdict == Verdict::kKill);
  Watchdog asleep(Stage::kChoose, kCpu, limits(), kGrace);
  Machine sleeper{.sleeps = true};
  CHECK(sleeper.end(asleep, verdict) == doctest::Approx(12'800).epsilon(0.01));
  CHECK(verdict == Verdict::kKill);
}

TEST_CASE("preparing and taking note have a limit of their own and no grace") {
  LimitsSpec spec = limits();
  spec.start_ns = 2 * kSecond;
  Verdict verdict{};
  for (const Stage stage : {Stage::kStart, Stage::kObserve}) {
    Watchdog watchdog(stage, kWall, spec, kGrace);
    Machine machine;
    CHECK(machine.end(watchdog, verdict) == doctest::Approx(2101).epsilon(0.01));
    CHECK(verdict == Verdict::kKill);
    Watchdog busy(stage, kWall, spec, kGrace);
    Machine slow{.share = 0.1};
    CHECK(slow.end(busy, verdict) == doctest::Approx(50 + 10 * (2101 - 50)).epsilon(0.01));
    CHECK(verdict == Verdict::kKill);
  }
}

}  // namespace ludex::arena
