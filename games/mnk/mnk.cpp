#include "games/mnk/mnk.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "core/abi/params.hpp"
#include "core/abi/schema.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace games::mnk {

namespace {

struct Config {
  std::uint32_t m = 3;
  std::uint32_t n = 3;
  std::uint32_t k = 3;
};

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    s.integer("m", &Config::m, 1, 19, "columns");
    s.integer("n", &Config::n, 1, 19, "rows");
    s.integer("k", &Config::k, 1, 19,
              "number of stones in a row that wins (or more); at most the longer side");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> Mnk::parameters() {
  return schema().specs();
}

auto Mnk::create(const ParamValues& values) -> Result<Rules> {
  const Config config = schema().read(values);
  const LineGameSpec spec{.width = config.m,
                          .height = config.n,
                          .k = config.k,
                          .exact = false,
                          .stones = "xo",
                          .look = LineGameLook::kNoughtsAndCrosses};
  if (spec.k > std::max(spec.width, spec.height)) {
    return Error{"k = " + std::to_string(spec.k) + " does not fit a board of " + std::to_string(spec.width) +
                 " x " + std::to_string(spec.height)};
  }
  return make_line_game<Rules>(spec);
}

}  // namespace games::mnk

template class GameShell<games::mnk::Mnk>;

}  // namespace ludex
