// CnsSearch: best-first conspiracy-number search on a tree in memory (McAllester 1988, in the form of
// Pawlewicz & Hayward, Algorithm 3: both ends of the search interval at once).
//
// Every node has two proof functions: `own`, the leaves that must change for its mover to get at least v, and
// `other`, those for the mover to get at most -u. A leaf has the evaluation of its position for a value (eq.
// 4). Each round sets the interval from the root's functions, walks to the most-proving leaf, expands it and
// updates the path (eq. 5). If all evaluations are 0, only win, loss and "unknown" remain, and this is
// proof-number search (Allis 1994), leaf for leaf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/memory/node_pool.hpp"
#include "agents/common/moves/known_moves.hpp"
#include "agents/common/path/path.hpp"
#include "agents/common/staircase/answers.hpp"
#include "agents/common/staircase/curve_accumulator.hpp"
#include "agents/common/staircase/interval.hpp"
#include "core/agent/budget.hpp"
#include "core/game/extensions.hpp"

namespace ludex::agents::cns {

using staircase::Curve;
using staircase::Draws;
using staircase::Interval;
using staircase::kTop;
using staircase::LeafShape;
using staircase::ProofCount;
using staircase::Reach;
using staircase::Step;
using staircase::Value;

struct Settings {
  Reach own;    // P_max, delta_p
  Reach other;  // D_max, delta_d
  Value tolerance = 0;
  staircase::LeafForm leaf = staircase::LeafForm::kTwoStep;
  Value delta = 100;
  ProofCount leaf_cap = 4096;
  staircase::Eta eta;
  bool shuffle = true;
  double memory_mib = 256;
};

// The functions are from the view of the player to move in the position.
struct Node {
  Value own_x = 0;
  Value other_x = 0;
  ProofCount own_scale = 1;
  ProofCount other_scale = 1;
  std::uint32_t steps = 0;  // block, unused without steps
  std::uint16_t own_size = 0;
  std::uint16_t other_size = 0;
  std::uint32_t children = 0;  // block, unused while size is 0
  std::uint32_t size = 0;
  std::uint32_t work = 0;  // expansions below
  Move move = kNoMove;
  bool same_mover = false;
  bool final = false;
};

class CnsSearch {
 public:
  void new_game(const Game& game, const Settings& settings);

  void start(const State* root, Draws draws, std::uint64_t order, std::uint32_t memory_mib,
             BudgetMeter& meter);

  // Runs until the root is solved, or the budget or the memory is spent. `fill` writes the progress for
  // spectators.
  template <class Fill>
  void run(ProgressBoard& board, const Fill& fill) {
    while (!solved(root_)) {
      if (board.due()) board.show(fill);
      const Budget& budget = meter_->budget();
      if ((budget.nodes != 0 && meter_->nodes() >= budget.nodes) || meter_->out_of_time() ||
          !meter_->next_iteration() || !step())
        return;
    }
  }

  [[nodiscard]] const Node& root() const noexcept { return root_; }
  [[nodiscard]] std::span<Node> children(const Node& node) const noexcept {
    if (node.size == 0) return {};
    return {nodes_[node.children], node.size};
  }
  [[nodiscard]] Curve own(const Node& node) const noexcept {
    return {node.own_x, node.own_scale, {steps_[node.steps], node.own_size}};
  }
  [[nodiscard]] Curve other(const Node& node) const noexcept {
    return {node.other_x, node.other_scale, {steps_[node.steps] + node.own_size, node.other_size}};
  }
  // The proven result of a node for the player who moves in its parent (`parent`), or for its own mover.
  [[nodiscard]] staircase::Proven proven(const Node& node, bool parent) const noexcept;
  [[nodiscard]] Interval interval() const noexcept;
  [[nodiscard]] std::uint64_t expansions() const noexcept { return expansions_; }
  [[nodiscard]] std::uint32_t depth() const noexcept { return depth_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return nodes_.taken_bytes() + steps_.taken_bytes(); }

 private:
  static constexpr std::size_t kMostSteps = 4096;

  [[nodiscard]] bool solved(const Node& node) const noexcept {
    return staircase::solved(own(node), other(node));
  }
  [[nodiscard]] Value evaluation(const State* state) const noexcept {
    return evaluate_ == nullptr ? 0 : evaluate_->evaluate(state);
  }
  static void set_leaf(Node& node, Value value) noexcept {
    node.own_x = value, node.other_x = -value;
    node.own_scale = node.other_scale = 1;
  }
  static void set_end(Node& node, Value value) noexcept {
    node.final = true;
    node.own_x = value, node.other_x = -value;
    node.own_scale = node.other_scale = staircase::kInfinite;
  }

  // One round of Algorithm 3; false if it is impossible.
  bool step();

  // The first of equal children.
  [[nodiscard]] inline Node& most_proving(const Node& node, const Interval& targets) const noexcept;

  inline bool expand(std::uint32_t ply);

  // Computes the functions of a node from its children's; false if memory is used up.
  inline bool update(Node& node, bool& changed);
  [[nodiscard]] inline static bool same(const Curve& a, const Curve& b) noexcept;

  // Set for each game.
  const Game* game_ = nullptr;
  Settings settings_;
  LeafShape shape_;
  staircase::CurveAccumulator own_;
  staircase::CurveAccumulator other_;
  const Evaluate* evaluate_ = nullptr;
  KnownMoves known_;
  Path<Node*> path_;
  std::vector<Move> moves_;
  std::vector<Node> buffer_;
  std::size_t bytes_ = 0;

  // Set for each search.
  NodePool<Node> nodes_;
  NodePool<Step> steps_;
  Node root_;
  Player asked_ = 0;
  Draws draws_ = Draws::kZero;
  std::uint64_t order_ = 0;
  BudgetMeter* meter_ = nullptr;
  std::uint64_t expansions_ = 0;
  std::uint32_t depth_ = 0;
};

}  // namespace ludex::agents::cns
