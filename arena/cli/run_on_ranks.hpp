// `ludex run` on many machines: under the launcher of a transport (arena/transport).
#pragma once

#include <memory>
#include <string>

#include "arena/cli/commands.hpp"
#include "arena/model/spec.hpp"
#include "arena/transport/link.hpp"
#include "arena/transport/ranks.hpp"

namespace ludex::arena::cli {

// Joins the other processes, if this one was started with others; null if not. `transport`: "auto" (whoever
// started this process says), "none", or the id of a plug-in.
[[nodiscard]] std::unique_ptr<Link> join_ranks(Context& context, const std::string& transport);

// A rank other than 0: plays what it is sent, until the end of the run.
void serve_run(Context& context, Link& link);

// Rank 0, before the first game: sees that all ranks can play, and how fast they are if budgets are in time.
// `stretch` gets their machines. Throws Failure.
void prepare_ranks(Ranks& ranks, const TournamentSpec& spec, RunStretch& stretch);

}  // namespace ludex::arena::cli
