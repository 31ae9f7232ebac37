// Before a game is used, a short form of its contract: a wrong hash makes solvers state falsehoods, a class
// out of range makes agents crash that are then blamed for it.
#pragma once

#include "arena/host/registry.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// The error names the broken promise with its witness. A game that cannot be made at all is let through, for
// whoever makes it to say why. Runs in a child process, some milliseconds, once for
// each plug-in file and set of parameters: verdicts are kept in the user's cache by the file's digest, those
// that a crash or a hang gave (a loaded machine may have had a part in it) are not.
[[nodiscard]] Result<void> check_before_use(Registry& registry, const Component& game);

}  // namespace ludex::arena
