// Connections<W>: virtual connections of one player, found by H-search (V. Anshelevich, "A hierarchical
// approach to computer Hex", AIJ 134, 2002), bounded.
//
// Ends are the player's edges and groups of stones and the empty cells, an empty end being taken for the
// player's. A full connection joins its ends even if the opponent moves first, a semi-connection if the
// player does; each holds within its carrier, a set of empty cells that excludes its ends.
//   and-rule: full x-z and full z-y with disjoint carriers give full x-y if z is a group, and a semi x-y with
//             key z if z is empty. z is never an edge.
//   or-rule:  semis of one pair whose carriers have no common cell give a full with the union as its carrier.
// Whatever is dropped for want of room is only missing: what is found is right. Small carriers first, so that
// what is missing is large. A full is kept if it shrinks what the fulls of its pair have in common.
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
  std::uint32_t carrier = 400;    // cells of a carrier, but for connections between groups or edges
};

template <std::size_t W>
class Connections {
 public:
  using Board = Bits<W>;

  struct Link {
    Board carrier;
    std::uint16_t x;
    std::uint16_t y;
    std::uint32_t next;  // in the list of its pair; 0: the last
    std::uint32_t todo;  // in the list of those still to be worked on
    std::uint16_t key;   // of a semi: the cell to play; kNoKey: a full
  };
  static constexpr std::uint16_t kNoKey = 0xFFFF;

  // Memory for boards of so many cells: nothing else allocates.
  void reserve(std::uint32_t cells, const ConnectionLimits& limits) {
    const std::size_t pairs = std::size_t{cells + 2} * (cells + 1) / 2;
    // A step makes one link at most, and seldom that; what the or-rule makes is few.
    most_links_ = 1 + std::min(pairs * (limits.fulls + limits.semis) + limits.edge_semis,
                               std::size_t{cells} * 8 + limits.steps);
    const std::size_t fulls = std::min(pairs * limits.fulls, most_links_);
    end_.reserve(cells);
    pairs_.reserve(pairs);
    links_.reserve(most_links_);
    buckets_.reserve(std::size_t{cells} + 1);
    done_.reserve(cells);
    chunks_.reserve(cells + 2 * fulls / DoneChunk::kRoom + 1);
    others_.reserve(std::max(limits.semis, limits.edge_semis));
  }

  // `own` and `other` may hold cells filled in. Precondition: neither player has joined the edges.
  void build(const HexBoard<W>& board, const Patterns<W>& patterns, Player player, const Board& own,
             const Board& other, const ConnectionLimits& limits) {
    cells_ = board.cells();
    limits_ = limits;
    own_ = own;
    empty_ = board.all().without(own | other);
    steps_ = 0;
    reserve(cells_, limits);
    pairs_.assign(std::size_t{cells_ + 2} * (cells_ + 1) / 2, Pair{});
    links_.resize(1);
    buckets_.assign(std::size_t{cells_} + 1, 0);
    lowest_ = 0;
    chunks_.resize(1);
    done_.assign(cells_, DoneList{});
    find_ends(board, player, own);
    add_neighbours(board, patterns, player);
    search();
  }

  // Ends: edges, the group of a stone, an empty cell.
  [[nodiscard]] std::uint32_t edge(std::uint32_t which) const noexcept { return cells_ + which; }
  [[nodiscard]] std::uint32_t end_of(std::uint32_t cell) const noexcept { return end_[cell]; }
  [[nodiscard]] bool is_cell(std::uint32_t end) const noexcept { return end < cells_ && empty_.test(end); }
  // Whether neither steps nor room were short.
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
  // The cells all full connections of a pair share; meaningless without any.
  [[nodiscard]] const Board& common(std::uint32_t x, std::uint32_t y) const noexcept {
    return pair(x, y).full_common;
  }
  // Calls f(x, y, cells in common) for every pair with a full connection, once.
  template <class F>
  void for_each_connected(F&& f) const {
    for (std::uint32_t y = 1; y < cells_ + 2; ++y) {
      for (std::uint32_t x = 0; x < y; ++x) {
        const Pair& p = pairs_[std::size_t{y} * (y - 1) / 2 + x];
        if (p.fulls != 0) f(x, y, p.full_common);
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
  // Of a full link at one end.
  struct Done {
    Board carrier;
    std::uint32_t other;
  };
  // All of one end, in the order in which they came.
  struct DoneChunk {
    static constexpr std::uint32_t kRoom = 32;
    std::array<Done, kRoom> items;
    std::uint32_t count = 0;
    std::uint32_t next = 0;  // 0: the last
  };
  struct DoneList {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  // Of a semi that another may be combined with.
  struct Other {
    Board carrier;
    Board rest;  // what it shares with all that follow
  };

  [[nodiscard]] static std::size_t pair_index(std::uint32_t x, std::uint32_t y) noexcept {
    const std::size_t high = std::max(x, y);
    return high * (high - 1) / 2 + std::min(x, y);
  }
  [[nodiscard]] Pair& pair(std::uint32_t x, std::uint32_t y) noexcept { return pairs_[pair_index(x, y)]; }
  [[nodiscard]] const Pair& pair(std::uint32_t x, std::uint32_t y) const noexcept {
    return pairs_[pair_index(x, y)];
  }

  void find_ends(const HexBoard<W>& board, Player player, const Board& own) {
    end_.resize(cells_);
    for (std::uint32_t cell = 0; cell < cells_; ++cell) end_[cell] = static_cast<std::uint16_t>(cell);
    Board rest = own;
    const auto gather = [&](const Board& seeds, std::uint32_t end) {
      const Board group = board.flood(seeds, rest);
      group.for_each([&](std::uint32_t cell) { end_[cell] = static_cast<std::uint16_t>(end); });
      rest = rest.without(group);
    };
    gather(rest & board.first_edge(player), edge(kFirstEdge));
    gather(rest & board.last_edge(player), edge(kLastEdge));
    own.for_each([&](std::uint32_t cell) {
      if (rest.test(cell)) gather(Board::single(cell), cell);
    });
  }

  void add_neighbours(const HexBoard<W>& board, const Patterns<W>& patterns, Player player) {
    empty_.for_each([&](std::uint32_t cell) {
      if (board.first_edge(player).test(cell)) add_full(cell, edge(kFirstEdge), Board{});
      if (board.last_edge(player).test(cell)) add_full(cell, edge(kLastEdge), Board{});
      for (const std::uint32_t other : patterns.near(cell)) {
        const std::uint32_t end = end_[other];
        if (is_cell(end) ? cell < end : own_.test(other)) add_full(cell, end, Board{});
      }
    });
  }

  void search() {
    for (;;) {
      while (lowest_ < buckets_.size() && buckets_[lowest_] == 0) ++lowest_;
      if (lowest_ == buckets_.size() || steps_ >= limits_.steps) return;
      const std::uint32_t link = buckets_[lowest_];
      buckets_[lowest_] = links_[link].todo;
      if (links_[link].key == kNoKey) {
        extend(link);
      } else {
        combine(link);
      }
    }
  }

  // The and-rule, with every full already done that has an end in common.
  void extend(std::uint32_t id) {
    const Link link = links_[id];
    extend_at(link, link.x, link.y);
    extend_at(link, link.y, link.x);
    add_done(link.x, link.carrier, link.y);
    add_done(link.y, link.carrier, link.x);
  }
  // Nothing is extended at an edge.
  void add_done(std::uint32_t end, const Board& carrier, std::uint32_t other) {
    if (end >= cells_) return;
    DoneList& list = done_[end];
    if (list.first == 0 || chunks_[list.last].count == DoneChunk::kRoom) {
      const auto fresh = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
      (list.first == 0 ? list.first : chunks_[list.last].next) = fresh;
      list.last = fresh;
    }
    DoneChunk& chunk = chunks_[list.last];
    chunk.items[chunk.count++] = {carrier, other};
  }
  void extend_at(const Link& link, std::uint32_t x, std::uint32_t z) {
    if (z >= cells_) return;
    const bool through_cell = empty_.test(z);
    const Board carrier = link.carrier;
    // Carriers are of empty cells only, so no group or edge is in them.
    Board taken = carrier;
    if (x < cells_) taken.set(x);
    Board added = carrier;
    if (through_cell) added.set(z);
    // Nothing is done while new links are put aside.
    for (std::uint32_t i = done_[z].first; i != 0; i = chunks_[i].next) {
      const DoneChunk& chunk = chunks_[i];
      for (const Done& other : std::span(chunk.items.data(), chunk.count)) {
        const std::uint32_t y = other.other;
        if (y == x || other.carrier.intersects(taken)) continue;
        if (y < cells_ && carrier.test(y)) continue;
        if (++steps_ >= limits_.steps) return;
        if (through_cell) {
          add_semi(x, y, other.carrier | added, z);
        } else {
          add_full(x, y, other.carrier | added);
        }
      }
    }
  }

  // The or-rule, with the new semi among up to four. A branch is given up where nothing that is left can make
  // the common cells vanish, or where the union has all that the fulls share and so would not be kept.
  void combine(std::uint32_t id) {
    const Link& link = links_[id];
    const Pair& p = pair(link.x, link.y);
    if (p.semi_common.any() || closed(p)) return;
    others_.clear();
    for (std::uint32_t i = p.semis; i != 0; i = links_[i].next) {
      if (i != id) others_.push_back({links_[i].carrier, {}});
    }
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
        add_full(x, y, all | carrier);
      } else if (left > 1 && !(rest == common)) {
        choose(p, x, y, i + 1, rest, all | carrier, left - 1);
      }
      if (closed(p)) return;
    }
  }

  // Nothing can shrink what the fulls have in common.
  [[nodiscard]] static bool closed(const Pair& p) noexcept { return p.fulls != 0 && !p.full_common.any(); }

  [[nodiscard]] bool no_room() const noexcept { return links_.size() == most_links_; }
  [[nodiscard]] bool too_large(std::uint32_t x, std::uint32_t y, const Board& carrier) const noexcept {
    return (is_cell(x) || is_cell(y)) && carrier.count() > limits_.carrier;
  }

  void add_full(std::uint32_t x, std::uint32_t y, const Board& carrier) {
    Pair& p = pair(x, y);
    const Board common = p.fulls == 0 ? carrier : p.full_common & carrier;
    if (p.fulls != 0 && (common == p.full_common || p.full_count >= limits_.fulls)) return;
    if (too_large(x, y, carrier) || no_room()) return;
    p.full_common = common;
    ++p.full_count;
    p.fulls = push(x, y, carrier, kNoKey, p.fulls);
  }
  void add_semi(std::uint32_t x, std::uint32_t y, const Board& carrier, std::uint32_t key) {
    Pair& p = pair(x, y);
    if (closed(p)) return;
    const bool edges = x >= cells_ && y >= cells_;
    if (p.semi_count >= (edges ? limits_.edge_semis : limits_.semis)) return;
    // One that includes another is not wanted; nor, then, would it lack a cell that all others share.
    if (p.semis != 0 && !p.semi_common.without(carrier).any() && includes_any(carrier, p.semis)) return;
    if (p.fulls != 0 && !p.full_common.without(carrier).any() && includes_any(carrier, p.fulls)) return;
    if (too_large(x, y, carrier) || no_room()) return;
    p.semi_common = p.semis == 0 ? carrier : p.semi_common & carrier;
    ++p.semi_count;
    p.semis = push(x, y, carrier, static_cast<std::uint16_t>(key), p.semis);
  }
  [[nodiscard]] bool includes_any(const Board& carrier, std::uint32_t list) const noexcept {
    for (std::uint32_t i = list; i != 0; i = links_[i].next) {
      if (!links_[i].carrier.without(carrier).any()) return true;
    }
    return false;
  }
  [[nodiscard]] std::uint32_t push(std::uint32_t x, std::uint32_t y, const Board& carrier, std::uint16_t key,
                                   std::uint32_t next) {
    const auto id = static_cast<std::uint32_t>(links_.size());
    const std::uint32_t size = carrier.count();
    links_.push_back(
        {carrier, static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y), next, buckets_[size], key});
    buckets_[size] = id;
    lowest_ = std::min(lowest_, size);
    return id;
  }

  std::uint32_t cells_ = 0;
  ConnectionLimits limits_;
  Board own_;
  Board empty_;
  std::uint32_t steps_ = 0;
  std::vector<std::uint16_t> end_;
  std::vector<Pair> pairs_;
  std::size_t most_links_ = 0;
  std::vector<Link> links_;             // [0] is nothing
  std::vector<std::uint32_t> buckets_;  // links still to be worked on, the last first, by size of the carrier
  std::uint32_t lowest_ = 0;
  std::vector<DoneList> done_;     // full connections that have been, by end
  std::vector<DoneChunk> chunks_;  // [0] is nothing
  std::vector<Other> others_;
};

}  // namespace ludex::games::hex
