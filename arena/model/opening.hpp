// The position of a game before the first move that an agent chooses.
#pragma once

#include <string>
#include <vector>

#include "core/abi/types.hpp"

namespace ludex::arena {

struct Opening {
  std::string position;  // in the format of position_from_text; empty: the initial position
  std::vector<Move> moves;

  bool operator==(const Opening&) const = default;
};

}  // namespace ludex::arena
