// The schedule of a specification's format.
#pragma once

#include <memory>

#include "arena/config/spec.hpp"
#include "arena/schedule/schedule.hpp"

namespace ludex::arena {

// `spec` outlives the schedule.
[[nodiscard]] std::unique_ptr<Schedule> make_schedule(const TournamentSpec& spec);

}  // namespace ludex::arena
