// Owners of objects made by plug-ins. None may outlive its library; libraries stay loaded until the process
// ends.
#pragma once

#include <memory>

#include "core/abi/destroy.hpp"
#include "core/agent/agent.hpp"
#include "core/game/game.hpp"

namespace ludex::arena::host {

using GamePtr = std::unique_ptr<Game, Destroy>;
using AgentPtr = std::unique_ptr<Agent, Destroy>;

}  // namespace ludex::arena::host
