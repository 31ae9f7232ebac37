// CnsSearch: best-first conspiracy-number search on a tree in memory (McAllester 1988, in the form of
// Pawlewicz & Hayward, Algorithm 3: both ends of the search interval at once).
//
// Every node has two proof functions: `own`, how many leaves must change for its mover to get at least v, and
// `other`, how many for the mover to get at most -u. A leaf has the evaluation of its position for a value
// (eq. 4). Each round sets the interval from the root's functions, walks to the most-proving leaf, expands it
// and updates the path (eq. 5). Evaluations of 0 leave win, loss and "unknown" alone, and this is
// proof-number search (Allis 1994), leaf for leaf.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "agents/common/memory/node_pool.hpp"
#include "agents/common/moves/known_moves.hpp"
#include "agents/common/path/path.hpp"
#include "agents/common/staircase/answers.hpp"
#include "agents/common/staircase/gather.hpp"
#include "agents/common/staircase/interval.hpp"
#include "core/agent/budget.hpp"
#include "core/game/extensions.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::cns {

using staircase::Curve;
using staircase::Draws;
using staircase::Height;
using staircase::Interval;
using staircase::kTop;
using staircase::LeafShape;
using staircase::Reach;
using staircase::Step;
using staircase::Value;

struct Settings {
  Reach own;    // P_max, delta_p
  Reach other;  // D_max, delta_d
  Value tolerance = 0;
  staircase::LeafForm leaf = staircase::LeafForm::kTwoStep;
  Value delta = 100;
  Height leaf_cap = 4096;
  staircase::Eta eta;
  bool shuffle = true;
  double memory_mib = 256;
};

// The functions are from the view of the player who moves in the position.
struct Node {
  Value own_x = 0;
  Value other_x = 0;
  Height own_scale = 1;
  Height other_scale = 1;
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
  void new_game(const Game& game, const Settings& settings) {
    game_ = &game;
    settings_ = settings;
    const GameTraits& traits = game.traits();
    shape_ = LeafShape(settings.leaf, settings.delta, settings.leaf_cap, settings.eta);
    own_.configure(shape_, settings.eta, kMostSteps);
    other_.configure(shape_, settings.eta, kMostSteps);
    evaluate_ = static_cast<const Evaluate*>(game.extension(Evaluate::kId));
    known_.new_game(game);
    path_.new_game(game);
    moves_.resize(traits.max_moves);
    buffer_.resize(traits.max_moves);
    bytes_ = 0;
  }

  void start(const State* root, Draws draws, std::uint64_t order, std::uint32_t memory_mib,
             BudgetMeter& meter) {
    const auto bytes = memory_mib != 0 ? std::size_t{memory_mib} << 20
                                       : static_cast<std::size_t>(settings_.memory_mib * 1024 * 1024);
    if (bytes != bytes_) {
      nodes_ = NodePool<Node>(bytes / 2);
      steps_ = NodePool<Step>(bytes / 2);
      bytes_ = bytes;
    }
    nodes_.clear();
    steps_.clear();
    path_.start(root);
    asked_ = game_->to_move(root);
    draws_ = draws;
    order_ = order;
    meter_ = &meter;
    root_ = Node{};
    set_leaf(root_, evaluation(root));
    expansions_ = 0;
    depth_ = 0;
  }

  // Until the root is solved, or the budget or the memory is spent. `fill` says to those who watch how far it
  // is.
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
  // What is proven of a node for the player who moves in its parent (`parent`), or for its own mover.
  [[nodiscard]] staircase::Proven proven(const Node& node, bool parent) const noexcept {
    const auto p = staircase::Proven::of(own(node), other(node), shape_);
    return parent && !node.same_mover ? p.turned() : p;
  }
  [[nodiscard]] Interval interval() const noexcept {
    return staircase::interval(own(root_), other(root_), settings_.own, settings_.other, settings_.tolerance,
                               shape_);
  }
  [[nodiscard]] std::uint64_t expansions() const noexcept { return expansions_; }
  [[nodiscard]] std::uint32_t depth() const noexcept { return depth_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return nodes_.taken_bytes() + steps_.taken_bytes(); }

 private:
  static constexpr std::size_t kMostSteps = 4096;

  [[nodiscard]] bool solved(const Node& node) const noexcept {
    return own(node).highest(shape_) == 0 && other(node).highest(shape_) == 0;
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

  // One round of Algorithm 3; false if it cannot be done.
  bool step() {
    Interval targets = interval();
    std::uint32_t ply = 0;
    path_[0] = &root_;
    while (path_[ply]->size != 0) {
      Node& best = most_proving(*path_[ply], targets);
      if (best.final || ply + 1 >= path_.max_depth()) return false;
      if (!best.same_mover) std::swap(targets.own, targets.other);
      path_.descend(ply++, best.move, &best);
    }
    if (!expand(ply)) return false;
    depth_ = std::max(depth_, ply);
    ++expansions_;
    bool changed = true;
    for (std::uint32_t up = ply + 1; up-- > 0;) {
      ++path_[up]->work;
      if (changed && !update(*path_[up], changed)) return false;
    }
    return true;
  }

  // Of equal children the first.
  [[nodiscard]] Node& most_proving(const Node& node, const Interval& targets) const noexcept {
    Node* best = nullptr;
    Height least = 0;
    for (Node& child : children(node)) {
      const Height height = (child.same_mover ? own(child) : other(child)).at(targets.own, shape_);
      if (best == nullptr || height < least) {
        best = &child;
        least = height;
      }
    }
    return *best;
  }

  bool expand(std::uint32_t ply) {
    const State* const state = path_.state(ply);
    const Player mover = game_->to_move(state);
    const State* const next = path_.state(ply + 1);
    std::uint32_t count = 0;
    const auto [standing, searched] = known_(state, moves_.data());
    if (standing != KnownMoves::Standing::kOpen) {
      buffer_[0] = Node{};
      buffer_[0].move = moves_[0];
      set_end(buffer_[0], standing == KnownMoves::Standing::kWon ? -kTop : kTop);
      count = 1;
    } else {
      const std::uint32_t legal = searched;
      if (ply == 0 && settings_.shuffle) {
        Rng rng = Rng::seeded(order_);
        for (std::uint32_t i = legal; i > 1; --i) std::swap(moves_[i - 1], moves_[rng.below(i)]);
      }
      while (count < legal) {
        Node& child = buffer_[count];
        child = Node{};
        child.move = moves_[count];
        const GameStatus status = path_.play(ply, child.move);
        meter_->count_nodes(1);
        ++count;
        if (is_over(status)) {
          set_end(child, -staircase::value_of(status, mover, asked_, draws_, 0));
          if (child.other_x != kTop) continue;
          // A win needs no other move.
          const Node only = child;
          buffer_[0] = only;
          count = 1;
          break;
        }
        child.same_mover = game_->to_move(next) == mover;
        set_leaf(child, evaluation(next));
      }
    }
    Node& node = *path_[ply];
    const std::uint32_t block = nodes_.allocate(count);
    if (block == NodePool<Node>::kNone) return false;
    node.children = block;
    node.size = count;
    std::copy_n(buffer_.begin(), count, nodes_[block]);
    return true;
  }

  // The functions of a node from its children's; false if there is no memory for them.
  bool update(Node& node, bool& changed) {
    own_.clear();
    other_.clear();
    for (const Node& child : children(node)) {
      const Curve for_mover = child.same_mover ? own(child) : other(child);
      const Curve against = child.same_mover ? other(child) : own(child);
      if (for_mover.x != -kTop) own_.add(for_mover, 0);
      if (against.x != kTop) other_.add(against, 0);
    }
    const Curve least = own_.minimum();
    const Curve total = other_.sum();
    changed = !same(least, own(node)) || !same(total, other(node));
    if (!changed) return true;
    const std::uint32_t before = std::uint32_t{node.own_size} + node.other_size;
    const auto after = static_cast<std::uint32_t>(least.steps.size() + total.steps.size());
    if (before != 0) steps_.release(node.steps, before);
    node.steps = after == 0 ? 0 : steps_.allocate(after);
    if (after != 0 && node.steps == NodePool<Step>::kNone) {
      node.own_size = node.other_size = 0;
      return false;
    }
    node.own_x = least.x, node.own_scale = least.scale;
    node.other_x = total.x, node.other_scale = total.scale;
    node.own_size = static_cast<std::uint16_t>(least.steps.size());
    node.other_size = static_cast<std::uint16_t>(total.steps.size());
    std::copy(least.steps.begin(), least.steps.end(), steps_[node.steps]);
    std::copy(total.steps.begin(), total.steps.end(), steps_[node.steps] + node.own_size);
    return true;
  }
  [[nodiscard]] static bool same(const Curve& a, const Curve& b) noexcept {
    return a.x == b.x && a.scale == b.scale &&
           std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end());
  }

  // Set for each game.
  const Game* game_ = nullptr;
  Settings settings_;
  LeafShape shape_;
  staircase::Gather own_;
  staircase::Gather other_;
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
