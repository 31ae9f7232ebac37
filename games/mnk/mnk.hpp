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

  static std::span<const ParamSpec> parameters();

  static Result<Rules> create(const ParamValues& values);
};

}  // namespace ludex::games::mnk
