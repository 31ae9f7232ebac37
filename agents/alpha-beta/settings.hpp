// Settings of the agent, for all its searches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "agents/common/minimax/multiplayer.hpp"
#include "agents/common/minimax/options.hpp"
#include "agents/common/minimax/star_search.hpp"
#include "core/abi/enum_text.hpp"
#include "core/agent/budget.hpp"

namespace ludex::agents::alpha_beta {

// How solve() goes to the end of the game: by iterations or at once; kAuto: at once unless the game is
// cyclic.
enum class SolveMode { kAuto, kDeepening, kDirect };
[[nodiscard]] constexpr auto enum_texts(SolveMode) noexcept {
  return EnumTexts{"auto", "deepening", "direct"};
}

struct Settings {
  std::size_t table_mib = 64;
  std::uint32_t depth_limit = 0;
  minimax::Options search;
  minimax::Score aspiration = 0;  // half of the first window, 0: none
  bool shuffle = true;
  bool keep_table = false;
  SolveMode solve_mode = SolveMode::kAuto;
  std::uint32_t endgame = 0;  // plies from the end within which play is by exact scores
  minimax::Score scn = 0;     // threshold of the single conspiracy number
  minimax::Opponents players = minimax::Opponents::kParanoid;
  minimax::ChanceCuts chance = minimax::ChanceCuts::kStar2;
  std::int32_t win_value = 10'000;  // StarOptions::win_value
  std::string model = {};           // a file; "": the evaluation of the game
};

// An "iteration" of this agent is a node, so that one budget suits a whole tournament.
[[nodiscard]] inline Budget in_nodes(const Budget& given) noexcept {
  Budget budget = given;
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  const auto limit = [](std::uint64_t n) { return n == 0 ? kNone : n; };
  const std::uint64_t nodes = std::min(limit(given.nodes), limit(given.iterations));
  budget.nodes = nodes == kNone ? 0 : nodes;
  budget.iterations = 0;
  return budget;
}

}  // namespace ludex::agents::alpha_beta
