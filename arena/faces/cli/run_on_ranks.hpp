// `ludex run` on several machines, under the launcher of a transport (arena/run/transport).
#pragma once

#include <memory>
#include <string>

#include "arena/faces/cli/commands.hpp"
#include "arena/run/transport/link.hpp"

namespace ludex::arena::cli {

// Joins the other processes if a launcher started several; null if not. `transport`: "auto" (detects the
// launcher), "none", or the id of a plug-in.
[[nodiscard]] std::unique_ptr<run::Link> join_ranks(Context& context, const std::string& transport);

// For ranks other than 0: plays the games it receives until the end of the run.
void serve_run(Context& context, run::Link& link);

}  // namespace ludex::arena::cli
