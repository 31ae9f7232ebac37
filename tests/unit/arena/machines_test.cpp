// Unequal machines: scaled budgets, what run.json says of them, whether their results are alike.
#include "arena/faces/report/machines.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "arena/results/log/run_info.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/write_spec.hpp"
#include "core/util/rng.hpp"
#include "tests/support/arena_fixture.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::arena {

using namespace host;
using namespace log;
using namespace run;
namespace {

using report::MachineReport;
using report::MachineTally;

RunNode node(const std::string& name, std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges) {
  RunNode node;
  node.machine.node = name;
  node.ranges = std::move(ranges);
  return node;
}

GameRecord game(const std::string& first, const std::string& second, GameResult outcome) {
  GameRecord record;
  record.game = "g";
  record.agents = {first, second};
  record.outcome = outcome;
  record.stats[0].wall_seconds = 0.5;
  return record;
}

RunInfo two_machines(std::uint64_t games) {
  RunInfo info;
  info.segments.emplace_back();
  RunNode even = node("even", {});
  RunNode odd = node("odd", {});
  for (std::uint64_t i = 0; i < games; ++i) add_to_ranges((i % 2 == 0 ? even : odd).ranges, i);
  info.segments[0].nodes = {even, odd};
  return info;
}

}  // namespace

TEST_CASE("budgets in time are scaled, others are not") {
  const tests::FixtureCatalogue catalogue;
  const std::string text = R"(name: t
games: [ {game: line} ]
reference: 500ms
agents:
  - {name: a, agent: uct, budget: {wall: 100ms, scale: true}}
  - {name: b, agent: uct, budget: {cpu: 100ms}}
  - {name: c, agent: uct, budget: {clock: 10s+1s, scale: true}}
  - {name: d, agent: uct, budget: {nodes: 7}}
format: {games_per_pair: 2}
)";
  const auto reading = read_spec("t.yaml", text, {}, catalogue);
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  const TournamentSpec& spec = *reading.spec;
  CHECK(in_time(spec));
  CHECK_FALSE(deterministic(spec));
  const TournamentSpec slow = scaled(spec, 1.0);
  CHECK(slow.agents[0].budget.wall_ns == 200'000'000);
  CHECK(slow.agents[1].budget.cpu_ns == 100'000'000);
  CHECK(slow.agents[2].budget.clock.base_ns == 20'000'000'000);
  CHECK(slow.agents[2].budget.clock.increment_ns == 2'000'000'000);
  CHECK(slow.agents[3].budget == spec.agents[3].budget);
  CHECK(scaled(spec, 0) == spec);
  // It is written, and read as it was.
  const auto again = read_spec("t.yaml", write_spec(spec), {}, catalogue);
  REQUIRE_MESSAGE(again.spec, to_text(again.problems));
  CHECK(*again.spec == spec);
  CHECK(spec_identity(spec).find("scale: true") != std::string::npos);

  const auto refused = [&](const std::string& from, const std::string& to, const std::string& words) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    const auto bad = read_spec("t.yaml", changed, {}, catalogue);
    CHECK_FALSE(bad.spec);
    CHECK_MESSAGE(to_text(bad.problems).find(words) != std::string::npos, to_text(bad.problems));
  };
  refused("reference: 500ms\n", "", "there is no 'reference'");
  refused("nodes: 7", "nodes: 7, scale: true", "t.yaml:8:");
  refused("nodes: 7", "nodes: 7, scale: true", "'scale' is for times");
}

TEST_CASE("run.json keeps nodes, and those of parts are merged") {
  RunInfo whole;
  RunSegment segment;
  segment.version = "1";
  segment.started = {"2026-01-01T00:00:02Z"};
  segment.machine.node = "n1";
  segment.concurrency = 4;
  segment.games_played = 10;
  segment.reference_seconds = 0.5;
  merge_segment(whole, segment, 0);
  merge_segment(whole, segment, 10);
  segment.machine.node = "n2";
  segment.started = {"2026-01-01T00:00:01Z"};
  segment.games_before = 3;
  segment.reference_seconds = 0.6;
  merge_segment(whole, segment, 40);
  REQUIRE(whole.segments.size() == 1);
  const std::vector<RunNode> nodes = whole.segments[0].nodes;
  REQUIRE(nodes.size() == 2);
  CHECK(nodes[0].games == 20);
  CHECK(nodes[0].ranges == decltype(nodes[0].ranges){{0, 20}});
  CHECK(nodes[1].ranges == decltype(nodes[1].ranges){{43, 10}});
  CHECK(whole.segments[0].games_played == 30);
  CHECK(whole.segments[0].started.front() == "2026-01-01T00:00:01Z");
  CHECK(unequal_nodes(nodes).find("0.50 s on n1 and 0.60 s on n2") != std::string::npos);
  CHECK(unequal_nodes({nodes[0]}) == "");
  segment.plugins = {{"agent", "uct", "1", "b", "other"}};
  merge_segment(whole, segment, 50);
  CHECK(whole.segments.size() == 2);

  whole.part = "3/7";
  whole.whole = 70;
  whole.warnings = {"w"};
  const auto read = run_info_from_json(to_json(whole));
  REQUIRE_MESSAGE(read, (read ? "" : read.error()));
  CHECK(to_json(*read) == to_json(whole));
  CHECK(read->segments[0].nodes == nodes);
}

TEST_CASE("one pairing, wins and losses: the test is (N - 1) / N of Pearson's chi-square") {
  // 8 of 10 here and 2 of 10 there: Pearson's chi-square of the table is 7.2 (20 * (8*8 - 2*2)^2 / 10^4).
  MachineTally tally(two_machines(20));
  REQUIRE(tally.several());
  int even = 0;
  int odd = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const bool win = i % 2 == 0 ? even++ < 8 : odd++ < 2;
    tally.add(i, game("a", "b", win ? GameResult::kFirstWins : GameResult::kSecondWins));
  }
  const auto machines = tally.finish();
  REQUIRE(machines.size() == 2);
  for (const MachineReport& machine : machines) {
    CHECK(machine.games == 10);
    CHECK(machine.game_seconds == doctest::Approx(0.5));
    REQUIRE(machine.test);
    CHECK(machine.test->degrees == 1);
    CHECK(machine.test->chi_square == doctest::Approx(7.2 * 19 / 20));
    // Of chi-square 6.84 with one degree of freedom: erfc(sqrt(6.84 / 2)); twice, of two machines.
    CHECK(machine.test->p == doctest::Approx(2 * std::erfc(std::sqrt(3.42))));
  }
}

TEST_CASE("machines that play alike are rarely told apart, unlike ones are") {
  int alike = 0;
  const auto runs = static_cast<int>(tests::samples(200));
  const auto smallest = [](std::uint64_t seed, double bonus) {
    Rng rng = Rng::seeded(seed);
    MachineTally tally(two_machines(400));
    for (std::uint64_t i = 0; i < 400; ++i) {
      const bool swapped = i / 2 % 2 == 1;
      const double chance = 0.6 + (i % 2 == 0 ? bonus : 0);
      const bool strong_wins = rng.uniform() < chance;
      const GameResult outcome = strong_wins != swapped ? GameResult::kFirstWins : GameResult::kSecondWins;
      tally.add(i, swapped ? game("weak", "strong", outcome) : game("strong", "weak", outcome));
    }
    const auto machines = tally.finish();
    CHECK(warnings_of(machines).empty() == (machines[0].test->p >= 0.01 && machines[1].test->p >= 0.01));
    return std::min(machines[0].test->p, machines[1].test->p);
  };
  for (int i = 0; i < runs; ++i) alike += smallest(static_cast<std::uint64_t>(i), 0) < 0.01 ? 1 : 0;
  CHECK(alike <= std::max(1, runs / 50));
  CHECK(smallest(1, 0.3) < 0.01);
}

TEST_CASE("too few games are not tested, one machine is no table") {
  MachineTally few(two_machines(6));
  for (std::uint64_t i = 0; i < 6; ++i) few.add(i, game("a", "b", GameResult::kDraw));
  CHECK_FALSE(few.finish()[0].test);
  RunInfo one;
  one.segments.emplace_back();
  one.segments[0].nodes = {node("n", {{0, 6}})};
  CHECK(MachineTally(one).finish().empty());
}

}  // namespace ludex::arena
