// Complete solutions of Awari endgames under rules=abapa, by two algorithms over two implementations of the
// rules. The value of a position is what the mover gets of the seeds on the board less what the opponent
// gets; play without end divides the rest evenly and so adds nothing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/awari/awari.hpp"
#include "tests/support/naive_awari.hpp"

namespace ludex::tests {

// Numbers the ways to put n seeds into 12 pits: 0 .. count(n) - 1.
class SeedIndex {
 public:
  static constexpr int kMaxSeeds = 16;
  using Pits = NaiveAwari::Pits;

  SeedIndex() {
    // ways_[p][n]: ways to put n seeds into p pits.
    for (int n = 0; n <= kMaxSeeds; ++n) at(0, n) = n == 0 ? 1 : 0;
    for (int p = 1; p <= 12; ++p) {
      for (int n = 0; n <= kMaxSeeds; ++n) at(p, n) = at(p - 1, n) + (n > 0 ? at(p, n - 1) : 0);
    }
  }

  [[nodiscard]] std::size_t count(int seeds) const { return at(12, seeds); }
  [[nodiscard]] std::size_t rank(const Pits& pits, int seeds) const {
    std::size_t rank = 0;
    for (int p = 11; p > 0; --p) {
      const int here = pits[static_cast<std::size_t>(p)];
      // Fillings with fewer seeds in pit p come first.
      if (here > 0) rank += at(p + 1, seeds) - at(p + 1, seeds - here);
      seeds -= here;
    }
    return rank;
  }
  [[nodiscard]] Pits unrank(std::size_t rank, int seeds) const {
    Pits pits{};
    for (int p = 11; p > 0; --p) {
      int here = 0;
      while (rank >= at(p, seeds - here)) rank -= at(p, seeds - here++);
      pits[static_cast<std::size_t>(p)] = here;
      seeds -= here;
    }
    pits[0] = seeds;
    return pits;
  }

 private:
  std::size_t& at(int p, int n) { return ways_[static_cast<std::size_t>(p)][static_cast<std::size_t>(n)]; }
  [[nodiscard]] std::size_t at(int p, int n) const {
    return ways_[static_cast<std::size_t>(p)][static_cast<std::size_t>(n)];
  }
  std::array<std::array<std::size_t, kMaxSeeds + 1>, 13> ways_{};
};

using AwariValues = std::vector<std::vector<std::int8_t>>;  // by seeds, by rank; pits 0-5 are the mover's

// A move seen from the position before: the opponent's view of the position after, and what was captured.
struct AwariChild {
  NaiveAwari::Pits pits;
  int captured;
};

// The module's moves. The stores are split so that no move decides the game by majority at once; the position
// is played as player `mover`.
inline int module_children(const NaiveAwari::Pits& pits, Player mover, std::array<AwariChild, 6>& out) {
  using games::awari::AbapaRules;
  static const AbapaRules rules;
  AbapaRules::State state;
  state.ply = static_cast<std::uint16_t>(mover);
  state.passes = state.status = 0;
  state.history.clear();
  state.board = {};
  for (unsigned i = 0; i < 12; ++i) {
    state.board[(i / 6 + mover) % 2] |= std::uint64_t(pits[i]) << (8 * (i % 6));
  }
  std::array<Move, 6> moves;
  const std::uint32_t n = rules.legal_moves(state, moves.data());
  for (std::uint32_t k = 0; k < n; ++k) {
    AbapaRules::State next;
    rules.copy(next, state);
    rules.apply(next, moves[k]);
    for (unsigned i = 0; i < 12; ++i) {
      out[k].pits[i] = static_cast<int>(games::awari::pit_of(next.board[(i / 6 + mover + 1) % 2], i % 6));
    }
    out[k].captured = static_cast<int>(games::awari::store_of(next.board[mover]));
  }
  return static_cast<int>(n);
}

// Values by iteration: each round looks at least one ply further ahead, the horizon counting as even. Exact
// once nothing changes: whoever can force a gain does so within finitely many plies, and nobody can be forced
// below even by a horizon.
inline AwariValues solve_by_iteration(const SeedIndex& index, int max_seeds, Player mover) {
  struct Edge {
    std::uint32_t rank;
    std::int8_t captured;
  };
  AwariValues values;
  std::array<AwariChild, 6> children;
  for (int seeds = 0; seeds <= max_seeds; ++seeds) {
    const std::size_t count = index.count(seeds);
    values.emplace_back(count, std::int8_t{0});
    std::vector<Edge> edges;
    std::vector<std::uint32_t> end_of(count);
    for (std::size_t rank = 0; rank < count; ++rank) {
      const int n = module_children(index.unrank(rank, seeds), mover, children);
      for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
        const int captured = children[k].captured;
        edges.push_back({static_cast<std::uint32_t>(index.rank(children[k].pits, seeds - captured)),
                         static_cast<std::int8_t>(captured)});
      }
      end_of[rank] = static_cast<std::uint32_t>(edges.size());
    }
    for (bool changed = true; changed;) {
      changed = false;
      std::uint32_t e = 0;
      for (std::size_t rank = 0; rank < count; ++rank) {
        int best = -seeds;  // without a move the opponent keeps all
        for (; e < end_of[rank]; ++e) {
          const auto left = static_cast<std::size_t>(seeds - edges[e].captured);
          best = std::max(best, edges[e].captured - values[left][edges[e].rank]);
        }
        changed |= best != values.back()[rank];
        values.back()[rank] = static_cast<std::int8_t>(best);
      }
    }
  }
  return values;
}

// Values by thresholds: for each gain g > 0 the smallest set of positions from which the mover can force at
// least g, and its counterpart for losses; what is in none is even.
inline AwariValues solve_by_thresholds(const SeedIndex& index, int max_seeds) {
  struct Edge {
    std::size_t rank;
    int captured;
  };
  AwariValues values;
  for (int seeds = 0; seeds <= max_seeds; ++seeds) {
    const std::size_t count = index.count(seeds);
    std::vector<std::vector<Edge>> moves(count);
    for (std::size_t rank = 0; rank < count; ++rank) {
      NaiveAwari position;
      position.abapa = true;
      position.pits = index.unrank(rank, seeds);
      for (const int pit : position.legal_pits()) {
        const auto sown = position.sow(pit);
        NaiveAwari::Pits turned;
        for (std::size_t i = 0; i < 12; ++i) turned[i] = sown.pits[(i + 6) % 12];
        moves[rank].push_back({index.rank(turned, seeds - sown.captured), sown.captured});
      }
    }
    values.emplace_back(count, std::int8_t{0});
    for (int gain = seeds; gain > 0; --gain) {
      // wins[r]: the mover forces at least `gain`; losses[r]: the opponent does.
      std::vector<bool> wins(count), losses(count);
      for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t rank = 0; rank < count; ++rank) {
          bool some_wins = false, all_lose = true;
          for (const Edge& edge : moves[rank]) {
            const auto left = static_cast<std::size_t>(seeds - edge.captured);
            const bool inside = edge.captured == 0;
            const int after = inside ? 0 : edge.captured - values[left][edge.rank];
            some_wins |= inside ? losses[edge.rank] : after >= gain;
            all_lose &= inside ? wins[edge.rank] : after <= -gain;
          }
          if (some_wins && !wins[rank]) wins[rank] = changed = true;
          // Without a move the opponent keeps all the seeds.
          if (all_lose && !losses[rank]) losses[rank] = changed = true;
        }
      }
      for (std::size_t rank = 0; rank < count; ++rank) {
        if (values.back()[rank] != 0) continue;
        if (wins[rank]) values.back()[rank] = static_cast<std::int8_t>(gain);
        if (losses[rank]) values.back()[rank] = static_cast<std::int8_t>(-gain);
      }
    }
  }
  return values;
}

}  // namespace ludex::tests
