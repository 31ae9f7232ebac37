// Several threads in one SCNS: never a wrong result, always an end, whatever the table; and one thread is the
// sequential search.
#include <string>
#include <utility>
#include <vector>

#include "tests/support/parallel_solving.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/threaded_host.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

const std::vector<Settings> kVariants{
    {},
    {{"P_max", "6"}, {"D_max", "8"}, {"R_shift", "500"}, {"R_impact", "500"}, {"scores", "none"}},
    {{"eta", "0.21"}, {"delta", "132"}, {"W_max", "4334"}, {"scores", "mast"}},
    {{"leaf", "two-step"}, {"epsilon", "0"}},
    {{"leaf", "linear"}, {"rave", "false"}, {"forgetting", "false"}, {"steps", "4"}},
    {{"P_max", "1"}, {"D_max", "1"}, {"delta_p", "50"}, {"delta_d", "50"}},
    {{"P_max", "0"}, {"D_max", "0"}, {"leaf_cap", "3"}, {"W_max", "5"}, {"must_play", "3"}},
};

constexpr std::uint32_t kNever = 0;

void solve_many(std::uint64_t seed, std::uint32_t count, int least) {
  const ThreadedHost host(4);
  ParallelSolves all(
      {"scns", "MaxWorkPerJob", kVariants, {"0.015625", "0.03", "0.1", "1"}, 0, {"proven", "target"}}, seed);
  std::vector<ParallelSolves::Real> real;
  real.push_back({make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}), 6});
  real.push_back({make_game("hex", {{"size", "3"}}), 5});
  real.push_back({make_game("breakthrough", {{"width", "3"}, {"height", "4"}}), 6});
  all.solve(std::move(real), count);
  all.verdict(least);
}

}  // namespace

TEST_CASE("several threads of scns: no wrong result, with tables from 16 KiB") {
  solve_many(1, samples(200), kSanitized ? 12 : 1300);
}

TEST_CASE("several threads of scns with leaves by the game's evaluation solve random graphs") {
  const ThreadedHost host(4);
  Rng rng = Rng::seeded(3);
  for (std::uint64_t seed = 0; seed < samples(100); ++seed) {
    CAPTURE(seed);
    const OwnedGame game = make_game(LayeredGame(9, 3 + rng.below(40), seed));
    Exhaustive truth;
    const OwnedAgent agent = make_agent(
        "scns", {{"leaf_scale", seed % 2 == 0 ? "2" : "300"}, {"MaxWorkPerJob", "3"}, {"memory_mib", "0.1"}});
    begin(*agent, *game, seed);
    const Position position = random_position(*game, rng.below(4), rng);
    Budget budget = iterations(100'000);
    budget.threads = 2 + static_cast<std::uint32_t>(seed % 3);
    CHECK(solve(*agent, position, Goal::kValue, budget).report.outcome == truth.solve(position));
  }
}

// Other threads are still at work when the root is solved; a drawn position must stay solved then. In this
// problem it sometimes did not.
TEST_CASE("a draw that several threads of scns have found stays found") {
  const ThreadedHost host(4);
  Rng rng = Rng::seeded(4383);
  const OwnedGame game = make_game(LayeredGame(9, 3 + rng.below(40), 4383));
  const Position position = random_position(*game, rng.below(4), rng);
  Exhaustive truth;
  REQUIRE(truth.solve(position) == Outcome::kDraw);
  for (std::uint64_t seed = 0; seed < samples(2000); ++seed) {
    CAPTURE(seed);
    const OwnedAgent agent = make_agent("scns", {{"P_max", "1"},
                                                 {"D_max", "1"},
                                                 {"delta_p", "50"},
                                                 {"delta_d", "50"},
                                                 {"MaxWorkPerJob", "8"},
                                                 {"memory_mib", "1"},
                                                 {"virtual", "target"}});
    begin(*agent, *game, seed);
    Budget budget{};
    budget.stop = &kNever;
    budget.threads = 4;
    CHECK(solve(*agent, position, Goal::kValue, budget).report.outcome == Outcome::kDraw);
  }
}

// unit_agents -tc='ten thousand*scns*' --no-skip: some minutes.
TEST_CASE("ten thousand parallel solves by scns" * doctest::skip()) {
  solve_many(2, 1430, 10'000);
}

TEST_CASE("scns with a budget of one thread is the sequential search, whatever the host has") {
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "4"}, {"k", "3"}});
  const auto one = [&](std::uint32_t before) {
    const OwnedAgent agent = make_agent("scns", {{"memory_mib", "0.0625"}});
    begin(*agent, *game, 7);
    if (before != 0) {  // nothing of a search by several threads is left
      Budget budget = iterations(300);
      budget.threads = before;
      static_cast<void>(solve(*agent, Position(*game), Goal::kWin, budget));
    }
    return solve(*agent, Position(*game), Goal::kWin);
  };
  const Solution alone = one(0);
  const ThreadedHost host(4);
  for (const std::uint32_t before : {0U, 3U}) {
    const Solution hosted = one(before);
    CHECK(hosted.answer == alone.answer);
    CHECK(hosted.report.nodes == alone.report.nodes);
    CHECK(hosted.counter("visits") == alone.counter("visits"));
    CHECK(hosted.counter("expansions") == alone.counter("expansions"));
    CHECK(hosted.counter("waits") == -1);
  }
}

TEST_CASE("several threads of scns keep a budget, and end when they are told to") {
  const ThreadedHost host(4);
  const OwnedGame game = make_game("breakthrough", {{"width", "6"}, {"height", "6"}});
  for (const char* kind : {"proven", "target"}) {
    const OwnedAgent agent = make_agent("scns", {{"memory_mib", "1"}, {"virtual", kind}});
    begin(*agent, *game, 7);
    for (const std::uint64_t limit : {1U, 10U, 1000U, 5000U}) {
      Budget budget = iterations(limit);
      budget.threads = 4;
      const Solution solution = solve(*agent, Position(*game), Goal::kWin, budget);
      CHECK(solution.report.outcome == Outcome::kUnknown);
      CHECK(solution.report.iterations <= limit);
      CHECK(solution.report.iterations >= limit / 2);
      CHECK(solution.counter("stalled") == 0);
      budget = nodes(limit * 5);
      budget.threads = 3;
      CHECK(solve(*agent, Position(*game), Goal::kWin, budget).report.nodes <= limit * 5 + 4 * 64);
      check_report(Position(*game), ask(*agent, Position(*game), budget));
    }
    Budget stopped{};
    const std::uint32_t stop = 1;
    stopped.threads = 4;
    stopped.stop = &stop;
    CHECK(solve(*agent, Position(*game), Goal::kWin, stopped).answer == -1);
    Budget brief{};
    brief.threads = 4;
    brief.cpu_ns = 20'000'000;
    CHECK(solve(*agent, Position(*game), Goal::kWin, brief).answer == -1);
  }
}

TEST_CASE("a table kept from move to move serves several threads and one") {
  const ThreadedHost host(4);
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  Exhaustive truth;
  const OwnedAgent agent = make_agent("scns", {{"memory_mib", "0.05"}, {"keep_table", "true"}});
  begin(*agent, *game, 5);
  Position position(*game);
  std::uint32_t threads = 1;
  while (!is_over(position.status())) {
    Budget budget = iterations(400);
    budget.threads = threads;
    threads = threads % 3 + 1;
    const Answer answer = ask(*agent, position, budget);
    check_proofs(position, answer, truth);
    position.apply(answer.move);
  }
}

}  // namespace ludex::tests
