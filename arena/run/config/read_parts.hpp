// The parts of a specification that need no catalogue.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/run/config/fields.hpp"
#include "arena/run/config/tree.hpp"

namespace ludex::arena::run {

// Reads a budget as written: `threads` is 0 where not given.
[[nodiscard]] BudgetSpec read_budget(const Node& node, Problems& problems);
// Completes an agent's budget from the tournament's: the limits if it has none, threads and memory each if
// not given. `threads` is then at least 1.
[[nodiscard]] BudgetSpec complete_budget(BudgetSpec own, const BudgetSpec& fallback) noexcept;

// Reads the tournament's limits: all keys.
[[nodiscard]] LimitsSpec read_limits(const Node& node, const std::string& folder, Problems& problems);
// Reads an agent's memory, processes and sandbox; takes everything else from `fallback`.
[[nodiscard]] LimitsSpec read_agent_limits(const Node& node, const LimitsSpec& fallback,
                                           const std::string& folder, Problems& problems);

// Reads 'adjudication' except the oracle. `fields` are those of that map.
[[nodiscard]] AdjudicationSpec read_adjudication(const Fields& fields, Problems& problems);

// `folder` is the folder of relative paths. Reads the files for their fingerprints.
[[nodiscard]] OpeningSpec read_openings(const Node& node, const std::string& folder, Problems& problems);

// `agents`: the names, for challengers. `players`: the most that a game has.
[[nodiscard]] FormatSpec read_format(const Node& node, const std::vector<std::string>& agents,
                                     std::uint32_t players, Problems& problems);

}  // namespace ludex::arena::run
