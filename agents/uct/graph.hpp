// Graph: the memory of a search in which a position has one node, however many moves lead to it.
//
// Idea: statistics of moves (visits) belong to edges, values to nodes, so that what was learned on one path
// serves the others: UCT2 of Childs, Brodeur & Kocsis, "Transpositions and move groups in Monte Carlo tree
// search", CIG 2008.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "agents/common/memory/node_pool.hpp"
#include "agents/common/memory/page_block.hpp"
#include "core/abi/types.hpp"

namespace ludex::agents::uct {

// A move. What it leads to has no node before its second visit: most positions of a search have one visit.
struct [[gnu::packed, gnu::aligned(2)]] Edge {
  Move move;
  std::uint32_t visits;
  std::uint32_t child;      // index of a node; with `leaf`: the bits of a float, the rewards of player 0
  std::uint16_t slot : 15;  // index of `move` among the legal moves when it was first tried
  std::uint16_t leaf : 1;

  [[nodiscard]] static Edge untried(Move move, std::uint32_t slot) noexcept {
    return {move, 0, std::bit_cast<std::uint32_t>(0.0F), static_cast<std::uint16_t>(slot & 0x7FFFU), 1};
  }
  [[nodiscard]] float leaf_sum() const noexcept {
    return std::bit_cast<float>(std::uint32_t{child});
  }
  void add_to_leaf(float reward) noexcept {
    child = std::bit_cast<std::uint32_t>(leaf_sum() + reward);
  }
};
static_assert(sizeof(Edge) == 14);

struct GraphNode {
  std::uint64_t key;
  float sum;  // of the rewards of player 0 that count for `visits` simulations
  float own;  // the part of it that does not come from edges: playouts from here
  std::uint32_t visits;
  std::uint32_t edges;  // block in the pool, undefined while there are none
  std::uint16_t size;   // edges: moves tried
  std::uint16_t legal;  // legal moves; 0: not asked yet, or the game is over
  std::uint8_t proven;  // a GameStatus, kOngoing while unknown
  std::uint8_t player;  // to move, while the game goes on

  [[nodiscard]] GameStatus result() const noexcept { return static_cast<GameStatus>(proven); }
  [[nodiscard]] bool over() const noexcept { return proven != 0; }
  [[nodiscard]] bool complete() const noexcept { return legal != 0 && size == legal; }
  // The sign of rewards of player 0 for the player to move.
  [[nodiscard]] float sign() const noexcept { return player == 0 ? 1.0F : -1.0F; }
};
static_assert(sizeof(GraphNode) == 32);

// The statistics of the position that a move leads to.
struct Child {
  float sum;  // rewards of player 0
  std::uint32_t visits;
  GameStatus result;

  [[nodiscard]] double mean() const noexcept { return visits == 0 ? 0.0 : static_cast<double>(sum) / visits; }
  // The rewards that `taken` visits count for: as many times the mean. Exact where those are all visits.
  [[nodiscard]] float share(std::uint32_t taken) const noexcept {
    return sum * (static_cast<float>(taken) / static_cast<float>(visits));
  }
};

class Graph {
 public:
  static constexpr std::uint32_t kNone = 0;

  Graph() = default;
  // Two thirds of the memory are for edges, the rest for nodes and their index.
  explicit Graph(std::size_t bytes) : edges_(bytes / 3 * 2) {
    const std::size_t rest = bytes / 3;
    const std::size_t slots =
        std::min(std::bit_ceil(rest / (kSlot + sizeof(GraphNode) * 3 / 4)), std::size_t{1} << 31);
    index_ = PageBlock(slots * kSlot);
    nodes_ = PageBlock(rest - std::min(rest, slots * kSlot));
    limit_ = static_cast<std::uint32_t>(std::min(nodes_.size() / sizeof(GraphNode), slots / 4 * 3));
    clear();
  }

  void clear() noexcept {
    edges_.clear();
    size_ = 1;
    slots_ = std::min<std::size_t>(kFirstSlots, index_.size() / kSlot);
    std::fill_n(table(), slots_, kNone);
  }

  [[nodiscard]] GraphNode& operator[](std::uint32_t node) const noexcept {
    return static_cast<GraphNode*>(nodes_.data())[node];
  }
  [[nodiscard]] std::span<Edge> edges(const GraphNode& node) const noexcept {
    return {edges_[node.edges], node.size};
  }
  void prefetch_edges(std::uint32_t node) const noexcept {
    constexpr std::size_t kLine = 64;
    const char* const from = reinterpret_cast<const char*>(edges_[(*this)[node].edges]);
    __builtin_prefetch(from);
    __builtin_prefetch(from + kLine);
  }
  // The position behind a move with visits.
  [[nodiscard]] Child child(const Edge& edge) const noexcept {
    const bool leaf = edge.leaf != 0;
    const GraphNode& node = (*this)[leaf ? kNone : edge.child];
    return {leaf ? edge.leaf_sum() : node.sum, leaf ? edge.visits : node.visits,
            leaf ? GameStatus::kOngoing : node.result()};
  }
  [[nodiscard]] std::uint32_t nodes() const noexcept { return size_ - 1; }

  // True if a node can be added.
  [[nodiscard]] bool has_room() const noexcept { return size_ < limit_; }
  // The node with this key, or a new one without visits, for which there must be room.
  [[nodiscard]] std::uint32_t find_or_add(std::uint64_t key) noexcept {
    std::uint32_t* slot = slot_of(key);
    if (*slot != kNone) return *slot;
    if (size_ * std::size_t{4} >= slots_ * 3 && slots_ * kSlot < index_.size()) {
      grow_index();
      slot = slot_of(key);
    }
    *slot = size_;
    (*this)[size_] = GraphNode{};
    (*this)[size_].key = key;
    return size_++;
  }
  // Makes room for one more edge; false without memory.
  [[nodiscard]] bool make_room(GraphNode& node) noexcept {
    using Pool = NodePool<Edge>;
    if (node.size != 0 && node.size < Pool::capacity_for(node.size)) return true;
    const std::uint32_t block = edges_.allocate(node.size + 1U);
    if (block == Pool::kNone) return false;
    if (node.size != 0) {
      std::copy_n(edges_[node.edges], node.size, edges_[block]);
      edges_.release(node.edges, node.size);
    }
    node.edges = block;
    return true;
  }

  // Memory in use, and all memory taken since clear().
  [[nodiscard]] std::size_t used_bytes() const noexcept { return edges_.used_bytes() + node_bytes(); }
  [[nodiscard]] std::size_t taken_bytes() const noexcept { return edges_.taken_bytes() + node_bytes(); }
  // Half of the nodes or of the edges that there is memory for are taken.
  [[nodiscard]] bool half_full() const noexcept {
    return size_ > limit_ / 2 || edges_.taken_bytes() > edges_.budget_bytes() / 2;
  }

 private:
  static constexpr std::size_t kSlot = sizeof(std::uint32_t);
  static constexpr std::size_t kFirstSlots = 1024;

  [[nodiscard]] std::size_t node_bytes() const noexcept {
    return nodes() * sizeof(GraphNode) + slots_ * kSlot;
  }
  [[nodiscard]] std::uint32_t* table() const noexcept { return static_cast<std::uint32_t*>(index_.data()); }
  // Where the key is, or where it goes.
  [[nodiscard]] std::uint32_t* slot_of(std::uint64_t key) const noexcept {
    std::size_t at = key & (slots_ - 1);
    while (table()[at] != kNone && (*this)[table()[at]].key != key) at = (at + 1) & (slots_ - 1);
    return table() + at;
  }
  void grow_index() noexcept {
    slots_ *= 2;
    std::fill_n(table(), slots_, kNone);
    for (std::uint32_t node = 1; node < size_; ++node) *slot_of((*this)[node].key) = node;
  }

  PageBlock nodes_;
  PageBlock index_;  // of nodes by key, open addressing, at most three quarters full
  NodePool<Edge> edges_;
  std::size_t slots_ = 0;   // of the index in use, a power of two
  std::uint32_t size_ = 1;  // the next node
  std::uint32_t limit_ = 0;
};

}  // namespace ludex::agents::uct
