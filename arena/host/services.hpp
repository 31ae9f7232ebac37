// What this process lends to plug-ins: its log and its oneTBB threads.
#pragma once

#include "core/abi/host_services.hpp"

namespace ludex::arena {

// Constant, valid until the process ends; thread-safe.
[[nodiscard]] const HostServices& host_services() noexcept;

}  // namespace ludex::arena
