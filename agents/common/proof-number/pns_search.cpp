#include "agents/common/proof-number/pns_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/proof-number/child_summary.hpp"
#include "agents/common/proof-number/show.hpp"

namespace ludex::agents::proof_number {

void BestFirstTree::resize(std::size_t bytes) {
  if (bytes != bytes_) pool_ = NodePool<TreeNode>(bytes);
  bytes_ = bytes;
  clear();
}

void BestFirstTree::clear() noexcept {
  pool_.clear();
  nodes_ = 0;
}

bool BestFirstTree::adopt(TreeNode& node, std::span<const Child> children) noexcept {
  const auto count = static_cast<std::uint32_t>(children.size());
  const std::uint32_t block = pool_.allocate(count);
  if (block == NodePool<TreeNode>::kNone) return false;
  node.children = block;
  node.size = count;
  for (std::uint32_t i = 0; i < count; ++i) pool_[block][i] = TreeNode{children[i], 0, 0};
  nodes_ += count;
  return true;
}

void BestFirstTree::release(TreeNode& node) noexcept {
  for (TreeNode& child : children(node)) release(child);
  if (node.size != 0) {
    pool_.release(node.children, node.size);
    nodes_ -= node.size;
  }
  node.size = 0;
}

void PnsEngine::new_game(const Game& game, const Settings& settings) {
  settings_ = settings;
  game_ = &game;
  expander_.new_game(game, settings);
  buffer_.resize(game.traits().max_moves);
  path_.resize(expander_.max_depth() + std::size_t{2});
  codes_.resize(path_.size());
}

void PnsEngine::start(const State* root, Identity identity, std::uint64_t order, std::uint32_t memory_mib) {
  const auto bytes = memory_mib != 0 ? std::size_t{memory_mib} << 20
                                     : static_cast<std::size_t>(settings_.memory_mib * 1024 * 1024);
  // The second level gets half of it.
  first_.resize(settings_.pn2 != 0 ? bytes / 2 : bytes);
  if (settings_.pn2 != 0) second_.resize(bytes / 2);
  root_state_ = root;
  identity_ = identity;
  order_ = order;
  effort_ = {};
  bytes_ = 0;
}

Verdict PnsEngine::ask(const Question& question, BudgetMeter& meter) {
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

const Child& PnsEngine::best_of(std::span<const Child> children, const Settings& settings) noexcept {
  return DfPnEngine::best_of(children, settings);
}

void PnsEngine::add_line(SearchReport& report, const Child& first) {
  const TreeNode* node = nullptr;
  for (const TreeNode& child : first_.children(root_)) {
    if (child.move == first.move) node = &child;
  }
  if (node == nullptr) report.add_pv(first.move);
  while (node != nullptr && report.pv_size < kMaxPv) {
    report.add_pv(node->move);
    const auto children = first_.children(*node);
    if (children.empty()) return;
    const ChildSummary f = summarize(std::span<const TreeNode>(children), settings_);
    node = f.best == ChildSummary::kNone ? nullptr : &children[f.best];
  }
}

bool PnsEngine::look(std::span<const Move> path, std::vector<Child>& out) const {
  const TreeNode* node = &root_;
  for (const Move move : path) {
    const TreeNode* next = nullptr;
    for (const TreeNode& child : first_.children(*node)) {
      if (child.move == move) next = &child;
    }
    if (next == nullptr) return false;
    node = next;
  }
  out.clear();
  for (const TreeNode& child : first_.children(*node)) out.push_back(child);
  return true;
}

void PnsEngine::add_counters(SearchReport& report) const {
  report.add_counter("expansions", static_cast<double>(effort_.expansions));
  report.add_counter("tree_nodes", static_cast<double>(first_.nodes()));
}

inline bool PnsEngine::may_expand() noexcept {
  const Budget& budget = meter_->budget();
  if (!stopped_ && ((budget.nodes != 0 && meter_->nodes() >= budget.nodes) || meter_->out_of_time() ||
                    !meter_->next_iteration()))
    stopped_ = true;
  return !stopped_;
}

void PnsEngine::publish() noexcept {
  const auto children = std::span<const TreeNode>(first_.children(root_));
  if (children.empty()) return;
  show_root(board_, summarize(children, settings_), children);
  show_fill(board_, first_.fill());
}

void PnsEngine::search(BestFirstTree& tree, std::uint32_t top, std::uint64_t limit, bool second_level) {
  std::uint32_t ply = top;
  for (std::uint64_t expansions = 0; expansions < limit && !path_[top]->value.solved();) {
    if (board_.due()) publish();
    // Goes down to the most-proving leaf.
    while (path_[ply]->size != 0) {
      const auto children = tree.children(*path_[ply]);
      const ChildSummary f = summarize(std::span<const TreeNode>(children), settings_);
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
    // Goes up until a node's numbers stay: its ancestors' do too, and the next leaf lies below it.
    for (;; --ply) {
      TreeNode& node = *path_[ply];
      const auto children = tree.children(node);
      if (!children.empty()) {
        const ChildSummary f = summarize(std::span<const TreeNode>(children), settings_);
        const PnDn value = node.same_mover ? f.value : f.value.flipped();
        if (value == node.value && !value.solved()) break;
        node.value = value;
      }
      if (node.value.solved() && ply != top) keep_line(tree, node);
      if (ply == top) break;
    }
  }
}

inline void PnsEngine::keep_line(BestFirstTree& tree, TreeNode& node) noexcept {
  const auto children = tree.children(node);
  if (children.empty()) return;
  const ChildSummary f = summarize(std::span<const TreeNode>(children), settings_);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i != f.best) tree.release(children[i]);
  }
}

inline bool PnsEngine::grow(BestFirstTree& tree, std::uint32_t ply) {
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

bool PnsEngine::grow_by_search(std::uint32_t ply, std::uint64_t limit, std::uint64_t& expansions) {
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
  // A full second level still gives a result; only the budget stops the search.
  if (stopped_ && (meter_->out_of_time() || local.size == 0)) return false;
  if (stopped_ && !out_of_budget()) stopped_ = false;
  std::vector<Child> generation;
  for (const TreeNode& child : second_.children(local)) generation.push_back(child);
  leaf->work = local.work;
  if (first_.adopt(*leaf, generation)) return !stopped_;
  stopped_ = true;
  return false;
}

bool PnsEngine::out_of_budget() const noexcept {
  const Budget& budget = meter_->budget();
  return (budget.nodes != 0 && meter_->nodes() >= budget.nodes) ||
         (budget.iterations != 0 && meter_->iterations() >= budget.iterations);
}

}  // namespace ludex::agents::proof_number
