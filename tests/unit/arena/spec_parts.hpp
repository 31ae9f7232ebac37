// Specifications of tests, whose parts can be replaced by broken ones.
#pragma once

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "arena/run/config/read_spec.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;

inline const tests::FixtureCatalogue kCatalogue;

inline SpecReading read(std::string_view text) {
  return read_spec("t.yaml", text, {}, kCatalogue);
}
inline std::string problems(std::string_view text) {
  const SpecReading reading = read(text);
  CHECK(reading.spec.has_value() == reading.problems.empty());
  return to_text(reading.problems);
}

struct Parts {
  std::string name = "name: t\n";
  std::string games = "games: [{game: line}]\n";
  std::string agents = "agents: [{name: a, agent: random}, {name: b, agent: uct}]\n";
  std::string rest = "budget: {iterations: 10}\n";
  [[nodiscard]] std::string text() const { return name + games + agents + rest; }
};

}  // namespace ludex::arena
