#include "arena/run/config/override.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/write_spec.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

const tests::FixtureCatalogue kCatalogue;

constexpr std::string_view kText = R"(name: t
games: [{game: line}, {game: line, label: "odd.label=1", params: {size: 5}}]
agents:
  - {name: uct, agent: uct}
  - {name: uct-c1.4, agent: uct, params: {c: 1.4}}
  - {agent: random}
budget: {iterations: 10}
openings: none
)";

SpecReading read(std::vector<std::string> overrides) {
  return read_spec("t.yaml", kText, overrides, kCatalogue);
}
TournamentSpec good(std::vector<std::string> overrides) {
  const auto reading = read(std::move(overrides));
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  return *reading.spec;
}
std::string problems(std::vector<std::string> overrides) {
  return to_text(read(std::move(overrides)).problems);
}

}  // namespace

TEST_CASE("overrides reach every part of a specification") {
  CHECK(good({}).out == "results/t");
  CHECK(good({"name=x"}).out == "results/x");
  CHECK(good({"out=a=b.c"}).out == "a=b.c");
  CHECK(good({"seed=5", "seed=6"}).seed == 6);
  CHECK(good({"format.games_per_pair=10"}).format.games_per_pair == 10);
  CHECK(good({"format={type: gauntlet, challengers: [uct]}"}).format.challengers ==
        std::vector<std::string>{"uct"});
  CHECK(good({"openings.random_plies=3"}).games[0].openings.random_plies == 3);
  CHECK(good({"budget.iterations=11"}).agents[2].budget.iterations == 11);
}

TEST_CASE("elements of lists are named by name, label, kind or number") {
  CHECK(good({"agents.uct.params.c=1.0"}).agents[0].params[0].second == "1.0");
  // Names with dots; the longest that fits.
  CHECK(good({"agents.uct-c1.4.params.c=2"}).agents[1].params[0].second == "2");
  CHECK(good({"agents.random.budget.depth=2"}).agents[2].budget == BudgetSpec{.depth = 2});
  CHECK(good({"agents.2.name=rnd"}).agents[2].name == "rnd");
  CHECK(good({"games.odd.label=1.params.size=6"}).games[1].params[0].second == "6");
  CHECK(good({"games.0.params.size=6"}).games[0].label == "line:size=6");
}

TEST_CASE("problems of overrides name them, and come after those of the file in order of the command line") {
  CHECK(
      problems({"format.games_per_pair=9", "bar=1"}) ==
      "--set format.games_per_pair=9: error: 'games_per_pair' is 9, expected an even number (every opening "
      "is "
      "played twice, with seats swapped)\n"
      "--set bar=1: error: unknown key 'bar' in the specification (known: name, seed, dice_seed, games, agents, format, "
      "openings, adjudication, budget, concurrency, mode, grace, limits, record_moves, compress_log, "
      "reference, out, scratch, strict, tune)\n");
  CHECK(problems({"foo"}) ==
        "--set foo: error: malformed (expected key=value, as format.games_per_pair=10)\n");
  CHECK(problems({"=1"}) == "--set =1: error: malformed (expected key=value, as format.games_per_pair=10)\n");
  CHECK(problems({"a..b=1"}).find("malformed") != std::string::npos);
  CHECK(problems({""}) == "--set : error: malformed (expected key=value, as format.games_per_pair=10)\n");
  CHECK(
      problems({"agents.uct-c2.params.c=1"}) ==
      "--set agents.uct-c2.params.c=1: error: the list has no element 'uct-c2', expected a name or a number from 0 (known: uct, uct-c1.4, "
      "random)\n");
  CHECK(problems({"agents.3.name=x"}).find("the list has no element '3'") != std::string::npos);
  CHECK(problems({"agents.uct.params.c=11"}) ==
        "--set agents.uct.params.c=11: error: parameter 'c' is '11', expected a number in 0..10\n");
  CHECK(problems({"agents.uct.params.d=1"}) ==
        "--set agents.uct.params.d=1: error: agent 'uct' has no parameter 'd' (known: c, solver, tag)\n");
  CHECK(problems({"out="}) == "--set out=: error: 'out' is empty, expected a folder\n");
  CHECK(problems({"openings={"}) == "--set openings={: error: YAML syntax: end of map flow not found\n");
  CHECK(problems({"agents.random.name=uct"}) ==
        "--set agents.random.name=uct: error: name 'uct' is used twice (first in line 4)\n");
}

TEST_CASE("an override can mend the file") {
  const auto reading =
      read_spec("t.yaml", "name: t\nagents: [{agent: random}, {agent: uct}]\n",
                std::vector<std::string>{"games=[{game: line}]", "budget.depth=1"}, kCatalogue);
  CHECK_MESSAGE(reading.spec, to_text(reading.problems));
}

}  // namespace ludex::arena
