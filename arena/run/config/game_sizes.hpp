// Checks what depends on the numbers of players of a specification's games.
#pragma once

#include <vector>

#include "arena/model/spec.hpp"
#include "arena/run/config/fields.hpp"
#include "arena/run/config/tree.hpp"

namespace ludex::arena::run {

// `root` is the specification as read into `spec`, whose games have their numbers of players; `games` are the
// places of its games. Reports games that have more players than there are agents, formats and kinds of
// adjudication that are for two players, and, if there is no other problem, a schedule with too many games.
void check_sizes(const Node& root, const TournamentSpec& spec, const std::vector<Place>& games,
                 Problems& problems);

}  // namespace ludex::arena::run
