// Which agents of a specification are points of one curve.
#include "arena/faces/report/sweep.hpp"

#include <string>

#include <doctest/doctest.h>

namespace ludex::arena::report {
namespace {

std::string text(const std::vector<Sweep>& sweeps) {
  std::string all;
  for (const Sweep& sweep : sweeps) {
    all += sweep.name + " " + sweep.key + (sweep.time ? " s" : "") + ":";
    for (const SweepPoint& point : sweep.points) all += " " + std::to_string(point.value).substr(0, 5);
    all += "\n";
  }
  return all;
}

AgentSettings agent(const std::string& name, const std::string& id, const std::string& c,
                    const std::string& iterations) {
  return {name, id, {{"params.c", c}, {"budget.iterations", iterations}}};
}

}  // namespace

TEST_CASE("agents that differ in one number are a sweep, by value") {
  CHECK(text(find_sweeps({agent("u-400", "uct", "1", "400"), agent("u-100", "uct", "1", "100"),
                          agent("other", "uct", "2", "100"), agent("u-1k", "uct", "1", "1k"),
                          agent("x-100", "pn", "1", "100")})) == "u budget.iterations: 100.0 400.0 1000.\n");
  // A grid has two sweeps of each kind; names that do not tell give way to the plug-in's.
  std::vector<AgentSettings> grid;
  for (const std::string c : {"1", "2", "3"}) {
    for (const std::string n : {"10", "20", "30"}) grid.push_back(agent(c + "/" + n, "uct", c, n));
  }
  const auto sweeps = find_sweeps(grid);
  REQUIRE(sweeps.size() == 6);
  CHECK(sweeps[0].name == "1/");
  CHECK(sweeps[3].key == "params.c");
  CHECK(sweeps[3].name == "uct");
  CHECK(sweeps[3].points[2].agent == "3/10");
}

TEST_CASE("two values are no curve, words are no numbers, times are times") {
  CHECK(find_sweeps(
            {agent("a", "uct", "1", "100"), agent("b", "uct", "1", "200"), agent("c", "uct", "1", "200")})
            .empty());
  CHECK(find_sweeps({agent("a", "uct", "x", "1"), agent("b", "uct", "y", "1"), agent("c", "uct", "z", "1")})
            .empty());
  CHECK(text(find_sweeps({{"a", "uct", {{"budget.cpu", "1500ms"}}},
                          {"b", "uct", {{"budget.cpu", "1s"}}},
                          {"c", "uct", {{"budget.cpu", "10ms"}}}})) ==
        "uct budget.cpu s: 0.010 1.000 1.500\n");
}

}  // namespace ludex::arena::report
