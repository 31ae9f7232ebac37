// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/connect-k/rules.hpp"

namespace ludex::games::connect_k {

struct ConnectK {
  static constexpr PluginInfo kInfo{"connect-k", "1.1.0",
                                    "Drop stones into columns, k in a row wins (Connect Four)", "MIT"};
  using Rules = std::variant<ConnectKRules<1>, ConnectKRules<2>, ConnectKRules<6>>;

  static std::span<const ParamSpec> parameters();

  static Result<Rules> create(const ParamValues& values);
};

}  // namespace ludex::games::connect_k
