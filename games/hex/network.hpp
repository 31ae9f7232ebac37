// Network<W>: the circuit of one player on a position. Nodes are the player's edges and groups of stones and
// the empty cells; the opponent's stones are absent. A wire between two virtually connected nodes has
// conductance base / k, k = 1 + the number of cells that all known carriers share (0 for neighbours), base 1
// between two empty cells, 2 between a cell and a group or edge; groups have no wires between them. This is
// the circuit of Benzene; see circuit.hpp for its solution.
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

  // Result of building a circuit; only kOpen needs solving.
  enum class Ends : std::uint32_t { kOpen, kJoined, kCut };

  // Allocates memory for boards of this many cells; nothing else allocates. `connected`: any two nodes may be
  // wired, not only those that patterns join.
  void reserve(std::uint32_t cells, bool connected);

  // Finds the groups. `own` and `other` may include filled-in cells.
  Ends begin(const HexBoard<W>& board, const Patterns<W>& patterns, Player player, const Board& own,
             const Board& other);

  // The node of an empty cell or one of the player's stones; kNothing for others.
  [[nodiscard]] std::uint32_t node(std::uint32_t cell) const noexcept { return node_[cell]; }
  [[nodiscard]] static bool is_cell(std::uint32_t node) noexcept { return node >= kCells; }
  [[nodiscard]] static bool is_node(std::uint32_t node) noexcept { return node != kNothing; }
  [[nodiscard]] const Board& empty() const noexcept { return empty_; }

  // At most one wire between two nodes, not both groups.
  void wire(std::uint32_t a, std::uint32_t b, std::uint32_t k) {
    const double base = is_cell(a) && is_cell(b) ? 1.0 : 2.0;
    wires_.push_back({a, b, base / k});
  }

  // Wires neighbours and, if requested, bridges and edge templates.
  void wire_patterns(bool bridges);

  // Solves the circuit; afterwards resistance() and score() refer to this position.
  void solve();
  [[nodiscard]] double resistance() const noexcept { return circuit_.resistance(); }
  // The current through an empty cell, in and out added up; 0 for walled-off cells.
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

  // Numbers the source 0, then the cells line by line, and each group after the last cell that it has a wire
  // to: so only the group's own row of the matrix is long.
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
      if (last_[g] == 0) continue;  // walled in: excluded
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
