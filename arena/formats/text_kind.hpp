// What a file holds: by the ending of its name, else by how its text begins. One function for every command.
#pragma once

#include <optional>
#include <string_view>

namespace ludex::arena {

enum class TextKind { kJsonl, kPgn, kCsv, kEpd, kSgf };

// By the ending, whatever its case, after one of a compressor: .jsonl .ndjson .json, .pgn, .csv .tsv, .epd
// .fen, .sgf; nothing for another.
[[nodiscard]] std::optional<TextKind> kind_by_name(std::string_view path);
// By the first characters after blank lines, and lines that begin with '#', '%' or ';' and are comments: '{'
// JSONL, '[' or a first move "1." PGN, "(;" SGF; nothing for anything else.
[[nodiscard]] std::optional<TextKind> kind_by_text(std::string_view text);
// By either, the name first.
[[nodiscard]] std::optional<TextKind> kind_of(std::string_view path, std::string_view text);

}  // namespace ludex::arena
