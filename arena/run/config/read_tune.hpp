// The `tune` section of a specification.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/run/config/tree.hpp"
#include "core/abi/params.hpp"

namespace ludex::arena::run {

// `agents`: those of the specification; if the opponent is the agent itself, a copy called NAME-default is
// added. `schema`: the parameters of an agent, by its id. `folder`: that of the specification's file, the
// working directory of its commands. `players`: of every game.
[[nodiscard]] TuneSpec read_tune(const Node& node, std::vector<AgentSpec>& agents, std::uint32_t players,
                                 const std::function<std::span<const ParamSpec>(std::string_view)>& schema,
                                 const std::string& folder, Problems& problems);

// Reads the section of a normalised specification (DIR/spec.yaml) without any plug-in; no value if it is
// missing or damaged.
[[nodiscard]] std::optional<TuneSpec> read_kept_tune(std::string_view text);

// Reads "low <= high", "2*a - b >= 3": linear in the numeric parameters. The error states what was expected.
[[nodiscard]] Result<TuneConstraint> parse_constraint(std::string_view text,
                                                      std::span<const TunedParameter> parameters);

}  // namespace ludex::arena::run
