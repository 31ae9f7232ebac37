// When CPU time is asked for, and what stands in where it is not.
#include <cstdint>

#include <doctest/doctest.h>

#include "arena/run/match/seat.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;

namespace {

constexpr std::int64_t kShort = -7;  // which no clock of the CPU says
constexpr std::int64_t kLong = 5'000'000'000;

std::int64_t move(MoveCpu& cpu, const Budget& budget, std::int64_t wall_ns) {
  cpu.begin(budget);
  return cpu.end(budget, wall_ns);
}

}  // namespace

TEST_CASE("a seat that has just answered at once is timed by the clock on the wall") {
  MoveCpu cpu;
  const Budget budget{};
  // The first is asked for: no CPU time passes here that is worth the name, whatever the wall says.
  CHECK(move(cpu, budget, kLong) < kLong);
  CHECK(move(cpu, budget, kShort) != kShort);
  for (int i = 0; i < 3; ++i) CHECK(move(cpu, budget, kShort) == kShort);
  // It thinks: at most all that its thread has used, and asked for from now on.
  const std::int64_t between = move(cpu, budget, kLong);
  CHECK(between > 0);
  CHECK(between < kLong);
  CHECK(move(cpu, budget, kShort) != kShort);
  CHECK(move(cpu, budget, kShort) == kShort);
}

TEST_CASE("budgets of time and of several threads are always asked for") {
  Budget cpu_time{};
  cpu_time.cpu_ns = 1'000'000;
  Budget wall_time{};
  wall_time.wall_ns = 1'000'000;
  Budget threads{};
  threads.threads = 2;
  for (const Budget& budget : {cpu_time, wall_time, threads}) {
    MoveCpu cpu;
    std::int64_t asked = 0;
    for (int i = 0; i < 5; ++i) asked += move(cpu, budget, kShort) != kShort ? 1 : 0;
    CHECK(asked == 5);
  }
}

}  // namespace ludex::arena
