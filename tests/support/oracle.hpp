// Oracle data beside the checkout (../shared/data). It may be absent: then the test says so and checks only
// the facts copied into tests/.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <doctest/doctest.h>

#include "paths.hpp"

namespace ludex::tests {

// The path of an oracle file, or nothing (with a message) if it is not there.
inline std::optional<std::filesystem::path> oracle(const std::string& name) {
  std::filesystem::path path = std::filesystem::path(LUDEX_ORACLE_DIR) / name;
  if (std::filesystem::exists(path)) return path;
  MESSAGE("skipped: no oracle data at " << path.string());
  return std::nullopt;
}

}  // namespace ludex::tests
