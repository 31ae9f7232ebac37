// Converts the bytes of a foreign file to text: UTF-8 without a byte order mark, lines that end in '\n' or
// "\r\n".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

// Size of a UTF-8 byte order mark at the start of `bytes`: 3, or 0 if there is none.
[[nodiscard]] std::size_t byte_order_mark(std::string_view bytes) noexcept;

// Converts UTF-16 with or without a byte order mark (invalid characters become U+FFFD), and lines that end in
// '\r' alone. No value if the bytes, without a byte order mark, are plain text already. The error names an
// encoding that is not supported.
[[nodiscard]] Result<std::optional<std::string>> converted_text(std::string_view bytes);

// The format's name if Ludex cannot expand it (bzip2, xz, zip, ...), with the program that can: "bzip2
// (bunzip2)". Empty for all other bytes.
[[nodiscard]] std::string_view foreign_compression(std::string_view bytes) noexcept;

// Converts Latin-1, which the PGN standard prescribes, to UTF-8. Returns valid UTF-8 unchanged.
[[nodiscard]] std::string utf8_of(std::string_view text);

}  // namespace ludex::arena
