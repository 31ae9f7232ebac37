// Lines of sites as sets, along which the numbers of the sites grow or fall, so that a bit scan finds the
// first site of a set on the line.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "games/lud/program/program.hpp"

namespace ludex::games::lud::codegen {

// A line from a site, without that site.
struct Ray {
  Region sites;
  std::vector<int> order{};
  bool grows = false;
  int direction = 0;
};

// The lines from a site; nothing: one of them goes to and fro, or comes to a site twice, or two have a site
// in common.
[[nodiscard]] std::optional<std::vector<Ray>> rays_from(const Topology& board, int at, std::uint32_t mask,
                                                        int words);

// The lines from all sites, as many from each, some of them empty: the k-th of all sites grow, or all fall.
// Those of each site are in its order. No pair has more than 63 sites, and no site more than 127 on its
// lines.
struct RayTable {
  int ways = 0;
  std::uint32_t grows = 0;    // bit k: of the k-th
  std::vector<Region> lines;  // `ways` of each site
  std::vector<int> pool;      // the sites of each in its order, ended by -1
  std::vector<int> begins;    // by line, in the pool
  // By site the same, in pairs: the k-th line that grows and the k-th that falls. And the sites of the
  // latter.
  std::vector<Region> pairs;
  std::vector<int> below;
  std::vector<Region> near;    // by site the first sites of its lines
  std::vector<Region> beyond;  // by site all sites of its lines
};
[[nodiscard]] std::optional<RayTable> rays_of(const Topology& board, std::uint32_t mask, int words);

}  // namespace ludex::games::lud::codegen
