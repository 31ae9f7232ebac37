// m,n,k-games: k in a row on a board of m columns and n rows wins (rules.md). Tic-tac-toe is 3,3,3.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/common/line_game.hpp"

namespace ludex::games::mnk {

struct Mnk {
  static constexpr PluginInfo kInfo{"mnk", "1.0.0", "m,n,k-games: k in a row on an m x n board (tic-tac-toe)",
                                    "MIT"};
  using Rules = std::variant<LineGameRules<1>, LineGameRules<2>, LineGameRules<4>, LineGameRules<6>>;

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::integer("m", "3", 1, 19, "columns"),
        params::integer("n", "3", 1, 19, "rows"),
        params::integer("k", "3", 1, 19, "stones in a row that win (at least); at most the longer side"),
    };
    return specs;
  }

  static Result<Rules> create(const ParamValues& values) {
    const LineGameSpec spec{.width = static_cast<std::uint32_t>(values.integer("m")),
                            .height = static_cast<std::uint32_t>(values.integer("n")),
                            .k = static_cast<std::uint32_t>(values.integer("k")),
                            .exact = false,
                            .stones = "xo",
                            .look = LineGameLook::kNoughtsAndCrosses};
    if (spec.k > std::max(spec.width, spec.height)) {
      return Error{"k = " + std::to_string(spec.k) + " does not fit a board of " +
                   std::to_string(spec.width) + " x " + std::to_string(spec.height)};
    }
    return make_line_game<Rules>(spec);
  }
};

}  // namespace ludex::games::mnk
