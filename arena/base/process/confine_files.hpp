// Restricts the files that a process and its children may open (Landlock).
#pragma once

#include <string>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::arena {

// The kernel's version of Landlock; 0 if it has none.
[[nodiscard]] int landlock_version() noexcept;

// Opens a folder that only this user can have created and can write to, and creates it if missing (mode
// 0700); its last component may not be a symbolic link. The caller owns the descriptor.
[[nodiscard]] Result<int> open_private_folder(const std::string& path);

// Restricts the calling process to these files: for reading and writing, those in the folder `scratch` (a
// descriptor, or -1: none); for reading and execution, `readable` (files and folders; missing ones are
// ignored) and those that programs of this system need. Cannot be undone.
[[nodiscard]] Result<void> confine_files(int scratch, const std::vector<std::string>& readable);

}  // namespace ludex::arena
