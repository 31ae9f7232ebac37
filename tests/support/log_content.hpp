// The games of a run's log, as tests compare them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "arena/base/json/value.hpp"

namespace ludex::tests {

[[nodiscard]] std::vector<arena::json::Value> games(const std::filesystem::path& folder);
// What must not depend on time, concurrency or interruption: id -> everything but times.
[[nodiscard]] std::map<std::string, arena::json::Value> content(const std::filesystem::path& folder);
// The same in the order of the log, one line of text a game.
[[nodiscard]] std::vector<std::string> ordered_content(const std::filesystem::path& folder);

}  // namespace ludex::tests
