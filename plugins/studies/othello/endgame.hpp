// Endgame: the exact value of a position on the 8x8 board by alpha-beta, for labels of training positions.
//
// Negascout with a hash table that stores both boards (so it never answers for another position), moves in
// the order of the opponent's mobility ("fastest first", Buro 1997), down to the range of last_moves.hpp.
// Scores: disc difference, empty squares to the winner.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/util/rng.hpp"
#include "games/othello/board.hpp"
#include "games/othello/last_moves.hpp"

namespace ludex::games::othello {

class Endgame {
 public:
  using B = Board<8>;

  Endgame() : table_(std::size_t{1} << kTableBits) {}

  struct Answer {
    int score = 0;
    int move = kNoSquare;  // kNoSquare: pass, or the game is over
  };
  static constexpr int kNoSquare = 64;

  // For the side that owns `own` and is to move.
  Answer solve(std::uint64_t own, std::uint64_t other) noexcept {
    Answer best;
    std::uint64_t moves = B::mobility(own, other);
    if (moves == 0) {
      const bool over = B::mobility(other, own) == 0;
      best.score = over ? final_score(own, other) : -search(other, own, -64, 64);
      return best;
    }
    best.score = -65;
    std::array<Ordered, 34> list;
    const int count = order(own, other, moves, kNoSquare, list);
    for (int i = 0; i < count; ++i) {
      const Ordered& move = list[static_cast<std::size_t>(i)];
      int score = 0;
      if (i > 0) score = -search(move.other, move.own, -best.score - 1, -best.score);
      if (i == 0 || score > best.score)
        score = -search(move.other, move.own, -64, -std::max(best.score, -64));
      if (score > best.score) best = {score, move.square};
    }
    return best;
  }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_ + last_.nodes(); }

  [[nodiscard]] static int final_score(std::uint64_t own, std::uint64_t other) noexcept {
    return LastMoves::final_score(own, other);
  }

 private:
  static constexpr unsigned kTableBits = 16;
  static constexpr int kHashEmpties = 9;  // from here on; below, LastMoves

  struct Entry {
    std::uint64_t own = 0;
    std::uint64_t other = 0;
    std::int8_t low = -64;
    std::int8_t high = 64;
    std::uint8_t move = kNoSquare;
  };
  struct Ordered {
    std::uint64_t own;  // after the move
    std::uint64_t other;
    int square;
    int rank;  // lower first
  };

  static int order(std::uint64_t own, std::uint64_t other, std::uint64_t moves, int first,
                   std::array<Ordered, 34>& list) noexcept {
    constexpr std::uint64_t kCorners = 0x8100000000000081ULL;
    const std::uint64_t odd = LastMoves::odd_regions(~(own | other));
    int count = 0;
    while (moves != 0) {
      const int square = bits::pop_lowest(moves);
      const std::uint64_t bit = std::uint64_t{1} << square;
      const std::uint64_t flipped = B::flips(own, other, square);
      Ordered move{own | flipped | bit, other & ~flipped, square, 0};
      const std::uint64_t replies = B::mobility(move.other, move.own);
      move.rank = square == first ? -1000
                                  : 4 * (bits::count(replies) + bits::count(replies & kCorners)) -
                                        ((bit & odd) != 0 ? 2 : 0) - ((bit & kCorners) != 0 ? 3 : 0);
      int at = count++;
      for (; at > 0 && list[static_cast<std::size_t>(at - 1)].rank > move.rank; --at)
        list[static_cast<std::size_t>(at)] = list[static_cast<std::size_t>(at - 1)];
      list[static_cast<std::size_t>(at)] = move;
    }
    return count;
  }

  Entry& entry(std::uint64_t own, std::uint64_t other) noexcept {
    return table_[mix64(own ^ mix64(other)) >> (64 - kTableBits)];
  }

  int search(std::uint64_t own, std::uint64_t other, int alpha, int beta) noexcept {
    const int empties = 64 - bits::count(own | other);
    if (empties < kHashEmpties) return last_.solve(own, other, alpha, beta);
    ++nodes_;
    const std::uint64_t moves = B::mobility(own, other);
    if (moves == 0) {
      if (B::mobility(other, own) == 0) return final_score(own, other);
      return -search(other, own, -beta, -alpha);
    }
    Entry& known = entry(own, other);
    int first = kNoSquare;
    int low = -64;
    int high = 64;
    if (known.own == own && known.other == other) {
      low = known.low;
      high = known.high;
      first = known.move;
      if (low >= beta || low == high) return low;
      if (high <= alpha) return high;
    }
    std::array<Ordered, 34> list;
    const int count = order(own, other, moves, first, list);
    int best = -65;
    int best_square = kNoSquare;
    for (int i = 0; i < count && best < beta; ++i) {
      const Ordered& move = list[static_cast<std::size_t>(i)];
      const int from = std::max(alpha, best);
      int score = 0;
      if (i > 0 && beta - from > 1) {
        score = -search(move.other, move.own, -from - 1, -from);
        if (score > from && score < beta) score = -search(move.other, move.own, -beta, -score);
      } else {
        score = -search(move.other, move.own, -beta, -from);
      }
      if (score > best) {
        best = score;
        best_square = move.square;
      }
    }
    // `known` may have been overwritten: low and high have its bounds.
    known = {own, other, static_cast<std::int8_t>(best > alpha ? best : low),
             static_cast<std::int8_t>(best < beta ? best : high), static_cast<std::uint8_t>(best_square)};
    return best;
  }

  std::vector<Entry> table_;
  LastMoves last_;
  std::uint64_t nodes_ = 0;
};

}  // namespace ludex::games::othello
