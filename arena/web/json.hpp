// JSON as this folder writes it: any bytes that a log holds become text.
#pragma once

#include <string>

#include "arena/json/value.hpp"

namespace ludex::arena::web {

using Json = json::Value;

[[nodiscard]] std::string text_of(const Json& json);

}  // namespace ludex::arena::web
