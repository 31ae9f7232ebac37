// Reads logs, complete ones and those of runs that were killed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/model/game_record.hpp"
#include "arena/results/log/chain.hpp"
#include "arena/results/log/log_cursor.hpp"
#include "arena/results/log/play_hash.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::log {

struct LogContents {
  std::vector<GameRecord> records;
  std::optional<TornLine> torn;
};

// Calls `visit` for every game in order; returns the torn last line if there is one. Any other damage, and an
// error of `visit`, becomes an error "file:line: ...". Holds one record at a time in memory. `chain`, if not
// null, gets every line before its game is visited.
[[nodiscard]] Result<std::optional<TornLine>> visit_log(
    const std::string& path, const std::function<Result<void>(GameRecord&&)>& visit,
    ChainCheck* chain = nullptr);
// Several times faster, for the fields that scan_record() reads, with or without each move's times
// (`series`). Several threads read ahead; the caller's thread calls `visit`.
[[nodiscard]] Result<std::optional<TornLine>> scan_log(
    const std::string& path,
    const std::function<Result<void>(const GameRecord& record, const PlayHash& play)>& visit,
    ChainCheck* chain = nullptr, bool series = true);
[[nodiscard]] Result<LogContents> read_log(const std::string& path);

// Cuts off a torn last line.
Result<void> repair_log(const std::string& path, const TornLine& torn);

}  // namespace ludex::arena::log
