// The schedule of a specification's format.
#pragma once

#include <memory>
#include <span>

#include "arena/model/spec.hpp"
#include "arena/run/schedule/schedule.hpp"

namespace ludex::arena::run {

// `spec`, and the specifications it has grown from (arena/run/config/growth.hpp), oldest first, must outlive
// the schedule. The first total() games of each of them come first, in their order.
[[nodiscard]] std::unique_ptr<Schedule> make_schedule(const TournamentSpec& spec,
                                                      std::span<const TournamentSpec> earlier = {});

}  // namespace ludex::arena::run
