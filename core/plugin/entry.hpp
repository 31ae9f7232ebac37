// The entry point: the one symbol a plug-in exports.
//
// A plug-in is a shared library with the C symbol `ludex_plugin_v1`, a constant of type PluginEntry. The host
//   1. opens the library in a child process first, so that a crash in a constructor costs nothing;
//   2. checks magic, abi_major and struct_size, in this order, before it reads anything else;
//   3. compares the fingerprints, and shows both texts if they contradict each other;
//   4. calls init() once, then factory(), and deinit() once before it exits. The library is never closed
//   earlier.
// Authors do not write this by hand: LUDEX_GAME_PLUGIN, LUDEX_AGENT_PLUGIN, LUDEX_STUDY_PLUGIN and
// LUDEX_TRANSPORT_PLUGIN (game_plugin.hpp, agent_plugin.hpp, study_plugin.hpp, transport_plugin.hpp) do.
#pragma once

#include <cstdint>

#include "core/abi/host.hpp"
#include "core/abi/host_services.hpp"
#include "core/abi/plugin_entry.hpp"
#include "core/abi/plugin_info.hpp"  // of the INFO that the macro is given
#include "core/abi/types.hpp"
#include "core/plugin/fingerprint.hpp"

namespace ludex {

inline constexpr std::uint64_t kPluginMagic = 0x31'58'45'44'55'4C'FF'00ULL;  // "\0\xFFLUDEX1" in memory
// A plug-in with another number is refused. There is no minor number: version 1 is frozen.
inline constexpr std::uint32_t kAbiMajor = 1;
inline constexpr const char* kPluginSymbol = "ludex_plugin_v1";

namespace abi {

inline Status init(const HostServices* host) noexcept {
  g_host = host;
  return Status::kOk;
}
inline void deinit() noexcept {
  g_host = nullptr;
}

#ifndef LUDEX_BUILD_FLAGS
#define LUDEX_BUILD_FLAGS "flags unknown"
#endif
#if defined(__clang__)
#define LUDEX_BUILD_TEXT "clang++ " __clang_version__ "; " LUDEX_BUILD_FLAGS
#else
#define LUDEX_BUILD_TEXT "g++ " __VERSION__ "; " LUDEX_BUILD_FLAGS
#endif

}  // namespace abi

}  // namespace ludex

// In the static variant of a plug-in (for tests and debuggers), the symbol carries the plug-in's name
// instead.
#ifndef LUDEX_PLUGIN_SYMBOL
#define LUDEX_PLUGIN_SYMBOL ludex_plugin_v1
#endif

#define LUDEX_EXPORT_PLUGIN(KIND, INFO, FACTORY)                                                       \
  extern "C" __attribute__((visibility("default"))) const ::ludex::PluginEntry LUDEX_PLUGIN_SYMBOL;    \
  extern "C" const ::ludex::PluginEntry LUDEX_PLUGIN_SYMBOL = {::ludex::kPluginMagic,                  \
                                                               sizeof(::ludex::PluginEntry),           \
                                                               ::ludex::kAbiMajor,                     \
                                                               KIND,                                   \
                                                               0,                                      \
                                                               ::ludex::abi::kFingerprint,             \
                                                               ::ludex::abi::kFingerprintText.c_str(), \
                                                               (INFO).id,                              \
                                                               (INFO).version,                         \
                                                               (INFO).summary,                         \
                                                               (INFO).licence,                         \
                                                               LUDEX_BUILD_TEXT,                       \
                                                               &::ludex::abi::init,                    \
                                                               &::ludex::abi::deinit,                  \
                                                               FACTORY}
