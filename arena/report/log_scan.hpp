// One pass over a log, fast: a report wants few of a record's fields, and of 100,000 games at that.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "arena/model/game_record.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::report {

// Reads the fields of a line that a report uses: opening and moves stay empty, `play` becomes a hash of them.
// False if the line is not what to_json_line() writes: then game_record_from_json() says what is wrong, or
// reads it after all. `record` may be used again for the next line.
[[nodiscard]] bool scan_line(std::string_view line, GameRecord& record, std::uint64_t& play);

struct ScanEnd {
  std::uint64_t lines = 0;
  bool torn = false;  // the last line was cut short and left out
};

// Calls `visit` for every game of a log. Errors are "file:line: ...".
[[nodiscard]] Result<ScanEnd> scan_log(
    const std::string& path, const std::function<void(const GameRecord& record, std::uint64_t play)>& visit);

}  // namespace ludex::arena::report
