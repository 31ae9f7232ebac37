#include "games/mnk/mnk.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/abi/params.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace games::mnk {

std::span<const ParamSpec> Mnk::parameters() {
  static const std::array specs{
      params::integer("m", "3", 1, 19, "columns"),
      params::integer("n", "3", 1, 19, "rows"),
      params::integer("k", "3", 1, 19, "stones in a row that win (at least); at most the longer side"),
  };
  return specs;
}

auto Mnk::create(const ParamValues& values) -> Result<Rules> {
  const LineGameSpec spec{.width = static_cast<std::uint32_t>(values.integer("m")),
                          .height = static_cast<std::uint32_t>(values.integer("n")),
                          .k = static_cast<std::uint32_t>(values.integer("k")),
                          .exact = false,
                          .stones = "xo",
                          .look = LineGameLook::kNoughtsAndCrosses};
  if (spec.k > std::max(spec.width, spec.height)) {
    return Error{"k = " + std::to_string(spec.k) + " does not fit a board of " + std::to_string(spec.width) +
                 " x " + std::to_string(spec.height)};
  }
  return make_line_game<Rules>(spec);
}

}  // namespace games::mnk

template class GameShell<games::mnk::Mnk>;

}  // namespace ludex
