// Connections<W>: virtual connections of one player, found by H-search (V. Anshelevich, "A hierarchical
// approach to computer Hex", AIJ 134, 2002), bounded.
//
// Ends are the player's edges, groups of stones and empty cells; an empty end counts as the player's. A full
// connection joins its ends even if the opponent moves first, a semi-connection if the player does; each
// holds within its carrier, a set of empty cells that excludes its ends.
//   and-rule: full x-z and full z-y with disjoint carriers give full x-y if z is a group, and a semi x-y with
//             key z if z is empty. z is never an edge.
//   or-rule:  semis of one pair whose carriers have no common cell give a full with the union as its carrier.
// Between two empty cells only carriers of at most two cells are kept, and so no semis: fulls by contact, by
// two cells that both touch (a bridge, for one), and through a group. The others, with their derivations, are
// about half of all connections, and hardly ever decide anything. A connection dropped for lack of room is
// only missing: all that are found are correct. Small carriers come first, so missing ones are large. A full
// is kept if it shrinks the intersection of its pair's fulls.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"
#include "games/hex/patterns.hpp"

namespace ludex::games::hex {

// Bounds of the search for connections.
struct ConnectionLimits {
  std::uint32_t fulls = 8;        // kept a pair
  std::uint32_t semis = 12;       // kept a pair
  std::uint32_t edge_semis = 64;  // kept for the pair of edges
  std::uint32_t steps = 100'000;  // applications of the and-rule
};

// Question about the pair of edges; the search ends when it is answered.
enum class ConnectionGoal : std::uint8_t {
  kNone,     // all connections
  kWin,      // any: the player wins if it is the player's move
  kRefuted,  // a full, or semis that share no cell: the player wins if it is the opponent's move
};

template <std::size_t W>
class Connections {
 public:
  using Board = Bits<W>;

  // Ends are numbered from 0: the empty cells, then the groups, then the edges.
  struct Link {
    Board carrier;
    std::uint16_t x;
    std::uint16_t y;
    std::uint32_t next;  // in the list of its pair; 0: the last
    std::uint32_t todo;  // in the list of those still to be worked on
    std::uint16_t key;   // of a semi: the cell to play; kNoKey: a full
  };
  static constexpr std::uint16_t kNoKey = 0xFFFF;

  // Allocates memory for boards of this many cells; nothing else allocates.
  void reserve(std::uint32_t cells, const ConnectionLimits& limits);

  // `own` and `other` may include filled-in cells. Precondition: neither player has connected the edges. True
  // if the goal was reached; if not, all connections were found.
  bool build(const HexBoard<W>& board, const Patterns<W>& patterns, Player player, const Board& own,
             const Board& other, const ConnectionLimits& limits, ConnectionGoal goal = ConnectionGoal::kNone);

  // Ends: edges, the group of one of the player's stones, an empty cell.
  [[nodiscard]] std::uint32_t edge(std::uint32_t which) const noexcept { return ends_ - 2 + which; }
  [[nodiscard]] std::uint32_t end_of(std::uint32_t cell) const noexcept { return end_[cell]; }
  [[nodiscard]] bool is_cell(std::uint32_t end) const noexcept { return end < cells_; }
  [[nodiscard]] bool is_edge(std::uint32_t end) const noexcept { return end >= ends_ - 2; }
  // The empty cell, or a stone of the group; not for edges.
  [[nodiscard]] std::uint32_t cell_of(std::uint32_t end) const noexcept { return cell_[end]; }
  // True if neither steps nor room ran out.
  [[nodiscard]] bool complete() const noexcept {
    return steps_ < limits_.steps && links_.size() < most_links_;
  }
  [[nodiscard]] std::uint32_t steps() const noexcept { return steps_; }
  [[nodiscard]] std::size_t links() const noexcept { return links_.size() - 1; }

  template <class F>
  void for_each_full(std::uint32_t x, std::uint32_t y, F&& f) const {
    for (std::uint32_t i = pair(x, y).fulls; i != 0; i = links_[i].next) f(links_[i]);
  }
  template <class F>
  void for_each_semi(std::uint32_t x, std::uint32_t y, F&& f) const {
    for (std::uint32_t i = pair(x, y).semis; i != 0; i = links_[i].next) f(links_[i]);
  }
  [[nodiscard]] bool has_full(std::uint32_t x, std::uint32_t y) const noexcept {
    return pair(x, y).fulls != 0;
  }
  // The intersection of all full connections of a pair; undefined without any.
  [[nodiscard]] const Board& common(std::uint32_t x, std::uint32_t y) const noexcept {
    return pair(x, y).full_common;
  }
  // Calls f(x, y, common cells) once for every pair with a full connection.
  template <class F>
  void for_each_connected(F&& f) const {
    const Pair* p = pairs_.data();
    for (std::uint32_t y = 1; y < ends_; ++y) {
      for (std::uint32_t x = 0; x < y; ++x, ++p) {
        if (p->fulls != 0) f(x, y, p->full_common);
      }
    }
  }
  // Every connection found, for tests.
  [[nodiscard]] const std::vector<Link>& all() const noexcept { return links_; }

 private:
  struct Pair {
    Board full_common;
    Board semi_common;
    std::uint32_t fulls = 0;
    std::uint32_t semis = 0;
    std::uint16_t full_count = 0;
    std::uint16_t semi_count = 0;
  };
  // A full link, as seen from one end.
  struct Done {
    Board taken;  // the carrier and the other end, if that is a cell
    std::uint16_t other;
    std::uint16_t size;  // of the carrier
  };
  // All of one end, in order of arrival.
  struct DoneChunk {
    static constexpr std::uint32_t kRoom = 20;
    std::array<Done, kRoom> items;
    std::uint32_t count;
    std::uint32_t next;  // 0: the last
  };
  struct DoneList {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  // A candidate semi-connection for the or-rule.
  struct Other {
    Board carrier;
    Board rest;  // its intersection with all later ones
  };

  [[nodiscard]] static constexpr std::size_t pairs_of(std::uint32_t ends) noexcept {
    return std::size_t{ends} * (ends - 1) / 2;
  }
  [[nodiscard]] static std::uint32_t pair_index(std::uint32_t x, std::uint32_t y) noexcept {
    const std::uint32_t high = std::max(x, y);
    return high * (high - 1) / 2 + std::min(x, y);
  }
  [[nodiscard]] Pair& pair(std::uint32_t x, std::uint32_t y) noexcept { return pairs_[pair_index(x, y)]; }
  [[nodiscard]] const Pair& pair(std::uint32_t x, std::uint32_t y) const noexcept {
    return pairs_[pair_index(x, y)];
  }

  void find_ends(const HexBoard<W>& board, Player player, const Board& own) {
    end_.resize(board.cells());
    cell_.clear();
    bit_.clear();
    touch_.clear();
    empty_.for_each([&](std::uint32_t cell) {
      end_[cell] = static_cast<std::uint16_t>(cell_.size());
      cell_.push_back(static_cast<std::uint16_t>(cell));
      bit_.push_back(Board::single(cell));
      touch_.push_back(board.neighbours(cell) & empty_);
    });
    cells_ = static_cast<std::uint32_t>(cell_.size());
    Board rest = own;
    const auto gather = [&](const Board& seeds) {
      const Board group = board.flood(seeds, rest);
      rest = rest.without(group);
      return group;
    };
    const auto name = [&](const Board& group, std::uint32_t end) {
      group.for_each([&](std::uint32_t cell) { end_[cell] = static_cast<std::uint16_t>(end); });
    };
    const Board first = gather(rest & board.first_edge(player));
    const Board last = gather(rest & board.last_edge(player));
    ends_ = cells_;
    own.for_each([&](std::uint32_t cell) {
      if (!rest.test(cell)) return;
      const Board group = gather(Board::single(cell));
      name(group, ends_++);
      cell_.push_back(static_cast<std::uint16_t>(cell));
      const Board around = board.neighbours(group) & empty_;
      touch_.push_back(around);
      around.for_each([&](std::uint32_t other) { touch_[end_[other]] |= around; });
    });
    ends_ += 2;
    name(first, edge(kFirstEdge));
    name(last, edge(kLastEdge));
    bit_.resize(ends_, Board{});
  }

  void add_known(const HexBoard<W>& board, const Patterns<W>& patterns, Player player, const Board& own) {
    for (std::uint32_t x = 0; x < cells_; ++x) {
      const std::uint32_t cell = cell_[x];
      if (board.first_edge(player).test(cell)) add_full(x, edge(kFirstEdge), Board{}, 0);
      if (board.last_edge(player).test(cell)) add_full(x, edge(kLastEdge), Board{}, 0);
      for (const std::uint32_t other : patterns.near(cell)) {
        if (own.test(other)) add_full(x, end_[other], Board{}, 0);
      }
      join_cells(x);
    }
    const Board room = empty_ | own;
    room.for_each([&](std::uint32_t cell) {
      for (const auto& t : patterns.wide_templates(player, cell)) {
        const std::uint32_t to = edge(t.edge);
        if (t.carrier.without(room).any() || end_[cell] == to) continue;
        const Board carrier = t.carrier & empty_;
        add_full(end_[cell], to, carrier, carrier.count());
      }
    });
  }

  // Joins x to higher empty cells that it touches, or with which it shares two touched cells.
  void join_cells(std::uint32_t x) {
    const Board& near = touch_[x];
    Board once;
    Board twice;
    near.for_each([&](std::uint32_t cell) {
      const Board& beyond = touch_[end_[cell]];
      twice |= once & beyond;
      once |= beyond;
    });
    near.for_each([&](std::uint32_t other) {
      if (end_[other] > x) add_full(x, end_[other], Board{}, 0);
    });
    twice.without(near).for_each([&](std::uint32_t other) {
      const std::uint32_t y = end_[other];
      if (y <= x) return;
      const Board common = near & touch_[y];
      if (common.count() == kMostBetweenCells) {
        add_full(x, y, common, kMostBetweenCells);
        return;
      }
      // Any two of three: no cell is in all of them.
      std::array<Board, 3> single;
      std::size_t count = 0;
      common.for_each([&](std::uint32_t cell) {
        if (count < single.size()) single[count++] = Board::single(cell);
      });
      for (std::size_t i = 0; i < single.size(); ++i)
        add_full(x, y, single[i] | single[(i + 1) % single.size()], kMostBetweenCells);
    });
  }

  bool search(ConnectionGoal goal) {
    // The pair of edges is the last.
    const Pair& edges = pairs_.back();
    for (;;) {
      if (goal != ConnectionGoal::kNone &&
          (edges.fulls != 0 ||
           (edges.semis != 0 && (goal == ConnectionGoal::kWin || !edges.semi_common.any()))))
        return true;
      while (lowest_ < buckets_.size() && buckets_[lowest_] == 0) ++lowest_;
      if (lowest_ == buckets_.size() || steps_ >= limits_.steps) return false;
      const std::uint32_t link = buckets_[lowest_];
      buckets_[lowest_] = links_[link].todo;
      if (links_[link].key == kNoKey) {
        extend(link);
      } else {
        combine(link);
      }
    }
  }

  // Applies the and-rule with every full already done that shares an end.
  void extend(std::uint32_t id) {
    const Link link = links_[id];
    const std::uint32_t size = link.carrier.count();
    if (!is_edge(link.y)) extend_at(link.carrier, size, link.x, link.y);
    if (!is_edge(link.x)) extend_at(link.carrier, size, link.y, link.x);
    add_done(link.x, link.carrier, size, link.y);
    add_done(link.y, link.carrier, size, link.x);
  }
  // Edges are never extended. Cells and other ends have a list each.
  void add_done(std::uint32_t end, const Board& carrier, std::uint32_t size, std::uint32_t other) {
    if (is_edge(end)) return;
    DoneList& list = done_[2 * end + (is_cell(other) ? 0 : 1)];
    if (list.first == 0 || chunks_[list.last].count == DoneChunk::kRoom) {
      const auto fresh = static_cast<std::uint32_t>(chunks_.size());
      chunks_.resize(fresh + std::size_t{1});
      chunks_[fresh].count = chunks_[fresh].next = 0;
      (list.first == 0 ? list.first : chunks_[list.last].next) = fresh;
      list.last = fresh;
    }
    DoneChunk& chunk = chunks_[list.last];
    chunk.items[chunk.count++] = {carrier | bit_[other], static_cast<std::uint16_t>(other),
                                  static_cast<std::uint16_t>(size)};
  }
  void extend_at(const Board& carrier, std::uint32_t size, std::uint32_t x, std::uint32_t z) {
    if (is_cell(z)) {
      if (!is_cell(x)) extend_through<true>(carrier, size + 1, x, z, 0, kAnySize);
      extend_through<true>(carrier, size + 1, x, z, 1, kAnySize);
    } else {
      extend_through<false>(carrier, size, x, z, 0, is_cell(x) ? kMostBetweenCells : kAnySize);
      extend_through<false>(carrier, size, x, z, 1, kAnySize);
    }
  }
  template <bool kThroughCell>
  void extend_through(const Board& carrier, std::uint32_t size, std::uint32_t x, std::uint32_t z,
                      std::uint32_t which, std::uint32_t most) {
    // Carriers contain empty cells only, so no group or edge is in them.
    const Board taken = carrier | bit_[x];
    const Board added = carrier | bit_[z];
    // Nothing is marked done while new links are stored.
    for (std::uint32_t i = done_[2 * z + which].first; i != 0; i = chunks_[i].next) {
      const DoneChunk& chunk = chunks_[i];
      for (const Done& other : std::span(chunk.items.data(), chunk.count)) {
        const std::uint32_t y = other.other;
        if (other.taken.intersects(taken) || y == x || other.size + size > most) continue;
        if (++steps_ >= limits_.steps) return;
        const Board all = (other.taken | added).without(bit_[y]);
        if constexpr (kThroughCell) {
          add_semi(x, y, all, other.size + size, cell_[z]);
        } else {
          add_full(x, y, all, other.size + size);
        }
      }
    }
  }

  // Applies the or-rule to the new semi with up to three others. Prunes a branch if no remaining semi can
  // remove the common cells, or if the union contains the intersection of the fulls and so would not be kept.
  void combine(std::uint32_t id) {
    const Link& link = links_[id];
    const Pair& p = pair(link.x, link.y);
    if (p.semi_common.any() || closed(p)) return;
    others_.clear();
    for (std::uint32_t i = p.semis; i != 0; i = links_[i].next) {
      if (i != id) others_.push_back({links_[i].carrier, {}});
    }
    if (others_.empty()) return;
    Board rest = others_.back().carrier;
    for (std::size_t i = others_.size(); i-- > 0;) others_[i].rest = rest = rest & others_[i].carrier;
    choose(p, link.x, link.y, 0, link.carrier, link.carrier, 3);
  }
  void choose(const Pair& p, std::uint32_t x, std::uint32_t y, std::size_t from, const Board& common,
              const Board& all, int left) {
    if (p.fulls != 0 && !p.full_common.without(all).any()) return;
    for (std::size_t i = from; i < others_.size(); ++i) {
      if (common.intersects(others_[i].rest)) return;
      const Board& carrier = others_[i].carrier;
      const Board rest = common & carrier;
      if (!rest.any()) {
        const Board whole = all | carrier;
        add_full(x, y, whole, whole.count());
      } else if (left > 1 && !(rest == common)) {
        choose(p, x, y, i + 1, rest, all | carrier, left - 1);
      }
      if (closed(p)) return;
    }
  }

  // True if nothing can shrink the intersection of the fulls.
  [[nodiscard]] static bool closed(const Pair& p) noexcept { return p.fulls != 0 && !p.full_common.any(); }

  [[nodiscard]] bool no_room() const noexcept { return links_.size() == most_links_; }

  void add_full(std::uint32_t x, std::uint32_t y, const Board& carrier, std::uint32_t size) {
    Pair& p = pair(x, y);
    const Board common = p.fulls == 0 ? carrier : p.full_common & carrier;
    if (p.fulls != 0 && (common == p.full_common || p.full_count >= limits_.fulls)) return;
    if (no_room()) return;
    p.full_common = common;
    ++p.full_count;
    p.fulls = push(x, y, carrier, size, kNoKey, p.fulls);
  }
  void add_semi(std::uint32_t x, std::uint32_t y, const Board& carrier, std::uint32_t size,
                std::uint32_t key) {
    Pair& p = pair(x, y);
    if (closed(p)) return;
    const bool edges = is_edge(x) && is_edge(y);
    if (p.semi_count >= (edges ? limits_.edge_semis : limits_.semis)) return;
    // Skips a carrier that includes another; only one that has all their common cells can.
    if (p.semis != 0 && !p.semi_common.without(carrier).any() && includes_any(carrier, p.semis)) return;
    if (p.fulls != 0 && !p.full_common.without(carrier).any() && includes_any(carrier, p.fulls)) return;
    if (no_room()) return;
    p.semi_common = p.semis == 0 ? carrier : p.semi_common & carrier;
    ++p.semi_count;
    p.semis = push(x, y, carrier, size, key, p.semis);
  }
  [[nodiscard]] bool includes_any(const Board& carrier, std::uint32_t list) const noexcept {
    for (std::uint32_t i = list; i != 0; i = links_[i].next) {
      if (!links_[i].carrier.without(carrier).any()) return true;
    }
    return false;
  }
  [[nodiscard]] std::uint32_t push(std::uint32_t x, std::uint32_t y, const Board& carrier, std::uint32_t size,
                                   std::uint32_t key, std::uint32_t next) {
    const auto id = static_cast<std::uint32_t>(links_.size());
    links_.push_back({carrier, static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y), next,
                      buckets_[size], static_cast<std::uint16_t>(key)});
    buckets_[size] = id;
    lowest_ = std::min(lowest_, size);
    return id;
  }

  static constexpr std::uint32_t kAnySize = 0xFFFF;
  static constexpr std::uint32_t kMostBetweenCells = 2;

  ConnectionLimits limits_;
  Board empty_;
  std::uint32_t cells_ = 0;  // ends that are empty cells
  std::uint32_t ends_ = 0;
  std::uint32_t steps_ = 0;
  std::vector<std::uint16_t> end_;   // of a cell
  std::vector<std::uint16_t> cell_;  // of an end
  // The empty cells adjacent to each end that is no edge; for a cell also those adjacent to a group it
  // touches, itself among them.
  std::vector<Board> touch_;
  std::vector<Board> bit_;  // of an end: the empty cell, alone; nothing of groups and edges
  std::vector<Pair> pairs_;
  std::size_t most_links_ = 0;
  std::vector<Link> links_;             // [0] is nothing
  std::vector<std::uint32_t> buckets_;  // links still to be worked on, the last first, by size of the carrier
  std::uint32_t lowest_ = 0;
  std::vector<DoneList> done_;     // full connections that have been, by end: those to cells, those to others
  std::vector<DoneChunk> chunks_;  // [0] is nothing
  std::vector<Other> others_;
};

}  // namespace ludex::games::hex
