// Static evaluation of Knightthrough in hundredths of a man: men, their advance, guards, threats to reach the
// far row. rules.md has the terms.
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/common/race_board.hpp"
#include "games/common/square_set.hpp"

namespace ludex::games::knightthrough {

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
  template <Player P>
  [[nodiscard]] W leaps(W men) const noexcept {
    return (race::advance<W, P>(g_, men, -2, 1) | race::advance<W, P>(g_, men, -1, 2) |
            race::advance<W, P>(g_, men, 1, 2) | race::advance<W, P>(g_, men, 2, 1)) &
           g_.all;
  }

  template <Player P>
  [[nodiscard]] int side(const race::State<W>& s, bool to_move) const noexcept {
    constexpr Player kOther = 1 - P;
    const W own = s.men[P];
    const W guarded = leaps<P>(own);
    const W attacked = leaps<kOther>(s.men[kOther]);
    int score = 100 * bits::count(own) + 6 * bits::count(own & guarded) -
                (to_move ? 10 : 40) * bits::count(own & attacked & ~guarded);
    W row = g_.goal[kOther];
    for (int y = 1; y < g_.height; ++y) {
      row = race::advance<W, P>(g_, row, 0, 1) & g_.all;
      score += (y * y * 100 / (g_.height * g_.height)) * bits::count(own & row);
    }
    // Men that reach the far row with their next leap: at once, or unless captured first.
    const W near = threatening<P>(own);
    if (to_move && near != 0) score += 3000;
    if (!to_move) score += 60 * bits::count(near & attacked) + 700 * bits::count(near & ~attacked);
    // Men that need two leaps over squares that the other side does not attack.
    const W steps = leaps<P>(own) & ~attacked & ~own;
    score += 25 * bits::count(threatening<P>(steps));
    return score;
  }
  // The members of `men` that can leap to the far row.
  template <Player P>
  [[nodiscard]] W threatening(W men) const noexcept {
    constexpr Player kOther = 1 - P;
    return leaps<kOther>(g_.goal[P]) & men;
  }

  const Geometry& g_;
};

}  // namespace ludex::games::knightthrough
