// Reads a command's tournament specification.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/faces/cli/commands.hpp"
#include "arena/model/spec.hpp"

namespace ludex::arena::cli {

// Reads and checks the file. Prints every problem with its place before throwing Failure. Calls `about_to`
// before a plug-in's code runs in this process, with its name ("agent 'uct'") and time limit in ns.
// `examine`: creates sandboxed agents in children to check them (host/examine.hpp). `tried`: if set, tries
// the agents that want it, and receives each agent's name and the program found.
[[nodiscard]] TournamentSpec read_tournament(
    Context& context, const std::string& file, const std::vector<std::string>& overrides,
    const std::function<void(const std::string&, std::int64_t)>& about_to = [](const std::string&,
                                                                               std::int64_t) {},
    bool examine = true,
    const std::function<void(const std::string& agent, const std::string& said)>& tried = {});

// Likewise for spec.yaml in a tournament's folder: OUT itself or one of its parts. `out` of the result is the
// folder.
[[nodiscard]] TournamentSpec read_tournament_of(Context& context, const std::string& folder);

// Identifies this process to others that wait for its lock: node, process, Slurm job, start.
[[nodiscard]] std::string this_process_text();

}  // namespace ludex::arena::cli
