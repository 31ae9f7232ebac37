// Swiss, knockout and SPRT schedules: known pairings, laws on random results, and the same games whatever the
// order in which results come.
#include <algorithm>
#include <bit>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/schedule/knockout.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "arena/run/schedule/matching.hpp"
#include "arena/run/schedule/sprt_schedule.hpp"
#include "arena/run/schedule/swiss.hpp"
#include "core/util/hash.hpp"
#include "core/util/rng.hpp"

namespace ludex::arena {

using namespace run;
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

TournamentSpec make_spec(FormatType type, std::uint32_t agents, std::uint32_t games = 1) {
  TournamentSpec spec;
  spec.name = "t";
  for (std::uint32_t i = 0; i < games; ++i) spec.games.push_back({"g" + std::to_string(i), "g", {}, {}});
  for (std::uint32_t i = 0; i < agents; ++i)
    spec.agents.push_back({"a" + std::to_string(i), "a", {}, {}, {}});
  spec.format.type = type;
  return spec;
}
TournamentSpec swiss(std::uint32_t agents, std::uint32_t rounds, std::uint32_t games = 2) {
  TournamentSpec spec = make_spec(FormatType::kSwiss, agents);
  spec.format.swiss_rounds = rounds;
  spec.format.match_games = games;
  return spec;
}
TournamentSpec knockout(std::uint32_t agents, std::uint32_t games, std::uint32_t max_games) {
  TournamentSpec spec = make_spec(FormatType::kKnockout, agents);
  spec.format.match_games = games;
  spec.format.max_games = max_games;
  return spec;
}
TournamentSpec sprt(std::uint32_t max_games) {
  TournamentSpec spec = make_spec(FormatType::kSprt, 2);
  spec.format.sprt = {0, 50, 0.05, 0.05, SprtModel::kNormalized};
  spec.format.max_games = max_games;
  return spec;
}

using Results = std::function<GameResult(const GameTask&)>;

// The stronger (the lower number) wins.
GameResult by_number(const GameTask& task) {
  return task.agents[0] < task.agents[1] ? GameResult::kFirstWins : GameResult::kSecondWins;
}
// A function of the game alone, so that it does not matter when it is played.
Results random_results(std::uint64_t seed) {
  return [seed](const GameTask& task) {
    return static_cast<GameResult>(hash_combine(seed, fnv1a(task.id)) % 4);
  };
}

// Plays a schedule with up to `slots` games under way, of which any may end next (they are committed in order
// all the same).
std::vector<GameTask> play(Schedule& schedule, const Results& results, std::size_t slots = 1,
                           std::uint64_t seed = 1) {
  Rng rng = Rng::seeded(seed);
  std::vector<GameTask> played;
  std::deque<GameTask> under_way;
  bool done = false;
  while (!done || !under_way.empty()) {
    Schedule::Next next = Schedule::Next::kWait;
    if (!done && under_way.size() < slots && rng.below(3) != 0) {
      GameTask task;
      next = schedule.next(task);
      if (next == Schedule::Next::kTask) {
        under_way.push_back(task);
        CHECK(schedule.total() >= played.size() + under_way.size());
        continue;
      }
      done = next == Schedule::Next::kDone;
      // Nothing under way and nothing to do would be the end of the run.
      if (!done) REQUIRE_FALSE(under_way.empty());
    }
    if (under_way.empty()) continue;
    GameRecord record;
    record.outcome = results(under_way.front());
    schedule.commit(under_way.front(), record, {});
    played.push_back(under_way.front());
    under_way.pop_front();
    if (schedule.decided()) under_way.clear();
  }
  CHECK(schedule.total() == played.size());
  std::set<std::string> ids;
  for (const GameTask& task : played) ids.insert(task.id);
  CHECK(ids.size() == played.size());
  return played;
}

// The games of each wave (opening numbers `from`..`to` exclusive), as pairs without seats.
std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_of(const std::vector<GameTask>& tasks,
                                                           std::uint32_t from, std::uint32_t to) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const GameTask& task : tasks) {
    if (task.round >= from && task.round < to) pairs.insert(std::minmax(task.agents[0], task.agents[1]));
  }
  return pairs;
}

// Every opening of every game is played by both sides of a pairing, next to each other.
void check_swapped(const std::vector<GameTask>& tasks) {
  REQUIRE(tasks.size() % 2 == 0);
  for (std::size_t i = 0; i < tasks.size(); i += 2) {
    CHECK(tasks[i].agents[0] == tasks[i + 1].agents[1]);
    CHECK(tasks[i].agents[1] == tasks[i + 1].agents[0]);
    CHECK(tasks[i].round == tasks[i + 1].round);
    CHECK(tasks[i].game == tasks[i + 1].game);
    CHECK(tasks[i].agents[0] != tasks[i].agents[1]);
  }
}

void check_any_order(const TournamentSpec& spec, const Results& results) {
  const auto reference = play(*make_schedule(spec), results);
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    CHECK(play(*make_schedule(spec), results, 1 + 7 * seed, seed) == reference);
}

// The largest matching by trying everything.
std::uint32_t naive_matching(const std::vector<std::uint32_t>& edges, std::uint32_t free) {
  if (free == 0) return 0;
  const auto a = static_cast<std::uint32_t>(std::countr_zero(free));
  free &= free - 1;
  std::uint32_t best = naive_matching(edges, free);
  for (std::uint32_t rest = edges[a] & free; rest != 0; rest &= rest - 1) {
    const auto b = static_cast<std::uint32_t>(std::countr_zero(rest));
    best = std::max(best, 1 + naive_matching(edges, free & ~(1U << b)));
  }
  return best;
}

}  // namespace

TEST_CASE("matching: as large as trying everything, also after nodes are taken out") {
  Rng rng = Rng::seeded(3);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::uint32_t n = 1 + rng.below(10);
    const std::uint32_t density = 1 + rng.below(9);
    Matching matching(n);
    std::vector<std::uint32_t> edges(n, 0);
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = a + 1; b < n; ++b) {
        if (rng.below(10) >= density) continue;
        matching.connect(a, b);
        edges[a] |= 1U << b;
        edges[b] |= 1U << a;
      }
    }
    matching.maximise();
    std::uint32_t free = (1U << n) - 1;
    CHECK(matching.size() == naive_matching(edges, free));
    while (free != 0) {
      const std::uint32_t a = rng.below(n);
      const std::uint32_t b = rng.below(n);
      if ((free >> a & 1U) == 0 || (free >> b & 1U) == 0) continue;
      const std::uint32_t before = naive_matching(edges, free);
      if (a == b) {
        free &= ~(1U << a);
        CHECK(matching.remove(a) == (naive_matching(edges, free) == before));
      } else if (matching.connected(a, b)) {
        const std::uint32_t rest = free & ~(1U << a) & ~(1U << b);
        const bool possible = naive_matching(edges, rest) + 1 == before;
        CHECK(matching.take(a, b) == possible);
        if (possible) free = rest;
      }
      CHECK(matching.size() == naive_matching(edges, free));
    }
  }
}

TEST_CASE("swiss: known pairings") {
  SUBCASE("upper half against lower half, then score groups") {
    SwissState state(8);
    CHECK(pair_swiss_round(state).pairs == Pairs{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    // The first four won.
    for (std::uint32_t i = 0; i < 4; ++i) {
      state.score[i] = 4;
      state.met(i, i + 4) = state.met(i + 4, i) = 1;
    }
    CHECK(pair_swiss_round(state).pairs == Pairs{{0, 2}, {1, 3}, {4, 6}, {5, 7}});
  }
  SUBCASE("no rematch, though the best two have met") {
    SwissState state(4);
    state.score = {4, 4, 0, 0};
    state.met(0, 1) = state.met(1, 0) = 1;
    CHECK(pair_swiss_round(state).pairs == Pairs{{0, 2}, {1, 3}});
    // 0-2 would leave 1-3, who have met.
    state.met(1, 3) = state.met(3, 1) = 1;
    CHECK(pair_swiss_round(state).pairs == Pairs{{0, 3}, {1, 2}});
    // Every pairing has a rematch now: 0 may meet only 3 or 2 anew.
    state.met(0, 3) = state.met(3, 0) = 1;
    state.met(0, 2) = state.met(2, 0) = 1;
    const auto pairs = pair_swiss_round(state).pairs;
    CHECK(pairs.size() == 2);
    CHECK(std::find(pairs.begin(), pairs.end(), std::pair(0U, 1U)) == pairs.end());
  }
  SUBCASE("an odd group floats down, the bye goes to the last without one") {
    SwissState state(5);
    CHECK(pair_swiss_round(state).bye == 4U);
    state.byes[4] = 1;
    state.score = {4, 0, 4, 4, 4};
    const auto round = pair_swiss_round(state);
    CHECK(round.bye == 1U);
    // 4 comes first: its bye counts as an opponent of its own score.
    CHECK(round.pairs == Pairs{{4, 2}, {0, 3}});
  }
  SUBCASE("Buchholz, then place in the file") {
    SwissState state(4);
    state.score = {2, 2, 3, 1};
    state.met(1, 2) = state.met(2, 1) = 1;
    state.met(0, 3) = state.met(3, 0) = 1;
    CHECK(state.buchholz(1) == 3);
    CHECK(state.order() == std::vector<std::uint32_t>{2, 1, 0, 3});
    state.met(1, 2) = state.met(2, 1) = 0;
    state.met(0, 3) = state.met(3, 0) = 0;
    CHECK(state.order() == std::vector<std::uint32_t>{2, 0, 1, 3});
  }
}

TEST_CASE("swiss: a whole tournament by hand") {
  // Four agents, the lower number wins: 0-2 1-3, then 0-1 2-3, then 0-3 and 1-2 are left.
  const TournamentSpec spec = swiss(4, 3);
  const auto tasks = play(*make_schedule(spec), by_number);
  using Set = std::set<std::pair<std::uint32_t, std::uint32_t>>;
  CHECK(pairs_of(tasks, 0, 1) == Set{{0, 2}, {1, 3}});
  CHECK(pairs_of(tasks, 1, 2) == Set{{0, 1}, {2, 3}});
  CHECK(pairs_of(tasks, 2, 3) == Set{{0, 3}, {1, 2}});
  CHECK(tasks.front().id == "g0/r000/a0/a2");
  CHECK(tasks[1].id == "g0/r000/a2/a0");
}

TEST_CASE("swiss: laws on random results") {
  Rng rng = Rng::seeded(4);
  for (int trial = 0; trial < 60; ++trial) {
    const std::uint32_t agents = 2 + rng.below(22);
    const std::uint32_t rounds = 1 + rng.below(std::min(agents + 3, 12U));
    const std::uint32_t openings = 1 + rng.below(2);
    TournamentSpec spec = swiss(agents, rounds, 2 * openings);
    if (rng.below(3) == 0) spec.games.push_back({"other", "g", {}, {}});
    CAPTURE(agents);
    CAPTURE(rounds);
    const Results results = random_results(static_cast<std::uint64_t>(trial));
    const auto tasks = play(*make_schedule(spec), results);
    check_swapped(tasks);
    CHECK(tasks.size() == std::size_t{rounds} * (agents / 2) * 2 * openings * spec.games.size());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> met;
    std::vector<std::uint32_t> byes(agents, 0);
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const auto pairs = pairs_of(tasks, round * openings, (round + 1) * openings);
      CHECK(pairs.size() == agents / 2);
      // The same pairings play all openings of the round.
      for (std::uint32_t i = 0; i < openings; ++i)
        CHECK(pairs_of(tasks, round * openings + i, round * openings + i + 1) == pairs);
      std::set<std::uint32_t> playing;
      std::uint32_t rematches = 0;
      for (const auto& pair : pairs) {
        CHECK(playing.insert(pair.first).second);
        CHECK(playing.insert(pair.second).second);
        rematches += met[pair] > 0 ? 1 : 0;
      }
      // How many pairs of agents who have not met there could be at most, among those who play.
      if (agents <= 12) {
        std::vector<std::uint32_t> edges(agents, 0);
        std::uint32_t free = 0;
        for (const std::uint32_t a : playing) {
          free |= 1U << a;
          for (const std::uint32_t b : playing) {
            if (a != b && met[std::minmax(a, b)] == 0) edges[a] |= 1U << b;
          }
        }
        CHECK(pairs.size() - rematches == naive_matching(edges, free));
      }
      // Dirac: with less than half of the others met there is always a partner for everybody.
      if (2 * (round + 1) < agents) CHECK(rematches == 0);
      for (const auto& pair : pairs) ++met[pair];
      for (std::uint32_t a = 0; a < agents; ++a) byes[a] += playing.contains(a) ? 0 : 1;
      const auto [fewest, most] = std::minmax_element(byes.begin(), byes.end());
      CHECK(*most - *fewest <= 1);
    }
  }
}

TEST_CASE("swiss: a large field is paired") {
  const TournamentSpec spec = swiss(301, 9);
  const auto tasks = play(*make_schedule(spec), random_results(5), 64);
  std::set<std::pair<std::uint32_t, std::uint32_t>> met;
  for (std::uint32_t round = 0; round < 9; ++round) {
    for (const auto& pair : pairs_of(tasks, round, round + 1)) CHECK(met.insert(pair).second);
  }
}

TEST_CASE("knockout: the bracket") {
  CHECK(bracket_places(1) == std::vector<std::uint32_t>{0});
  CHECK(bracket_places(2) == std::vector<std::uint32_t>{0, 1});
  CHECK(bracket_places(4) == std::vector<std::uint32_t>{0, 3, 1, 2});
  CHECK(bracket_places(6) == std::vector<std::uint32_t>{0, 7, 3, 4, 1, 6, 2, 5});
  CHECK(bracket_places(8) == bracket_places(5));
}

TEST_CASE("knockout: a whole tournament by hand") {
  // Six agents, the lower number wins: byes for 0 and 1.
  const TournamentSpec spec = knockout(6, 2, 4);
  KnockoutSchedule schedule(spec);
  const auto tasks = play(schedule, by_number, 3);
  CHECK(schedule.winner() == 0U);
  using Set = std::set<std::pair<std::uint32_t, std::uint32_t>>;
  CHECK(pairs_of(tasks, 0, 2) == Set{{3, 4}, {2, 5}});
  CHECK(pairs_of(tasks, 2, 4) == Set{{0, 3}, {1, 2}});
  CHECK(pairs_of(tasks, 4, 6) == Set{{0, 1}});
  CHECK(tasks.size() == 5 * 2);
  CHECK(schedule.summary().find("winner: a0") != std::string::npos);
}

TEST_CASE("knockout: level matches go on, then the better seed does") {
  // Whoever moves first wins: always level.
  const auto level = [](const GameTask&) { return GameResult::kFirstWins; };
  const TournamentSpec spec = knockout(4, 2, 6);
  KnockoutSchedule schedule(spec);
  const auto tasks = play(schedule, level);
  CHECK(tasks.size() == 3 * 6);
  CHECK(schedule.winner() == 0U);
  // One decisive game in the second pair of the match 1-2 ends it there.
  KnockoutSchedule other(spec);
  const auto fewer = play(other, [](const GameTask& task) {
    if (task.round == 1 && task.agents[0] == 1) return GameResult::kSecondWins;
    return GameResult::kFirstWins;
  });
  CHECK(fewer.size() == 6 + 4 + 6);
  CHECK(pairs_of(fewer, 3, 6) == std::set<std::pair<std::uint32_t, std::uint32_t>>{{0, 2}});
}

TEST_CASE("knockout: laws on random results") {
  Rng rng = Rng::seeded(6);
  for (int trial = 0; trial < 60; ++trial) {
    const std::uint32_t agents = 2 + rng.below(30);
    TournamentSpec spec = knockout(agents, 2 + 2 * rng.below(2), 8);
    spec.format.random_seeding = rng.below(2) != 0;
    spec.seed = static_cast<std::uint64_t>(trial);
    if (rng.below(3) == 0) spec.games.push_back({"other", "g", {}, {}});
    KnockoutSchedule schedule(spec);
    const auto tasks = play(schedule, random_results(static_cast<std::uint64_t>(trial)), 1 + rng.below(9));
    check_swapped(tasks);
    std::set<std::pair<std::uint32_t, std::uint32_t>> matches;
    std::map<std::uint32_t, std::set<std::uint32_t>> opponents_in_stage;
    for (const GameTask& task : tasks) {
      matches.insert(std::minmax(task.agents[0], task.agents[1]));
      const std::uint32_t stage = task.round / 4;
      opponents_in_stage[stage * 1000 + task.agents[0]].insert(task.agents[1]);
    }
    CHECK(matches.size() == agents - 1);
    for (const auto& [key, opponents] : opponents_in_stage) CHECK(opponents.size() == 1);
    REQUIRE(schedule.winner());
    // Everybody but the winner has a last match; the winner's last is the final.
    CHECK(tasks.back().round / 4 + 1 == static_cast<std::uint32_t>(std::bit_width(agents - 1)));
    CHECK((tasks.back().agents[0] == *schedule.winner() || tasks.back().agents[1] == *schedule.winner()));
  }
}

TEST_CASE("sprt: ends when the test has decided, after the same pairs at any speed") {
  const TournamentSpec spec = sprt(10'000);
  // Agent 0 scores 3 of 4: two wins, or a win and a draw.
  const Results better = [](const GameTask& task) {
    if (task.agents[0] == 0) return GameResult::kFirstWins;
    return task.round % 2 == 0 ? GameResult::kSecondWins : GameResult::kDraw;
  };
  SprtSchedule schedule(spec);
  const auto tasks = play(schedule, better);
  CHECK(schedule.decision() == SprtDecision::kAcceptH1);
  CHECK(schedule.counts().pairs[3] + schedule.counts().pairs[4] == schedule.counts().total());
  CHECK(tasks.size() == 2 * schedule.counts().total());
  // Not a pair earlier.
  rating::Pentanomial before = schedule.counts();
  --before.pairs[schedule.counts().total() % 2 == 1 ? 4 : 3];
  CHECK(spec.format.sprt.decide(rating::sprt_llr(spec.format.sprt, before)) == SprtDecision::kContinue);
  check_swapped(tasks);
  check_any_order(spec, better);
  SprtSchedule worse(spec);
  play(worse, [&](const GameTask& task) {
    return task.agents[0] == 0 ? GameResult::kSecondWins : GameResult::kFirstWins;
  });
  CHECK(worse.decision() == SprtDecision::kAcceptH0);
}

TEST_CASE("sprt: undecided ends at the maximum; games without result count for nobody") {
  const TournamentSpec spec = sprt(40);
  SprtSchedule schedule(spec);
  CHECK(play(schedule, [](const GameTask&) { return GameResult::kDraw; }).size() == 40);
  CHECK(schedule.decision() == SprtDecision::kContinue);
  CHECK(schedule.counts().pairs[2] == 20);
  SprtSchedule nothing(spec);
  play(nothing, [](const GameTask& task) {
    return task.agents[0] == 0 ? GameResult::kNone : GameResult::kSecondWins;
  });
  CHECK(nothing.counts().total() == 0);
  CHECK(nothing.summary().find("undecided after 0 pairs") != std::string::npos);
}

TEST_CASE("schedules do not depend on the order in which games end") {
  Rng rng = Rng::seeded(9);
  for (std::uint64_t trial = 0; trial < 12; ++trial) {
    const std::uint32_t agents = 2 + rng.below(12);
    const Results results = random_results(trial);
    check_any_order(swiss(agents, 5, 4), results);
    check_any_order(knockout(agents, 2, 6), results);
    check_any_order(sprt(200), results);
    TournamentSpec list = make_spec(FormatType::kRoundRobin, agents, 2);
    list.format.games_per_pair = 4;
    check_any_order(list, results);
  }
}

}  // namespace ludex::arena
