#include "arena/host/plugins/presets.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "arena/host/plugins/parameters.hpp"

namespace ludex::arena::host {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// Adds `PARAMETER: VALUE` to the settings.
Result<void> add_line(std::string_view line, std::span<const ParamSpec> specs, Settings& values) {
  const auto colon = line.find(": ");
  if (colon == std::string_view::npos) return Error{fmt::format("'{}' is not PARAMETER: VALUE", line)};
  const std::string_view name = trimmed(line.substr(0, colon));
  const std::string_view value = trimmed(line.substr(colon + 2));
  const ParamSpec* const spec = find_parameter(specs, name);
  if (spec == nullptr)
    return Error{fmt::format("there is no parameter '{}' ({})", name, parameter_hint(specs, name))};
  if (find_setting(values, name) != nullptr) return Error{fmt::format("'{}' is given twice", name)};
  if (const auto parsed = parse_param(*spec, value); !parsed) return Error{parsed.error()};
  values.emplace_back(name, value);
  return {};
}

bool valid_name(std::string_view name) {
  return !name.empty() && name != kNoPreset &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

}  // namespace

Result<Preset> read_preset(std::string_view name, std::string_view text, std::span<const ParamSpec> specs) {
  Preset preset{std::string(name), "", {}};
  std::size_t number = 0;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (line.empty()) continue;
    if (line.front() == '#') {
      if (preset.values.empty())
        preset.doc.append(preset.doc.empty() ? "" : " ").append(trimmed(line.substr(1)));
      continue;
    }
    if (const auto added = add_line(line, specs, preset.values); !added)
      return Error{fmt::format("preset '{}', line {}: {}", name, number, added.error())};
  }
  return preset;
}

Result<std::vector<Preset>> read_presets(std::span<const ParamText> files, std::span<const ParamSpec> specs) {
  std::vector<Preset> presets;
  if (!files.empty() && find_parameter(specs, kPresetParameter) != nullptr)
    return Error{fmt::format("has both presets and its own parameter '{}'", kPresetParameter)};
  for (const ParamText& file : files) {
    if (file.name == nullptr || file.value == nullptr) return Error{"a text of a preset is a null pointer"};
    const std::string_view name = file.name;
    const bool known =
        std::any_of(presets.begin(), presets.end(), [&](const Preset& other) { return other.name == name; });
    if (!valid_name(name) || known)
      return Error{
          fmt::format("preset '{}': expected a unique name of lower-case letters, digits and '-', not '{}'",
                      name, kNoPreset)};
    auto preset = read_preset(name, file.value, specs);
    if (!preset) return Error{preset.error()};
    presets.push_back(*std::move(preset));
  }
  return presets;
}

const std::string* find_setting(const Settings& settings, std::string_view name) {
  const auto at = std::find_if(settings.begin(), settings.end(),
                               [&](const auto& setting) { return setting.first == name; });
  return at != settings.end() ? &at->second : nullptr;
}

const Preset* chosen_preset(std::span<const Preset> presets, const Settings& given) {
  const std::string* const name = presets.empty() ? nullptr : find_setting(given, kPresetParameter);
  if (name == nullptr) return nullptr;
  const auto at = std::find_if(presets.begin(), presets.end(),
                               [&](const Preset& preset) { return preset.name == *name; });
  return at != presets.end() ? &*at : nullptr;
}

Settings expand_preset(std::span<const Preset> presets, const Settings& given) {
  Settings all = given;
  if (presets.empty()) return all;
  std::erase_if(all, [](const auto& setting) { return setting.first == kPresetParameter; });
  if (const Preset* const preset = chosen_preset(presets, given)) {
    for (const auto& [name, value] : preset->values) {
      if (find_setting(given, name) == nullptr) all.emplace_back(name, value);
    }
  }
  return all;
}

}  // namespace ludex::arena::host
