// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/hex/rules.hpp"

namespace ludex::games::hex {

struct Hex {
  static constexpr PluginInfo kInfo{"hex", "1.4.0", "Hex: connect two opposite edges", "MIT"};
  using Rules = std::variant<HexRules<1>, HexRules<2>, HexRules<3>, HexRules<4>, HexRules<6>>;

  static std::span<const ParamSpec> parameters();

  static Result<Rules> create(const ParamValues& values);
};

}  // namespace ludex::games::hex
