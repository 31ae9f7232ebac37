#include "agents/scns/job_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ludex::agents::scns {

void JobTree::configure(const LeafShape& shape, staircase::Eta eta, std::size_t most_steps) {
  shape_ = &shape;
  own_.configure(shape, eta, most_steps);
  other_.configure(shape, eta, most_steps);
}

void JobTree::clear(std::size_t bytes) {
  nodes_.clear();
  largest_ = bytes;
  bytes_ = 0;
  sweep_at_ = bytes / 2;
  root_ = JobNode{};
}

JobNode* JobTree::enter(JobNode& parent, std::size_t i) {
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

void JobTree::adopt(JobNode& node, const Frame& frame, const Frames& frames) {
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

void JobTree::merge(JobNode& node, const Frame& frame, const Frames& frames) {
  if (frame.count != node.children.size()) return;
  bytes_ -= bytes_of_children(node);
  std::vector<Step> steps;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    Child& child = node.children[i];
    const Child& known = frame.children[i];
    // Others may have solved a child on which the job has spent more work.
    const bool better = known.move == child.move && known.work > child.work &&
                        (staircase::solved(frames.first(frame, known), frames.second(frame, known)) ||
                         !staircase::solved(first(node, i, View::kTrue), second(node, i, View::kTrue)));
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

void JobTree::drop_children(JobNode& node) {
  bytes_ -= bytes_of_children(node);
  node.children = {};
  node.nodes = {};
  node.steps = {};
  node.places = {};
}

void JobTree::refresh(JobNode& node, const Choice& choice) const noexcept {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    Child& child = node.children[i];
    if (node.nodes[i] != nullptr) child.work = node.nodes[i]->work;
    if (node.memos != 0 && !child.final) child.error = choice.error_of(child);
  }
}

void JobTree::count(JobNode& node, const Targets& targets) const noexcept {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    Child& child = node.children[i];
    child.pn = own(node, i, View::kSeen).at(shifted(targets.own, child.error), *shape_);
    child.dn = other(node, i, View::kSeen).at(shifted(targets.other, -child.error), *shape_);
  }
}

void JobTree::fold_seen(JobNode& node) {
  if (node.seen == nullptr) node.seen = std::make_unique<Functions>();
  fold(node, View::kSeen, *node.seen);
}

void JobTree::pretend(JobNode& leaf, const Targets& targets, Virtual kind) {
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

bool JobTree::full() {
  if (bytes_ > sweep_at_) {
    sweep();
    sweep_at_ = std::max(largest_ / 2, bytes_ + (largest_ - std::min(bytes_, largest_)) / 2 + largest_ / 16);
  }
  return bytes_ >= largest_;
}

std::size_t JobTree::bytes_of_children(const JobNode& node) noexcept {
  return node.children.size() * (sizeof(Child) + sizeof(JobNode*) + sizeof(std::uint32_t)) +
         node.steps.size() * sizeof(Step);
}

void JobTree::fold(const JobNode& node, View view, Functions& to) {
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

void JobTree::raise(const Curve& from, Value to, Function& out) const {
  if (to == staircase::kTop || (from.steps.empty() && from.scale == staircase::kInfinite)) {
    out.set(Curve::certain(to));
    return;
  }
  out.x = to;
  out.scale = 0;
  out.steps.assign(1, {to, 0});
  const auto add = [&](Value end, ProofCount height) {
    if (end > to) out.steps.push_back({end, height});
  };
  for (const Step& step : from.steps) add(step.end, step.height);
  if (!from.steps.empty()) return;
  for (const Step& step : shape_->steps()) {
    add(step.end == staircase::kTop ? staircase::kTop : shifted(from.x, step.end),
        staircase::times(from.scale, step.height));
  }
}

void JobTree::keep(Child& child, const JobNode& below) noexcept {
  child.work = below.work;
  child.own_x = below.value.own.x;
  child.other_x = below.value.other.x;
  child.own_scale = child.other_scale = kInfinite;
  child.own_size = child.other_size = 0;
}

void JobTree::sweep() {
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

}  // namespace ludex::agents::scns
