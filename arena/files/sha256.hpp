// SHA-256 (FIPS 180-4), so that `sha256sum` can tell whether a plug-in is the one of a published run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

// 64 hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);
[[nodiscard]] Result<std::string> sha256_of_file(const std::filesystem::path& file);

}  // namespace ludex::arena
