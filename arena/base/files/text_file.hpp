// Whole files as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

inline constexpr std::size_t kMaxOpeningBytes = 64U << 20;

// The contents, or "cannot read 'x': No such file or directory"; also an error for a file that is not regular
// (input_file.hpp) or longer than `max_bytes`.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes);
// Replaces the whole file: a reader, or a crash, finds the old or the new text. The error is "cannot write
// 'x': No space left on device".
Result<void> replace_text_file(const std::string& path, std::string_view text);

}  // namespace ludex::arena
