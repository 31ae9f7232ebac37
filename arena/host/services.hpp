// What this process lends to plug-ins: its log and its oneTBB threads.
#pragma once

#include <cstdint>

#include "core/abi/host_services.hpp"

namespace ludex::arena {

// Constant, valid until the process ends; thread-safe.
[[nodiscard]] const HostServices& host_services() noexcept;

// How often plug-ins of this process have called parallel_for from threads of their own, which the contract
// forbids. Thread-safe.
[[nodiscard]] std::uint64_t foreign_calls() noexcept;

}  // namespace ludex::arena
