// Data that playouts keep as they go on (runtime/track.hpp), in games where pieces are only ever added: which
// lines and groups end rules ask for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "games/lud/program/program.hpp"

namespace ludex::games::lud::codegen {

class PlayoutData {
 public:
  explicit PlayoutData(const Program& program) : p_(program) {}

  // Keeps rows of pieces in the directions of `half`, one of each pair of opposites in `mask`. False: their
  // lines do not allow it, or rows in other directions are kept.
  bool keep_lines(std::uint32_t half, std::uint32_t mask);
  // Keeps the regions that each group touches; `near`: the table of neighbours. Returns their bits; 0: there
  // is no room, or groups by other neighbours are kept.
  std::uint32_t keep_regions(const std::string& near, const std::vector<Region>& regions);

  [[nodiscard]] bool empty() const { return regions.empty() && line_rows == 0; }

  std::string group_near;       // name of the table of neighbours
  bool has_firsts = false;      // there are tables of the first of neighbours that are next to each other
  std::vector<Region> regions;  // of groups, by bit
  std::vector<std::uint32_t> touch;  // by site: the regions that contain it
  std::uint32_t line_ways = 0;       // directions of lines
  int line_rows = 0;
  std::vector<int> line_of;  // by site and direction: 32 times the line, and the place in it

 private:
  const Program& p_;
};

}  // namespace ludex::games::lud::codegen
