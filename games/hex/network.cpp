#include "games/hex/network.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/game/game.hpp"
#include "games/hex/board.hpp"
#include "games/hex/circuit.hpp"
#include "games/hex/patterns.hpp"

namespace ludex::games::hex {

template <std::size_t W>
void Network<W>::reserve(std::uint32_t cells, bool connected) {
  const std::uint32_t nodes = cells + 2;
  // A cell has at most 6 neighbours, 6 bridges and the two edges.
  const std::size_t wires = connected ? std::size_t{nodes} * (nodes - 1) / 2 : std::size_t{nodes} * 14;
  node_.reserve(cells);
  wires_.reserve(wires);
  near_groups_.reserve(14);
  last_.reserve(nodes);
  waiting_.reserve(cells + 1);
  next_.reserve(nodes);
  index_.reserve(cells);
  group_index_.reserve(nodes);
  circuit_.reserve(nodes, wires);
}

template <std::size_t W>
auto Network<W>::begin(const HexBoard<W>& board, const Patterns<W>& patterns, Player player, const Board& own,
                       const Board& other) -> Ends {
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
  // Includes cells that are walled off, which no path reaches.
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

template <std::size_t W>
void Network<W>::wire_patterns(bool bridges) {
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

template <std::size_t W>
void Network<W>::solve() {
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

template class Network<1>;
template class Network<2>;
template class Network<3>;
template class Network<4>;
template class Network<6>;

}  // namespace ludex::games::hex
