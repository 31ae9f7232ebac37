// Which files a process and all that it starts may open (Landlock).
#pragma once

#include <string>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::arena {

// The kernel's version of Landlock; 0: it has none.
[[nodiscard]] int landlock_version() noexcept;

// Opens a folder that nobody but this user can have put there or can write to, made if need be (mode 0700):
// the last component is no symbolic link. The descriptor is for whoever asks.
[[nodiscard]] Result<int> open_private_folder(const std::string& path);

// From now on the calling process opens nothing but: for writing and reading what lies in the folder
// `scratch` (a descriptor, or -1: nothing); for reading, and running, `readable` (files and folders, those
// that there are) and what programs of this system need. Cannot be undone.
[[nodiscard]] Result<void> confine_files(int scratch, const std::vector<std::string>& readable);

}  // namespace ludex::arena
