// Zip archives made by zlib, to be read.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ludex::tests {

// An archive of texts by their names, every second one stored as it is.
[[nodiscard]] std::string zip_archive(const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace ludex::tests
