// JSON as the API has it.
#pragma once

#include "arena/faces/api/json.hpp"

namespace ludex::arena::web {

using api::Json;
using api::text_of;

}  // namespace ludex::arena::web
