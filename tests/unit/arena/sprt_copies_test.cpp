// The sequential test of one agent among copies of another: known answers, and its error rates by simulation.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/results/rating/match_statistics.hpp"
#include "arena/results/rating/sprt.hpp"
#include "arena/run/schedule/sprt_schedule.hpp"
#include "core/util/rng.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::arena {

using namespace run;
namespace {

TournamentSpec make_spec(std::uint32_t players, double elo0, double elo1) {
  TournamentSpec spec;
  spec.name = "t";
  spec.games.push_back({"g", "g", {}, {}});
  spec.games.back().players = players;
  spec.agents.push_back({"a", "a", {}, {}, {}});
  spec.agents.push_back({"b", "a", {}, {}, {}});
  spec.format.type = FormatType::kSprt;
  spec.format.sprt = {elo0, elo1, 0.05, 0.05, SprtModel::kNormalized};
  spec.format.max_games = 1'000'000 / players * players;
  return spec;
}

// The ranking of Plackett and Luce: the first place goes to a seat in proportion to its weight, the next one
// likewise among the rest.
GameRecord ranking(const GameTask& task, double weight, Rng& rng) {
  const std::size_t players = task.agents.size();
  std::vector<double> weights;
  for (const std::uint32_t agent : task.agents) weights.push_back(agent == 0 ? weight : 1);
  std::vector<double> returns(players);
  for (std::size_t place = 0; place < players; ++place) {
    double sum = 0;
    for (const double w : weights) sum += w;
    double rest = rng.uniform() * sum;
    std::size_t seat = 0;
    while (weights[seat] == 0 || (rest -= weights[seat]) >= 0) ++seat;
    returns[seat] = 1 - 2.0 * static_cast<double>(place) / static_cast<double>(players - 1);
    weights[seat] = 0;
  }
  GameRecord record;
  set_players(record, players);
  set_ranked(record, std::move(returns));
  return record;
}

// (mean - 1/2) / deviation of a game's score, from the exact probabilities of the agent's places.
double ratio_of(std::uint32_t players, double weight) {
  double mean = 0;
  double square = 0;
  double before = 1;  // probability that the agent is not among the places so far
  for (std::uint32_t place = 0; place < players; ++place) {
    const double here = before * weight / (weight + players - 1 - place);
    const double score = 1 - static_cast<double>(place) / (players - 1);
    mean += here * score;
    square += here * score * score;
    before -= here;
  }
  return (mean - 0.5) / std::sqrt(square - mean * mean);
}

struct Runs {
  double accepted;  // H1, share of the runs
  double games;     // mean
};
Runs simulate(std::uint32_t players, double elo1, double weight, int runs) {
  const TournamentSpec spec = make_spec(players, 0, elo1);
  Rng rng = Rng::seeded(players * 1000 + static_cast<std::uint64_t>(weight * 100));
  Runs result{};
  for (int run = 0; run < runs; ++run) {
    SprtSchedule schedule(spec);
    GameTask task;
    std::uint64_t games = 0;
    while (schedule.next(task) == Schedule::Next::kTask) {
      schedule.commit(task, ranking(task, weight, rng), {});
      ++games;
    }
    REQUIRE(schedule.decided());
    CHECK(games % players == 0);
    result.accepted += schedule.decision() == SprtDecision::kAcceptH1 ? 1.0 / runs : 0;
    result.games += static_cast<double>(games) / runs;
  }
  return result;
}

}  // namespace

TEST_CASE("blocks of two players are pairs") {
  const SprtTest test{0, 20, 0.05, 0.05, SprtModel::kNormalized};
  const rating::Pentanomial pairs{{10, 40, 90, 55, 14}};
  const auto blocks = rating::ScoreCounts::of_blocks(pairs.pairs, 2);
  CHECK(rating::sprt_llr(test, blocks) == rating::sprt_llr(test, pairs));
  CHECK(rating::match_statistics(blocks).elo.value == rating::match_statistics(pairs).elo.value);
}

TEST_CASE("the first agent has each seat once in a block, among copies of the second") {
  const TournamentSpec spec = make_spec(4, 0, 100);
  SprtSchedule schedule(spec);
  CHECK(schedule.total() == 1'000'000);
  std::vector<GameTask> tasks(8);
  for (GameTask& task : tasks) REQUIRE(schedule.next(task) == Schedule::Next::kTask);
  for (std::uint32_t i = 0; i < 8; ++i) {
    CHECK(tasks[i].round == i / 4);
    for (std::uint32_t seat = 0; seat < 4; ++seat) CHECK(tasks[i].agents[seat] == (seat == i % 4 ? 0 : 1));
  }
  CHECK(tasks[1].id == "g/r000/b/a/b/b");
  // A block with a game without a result is left out; the next one counts.
  for (std::uint32_t i = 0; i < 8; ++i) {
    GameRecord record;
    set_players(record, 4);
    if (i != 2) set_ranked(record, {1, 1, -1, -1});
    schedule.commit(tasks[i], record, {});
  }
  // Twice ahead of two and level with one, twice level with one and behind two: 5 + 5 + 1 + 1 half points.
  CHECK(std::count(schedule.blocks().begin(), schedule.blocks().end(), 1U) == 1);
  CHECK(schedule.blocks()[12] == 1);
  CHECK(schedule.summary().find("SPRT of a among copies of b") == 0);
}

// 2,000 runs: three standard errors of 5 % are 1.5 %. The test overshoots its bounds, so it errs less often.
TEST_CASE("error rates among two and three copies are at most those asked for" *
          doctest::skip(tests::kSanitized)) {
  for (const std::uint32_t players : {3U, 4U}) {
    CAPTURE(players);
    constexpr double kWeight = 1.5;
    const double elo1 = ratio_of(players, kWeight) * 800 / std::numbers::ln10;
    constexpr int kRuns = 2000;
    const Runs null = simulate(players, elo1, 1, kRuns);
    const Runs other = simulate(players, elo1, kWeight, kRuns);
    MESSAGE(players << " players: H1 accepted in " << 100 * null.accepted << " % under H0 after "
                    << null.games << " games, in " << 100 * other.accepted << " % under H1 after "
                    << other.games);
    CHECK(null.accepted < 0.065);
    CHECK(null.accepted > 0.02);
    CHECK(1 - other.accepted < 0.065);
    CHECK(1 - other.accepted > 0.02);
  }
}

}  // namespace ludex::arena
