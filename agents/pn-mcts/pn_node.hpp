// The node of PN-MCTS: 44 bytes with one layer, 52 with two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "agents/mcts/node.hpp"
#include "agents/mcts/proof_number.hpp"

namespace ludex::agents::pn_mcts {

// Layer 0 proves "the root's player wins", layer 1 "the root's player does not lose".
template <std::size_t kLayers>
struct PnNode : mcts::Node {
  std::array<Numbers, kLayers> layers{};
  float bias = 0;  // the term of the rank in UCT-PN, less what is the same for all siblings

  // How many siblings proof-number search would sooner walk to. Known once all siblings have been tried;
  // until then `slot` is what its name says, and after that nobody needs it.
  [[nodiscard]] std::uint32_t rank() const noexcept { return slot; }
  void set_rank(std::uint32_t rank) noexcept { slot = static_cast<std::uint16_t>(rank); }
};
static_assert(sizeof(PnNode<1>) == 44 && sizeof(PnNode<2>) == 52);

}  // namespace ludex::agents::pn_mcts
