// `ludex run` on several machines, under the launcher of a transport (arena/run/transport).
#pragma once

#include <memory>
#include <string>

#include "arena/faces/cli/commands.hpp"
#include "arena/model/spec.hpp"
#include "arena/run/transport/link.hpp"
#include "arena/run/transport/ranks.hpp"

namespace ludex::arena::cli {

// Joins the other processes if a launcher started several; null if not. `transport`: "auto" (detects the
// launcher), "none", or the id of a plug-in.
[[nodiscard]] std::unique_ptr<run::Link> join_ranks(Context& context, const std::string& transport);

// For ranks other than 0: plays the games it receives until the end of the run.
void serve_run(Context& context, run::Link& link);

// For rank 0 before the first game: checks that all ranks can play, and measures their speed if budgets are
// in time. Adds their machines to `stretch`. Throws Failure.
void prepare_ranks(run::Ranks& ranks, const TournamentSpec& spec, log::RunStretch& stretch);

}  // namespace ludex::arena::cli
