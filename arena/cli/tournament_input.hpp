// The specification of a tournament as a command is given it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arena/cli/commands.hpp"
#include "arena/model/spec.hpp"

namespace ludex::arena::cli {

// Reads and checks the file. Every problem is printed with its place before Failure is thrown. `about_to` is
// told, as "agent 'uct'", whose code is going to run in this process, and for how many nanoseconds it may.
// `examine`: make agents in the sandbox in children, to know whether they can be (host/examine.hpp). `tried`:
// agents that want to be tried are, and whom they found is told by their name; without it nobody is.
[[nodiscard]] TournamentSpec read_tournament(
    Context& context, const std::string& file, const std::vector<std::string>& overrides,
    const std::function<void(const std::string&, std::int64_t)>& about_to = [](const std::string&,
                                                                               std::int64_t) {},
    bool examine = true,
    const std::function<void(const std::string& agent, const std::string& said)>& tried = {});

// The same where the folder of a tournament has it, as spec.yaml: OUT itself or one of its parts. `out` of
// the result is the folder.
[[nodiscard]] TournamentSpec read_tournament_of(Context& context, const std::string& folder);

// Who this process is, for others that wait for what it holds: node, process, Slurm job, since when.
[[nodiscard]] std::string this_process_text();

}  // namespace ludex::arena::cli
