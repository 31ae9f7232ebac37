// Static evaluation of Breakthrough in hundredths of a man: men, their advance, their guards, and unstoppable
// men. rules.md has the terms.
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/common/race_board.hpp"
#include "games/common/square_set.hpp"

namespace ludex::games::breakthrough {

template <bits::SquareSet W>
class Evaluation {
 public:
  using Geometry = race::Geometry<W>;
  explicit Evaluation(const Geometry& g) noexcept : g_(g) {}

  // For the mover.
  [[nodiscard]] int operator()(const race::State<W>& s) const noexcept {
    const int score =
        s.to_move == 0 ? side<0>(s, true) - side<1>(s, false) : side<1>(s, true) - side<0>(s, false);
    return std::clamp(score, -29000, 29000);
  }

 private:
  // All squares that men of P at `men` may come to attack or occupy by moving forward.
  template <Player P>
  [[nodiscard]] W reach(W men) const noexcept {
    for (int row = 1; row < g_.height; ++row) {
      men |= (race::advance<W, P>(g_, men, -1, 1) | race::advance<W, P>(g_, men, 0, 1) |
              race::advance<W, P>(g_, men, 1, 1)) &
             g_.all;
    }
    return men;
  }

  template <Player P>
  [[nodiscard]] int side(const race::State<W>& s, bool to_move) const noexcept {
    constexpr Player kOther = 1 - P;
    const W own = s.men[P];
    const W guarded = race::advance<W, P>(g_, own, -1, 1) | race::advance<W, P>(g_, own, 1, 1);
    const W attacked = race::advance<W, kOther>(g_, s.men[kOther], -1, 1) |
                       race::advance<W, kOther>(g_, s.men[kOther], 1, 1);
    int score =
        100 * bits::count(own) + 8 * bits::count(own & guarded) - 30 * bits::count(own & attacked & ~guarded);
    score += 12 * bits::count(own & g_.goal[kOther]);  // the home row: guards
    // No man of the other side can get in the way of these any more.
    const W free = own & ~reach<kOther>(s.men[kOther]);
    W row = g_.goal[kOther];
    for (int y = 1; y < g_.height; ++y) {
      row = race::advance<W, P>(g_, row, 0, 1) & g_.all;
      const int advanced = y * y * 60 / (g_.height * g_.height) + 3 * y;
      score += advanced * bits::count(own & row);
    }
    int nearest = 0;
    row = g_.goal[P];
    for (int left = 1; left < g_.height; ++left) {
      row = race::advance<W, kOther>(g_, row, 0, 1) & g_.all;
      if ((free & row) != 0) {
        nearest = 2 * left + (to_move ? 0 : 1);  // plies, approximately
        break;
      }
    }
    if (nearest != 0) score += 3000 - 100 * nearest;
    return score;
  }

  const Geometry& g_;
};

}  // namespace ludex::games::breakthrough
