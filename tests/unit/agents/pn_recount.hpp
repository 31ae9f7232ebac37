// Proof numbers of an explicit tree, counted anew.
#pragma once

#include <algorithm>
#include <cstddef>

#include <doctest/doctest.h>

#include "agents/pn-mcts/search.hpp"
#include "core/game/position.hpp"

namespace ludex::tests {

using agents::mcts::Search;
using agents::pn_mcts::Numbers;
using agents::pn_mcts::PnConfig;
using agents::pn_mcts::PnPolicy;

// Counts the numbers of every node anew from the paper's rules: a leaf is proven, disproven or 1 and 1; an OR
// node has the least proof number and the sum of the disproof numbers; an AND node the reverse.
template <std::size_t kLayers>
class Recount {
 public:
  using Tree = Search<PnPolicy<kLayers>>;
  using N = typename Tree::N;

  Recount(const Tree& tree, const Game& game, const PnConfig& config)
      : tree_(tree), game_(game), config_(config) {}

  // Checks the whole tree; returns how many nodes it has.
  int check(const Position& root) { return node(tree_.root(), root); }

 private:
  int node(const N& n, const Position& position) {
    int nodes = 1;
    const bool or_node = position.to_move() == tree_.root_player();
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      const Numbers expected = numbers(n, position, layer, or_node);
      CHECK(n.layers[layer].proof.value() == expected.proof.value());
      CHECK(n.layers[layer].disproof.value() == expected.disproof.value());
    }
    if (position.over()) return nodes;
    for (const N& child : tree_.children(n)) {
      Position next = position;
      next.apply(child.move);
      nodes += node(child, next);
    }
    if (n.complete()) ranks(n, or_node);
    return nodes;
  }

  Numbers numbers(const N& n, const Position& position, std::size_t layer, bool or_node) const {
    if (position.over()) {
      const Player winner = winner_of(position.status());
      return Numbers::proven(winner == tree_.root_player() || (layer == 1 && winner == kNobody));
    }
    if (n.legal == 0) return {};
    const auto moves = position.legal_moves();
    if (!config_.expand_all && config_.tactics) {
      for (const Move move : moves) {
        Position next = position;
        const bool known = find<Tactics>(game_) != nullptr;
        if (known && winner_of(next.apply(move)) == position.to_move()) return Numbers::proven(or_node);
      }
    }
    double easy = 1e30;
    double hard = 0;
    for (const Move move : moves) {
      Numbers leaf;
      const auto children = tree_.children(n);
      const auto child =
          std::find_if(children.begin(), children.end(), [&](const N& c) { return c.move == move; });
      Position next = position;
      if (child != children.end()) {
        leaf = child->layers[layer];
      } else if (config_.expand_all && is_over(next.apply(move))) {
        const Player winner = winner_of(next.status());
        leaf = Numbers::proven(winner == tree_.root_player() || (layer == 1 && winner == kNobody));
      }
      const auto real = [](agents::proof_number::ProofNumber x) {
        return x.is_infinite() ? 1e30 : x.value();
      };
      easy = std::min(easy, real(or_node ? leaf.proof : leaf.disproof));
      hard += real(or_node ? leaf.disproof : leaf.proof);
    }
    const auto number = [](double x) {
      return x >= 1e30 ? agents::proof_number::ProofNumber::infinite()
                       : agents::proof_number::ProofNumber(static_cast<std::uint32_t>(x));
    };
    return or_node ? Numbers{number(easy), number(hard)} : Numbers{number(hard), number(easy)};
  }

  void ranks(const N& n, bool or_node) const {
    const auto better = [&](const N& a, const N& b) {
      for (std::size_t layer = 0; layer < (config_.rank_layer_two ? kLayers : 1); ++layer) {
        const auto x = or_node ? a.layers[layer].proof : a.layers[layer].disproof;
        const auto y = or_node ? b.layers[layer].proof : b.layers[layer].disproof;
        if (x != y) return x < y;
      }
      return false;
    };
    int worst = 0;
    for (const N& child : tree_.children(n)) {
      int rank = 0;
      for (const N& sibling : tree_.children(n)) rank += better(sibling, child) ? 1 : 0;
      CHECK(child.rank == static_cast<float>(rank));
      worst = std::max(worst, rank);
    }
    const double divisor = config_.rank_by_largest ? worst + 1 : n.legal;
    CHECK(tree_.rank_step(n) == doctest::Approx(-config_.c_pn / divisor).epsilon(1e-5));
  }

  const Tree& tree_;
  const Game& game_;
  const PnConfig& config_;
};

}  // namespace ludex::tests
