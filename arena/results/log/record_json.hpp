// A game's record as a line of the log.
#pragma once

#include <string>
#include <string_view>

#include "arena/model/game_record.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::log {

// One line of JSON without '\n', valid UTF-8 for any strings. Never fails.
[[nodiscard]] std::string to_json_line(const GameRecord& record);
// Unknown fields are ignored (later versions add some); missing or ill-typed ones are errors.
[[nodiscard]] Result<GameRecord> game_record_from_json(std::string_view line);

}  // namespace ludex::arena::log
