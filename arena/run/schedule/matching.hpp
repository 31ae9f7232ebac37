// Matchings in general graphs.
#pragma once

#include <cstdint>
#include <vector>

namespace ludex::arena::run {

// A graph on nodes 0..n-1 with a matching that is kept maximum while nodes are removed: J. Edmonds, "Paths,
// trees, and flowers", Canadian J. of Mathematics 17 (1965). Contracts blossoms through the nodes' bases;
// O(n^2) per path in an adjacency matrix.
class Matching {
 public:
  static constexpr std::uint32_t kFree = 0xFFFFFFFFU;

  explicit Matching(std::uint32_t nodes);

  // Adds an edge; call before all other methods.
  void connect(std::uint32_t a, std::uint32_t b);
  // Makes the matching maximum.
  void maximise();
  // Removes a node; its former partner looks for another. Returns whether the matching has as many edges as
  // before.
  bool remove(std::uint32_t node);
  // Removes an edge and its nodes if some maximum matching has the edge, so that the rest loses only that
  // edge. Else returns false and changes nothing.
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

  // State of the search.
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> base_;
  std::vector<char> outer_;
  std::vector<char> in_blossom_;
  std::vector<std::uint32_t> queue_;
};

}  // namespace ludex::arena::run
