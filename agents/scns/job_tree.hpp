// JobTree: the upper part of a search that several threads share (parallel.hpp): the positions on which at
// least a job's work has been spent, and the leaves that jobs are made of. Not thread-safe.
//
// A position that is reached in several ways is one node. It has two pairs of functions: the true ones, and
// those that other threads *see* while threads work below it, which go when the last of these threads does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agents/common/staircase/gather.hpp"
#include "agents/scns/choice.hpp"
#include "agents/scns/frame.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::scns {

// A function that owns its steps.
struct Function {
  Value x = 0;
  Height scale = 1;
  std::vector<Step> steps;

  [[nodiscard]] Curve curve() const noexcept { return {x, scale, steps}; }
  // Steps of another function.
  void set(const Curve& from) {
    x = from.x;
    scale = from.scale;
    steps.assign(from.steps.begin(), from.steps.end());
  }
};
// For the side to move, and for the opponent.
struct Functions {
  Function own;
  Function other;
};

struct JobNode {
  WideKey key;
  Functions value;
  std::unique_ptr<Functions> seen;  // while users != 0; none: the true ones
  std::uint32_t users = 0;          // threads at or below it, on their way through this node
  std::uint32_t jobs = 0;           // of these, made of this very node
  std::uint32_t barren = 0;         // jobs made of it since the last one that expanded anything
  std::uint32_t work = 0;
  std::uint32_t last = Frame::kNone;
  std::uint32_t memos = 0;  // as the frame's
  Value leaf_value = 0;     // as the frame's
  Player mover = 0;
  bool marked = false;
  std::vector<Child> children;  // none: a leaf, or solved
  std::vector<JobNode*> nodes;  // of the children; null: not in the tree
  // Of the children that are not: own ones, then the opponent's, from places[i] on.
  std::vector<Step> steps;
  std::vector<std::uint32_t> places;
};

class JobTree {
 public:
  enum class View { kTrue, kSeen };

  void configure(const LeafShape& shape, staircase::Eta eta, std::size_t most_steps) {
    shape_ = &shape;
    own_.configure(shape, eta, most_steps);
    other_.configure(shape, eta, most_steps);
  }
  // `bytes`: when the tree has grown so large it takes no more nodes apart.
  void clear(std::size_t bytes) {
    nodes_.clear();
    largest_ = bytes;
    bytes_ = 0;
    sweep_at_ = bytes / 2;
    root_ = JobNode{};
  }

  [[nodiscard]] JobNode& root() noexcept { return root_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] bool solved(const JobNode& node) const noexcept {
    return node.value.own.curve().highest(*shape_) == 0 && node.value.other.curve().highest(*shape_) == 0;
  }

  // The node of a child. Null if it was in the tree already and this parent did not know: what is known of it
  // may change the choice among the children.
  JobNode* enter(JobNode& parent, std::size_t i) {
    if (parent.nodes[i] != nullptr) return parent.nodes[i];
    const Child& child = parent.children[i];
    const auto [at, is_new] = nodes_.try_emplace(child.key);
    JobNode& node = at->second;
    if (is_new) {
      node.key = child.key;
      node.value.own.set(first(parent, i, View::kTrue));
      node.value.other.set(second(parent, i, View::kTrue));
      node.work = child.work;
      node.mover = child.same_mover ? parent.mover : 1 - parent.mover;
      bytes_ += kNodeBytes;
    }
    parent.nodes[i] = &node;
    return is_new ? &node : nullptr;
  }

  // A frame's moves and what is known of them. Its own functions are the node's.
  void adopt(JobNode& node, const Frame& frame, const Frames& frames) {
    drop_children(node);
    node.value.own.set(frame.own);
    node.value.other.set(frame.other);
    node.work = std::max(node.work, frame.work);
    node.last = frame.last;
    node.memos = frame.memos;
    node.leaf_value = frame.leaf_value;
    const auto moves = frame.moves();
    node.children.assign(moves.begin(), moves.end());
    node.nodes.assign(moves.size(), nullptr);
    node.places.resize(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      node.places[i] = static_cast<std::uint32_t>(node.steps.size());
      for (const auto& steps : {frames.first(frame, moves[i]).steps, frames.second(frame, moves[i]).steps})
        node.steps.insert(node.steps.end(), steps.begin(), steps.end());
    }
    bytes_ += bytes_of_children(node);
  }
  // The same of a node that was taken apart while it was searched: what the frame knows better.
  void merge(JobNode& node, const Frame& frame, const Frames& frames) {
    if (frame.count != node.children.size()) return;
    bytes_ -= bytes_of_children(node);
    std::vector<Step> steps;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      Child& child = node.children[i];
      const Child& known = frame.children[i];
      const bool better = known.move == child.move && known.work > child.work;
      JobNode* const below = node.nodes[i];
      const Curve own = better ? frames.first(frame, known) : first(node, i, View::kTrue);
      const Curve other = better ? frames.second(frame, known) : second(node, i, View::kTrue);
      if (better) {
        child.work = known.work;
        child.own_x = own.x, child.own_scale = own.scale;
        child.other_x = other.x, child.other_scale = other.scale;
        if (below != nullptr && below->children.empty() && !solved(*below)) {
          below->value.own.set(own);
          below->value.other.set(other);
          below->work = known.work;
        }
      }
      if (below != nullptr) continue;
      child.own_size = static_cast<std::uint8_t>(own.steps.size());
      child.other_size = static_cast<std::uint8_t>(other.steps.size());
      node.places[i] = static_cast<std::uint32_t>(steps.size());
      steps.insert(steps.end(), own.steps.begin(), own.steps.end());
      steps.insert(steps.end(), other.steps.begin(), other.steps.end());
    }
    node.steps = std::move(steps);
    bytes_ += bytes_of_children(node);
  }
  void drop_children(JobNode& node) {
    bytes_ -= bytes_of_children(node);
    node.children = {};
    node.nodes = {};
    node.steps = {};
    node.places = {};
  }

  // Work and errors of the children as they are now.
  void refresh(JobNode& node, const Choice& choice) const noexcept {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      Child& child = node.children[i];
      if (node.nodes[i] != nullptr) child.work = node.nodes[i]->work;
      if (node.memos != 0 && !child.final) child.error = choice.error_of(child);
    }
  }
  // Numbers of the children, as they are seen.
  void count(JobNode& node, const Targets& targets) const noexcept {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      Child& child = node.children[i];
      child.pn = own(node, i, View::kSeen).at(shifted(targets.own, child.error), *shape_);
      child.dn = other(node, i, View::kSeen).at(shifted(targets.other, -child.error), *shape_);
    }
  }

  // The functions of a node from those of its children, eq. 5.
  void fold_true(JobNode& node) { fold(node, View::kTrue, node.value); }
  void fold_seen(JobNode& node) {
    if (node.seen == nullptr) node.seen = std::make_unique<Functions>();
    fold(node, View::kSeen, *node.seen);
  }
  // Of a node that a job is made of, with the job's targets.
  void pretend(JobNode& leaf, const Targets& targets, Virtual kind) {
    if (leaf.seen == nullptr) leaf.seen = std::make_unique<Functions>();
    const Curve own = leaf.value.own.curve();
    const Curve other = leaf.value.other.curve();
    const bool wins = own.at(targets.own, *shape_) <= other.at(targets.other, *shape_);
    Function& reached = wins ? leaf.seen->own : leaf.seen->other;
    Function& missed = wins ? leaf.seen->other : leaf.seen->own;
    const Curve& from = wins ? own : other;
    const Value to =
        kind == Virtual::kProven ? staircase::kTop : std::max(from.x, wins ? targets.own : targets.other);
    raise(from, to, reached);
    missed.set(Curve::certain(-to));
  }
  [[nodiscard]] const Functions& seen(const JobNode& node) const noexcept {
    return node.seen != nullptr ? *node.seen : node.value;
  }

  // The functions of child i from its own mover's view, and from the view of the node's mover.
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

  // Whether the tree is full, after what is not needed any more has been thrown away.
  [[nodiscard]] bool full() {
    if (bytes_ > sweep_at_) {
      sweep();
      sweep_at_ =
          std::max(largest_ / 2, bytes_ + (largest_ - std::min(bytes_, largest_)) / 2 + largest_ / 16);
    }
    return bytes_ >= largest_;
  }

 private:
  struct KeyHash {
    std::size_t operator()(const WideKey& key) const noexcept {
      return static_cast<std::size_t>(key.low ^ mix64(key.high));
    }
  };
  // With the steps that a node's own functions may have.
  static constexpr std::size_t kNodeBytes = sizeof(JobNode) + sizeof(WideKey) + 32 * sizeof(Step);
  [[nodiscard]] static std::size_t bytes_of_children(const JobNode& node) noexcept {
    return node.children.size() * (sizeof(Child) + sizeof(JobNode*) + sizeof(std::uint32_t)) +
           node.steps.size() * sizeof(Step);
  }

  [[nodiscard]] Curve own(const JobNode& node, std::size_t i, View view) const noexcept {
    return node.children[i].same_mover ? first(node, i, view) : second(node, i, view);
  }
  [[nodiscard]] Curve other(const JobNode& node, std::size_t i, View view) const noexcept {
    return node.children[i].same_mover ? second(node, i, view) : first(node, i, view);
  }

  void fold(const JobNode& node, View view, Functions& to) {
    own_.clear();
    other_.clear();
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Value error = node.children[i].error;
      const Curve mine = own(node, i, view);
      const Curve theirs = other(node, i, view);
      if (mine.x != -staircase::kTop) own_.add(mine, -error);
      if (theirs.x != staircase::kTop) other_.add(theirs, error);
    }
    to.own.set(own_.minimum());
    to.other.set(other_.sum());
  }

  // `from`, but 0 up to `to`, at least from.x.
  void raise(const Curve& from, Value to, Function& out) const {
    if (to == staircase::kTop || (from.steps.empty() && from.scale == staircase::kInfinite)) {
      out.set(Curve::certain(to));
      return;
    }
    out.x = to;
    out.scale = 0;
    out.steps.assign(1, {to, 0});
    const auto add = [&](Value end, Height height) {
      if (end > to) out.steps.push_back({end, height});
    };
    for (const Step& step : from.steps) add(step.end, step.height);
    if (!from.steps.empty()) return;
    for (const Step& step : shape_->steps()) {
      add(step.end == staircase::kTop ? staircase::kTop : shifted(from.x, step.end),
          staircase::times(from.scale, step.height));
    }
  }

  // A solved node's functions need no steps.
  static void keep(Child& child, const JobNode& below) noexcept {
    child.work = below.work;
    child.own_x = below.value.own.x;
    child.other_x = below.value.other.x;
    child.own_scale = child.other_scale = kInfinite;
    child.own_size = child.other_size = 0;
  }

  // Keeps what can be reached from the root through unsolved nodes, and what threads hold.
  void sweep() {
    std::vector<JobNode*> open{&root_};
    for (auto& [key, node] : nodes_) {
      node.marked = node.users != 0;
      if (node.marked) open.push_back(&node);
    }
    while (!open.empty()) {
      JobNode& node = *open.back();
      open.pop_back();
      for (std::size_t i = 0; i < node.nodes.size(); ++i) {
        JobNode* const below = node.nodes[i];
        if (below == nullptr || below->marked) continue;
        if (solved(*below)) {
          keep(node.children[i], *below);
          node.nodes[i] = nullptr;
          continue;
        }
        below->marked = true;
        open.push_back(below);
      }
    }
    for (auto at = nodes_.begin(); at != nodes_.end();) {
      if (at->second.marked) {
        ++at;
        continue;
      }
      bytes_ -= kNodeBytes + bytes_of_children(at->second);
      at = nodes_.erase(at);
    }
  }

  // Set for each game.
  const LeafShape* shape_ = nullptr;
  staircase::Gather own_;
  staircase::Gather other_;

  // Of one search.
  JobNode root_;
  std::unordered_map<WideKey, JobNode, KeyHash> nodes_;
  std::size_t largest_ = 0;
  std::size_t bytes_ = 0;
  std::size_t sweep_at_ = 0;
};

}  // namespace ludex::agents::scns
