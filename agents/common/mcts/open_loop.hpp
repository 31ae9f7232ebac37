// OpenLoopPolicy: statistics by sequence of players' moves (chance.hpp), UCB1 among the moves that are legal
// now. A node's children are all moves that some visit found legal, by player and move. The N of ln N is the
// sum of the visits of those that are legal now: a move is not explored more because it is seldom legal
// (Cowling, Powley & Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4, 2012, count how
// often each move was legal, to the same end). Nothing is proven: a sequence of moves has no single result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/policy.hpp"

namespace ludex::agents::mcts {

struct OpenLoopExtra {
  std::uint32_t visit = 0;   // counts nodes visited
  std::uint32_t tried = 0;   // legal moves of this visit that have a child
  std::uint32_t trials = 0;  // ... and the visits of these children
  std::vector<Move> legal;   // sorted

  void equip(const GameTraits& traits) { legal.resize(traits.max_moves); }
};

template <class N = OpenLoopNode, class S = OpenLoopExtra>
class OpenLoopPolicy : public BasicPolicy<N, S> {
  using Base = BasicPolicy<N, S>;

 public:
  using Base::Base;
  using typename Base::WorkerType;

  [[nodiscard]] static std::uint32_t trials(const WorkerType& w, const N&) noexcept { return w.extra.trials; }
  template <class Score>
  [[nodiscard]] N* best_open_child(WorkerType& w, const N& node, std::size_t,
                                   Score&& score_of) const noexcept {
    return this->best_child(w, node, [&](const N& child) {
      return child.found == w.extra.visit ? score_of(child) : -std::numeric_limits<float>::infinity();
    });
  }
  [[nodiscard]] N* select(WorkerType& w, N& node, std::size_t depth) noexcept override {
    const float k = this->explore(w.extra.trials);
    return best_open_child(w, node, depth, [k](const N& child) { return ucb1(child, k); });
  }
  // A batch would start from a position that its path does not determine.
  [[nodiscard]] bool allows_batches() const noexcept override { return false; }
};

// Notes which children of a node are legal now: `count` moves in w.moves. A bit of w.marked is set for every
// legal move, by its place in the sorted list, that has no child yet.
template <class W, class N>
void find_legal_children(W& w, N* first, std::uint32_t size, Player mover, std::uint32_t count) noexcept {
  auto& extra = w.extra;
  ++extra.visit;
  extra.tried = extra.trials = 0;
  const auto end = std::copy_n(w.moves.begin(), count, extra.legal.begin());
  std::sort(extra.legal.begin(), end);
  std::fill_n(w.marked.begin(), (count + 63) / 64, ~std::uint64_t{0});
  if (count % 64 != 0) w.marked[count / 64] = ~std::uint64_t{0} >> (64 - count % 64);
  for (N* child = first; child != first + size; ++child) {
    const auto at = std::lower_bound(extra.legal.begin(), end, Move{child->move});
    if (child->player != mover || at == end || *at != child->move) continue;
    const auto i = static_cast<std::uint32_t>(at - extra.legal.begin());
    w.marked[i / 64] &= ~(std::uint64_t{1} << (i % 64));
    child->found = extra.visit;
    extra.trials += child->visits;
    ++extra.tried;
  }
}

}  // namespace ludex::agents::mcts
