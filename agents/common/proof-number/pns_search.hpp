// PnsSearch: best-first proof-number search (Allis, van der Meulen & van den Herik 1991) on a tree in memory,
// and PN^2 (Allis 1994). Numbers, questions and enhancements are those of df-pn (fold.hpp, expander.hpp):
// with the same order of children and ties=first, and no transpositions, both expand the same positions
// (Nagai 1999).
//
// The tree knows no transpositions, so in cyclic games every node has one path, and no result can be used on
// another. Children of solved nodes are given back; those of the root stay.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/memory/node_pool.hpp"
#include "agents/common/proof-number/df_pn_search.hpp"
#include "agents/common/proof-number/engine.hpp"
#include "agents/common/proof-number/expander.hpp"
#include "agents/common/proof-number/fold.hpp"
#include "agents/common/proof-number/show.hpp"
#include "core/agent/budget.hpp"

namespace ludex::agents::proof_number {

struct TreeNode : Child {
  std::uint32_t children = 0;  // block in the pool, meaningless while size is 0
  std::uint32_t size = 0;
};

// A best-first search below one node, with nodes of its own.
class BestFirstTree {
 public:
  void resize(std::size_t bytes) {
    if (bytes != bytes_) pool_ = NodePool<TreeNode>(bytes);
    bytes_ = bytes;
    clear();
  }
  void clear() noexcept {
    pool_.clear();
    nodes_ = 0;
  }

  [[nodiscard]] std::span<TreeNode> children(const TreeNode& node) const noexcept {
    return {pool_[node.children], node.size};
  }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return pool_.taken_bytes(); }
  [[nodiscard]] double fill() const noexcept {
    return bytes_ == 0 ? 0 : static_cast<double>(pool_.taken_bytes()) / static_cast<double>(bytes_);
  }

  // Gives `node` these children; false if there is no memory.
  bool adopt(TreeNode& node, std::span<const Child> children) noexcept {
    const auto count = static_cast<std::uint32_t>(children.size());
    const std::uint32_t block = pool_.allocate(count);
    if (block == NodePool<TreeNode>::kNone) return false;
    node.children = block;
    node.size = count;
    for (std::uint32_t i = 0; i < count; ++i) pool_[block][i] = TreeNode{children[i], 0, 0};
    nodes_ += count;
    return true;
  }
  void release(TreeNode& node) noexcept {
    for (TreeNode& child : children(node)) release(child);
    if (node.size != 0) {
      pool_.release(node.children, node.size);
      nodes_ -= node.size;
    }
    node.size = 0;
  }

 private:
  NodePool<TreeNode> pool_;
  std::size_t bytes_ = 0;
  std::uint64_t nodes_ = 0;
};

class PnsEngine {
 public:
  void new_game(const Game& game, const Settings& settings) {
    settings_ = settings;
    game_ = &game;
    expander_.new_game(game, settings);
    buffer_.resize(game.traits().max_moves);
    path_.resize(expander_.max_depth() + std::size_t{2});
    codes_.resize(path_.size());
  }

  void start(const State* root, Identity identity, std::uint64_t order, std::uint32_t memory_mib) {
    const auto bytes = memory_mib != 0 ? std::size_t{memory_mib} << 20
                                       : static_cast<std::size_t>(settings_.memory_mib * 1024 * 1024);
    // The second level gets a fair share of it.
    first_.resize(settings_.pn2 != 0 ? bytes / 2 : bytes);
    if (settings_.pn2 != 0) second_.resize(bytes / 2);
    root_state_ = root;
    identity_ = identity;
    order_ = order;
    effort_ = {};
    bytes_ = 0;
  }

  Verdict ask(const Question& question, BudgetMeter& meter) {
    expander_.start(root_state_, question, identity_, {}, order_, 0);
    meter_ = &meter;
    stopped_ = false;
    first_.clear();
    root_ = TreeNode{};
    root_.value = expander_.first_numbers(0);
    root_.same_mover = true;
    root_.key = expander_.key(0);
    path_[0] = &root_;
    codes_[0] = 0;
    search(first_, 0, kNoLimit, settings_.pn2 != 0);
    bytes_ = std::max(bytes_, first_.bytes() + second_.bytes());
    root_children_.clear();
    for (const TreeNode& child : first_.children(root_)) root_children_.push_back(child);
    return {root_.value};
  }

  // A tree of the very path is already checked by the rules; it has no text.
  bool check(const Question&, bool, BudgetMeter&, TextSink* out) { return out == nullptr; }

  [[nodiscard]] std::span<const Child> root_children() const noexcept { return root_children_; }
  [[nodiscard]] static const Child& best_of(std::span<const Child> children,
                                            const Settings& settings) noexcept {
    return DfPnEngine::best_of(children, settings);
  }
  void add_line(SearchReport& report, const Child& first) {
    const TreeNode* node = nullptr;
    for (const TreeNode& child : first_.children(root_)) {
      if (child.move == first.move) node = &child;
    }
    if (node == nullptr) report.add_pv(first.move);
    while (node != nullptr && report.pv_size < kMaxPv) {
      report.add_pv(node->move);
      const auto children = first_.children(*node);
      if (children.empty()) return;
      const Fold f = fold(std::span<const TreeNode>(children), settings_);
      node = f.best == Fold::kNone ? nullptr : &children[f.best];
    }
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] const Effort& effort() const noexcept { return effort_; }
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }
  void add_counters(SearchReport& report) const {
    report.add_counter("expansions", static_cast<double>(effort_.expansions));
    report.add_counter("tree_nodes", static_cast<double>(first_.nodes()));
  }

 private:
  [[nodiscard]] bool may_expand() noexcept {
    const Budget& budget = meter_->budget();
    if (!stopped_ && ((budget.nodes != 0 && meter_->nodes() >= budget.nodes) || meter_->out_of_time() ||
                      !meter_->next_iteration()))
      stopped_ = true;
    return !stopped_;
  }

  void publish() noexcept {
    const auto children = std::span<const TreeNode>(first_.children(root_));
    if (children.empty()) return;
    show_root(board_, fold(children, settings_), children);
    show_fill(board_, first_.fill());
  }

  // Grows the tree below path_[top], a node without children, by at most `limit` expansions. Positions and
  // codes of the path up to it are set.
  void search(BestFirstTree& tree, std::uint32_t top, std::uint64_t limit, bool second_level) {
    std::uint32_t ply = top;
    for (std::uint64_t expansions = 0; expansions < limit && !path_[top]->value.solved();) {
      if (board_.due()) publish();
      // Down to the most-proving leaf.
      while (path_[ply]->size != 0) {
        const auto children = tree.children(*path_[ply]);
        const Fold f = fold(std::span<const TreeNode>(children), settings_);
        TreeNode& best = children[f.best];
        if (best.final) {  // beyond the largest depth
          stopped_ = true;
          return;
        }
        expander_.descend(ply, best);
        codes_[ply + 1] = extend_path(codes_[ply], best.move);
        path_[++ply] = &best;
      }
      if (second_level) {
        if (!grow_by_search(ply, limit - expansions, expansions)) return;
      } else {
        if (!grow(tree, ply)) return;
        ++expansions;
      }
      // Up, until a node's numbers stay: its ancestors' do, too, and the next leaf lies below it.
      for (;; --ply) {
        TreeNode& node = *path_[ply];
        const auto children = tree.children(node);
        if (!children.empty()) {
          const Fold f = fold(std::span<const TreeNode>(children), settings_);
          const PnDn value = node.same_mover ? f.value : f.value.flipped();
          if (value == node.value && !value.solved()) break;
          node.value = value;
        }
        if (node.value.solved() && ply != top) keep_line(tree, node);
        if (ply == top) break;
      }
    }
  }

  // A solved node keeps the move that proves it, if there is one, for the line of the report.
  void keep_line(BestFirstTree& tree, TreeNode& node) noexcept {
    const auto children = tree.children(node);
    if (children.empty()) return;
    const Fold f = fold(std::span<const TreeNode>(children), settings_);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (i != f.best) tree.release(children[i]);
    }
  }

  bool grow(BestFirstTree& tree, std::uint32_t ply) {
    if (!may_expand()) return false;
    const std::uint64_t before = expander_.nodes();
    const std::uint32_t count = expander_.expand(ply, codes_[ply], NoMemory{}, buffer_.data());
    meter_->count_nodes(expander_.nodes() - before);
    ++effort_.expansions;
    ++effort_.visits;
    effort_.digest += mix64(expander_.key(ply).low);
    path_[ply]->work = 1;
    if (tree.adopt(*path_[ply], {buffer_.data(), count})) return true;
    stopped_ = true;
    return false;
  }

  // PN^2: the leaf at `ply` is searched in a tree of its own, of which the leaf keeps the first generation.
  bool grow_by_search(std::uint32_t ply, std::uint64_t limit, std::uint64_t& expansions) {
    const auto x = static_cast<double>(first_.nodes());
    const double f = 1 / (1 + std::exp((settings_.pn2_a - x) / settings_.pn2_b));
    const double y = std::min(x * f, static_cast<double>(settings_.pn2) - x);
    const std::uint64_t allowed = std::min(limit, static_cast<std::uint64_t>(std::max(y, 1.0)));
    TreeNode* const leaf = path_[ply];
    second_.clear();
    TreeNode local = *leaf;
    path_[ply] = &local;
    const std::uint64_t before = effort_.expansions;
    search(second_, ply, allowed, false);
    path_[ply] = leaf;
    expansions += effort_.expansions - before;
    bytes_ = std::max(bytes_, first_.bytes() + second_.bytes());
    // A full second level still has something to say; what stops the search is the budget.
    if (stopped_ && (meter_->out_of_time() || local.size == 0)) return false;
    if (stopped_ && !out_of_budget()) stopped_ = false;
    std::vector<Child> generation;
    for (const TreeNode& child : second_.children(local)) generation.push_back(child);
    leaf->work = local.work;
    if (first_.adopt(*leaf, generation)) return !stopped_;
    stopped_ = true;
    return false;
  }
  [[nodiscard]] bool out_of_budget() const noexcept {
    const Budget& budget = meter_->budget();
    return (budget.nodes != 0 && meter_->nodes() >= budget.nodes) ||
           (budget.iterations != 0 && meter_->iterations() >= budget.iterations);
  }

  // Set for each game.
  Settings settings_;
  const Game* game_ = nullptr;
  Expander expander_;
  std::vector<Child> buffer_;
  std::vector<TreeNode*> path_;
  std::vector<std::uint64_t> codes_;  // of the path to each

  // Set for each search.
  BestFirstTree first_;
  BestFirstTree second_;
  TreeNode root_;
  const State* root_state_ = nullptr;
  Identity identity_ = Identity::kPosition;
  std::uint64_t order_ = 0;
  BudgetMeter* meter_ = nullptr;
  bool stopped_ = false;
  std::size_t bytes_ = 0;
  Effort effort_;
  ProgressBoard board_;
  std::vector<Child> root_children_;
};

}  // namespace ludex::agents::proof_number
