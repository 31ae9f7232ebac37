// Everything that a learning needs to go on where it stopped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::studies::learning {

struct Checkpoint {
  std::string settings;  // those that decide what is learned; a resumed run must have the same
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::vector<std::vector<float>> arrays = {};
  std::string window = {};  // positions still learned from, in the method's own form
};

// Replaces the file only when all is written.
[[nodiscard]] Result<void> write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
// Errors name the file: unreadable, cut short, damaged.
[[nodiscard]] Result<Checkpoint> read_checkpoint(const std::filesystem::path& path);

}  // namespace ludex::studies::learning
