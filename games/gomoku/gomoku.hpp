// Gomoku: five in a row on a square board (rules.md).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/common/line_game.hpp"
#include "games/gomoku/evaluation.hpp"

namespace ludex::games::gomoku {

struct Gomoku {
  static constexpr PluginInfo kInfo{"gomoku", "1.0.0", "Gomoku: five in a row, freestyle or standard", "MIT"};
  using Rules = std::variant<GomokuRules<2>, GomokuRules<4>, GomokuRules<6>>;

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::integer("size", "15", 5, 19, "columns and rows"),
        params::choice("rules", "freestyle", "freestyle|standard",
                       "freestyle: five or more in a row win; standard: exactly five",
                       "Renju International Federation, Gomoku rules"),
    };
    return specs;
  }

  static Result<Rules> create(const ParamValues& values) {
    const auto size = static_cast<std::uint32_t>(values.integer("size"));
    return make_line_game<Rules>({.width = size,
                                  .height = size,
                                  .k = 5,
                                  .exact = values.text("rules") == "standard",
                                  .stones = "bw",
                                  .look = LineGameLook::kStones});
  }
};

}  // namespace ludex::games::gomoku
