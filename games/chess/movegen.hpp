// Legal move generation without trial moves: targets are masked by check and pin lines, king moves by the
// squares the enemy attacks. One visitor serves counting, listing, captures and the test for any legal move.
//
// A sink has
//   static constexpr bool kStopsEarly; bool done() const;                 true: no more moves are wanted
//   void piece(PieceType, Square from, Bitboard targets);                 knights, sliders, king
//   template <int step, Special> void pawns(Bitboard targets);            origin = target - step
//   template <int step> void promotions(Bitboard targets);                four moves per target
//   void single(Move);                                                    castling, en passant
#pragma once

#include "games/chess/position.hpp"
#include "games/chess/sliders.hpp"

namespace ludex::games::chess {

// Squares attacked by `by`; `occupied` lacks the other king, which cannot hide behind itself.
template <class Sliders, Color by>
[[nodiscard]] inline Bitboard attacked_squares(const Position& p, Bitboard occupied) noexcept {
  constexpr int kUp = by == kWhite ? 8 : -8;
  const Bitboard pawns = p.pieces(by, kPawn);
  Bitboard attacked = shift<kUp - 1>(pawns) | shift<kUp + 1>(pawns) | kGeometry.king[p.king(by)];
  for (Bitboard b = p.pieces(by, kKnight); b != 0;) attacked |= kGeometry.knight[pop_square(b)];
  for (Bitboard b = p.diagonal_sliders(by); b != 0;) attacked |= Sliders::bishop(pop_square(b), occupied);
  for (Bitboard b = p.orthogonal_sliders(by); b != 0;) attacked |= Sliders::rook(pop_square(b), occupied);
  return attacked;
}

// Pawn moves of the pawns in `pawns` onto `allowed` squares.
template <Color us, class Sink>
[[nodiscard]] inline Sink visit_pawns(const Position& p, Bitboard pawns, Bitboard allowed,
                                      Sink sink) noexcept {
  constexpr int kUp = us == kWhite ? 8 : -8;
  constexpr Bitboard kLast = rank_mask(us == kWhite ? 7 : 0);
  constexpr Bitboard kThird = rank_mask(us == kWhite ? 2 : 5);
  const Bitboard empty = ~p.occupied();
  const Bitboard enemy = p.color[opponent(us)];
  const Bitboard steps = shift<kUp>(pawns) & empty;
  const Bitboard double_steps = shift<kUp>(steps & kThird) & empty & allowed;
  const Bitboard single_steps = steps & allowed;
  const Bitboard to_a = shift<kUp - 1>(pawns) & enemy & allowed;
  const Bitboard to_h = shift<kUp + 1>(pawns) & enemy & allowed;
  sink.template pawns<kUp, Special::kNone>(single_steps & ~kLast);
  sink.template pawns<2 * kUp, Special::kDoubleStep>(double_steps);
  sink.template pawns<kUp - 1, Special::kNone>(to_a & ~kLast);
  sink.template pawns<kUp + 1, Special::kNone>(to_h & ~kLast);
  if (((single_steps | to_a | to_h) & kLast) != 0) {
    sink.template promotions<kUp>(single_steps & kLast);
    sink.template promotions<kUp - 1>(to_a & kLast);
    sink.template promotions<kUp + 1>(to_h & kLast);
  }
  return sink;
}

template <class Sliders, Color us, class Sink>
[[nodiscard]] inline Sink visit_en_passant(const Position& p, Sink sink) noexcept {
  Bitboard capturers = kGeometry.pawn[opponent(us)][p.en_passant] & p.pieces(us, kPawn);
  while (capturers != 0) {
    const Square from = pop_square(capturers);
    if (en_passant_is_safe<Sliders>(p, us, from, p.en_passant))
      sink.single(make_code(kPawn, from, p.en_passant, Special::kEnPassant));
  }
  return sink;
}

// The squares that the king crosses and enters; none if it stays.
[[nodiscard]] inline Bitboard king_path_of(const CastlingSteps& steps) noexcept {
  if (steps.king_from == steps.king_to) return 0;
  return kGeometry.between[steps.king_from][steps.king_to] | bit(steps.king_to);
}

// Castling (FIDE 3.8.2): nothing between king and rook, and the king's three squares not attacked. The caller
// has checked that the king is not in check. `pinned` is for AnyFile, where the rook may shield the king.
template <class Sliders, Color us, class Attacked, class Sink>
inline void visit_castling(const Position& p, Bitboard pinned, Attacked&& attacked, Sink& sink) noexcept {
  constexpr std::uint32_t kRank = us == kWhite ? 0 : 7;
  constexpr std::uint8_t kShort = us == kWhite ? kWhiteShort : kBlackShort;
  constexpr std::uint8_t kLong = us == kWhite ? kWhiteLong : kBlackLong;
  const Bitboard occupied = p.occupied();
  if constexpr (kAnyFile<Sliders>) {
    for (const std::uint32_t side : {0U, 1U}) {
      const std::uint32_t right = us == kWhite ? side : side + 2;
      if ((p.castling >> right & 1U) == 0) continue;
      const Move move = make_code(kKing, p.king(us), p.rook_home[right], Special::kCastling);
      const CastlingSteps steps = castling_steps<Sliders>(move);
      const Bitboard own = bit(steps.king_from) | bit(steps.rook_from);
      const Bitboard king_path = king_path_of(steps);
      const Bitboard path =
          king_path | kGeometry.between[steps.rook_from][steps.rook_to] | bit(steps.rook_to);
      if ((path & occupied & ~own) == 0 && (pinned & bit(steps.rook_from)) == 0 && !attacked(king_path))
        sink.single(move);
    }
  } else {
    constexpr Square kHome = square(4, kRank);
    constexpr Bitboard kShortPath = bit(square(5, kRank)) | bit(square(6, kRank));
    constexpr Bitboard kLongPath = bit(square(3, kRank)) | bit(square(2, kRank));
    if ((p.castling & kShort) != 0 && (occupied & kShortPath) == 0 && !attacked(kShortPath))
      sink.single(make_code(kKing, kHome, square(6, kRank), Special::kCastling));
    if ((p.castling & kLong) != 0 && (occupied & (kLongPath | bit(square(1, kRank)))) == 0 &&
        !attacked(kLongPath))
      sink.single(make_code(kKing, kHome, square(2, kRank), Special::kCastling));
    static_cast<void>(pinned);
  }
}

// Visits the legal moves; needs p.checkers, p.pinned and p.en_passant. Passes the sink by value, so that it
// stays in registers.
template <class Sliders, Color us, class Sink>
[[nodiscard]] inline Sink visit_legal(const Position& p, Sink sink) noexcept {
  constexpr Color kThem = opponent(us);
  constexpr std::uint8_t kRights = us == kWhite ? kWhiteShort | kWhiteLong : kBlackShort | kBlackLong;
  const Bitboard own = p.color[us];
  const Bitboard occupied = p.occupied();
  const Square king = p.king(us);
  const Bitboard pinned = p.pinned;

  if (!has_two(p.checkers)) {
    Bitboard allowed = ~own;
    if (p.checkers != 0) allowed &= kGeometry.between[king][first_square(p.checkers)] | p.checkers;

    sink = visit_pawns<us>(p, p.pieces(us, kPawn) & ~pinned, allowed, sink);
    for (Bitboard b = p.pieces(us, kPawn) & pinned; b != 0;) {
      const Square from = pop_square(b);
      sink = visit_pawns<us>(p, bit(from), allowed & kGeometry.line[king][from], sink);
    }
    if (p.en_passant != kNoSquare) sink = visit_en_passant<Sliders, us>(p, sink);
    if (Sink::kStopsEarly && sink.done()) return sink;

    // A pinned knight can never stay on its line.
    for (Bitboard b = p.pieces(us, kKnight) & ~pinned; b != 0;) {
      const Square from = pop_square(b);
      sink.piece(kKnight, from, kGeometry.knight[from] & allowed);
    }
    if (Sink::kStopsEarly && sink.done()) return sink;
    const auto sliders = [&](PieceType type, auto&& attacks) {
      for (Bitboard b = p.pieces(us, type) & ~pinned; b != 0;) {
        const Square from = pop_square(b);
        sink.piece(type, from, attacks(from) & allowed);
      }
      for (Bitboard b = p.pieces(us, type) & pinned; b != 0;) {
        const Square from = pop_square(b);
        sink.piece(type, from, attacks(from) & allowed & kGeometry.line[king][from]);
      }
    };
    sliders(kBishop, [&](Square s) { return Sliders::bishop(s, occupied); });
    sliders(kRook, [&](Square s) { return Sliders::rook(s, occupied); });
    sliders(kQueen, [&](Square s) { return Sliders::bishop(s, occupied) | Sliders::rook(s, occupied); });
    if (Sink::kStopsEarly && sink.done()) return sink;
  }

  const Bitboard steps = kGeometry.king[king] & ~own;
  if (steps == 0 && (p.castling & kRights) == 0) return sink;
  const Bitboard attacked = attacked_squares<Sliders, kThem>(p, occupied ^ bit(king));
  sink.piece(kKing, king, steps & ~attacked);
  if ((p.castling & kRights) != 0 && p.checkers == 0)
    visit_castling<Sliders, us>(
        p, pinned, [attacked](Bitboard path) { return (attacked & path) != 0; }, sink);
  return sink;
}

template <class Sliders, class Sink>
[[nodiscard]] inline Sink visit_legal(const Position& p, Sink sink) noexcept {
  return p.mover() == kWhite ? visit_legal<Sliders, kWhite>(p, sink) : visit_legal<Sliders, kBlack>(p, sink);
}

struct CountSink {
  static constexpr bool kStopsEarly = false;
  std::uint32_t moves = 0;

  [[nodiscard]] static bool done() noexcept { return false; }
  void piece(PieceType, Square, Bitboard targets) noexcept { moves += count(targets); }
  template <int step, Special special>
  void pawns(Bitboard targets) noexcept {
    moves += count(targets);
  }
  template <int step>
  void promotions(Bitboard targets) noexcept {
    moves += 4 * count(targets);
  }
  void single(Move) noexcept { ++moves; }
};

struct AnySink {
  static constexpr bool kStopsEarly = true;
  Bitboard found = 0;

  [[nodiscard]] bool done() const noexcept { return found != 0; }
  void piece(PieceType, Square, Bitboard targets) noexcept { found |= targets; }
  template <int step, Special special>
  void pawns(Bitboard targets) noexcept {
    found |= targets;
  }
  template <int step>
  void promotions(Bitboard targets) noexcept {
    found |= targets;
  }
  void single(Move move) noexcept { found |= bit(to_of(move)); }
};

// Writes moves whose target is in `wanted`; promotions always, castling only if all squares are wanted.
struct ListSink {
  static constexpr bool kStopsEarly = false;
  Move* out;
  Bitboard wanted;

  explicit ListSink(Move* first, Bitboard targets = ~Bitboard{0}) noexcept : out(first), wanted(targets) {}
  [[nodiscard]] static bool done() noexcept { return false; }
  void piece(PieceType type, Square from, Bitboard targets) noexcept {
    for (targets &= wanted; targets != 0;) *out++ = make_code(type, from, pop_square(targets));
  }
  template <int step, Special special>
  void pawns(Bitboard targets) noexcept {
    for (targets &= wanted; targets != 0;) {
      const Square to = pop_square(targets);
      *out++ = make_code(kPawn, static_cast<Square>(static_cast<int>(to) - step), to, special);
    }
  }
  template <int step>
  void promotions(Bitboard targets) noexcept {
    while (targets != 0) {
      const Square to = pop_square(targets);
      const auto from = static_cast<Square>(static_cast<int>(to) - step);
      for (const PieceType type : {kQueen, kKnight, kRook, kBishop})
        *out++ = make_code(kPawn, from, to, Special::kNone, type);
    }
  }
  void single(Move move) noexcept {
    if (special_of(move) == Special::kEnPassant || wanted == ~Bitboard{0}) *out++ = move;
  }
};

template <class Sliders>
[[nodiscard]] inline bool has_legal_move(const Position& p) noexcept {
  return visit_legal<Sliders>(p, AnySink()).done();
}

template <class Sliders>
inline std::uint32_t list_legal(const Position& p, Move* out, Bitboard wanted = ~Bitboard{0}) noexcept {
  const ListSink sink = visit_legal<Sliders>(p, ListSink(out, wanted));
  return static_cast<std::uint32_t>(sink.out - out);
}

// Makes a move and updates the derived fields; leaves the status unchanged.
template <class Sliders>
inline void play_move(Position& p, Move move) noexcept {
  if (p.mover() == kWhite) {
    make_move<Sliders, kWhite>(p, move);
  } else {
    make_move<Sliders, kBlack>(p, move);
  }
  find_checks_and_pins(p);
}

// True if the legal move gives check; does not make it.
template <class Sliders>
[[nodiscard]] inline bool gives_check(const Position& p, Move move) noexcept {
  const Color us = p.mover();
  const Square king = p.king(opponent(us));
  const Bitboard from = bit(from_of(move));
  const Bitboard to = bit(to_of(move));
  const PieceType type = promotion_of(move) == kPawn ? piece_of(move) : promotion_of(move);
  Bitboard occupied = (p.occupied() ^ from) | to;
  Bitboard diagonal = p.diagonal_sliders(us) & ~from;
  Bitboard orthogonal = p.orthogonal_sliders(us) & ~from;
  if (type == kBishop || type == kQueen) diagonal |= to;
  if (type == kRook || type == kQueen) orthogonal |= to;
  if (special_of(move) == Special::kEnPassant) occupied ^= bit(to_of(move) ^ 8U);
  if (special_of(move) == Special::kCastling) {
    const CastlingSteps steps = castling_steps<Sliders>(move);
    occupied = p.occupied() ^ steps.king() ^ steps.rook();
    orthogonal ^= steps.rook();
  }
  return (kGeometry.knight[king] & to & (type == kKnight ? ~Bitboard{0} : 0)) != 0 ||
         (kGeometry.pawn[opponent(us)][king] & to & (type == kPawn ? ~Bitboard{0} : 0)) != 0 ||
         (Sliders::bishop(king, occupied) & diagonal) != 0 ||
         (Sliders::rook(king, occupied) & orthogonal) != 0;
}

// True if the legal move checkmates.
template <class Sliders>
[[nodiscard]] inline bool mates(const Position& p, Move move) noexcept {
  if (!gives_check<Sliders>(p, move)) return false;
  Position next;
  std::memcpy(static_cast<void*>(&next), &p, kPositionHead);
  play_move<Sliders>(next, move);
  return !has_legal_move<Sliders>(next);
}

}  // namespace ludex::games::chess
