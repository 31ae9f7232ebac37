// The tables of keys against the reader: every key is read, and a default means the same as no key.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/config/keys.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/write_spec.hpp"
#include "tests/support/arena_fixture.hpp"
#include "tests/unit/arena/spec_parts.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

const std::string kBase =
    "name: t\ngames: [connect-k]\nagents: [{agent: random}, {name: a, agent: uct}, {name: b, agent: uct}]\n"
    "budget: {iterations: 10}\n";

// A table, the path to a map of its keys, and what the specification must have for that.
struct Case {
  const KeyTable& table;
  std::string path;
  std::string more;
};
const Case kCases[] = {
    {kSpecificationKeys, "", ""},
    {kBudgetKeys, "budget.", ""},
    {kLimitsKeys, "limits.", ""},
    {kAgentLimitsKeys, "agents.a.limits.", ""},
    {kFormatKeys, "format.", ""},
    {kOpeningsKeys, "openings.", "openings: {random_plies: 2}\n"},
    {kAdjudicationKeys, "adjudication.", ""},
    {kResignKeys, "adjudication.resign.", "adjudication: {resign: {score: 5}}\n"},
    {kDrawKeys, "adjudication.draw.", "adjudication: {draw: {score: 5}}\n"},
    {kOracleKeys, "adjudication.oracle.", "adjudication: {oracle: {agent: uct, budget: {nodes: 5}}}\n"},
    {kTuneKeys, "tune.",
     "openings: {random_plies: 2}\ntune: {agent: a, parameters: {c: {range: [0.1, 3]}}}\n"},
    {kTunedParameterKeys, "tune.parameters.c.",
     "openings: {random_plies: 2}\ntune: {agent: a, parameters: {c: {range: [0.1, 3]}}}\n"},
    {kTuneMethodKeys, "tune.method.",
     "openings: {random_plies: 2}\ntune: {agent: a, parameters: {c: {range: [0.1, 3]}}, method: {type: clop}}\n"},
    {kValidationKeys, "tune.validation.",
     "openings: {random_plies: 2}\ntune: {agent: a, parameters: {c: {range: [0.1, 3]}}, validation: {games: "
     "2000}}\n"},
};

SpecReading read_with(const std::string& text, const std::string& change) {
  const std::vector<std::string> overrides{change};
  return read_spec("t.yaml", text, overrides, kCatalogue);
}

}  // namespace

TEST_CASE("a default that the tables name means the same as leaving the key out") {
  int defaults = 0;
  for (const auto& [table, path, more] : kCases) {
    const SpecReading without = read(kBase + more);
    REQUIRE_MESSAGE(without.spec, to_text(without.problems));
    for (const Key& key : table.keys) {
      if (key.fallback.empty()) continue;
      const std::string change = path + std::string(key.name) + "=" + std::string(key.fallback);
      CAPTURE(change);
      const SpecReading with = read_with(kBase + more, change);
      REQUIRE_MESSAGE(with.spec, to_text(with.problems));
      CHECK(write_spec(*with.spec) == write_spec(*without.spec));
      ++defaults;
    }
  }
  CHECK(defaults > 30);
}

TEST_CASE("the reader reads every key of the tables, and refuses what its type does not have") {
  for (const auto& [table, path, more] : kCases) {
    for (const Key& key : table.keys) {
      const bool any_text =
          key.type == KeyType::kText || key.type == KeyType::kName || key.type == KeyType::kPath;
      const std::string change = path + std::string(key.name) + (any_text ? "=[{}]" : "='no such value'");
      CAPTURE(change);
      const SpecReading reading = read_with(kBase + more, change);
      CHECK_FALSE(reading.spec);
      REQUIRE_FALSE(reading.problems.empty());
    }
  }
}

TEST_CASE("keys are unique, and ranges and references are whole") {
  for (const Case& c : kCases) {
    const KeyTable& table = c.table;
    for (const Key& key : table.keys) {
      CAPTURE(std::string(table.id) + "." + std::string(key.name));
      CHECK(table.find(key.name) == &key);
      CHECK_FALSE(key.text.empty());
      CHECK_FALSE(key.text.ends_with("."));
      if (key.type == KeyType::kInteger || key.type == KeyType::kDuration) CHECK(key.min < key.max);
      if (key.type == KeyType::kNumber) CHECK(key.least < key.most);
      if (key.type == KeyType::kMap || key.type == KeyType::kNamed) CHECK(key.part != nullptr);
      CHECK((key.type == KeyType::kChoice) == !key.choices.empty());
    }
  }
}

}  // namespace ludex::arena
