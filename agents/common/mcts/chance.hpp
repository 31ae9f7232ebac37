// Nodes of games with chance. The node's type decides at compile time, so the search of a deterministic game
// contains nothing of it.
//
// Explicit chance nodes: a position where chance decides is a node of its own (Node::chance), whose children
// are outcomes. Each visit draws one by the game's probabilities (ludex.draft.chance/1), so the node's mean
// is its expectation. An outcome's node counts for the player of its parent.
//
// Open loop (Perez Liebana et al., "Open loop search for general video game playing", GECCO 2015): a node is
// a sequence of players' moves. Each simulation draws outcomes anew, so another visit may find another
// position and other legal moves at a node: open_loop.hpp.
#pragma once

#include <cstdint>

#include "agents/common/mcts/node.hpp"

namespace ludex::agents::mcts {

struct ChanceNode : Node {
  static constexpr bool kChanceNodes = true;
};
static_assert(sizeof(ChanceNode) == sizeof(Node));

struct OpenLoopNode : Node {
  static constexpr bool kOpenLoop = true;
  std::uint32_t found = 0;  // the visit of its parent (OpenLoopExtra::visit) that last found the move legal
};

template <class N>
inline constexpr bool kChanceNodes = requires {
  N::kChanceNodes;
};
template <class N>
inline constexpr bool kOpenLoop = requires {
  N::kOpenLoop;
};
template <class N>
inline constexpr bool kWithChance = kChanceNodes<N> || kOpenLoop<N>;

// True if the node's children are outcomes.
template <class N>
[[nodiscard]] constexpr bool has_outcomes(const N& node) noexcept {
  if constexpr (kChanceNodes<N>) return node.chance != 0;
  return false;
}

}  // namespace ludex::agents::mcts
