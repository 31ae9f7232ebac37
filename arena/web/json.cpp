#include "arena/web/json.hpp"

#include <nlohmann/json.hpp>

namespace ludex::arena::web {

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace ludex::arena::web
