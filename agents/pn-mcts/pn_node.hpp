// The node of PN-MCTS: 44 bytes with one layer, 52 with two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "agents/mcts/node.hpp"
#include "agents/pn-mcts/proof_number.hpp"

namespace ludex::agents::pn_mcts {

// Layer 0 proves "the root's player wins", layer 1 "the root's player does not lose".
template <std::size_t kLayers>
struct PnNode : mcts::Node {
  static constexpr std::uint16_t kUnranked = 0xFFFF;

  std::array<Numbers, kLayers> layers{};
  std::uint16_t rank = 0;           // siblings that proof-number search would sooner walk to
  std::uint16_t worst = kUnranked;  // largest rank of a child
};
static_assert(sizeof(PnNode<1>) == 44 && sizeof(PnNode<2>) == 52);

}  // namespace ludex::agents::pn_mcts
