// InspectedTree<Tree>: shows the nodes of a tree of this family (core/agent/inspect.hpp).
#pragma once

#include <array>
#include <span>

#include "core/agent/inspect.hpp"

namespace ludex::agents::mcts {

// A node with numbers besides visits and rewards declares them: kColumns, their names, and
// write_numbers(double*), the numbers.
template <class N>
concept HasNumbers = requires(const N& node, double* out) {
  N::kColumns.size();
  node.write_numbers(out);
};

template <class Tree>
class InspectedTree {
  using N = typename Tree::NodeType;
  static constexpr std::size_t kOwn = 2;

 public:
  [[nodiscard]] static std::span<const char* const> columns() noexcept {
    if constexpr (HasNumbers<N>) {
      static const auto names = [] {
        std::array<const char*, kOwn + N::kColumns.size()> all{"visits", "value"};
        for (std::size_t i = 0; i < N::kColumns.size(); ++i) all[kOwn + i] = N::kColumns[i];
        return all;
      }();
      return names;
    } else {
      static constexpr std::array<const char*, kOwn> kNames{"visits", "value"};
      return kNames;
    }
  }

  // False if the tree has no such node.
  [[nodiscard]] static bool rows(const Tree& tree, std::span<const Move> path, InspectRows& rows) {
    const N* node = &tree.root();
    for (const Move move : path) {
      const N* next = nullptr;
      for (const N& child : tree.children(*node)) {
        if (child.move == move) next = &child;
      }
      if (next == nullptr) return false;
      node = next;
    }
    for (const N& child : tree.children(*node)) {
      InspectRow row = InspectRow::of(child.move);
      row.values[0] = child.visits;
      if (child.visits != 0) row.values[1] = child.mean();
      if constexpr (HasNumbers<N>) child.write_numbers(row.values + kOwn);
      row.outcome = outcome_for(child.result(), child.player);
      row.children = child.size != 0 ? 1 : 0;
      rows.push_back(row);
    }
    return true;
  }
};

}  // namespace ludex::agents::mcts
