// in_parallel: a body for each index, on the host's threads.
#pragma once

#include <cstdint>
#include <functional>

#include "core/abi/host.hpp"

namespace ludex::studies {

// Calls body(0) ... body(count - 1), in any order, on the host's threads if there is a host, else on this
// one. The body must not throw.
inline void in_parallel(std::uint32_t count, const std::function<void(std::uint32_t)>& body) {
  if (count == 1 || abi::g_host == nullptr) {
    for (std::uint32_t i = 0; i < count; ++i) body(i);
    return;
  }
  host().parallel_for(
      count,
      [](void* context, std::uint32_t i) {
        (*static_cast<const std::function<void(std::uint32_t)>*>(context))(i);
      },
      const_cast<void*>(static_cast<const void*>(&body)));
}

}  // namespace ludex::studies
