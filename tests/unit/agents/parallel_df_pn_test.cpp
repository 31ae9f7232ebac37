// Several threads in one df-pn search: never a wrong result, always an end, whatever the table; and one
// thread is the sequential search.
#include <string>
#include <utility>
#include <vector>

#include "core/agent/proof_text.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/parallel_solving.hpp"
#include "tests/support/proof_checker.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/threaded_host.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

const std::vector<Settings> kVariants{
    {},
    {{"init", "mobility"}, {"epsilon", "0.25"}},
    {{"weak", "true"}, {"ties", "first"}},
    {{"low_memory", "true"}},
    {{"init", "evaluation"}, {"unit", "10"}, {"order", "true"}},
    {{"init", "deep"}, {"deep_e", "3"}, {"deep_d", "5"}},
    {{"widen_base", "1"}, {"widen_fraction", "0.25"}, {"verify", "wide"}},
};

// The two smallest tables are for the smallest trees: others would be searched for minutes.
void solve_many(std::uint64_t seed, std::uint32_t count, int least) {
  const ThreadedHost host(4);
  ParallelSolves all({"df-pn", "job", kVariants, {"0.0009765625", "0.002", "0.01", "0.0625", "1"}, 2}, seed);
  std::vector<ParallelSolves::Real> real;
  real.push_back({make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}), 6});
  real.push_back({make_game("hex", {{"size", "3"}}), 5});
  real.push_back({make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}}), 8});
  real.push_back({make_game("breakthrough", {{"width", "3"}, {"height", "4"}}), 6});
  real.push_back({make_game("othello", {{"size", "4"}}), 6});
  all.solve(std::move(real), count);
  all.verdict(least);
}

}  // namespace

TEST_CASE("several threads: no wrong result, with tables from 1 KiB") {
  solve_many(1, kSanitized ? 5 : 40, kSanitized ? 20 : 300);
}

// unit_agents -tc='ten thousand*' --no-skip: some minutes.
TEST_CASE("ten thousand parallel solves" * doctest::skip()) {
  solve_many(2, 1120, 10'000);
}

TEST_CASE("a budget of one thread is the sequential search, whatever the host has") {
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "4"}, {"k", "3"}});
  const auto one = [&] {
    const OwnedAgent agent = make_agent("df-pn", {{"memory_mib", "0.0625"}});
    begin(*agent, *game, 7);
    return solve(*agent, Position(*game), Goal::kWin);
  };
  const Solution alone = one();
  const ThreadedHost host(4);
  const Solution hosted = one();
  CHECK(hosted.answer == alone.answer);
  CHECK(hosted.report.nodes == alone.report.nodes);
  CHECK(hosted.counter("visits") == alone.counter("visits"));
  CHECK(hosted.counter("expansions") == alone.counter("expansions"));
  CHECK(hosted.counter("jobs") == -1);
}

TEST_CASE("several threads keep a budget, and end when they are told to") {
  const ThreadedHost host(4);
  const OwnedGame game = make_game("othello", {{"size", "6"}});
  const OwnedAgent agent = make_agent("df-pn", {{"memory_mib", "1"}});
  begin(*agent, *game, 7);
  for (const std::uint64_t limit : {1U, 10U, 1000U, 5000U}) {
    Budget budget = iterations(limit);
    budget.threads = 4;
    const Solution solution = solve(*agent, Position(*game), Goal::kWin, budget);
    CHECK(solution.report.outcome == Outcome::kUnknown);
    CHECK(solution.report.iterations <= limit);
    CHECK(solution.report.iterations >= limit / 2);
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

TEST_CASE("proofs found by several threads stand up to a checker that knows the rules only") {
  const ThreadedHost host(3);
  ProofChecker checker;
  const OwnedGame game = make_game("hex", {{"size", "3"}});
  for (const char* memory : {"0.0009765625", "0.25"}) {
    const OwnedAgent agent = make_agent("df-pn", {{"memory_mib", memory}, {"job", "10"}});
    begin(*agent, *game, 3);
    Budget budget = nodes(0);
    const std::uint32_t never = 0;
    budget.stop = &never;
    budget.threads = 3;
    const Solution solution = solve(*agent, Position(*game), Goal::kWin, budget);
    REQUIRE(solution.answer == 1);
    auto* const source = find<ProofText>(*agent);
    StringSink text;
    StringSink error;
    REQUIRE_MESSAGE(source->write_proof(&budget, text, error) == Status::kOk, error.text());
    CHECK(checker.check(Position(*game), text.text(), 1, true) == "");
  }
}

TEST_CASE("several threads: Othello endgames of tournament games") {
  const auto path = oracle("othello/endgames_10.csv");
  if (!path) return;
  const ThreadedHost host(3);
  const OwnedGame game = make_game("othello", {{"end", "no-moves"}});
  const OwnedAgent plain = make_agent("df-pn", {{"memory_mib", "0.0625"}, {"job", "50"}});
  const OwnedAgent plus = make_agent("df-pn-plus", {{"memory_mib", "1"}, {"job", "20"}});
  begin(*plain, *game, 1);
  begin(*plus, *game, 2);
  Budget budget = nodes(0);
  const std::uint32_t never = 0;
  budget.stop = &never;
  budget.threads = 3;
  std::size_t checked = 0;
  for (const auto& row : read_csv(*path)) {
    if (checked == samples(250)) break;
    const auto position = Position::from_text(*game, row.at("position") + " " + row.at("side"));
    REQUIRE(position);
    const int score = std::stoi(row.at("score"));
    for (Agent* agent : {plain.get(), plus.get()}) {
      CHECK(solve(*agent, *position, Goal::kWin, budget).answer == (score > 0 ? 1 : 0));
      CHECK(solve(*agent, *position, Goal::kDraw, budget).answer == (score >= 0 ? 1 : 0));
    }
    ++checked;
  }
  CHECK((checked > 10 || kSanitized));
}

}  // namespace ludex::tests
