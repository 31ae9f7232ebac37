// What an agent may be blamed for in a competition, from times that the kernel tells.
#include "arena/run/worker/seat_time.hpp"

#include <doctest/doctest.h>

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

constexpr std::int64_t kMs = 1'000'000;

Budget budget(std::int64_t cpu_ms, std::int64_t wall_ms, std::uint32_t threads = 1) {
  Budget made{};
  made.cpu_ns = cpu_ms * kMs;
  made.wall_ns = wall_ms * kMs;
  made.threads = threads;
  return made;
}

}  // namespace

TEST_CASE("time in which the machine let the worker or its host wait is not the agent's") {
  const SeatTime before{
      .wall_ns = 1000 * kMs, .cpu_ns = 70 * kMs, .queued_ns = 5 * kMs, .host_queued_ns = 3 * kMs};
  SeatTime now = before;
  now.wall_ns += 100 * kMs;
  CHECK(own_ns(before, now, 1) == 100 * kMs);  // asleep, or at work
  now.queued_ns += 60 * kMs;
  CHECK(own_ns(before, now, 1) == 40 * kMs);
  now.host_queued_ns += 10 * kMs;
  CHECK(own_ns(before, now, 1) == 30 * kMs);
  // Threads that queue up behind each other are no excuse for what they ran together.
  now.cpu_ns += 160 * kMs;
  CHECK(own_ns(before, now, 2) == 80 * kMs);
  CHECK(own_ns(before, now, 1) == 100 * kMs);  // never more than has passed
}

TEST_CASE(
    "late is more than a twentieth, a millisecond and the tolerance after the limit, in all moves together") {
  CHECK(late_ns(500 * kMs, 0) == 0);
  CHECK(late_ns(22 * kMs, 20 * kMs) == 0);
  CHECK(late_ns(23 * kMs, 20 * kMs) == kMs);
  // Each move as late as is tolerated, for ever.
  Lateness good;
  for (int move = 0; move < 1000; ++move) {
    CHECK_FALSE(good.late(27 * kMs, 0, budget(20, 0)));
    CHECK_FALSE(good.late(500 * kMs, 27 * kMs, budget(0, 20)));
    CHECK_FALSE(good.late(0, 37 * kMs, budget(0, 20, 2)));  // of a parallel search less is known
    CHECK_FALSE(good.late(1000 * kMs, 1000 * kMs, budget(0, 0)));
  }
  // 60 ms instead of 20: 33 ms too late, three times.
  for (const bool cpu : {false, true}) {
    Lateness late;
    const auto move = [&] {
      return cpu ? late.late(60 * kMs, 0, budget(20, 0)) : late.late(0, 60 * kMs, budget(0, 20));
    };
    for (int i = 0; i < 3; ++i) CHECK_FALSE(move());
    const std::string said = move().value();
    CHECK(said.find(cpu ? "took 60.0 ms of CPU time of 20.0 ms allowed"
                        : "took 60.0 ms of 20.0 ms allowed") == 0);
    CHECK(said.find("132 ms late in this game; a competition allows 100") != std::string::npos);
  }
  // Once, and far beyond.
  CHECK(Lateness().late(0, 150 * kMs, budget(0, 20)));
}

TEST_CASE("more CPU time than its threads can have spent") {
  CHECK_FALSE(Lateness().too_many(211 * kMs, 100 * kMs, budget(0, 0)));
  CHECK(Lateness().too_many(212 * kMs, 100 * kMs, budget(0, 0)).value().find("more than one thread can") !=
        std::string::npos);
  CHECK_FALSE(Lateness().too_many(326 * kMs, 100 * kMs, budget(0, 0, 2)));
  CHECK(Lateness().too_many(327 * kMs, 100 * kMs, budget(0, 0, 2)).value().find("more than 2 threads can") !=
        std::string::npos);
}

TEST_CASE("CPU time in the opponent's time is too much beyond what the move had left") {
  // Of 20 ms the move took 5: 12 more are its own, and a tick of the kernel's clock is.
  Lateness good;
  for (int move = 0; move < 1000; ++move)
    CHECK_FALSE(good.pondered(22 * kMs, 5 * kMs, 30 * kMs, budget(20, 0)));
  for (int move = 0; move < 1000; ++move)
    CHECK_FALSE(good.pondered(26 * kMs, 20 * kMs, 20 * kMs, budget(0, 20)));
  // Under a budget of elapsed time: 40 ms more than one thread can have spent;
  Lateness bad;
  for (int move = 0; move < 3; ++move) CHECK_FALSE(bad.pondered(60 * kMs, 20 * kMs, 20 * kMs, budget(0, 20)));
  CHECK(bad.pondered(60 * kMs, 20 * kMs, 20 * kMs, budget(0, 20))
            .value()
            .find("spent 40.0 ms of CPU time while the opponent was to move") == 0);
  Lateness twice;
  for (int move = 0; move < 1000; ++move)
    CHECK_FALSE(twice.pondered(60 * kMs, 60 * kMs, 20 * kMs, budget(20, 0)));
  // Before the first move there is no time at all.
  CHECK(Lateness().pondered(120 * kMs, 0, 0, budget(0, 20)));
}

}  // namespace ludex::arena
