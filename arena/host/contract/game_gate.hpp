// Checks a game's contract briefly before use: a wrong hash makes solvers wrong, and a class out of range
// crashes agents, which would then be blamed.
#pragma once

#include <string>

#include "arena/host/plugins/registry.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::host {

// The reason for refusing the game, with the broken promise and its witness; empty if the game keeps its
// promises, or cannot be made at all, which its maker reports. The error: this machine could not check. Runs
// in a child process, some milliseconds, once per plug-in file and set of parameters: verdicts are cached by
// the file's digest, except those from a crash or a hang, to which the machine may have contributed.
// `sandboxed`: in the sandbox.
[[nodiscard]] Result<std::string> check_before_use(const Registry& registry, const Component& game,
                                                   bool sandboxed = false);

}  // namespace ludex::arena::host
