#include "games/othello/othello.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "core/abi/params.hpp"
#include "core/abi/schema.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace games::othello {

namespace {

struct Config {
  std::uint32_t size = 8;
  End end = End::kTwoPasses;
};

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    s.choice("size", &Config::size, {{"4", 4}, {"6", 6}, {"8", 8}, {"10", 10}}, "rows and columns");
    s.choice("end", &Config::end, {{"two-passes", End::kTwoPasses}, {"no-moves", End::kNoMoves}},
             "the game ends after two passes in succession (passes count as plies), or as soon as neither "
             "side can move");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> Othello::parameters() {
  return schema().specs();
}

auto Othello::create(const ParamValues& values) -> Result<Rules> {
  const auto [size, end] = schema().read(values);
  if (size == 4) return Rules(OthelloRules<4>(end));
  if (size == 6) return Rules(OthelloRules<6>(end));
  if (size == 10) return Rules(OthelloRules<10>(end));
  return Rules(OthelloRules<8>(end));
}

}  // namespace games::othello

template class GameShell<games::othello::Othello>;

}  // namespace ludex
