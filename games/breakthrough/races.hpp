// Races: results of Breakthrough positions that need no search. Distances are rows to the goal; a threat is a
// man at distance 1, which wins by its next move, since one of the three squares ahead is always open to it.
//
//   1. A mover with a threat wins.
//   2. Otherwise a threat of the other side must be captured: two of them, or one that nothing captures, win.
//   3. Breach: the mover, not threatened, brings a man from distance 2 to a square of distance 1 which more
//      of its men can enter than enemy men can capture on. Every entry threatens, so that the other side has
//      to capture there each time, and runs out of captures first.
//   4. Race: a man is free if no enemy man can come to meet it by forward moves: it lies in no enemy man's
//      cone. Forward steps never lead into a cone, and the foremost free man is not in the way of its own
//      side. The side with a free man wins unless the other side's foremost man arrives earlier. The mover
//      may also first step out of all cones.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/abi/types.hpp"
#include "games/common/race_board.hpp"
#include "games/common/square_set.hpp"

namespace ludex::games::breakthrough {

template <bits::SquareSet W>
class Races {
 public:
  using Geometry = race::Geometry<W>;

  explicit Races(const Geometry& g) noexcept : g_(g) {}

  // For the mover of a position that is not over: kWin, kLoss or kUnknown.
  [[nodiscard]] Outcome operator()(const race::State<W>& s) const noexcept {
    return s.to_move == 0 ? outcome<0>(s.men[0], s.men[1]) : outcome<1>(s.men[1], s.men[0]);
  }

  // The men of P that threaten to win.
  template <Player P>
  [[nodiscard]] W threats(W men) const noexcept {
    return men & step<1 - P, 0>(g_.goal[P]);
  }

 private:
  template <Player P, int kColumns>
  [[nodiscard]] W step(W men) const noexcept {
    return race::advance<W, P>(g_, men, kColumns, 1);
  }
  // The squares diagonally ahead.
  template <Player P>
  [[nodiscard]] W diagonals(W men) const noexcept {
    return step<P, -1>(men) | step<P, 1>(men);
  }
  // The union of the cones: all squares that men of P may come to attack or occupy, and their own.
  template <Player P>
  [[nodiscard]] W cones(W men) const noexcept {
    for (int row = 1; row < g_.height; ++row) men |= (diagonals<P>(men) | step<P, 0>(men)) & g_.all;
    return men;
  }
  // The rows between the foremost of `men` and the goal of P; the height if there is none.
  template <Player P>
  [[nodiscard]] int distance(W men) const noexcept {
    W row = g_.goal[P];
    for (int left = 0; left < g_.height; ++left) {
      if ((men & row) != 0) return left;
      row = step<1 - P, 0>(row) & g_.all;
    }
    return g_.height;
  }

  template <Player P>
  [[nodiscard]] Outcome outcome(W own, W other) const noexcept {
    constexpr Player kOther = 1 - P;
    if (threats<P>(own) != 0) return Outcome::kWin;
    const W threat = threats<kOther>(other);
    if (threat != 0) {
      if (!bits::single(threat)) return Outcome::kLoss;
      return after_capture<P>(own, other, threat);
    }
    if (breaches<P>(own, other)) return Outcome::kWin;
    const W met = cones<kOther>(other);
    const W free = own & ~met;
    const W steps = step<P, 0>(own) | diagonals<P>(own);
    // As the foremost free man, before this move.
    const int runner = std::min(distance<P>(free), 1 + distance<P>(steps & g_.all & ~met & ~own));
    if (runner < g_.height && runner <= distance<kOther>(other)) return Outcome::kWin;
    const int enemy = distance<kOther>(other & ~cones<P>(own));
    if (enemy < g_.height && enemy < distance<P>(own)) return Outcome::kLoss;
    return Outcome::kUnknown;
  }

  // The result of capturing the only threat, which the mover has to do.
  template <Player P>
  [[nodiscard]] Outcome after_capture(W own, W other, W threat) const noexcept {
    constexpr Player kOther = 1 - P;
    if (other == threat) return diagonals<kOther>(threat) & own ? Outcome::kWin : Outcome::kLoss;
    Outcome best = Outcome::kLoss;
    for (W men = diagonals<kOther>(threat) & own; men != 0;) {
      const W man = bits::bit<W>(bits::pop_lowest(men));
      const Outcome next = outcome<kOther>(other ^ threat, (own ^ man) | threat);
      if (next == Outcome::kLoss) return Outcome::kWin;
      if (next == Outcome::kUnknown) best = Outcome::kUnknown;
    }
    return best;
  }

  template <Player P>
  [[nodiscard]] bool breaches(W own, W other) const noexcept {
    const W row = step<1 - P, 0>(g_.goal[P]) & g_.all;
    const W left = step<P, 1>(own) & row, right = step<P, -1>(own) & row;
    const W straight = step<P, 0>(own) & row & ~other;
    const W guard_left = step<1 - P, 1>(other) & row, guard_right = step<1 - P, -1>(other) & row;
    const W one = left | right | straight;
    const W two = (left & right) | ((left | right) & straight);
    const W three = left & right & straight;
    const W guarded = guard_left | guard_right, twice = guard_left & guard_right;
    return ((one & ~guarded) | (two & ~twice) | three) != 0;
  }

  const Geometry& g_;
};

}  // namespace ludex::games::breakthrough
