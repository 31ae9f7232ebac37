// Studies that compare several threads with one.
#pragma once

#include "core/abi/host.hpp"
#include "core/abi/params.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"
#include "plugins/studies/common/agent_parameters.hpp"

namespace ludex::agents {

[[nodiscard]] inline ParamSpec threads_parameter() {
  return params::integer("threads", "2", 2, 64, "number of threads to compare with one");
}
// Fails if the agent does not support the game, or the host has too few threads.
template <class Agent>
[[nodiscard]] Result<void> threads_supported(const StudyTask& task) {
  if (abi::g_host == nullptr || host().threads < task.values.integer("threads"))
    return Error{"the host has fewer threads"};
  return Agent::supports(*task.game);
}

}  // namespace ludex::agents
