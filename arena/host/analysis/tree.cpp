#include "arena/host/analysis/tree.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "core/abi/text.hpp"

namespace ludex::arena::host {
namespace {

using Json = json::Value;

Json number(double value) {
  if (std::isnan(value)) return {};
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json row_json(const TreeLook& look, const Position& position, const InspectRow& row) {
  Json values = Json::array();
  for (std::size_t i = 0; i < look.columns().size(); ++i) values.push_back(number(row.values[i]));
  return {{"move", position.move_text(row.move)},
          {"outcome", to_text(row.outcome)},
          {"more", row.children != 0},
          {"values", std::move(values)}};
}

std::string tree_text(const Json& json) {
  return json.sorted_dump();
}

// Walks the part of the tree within the extent, children before their siblings. visit(parent, position, row)
// returns the parent for the row's children.
template <class Parent, class Visit>
class Walk {
 public:
  Walk(const TreeLook& look, const TreeExtent& extent, const Visit& visit)
      : look_(look), extent_(extent), visit_(visit) {}

  Result<void> run(Parent root) {
    auto node = look_.node({}, extent_.column);
    if (!node) return Error{node.error()};
    below(*node, std::move(root));
    return {};
  }

 private:
  void below(const TreeLook::Node& node, Parent parent) {
    const std::size_t width = std::min<std::size_t>(node.rows.size(), extent_.width);
    for (std::size_t i = 0; i < width && seen_ < extent_.nodes; ++i) {
      const InspectRow& row = node.rows[i];
      ++seen_;
      Parent own = visit_(parent, node.position, row);
      if (row.children == 0 || path_.size() + 1 >= extent_.depth) continue;
      path_.push_back(row.move);
      if (const auto next = look_.node(path_, extent_.column); next) below(*next, std::move(own));
      path_.pop_back();
    }
  }

  const TreeLook& look_;
  const TreeExtent& extent_;
  const Visit& visit_;
  std::vector<Move> path_;
  std::uint32_t seen_ = 0;
};

std::string dot_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace

TreeLook::TreeLook(Inspect& tree, const Position& root) : tree_(&tree), root_(&root) {
  for (std::uint32_t i = 0; i < kMaxInspectColumns; ++i) {
    const char* const name = tree.column(i);
    if (name == nullptr) break;
    columns_.emplace_back(name);
  }
}

std::optional<TreeLook> TreeLook::of(Agent& agent, const Position& root) {
  auto* const tree = find<Inspect>(agent);
  if (tree == nullptr) return std::nullopt;
  return TreeLook(*tree, root);
}

Result<TreeLook::Node> TreeLook::node(std::span<const Move> path, std::size_t column) const {
  Node node{*root_, {}};
  for (const Move move : path) {
    if (node.position.over() || !node.position.is_legal(move))
      return Error{"the path leads over a move that is not legal"};
    node.position.apply(move);
  }
  std::vector<Move> legal = node.position.legal_moves();
  std::sort(legal.begin(), legal.end());
  InspectRows rows(node.position.game().traits().max_moves);
  std::uint32_t count = 0;
  StringSink error;
  const auto capacity = static_cast<std::uint32_t>(rows.size());
  const Status status = tree_->children(path.data(), static_cast<std::uint32_t>(path.size()), rows.data(),
                                        capacity, &count, error);
  if (status != Status::kOk) return Error{error.take()};
  rows.resize(std::min(count, capacity));
  // The agent is untrusted.
  std::erase_if(rows, [&](InspectRow& row) {
    if (!in_range(row.outcome)) row.outcome = Outcome::kUnknown;
    return !std::binary_search(legal.begin(), legal.end(), row.move);
  });
  if (column < columns_.size()) {
    std::stable_sort(rows.begin(), rows.end(), [&](const InspectRow& a, const InspectRow& b) {
      if (std::isnan(b.values[column])) return !std::isnan(a.values[column]);
      return a.values[column] > b.values[column];
    });
  }
  node.rows = std::move(rows);
  return node;
}

std::string to_json(const TreeLook& look, const TreeLook::Node& node, std::size_t limit) {
  Json json{{"columns", look.columns()}, {"rows", Json::array()}};
  const std::size_t shown = std::min(limit, node.rows.size());
  for (std::size_t i = 0; i < shown; ++i) json["rows"].push_back(row_json(look, node.position, node.rows[i]));
  if (shown < node.rows.size()) json["left_out"] = node.rows.size() - shown;
  return tree_text(json);
}

Result<std::string> tree_json(const TreeLook& look, const TreeExtent& extent) {
  Json document{{"columns", look.columns()}, {"rows", Json::array()}};
  const auto visit = [&](Json* parent, const Position& position, const InspectRow& row) {
    // Children come before siblings, so this array does not move while its rows are being written.
    Json& rows = (*parent)["rows"];
    rows.push_back(row_json(look, position, row));
    return &rows.back();
  };
  Walk<Json*, decltype(visit)> walk(look, extent, visit);
  if (const auto done = walk.run(&document); !done) return Error{done.error()};
  return tree_text(document);
}

Result<std::string> tree_dot(const TreeLook& look, const TreeExtent& extent) {
  std::string text =
      "digraph search {\n  node [shape=box, fontname=\"sans-serif\"];\n  n0 [label=\"root\"];\n";
  int last = 0;
  const auto visit = [&](int parent, const Position& position, const InspectRow& row) {
    std::string label = position.move_text(row.move);
    for (std::size_t i = 0; i < look.columns().size(); ++i) {
      if (!std::isnan(row.values[i])) label += fmt::format("\n{} {:.6g}", look.columns()[i], row.values[i]);
    }
    if (row.outcome != Outcome::kUnknown) label += fmt::format("\nproven {}", to_text(row.outcome));
    std::string escaped = dot_text(label);
    for (std::size_t at = 0; (at = escaped.find('\n', at)) != std::string::npos;)
      escaped.replace(at, 1, "\\n");
    ++last;
    text += fmt::format("  n{} [label={}];\n  n{} -> n{};\n", last, escaped, parent, last);
    return last;
  };
  Walk<int, decltype(visit)> walk(look, extent, visit);
  if (const auto done = walk.run(0); !done) return Error{done.error()};
  return text + "}\n";
}

}  // namespace ludex::arena::host
