// The macro that exports an agent as a plug-in.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/agent/agent.hpp"
#include "core/agent/agent_shell.hpp"
#include "core/plugin/entry.hpp"

namespace ludex::abi {

// The preset files of this plug-in, if ludex_add_plugin was given any: {"NAME", "CONTENT"}, ...
#ifdef LUDEX_PRESETS
static constexpr ParamText kPresetFiles[] = {
#include LUDEX_PRESETS
};

// Answers for the presets, and otherwise like AgentShell<T>.
template <class T>
const void* agent_factory(const char* interface_id) noexcept {
  class Embedded final : public Presets {
   public:
    [[nodiscard]] const ParamText* presets(std::uint32_t* count) const noexcept override {
      *count = sizeof kPresetFiles / sizeof kPresetFiles[0];
      return kPresetFiles;
    }
  };
  static const Embedded embedded;
  if (std::string_view(interface_id) == Presets::kInterface) return static_cast<const Presets*>(&embedded);
  return AgentShell<T>::factory(interface_id);
}
#else
template <class T>
const void* agent_factory(const char* interface_id) noexcept {
  return AgentShell<T>::factory(interface_id);
}
#endif

}  // namespace ludex::abi

// The whole shell of an agent plug-in: LUDEX_AGENT_PLUGIN(ludex::agents::uct::Uct);
#define LUDEX_AGENT_PLUGIN(AGENT) \
  LUDEX_EXPORT_PLUGIN(::ludex::PluginKind::kAgent, AGENT::kInfo, &::ludex::abi::agent_factory<AGENT>)
