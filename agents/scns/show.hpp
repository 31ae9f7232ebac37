// Progress of the search, for spectators.
#pragma once

#include <algorithm>
#include <span>

#include "agents/common/staircase/answers.hpp"
#include "agents/scns/frame.hpp"
#include "agents/scns/settings.hpp"
#include "core/agent/progress.hpp"

namespace ludex::agents::scns {

// The value as an expected result.
[[nodiscard]] inline double expected(Value value, const Settings& settings) noexcept {
  return staircase::expected(value, settings.delta * Settings::kParts);
}

// Shows the root's value, and its move of most work.
inline void show_root(SearchProgress& shown, Value value, std::span<const Child> moves,
                      const Settings& settings) noexcept {
  shown.value = expected(value, settings);
  shown.value_unit = ValueUnit::kExpected;
  shown.bound = ValueBound::kExact;
  const auto best = std::max_element(moves.begin(), moves.end(),
                                     [](const Child& a, const Child& b) { return a.work < b.work; });
  shown.pv_size = best == moves.end() ? 0 : 1;
  if (shown.pv_size != 0) shown.pv[0] = best->move;
}

}  // namespace ludex::agents::scns
