// Fast reading of a record's line: a report needs few of its fields, but of 100,000 games.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "arena/model/game_record.hpp"
#include "arena/results/log/play_hash.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::log {

// The unread parts of a line: JSON lists of texts. Valid as long as the line and this object.
struct UnreadPlay {
  std::string_view opening;
  std::string_view moves;
  std::array<std::string, 2> made;  // if the line formats them differently
};

// Reads the fields that a report uses: opening and moves stay empty, `play` becomes their hash. False if
// to_json_line() would not write such a line: read_record() judges it then. `record` may be reused for the
// next line. `unread` may be null. Without `series` each move's times and counts, a quarter of the work, stay
// empty.
[[nodiscard]] bool scan_record(std::string_view line, GameRecord& record, PlayHash& play,
                               UnreadPlay* unread = nullptr, bool series = true);

// Likewise for any line that game_record_from_json() can read; otherwise returns its error.
[[nodiscard]] Result<void> read_record(std::string_view line, GameRecord& record, PlayHash& play,
                                       UnreadPlay* unread = nullptr, bool series = true);

}  // namespace ludex::arena::log
