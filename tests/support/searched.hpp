// One search by a new agent, and what it shows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/agent_contract.hpp"

namespace ludex::tests {

inline Answer searched(const std::string& id, const Settings& settings, const Position& position,
                       const Budget& budget, std::uint64_t seed = 1) {
  const OwnedAgent agent = make_agent(id, settings);
  begin(*agent, position.game(), seed);
  return ask(*agent, position, budget);
}

// The visits of the root's moves, ascending.
inline std::vector<std::uint64_t> visits(const Answer& answer) {
  std::vector<std::uint64_t> all;
  for (const RootMove& root : answer.root) all.push_back(root.visits);
  std::sort(all.begin(), all.end());
  return all;
}

inline Settings with(Settings settings, const char* name, const char* value) {
  settings.push_back({name, value});
  return settings;
}

}  // namespace ludex::tests
