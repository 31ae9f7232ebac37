// Reads logs back, whole ones and those of runs that were killed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/model/game_record.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// A last line without its end: the write was cut short. Its game counts as not played.
struct TornLine {
  std::uint64_t line = 0;    // from 1
  std::uint64_t offset = 0;  // bytes before it
  std::uint64_t size = 0;    // bytes of it
};

struct LogContents {
  std::vector<GameRecord> records;
  std::optional<TornLine> torn;
};

// Calls `visit` for every game in order; returns the torn last line if there is one. Any other damage is an
// error "file:line: ...". Holds one line at a time in memory.
[[nodiscard]] Result<std::optional<TornLine>> visit_log(const std::string& path,
                                                        const std::function<void(GameRecord&&)>& visit);
[[nodiscard]] Result<LogContents> read_log(const std::string& path);

// Cuts off a torn last line.
Result<void> repair_log(const std::string& path, const TornLine& torn);

}  // namespace ludex::arena
