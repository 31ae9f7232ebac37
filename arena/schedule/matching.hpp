// Matchings in general graphs.
#pragma once

#include <cstdint>
#include <vector>

namespace ludex::arena {

// A graph on nodes 0..n-1 and a matching of it that is kept as large as possible while nodes are removed: J.
// Edmonds, "Paths, trees, and flowers", Canadian J. of Mathematics 17 (1965), blossoms contracted through the
// nodes' bases, O(n^2) for a path in an adjacency matrix.
class Matching {
 public:
  static constexpr std::uint32_t kFree = 0xFFFFFFFFU;

  explicit Matching(std::uint32_t nodes);

  // Before anything else.
  void connect(std::uint32_t a, std::uint32_t b);
  // Makes the matching maximum.
  void maximise();
  // Takes a node out, its partner is free then and looks for another. Returns whether the matching now has as
  // many edges as before.
  bool remove(std::uint32_t node);
  // Takes an edge out with both its nodes, if the rest then has a matching with only one edge less: if some
  // maximum matching has the edge. Else returns false and changes nothing.
  bool take(std::uint32_t a, std::uint32_t b);

  [[nodiscard]] bool connected(std::uint32_t a, std::uint32_t b) const noexcept {
    return edges_[std::size_t{a} * nodes_ + b] != 0;
  }
  [[nodiscard]] std::uint32_t partner(std::uint32_t node) const noexcept { return partner_[node]; }
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }  // edges

 private:
  // Grows the matching by one edge along an alternating path from a free node, if there is one.
  bool augment_from(std::uint32_t root);
  [[nodiscard]] std::uint32_t common_base(std::uint32_t a, std::uint32_t b) const;
  void mark_path(std::uint32_t node, std::uint32_t base, std::uint32_t child);

  std::uint32_t nodes_;
  std::vector<char> edges_;
  std::vector<char> removed_;
  std::vector<std::uint32_t> partner_;
  std::uint32_t size_ = 0;

  // Of the search.
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> base_;
  std::vector<char> outer_;
  std::vector<char> in_blossom_;
  std::vector<std::uint32_t> queue_;
};

}  // namespace ludex::arena
