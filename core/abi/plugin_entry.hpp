// The symbol that a plug-in exports.
#pragma once

#include <cstdint>

#include "core/abi/enum_text.hpp"
#include "core/abi/host_services.hpp"
#include "core/abi/types.hpp"

namespace ludex {

enum class PluginKind : std::uint32_t { kGame = 1, kAgent = 2, kStudy = 3, kTransport = 4 };
[[nodiscard]] constexpr auto enum_texts(PluginKind) noexcept {
  return EnumTexts{"", "game", "agent", "study", "transport"};
}

// The type of the one symbol that a plug-in exports (entry.hpp).
struct PluginEntry {
  std::uint64_t magic;        // kPluginMagic
  std::uint32_t struct_size;  // sizeof(PluginEntry)
  std::uint32_t abi_major;    // kAbiMajor
  PluginKind kind;
  std::uint32_t reserved;        // 0
  std::uint64_t fingerprint;     // abi::kFingerprint
  const char* fingerprint_text;  // all texts: UTF-8, terminated, static lifetime, never null
  const char* id;                // lower case, digits and '-': the name used on the command line and in YAML
  const char* version;           // of the plug-in
  const char* summary;           // one line
  const char* licence;           // SPDX expression
  const char* build;             // compiler and flags: shown, never compared
  // Called once after loading, before anything else, on the loading thread. `host` stays valid until deinit.
  Status (*init)(const HostServices* host) noexcept;
  void (*deinit)() noexcept;
  // The GameFactory, AgentFactory, Study or Transport whose kInterface is `interface_id`; nullptr if
  // this plug-in does not have it.
  const void* (*factory)(const char* interface_id) noexcept;
};

}  // namespace ludex
