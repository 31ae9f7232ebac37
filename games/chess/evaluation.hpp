// Static evaluation in hundredths of a pawn, from White's point of view, from scratch: a sum over bitboards
// costs less than keeping sums in a state that playouts copy and never read. rules.md lists the terms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/chess/piece_squares.hpp"
#include "games/chess/position.hpp"
#include "games/chess/sliders.hpp"

namespace ludex::games::chess {

// White's piece-square values less Black's.
[[nodiscard]] inline int evaluate_as_thesis(const Position& p) noexcept {
  int score = 0;
  for (std::uint32_t t = 0; t < kPieceTypes; ++t) {
    for (Bitboard b = p.type[t] & p.color[kWhite]; b != 0;)
      score += kThesisTables.value[kWhite][t][pop_square(b)];
    for (Bitboard b = p.type[t] & p.color[kBlack]; b != 0;)
      score -= kThesisTables.value[kBlack][t][pop_square(b)];
  }
  return score;
}

namespace detail {

template <Color us>
inline constexpr int kUp = us == kWhite ? 8 : -8;

template <Color us>
[[nodiscard]] constexpr Bitboard attacks_of_pawns(Bitboard pawns) noexcept {
  return shift<kUp<us> - 1>(pawns) | shift<kUp<us> + 1>(pawns);
}
// The set and everything in front of it on the same files.
template <Color us>
[[nodiscard]] constexpr Bitboard forward_fill(Bitboard b) noexcept {
  if constexpr (us == kWhite) {
    b |= b << 8U, b |= b << 16U, b |= b << 32U;
  } else {
    b |= b >> 8U, b |= b >> 16U, b |= b >> 32U;
  }
  return b;
}
[[nodiscard]] constexpr Bitboard file_fill(Bitboard b) noexcept {
  return forward_fill<kWhite>(b) | forward_fill<kBlack>(b);
}
[[nodiscard]] constexpr Bitboard beside(Bitboard b) noexcept {
  return shift<1>(b) | shift<-1>(b);
}

[[nodiscard]] constexpr int distance(Square a, Square b) noexcept {
  const int files = static_cast<int>(file_of(a)) - static_cast<int>(file_of(b));
  const int ranks = static_cast<int>(rank_of(a)) - static_cast<int>(rank_of(b));
  return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

// What the terms of both sides share.
struct Board {
  const Position& p;
  std::array<Bitboard, 2> pawn_attacks;
  std::array<Bitboard, 2> king_zone;
};

template <Color us>
[[nodiscard]] inline Tapered pawn_terms(const Position& p) noexcept {
  constexpr Color kThem = opponent(us);
  constexpr Tapered kDoubled{-8, -18}, kIsolated{-12, -14}, kSupported{7, 6};
  constexpr std::array<Tapered, 8> kPassed{
      {{0, 0}, {2, 8}, {4, 12}, {8, 24}, {22, 48}, {52, 92}, {85, 140}, {0, 0}}};
  const Bitboard own = p.pieces(us, kPawn);
  const Bitboard others = p.pieces(kThem, kPawn);
  if (own == 0) return {};
  const Bitboard behind = own & forward_fill<kThem>(shift<-kUp<us>>(own));
  const Bitboard isolated = own & ~file_fill(beside(own));
  const Bitboard supported = own & attacks_of_pawns<us>(own);
  Tapered score = kDoubled * static_cast<int>(count(behind)) + kIsolated * static_cast<int>(count(isolated)) +
                  kSupported * static_cast<int>(count(supported));
  // Nothing in front on its own file, and no enemy pawn in front beside it.
  const Bitboard stops = forward_fill<kThem>(shift<-kUp<us>>(others | beside(others)));
  Bitboard passed = own & ~stops & ~behind;
  while (passed != 0) {
    const Square s = pop_square(passed);
    const std::uint32_t rank = us == kWhite ? rank_of(s) : 7 - rank_of(s);
    score += kPassed[rank];
    // In the endgame kings run for the square in front.
    const auto front = static_cast<Square>(static_cast<int>(s) + kUp<us>);
    if (rank >= 3)
      score += Tapered(0, static_cast<int>(rank - 2) *
                              (5 * distance(p.king(kThem), front) - 2 * distance(p.king(us), front)));
  }
  return score;
}

// Mobility on squares that neither own men occupy nor enemy pawns attack, attacks on the king's zone, files.
template <class Sliders, Color us>
[[nodiscard]] inline Tapered piece_terms(const Board& board) noexcept {
  constexpr Color kThem = opponent(us);
  constexpr Bitboard kSeventh = rank_mask(us == kWhite ? 6 : 1);
  const Position& p = board.p;
  const Bitboard occupied = p.occupied();
  const Bitboard area = ~(p.color[us] | board.pawn_attacks[kThem]);
  const Bitboard zone = board.king_zone[kThem];
  Tapered score;
  int attackers = 0;
  int pressure = 0;
  const auto attack = [&](Bitboard attacks, int weight) {
    const Bitboard near = attacks & zone;
    if (near == 0) return;
    ++attackers;
    pressure += weight * static_cast<int>(count(near));
  };
  for (Bitboard b = p.pieces(us, kKnight); b != 0;) {
    const Bitboard attacks = kGeometry.knight[pop_square(b)];
    score += Tapered(4, 4) * (static_cast<int>(count(attacks & area)) - 4);
    attack(attacks, 5);
  }
  for (Bitboard b = p.pieces(us, kBishop); b != 0;) {
    const Bitboard attacks = Sliders::bishop(pop_square(b), occupied);
    score += Tapered(5, 4) * (static_cast<int>(count(attacks & area)) - 6);
    attack(attacks, 4);
  }
  const Bitboard own_pawns = file_fill(p.pieces(us, kPawn));
  const Bitboard their_pawns = file_fill(p.pieces(kThem, kPawn));
  for (Bitboard b = p.pieces(us, kRook); b != 0;) {
    const Square s = pop_square(b);
    const Bitboard attacks = Sliders::rook(s, occupied);
    score += Tapered(2, 4) * (static_cast<int>(count(attacks & area)) - 7);
    attack(attacks, 6);
    if ((own_pawns & bit(s)) == 0) score += (their_pawns & bit(s)) == 0 ? Tapered(26, 10) : Tapered(12, 6);
    if ((kSeventh & bit(s)) != 0) score += Tapered(8, 16);
  }
  for (Bitboard b = p.pieces(us, kQueen); b != 0;) {
    const Square s = pop_square(b);
    const Bitboard attacks = Sliders::bishop(s, occupied) | Sliders::rook(s, occupied);
    score += Tapered(1, 2) * (static_cast<int>(count(attacks & area)) - 13);
    attack(attacks, 9);
  }
  if (count(p.pieces(us, kBishop)) >= 2) score += Tapered(30, 50);
  // One attacker alone is no attack; the danger grows with the square of what comes together.
  if (attackers >= 2) score += Tapered(std::min(pressure * (pressure + 8 * attackers) / 40, 400), 0);
  // Pieces attacked by pawns.
  const Bitboard forked = board.pawn_attacks[us] & p.color[kThem] & ~p.type[kPawn] & ~p.type[kKing];
  score += Tapered(28, 24) * static_cast<int>(count(forked));
  return score;
}

// Pawns before the own king, on its own and the neighbouring files.
template <Color us>
[[nodiscard]] inline Tapered king_terms(const Position& p) noexcept {
  const Bitboard king = bit(p.king(us));
  const Bitboard front = shift<kUp<us>>(king | beside(king));
  const Bitboard pawns = p.pieces(us, kPawn);
  const Bitboard files = file_fill(king | beside(king));
  const int near = static_cast<int>(count(front & pawns));
  const int far = static_cast<int>(count(shift<kUp<us>>(front) & pawns));
  const int open = static_cast<int>(count(files & ~file_fill(p.type[kPawn]) & kRank1));
  return {10 * near + 5 * far - 14 * open, 0};
}

[[nodiscard]] inline Tapered piece_squares(const Position& p) noexcept {
  Tapered score;
  for (std::uint32_t t = 0; t < kPieceTypes; ++t) {
    for (Bitboard b = p.type[t] & p.color[kWhite]; b != 0;)
      score += kTaperedTables.value[kWhite][t][pop_square(b)];
    for (Bitboard b = p.type[t] & p.color[kBlack]; b != 0;)
      score -= kTaperedTables.value[kBlack][t][pop_square(b)];
  }
  return score;
}

// A bare king is driven to the edge, and the other king comes near: gradient enough to mate.
[[nodiscard]] inline int drive_bare_king(const Position& p, Color winner) noexcept {
  const Square loser = p.king(opponent(winner));
  const int file = static_cast<int>(file_of(loser));
  const int rank = static_cast<int>(rank_of(loser));
  const int from_centre = std::max(3 - file, file - 4) + std::max(3 - rank, rank - 4);
  return 20 * from_centre + 8 * (7 - distance(p.king(winner), loser));
}

// A lead that cannot be won: without pawns it takes more than a minor piece.
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

// Tapered between middle game and endgame by the pieces left.
template <class Sliders>
[[nodiscard]] inline int evaluate_tapered(const Position& p) noexcept {
  using namespace detail;
  const Bitboard white_pawns = p.pieces(kWhite, kPawn);
  const Bitboard black_pawns = p.pieces(kBlack, kPawn);
  const Square white_king = p.king(kWhite);
  const Square black_king = p.king(kBlack);
  const Board board{
      p,
      {attacks_of_pawns<kWhite>(white_pawns), attacks_of_pawns<kBlack>(black_pawns)},
      {kGeometry.king[white_king] | bit(white_king), kGeometry.king[black_king] | bit(black_king)}};
  const Tapered sum = piece_squares(p) + pawn_terms<kWhite>(p) - pawn_terms<kBlack>(p) +
                      piece_terms<Sliders, kWhite>(board) - piece_terms<Sliders, kBlack>(board) +
                      king_terms<kWhite>(p) - king_terms<kBlack>(p);
  constexpr int kAllPieces = 24;
  const int pieces =
      std::min(kAllPieces, static_cast<int>(count(p.type[kKnight] | p.type[kBishop]) +
                                            2 * count(p.type[kRook]) + 4 * count(p.type[kQueen])));
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
