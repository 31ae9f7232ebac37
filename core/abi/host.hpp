// The host services given to this plug-in.
#pragma once

#include "core/abi/host_services.hpp"

namespace ludex {

namespace abi {

// Null before init. Hidden symbol: every plug-in has its own copy.
inline const HostServices* g_host = nullptr;

}  // namespace abi

// Valid in any call the host makes after init.
inline const HostServices& host() noexcept {
  return *abi::g_host;
}

}  // namespace ludex
