// A record's line read fast: a report wants few of its fields, and of 100,000 games at that.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "arena/model/game_record.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// What of a line is not read: lists of texts, as JSON writes them. Valid as long as the line and this object.
struct UnreadPlay {
  std::string_view opening;
  std::string_view moves;
  std::array<std::string, 2> made;  // where the line writes them in another way
};

// Reads the fields of a line that a report uses: opening and moves stay empty, `play` becomes a hash of them
// and of the position. False if the line is not what to_json_line() writes: read_record() judges it then.
// `record` may be used again for the next line. `unread` may be null. Without `series` each move's times and
// counts, a quarter of the work, stay empty.
[[nodiscard]] bool scan_record(std::string_view line, GameRecord& record, std::uint64_t& play,
                               UnreadPlay* unread = nullptr, bool series = true);

// The same of any line that game_record_from_json() can read, and its error for one that it cannot.
[[nodiscard]] Result<void> read_record(std::string_view line, GameRecord& record, std::uint64_t& play,
                                       UnreadPlay* unread = nullptr, bool series = true);

}  // namespace ludex::arena
