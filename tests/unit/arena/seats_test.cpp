// Schedules of games of more than two players: every number is counted.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/parts/part.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "arena/run/schedule/scheduler.hpp"
#include "arena/run/schedule/seat_orders.hpp"
#include "arena/run/schedule/swiss.hpp"

namespace ludex::arena {

using namespace run;
namespace {

TournamentSpec make_spec(const std::vector<std::uint32_t>& players, std::uint32_t agents,
                         std::uint32_t rounds = 1) {
  TournamentSpec spec;
  spec.name = "t";
  for (std::size_t i = 0; i < players.size(); ++i) {
    spec.games.push_back({"g" + std::to_string(i), "g", {}, {}});
    spec.games.back().players = players[i];
  }
  for (std::uint32_t i = 0; i < agents; ++i)
    spec.agents.push_back({"a" + std::to_string(i), "a", {}, {}, {}});
  spec.format.games_per_pair = 2 * rounds;
  return spec;
}

std::vector<GameTask> all(const TournamentSpec& spec) {
  Scheduler scheduler(spec);
  std::vector<GameTask> tasks;
  while (auto task = scheduler.next()) tasks.push_back(*task);
  CHECK(tasks.size() == scheduler.total());
  std::set<std::string> ids;
  for (const GameTask& task : tasks) ids.insert(task.id);
  CHECK(ids.size() == tasks.size());
  return tasks;
}

using Seats = std::vector<std::uint32_t>;

Seats seats_of(const GameTask& task) {
  return {task.agents.begin(), task.agents.end()};
}

// How often each agent has each seat of the game.
std::map<std::pair<std::uint32_t, std::size_t>, int> seat_counts(const std::vector<GameTask>& tasks,
                                                                 std::uint32_t game) {
  std::map<std::pair<std::uint32_t, std::size_t>, int> counts;
  for (const GameTask& task : tasks) {
    if (task.game != game) continue;
    for (std::size_t seat = 0; seat < task.agents.size(); ++seat) ++counts[{task.agents[seat], seat}];
  }
  return counts;
}

}  // namespace

TEST_CASE("orders of the seats: each agent in each seat, and after each other, equally often") {
  const std::map<std::uint32_t, std::size_t> sizes{{2, 2}, {3, 6}, {4, 24}, {5, 10}, {6, 6}, {7, 14}, {8, 8}};
  for (const auto& entry : sizes) {
    const std::uint32_t players = entry.first;
    const std::size_t size = entry.second;
    CAPTURE(players);
    const auto orders = seat_orders(players);
    CHECK(orders.size() == size);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> in_seat;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> after;
    std::set<Seats> different;
    for (const SeatOrder& order : orders) {
      REQUIRE(order.size() == players);
      Seats sorted(order.begin(), order.end());
      different.insert(sorted);
      std::sort(sorted.begin(), sorted.end());
      for (std::uint32_t i = 0; i < players; ++i) {
        CHECK(sorted[i] == i);
        ++in_seat[{order[i], i}];
        if (i > 0) ++after[{order[i - 1], order[i]}];
      }
    }
    CHECK(different.size() == size);
    CHECK(in_seat.size() == players * players);
    for (const auto& one : in_seat) CHECK(one.second == size / players);
    CHECK(after.size() == players * (players - 1));
    for (const auto& one : after) CHECK(one.second == size / players);
  }
}

TEST_CASE("sets by number are all subsets in lexicographic order") {
  CHECK(binomial(8, 4) == 70);
  CHECK(binomial(3, 4) == 0);
  CHECK(binomial(1024, 2) == 523776);
  CHECK(binomial(1024, 8) == ~std::uint64_t{0});  // 2.99e19
  for (std::uint32_t size = 2; size <= 8; ++size) {
    std::set<Seats> seen;
    Seats last;
    for (std::uint64_t i = 0; i < binomial(9, size); ++i) {
      const auto set = nth_set(i, 9, size);
      Seats items(set.begin(), set.end());
      REQUIRE(items.size() == size);
      CHECK(std::is_sorted(items.begin(), items.end()));
      CHECK(std::adjacent_find(items.begin(), items.end()) == items.end());
      CHECK(items.back() < 9);
      CHECK(last < items);
      last = items;
      seen.insert(items);
    }
    CHECK(seen.size() == binomial(9, size));
  }
}

TEST_CASE("round-robin: every set of agents, in all orders of the seats, from the same opening") {
  for (const std::uint32_t players : {3U, 4U, 5U, 6U}) {
    CAPTURE(players);
    const TournamentSpec spec = make_spec({players}, 7, 2);
    const auto tasks = all(spec);
    const std::size_t orders = seat_orders(players).size();
    CHECK(tasks.size() == 2 * orders * binomial(7, players));
    std::map<std::pair<std::uint32_t, Seats>, std::size_t> sets;
    for (const GameTask& task : tasks) {
      Seats sorted = seats_of(task);
      std::sort(sorted.begin(), sorted.end());
      ++sets[{task.round, sorted}];
    }
    CHECK(sets.size() == 2 * binomial(7, players));
    for (const auto& entry : sets) CHECK(entry.second == orders);
    const auto counts = seat_counts(tasks, 0);
    CHECK(counts.size() == 7 * players);
    for (const auto& entry : counts) CHECK(entry.second == counts.begin()->second);
  }
}

TEST_CASE("a mixture of games: two players as ever, and rounds are outermost") {
  const TournamentSpec mixed = make_spec({2, 3, 2}, 4, 3);
  const auto tasks = all(mixed);
  const std::size_t round = 12 + 24 + 12;
  CHECK(tasks.size() == 3 * round);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(tasks[i].round == i / round);
    CHECK(tasks[i].game == (i % round < 12 ? 0 : i % round < 36 ? 1 : 2));
    CHECK(tasks[i].agents.size() == mixed.games[tasks[i].game].players);
  }
  // The games of two are those of a tournament of two.
  const auto two = all(make_spec({2}, 4, 3));
  std::vector<GameTask> first;
  std::copy_if(tasks.begin(), tasks.end(), std::back_inserter(first),
               [](const GameTask& task) { return task.game == 0; });
  CHECK(first == two);
  CHECK(tasks[12].id == "g1/r000/a0/a1/a2");
  CHECK(tasks[13].id == "g1/r000/a0/a2/a1");
}

TEST_CASE("one agent among copies of another, in every seat") {
  TournamentSpec spec = make_spec({4, 2}, 3);
  spec.format.copies = true;
  const auto tasks = all(spec);
  CHECK(tasks.size() == 4 * 3 * 2 + 6);  // the games of two are as always
  std::set<Seats> seen;
  for (const GameTask& task : tasks) {
    if (task.game != 0) continue;
    std::map<std::uint32_t, int> counts;
    for (const std::uint32_t agent : task.agents) ++counts[agent];
    CHECK(counts.size() == 2);
    CHECK((counts.begin()->second == 1 || counts.begin()->second == 3));
    seen.insert(seats_of(task));
  }
  CHECK(seen.size() == 24);

  spec.format.type = FormatType::kGauntlet;
  spec.format.challengers = {"a1"};
  const auto gauntlet = all(spec);
  CHECK(gauntlet.size() == 4 * 2 + 4);
  for (const GameTask& task : gauntlet) {
    if (task.game == 0) CHECK(std::count(task.agents.begin(), task.agents.end(), 1U) == 1);
  }
}

TEST_CASE("gauntlet: one challenger in each game, with every set of the others") {
  TournamentSpec spec = make_spec({3}, 6);
  spec.format.type = FormatType::kGauntlet;
  spec.format.challengers = {"a2", "a5"};
  const auto tasks = all(spec);
  CHECK(tasks.size() == 2 * 6 * 6);
  for (const GameTask& task : tasks) {
    const Seats seats = seats_of(task);
    CHECK(std::count(seats.begin(), seats.end(), 2U) + std::count(seats.begin(), seats.end(), 5U) == 1);
  }
  const auto counts = seat_counts(tasks, 0);
  for (const std::uint32_t challenger : {2U, 5U}) {
    for (std::size_t seat = 0; seat < 3; ++seat) CHECK(counts.at({challenger, seat}) == 12);
  }
}

TEST_CASE("parts have all games of an odd number of them") {
  TournamentSpec spec = make_spec({3}, 4);
  spec.format.type = FormatType::kGauntlet;
  spec.format.challengers = {"a0"};
  spec.format.copies = true;
  CHECK(Scheduler(spec).total() == 9);
  std::vector<GameTask> tasks;
  for (std::uint32_t part = 1; part <= 4; ++part) {
    const auto schedule = make_part_schedule(spec, {part, 4});
    GameTask task;
    while (schedule->next(task) == Schedule::Next::kTask) tasks.push_back(task);
  }
  CHECK(tasks == all(spec));
}

TEST_CASE("a schedule that is too large has a size all the same") {
  CHECK(Scheduler(make_spec({8}, 1024)).total() == ~std::uint64_t{0});
  CHECK(Scheduler(make_spec({4}, 100, 10)).total() == 24ULL * 3921225 * 10);
}

TEST_CASE("swiss: groups by score; who has met least plays together; byes for the lowest") {
  SwissState state(8);
  state.score = {7, 6, 5, 4, 3, 2, 1, 0};
  auto round = group_swiss_round(state, 3);
  CHECK(round.byes == Seats{7, 6});
  REQUIRE(round.groups.size() == 2);
  CHECK(round.groups[0] == PerSeat<std::uint32_t>{0, 1, 2});
  CHECK(round.groups[1] == PerSeat<std::uint32_t>{3, 4, 5});
  for (const auto& group : round.groups) {
    for (const auto a : group) {
      for (const auto b : group) {
        if (a != b) ++state.met(a, b);
      }
    }
  }
  for (const std::uint32_t agent : round.byes) ++state.byes[agent];
  round = group_swiss_round(state, 3);
  CHECK(round.byes == Seats{5, 4});  // nobody has a second one
  // 0 has met 1 and 2: 3 and 6 are the next who have met neither 0 nor each other.
  CHECK(round.groups[0] == PerSeat<std::uint32_t>{0, 3, 6});
}

TEST_CASE("swiss of four players: seats balanced, waves wait, the better agents meet") {
  TournamentSpec spec = make_spec({4}, 9);
  spec.format.type = FormatType::kSwiss;
  spec.format.swiss_rounds = 4;
  spec.format.match_games = 24;
  const auto schedule = make_schedule(spec);
  CHECK(schedule->total() == 4 * 2 * 24);
  std::vector<GameTask> tasks;
  GameTask task;
  while (true) {
    std::vector<GameTask> wave;
    Schedule::Next next = Schedule::Next::kTask;
    while ((next = schedule->next(task)) == Schedule::Next::kTask) wave.push_back(task);
    if (wave.empty()) break;
    CHECK(wave.size() == 48);
    for (const GameTask& one : wave) {
      GameRecord record;
      set_players(record, 4);
      std::vector<double> returns;  // the lower the number the better
      for (const std::uint32_t agent : one.agents) returns.push_back(-static_cast<double>(agent) / 10);
      set_ranked(record, returns);
      schedule->commit(one, record, {});
      tasks.push_back(one);
    }
  }
  CHECK(tasks.size() == schedule->total());
  std::map<std::uint32_t, int> games;
  for (const GameTask& one : tasks) {
    for (const std::uint32_t agent : one.agents) ++games[agent];
  }
  for (const auto& entry : games) CHECK(entry.second % 24 == 0);
  const auto counts = seat_counts(tasks, 0);
  for (const auto& entry : counts) CHECK(entry.second * 4 == games.at(entry.first.first));
  CHECK(schedule->summary().find("Swiss, round 4 of 4") == 0);
}

}  // namespace ludex::arena
