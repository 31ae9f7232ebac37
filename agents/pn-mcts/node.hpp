// The node of PN-MCTS: 44 bytes with one layer, 52 with two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/node.hpp"
#include "agents/common/proof-number/proof_number.hpp"

namespace ludex::agents::pn_mcts {

using proof_number::ProofNumber;

// The numbers of one goal of the root's player, in that player's view; easy() and hard() give the view of the
// node's mover: `easy` is the minimum over the children (proof number in an OR node, disproof number in an
// AND node), `hard` the sum.
struct Numbers {
  ProofNumber proof{1};
  ProofNumber disproof{1};

  [[nodiscard]] static constexpr Numbers proven(bool goal_reached) noexcept {
    return goal_reached ? Numbers{ProofNumber(0), ProofNumber::infinite()}
                        : Numbers{ProofNumber::infinite(), ProofNumber(0)};
  }
  [[nodiscard]] constexpr bool solved() const noexcept { return proof.is_zero() || disproof.is_zero(); }
  [[nodiscard]] constexpr ProofNumber easy(bool or_node) const noexcept { return or_node ? proof : disproof; }
  [[nodiscard]] constexpr ProofNumber hard(bool or_node) const noexcept { return or_node ? disproof : proof; }
  [[nodiscard]] static constexpr Numbers of(bool or_node, ProofNumber easy, ProofNumber hard) noexcept {
    return or_node ? Numbers{easy, hard} : Numbers{hard, easy};
  }
  [[nodiscard]] constexpr bool operator==(const Numbers&) const noexcept = default;
};

// Layer 0 proves "the root's player wins", layer 1 "the root's player does not lose".
template <std::size_t kLayers>
struct PnNode : mcts::Node {
  std::array<Numbers, kLayers> layers{};
  // Number of siblings that proof-number search prefers: an integer, valid once all siblings have been tried.
  float rank = 0;

  // For inspection of the tree: the numbers of the root's player, of each layer.
  static constexpr auto kColumns = [] {
    if constexpr (kLayers == 1)
      return std::array<const char*, 3>{"pn", "dn", "rank"};
    else
      return std::array<const char*, 5>{"pn", "dn", "pn 2", "dn 2", "rank"};
  }();
  void write_numbers(double* out) const noexcept {
    for (const Numbers& layer : layers) {
      *out++ = layer.proof.to_double();
      *out++ = layer.disproof.to_double();
    }
    *out = static_cast<double>(rank);
  }
};
static_assert(sizeof(PnNode<1>) == 44 && sizeof(PnNode<2>) == 52);

}  // namespace ludex::agents::pn_mcts
