// A record's line read fast: a report wants few of its fields, and of 100,000 games at that.
#pragma once

#include <cstdint>
#include <string_view>

#include "arena/model/game_record.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Reads the fields of a line that a report uses: opening and moves stay empty, `play` becomes a hash of them
// and of the position. False if the line is not what to_json_line() writes: read_record() judges it then.
// `record` may be used again for the next line.
[[nodiscard]] bool scan_record(std::string_view line, GameRecord& record, std::uint64_t& play);

// The same of any line that game_record_from_json() can read, and its error for one that it cannot.
[[nodiscard]] Result<void> read_record(std::string_view line, GameRecord& record, std::uint64_t& play);

}  // namespace ludex::arena
