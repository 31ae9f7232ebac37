#include "games/connect-k/connect_k.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/abi/params.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace games::connect_k {

std::span<const ParamSpec> ConnectK::parameters() {
  static const std::array specs{
      params::integer("width", "7", 1, kMaxSide, "columns"),
      params::integer("height", "6", 1, kMaxSide, "rows"),
      params::integer("k", "4", 1, kMaxSide, "stones in a row that win; at most the longer side"),
  };
  return specs;
}

auto ConnectK::create(const ParamValues& values) -> Result<Rules> {
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

}  // namespace games::connect_k

template class GameShell<games::connect_k::ConnectK>;

}  // namespace ludex
