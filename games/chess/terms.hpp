// The evaluation's knowledge of a position: a list of terms, each with its own weight (weights.inc). The
// evaluation sums the weights; learning keeps the list.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/chess/position.hpp"

namespace ludex::games::chess {

// First index of the weights of each kind of term. Ranks and squares are seen from the owner's side.
struct Term {
  static constexpr std::uint32_t kSquare = 0;                     // [piece][square], material included
  static constexpr std::uint32_t kMobility = kSquare + 6 * 64;    // [piece][squares it may go to]
  static constexpr std::uint32_t kPassed = kMobility + 4 * 28;    // [rank]
  static constexpr std::uint32_t kPassedFree = kPassed + 8;       // [rank], the path ahead empty and safe
  static constexpr std::uint32_t kPassedStep = kPassedFree + 8;   // [rank], the next square empty and safe
  static constexpr std::uint32_t kPassedOwn = kPassedStep + 8;    // [distance of the own king to that square]
  static constexpr std::uint32_t kPassedTheirs = kPassedOwn + 8;  // [distance of the other king]
  static constexpr std::uint32_t kRookBehind = kPassedTheirs + 8;  // a passed pawn: own, the opponent's
  static constexpr std::uint32_t kPhalanx = kRookBehind + 2;       // [rank]
  static constexpr std::uint32_t kSupported = kPhalanx + 8;        // [rank]
  static constexpr std::uint32_t kIsolated = kSupported + 8;       // and on a file half open
  static constexpr std::uint32_t kBackward = kIsolated + 2;        // and on a file half open
  static constexpr std::uint32_t kDoubled = kBackward + 2;
  static constexpr std::uint32_t kRookFile = kDoubled + 1;      // open, half open
  static constexpr std::uint32_t kRookSeventh = kRookFile + 2;  // with the king behind
  static constexpr std::uint32_t kBishopPair = kRookSeventh + 1;
  static constexpr std::uint32_t kBishopPawns = kBishopPair + 1;  // own pawns on squares of its colour
  static constexpr std::uint32_t kOutpost = kBishopPawns + 1;     // knight, bishop
  static constexpr std::uint32_t kSheltered = kOutpost + 2;       // knight or bishop behind a pawn
  static constexpr std::uint32_t kByPawn = kSheltered + 1;        // [victim]: attacked
  static constexpr std::uint32_t kByMinor = kByPawn + 5;          // [victim]
  static constexpr std::uint32_t kByRook = kByMinor + 5;          // [victim]
  static constexpr std::uint32_t kLoose = kByRook + 5;            // pawns, pieces attacked and not guarded
  static constexpr std::uint32_t kByPush = kLoose + 2;            // pieces that a pawn may attack next
  static constexpr std::uint32_t kShield = kByPush + 1;     // [on the king's file, beside it][steps ahead]
  static constexpr std::uint32_t kStorm = kShield + 2 * 8;  // the same of the opponent's pawns
  static constexpr std::uint32_t kDanger = kStorm + 2 * 8;  // [sum of dangers at the king]
  static constexpr std::uint32_t kCheck = kDanger + 32;     // [knight..queen]: a safe check
  static constexpr std::uint32_t kToMove = kCheck + 4;
  static constexpr std::uint32_t kCount = kToMove + 1;
};

namespace detail {

template <Color us>
inline constexpr int kUp = us == kWhite ? 8 : -8;

template <Color us>
[[nodiscard]] constexpr Bitboard attacks_of_pawns(Bitboard pawns) noexcept {
  return shift<kUp<us> - 1>(pawns) | shift<kUp<us> + 1>(pawns);
}
// The set and all squares in front of it on the same files.
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
[[nodiscard]] constexpr std::uint32_t distance(Square a, Square b) noexcept {
  const int files = static_cast<int>(file_of(a)) - static_cast<int>(file_of(b));
  const int ranks = static_cast<int>(rank_of(a)) - static_cast<int>(rank_of(b));
  return static_cast<std::uint32_t>(std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks));
}
template <Color us>
[[nodiscard]] constexpr std::uint32_t rank_for(Square s) noexcept {
  return us == kWhite ? rank_of(s) : 7 - rank_of(s);
}

// Calls sink.template add<color>(term, times) for each term of either side, and sink.add_mover(term).
template <class Sliders, class Sink>
class TermLister {
 public:
  TermLister(const Position& p, Sink& sink) noexcept : p_(p), sink_(sink) {}

  void list() noexcept {
    prepare<kWhite>();
    prepare<kBlack>();
    pieces<kWhite>();
    pieces<kBlack>();
    for (const Color c : {kWhite, kBlack}) {
      all_[c] = by_[c][kPawn] | minors(c) | by_[c][kRook] | by_[c][kQueen] | kGeometry.king[p_.king(c)];
    }
    rest<kWhite>();
    rest<kBlack>();
    sink_.add_mover(Term::kToMove);
  }

 private:
  template <Color us>
  void add(std::uint32_t term, std::uint32_t times = 1) noexcept {
    sink_.template add<us>(term, static_cast<int>(times));
  }

  [[nodiscard]] Bitboard minors(Color c) const noexcept { return by_[c][kKnight] | by_[c][kBishop]; }

  template <Color us>
  void prepare() noexcept {
    const Bitboard pawns = p_.pieces(us, kPawn);
    const Square king = p_.king(us);
    by_[us][kPawn] = attacks_of_pawns<us>(pawns);
    zone_[us] = kGeometry.king[king] | bit(king);
    zone_[us] |= shift<kUp<us>>(zone_[us]);
  }

  // Bishops and rooks see through their own queens, rooks through rooks.
  template <Color us, PieceType type>
  [[nodiscard]] Bitboard attacks_from(Square s) const noexcept {
    const Bitboard occupied = p_.occupied();
    if constexpr (type == kKnight) return kGeometry.knight[s];
    if constexpr (type == kBishop) return Sliders::bishop(s, occupied ^ p_.pieces(us, kQueen));
    if constexpr (type == kRook)
      return Sliders::rook(s, occupied ^ p_.pieces(us, kQueen) ^ p_.pieces(us, kRook));
    return Sliders::bishop(s, occupied) | Sliders::rook(s, occupied);
  }

  template <Color us, PieceType type>
  void mobility() noexcept {
    constexpr std::array<std::uint32_t, 5> kWeight{0, 3, 2, 3, 4};
    const Bitboard area = ~(p_.pieces(us, kPawn) | p_.pieces(us, kKing) | by_[opponent(us)][kPawn]);
    const Bitboard zone = zone_[opponent(us)];
    for (Bitboard b = p_.pieces(us, type); b != 0;) {
      const Square s = pop_square(b);
      const Bitboard attacks = attacks_from<us, type>(s);
      by_[us][type] |= attacks;
      add<us>(Term::kSquare + type * 64 + (us == kWhite ? s : s ^ 56U));
      add<us>(Term::kMobility + (type - 1) * 28 + count(attacks & area));
      const std::uint32_t near = count(attacks & zone);
      attackers_[us] += near != 0 ? 1U : 0U;
      pressure_[us] += near + (near != 0 ? kWeight[type] : 0U);
    }
  }

  template <Color us>
  void pieces() noexcept {
    mobility<us, kKnight>();
    mobility<us, kBishop>();
    mobility<us, kRook>();
    mobility<us, kQueen>();
    const Square king = p_.king(us);
    add<us>(Term::kSquare + kKing * 64 + (us == kWhite ? king : king ^ 56U));
  }

  template <Color us>
  void rest() noexcept {
    pawns<us>();
    minors_and_rooks<us>();
    threats<us>();
    shelter<us>();
    danger<us>();
  }

  template <Color us>
  void pawns() noexcept {
    constexpr Color kThem = opponent(us);
    const Bitboard own = p_.pieces(us, kPawn);
    const Bitboard others = p_.pieces(kThem, kPawn);
    for (Bitboard b = own; b != 0;) {
      const Square s = pop_square(b);
      add<us>(Term::kSquare + (us == kWhite ? s : s ^ 56U));
    }
    const Bitboard doubled = own & forward_fill<kThem>(shift<-kUp<us>>(own));
    const Bitboard isolated = own & ~file_fill(beside(own));
    const Bitboard half_open = ~file_fill(others);
    add<us>(Term::kDoubled, count(doubled));
    add<us>(Term::kIsolated, count(isolated));
    add<us>(Term::kIsolated + 1, count(isolated & half_open));
    // No pawn on an adjacent file can guard it any more, and an enemy pawn attacks the next square.
    const Bitboard backward =
        own & ~isolated & ~forward_fill<us>(beside(own)) & shift<-kUp<us>>(by_[kThem][kPawn]);
    add<us>(Term::kBackward, count(backward));
    add<us>(Term::kBackward + 1, count(backward & half_open));
    const Bitboard supported = own & by_[us][kPawn];
    const Bitboard phalanx = own & beside(own);
    for (std::uint32_t rank = 1; rank < 7; ++rank) {
      const Bitboard row = rank_mask(us == kWhite ? rank : 7 - rank);
      add<us>(Term::kSupported + rank, count(supported & row));
      add<us>(Term::kPhalanx + rank, count(phalanx & row));
    }
    // No pawn in front on its own file, and no enemy pawn in front on adjacent files.
    const Bitboard stops = forward_fill<kThem>(shift<-kUp<us>>(others | beside(others)));
    for (Bitboard b = own & ~stops & ~doubled; b != 0;) {
      const Square s = pop_square(b);
      const std::uint32_t rank = rank_for<us>(s);
      const auto front = static_cast<Square>(static_cast<int>(s) + kUp<us>);
      const Bitboard way = forward_fill<us>(bit(front));
      const Bitboard barred = p_.occupied() | (all_[kThem] & ~all_[us]);
      add<us>(Term::kPassed + rank);
      add<us>(Term::kPassedFree + rank, (way & (p_.occupied() | all_[kThem])) == 0 ? 1 : 0);
      add<us>(Term::kPassedStep + rank, (bit(front) & barred) == 0 ? 1 : 0);
      if (rank >= 3) {
        add<us>(Term::kPassedOwn + distance(p_.king(us), front), rank - 2);
        add<us>(Term::kPassedTheirs + distance(p_.king(kThem), front), rank - 2);
      }
      const Bitboard behind = forward_fill<kThem>(bit(s)) & p_.type[kRook];
      add<us>(Term::kRookBehind, (behind & p_.color[us]) != 0 ? 1 : 0);
      add<us>(Term::kRookBehind + 1, (behind & p_.color[kThem]) != 0 ? 1 : 0);
    }
  }

  template <Color us>
  void minors_and_rooks() noexcept {
    constexpr Color kThem = opponent(us);
    constexpr Bitboard kSeventh = rank_mask(us == kWhite ? 6 : 1);
    constexpr Bitboard kLast = rank_mask(us == kWhite ? 7 : 0);
    constexpr Bitboard kOutpostRanks = us == kWhite ? 0x0000FFFFFF000000ULL : 0x000000FFFFFF0000ULL;
    constexpr Bitboard kLight = 0x55AA55AA55AA55AAULL;
    const Bitboard own_pawns = p_.pieces(us, kPawn);
    const Bitboard own_files = file_fill(own_pawns);
    const Bitboard their_files = file_fill(p_.pieces(kThem, kPawn));
    const Bitboard rooks = p_.pieces(us, kRook);
    add<us>(Term::kRookFile, count(rooks & ~own_files & ~their_files));
    add<us>(Term::kRookFile + 1, count(rooks & ~own_files & their_files));
    const bool behind = (p_.pieces(kThem, kKing) & kLast) != 0;
    add<us>(Term::kRookSeventh, behind ? count(rooks & kSeventh) : 0);
    const Bitboard bishops = p_.pieces(us, kBishop);
    add<us>(Term::kBishopPair, has_two(bishops) ? 1 : 0);
    add<us>(Term::kBishopPawns, count(bishops & kLight) * count(own_pawns & kLight) +
                                    count(bishops & ~kLight) * count(own_pawns & ~kLight));
    const Bitboard minors = bishops | p_.pieces(us, kKnight);
    // Guarded by a pawn, on squares that no enemy pawn can attack.
    const Bitboard reachable = forward_fill<kThem>(by_[kThem][kPawn]);
    const Bitboard outposts = minors & kOutpostRanks & by_[us][kPawn] & ~reachable;
    add<us>(Term::kOutpost, count(outposts & ~bishops));
    add<us>(Term::kOutpost + 1, count(outposts & bishops));
    add<us>(Term::kSheltered, count(minors & shift<-kUp<us>>(p_.type[kPawn])));
  }

  template <Color us>
  void threats() noexcept {
    constexpr Color kThem = opponent(us);
    const Bitboard men = p_.color[kThem] & ~p_.type[kKing];
    const auto each = [&](std::uint32_t term, Bitboard attacked) {
      for (std::uint32_t t = kPawn; t <= kQueen; ++t) add<us>(term + t, count(attacked & men & p_.type[t]));
    };
    each(Term::kByPawn, by_[us][kPawn] & ~p_.type[kPawn]);
    const Bitboard weak = ~by_[kThem][kPawn];
    each(Term::kByMinor, minors(us) & (weak | ~p_.type[kPawn]));
    each(Term::kByRook, by_[us][kRook] & (weak | p_.type[kQueen]));
    const Bitboard loose = men & all_[us] & ~all_[kThem];
    add<us>(Term::kLoose, count(loose & p_.type[kPawn]));
    add<us>(Term::kLoose + 1, count(loose & ~p_.type[kPawn]));
    Bitboard pushed = shift<kUp<us>>(p_.pieces(us, kPawn)) & ~p_.occupied();
    pushed |= shift<kUp<us>>(pushed & rank_mask(us == kWhite ? 2 : 5)) & ~p_.occupied();
    pushed &= ~by_[kThem][kPawn] & (all_[us] | ~all_[kThem]);
    const Bitboard next = attacks_of_pawns<us>(pushed) & men & ~p_.type[kPawn] & ~by_[us][kPawn];
    add<us>(Term::kByPush, count(next));
  }

  // The pawns before the own king.
  template <Color us>
  void shelter() noexcept {
    constexpr Color kThem = opponent(us);
    const Square king = p_.king(us);
    const std::uint32_t middle = std::clamp<std::uint32_t>(file_of(king), 1, 6);
    const Bitboard ahead = forward_fill<us>(rank_mask(rank_of(king)));
    for (std::uint32_t file = middle - 1; file <= middle + 1; ++file) {
      const std::uint32_t side = file == file_of(king) ? 0 : 8;
      const Bitboard column = kFileA << file & ahead;
      add<us>(Term::kShield + side + steps<us>(king, column & p_.pieces(us, kPawn)));
      add<us>(Term::kStorm + side + steps<us>(king, column & p_.pieces(kThem, kPawn)));
    }
  }
  // Ranks from the king to the nearest of the pawns in front of it; 7: none.
  template <Color us>
  [[nodiscard]] static std::uint32_t steps(Square king, Bitboard pawns) noexcept {
    if (pawns == 0) return 7;
    const Square nearest =
        us == kWhite ? first_square(pawns) : 63U - static_cast<Square>(std::countl_zero(pawns));
    return rank_for<us>(nearest) - rank_for<us>(king);
  }

  // Sums the dangers at the opponent's king.
  template <Color us>
  void danger() noexcept {
    constexpr Color kThem = opponent(us);
    const Square king = p_.king(kThem);
    const Bitboard occupied = p_.occupied();
    const Bitboard guarded = by_[kThem][kPawn] | minors(kThem) | by_[kThem][kRook];
    const bool queen = p_.pieces(us, kQueen) != 0;
    const std::uint32_t weak = count(zone_[kThem] & all_[us] & ~guarded);
    const std::uint32_t units = pressure_[us] + attackers_[us] + 2 * weak;
    const bool counts = attackers_[us] + (queen ? 1U : 0U) >= 2;
    add<us>(Term::kDanger + (counts ? std::min(queen ? units : units / 2, 31U) : 0));
    // Squares from which it could give check, not its own, where it cannot simply be captured.
    const Bitboard safe = ~p_.color[us] & (~all_[kThem] | (~guarded & twice<us>()));
    const Bitboard straight = Sliders::rook(king, occupied) & safe;
    const Bitboard slanting = Sliders::bishop(king, occupied) & safe;
    add<us>(Term::kCheck, (kGeometry.knight[king] & safe & by_[us][kKnight]) != 0 ? 1 : 0);
    add<us>(Term::kCheck + 1, (slanting & by_[us][kBishop]) != 0 ? 1 : 0);
    add<us>(Term::kCheck + 2, (straight & by_[us][kRook]) != 0 ? 1 : 0);
    add<us>(Term::kCheck + 3, ((straight | slanting) & by_[us][kQueen]) != 0 ? 1 : 0);
  }
  template <Color us>
  [[nodiscard]] Bitboard twice() const noexcept {
    return (by_[us][kQueen] & (by_[us][kPawn] | minors(us) | by_[us][kRook])) |
           (by_[us][kRook] & (by_[us][kPawn] | minors(us))) | (minors(us) & by_[us][kPawn]);
  }

  const Position& p_;
  Sink& sink_;
  std::array<std::array<Bitboard, 5>, 2> by_{};  // [color][piece]: attacked squares
  std::array<Bitboard, 2> all_{};                // attacked by anything
  std::array<Bitboard, 2> zone_{};
  std::array<std::uint32_t, 2> attackers_{};
  std::array<std::uint32_t, 2> pressure_{};
};

}  // namespace detail

// Share of the middle game left, 0 to kAllPieces.
inline constexpr int kAllPieces = 24;
[[nodiscard]] inline int pieces_left(const Position& p) noexcept {
  return std::min(kAllPieces, static_cast<int>(count(p.type[kKnight] | p.type[kBishop]) +
                                               2 * count(p.type[kRook]) + 4 * count(p.type[kQueen])));
}

template <class Sliders, class Sink>
inline void list_terms(const Position& p, Sink& sink) noexcept {
  detail::TermLister<Sliders, Sink>(p, sink).list();
}

}  // namespace ludex::games::chess
