// Proof and disproof numbers (Allis, van der Meulen & van den Herik, "Proof-number search", Artificial
// Intelligence 66, 1994) of one goal: how many leaves at least must be proven to prove a node, or disproven
// to disprove it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ludex::agents::pn_mcts {

// Saturates below infinity, so that a huge number is not taken for a disproof.
using ProofNumber = std::uint32_t;
inline constexpr ProofNumber kInfinite = 0xFFFFFFFFU;
inline constexpr ProofNumber kLargest = kInfinite - 1;

[[nodiscard]] constexpr ProofNumber plus(ProofNumber a, ProofNumber b) noexcept {
  if (a == kInfinite || b == kInfinite) return kInfinite;
  return a > kLargest - std::min(b, kLargest) ? kLargest : a + b;
}

// The pair as a node's mover sees it: `easy` is the minimum over the children (proof number in an OR node,
// disproof number in an AND node), `hard` the sum.
struct Numbers {
  ProofNumber proof = 1;
  ProofNumber disproof = 1;

  [[nodiscard]] static constexpr Numbers proven(bool goal_reached) noexcept {
    return goal_reached ? Numbers{0, kInfinite} : Numbers{kInfinite, 0};
  }
  [[nodiscard]] constexpr bool solved() const noexcept { return proof == 0 || disproof == 0; }
  [[nodiscard]] constexpr ProofNumber easy(bool or_node) const noexcept { return or_node ? proof : disproof; }
  [[nodiscard]] constexpr ProofNumber hard(bool or_node) const noexcept { return or_node ? disproof : proof; }
  [[nodiscard]] static constexpr Numbers of(bool or_node, ProofNumber easy, ProofNumber hard) noexcept {
    return or_node ? Numbers{easy, hard} : Numbers{hard, easy};
  }
  friend constexpr bool operator==(const Numbers&, const Numbers&) = default;
};

}  // namespace ludex::agents::pn_mcts
