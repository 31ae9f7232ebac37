// The macro that exports a transport as a plug-in.
#pragma once

#include <string_view>

#include "core/plugin/entry.hpp"
#include "core/transport/transport.hpp"

namespace ludex {

template <class T>
const void* transport_factory(const char* interface_id) noexcept {
  static const T transport{};
  return std::string_view(interface_id) == Transport::kInterface ? static_cast<const Transport*>(&transport)
                                                                 : nullptr;
}

}  // namespace ludex

// The whole shell of a transport plug-in, a class derived from Transport with a `kInfo`:
// LUDEX_TRANSPORT_PLUGIN(ludex::transports::Mpi);
#define LUDEX_TRANSPORT_PLUGIN(TRANSPORT)                                \
  LUDEX_EXPORT_PLUGIN(::ludex::PluginKind::kTransport, TRANSPORT::kInfo, \
                      &::ludex::transport_factory<TRANSPORT>)
