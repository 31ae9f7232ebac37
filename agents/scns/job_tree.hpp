// JobTree: the upper part of a search that several threads share (parallel.hpp): the positions with at least
// one job's work, and the leaves from which jobs are made. Not thread-safe.
//
// A position reached in several ways is one node. It has two pairs of functions: the true ones, and those
// that other threads *see* while threads work below it. The last thread to leave removes the latter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "agents/common/staircase/curve_accumulator.hpp"
#include "agents/scns/choice.hpp"
#include "agents/scns/frame.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::scns {

// A function that owns its steps.
struct Function {
  Value x = 0;
  ProofCount scale = 1;
  std::vector<Step> steps;

  [[nodiscard]] Curve curve() const noexcept { return {x, scale, steps}; }
  // Copies the steps of another function.
  void set(const Curve& from) {
    x = from.x;
    scale = from.scale;
    steps.assign(from.steps.begin(), from.steps.end());
  }
};
// A pair of functions: for the side to move, and for the opponent.
struct Functions {
  Function own;
  Function other;
};

struct JobNode {
  WideKey key;
  Functions value;
  std::unique_ptr<Functions> seen;  // while users != 0; null: the true ones
  std::uint32_t users = 0;          // threads at or below it whose way passes this node
  std::uint32_t jobs = 0;           // running jobs made from this node
  std::uint32_t barren = 0;         // jobs made from it since the last one that expanded anything
  std::uint32_t work = 0;
  std::uint32_t last = Frame::kNone;
  std::uint32_t memos = 0;  // as the frame's
  Value leaf_value = 0;     // as the frame's
  Player mover = 0;
  bool marked = false;
  std::vector<Child> children;  // empty: a leaf, or solved
  std::vector<JobNode*> nodes;  // of the children; null: not in the tree
  // Steps of children that are not in the tree: their own, then the opponent's, from places[i] on.
  std::vector<Step> steps;
  std::vector<std::uint32_t> places;
};

class JobTree {
 public:
  enum class View { kTrue, kSeen };

  void configure(const LeafShape& shape, staircase::Eta eta, std::size_t most_steps);
  // `bytes`: a tree of this size expands no more nodes.
  void clear(std::size_t bytes);

  [[nodiscard]] JobNode& root() noexcept { return root_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] bool solved(const JobNode& node) const noexcept {
    return staircase::solved(node.value.own.curve(), node.value.other.curve());
  }

  // The node of a child. Null if another parent had already entered it into the tree: its data may change the
  // choice among the children.
  JobNode* enter(JobNode& parent, std::size_t i);

  // Copies a frame's moves and functions to a node.
  void adopt(JobNode& node, const Frame& frame, const Frames& frames);
  // The same for a node that was expanded during the job: copies only children with more work.
  void merge(JobNode& node, const Frame& frame, const Frames& frames);
  void drop_children(JobNode& node);

  // Updates work and errors of the children.
  void refresh(JobNode& node, const Choice& choice) const noexcept;
  // Computes the numbers of the children from the seen functions.
  void count(JobNode& node, const Targets& targets) const noexcept;

  // Computes the functions of a node from those of its children, eq. 5.
  void fold_true(JobNode& node) { fold(node, View::kTrue, node.value); }
  void fold_seen(JobNode& node);
  // Sets the seen functions of a leaf with a running job: the job's likelier target counts as reached.
  void pretend(JobNode& leaf, const Targets& targets, Virtual kind);
  [[nodiscard]] const Functions& seen(const JobNode& node) const noexcept {
    return node.seen != nullptr ? *node.seen : node.value;
  }

  // The functions of child i from the view of its own mover, and from the view of the node's mover.
  [[nodiscard]] Curve first(const JobNode& node, std::size_t i, View view) const noexcept {
    const JobNode* const below = node.nodes[i];
    if (below != nullptr) return (view == View::kSeen ? seen(*below) : below->value).own.curve();
    const Child& child = node.children[i];
    return {child.own_x, child.own_scale, {node.steps.data() + node.places[i], child.own_size}};
  }
  [[nodiscard]] Curve second(const JobNode& node, std::size_t i, View view) const noexcept {
    const JobNode* const below = node.nodes[i];
    if (below != nullptr) return (view == View::kSeen ? seen(*below) : below->value).other.curve();
    const Child& child = node.children[i];
    return {child.other_x,
            child.other_scale,
            {node.steps.data() + node.places[i] + child.own_size, child.other_size}};
  }

  // True if the tree is full, after removing nodes that are no longer needed.
  [[nodiscard]] bool full();

 private:
  struct KeyHash {
    std::size_t operator()(const WideKey& key) const noexcept {
      return static_cast<std::size_t>(key.low ^ mix64(key.high));
    }
  };
  // Includes the steps that a node's own functions may have.
  static constexpr std::size_t kNodeBytes = sizeof(JobNode) + sizeof(WideKey) + 32 * sizeof(Step);
  [[nodiscard]] static std::size_t bytes_of_children(const JobNode& node) noexcept;

  [[nodiscard]] Curve own(const JobNode& node, std::size_t i, View view) const noexcept {
    return node.children[i].same_mover ? first(node, i, view) : second(node, i, view);
  }
  [[nodiscard]] Curve other(const JobNode& node, std::size_t i, View view) const noexcept {
    return node.children[i].same_mover ? second(node, i, view) : first(node, i, view);
  }

  void fold(const JobNode& node, View view, Functions& to);

  // Sets `out` to `from`, but 0 up to `to`; to >= from.x.
  void raise(const Curve& from, Value to, Function& out) const;

  // The functions of a solved node need no steps.
  static void keep(Child& child, const JobNode& below) noexcept;

  // Keeps nodes reachable from the root through unsolved nodes, and nodes that threads hold.
  void sweep();

  // Set for each game.
  const LeafShape* shape_ = nullptr;
  staircase::CurveAccumulator own_;
  staircase::CurveAccumulator other_;

  // Set for each search.
  JobNode root_;
  std::unordered_map<WideKey, JobNode, KeyHash> nodes_;
  std::size_t largest_ = 0;
  std::size_t bytes_ = 0;
  std::size_t sweep_at_ = 0;
};

}  // namespace ludex::agents::scns
