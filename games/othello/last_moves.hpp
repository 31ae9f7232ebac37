// LastMoves: the exact value of 8x8 positions with few empty squares, without memory; a search calls it
// instead of continuing by single moves.
//
// Alpha-beta, fail-soft, in layers by the number of empty squares, as usual in endgame solvers: from
// kOrderEmpties on, moves are tried in the order of the opponent's mobility ("fastest first", Buro 1997);
// below, moves in regions with an odd number of empty squares come first, where the mover gets the last move;
// the last four squares are unrolled, and the last disc is counted, not played. Scores: disc difference,
// empty squares to the winner.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/common/square_set.hpp"
#include "games/othello/board.hpp"
#include "games/othello/stability.hpp"

namespace ludex::games::othello {

class LastMoves {
 public:
  using B = Board<8>;
  using Set = std::uint64_t;

  static constexpr int kLowest = -64;

  // For the side that owns `own` and is to move: a result v <= alpha is an upper bound, v >= beta a lower
  // bound, any other v is exact.
  int solve(Set own, Set other, int alpha, int beta) noexcept { return search(own, other, alpha, beta); }
  // Positions visited.
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

  [[nodiscard]] static int final_score(Set own, Set other) noexcept {
    const int lead = bits::count(own) - bits::count(other);
    const int empty = 64 - bits::count(own | other);
    return lead > 0 ? lead + empty : lead < 0 ? lead - empty : 0;
  }

  // The quadrants with an odd number of empty squares.
  [[nodiscard]] static Set odd_regions(Set empty) noexcept {
    // The parity of each quadrant, gathered in its lowest square.
    Set odd = empty ^ empty >> 8;
    odd ^= odd >> 16;
    odd ^= odd >> 1;
    odd ^= odd >> 2;
    odd &= 0x0000001100000011ULL;
    return odd * 0x0F0F0F0FULL;
  }

 private:
  static constexpr int kNone = -65;  // worse than every score
  static constexpr int kOrderEmpties = 7;
  static constexpr Set kCorners = 0x8100000000000081ULL;

  static constexpr Set bit(int square) noexcept { return Set{1} << square; }

  // The squares around each square: a move flips nothing unless an enemy disc is among them.
  static constexpr std::array<Set, 64> kAround = [] {
    std::array<Set, 64> around{};
    for (int square = 0; square < 64; ++square) {
      for (int other = 0; other < 64; ++other) {
        const int dx = square % 8 - other % 8;
        const int dy = square / 8 - other / 8;
        if (square != other && dx * dx <= 1 && dy * dy <= 1)
          around[static_cast<std::size_t>(square)] |= Set{1} << other;
      }
    }
    return around;
  }();
  // kLine[place][line]: the discs flipped on a line of eight squares by a disc on `place`, where `line` has
  // the player's discs and all other squares the opponent's.
  static constexpr std::array<std::array<std::uint8_t, 256>, 8> kLine = [] {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (int place = 0; place < 8; ++place) {
      for (int line = 0; line < 256; ++line) {
        int flips = 0;
        for (const int step : {-1, 1}) {
          int at = place + step;
          while (at >= 0 && at < 8 && (line >> at & 1) == 0) at += step;
          if (at >= 0 && at < 8) flips += (at - place) * step - 1;
        }
        table[static_cast<std::size_t>(place)][static_cast<std::size_t>(line)] =
            static_cast<std::uint8_t>(flips);
      }
    }
    return table;
  }();
  struct Diagonals {
    Set rising;
    Set falling;
  };
  static constexpr std::array<Diagonals, 64> kDiagonals = [] {
    std::array<Diagonals, 64> all{};
    for (int square = 0; square < 64; ++square) {
      for (int other = 0; other < 64; ++other) {
        auto& d = all[static_cast<std::size_t>(square)];
        if (square % 8 - square / 8 == other % 8 - other / 8) d.falling |= Set{1} << other;
        if (square % 8 + square / 8 == other % 8 + other / 8) d.rising |= Set{1} << other;
      }
    }
    return all;
  }();

  // Discs flipped by `own` on the last empty square. A product gathers a line into a byte: one bit per column
  // (diagonals) or a row.
  static int last_flips(Set own, int square) noexcept {
    const auto x = static_cast<std::size_t>(square % 8);
    const auto y = static_cast<std::size_t>(square / 8);
    const Diagonals& d = kDiagonals[static_cast<std::size_t>(square)];
    constexpr Set kFile = 0x0101010101010101ULL;
    const auto row = static_cast<std::uint8_t>(own >> 8 * y);
    const Set column = (own >> x & kFile) * 0x0102040810204080ULL >> 56;
    const Set rising = (own & d.rising) * kFile >> 56;
    const Set falling = (own & d.falling) * kFile >> 56;
    return kLine[x][row] + kLine[y][column] + kLine[x][rising] + kLine[x][falling];
  }
  int last1(Set own, int square) noexcept {
    ++nodes_;
    const int mine = bits::count(own);
    if (const int n = last_flips(own, square); n != 0) return 2 * (mine + n + 1) - 64;
    if (const int n = last_flips(~own & ~bit(square), square); n != 0) return 2 * (mine - n) - 64;
    return mine > 31 ? 2 * mine - 62 : 2 * mine - 64;
  }

  // Discs flipped by the move; 0 if it is illegal.
  static Set flips(Set own, Set other, int square) noexcept {
    if ((kAround[static_cast<std::size_t>(square)] & other) == 0) return 0;
    return B::flips(own, other, square);
  }

  int last2(Set own, Set other, int alpha, int beta, int a, int b) noexcept {
    ++nodes_;
    int best = kNone;
    if (const Set f = flips(own, other, a); f != 0) {
      best = -last1(other & ~f, b);
      if (best >= beta) return best;
    }
    if (const Set f = flips(own, other, b); f != 0) best = std::max(best, -last1(other & ~f, a));
    if (best != kNone) return best;
    int worst = -kNone;
    if (const Set f = flips(other, own, a); f != 0) {
      worst = last1(own & ~f, b);
      if (worst <= alpha) return worst;
    }
    if (const Set f = flips(other, own, b); f != 0) worst = std::min(worst, last1(own & ~f, a));
    return worst != -kNone ? worst : final_score(own, other);
  }

  int last3(Set own, Set other, int alpha, int beta, int a, int b, int c) noexcept {
    ++nodes_;
    for (int passes = 0; passes < 2; ++passes) {
      int best = kNone;
      const auto play = [&](int square, int x, int y) {
        const Set f = flips(own, other, square);
        if (f == 0) return false;
        const int score = -last2(other & ~f, own | f | bit(square), -beta, -std::max(alpha, best), x, y);
        if (score > best) best = score;
        return best >= beta;
      };
      if (play(a, b, c) || play(b, a, c) || play(c, a, b) || best != kNone) return passes == 0 ? best : -best;
      std::swap(own, other);
      alpha = -std::exchange(beta, -alpha);
    }
    return final_score(own, other);
  }

  int last4(Set own, Set other, int alpha, int beta, Set empty) noexcept {
    ++nodes_;
    // Odd regions first, among the moves and among the remaining squares.
    std::array<int, 4> e{};
    const Set odd = odd_regions(empty);
    std::size_t n = 0;
    for (Set part = empty & odd; part != 0;) e[n++] = bits::pop_lowest(part);
    const std::size_t alone = n;
    for (Set part = empty & ~odd; part != 0;) e[n++] = bits::pop_lowest(part);
    for (int passes = 0; passes < 2; ++passes) {
      int best = kNone;
      const auto play = [&](int square, int x, int y, int z) {
        const Set f = flips(own, other, square);
        if (f == 0) return false;
        const int score = -last3(other & ~f, own | f | bit(square), -beta, -std::max(alpha, best), x, y, z);
        if (score > best) best = score;
        return best >= beta;
      };
      bool cut = false;
      if (alone == 0 && odd_regions(empty & ~bit(e[0])) != 0) {
        // Two and two, or four in one region: the first move leaves its partner alone; the partner comes last
        // for the opponent only if it is in the same region, which is then odd.
        cut = play(e[0], partner(e, 0, 1), partner(e, 0, 2), partner(e, 0, 3)) ||
              play(e[1], partner(e, 1, 1), partner(e, 1, 2), partner(e, 1, 3)) ||
              play(e[2], partner(e, 2, 1), partner(e, 2, 2), partner(e, 2, 3)) ||
              play(e[3], partner(e, 3, 1), partner(e, 3, 2), partner(e, 3, 3));
      } else {
        cut = play(e[0], e[1], e[2], e[3]) || play(e[1], e[0], e[2], e[3]);
        if (!cut) {
          // After a move of the pair its partner is alone.
          cut = alone == 2 ? play(e[2], e[3], e[0], e[1]) || play(e[3], e[2], e[0], e[1])
                           : play(e[2], e[0], e[1], e[3]) || play(e[3], e[0], e[1], e[2]);
        }
      }
      if (cut || best != kNone) return passes == 0 ? best : -best;
      std::swap(own, other);
      alpha = -std::exchange(beta, -alpha);
    }
    return final_score(own, other);
  }
  static constexpr int quadrant(int square) noexcept { return (square >> 2 & 1) | (square >> 4 & 2); }
  // The k-th of the other three squares, those in the region of e[i] first.
  static int partner(const std::array<int, 4>& e, std::size_t i, int k) noexcept {
    for (const bool same : {true, false}) {
      for (std::size_t j = 0; j < 4; ++j) {
        if (j != i && (quadrant(e[j]) == quadrant(e[i])) == same && --k == 0) return e[j];
      }
    }
    return e[i];
  }

  int search(Set own, Set other, int alpha, int beta) noexcept {
    const Set empty = ~(own | other);
    const int empties = bits::count(empty);
    if (empties <= 4) return tail(own, other, alpha, beta, empty, empties);
    ++nodes_;
    if (alpha >= Stability::worth_asking(empties)) {
      const int most = 64 - 2 * bits::count(Stability::discs(other, own));
      if (most <= alpha) return most;
    }
    const Set moves = B::mobility(own, other);
    if (moves == 0) {
      if (B::mobility(other, own) == 0) return final_score(own, other);
      return -search(other, own, -beta, -alpha);
    }
    return empties >= kOrderEmpties ? ordered(own, other, alpha, beta, moves, empty)
                                    : by_parity(own, other, alpha, beta, moves, empty);
  }
  int tail(Set own, Set other, int alpha, int beta, Set empty, int empties) noexcept {
    if (empties == 4) return last4(own, other, alpha, beta, empty);
    if (empties == 0) return final_score(own, other);
    const int a = bits::pop_lowest(empty);
    if (empties == 1) return last1(own, a);
    const int b = bits::pop_lowest(empty);
    if (empties == 2) return last2(own, other, alpha, beta, a, b);
    const int c = bits::pop_lowest(empty);
    // An odd one first: of three squares, one is alone or all share a region, unless all are alone.
    if (quadrant(a) == quadrant(b)) return last3(own, other, alpha, beta, c, a, b);
    if (quadrant(a) == quadrant(c)) return last3(own, other, alpha, beta, b, a, c);
    return last3(own, other, alpha, beta, a, b, c);
  }

  int by_parity(Set own, Set other, int alpha, int beta, Set moves, Set empty) noexcept {
    const Set odd = odd_regions(empty);
    int best = kNone;
    for (Set part : {moves & odd & kCorners, moves & odd & ~kCorners, moves & ~odd & kCorners,
                     moves & ~odd & ~kCorners}) {
      while (part != 0) {
        const int square = bits::pop_lowest(part);
        const Set f = B::flips(own, other, square);
        const int score = -search(other & ~f, own | f | bit(square), -beta, -std::max(alpha, best));
        if (score > best) best = score;
        if (best >= beta) return best;
      }
    }
    return best;
  }

  struct Ordered {
    Set own;  // after the move
    Set other;
    int rank;  // lower first
  };
  int ordered(Set own, Set other, int alpha, int beta, Set moves, Set empty) noexcept {
    std::array<Ordered, 16> list;
    const Set odd = odd_regions(empty);
    std::size_t count = 0;
    for (; moves != 0 && count < list.size();) {
      const int square = bits::pop_lowest(moves);
      const Set f = B::flips(own, other, square);
      Ordered move{own | f | bit(square), other & ~f, 0};
      const Set replies = B::mobility(move.other, move.own);
      move.rank = 4 * (bits::count(replies) + bits::count(replies & kCorners)) -
                  ((bit(square) & odd) != 0 ? 3 : 0) - ((bit(square) & kCorners) != 0 ? 5 : 0);
      std::size_t at = count++;
      for (; at > 0 && list[at - 1].rank > move.rank; --at) list[at] = list[at - 1];
      list[at] = move;
    }
    int best = kNone;
    for (std::size_t i = 0; i < count; ++i) {
      const int from = std::max(alpha, best);
      int score = 0;
      if (i > 0 && beta - from > 1) {
        score = -search(list[i].other, list[i].own, -from - 1, -from);
        if (score > from && score < beta) score = -search(list[i].other, list[i].own, -beta, -from);
      } else {
        score = -search(list[i].other, list[i].own, -beta, -from);
      }
      if (score > best) best = score;
      if (best >= beta) return best;
    }
    // More moves than room: only with far more empty squares than this class is meant for.
    while (moves != 0) {
      const int square = bits::pop_lowest(moves);
      const Set f = B::flips(own, other, square);
      best = std::max(best, -search(other & ~f, own | f | bit(square), -beta, -std::max(alpha, best)));
      if (best >= beta) return best;
    }
    return best;
  }

  std::uint64_t nodes_ = 0;
};

}  // namespace ludex::games::othello
