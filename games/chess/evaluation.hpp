// Static evaluation in hundredths of a pawn, from White's point of view, computed from scratch: a sum over
// bitboards costs less than sums in a state that playouts copy and never read.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/chess/piece_squares.hpp"
#include "games/chess/position.hpp"
#include "games/chess/sliders.hpp"
#include "games/chess/terms.hpp"

namespace ludex::games::chess {

// White's piece-square values minus Black's, within the range of an evaluation.
[[nodiscard]] inline int evaluate_by_squares(const Position& p, const PieceSquares& tables) noexcept {
  int score = 0;
  for (std::uint32_t t = 0; t < kPieceTypes; ++t) {
    for (Bitboard b = p.type[t] & p.color[kWhite]; b != 0;) score += tables.value[kWhite][t][pop_square(b)];
    for (Bitboard b = p.type[t] & p.color[kBlack]; b != 0;) score -= tables.value[kBlack][t][pop_square(b)];
  }
  return std::clamp(score, -kMostPoints, kMostPoints);
}

// A middle game and an endgame value in one word, added and subtracted together (the usual packing of tapered
// evaluations): the endgame in the high half, so that the low half borrows from it when negative.
struct Tapered {
  std::int32_t word = 0;

  constexpr Tapered() = default;
  constexpr Tapered(int middle, int end) noexcept : word(end * 65536 + middle) {}
  [[nodiscard]] constexpr int middle() const noexcept {
    return static_cast<std::int16_t>(static_cast<std::uint32_t>(word) & 0xFFFFU);
  }
  [[nodiscard]] constexpr int end() const noexcept { return (word + 0x8000) >> 16; }
  constexpr Tapered& operator+=(Tapered other) noexcept { return word += other.word, *this; }
  constexpr Tapered& operator-=(Tapered other) noexcept { return word -= other.word, *this; }
  friend constexpr Tapered operator+(Tapered a, Tapered b) noexcept { return a += b; }
  friend constexpr Tapered operator-(Tapered a, Tapered b) noexcept { return a -= b; }
  friend constexpr Tapered operator*(Tapered a, int n) noexcept {
    Tapered product;
    product.word = a.word * n;
    return product;
  }
};

namespace detail {

// Weights by term, learned from Ludex's own games by `ludex study chess-train`.
inline constexpr std::array<Tapered, Term::kCount> kWeights{{
#include "games/chess/weights.inc"
}};

// Sums the weights, from White's point of view.
class TermSum {
 public:
  explicit TermSum(Color mover) noexcept : mover_(mover) {}
  template <Color us>
  void add(std::uint32_t term, int times) noexcept {
    if constexpr (us == kWhite) {
      sum_ += kWeights[term] * times;
    } else {
      sum_ -= kWeights[term] * times;
    }
  }
  void add_mover(std::uint32_t term) noexcept {
    if (mover_ == kWhite) {
      sum_ += kWeights[term];
    } else {
      sum_ -= kWeights[term];
    }
  }
  [[nodiscard]] Tapered sum() const noexcept { return sum_; }

 private:
  Color mover_;
  Tapered sum_;
};

// Drives a bare king to the edge and brings the other king near: enough gradient to mate.
[[nodiscard]] inline int drive_bare_king(const Position& p, Color winner) noexcept {
  const Square loser = p.king(opponent(winner));
  const int file = static_cast<int>(file_of(loser));
  const int rank = static_cast<int>(rank_of(loser));
  const int from_centre = std::max(3 - file, file - 4) + std::max(3 - rank, rank - 4);
  return 20 * from_centre + 8 * (7 - static_cast<int>(distance(p.king(winner), loser)));
}

// A lead that cannot be won: without pawns a win needs more than a minor piece.
[[nodiscard]] inline bool cannot_win(const Position& p, Color us) noexcept {
  if (p.pieces(us, kPawn) != 0) return false;
  const auto worth = [&](Color c) {
    return 3 * count(p.pieces(c, kKnight) | p.pieces(c, kBishop)) + 5 * count(p.pieces(c, kRook)) +
           9 * count(p.pieces(c, kQueen));
  };
  const std::uint32_t own = worth(us);
  const bool knights_only = own == 3 * count(p.pieces(us, kKnight)) && own <= 6;
  return knights_only || own < worth(opponent(us)) + 4;
}

}  // namespace detail

// Interpolates between middle game and endgame by the remaining pieces.
template <class Sliders>
[[nodiscard]] inline int evaluate_tapered(const Position& p) noexcept {
  using namespace detail;
  TermSum terms(p.mover());
  list_terms<Sliders>(p, terms);
  const Tapered sum = terms.sum();
  const int pieces = pieces_left(p);
  int score = (sum.middle() * pieces + sum.end() * (kAllPieces - pieces)) / kAllPieces;
  if (score != 0) {
    const Color ahead = score > 0 ? kWhite : kBlack;
    if (cannot_win(p, ahead)) {
      score /= 8;
    } else if (count(p.color[opponent(ahead)]) == 1) {
      score += ahead == kWhite ? drive_bare_king(p, kWhite) : -drive_bare_king(p, kBlack);
    }
  }
  return score;
}

}  // namespace ludex::games::chess
