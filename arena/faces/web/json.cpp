#include "arena/faces/web/json.hpp"

namespace ludex::arena::web {

std::string text_of(const Json& json) {
  return json.sorted_dump();
}

}  // namespace ludex::arena::web
