// JSON as this folder writes it: any bytes that a log holds become text.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace ludex::arena::web {

using Json = nlohmann::json;

[[nodiscard]] std::string text_of(const Json& json);

}  // namespace ludex::arena::web
