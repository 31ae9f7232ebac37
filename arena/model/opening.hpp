// Where a game starts: what is on the board before the first move that an agent chooses.
#pragma once

#include <string>
#include <vector>

#include "core/abi/types.hpp"

namespace ludex::arena {

struct Opening {
  std::string position;  // as position_from_text reads it; empty: the initial position
  std::vector<Move> moves;

  bool operator==(const Opening&) const = default;
};

}  // namespace ludex::arena
