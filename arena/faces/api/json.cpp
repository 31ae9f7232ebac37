#include "arena/faces/api/json.hpp"

namespace ludex::arena::api {

std::string text_of(const Json& json) {
  return json.sorted_dump();
}

}  // namespace ludex::arena::api
