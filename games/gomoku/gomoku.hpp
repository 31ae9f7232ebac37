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

  static std::span<const ParamSpec> parameters();

  static Result<Rules> create(const ParamValues& values);
};

}  // namespace ludex::games::gomoku
