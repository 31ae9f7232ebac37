// MopnsSearch: one best-first tree for all outcomes v_0 < v_1 < ... of a game.
//
// For every threshold t >= 1 a node has the proof number of "value >= v_t" and its disproof number, that is
// G(n, v_t) and S(n, v_{t-1}) of the paper: min and sum at the root player's nodes, sum and min at the
// opponent's. A descent is for one threshold: the attracting outcome is the unsettled one with the least G +
// S at the root, and the threshold is the open one of its two (above it if it is reached already, else
// below). With two outcomes this is proof-number search (Prop. 3). Results of nodes narrow alpha and beta of
// the root; the search does not descend for thresholds outside.
//
// A position that recurs on its path is a draw if the past decides nothing else (kHistoryDraws); elsewhere
// the rules' own ends count. Every node has one path, so no result is used on another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/memory/node_pool.hpp"
#include "agents/common/path/path.hpp"
#include "agents/common/proof-number/proof_number.hpp"
#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::mopns {

using proof_number::PnDn;
using proof_number::ProofNumber;

class MopnsSearch {
 public:
  struct RootMove {
    Move move;
    std::int32_t low;  // proven: low <= value <= high, for the side to move at the root
    std::int32_t high;
    std::uint64_t effort;  // proof number of the best outcome still possible
  };

  void new_game(const Game& game, bool mobility, bool shuffle);

  void start(const State* root, bool by_score, std::size_t bytes, std::uint64_t order, BudgetMeter& meter);

  // `fill` writes the progress for spectators.
  template <class Fill>
  void run(ProgressBoard& board, const Fill& fill) {
    while (!stopped_ && low() < high()) {
      if (board.due()) board.show(fill);
      const std::uint32_t layer = attracting();
      std::uint32_t ply = 0;
      while (path_[ply].node->size != 0) {
        if (!descend(ply, layer)) return;
        ++ply;
      }
      if (!expand(ply)) return;
      for (std::uint32_t up = ply + 1; up-- > 0;) fold(path_[up]);
    }
  }

  // The proven bounds of the root: low <= value <= high.
  [[nodiscard]] std::int32_t low() const noexcept { return low_of(root_numbers_.data()); }
  [[nodiscard]] std::int32_t high() const noexcept { return high_of(root_numbers_.data()); }
  // The largest possible value.
  [[nodiscard]] std::int32_t most() const noexcept { return -least_; }
  [[nodiscard]] bool cyclic() const noexcept { return cyclic_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return nodes_.taken_bytes() + numbers_.taken_bytes(); }
  [[nodiscard]] Move first_move();
  [[nodiscard]] std::vector<RootMove> root_moves() const;

 private:
  struct Node {
    Move move = kNoMove;
    std::uint32_t children = 0;  // block of nodes
    std::uint32_t numbers = 0;   // block of their numbers, layer by layer for each child
    std::uint32_t size = 0;
    bool mover_is_player = false;
    bool final = false;
  };
  struct Step {
    Node* node;
    PnDn* numbers;  // of the root's player: phi proves value > layer, delta disproves it
    std::uint64_t key;
  };

  // Layer i asks "more than least + i?".
  [[nodiscard]] std::int32_t low_of(const PnDn* numbers) const noexcept {
    std::uint32_t i = 0;
    while (i < layers_ && numbers[i].is_proven()) ++i;
    return least_ + static_cast<std::int32_t>(i);
  }
  [[nodiscard]] std::int32_t high_of(const PnDn* numbers) const noexcept {
    std::uint32_t i = layers_;
    while (i > 0 && numbers[i - 1].is_disproven()) --i;
    return least_ + static_cast<std::int32_t>(i);
  }
  [[nodiscard]] PnDn* child_numbers(const Node& node, std::uint32_t i) const noexcept {
    return numbers_[node.numbers] + std::size_t{i} * layers_;
  }

  [[nodiscard]] std::uint32_t attracting() const noexcept;

  bool descend(std::uint32_t ply, std::uint32_t layer);

  bool expand(std::uint32_t ply);

  void set_final(Node& node, PnDn* numbers, std::int32_t value) const noexcept;
  [[nodiscard]] std::int32_t value_of(const State* end, GameStatus status) const noexcept;

  void fold(const Step& step) noexcept;

  // Set for each game.
  const Game* game_ = nullptr;
  bool mobility_ = false;
  bool shuffle_ = true;
  bool cyclic_ = false;
  bool recur_ = false;
  Path<Step> path_;
  std::vector<Move> moves_;
  const Score* score_ = nullptr;
  const CountMoves* count_ = nullptr;

  // Set for each search.
  bool by_score_ = false;
  std::int32_t least_ = -1;
  std::uint32_t layers_ = 2;
  std::size_t bytes_ = 0;
  NodePool<Node> nodes_;
  NodePool<PnDn> numbers_;
  Node root_;
  std::vector<PnDn> root_numbers_;
  Player player_ = 0;
  std::uint64_t order_ = 0;
  BudgetMeter* meter_ = nullptr;
  bool stopped_ = false;
};

}  // namespace ludex::agents::mopns
