#include "arena/host/plugins/parameters.hpp"

#include <algorithm>
#include <vector>

#include "arena/base/text/suggest.hpp"

namespace ludex::arena::host {

const ParamSpec* find_parameter(std::span<const ParamSpec> specs, std::string_view name) {
  const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return name == s.name; });
  return spec != specs.end() ? &*spec : nullptr;
}

std::string parameter_hint(std::span<const ParamSpec> specs, std::string_view name) {
  if (specs.empty()) return "it has none";
  std::vector<std::string> known;
  for (const auto& spec : specs) known.emplace_back(spec.name);
  return suggest(name, known);
}

std::string value_hint(const ParamSpec& spec, std::string_view value) {
  std::vector<std::string> known;
  if (spec.type == ParamType::kBool) known = {"true", "false"};
  if (spec.type == ParamType::kChoice) {
    for (std::string_view rest = spec.choices;;) {
      const auto bar = rest.find('|');
      known.emplace_back(rest.substr(0, bar));
      if (bar == std::string_view::npos) break;
      rest.remove_prefix(bar + 1);
    }
  }
  return did_you_mean(value, known);
}

bool names_path(const ParamSpec& spec, std::string_view value) {
  return spec.type == ParamType::kText && !value.empty() &&
         (spec.reserved == kNamesPath ||
          (spec.reserved == kNamesProgram && value.find('/') != std::string_view::npos));
}

}  // namespace ludex::arena::host
