// Parameters and requirements that all agents of the family share.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/config.hpp"
#include "core/abi/params.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::mcts {

// The shared parameters, followed by an agent's own.
template <std::size_t kOwn>
[[nodiscard]] std::array<ParamSpec, 7 + kOwn> with_common_parameters(const std::array<ParamSpec, kOwn>& own) {
  const std::array common{
      params::real("c", "1.4142135623730951", 0, 1000, "exploration constant, for rewards in [-1, 1]",
                   "Kocsis & Szepesvari 2006"),
      params::boolean("tree_reuse", false, "keep the subtree of the moves played between searches"),
      params::choice("final_move", "visits", "visits|value|secure",
                     "which root move is played: most visits, best mean, best mean - 1 / sqrt(visits)",
                     "Chaslot et al. 2008"),
      params::choice("in_flight", "virtual-loss", "virtual-loss|wu-uct",
                     "several threads: what a simulation under way counts as for the others",
                     "Chaslot et al. 2008; Liu et al. 2020"),
      params::integer("batch", "1", 1, 64,
                      "one thread: simulations made in a row below a much visited node at most; the nodes "
                      "above are updated once"),
      params::integer("playout_cap", "0", 0, 1e6, "plies after which a playout counts as a draw; 0: never"),
      params::integer("memory_mib", "512", 1, 131072,
                      "tree memory; when it is full the tree stops growing and the search goes on"),
  };
  std::array<ParamSpec, 7 + kOwn> all{};
  std::copy(own.begin(), own.end(), std::copy(common.begin(), common.end(), all.begin()));
  return all;
}

inline void read_common(const ParamValues& values, CommonConfig& config) {
  config.c = values.real("c");
  config.tree_reuse = values.boolean("tree_reuse");
  const auto& final_move = values.text("final_move");
  config.final_move = final_move == "visits"  ? FinalMove::kVisits
                      : final_move == "value" ? FinalMove::kValue
                                              : FinalMove::kSecure;
  config.in_flight = values.text("in_flight") == "wu-uct" ? InFlight::kMean : InFlight::kLoss;
  config.batch = static_cast<std::uint32_t>(values.integer("batch"));
  config.playout_cap = static_cast<std::uint32_t>(values.integer("playout_cap"));
  config.memory_mib = static_cast<std::uint32_t>(values.integer("memory_mib"));
}

// Requirements of every agent of the family on a game.
[[nodiscard]] inline Result<void> supports_tree_search(const Game& game) {
  const GameTraits& traits = game.traits();
  if ((traits.flags & kPerfectInformation) == 0) return Error{"needs perfect information"};
  if ((traits.flags & kDeterministic) == 0) return Error{"needs a game without chance moves"};
  if (traits.max_moves > 32767) return Error{"needs at most 32767 legal moves in a position"};
  return {};
}

}  // namespace ludex::agents::mcts
