#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/schedule/scheduler.hpp"

namespace ludex::arena {

using namespace run;
namespace {

TournamentSpec make_spec(std::uint32_t games, std::uint32_t agents, std::uint32_t games_per_pair) {
  TournamentSpec spec;
  spec.name = "t";
  for (std::uint32_t i = 0; i < games; ++i) spec.games.push_back({"g" + std::to_string(i), "g", {}, {}});
  for (std::uint32_t i = 0; i < agents; ++i) spec.agents.push_back({"a" + std::to_string(i), "a", {}, {}});
  spec.format.games_per_pair = games_per_pair;
  return spec;
}

std::vector<GameTask> all(const TournamentSpec& spec) {
  Scheduler scheduler(spec);
  std::vector<GameTask> tasks;
  while (auto task = scheduler.next()) tasks.push_back(std::move(*task));
  CHECK(scheduler.position() == scheduler.total());
  return tasks;
}

// By id, which names games and agents rather than their places in the file.
std::map<std::string, std::uint64_t> seeds(const TournamentSpec& spec) {
  std::map<std::string, std::uint64_t> result;
  for (const auto& task : all(spec)) result[task.id] = task.seed;
  return result;
}

void check_properties(const TournamentSpec& spec, std::uint64_t pairs) {
  const auto tasks = all(spec);
  const std::uint64_t expected = pairs * spec.games.size() * spec.format.games_per_pair;
  CHECK(Scheduler(spec).total() == expected);
  CHECK(tasks.size() == expected);
  std::set<std::string> ids;
  std::set<std::uint64_t> game_seeds;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>> seen;
  std::set<std::pair<std::uint32_t, std::uint32_t>> met;
  std::uint32_t last_round = 0;
  for (const auto& t : tasks) {
    ids.insert(t.id);
    game_seeds.insert(t.seed);
    seen.insert({t.game, t.round, t.agents[0], t.agents[1]});
    met.insert(std::minmax(t.agents[0], t.agents[1]));
    CHECK(t.agents[0] != t.agents[1]);
    CHECK(t.round < spec.format.rounds());
    CHECK(t.round >= last_round);  // rounds outermost
    last_round = t.round;
  }
  CHECK(ids.size() == expected);
  CHECK(game_seeds.size() == expected);
  CHECK(seen.size() == expected);
  CHECK(met.size() == pairs);
  // Both seats: one opening a round, met from both sides by each pair.
  for (const auto& [game, round, first, second] : seen) CHECK(seen.contains({game, round, second, first}));
}

}  // namespace

TEST_CASE("round-robin: every pair, both seats, every opening") {
  check_properties(make_spec(1, 2, 2), 1);
  check_properties(make_spec(3, 5, 6), 10);
  check_properties(make_spec(2, 12, 4), 66);
}

TEST_CASE("gauntlet: challengers meet the field, not each other") {
  TournamentSpec spec = make_spec(2, 6, 4);
  spec.format.type = FormatType::kGauntlet;
  spec.format.challengers = {"a4", "a1"};
  check_properties(spec, 2 * 4);
  for (const auto& task : all(spec)) {
    const auto challenger = [](std::uint32_t i) { return i == 1 || i == 4; };
    CHECK(challenger(task.agents[0]) != challenger(task.agents[1]));
  }
}

TEST_CASE("ids and order, golden") {
  TournamentSpec spec = make_spec(2, 3, 4);
  const auto tasks = all(spec);
  REQUIRE(tasks.size() == 24);
  const std::vector<std::string> expected{"g0/r000/a0/a1", "g0/r000/a1/a0", "g0/r000/a0/a2", "g0/r000/a2/a0",
                                          "g0/r000/a1/a2", "g0/r000/a2/a1", "g1/r000/a0/a1"};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(tasks[i].id == expected[i]);
  CHECK(tasks.back().id == "g1/r001/a2/a1");
  // Logs of earlier versions are resumed by these numbers: they must not change.
  CHECK(tasks[0].seed == 12709451273941703844ULL);
  CHECK(seat_seed(tasks[0], 0) == 2877183991949743997ULL);
}

TEST_CASE("random access equals iteration") {
  const TournamentSpec spec = make_spec(2, 7, 6);
  const Scheduler scheduler(spec);
  const auto tasks = all(spec);
  for (std::uint64_t i = 0; i < tasks.size(); ++i) CHECK(scheduler.at(i) == tasks[i]);
}

TEST_CASE("seeds depend on names, not on the order of the file or on who else plays") {
  const TournamentSpec spec = make_spec(2, 4, 4);
  const auto before = seeds(spec);
  TournamentSpec other = spec;
  std::reverse(other.agents.begin(), other.agents.end());
  std::reverse(other.games.begin(), other.games.end());
  CHECK(seeds(other) == before);
  other.agents.push_back({"new", "a", {}, {}});
  const auto after = seeds(other);
  for (const auto& [id, seed] : before) CHECK(after.at(id) == seed);
  other.seed = 2;
  for (const auto& [id, seed] : seeds(other)) CHECK(after.at(id) != seed);
}

TEST_CASE("seats have seeds of their own") {
  for (const auto& task : all(make_spec(1, 3, 2))) CHECK(seat_seed(task, 0) != seat_seed(task, 1));
}

TEST_CASE("a schedule of 5e10 games costs nothing to hold") {
  const TournamentSpec spec = make_spec(1, 1024, 100'000);
  const Scheduler scheduler(spec);
  CHECK(scheduler.total() == 1024ULL * 1023 / 2 * 100'000);
  const GameTask last = scheduler.at(scheduler.total() - 1);
  CHECK(last.id == "g0/r49999/a1023/a1022");
}

}  // namespace ludex::arena
