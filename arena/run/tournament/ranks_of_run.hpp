// The host's part before the first game of a run on several machines.
#pragma once

#include "arena/model/spec.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/run/transport/ranks.hpp"

namespace ludex::arena::run {

// Checks that all ranks can play, and measures their speed if budgets are in time. Adds their machines to
// `segment`. Throws Failure.
void prepare_ranks(Ranks& ranks, const TournamentSpec& spec, log::RunSegment& segment);

}  // namespace ludex::arena::run
