// Before a game is used, a short form of its contract: a wrong hash makes solvers state falsehoods, a class
// out of range makes agents crash that are then blamed for it.
#pragma once

#include <string>

#include "arena/host/registry.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Why the game is refused, with the broken promise and its witness; empty if it keeps its promises, or cannot
// be made at all, which is for whoever makes it to say. The error: this machine could not look. Runs in a
// child process, some milliseconds, once for each plug-in file and set of parameters: verdicts are kept in
// the user's cache by the file's digest, but for those that a crash or a hang gave, in which the machine may
// have had a part. `boxed`: in the sandbox.
[[nodiscard]] Result<std::string> check_before_use(const Registry& registry, const Component& game,
                                                   bool boxed = false);

}  // namespace ludex::arena
