// The game as a plug-in offers it: name, parameters, and the rules for given values.
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
  static constexpr PluginInfo kInfo{"connect-k", "1.0.0",
                                    "Drop stones into columns, k in a row wins (Connect Four)", "MIT"};
  using Rules = std::variant<ConnectKRules<1>, ConnectKRules<2>, ConnectKRules<6>>;

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::integer("width", "7", 1, kMaxSide, "columns"),
        params::integer("height", "6", 1, kMaxSide, "rows"),
        params::integer("k", "4", 1, kMaxSide, "stones in a row that win; at most the longer side"),
    };
    return specs;
  }

  static Result<Rules> create(const ParamValues& values) {
    const auto width = static_cast<std::uint32_t>(values.integer("width"));
    const auto height = static_cast<std::uint32_t>(values.integer("height"));
    const auto k = static_cast<std::uint32_t>(values.integer("k"));
    if (k > std::max(width, height)) {
      return Error{"k = " + std::to_string(k) + " does not fit a board of " + std::to_string(width) + " x " +
                   std::to_string(height)};
    }
    const std::uint32_t bits = width * (height + 1);
    if (bits <= 64) return Rules(ConnectKRules<1>(width, height, k));
    if (bits <= 128) return Rules(ConnectKRules<2>(width, height, k));
    return Rules(ConnectKRules<6>(width, height, k));
  }
};

}  // namespace ludex::games::connect_k
