// How a file is opened that is to take the place of another.
#pragma once

#include <fcntl.h>

namespace ludex::arena {

// Of open(): to be written from its beginning. A FIFO that has that name, or a link, is an error and is not
// waited for.
inline constexpr int kFreshFile = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC;

}  // namespace ludex::arena
