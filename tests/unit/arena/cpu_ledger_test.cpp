// The ledger of a seat's CPU time, on numbers.
#include "arena/run/worker/cpu_ledger.hpp"

#include <cstdint>
#include <string>

#include <doctest/doctest.h>

namespace ludex::arena::run {
namespace {

constexpr std::int64_t kMs = 1'000'000;

// A question at `wall` ms when the worker has spent `cpu` ms.
SeatTime at(std::int64_t wall, std::int64_t cpu) {
  return {.wall_ns = wall * kMs, .cpu_ns = cpu * kMs};
}

Budget budget_of(std::int64_t cpu_ms, std::uint32_t threads = 1) {
  Budget budget{};
  budget.cpu_ns = cpu_ms * kMs;
  budget.threads = threads;
  return budget;
}

MoveReport report_of(std::int64_t cpu_ms) {
  MoveReport report{};
  report.cpu_ns = cpu_ms * kMs;
  return report;
}

}  // namespace

TEST_CASE("CPU time between the moves is hidden beyond 2 ms a thread and the kernel's tick") {
  // The move takes 10 of the 15, 17 or 18 ms until the next question; a tick of 4 ms is unseen.
  struct Row {
    std::int64_t spent;
    std::uint32_t threads;
    std::int64_t hidden;
  };
  for (const Row& row : {Row{15, 1, 0}, Row{16, 1, 0}, Row{17, 1, 3}, Row{18, 2, 0}, Row{19, 2, 5}}) {
    CAPTURE(row.spent);
    CAPTURE(row.threads);
    CpuLedger ledger({});
    const Budget budget = budget_of(100, row.threads);
    ledger.begin(1'000 * kMs, 4 * kMs, budget);
    MoveReport report = report_of(10);
    CHECK_FALSE(ledger.add_move(at(0, 1'000), at(20, 1'010), budget, false, report));
    CHECK(report.cpu_ns == 10 * kMs);
    CHECK_FALSE(ledger.close_cycle((1'000 + row.spent) * kMs));
    CHECK(ledger.hidden_ns() == row.hidden * kMs);
    // There is no cycle to close twice.
    CHECK_FALSE(ledger.close_cycle(5'000 * kMs));
    CHECK(ledger.hidden_ns() == row.hidden * kMs);
    ledger.clear();
    CHECK(ledger.hidden_ns() == 0);
  }
}

TEST_CASE("a cycle has room for 16 moves, and its sum counts") {
  CpuLedger ledger({});
  const Budget budget = budget_of(100);
  CHECK_FALSE(ledger.cycle_has_room());
  for (std::int64_t move = 0; move < 16; ++move) {
    MoveReport report = report_of(1);
    CHECK_FALSE(ledger.add_move(at(2 * move, move), at(2 * move + 1, move + 1), budget, false, report));
    CHECK(ledger.cycle_has_room() == (move < 15));
  }
  CHECK_FALSE(ledger.close_cycle(30 * kMs));
  CHECK(ledger.hidden_ns() == 14 * kMs);
}

TEST_CASE("the kernel's figure replaces a smaller one where children work or a competition is played") {
  const Budget budget = budget_of(1'000);
  for (const CpuLedger::Rules rules :
       {CpuLedger::Rules{.by_kernel = true}, CpuLedger::Rules{.strict = true}}) {
    CpuLedger ledger(rules);
    MoveReport report = report_of(10);
    CHECK_FALSE(ledger.add_move(at(0, 0), at(60, 50), budget, false, report));
    CHECK(report.cpu_ns == 50 * kMs);
    MoveReport larger = report_of(70);
    CHECK_FALSE(ledger.add_move(at(100, 50), at(200, 60), budget, false, larger));
    CHECK(larger.cpu_ns == 70 * kMs);
  }
}

TEST_CASE("a competition sums overruns of moves and of the opponent's time, and names them") {
  const Budget budget = budget_of(100);
  {
    CpuLedger ledger({.strict = true});
    MoveReport report = report_of(1'100);
    const auto late = ledger.add_move(at(0, 0), at(1'200, 1'100), budget, false, report);
    REQUIRE(late);
    CHECK(late->find("took 1100.0 ms of CPU time of 100.0 ms allowed") != std::string::npos);
  }
  {
    CpuLedger ledger({.strict = true});
    MoveReport report = report_of(50);
    CHECK_FALSE(ledger.add_move(at(0, 0), at(60, 50), budget, false, report));
    const auto pondered = ledger.close_cycle(2'000 * kMs);
    REQUIRE(pondered);
    CHECK(pondered->find("1950.0 ms of CPU time while the opponent was to move") != std::string::npos);
  }
  CpuLedger ponders({.strict = true, .may_ponder = true});
  MoveReport report = report_of(50);
  CHECK_FALSE(ponders.add_move(at(0, 0), at(60, 50), budget, false, report));
  CHECK_FALSE(ponders.close_cycle(2'000 * kMs));
}

}  // namespace ludex::arena::run
