// JSON as this folder writes it: any bytes that a log holds become text.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace ludex::arena::web {

using Json = nlohmann::json;

[[nodiscard]] inline std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace ludex::arena::web
