// Counts over uniformly random games: `ludex lud check --playouts N`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/study/study_shell.hpp"
#include "games/lud/game/description.hpp"

namespace ludex::games::lud {

// Names and JSON texts of values, in this order: "playouts", the number of games; "plies" of a game, without
// those of chance: mean, standard deviation, least and most; "moves", the legal moves of a ply: mean and
// most; "decisions", plies of a game with more than one move; "chance", plies of chance of a game; "wins" of
// each player: he alone, or his team, has the best rank; "draws": all have the same rank. Fewer games if the
// task is stopped; none: an empty list.
using Statistics = std::vector<std::pair<std::string, std::string>>;
Statistics statistics_of(const StudyTask& task, const std::shared_ptr<const Description>& description,
                         std::uint32_t games);

}  // namespace ludex::games::lud
