#include "games/hex/hex.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "core/abi/params.hpp"
#include "core/abi/schema.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"
#include "games/hex/rules.hpp"

namespace ludex {

namespace games::hex {

namespace {

struct Config {
  std::uint32_t size = 11;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool swap = false;
  KnowledgeOptions knowledge;
  PlayoutKind playouts = PlayoutKind::kUniform;
};

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    const auto knowledge = [](auto member) { return nested(&Config::knowledge, member); };
    s.integer("size", &Config::size, 1, kMaxSide, "columns and rows");
    s.integer("width", &Config::width, 0, kMaxSide, "number of columns; 0: size");
    s.integer("height", &Config::height, 0, kMaxSide, "number of rows; 0: size");
    s.boolean("swap", &Config::swap, "the second player may answer the first move with 'swap'");
    s.choice("circuit", knowledge(&KnowledgeOptions::circuit),
             {{"none", CircuitKind::kNone},
              {"adjacent", CircuitKind::kAdjacent},
              {"bridges", CircuitKind::kBridges},
              {"vc", CircuitKind::kConnections}},
             "evaluation and move scores by electric circuits; wires: between neighbours, also for bridges "
             "and edge templates, or for all virtual connections found",
             "Anshelevich 2002");
    s.choice("learned", knowledge(&KnowledgeOptions::learned),
             {{"none", LearnedKind::kNone}, {"scores", LearnedKind::kScores}, {"all", LearnedKind::kAll}},
             "move scores by a network learned from games (with circuit: combined with it); all: also the "
             "evaluation");
    s.choice(
        "must_play", knowledge(&KnowledgeOptions::must_play),
        {{"false", MustPlayKind::kNone}, {"region", MustPlayKind::kRegion}, {"true", MustPlayKind::kAll}},
        "use virtual connections to exclude moves that need not be searched; also to find winning moves",
        "Henderson 2010");
    s.choice("playouts", &Config::playouts,
             {{"uniform", PlayoutKind::kUniform}, {"bridges", PlayoutKind::kBridges}},
             "moves of playouts: uniform; a bridge that was intruded into is restored",
             "Arneson et al. 2010");
    s.integer("vc_steps", nested(knowledge(&KnowledgeOptions::limits), &ConnectionLimits::steps), 0, 1e9,
              "virtual connections: maximum number of applications of the and-rule");
    s.integer("template_rows", knowledge(&KnowledgeOptions::template_rows), 2, 5,
              "edge templates of single stones up to this row; fewer templates help to prove the others");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> Hex::parameters() {
  return schema().specs();
}

auto Hex::create(const ParamValues& values) -> Result<Rules> {
  const Config config = schema().read(values);
  const std::uint32_t width = config.width != 0 ? config.width : config.size;
  const std::uint32_t height = config.height != 0 ? config.height : config.size;
  if (config.swap && width != height) {
    return Error{"swap mirrors the stone in the long diagonal and needs a square board, not " +
                 std::to_string(width) + " x " + std::to_string(height)};
  }
  const auto make = [&]<std::size_t W>(std::integral_constant<std::size_t, W>) {
    return Rules(HexRules<W>(width, height, config.swap, config.knowledge, config.playouts));
  };
  const std::uint32_t cells = width * height;
  if (cells <= 64) return make(std::integral_constant<std::size_t, 1>{});
  if (cells <= 128) return make(std::integral_constant<std::size_t, 2>{});
  if (cells <= 192) return make(std::integral_constant<std::size_t, 3>{});
  if (cells <= 256) return make(std::integral_constant<std::size_t, 4>{});
  return make(std::integral_constant<std::size_t, 6>{});
}

}  // namespace games::hex

template class GameShell<games::hex::Hex>;

}  // namespace ludex
