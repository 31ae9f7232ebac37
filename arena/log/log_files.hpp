// Where the log of a tournament is: games.jsonl in its folder, or games.jsonl.zst or .gz, which zstd or gzip
// has made of it. Where there are both, the plain one counts.
#pragma once

#include <string>

#include "core/util/result.hpp"

namespace ludex::arena {

// The file; if there is none, the name that a new one gets.
[[nodiscard]] std::string log_in(const std::string& folder);
[[nodiscard]] bool has_log(const std::string& folder);
// Whether the file is the log of its folder, by its name.
[[nodiscard]] bool is_log_name(const std::string& path);
[[nodiscard]] bool is_compressed_log(const std::string& path);

// Makes games.jsonl.zst of the log of a tournament that has ended; nothing if it is compressed already.
Result<void> compress_log(const std::string& folder);
// Makes a compressed log plain again, for games to be added; nothing if it is. What was cut short is then a
// torn last line.
Result<void> expand_log(const std::string& folder);

}  // namespace ludex::arena
