// PnsSearch: best-first proof-number search (Allis, van der Meulen & van den Herik 1991) on a tree in memory,
// and PN^2 (Allis 1994). Numbers, questions and enhancements are those of df-pn (child_summary.hpp,
// expander.hpp): with the same order of children and ties=first, and without transpositions, both expand the
// same positions (Nagai 1999).
//
// The tree has no transpositions, so in cyclic games every node has one path, and no result is used on
// another. Children of solved nodes are freed; those of the root stay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/memory/node_pool.hpp"
#include "agents/common/proof-number/df_pn_search.hpp"
#include "agents/common/proof-number/engine.hpp"
#include "agents/common/proof-number/expander.hpp"
#include "core/agent/budget.hpp"

namespace ludex::agents::proof_number {

struct TreeNode : Child {
  std::uint32_t children = 0;  // block in the pool, undefined while size is 0
  std::uint32_t size = 0;
};

// A best-first search below one node, with nodes of its own.
class BestFirstTree {
 public:
  void resize(std::size_t bytes);
  void clear() noexcept;

  [[nodiscard]] std::span<TreeNode> children(const TreeNode& node) const noexcept {
    return {pool_[node.children], node.size};
  }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return pool_.taken_bytes(); }
  [[nodiscard]] double fill() const noexcept {
    return bytes_ == 0 ? 0 : static_cast<double>(pool_.taken_bytes()) / static_cast<double>(bytes_);
  }

  // Gives `node` these children; false if memory is used up.
  bool adopt(TreeNode& node, std::span<const Child> children) noexcept;
  void release(TreeNode& node) noexcept;

 private:
  NodePool<TreeNode> pool_;
  std::size_t bytes_ = 0;
  std::uint64_t nodes_ = 0;
};

class PnsEngine {
 public:
  void new_game(const Game& game, const Settings& settings);

  void start(const State* root, Identity identity, std::uint64_t order, std::uint32_t memory_mib);

  Verdict ask(const Question& question, BudgetMeter& meter);

  // A tree node has one path, so the search has already applied the rules; there is no text.
  bool check(const Question&, bool, BudgetMeter&, TextSink* out) { return out == nullptr; }

  [[nodiscard]] std::span<const Child> root_children() const noexcept { return root_children_; }
  [[nodiscard]] static const Child& best_of(std::span<const Child> children,
                                            const Settings& settings) noexcept;
  void add_line(SearchReport& report, const Child& first);

  // The children of the node at the end of the path; false if there is none.
  bool look(std::span<const Move> path, std::vector<Child>& out) const;

  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] const Effort& effort() const noexcept { return effort_; }
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }
  void add_counters(SearchReport& report) const;

 private:
  [[nodiscard]] inline bool may_expand() noexcept;

  void publish() noexcept;

  // Grows the tree below path_[top], a node without children, by at most `limit` expansions. The caller has
  // set positions and codes of the path up to it.
  void search(BestFirstTree& tree, std::uint32_t top, std::uint64_t limit, bool second_level);

  // Keeps the proving move of a solved node, if there is one, for the principal variation.
  inline void keep_line(BestFirstTree& tree, TreeNode& node) noexcept;

  inline bool grow(BestFirstTree& tree, std::uint32_t ply);

  // PN^2: searches the leaf at `ply` in a tree of its own; the leaf keeps the first generation.
  bool grow_by_search(std::uint32_t ply, std::uint64_t limit, std::uint64_t& expansions);
  [[nodiscard]] bool out_of_budget() const noexcept;

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
