// Studies on an agent have its parameters in addition to their own.
#pragma once

#include <span>
#include <vector>

#include "core/abi/params.hpp"

namespace ludex::agents {

[[nodiscard]] inline std::vector<ParamSpec> with_agent(std::vector<ParamSpec> own,
                                                       std::span<const ParamSpec> of_agent) {
  own.insert(own.end(), of_agent.begin(), of_agent.end());
  return own;
}

}  // namespace ludex::agents
