// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <array>
#include <span>
#include <string>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/othello/rules.hpp"

namespace ludex::games::othello {

struct Othello {
  static constexpr PluginInfo kInfo{"othello", "1.0.0", "Othello: outflanked discs change sides", "MIT"};
  using Rules = std::variant<OthelloRules<8>, OthelloRules<4>, OthelloRules<6>, OthelloRules<10>>;

  static std::span<const ParamSpec> parameters();
  static Result<Rules> create(const ParamValues& values);
};

}  // namespace ludex::games::othello
