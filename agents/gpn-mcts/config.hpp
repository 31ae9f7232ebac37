// Settings of a gpn-mcts search.
#pragma once

#include <cstdint>

#include "agents/common/mcts/config.hpp"
#include "core/abi/enum_text.hpp"

namespace ludex::agents::gpn_mcts {

// The term by which proof numbers enter the selection formula: bias.hpp.
enum class BiasKind : std::uint32_t { kRank, kSum, kMax, kLog, kExp, kExcess };
[[nodiscard]] constexpr auto enum_texts(BiasKind) noexcept {
  return EnumTexts{"rank", "sum", "max", "log", "exp", "excess"};
}

struct GpnConfig : mcts::CommonConfig {
  BiasKind bias = BiasKind::kMax;
  double c_pn = 1;
  bool rank_by_largest = false;  // divide ranks by the largest rank, else by the number of moves
  bool untried_first = false;    // try every move once before using the formula
  bool score_bounds = true;
  double contempt = 0;    // play a secured draw if the root's mean is at most this
  bool mobility = false;  // a new leaf with m moves has the numbers of a node with m leaves
  bool tactics = true;    // ask the game for winning moves
};

}  // namespace ludex::agents::gpn_mcts
