// Network<W>: the circuit of one player on a position. Nodes are the player's edges and groups of stones and
// the empty cells; the opponent's stones are absent. A wire between two nodes that are virtually connected
// has conductance base / k, k = 1 + the cells that all known carriers share (0 of neighbours), base 1 between
// two empty cells, 2 between a cell and a group or edge; groups have no wires between them. That is the
// circuit of Benzene; see circuit.hpp for its solution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"
#include "games/hex/circuit.hpp"
#include "games/hex/patterns.hpp"

namespace ludex::games::hex {

template <std::size_t W>
class Network {
 public:
  using Board = Bits<W>;

  // How a circuit ended before it began.
  enum class Ends : std::uint32_t { kOpen, kJoined, kCut };

  // Finds the groups. `own` and `other` may hold cells filled in as well as stones.
  Ends begin(const HexBoard<W>& board, const Patterns<W>& patterns, Player player, const Board& own,
             const Board& other) {
    board_ = &board;
    patterns_ = &patterns;
    player_ = player;
    own_ = own;
    const Board room = board.all().without(other);
    const Board live = board.flood(room & board.first_edge(player), room);
    empty_ = live.without(own);
    wires_.clear();
    groups_ = 2;
    node_.assign(board.cells(), kNothing);
    // Also of cells walled off: nothing leads there.
    empty_.for_each([&](std::uint32_t cell) { node_[cell] = static_cast<std::uint16_t>(kCells + cell); });
    if (!live.intersects(board.last_edge(player))) return Ends::kCut;
    Board rest = own & live;
    const auto gather = [&](const Board& seeds, std::uint32_t group) {
      const Board stones = board.flood(seeds, rest);
      stones.for_each([&](std::uint32_t cell) { node_[cell] = static_cast<std::uint16_t>(group); });
      rest = rest.without(stones);
      return stones;
    };
    if (gather(rest & board.first_edge(player), kFirstEdge).intersects(board.last_edge(player)))
      return Ends::kJoined;
    gather(rest & board.last_edge(player), kLastEdge);
    while (rest.any()) gather(lowest(rest), groups_++);
    return Ends::kOpen;
  }

  // The node of an empty cell or a stone of the player's; kNothing for others.
  [[nodiscard]] std::uint32_t node(std::uint32_t cell) const noexcept { return node_[cell]; }
  [[nodiscard]] static bool is_cell(std::uint32_t node) noexcept { return node >= kCells; }
  [[nodiscard]] static bool is_node(std::uint32_t node) noexcept { return node != kNothing; }
  [[nodiscard]] const Board& empty() const noexcept { return empty_; }

  // At most one wire between two nodes, not both groups.
  void wire(std::uint32_t a, std::uint32_t b, std::uint32_t k) {
    const double base = is_cell(a) && is_cell(b) ? 1.0 : 2.0;
    wires_.push_back({a, b, base / k});
  }

  // Wires neighbours and, if asked for, bridges and edge templates.
  void wire_patterns(bool bridges) {
    empty_.for_each([&](std::uint32_t cell) {
      const std::uint32_t here = node_[cell];
      near_groups_.clear();
      for (const std::uint32_t edge : {kFirstEdge, kLastEdge}) {
        const Board& line = edge == kFirstEdge ? board_->first_edge(player_) : board_->last_edge(player_);
        if (line.test(cell)) meet(edge, Board{});
      }
      for (const std::uint32_t other : patterns_->near(cell)) {
        const std::uint32_t there = node_[other];
        if (there == kNothing) continue;
        if (!is_cell(there)) {
          meet(there, Board{});
        } else if (cell < other) {
          wire(here, there, 1);
        }
      }
      if (bridges) {
        for (const auto& bridge : patterns_->bridges(cell)) {
          const std::uint32_t there = node_[bridge.to];
          if (there == kNothing || !empty_.test(bridge.left) || !empty_.test(bridge.right)) continue;
          if (is_cell(there)) {
            if (cell < bridge.to) wire(here, there, 3);
          } else {
            meet(there, Board::single(bridge.left) | Board::single(bridge.right));
          }
        }
        for (const auto& t : patterns_->templates(player_, cell)) {
          if (!t.carrier.without(empty_).any()) meet(t.edge, t.carrier);
        }
      }
      for (const NearGroup& group : near_groups_) wire(here, group.node, 1 + group.common.count());
    });
  }

  // Solves; afterwards resistance() and score() are those of this position.
  void solve() {
    number();
    circuit_.clear(size_);
    for (const Wire& w : wires_) {
      std::uint32_t a = index_of(w.a);
      std::uint32_t b = index_of(w.b);
      if (a == Circuit::kSink) std::swap(a, b);
      circuit_.link(a, b, w.conductance);
    }
    circuit_.solve();
  }
  [[nodiscard]] double resistance() const noexcept { return circuit_.resistance(); }
  // The current through an empty cell, in and out added up; 0 for cells walled off.
  [[nodiscard]] double score(std::uint32_t cell) const noexcept {
    return empty_.test(cell) ? circuit_.flow(index_[cell]) : 0.0;
  }

 private:
  static constexpr std::uint16_t kNothing = 0xFFFF;
  static constexpr std::uint32_t kCells = 512;  // numbers of groups are below

  struct Wire {
    std::uint32_t a;
    std::uint32_t b;
    double conductance;
  };
  struct NearGroup {
    std::uint32_t node;
    Board common;
  };

  [[nodiscard]] static Board lowest(const Board& set) noexcept {
    Board out;
    for (std::size_t i = 0; i < W; ++i) {
      if (set.word[i] == 0) continue;
      out.word[i] = set.word[i] & (~set.word[i] + 1);
      break;
    }
    return out;
  }

  void meet(std::uint32_t group, const Board& carrier) {
    for (NearGroup& known : near_groups_) {
      if (known.node == group) {
        known.common &= carrier;
        return;
      }
    }
    near_groups_.push_back({group, carrier});
  }

  // Gives the source number 0, the cells numbers line by line, and each group the number after the last
  // cell it has a wire to: so only the group's own row of the matrix is long.
  void number() {
    last_.assign(groups_, 0);
    const std::vector<std::uint16_t>& rank = patterns_->rank(player_);
    for (const Wire& w : wires_) {
      if (is_cell(w.a) == is_cell(w.b)) continue;
      const std::uint32_t group = is_cell(w.a) ? w.b : w.a;
      const std::uint32_t cell = (is_cell(w.a) ? w.a : w.b) - kCells;
      last_[group] = std::max<std::uint32_t>(last_[group], rank[cell] + 1U);
    }
    waiting_.assign(board_->cells() + 1, 0);
    next_.assign(groups_, 0);
    for (std::uint32_t g = 2; g < groups_; ++g) {
      if (last_[g] == 0) continue;  // walled in: it takes no part
      next_[g] = waiting_[last_[g]];
      waiting_[last_[g]] = static_cast<std::uint16_t>(g);
    }
    index_.resize(board_->cells());
    group_index_.assign(groups_, 0);
    group_index_[kLastEdge] = Circuit::kSink;
    size_ = 1;
    const std::vector<std::uint16_t>& order = patterns_->order(player_);
    for (std::uint32_t i = 0; i < board_->cells(); ++i) {
      if (empty_.test(order[i])) index_[order[i]] = size_++;
      for (std::uint32_t g = waiting_[i + 1]; g != 0; g = next_[g]) group_index_[g] = size_++;
    }
  }
  [[nodiscard]] std::uint32_t index_of(std::uint32_t node) const noexcept {
    return is_cell(node) ? index_[node - kCells] : group_index_[node];
  }

  const HexBoard<W>* board_ = nullptr;
  const Patterns<W>* patterns_ = nullptr;
  Player player_ = 0;
  Board own_;
  Board empty_;
  std::uint32_t groups_ = 0;
  std::uint32_t size_ = 0;
  std::vector<std::uint16_t> node_;
  std::vector<Wire> wires_;
  std::vector<NearGroup> near_groups_;
  std::vector<std::uint32_t> last_;
  std::vector<std::uint16_t> waiting_;
  std::vector<std::uint16_t> next_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> group_index_;
  Circuit circuit_;
};

}  // namespace ludex::games::hex
