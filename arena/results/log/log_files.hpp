// Locates a tournament's log: games.jsonl in its folder, or games.jsonl.zst or .gz made by zstd or gzip. If
// both exist, the plain one counts.
#pragma once

#include <string>

#include "core/util/result.hpp"

namespace ludex::arena::log {

// Path of the log; if there is none, the path for a new one.
[[nodiscard]] std::string log_in(const std::string& folder);
[[nodiscard]] bool has_log(const std::string& folder);
// Whether the name is that of a log in its folder.
[[nodiscard]] bool is_log_name(const std::string& path);
[[nodiscard]] bool is_compressed_log(const std::string& path);

// Compresses the log of a finished tournament to games.jsonl.zst; nothing if it is compressed already.
Result<void> compress_log(const std::string& folder);
// Decompresses a log so that games can be added; nothing if it is plain. A truncated file yields a torn last
// line.
Result<void> expand_log(const std::string& folder);

}  // namespace ludex::arena::log
