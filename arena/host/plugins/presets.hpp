// Presets of an agent: values of its parameters under a name (Presets in core/agent/agent.hpp).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/abi/params.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::host {

// A parameter setting as the user wrote it.
using Settings = std::vector<std::pair<std::string, std::string>>;

struct Preset {
  std::string name;
  std::string doc;
  Settings values;
};

// The parameter by which a preset is chosen. The host adds it to the parameters of an agent with presets; the
// agent never sees it.
inline constexpr const char* kPresetParameter = "preset";
inline constexpr const char* kNoPreset = "none";

// Reads the content of a preset file and checks it against the agent's parameters. The error names the line.
[[nodiscard]] Result<Preset> read_preset(std::string_view name, std::string_view text,
                                         std::span<const ParamSpec> specs);
// Reads all files of an agent, given as names and contents.
[[nodiscard]] Result<std::vector<Preset>> read_presets(std::span<const ParamText> files,
                                                       std::span<const ParamSpec> specs);

// The value of `name` in a list of settings; nullptr if it is not there.
[[nodiscard]] const std::string* find_setting(const Settings& settings, std::string_view name);
// The preset that these settings choose; nullptr if they choose none.
[[nodiscard]] const Preset* chosen_preset(std::span<const Preset> presets, const Settings& given);
// The settings that the agent gets: those given, the others of the chosen preset, not the choice itself.
// `given` names a preset that exists.
[[nodiscard]] Settings expand_preset(std::span<const Preset> presets, const Settings& given);

}  // namespace ludex::arena::host
