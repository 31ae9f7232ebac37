// Files opened to be read to their end: those that have one.
#pragma once

#include <string>

#include "arena/files/descriptor.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Opens a regular file. What is none (a FIFO, a device, a folder, a socket) is refused in words and at once:
// to open it might block for ever, to read it might never end. But what a shell hands over as a file is read:
// below /dev/fd, /dev/stdin, /dev/null. The error is "cannot read 'x': it is a FIFO, expected a regular
// file".
[[nodiscard]] Result<Descriptor> open_input(const std::string& path);

}  // namespace ludex::arena
