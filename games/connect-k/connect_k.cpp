#include "games/connect-k/connect_k.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "core/abi/params.hpp"
#include "core/abi/schema.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace games::connect_k {

namespace {

struct Config {
  std::uint32_t width = 7;
  std::uint32_t height = 6;
  std::uint32_t k = 4;
};

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    s.integer("width", &Config::width, 1, kMaxSide, "columns");
    s.integer("height", &Config::height, 1, kMaxSide, "rows");
    s.integer("k", &Config::k, 1, kMaxSide, "number of stones in a row that wins; at most the longer side");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> ConnectK::parameters() {
  return schema().specs();
}

auto ConnectK::create(const ParamValues& values) -> Result<Rules> {
  const auto [width, height, k] = schema().read(values);
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
