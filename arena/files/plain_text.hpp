// The bytes of a file that somebody else wrote, as text: UTF-8 without a byte order mark, lines that end in
// '\n' or "\r\n".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

// Of a UTF-8 byte order mark at the start of `bytes`: 3, else 0.
[[nodiscard]] std::size_t byte_order_mark(std::string_view bytes) noexcept;

// The text of bytes that are no such text: UTF-16 with or without a byte order mark (what cannot be converted
// becomes U+FFFD), or lines that end in '\r' alone. Nothing if the bytes, less a byte order mark, are text as
// they are. The error names an encoding that is not read.
[[nodiscard]] Result<std::optional<std::string>> converted_text(std::string_view bytes);

// The name of the format if the bytes are compressed by what Ludex cannot undo (bzip2, xz, zip, ...) and what
// undoes it: "bzip2 (bunzip2)". Empty for anything else.
[[nodiscard]] std::string_view foreign_compression(std::string_view bytes) noexcept;

// Latin-1, which the PGN standard prescribes, as UTF-8. Text that is valid UTF-8 is returned as it is.
[[nodiscard]] std::string utf8_of(std::string_view text);

}  // namespace ludex::arena
