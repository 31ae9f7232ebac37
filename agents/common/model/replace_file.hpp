// Files that are whole at any time.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "core/util/result.hpp"

namespace ludex::agents::model {

// Writes a new file and puts it in place of `path` only when all is written.
[[nodiscard]] inline Result<void> replace_file(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path part = path.string() + ".part";
  {
    std::ofstream file(part, std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    if (!file.flush()) return Error{"cannot write " + part.string()};
  }
  std::error_code failed;
  std::filesystem::rename(part, path, failed);
  if (failed) return Error{"cannot write " + path.string() + ": " + failed.message()};
  return {};
}

}  // namespace ludex::agents::model
