// The section `tune` of a specification: what it means, and what is wrong with it.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/config/growth.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/read_tune.hpp"
#include "arena/run/config/write_spec.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

const tests::FixtureCatalogue kCatalogue;

std::string text_with(const std::string& tune, const std::string& rest = "openings: {random_plies: 1}\n") {
  return "name: t\ngames: [line]\nagents:\n  - {name: u, agent: uct}\n  - {name: ab, agent: alpha-beta}\n"
         "budget: {iterations: 10}\n" +
         rest + "tune:\n" + tune;
}
std::string problems(const std::string& text) {
  const SpecReading reading = read_spec("t.yaml", text, {}, kCatalogue);
  CHECK(reading.spec.has_value() == reading.problems.empty());
  return to_text(reading.problems);
}

const std::string kWhole = R"(  agent: u
  opponents: [ab]
  parameters:
    c: {range: [0.1, 3], scale: log}
    solver: {}
    tag.Skill: {type: integer, range: [0, 20], default: 5}
  constraints: ["c <= 2.5"]
  method: {type: ntbea, restarts: 2}
  games: 500
  validation: {games: 100, elo1: 20, times: 0}
)";

}  // namespace

TEST_CASE("a tuning is read with all defaults, and its normalised form is the same tuning") {
  const SpecReading reading = read_spec("t.yaml", text_with(kWhole), {}, kCatalogue);
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  const TuneSpec& tune = *reading.spec->tune;
  CHECK(tune.agent == "u");
  CHECK_FALSE(tune.self);
  CHECK(tune.opponents == std::vector<std::string>{"ab"});
  REQUIRE(tune.parameters.size() == 3);
  CHECK(tune.parameters[0] == TunedParameter{"c", TuneKind::kReal, 0.1, 3, true, {}, "1.41421356"});
  CHECK(tune.parameters[1].kind == TuneKind::kCategory);
  CHECK(tune.parameters[1].values == std::vector<std::string>{"false", "true"});
  CHECK(tune.parameters[2] == TunedParameter{"tag.Skill", TuneKind::kInteger, 0, 20, false, {}, "5"});
  CHECK(tune.constraints.at(0).weights == std::vector<double>{1, 0, 0});
  CHECK(tune.method.restarts == 2);
  CHECK(tune.games == 500);
  CHECK(tune.times == 0);
  const std::string normalised = write_spec(*reading.spec);
  const SpecReading again = read_spec("t.yaml", normalised, {}, kCatalogue);
  REQUIRE_MESSAGE(again.spec, to_text(again.problems));
  CHECK(*again.spec == *reading.spec);
  // Without any plug-in.
  const auto kept = read_kept_tune(normalised);
  REQUIRE(kept);
  CHECK(*kept == tune);
  CHECK_FALSE(read_kept_tune("name: t\n"));
}

TEST_CASE("against itself: a copy of the agent with the defaults") {
  const std::string tune = "  agent: u\n  parameters: {c: {range: [0.1, 3]}}\n";
  const SpecReading reading = read_spec("t.yaml", text_with(tune), {}, kCatalogue);
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  CHECK(reading.spec->tune->self);
  REQUIRE(reading.spec->agents.size() == 3);
  CHECK(reading.spec->agents[2].name == "u-default");
  CHECK(reading.spec->agents[2].params == reading.spec->agents[0].params);
  const SpecReading again = read_spec("t.yaml", write_spec(*reading.spec), {}, kCatalogue);
  REQUIRE_MESSAGE(again.spec, to_text(again.problems));
  CHECK(*again.spec == *reading.spec);
}

TEST_CASE("what is wrong with a tuning is said with its place") {
  struct Fault {
    std::string tune;
    std::string message;
  };
  const std::string head = "  agent: u\n  opponents: [ab]\n";
  const std::string good = "  parameters: {c: {range: [0.1, 3]}}\n";
  const std::vector<Fault> faults{
      {head + "  parameters:\n    k: {range: [0, 1]}\n",
       "t.yaml:12:5: error: agent 'uct' has no parameter 'k' (known: c, solver, tag)\n"},
      {head + "  parameters:\n    solvr: {}\n",
       "t.yaml:12:5: error: agent 'uct' has no parameter 'solvr' (did you mean 'solver'?)\n"},
      {head + "  parameters:\n    c: {range: [-1, 3]}\n",
       "t.yaml:12:16: error: 'range' of 'c' is -1..3, but the agent takes a number in 0..10\n"},
      {head + "  parameters:\n    c: {range: [2, 3]}\n",
       "t.yaml:12:16: error: the default of 'c', 1.41421356, lies outside of its range 2..3 (the tuning is "
       "compared with it: widen the range, or give the agent another value)\n"},
      {head + "  parameters:\n    c: {range: [3, 0.1]}\n",
       "t.yaml:12:16: error: 'range' of 'c' is a list, expected two numbers, the smaller first (for example "
       "[0.1, 3])\n"},
      {head + "  parameters:\n    c: {range: [0, 3], scale: log}\n",
       "t.yaml:12:31: error: 'scale' of 'c' is log, and its range begins at 0 (a logarithmic scale needs a "
       "range "
       "above 0)\n"},
      {head + "  parameters:\n    c: {}\n",
       "t.yaml:12:5: error: parameter 'c' has no 'range' (it takes a number in 0..10)\n"},
      {head + "  parameters:\n    solver: {values: [yes, true]}\n",
       "t.yaml:12:23: error: parameter 'solver' is 'yes', expected true or false\n"},
      {head + "  parameters:\n    solver: {values: [true]}\n",
       "t.yaml:12:5: error: parameter 'solver' has no 'values' to choose from (a list of two or more)\n"},
      {head + "  parameters:\n    tag: {range: [0, 1]}\n",
       "t.yaml:12:5: error: parameter 'tag' is a text, so its 'type' must be given (real, integer or "
       "category)\n"},
      {head + "  parameters:\n    c.x: {type: real, range: [0, 1], default: 0}\n",
       "t.yaml:12:5: error: parameter 'c' is no text with settings inside\n"},
      {head + "  parameters: {}\n",
       "t.yaml:11:15: error: 'parameters' is empty, expected a map of parameters (for example {c: {range: "
       "[0.1, "
       "3]}})\n"},
      {head, "t.yaml:9:3: error: 'tune' lacks 'parameters'\n"},
      {"  agent: v\n" + good, "t.yaml:9:10: error: no agent is called 'v' (known: u, ab)\n"},
      {"  agent: u\n  opponents: [u]\n" + good,
       "t.yaml:10:15: error: 'u' is the agent tuned (for a copy of it with the defaults: 'opponents: "
       "self')\n"},
      {head + good + "  games: 7\n",
       "t.yaml:12:10: error: 'games' is 7, expected an even number: every opening is played twice, with "
       "seats "
       "swapped\n"},
      {head + good + "  method: genetic\n",
       "t.yaml:12:11: error: 'method' is 'genetic', expected clop, spsa, ntbea or external (known: clop, "
       "spsa, ntbea, external)\n"},
      {head + good + "  method: {type: spsa, restarts: 3}\n",
       "t.yaml:12:34: error: 'restarts' goes with method ntbea only\n"},
      {head + "  parameters: {solver: {}}\n  method: clop\n",
       "t.yaml:12:11: error: method clop tunes numbers, and 'solver' is a category (method: ntbea)\n"},
      {head + good + "  constraints: [c <= d]\n",
       "t.yaml:12:17: error: constraint 'c <= d': 'd' is neither a number nor one of the tuned parameters "
       "(c) (for "
       "example 'low <= high' or '2*a - b >= 3')\n"},
      {head + good + "  constraints: [c <= 1]\n",
       "t.yaml:12:17: error: the defaults do not keep to 'c <= 1'\n"},
      {head + good + "  control: 1\n",
       "t.yaml:12:12: error: 'control' is 1, which leaves no games to tune with (8 is the default, 0 is "
       "never)\n"},
      {head + good + "  validation: {elo0: 5, elo1: 5}\n",
       "t.yaml:12:15: error: 'elo0' is 5 and 'elo1' is 5, expected elo0 < elo1\n"},
  };
  for (const Fault& fault : faults) {
    CAPTURE(fault.tune);
    CHECK(problems(text_with(fault.tune)) == fault.message);
  }
  CHECK(problems(text_with(head + good, "openings: none\n")).find("game 'line' has no openings") !=
        std::string::npos);
  CHECK(problems(
            text_with(head + good, "openings: {random_plies: 1}\nformat: {type: sprt, elo0: 0, elo1: 1}\n"))
            .find("'format' and 'tune' exclude each other") != std::string::npos);
}

TEST_CASE("a tuning cannot grow") {
  const std::string tune = "  agent: u\n  opponents: [ab]\n  parameters: {c: {range: [0.1, 3]}}\n  games: ";
  const auto spec = *read_spec("t.yaml", text_with(tune + "100\n"), {}, kCatalogue).spec;
  const auto more = *read_spec("t.yaml", text_with(tune + "200\n"), {}, kCatalogue).spec;
  CHECK(stages_of(spec, spec_identity(spec)));
  const auto grown = stages_of(more, spec_identity(spec));
  REQUIRE_FALSE(grown);
  CHECK(grown.error().find("then:   games: 100") != std::string::npos);
}

}  // namespace ludex::arena
