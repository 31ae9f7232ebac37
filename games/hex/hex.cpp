#include "games/hex/hex.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "core/abi/params.hpp"
#include "core/game/game_module.hpp"
#include "core/util/result.hpp"
#include "games/hex/rules.hpp"

namespace ludex {

namespace games::hex {

std::span<const ParamSpec> Hex::parameters() {
  static const std::array specs{
      params::integer("size", "11", 1, kMaxSide, "columns and rows"),
      params::integer("width", "0", 0, kMaxSide, "columns, if not as many as rows; 0: as size"),
      params::integer("height", "0", 0, kMaxSide, "rows, if not as many as columns; 0: as size"),
      params::boolean("swap", false, "whether the second player may answer the first move with 'swap'"),
      params::choice(
          "circuit", "none", "none|adjacent|bridges|vc",
          "evaluation and move scores by electric circuits: wires between neighbours, also bridges "
          "and edge templates, or all virtual connections found",
          "Anshelevich 2002"),
      params::choice(
          "learned", "none", "none|scores|all",
          "move scores by a network learned from games, with circuit by both; all: also the evaluation"),
      params::choice("must_play", "false", "false|region|true",
                     "by virtual connections: moves that need not be searched; also moves that win",
                     "Henderson 2010"),
      params::choice("playouts", "uniform", "uniform|bridges",
                     "moves of random games: all alike; a bridge that was intruded into is restored",
                     "Arneson et al. 2010"),
      params::integer("vc_steps", "100000", 0, 1e9, "virtual connections: most applications of the and-rule"),
      params::integer("template_rows", "5", 2, 5,
                      "edge templates of single stones up to that row; fewer, to prove the others"),
  };
  return specs;
}

auto Hex::create(const ParamValues& values) -> Result<Rules> {
  const auto side = [&](const char* name) {
    const std::int64_t n = values.integer(name);
    return static_cast<std::uint32_t>(n != 0 ? n : values.integer("size"));
  };
  const std::uint32_t width = side("width");
  const std::uint32_t height = side("height");
  const bool swap = values.boolean("swap");
  if (swap && width != height) {
    return Error{"swap mirrors the stone in the long diagonal and needs a square board, not " +
                 std::to_string(width) + " x " + std::to_string(height)};
  }
  const std::string& circuit = values.text("circuit");
  KnowledgeOptions knowledge;
  knowledge.circuit = circuit == "adjacent"  ? CircuitKind::kAdjacent
                      : circuit == "bridges" ? CircuitKind::kBridges
                      : circuit == "vc"      ? CircuitKind::kConnections
                                             : CircuitKind::kNone;
  const std::string& learned = values.text("learned");
  knowledge.learned = learned == "scores" ? LearnedKind::kScores
                      : learned == "all"  ? LearnedKind::kAll
                                          : LearnedKind::kNone;
  const std::string& must_play = values.text("must_play");
  knowledge.must_play = must_play == "true"     ? MustPlayKind::kAll
                        : must_play == "region" ? MustPlayKind::kRegion
                                                : MustPlayKind::kNone;
  knowledge.limits.steps = static_cast<std::uint32_t>(values.integer("vc_steps"));
  knowledge.template_rows = static_cast<std::uint32_t>(values.integer("template_rows"));
  const PlayoutKind playouts =
      values.text("playouts") == "bridges" ? PlayoutKind::kBridges : PlayoutKind::kUniform;
  const auto make = [&]<std::size_t W>(std::integral_constant<std::size_t, W>) {
    return Rules(HexRules<W>(width, height, swap, knowledge, playouts));
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
