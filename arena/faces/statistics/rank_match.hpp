// `ludex match` for games of three or more players: rating::RankTable as text.
#pragma once

#include <string>
#include <vector>

#include "arena/results/rating/rank_table.hpp"

namespace ludex::arena::statistics {

[[nodiscard]] std::string to_text(const std::vector<rating::RankTable>& tables, double confidence);

}  // namespace ludex::arena::statistics
