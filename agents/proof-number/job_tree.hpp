// JobTree: the upper part of a search that several threads share (parallel_df_pn.hpp): the nodes on which at
// least a job's work has been spent, and the leaves that jobs are made of. Not thread-safe.
//
// Positions that are reached in several ways are one node (in games with cycles a node is a path). A node
// has two pairs of numbers: the true ones, and those that other threads *see* while threads work below it.
// The second count only as long as there are such threads: what is seen can never outlive its reason.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "agents/proof-number/fold.hpp"
#include "agents/proof-number/question.hpp"
#include "core/search/proof_table.hpp"

namespace ludex::agents::proof_number {

struct JobNode {
  PnDn value;               // for the side to move, as seen
  PnDn seen;                // while users != 0
  std::uint32_t users = 0;  // threads at or below it, on their way through this node
  std::uint16_t dependence = kAnyPath;
  bool marked = false;
  std::uint64_t work = 0;
  std::vector<Child> children;  // none: a leaf, or solved
  std::vector<JobNode*> nodes;  // of the children; null: not in the tree
};

class JobTree {
 public:
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
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size() + 1; }

  // The node of a child. Null if it was in the tree already and this parent did not know: what is known of it
  // may change the choice among the children.
  JobNode* enter(JobNode& parent, std::size_t i, const WideKey& key) {
    if (parent.nodes[i] != nullptr) return parent.nodes[i];
    const auto [at, is_new] = nodes_.try_emplace(key);
    JobNode& node = at->second;
    parent.nodes[i] = &node;
    if (!is_new) return nullptr;
    const Child& child = parent.children[i];
    node.value = child.same_mover ? child.value : child.value.flipped();
    node.dependence = child.dependence;
    node.work = child.work;
    bytes_ += kNodeBytes;
    return &node;
  }

  void adopt(JobNode& node, std::span<const Child> children) {
    node.children.assign(children.begin(), children.end());
    node.nodes.assign(children.size(), nullptr);
    bytes_ += children.size() * kChildBytes;
  }
  void drop_children(JobNode& node) noexcept {
    bytes_ -= node.children.size() * kChildBytes;
    node.children = {};
    node.nodes = {};
  }

  // The true numbers of a node from those of its children.
  Fold fold_true(JobNode& node, const Settings& settings) const noexcept {
    for (std::size_t i = 0; i < node.children.size(); ++i) refresh(node, i);
    return fold(std::span<const Child>(node.children), settings);
  }
  // The numbers that threads see; fold_true() comes before.
  Fold fold_seen(const JobNode& node, const Settings& settings) {
    scratch_.assign(node.children.begin(), node.children.end());
    for (std::size_t i = 0; i < scratch_.size(); ++i) {
      const JobNode* const below = node.nodes[i];
      if (below == nullptr || below->users == 0 || below->value.solved()) continue;
      scratch_[i].value = scratch_[i].same_mover ? below->seen : below->seen.flipped();
      scratch_[i].dependence = kAnyPath;
    }
    return fold(std::span<const Child>(scratch_), settings);
  }
  // A child as fold_seen() saw it last.
  [[nodiscard]] const Child& seen_child(std::size_t i) const noexcept { return scratch_[i]; }

  // Whether the tree is full, after solved subtrees have been thrown away.
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
  static constexpr std::size_t kNodeBytes = sizeof(JobNode) + sizeof(WideKey) + 4 * sizeof(void*);
  static constexpr std::size_t kChildBytes = sizeof(Child) + sizeof(JobNode*);

  static void refresh(JobNode& node, std::size_t i) noexcept {
    const JobNode* const below = node.nodes[i];
    if (below == nullptr) return;
    Child& child = node.children[i];
    child.value = child.same_mover ? below->value : below->value.flipped();
    child.dependence = below->dependence;
    child.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(below->work, 0xFFFFFFFFU));
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
        if (below->value.solved()) {
          refresh(node, i);
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
      bytes_ -= kNodeBytes + at->second.children.size() * kChildBytes;
      at = nodes_.erase(at);
    }
  }

  JobNode root_;
  std::unordered_map<WideKey, JobNode, KeyHash> nodes_;
  std::vector<Child> scratch_;
  std::size_t largest_ = 0;
  std::size_t bytes_ = 0;
  std::size_t sweep_at_ = 0;
};

}  // namespace ludex::agents::proof_number
