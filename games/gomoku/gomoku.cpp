#include "games/gomoku/gomoku.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "core/abi/params.hpp"
#include "core/abi/schema.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace games::gomoku {

namespace {

struct Config {
  std::uint32_t size = 15;
  bool exact = false;
};

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    s.integer("size", &Config::size, 5, 19, "columns and rows");
    s.choice("rules", &Config::exact, {{"freestyle", false}, {"standard", true}},
             "freestyle: five or more in a row win; standard: exactly five",
             "Renju International Federation, Gomoku rules");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> Gomoku::parameters() {
  return schema().specs();
}

auto Gomoku::create(const ParamValues& values) -> Result<Rules> {
  const Config config = schema().read(values);
  return make_line_game<Rules>({.width = config.size,
                                .height = config.size,
                                .k = 5,
                                .exact = config.exact,
                                .stones = "bw",
                                .look = LineGameLook::kStones});
}

}  // namespace games::gomoku

template class GameShell<games::gomoku::Gomoku>;

}  // namespace ludex
