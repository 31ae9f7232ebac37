#include "games/gomoku/gomoku.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/abi/params.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace games::gomoku {

std::span<const ParamSpec> Gomoku::parameters() {
  static const std::array specs{
      params::integer("size", "15", 5, 19, "columns and rows"),
      params::choice("rules", "freestyle", "freestyle|standard",
                     "freestyle: five or more in a row win; standard: exactly five",
                     "Renju International Federation, Gomoku rules"),
  };
  return specs;
}

auto Gomoku::create(const ParamValues& values) -> Result<Rules> {
  const auto size = static_cast<std::uint32_t>(values.integer("size"));
  return make_line_game<Rules>({.width = size,
                                .height = size,
                                .k = 5,
                                .exact = values.text("rules") == "standard",
                                .stones = "bw",
                                .look = LineGameLook::kStones});
}

}  // namespace games::gomoku

template class GameShell<games::gomoku::Gomoku>;

}  // namespace ludex
