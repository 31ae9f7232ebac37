// Detects a file's kind by the ending of its name, else by the start of its text. All commands use it.
#pragma once

#include <optional>
#include <string_view>

namespace ludex::arena {

enum class TextKind { kJsonl, kPgn, kCsv, kEpd, kSgf };

// By the ending, in any case, below a compressor's: .jsonl .ndjson .json, .pgn, .csv .tsv, .epd .fen, .sgf;
// no value for others.
[[nodiscard]] std::optional<TextKind> kind_by_name(std::string_view path);
// By the first characters after blank lines and comments starting with '#', '%' or ';': '{' JSONL, '[' or a
// first move "1." PGN, "(;" SGF; no value for others.
[[nodiscard]] std::optional<TextKind> kind_by_text(std::string_view text);
// By name, else by text.
[[nodiscard]] std::optional<TextKind> kind_of(std::string_view path, std::string_view text);

}  // namespace ludex::arena
