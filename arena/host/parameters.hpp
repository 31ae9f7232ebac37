// Settings of plug-ins against their schema, for files and the command line: what is wrong, and what may have
// been meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/abi/params.hpp"

namespace ludex::arena {

// nullptr if there is none.
[[nodiscard]] const ParamSpec* find_parameter(std::span<const ParamSpec> specs, std::string_view name);
// For a name that is none: "did you mean 'size'?", "it has none".
[[nodiscard]] std::string parameter_hint(std::span<const ParamSpec> specs, std::string_view name);
// For a value that does not fit: "did you mean 'plain'?", or nothing.
[[nodiscard]] std::string value_hint(const ParamSpec& spec, std::string_view value);

}  // namespace ludex::arena
