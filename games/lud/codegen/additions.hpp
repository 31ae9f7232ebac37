// Conditions of end rules after a piece was added, in games whose moves only ever add a piece of the mover to
// an empty site (runtime/additions.hpp). They are expressions in `mover`, his pieces `own`, the site `at`,
// and the data `kept` of it; they hold wherever the conditions do while there are empty sites.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include "games/lud/program/program.hpp"

namespace ludex::games::lud::codegen {

class Emitter;

struct Additions {
  // The data that playouts keep are there.
  bool of_playout = true;
  // First the shortest rows are found by their directions: they are parts of longer ones. Then it is written.
  bool finds_rows = true;
  std::map<std::uint32_t, int> shortest;

  void note_row(std::uint32_t directions, int length) {
    int& least = shortest.try_emplace(directions, length).first->second;
    least = std::min(least, length);
  }
  [[nodiscard]] bool has_shorter(std::uint32_t directions, int length) const {
    const auto found = shortest.find(directions);
    return found != shortest.end() && found->second < length;
  }
};

// Throws Unknown.
[[nodiscard]] std::string condition_after_addition(const Node& n, Emitter& e, Additions& additions);

}  // namespace ludex::games::lud::codegen
