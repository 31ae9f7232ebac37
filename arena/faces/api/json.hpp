// JSON for the faces that serve it: converts any bytes of a log to valid text.
#pragma once

#include <string>

#include "arena/base/json/value.hpp"

namespace ludex::arena::api {

using Json = json::Value;

[[nodiscard]] std::string text_of(const Json& json);

}  // namespace ludex::arena::api
