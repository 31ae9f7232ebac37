// The tree of a search as the agent shows it (ludex.draft.inspect/1): single nodes, or a part as a document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/agent/agent.hpp"
#include "core/agent/inspect.hpp"
#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::host {

// Reads the tree of an agent's last search. Agent and position must outlive it. Not during a search.
class TreeLook {
 public:
  // `root`: the position of the last search. No value if the agent shows no tree.
  [[nodiscard]] static std::optional<TreeLook> of(Agent& agent, const Position& root);

  [[nodiscard]] const std::vector<std::string>& columns() const noexcept { return columns_; }

  struct Node {
    Position position;
    InspectRows rows;  // of legal moves, sorted by `column`
  };
  // The node at the end of `path`. An error if a move is illegal, or the search has no such node.
  [[nodiscard]] Result<Node> node(std::span<const Move> path, std::size_t column = 0) const;

 private:
  TreeLook(Inspect& tree, const Position& root);

  Inspect* tree_;
  const Position* root_;
  std::vector<std::string> columns_;
};

// {"columns": [...], "rows": [{"move", "outcome", "more", "values"}]}; values are numbers, null if unknown,
// "inf" and "-inf". At most `limit` rows; "left_out" counts the others.
[[nodiscard]] std::string to_json(const TreeLook& look, const TreeLook::Node& node, std::size_t limit);

// The part of a tree that goes into a document.
struct TreeExtent {
  std::uint32_t depth = 4;     // plies
  std::uint32_t width = 8;     // children per node, the first by `column`
  std::uint32_t nodes = 5000;  // total
  std::size_t column = 0;
};
// The tree as nested rows: those of to_json() above, each with "rows" if the search has nodes below it.
[[nodiscard]] Result<std::string> tree_json(const TreeLook& look, const TreeExtent& extent);
// Likewise for Graphviz.
[[nodiscard]] Result<std::string> tree_dot(const TreeLook& look, const TreeExtent& extent);

}  // namespace ludex::arena::host
