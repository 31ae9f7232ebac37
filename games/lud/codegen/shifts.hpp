// Relations between sites as shifts of sets: on a regular board a step in one direction adds the same to the
// number of every site.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "games/lud/program/program.hpp"

namespace ludex::games::lud::codegen {

// An order of kinds, given those that come before each, in which those of every site are; empty: there is
// none.
[[nodiscard]] std::vector<int> common_order(std::map<int, std::set<int>> before);

// From each site of a set to the site whose number is greater by `distance`.
struct Shift {
  int distance = 0;
  Region from;
};

// A relation, by site the sites that it leads to, as at most `most` shifts. Their order is one in which every
// site's list is; nothing: there is none, or the board is too irregular.
[[nodiscard]] std::optional<std::vector<Shift>> shifts_of(const std::vector<std::vector<int>>& targets,
                                                          int words, std::size_t most);

// The single shift of a straight line in a direction, if all lines in it consist of the same steps, at most
// one from each site; nothing: they do not.
[[nodiscard]] std::optional<Shift> straight_shift(const Topology& board, int direction, int words);

}  // namespace ludex::games::lud::codegen
