#include "games/othello/othello.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/abi/params.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace games::othello {

std::span<const ParamSpec> Othello::parameters() {
  static const std::array specs{
      params::choice("size", "8", "4|6|8|10", "rows and columns"),
      params::choice("end", "two-passes", "two-passes|no-moves",
                     "over after two passes in succession (they count as plies), or as soon as neither side "
                     "can move"),
  };
  return specs;
}

auto Othello::create(const ParamValues& values) -> Result<Rules> {
  const End end = values.text("end") == "no-moves" ? End::kNoMoves : End::kTwoPasses;
  const std::string& size = values.text("size");
  if (size == "4") return Rules(OthelloRules<4>(end));
  if (size == "6") return Rules(OthelloRules<6>(end));
  if (size == "10") return Rules(OthelloRules<10>(end));
  return Rules(OthelloRules<8>(end));
}

}  // namespace games::othello

template class GameShell<games::othello::Othello>;

}  // namespace ludex
