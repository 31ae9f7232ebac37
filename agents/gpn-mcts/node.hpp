// The node of GPN-MCTS: 52 bytes with two players.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "agents/common/mcts/node.hpp"
#include "agents/common/proof-number/proof_number.hpp"

namespace ludex::agents::gpn_mcts {

using proof_number::ProofNumber;

// For each player, the least number of leaves that must be won for this player to win a node.
template <std::size_t kPlayers>
using ProofNumbers = std::array<ProofNumber, kPlayers>;

template <std::size_t kPlayers>
[[nodiscard]] constexpr ProofNumbers<kPlayers> all(ProofNumber number) noexcept {
  ProofNumbers<kPlayers> numbers{};
  numbers.fill(number);
  return numbers;
}

// Bounds of a player's result: -1 loss, 0 draw, 1 win.
struct Bounds {
  std::int8_t least = -1;
  std::int8_t most = 1;

  [[nodiscard]] constexpr bool exact() const noexcept { return least == most; }
  friend constexpr bool operator==(const Bounds&, const Bounds&) = default;
};

// All certain knowledge of a node.
template <std::size_t kPlayers>
struct Knowledge {
  ProofNumbers<kPlayers> proof = all<kPlayers>(ProofNumber(1));
  std::array<Bounds, kPlayers> bounds{};

  // Knowledge of an end of the game: a draw is nobody's win (section 3.1).
  [[nodiscard]] static constexpr Knowledge of(GameStatus result) noexcept {
    Knowledge known;
    const Player winner = winner_of(result);
    for (Player p = 0; p < kPlayers; ++p) {
      const auto utility = static_cast<std::int8_t>(winner == kNobody ? 0 : winner == p ? 1 : -1);
      known.proof[p] = winner == p ? ProofNumber(0) : ProofNumber::infinite();
      known.bounds[p] = {utility, utility};
    }
    return known;
  }
  // The result if it is certain, else kOngoing.
  [[nodiscard]] constexpr GameStatus result() const noexcept {
    bool drawn = true;
    for (Player p = 0; p < kPlayers; ++p) {
      if (bounds[p].least == 1) return win_for(p);
      drawn = drawn && bounds[p] == Bounds{0, 0};
    }
    return drawn ? GameStatus::kDraw : GameStatus::kOngoing;
  }
  friend constexpr bool operator==(const Knowledge&, const Knowledge&) = default;
};

template <std::size_t kPlayers>
struct GpnNode : mcts::Node {
  Knowledge<kPlayers> known{};
  float bias = 0;          // the term of the proof numbers, among the siblings
  float untried_bias = 0;  // ... of the untried moves of this node

  // For inspection of the tree: the proof numbers of the first players, and the bounds of the player whose
  // move led here.
  static constexpr std::array<const char*, 5> kColumns{"pn 1", "pn 2", "least", "most", "bias"};
  void write_numbers(double* out) const noexcept {
    out[0] = known.proof[0].to_double();
    out[1] = known.proof[1].to_double();
    out[2] = known.bounds[player].least;
    out[3] = known.bounds[player].most;
    out[4] = static_cast<double>(bias);
  }
};
static_assert(sizeof(GpnNode<2>) == 52);

}  // namespace ludex::agents::gpn_mcts
