// Flags for opening a file that will replace another.
#pragma once

#include <fcntl.h>

namespace ludex::arena {

// Flags of open() for rewriting a file. A FIFO or a link of that name is an error; open() does not wait for
// it.
inline constexpr int kFreshFile = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC;

}  // namespace ludex::arena
