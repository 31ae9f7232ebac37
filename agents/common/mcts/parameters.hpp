// Settings and requirements that all agents of the family share.
#pragma once

#include <cstdint>

#include "agents/common/mcts/config.hpp"
#include "core/abi/schema.hpp"
#include "core/agent/needs.hpp"
#include "core/game/draft/chance.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::mcts {

// Config: derived from CommonConfig.
template <class Config>
void declare_common(Schema<Config>& s) {
  s.real("c", &Config::c, 0, 1000, "exploration constant, for rewards in [-1, 1]",
         "Kocsis & Szepesvari 2006");
  s.boolean("tree_reuse", &Config::tree_reuse,
            "keep the subtree below the moves played since the last search");
  s.choice("final_move", &Config::final_move,
           "rule for the root move to play: most visits, best mean, best mean - 1 / sqrt(visits)",
           "Chaslot et al. 2008");
  s.choice("in_flight", &Config::in_flight,
           "several threads: how a thread counts the simulations that others have not finished",
           "Chaslot et al. 2008; Liu et al. 2020");
  s.integer("batch", &Config::batch, 1, 64,
            "one thread: maximum number of consecutive simulations below a much visited node; the nodes "
            "above it are updated once");
  s.integer("playout_cap", &Config::playout_cap, 0, 1e6,
            "plies after which a playout counts as a draw; 0: never");
  s.integer("memory_mib", &Config::memory_mib, 1, 131072,
            "memory for the tree; once it is full, the search continues without growing the tree");
}

// The requirements of an agent of the family: the flags, the number of players (0: any), and what the tree
// has room for.
[[nodiscard]] inline Result<void> supports_tree_search(const Game& game, std::uint32_t flags,
                                                       std::uint32_t players = 0) {
  const Result<void> lacking = needs(game, flags, players);
  if (!lacking) return lacking;
  const GameTraits& traits = game.traits();
  if (traits.max_moves > 32767) return Error{"needs at most 32767 legal moves in a position"};
  if ((traits.flags & kDeterministic) == 0 && find<Chance>(game) == nullptr)
    return Error{"needs probabilities of chance moves (ludex.draft.chance/1)"};
  return {};
}

}  // namespace ludex::agents::mcts
