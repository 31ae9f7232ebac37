// Opens files that are read to their end.
#pragma once

#include <string>

#include "arena/base/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Opens a regular file. Refuses all others (a FIFO, a device, a folder, a socket) at once, because opening
// one might block forever and reading might never end; but accepts those that a shell passes as files: below
// /dev/fd, /dev/stdin, /dev/null. The error is "cannot read 'x': it is a FIFO, expected a regular file".
[[nodiscard]] Result<Descriptor> open_input(const std::string& path);

}  // namespace ludex::arena
