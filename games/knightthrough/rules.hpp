// Knightthrough on a board of any width and height: rules.md.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "games/common/race_rules.hpp"
#include "games/common/square_set.hpp"
#include "games/knightthrough/evaluation.hpp"

namespace ludex::games::knightthrough {

// The forward leaps of a knight.
struct Step {
  static constexpr std::string_view kName = "Knightthrough";
  static constexpr std::array<race::Direction, 4> kDirections{
      {{-2, 1, true}, {-1, 2, true}, {1, 2, true}, {2, 1, true}}};
  static constexpr bool kLastManWins = false;
  static constexpr bool kPasses = true;
  template <bits::SquareSet W>
  using Evaluation = knightthrough::Evaluation<W>;
};

template <bits::SquareSet W>
using KnightthroughRules = race::RaceRules<W, Step>;

using Small = KnightthroughRules<std::uint64_t>;
using Large = KnightthroughRules<bits::Word128>;

}  // namespace ludex::games::knightthrough
