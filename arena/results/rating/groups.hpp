// Groups of comparable players. Players joined by a chain of games form a group; ratings of different groups
// have no common zero.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/results/rating/result_table.hpp"

namespace ludex::arena::rating {

struct Groups {
  std::vector<std::vector<std::uint32_t>> members;  // groups by first appearance, players ascending
  std::vector<std::uint32_t> group_of;              // by player
  std::vector<std::uint32_t> place;                 // by player: its index in members[group_of]

  [[nodiscard]] std::size_t size() const noexcept { return members.size(); }
};

// Connected components of the graph of games.
[[nodiscard]] Groups connected_groups(const ResultTable& table);

// Strongly connected components of the graph with an arc from every player who took at least half a point to
// the player it was taken from. If a group has several components, some players won every game against the
// rest: without a prior their rating is infinite (Ford 1957, Amer. Math. Monthly 64, assumption of the
// existence theorem).
[[nodiscard]] Groups scoring_groups(const ResultTable& table);

}  // namespace ludex::arena::rating
