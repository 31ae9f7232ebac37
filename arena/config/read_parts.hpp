// The parts of a specification that need no catalogue.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/config/fields.hpp"
#include "arena/config/tree.hpp"
#include "arena/model/spec.hpp"

namespace ludex::arena {

// A budget as written: `threads` is 0 where it is not given.
[[nodiscard]] BudgetSpec read_budget(const Node& node, Problems& problems);
// What an agent's own budget leaves open comes from the tournament's: the limits if it has none of its own,
// threads and memory each if not given. `threads` is at least 1 then.
[[nodiscard]] BudgetSpec complete_budget(BudgetSpec own, const BudgetSpec& fallback) noexcept;

// The tournament's limits: all keys.
[[nodiscard]] LimitsSpec read_limits(const Node& node, const std::string& folder, Problems& problems);
// An agent's own memory, processes and sandbox; the rest, and what is not given, is that of `fallback`.
[[nodiscard]] LimitsSpec read_agent_limits(const Node& node, const LimitsSpec& fallback,
                                           const std::string& folder, Problems& problems);

// All of 'adjudication' but the oracle. `fields` are those of that map.
[[nodiscard]] AdjudicationSpec read_adjudication(const Fields& fields, Problems& problems);

// `folder` is where relative files lie. Files are read for their fingerprint.
[[nodiscard]] OpeningSpec read_openings(const Node& node, const std::string& folder, Problems& problems);

// `agents`: their names, for challengers.
[[nodiscard]] FormatSpec read_format(const Node& node, const std::vector<std::string>& agents,
                                     Problems& problems);

}  // namespace ludex::arena
