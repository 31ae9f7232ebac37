// Checks settings against a plug-in's schema, for files and the command line, and suggests corrections.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/abi/params.hpp"

namespace ludex::arena::host {

// nullptr if there is no such parameter.
[[nodiscard]] const ParamSpec* find_parameter(std::span<const ParamSpec> specs, std::string_view name);
// Hint for an unknown name: "did you mean 'size'?", "it has none".
[[nodiscard]] std::string parameter_hint(std::span<const ParamSpec> specs, std::string_view name);
// Hint for an invalid value: "did you mean 'plain'?", or "".
[[nodiscard]] std::string value_hint(const ParamSpec& spec, std::string_view value);
// Whether this value of the parameter is a path that may be relative.
[[nodiscard]] bool names_path(const ParamSpec& spec, std::string_view value);

}  // namespace ludex::arena::host
