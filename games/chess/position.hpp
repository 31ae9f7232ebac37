// The position: the state block of the game, its Zobrist keys, attacks to a square, and making a move.
#pragma once

#include <algorithm>
#include <cstring>

#include "core/abi/types.hpp"
#include "core/util/hash.hpp"
#include "games/chess/bitboard.hpp"

namespace ludex::games::chess {

// Castling rights, as bits in FEN order.
enum Castling : std::uint8_t {
  kWhiteShort = 1,
  kWhiteLong = 2,
  kBlackShort = 4,
  kBlackLong = 8,
};

// A move holds all that is needed to make it: from (bits 0-5), to (6-11), the moving piece (12-14), the
// promotion piece (15-17, 0 for none) and the kind of special move (18-19).
enum class Special : std::uint32_t { kNone = 0, kDoubleStep = 1, kEnPassant = 2, kCastling = 3 };

[[nodiscard]] constexpr Move make_code(PieceType piece, Square from, Square to,
                                       Special special = Special::kNone,
                                       PieceType promotion = kPawn) noexcept {
  return Move{from | to << 6U | piece << 12U | promotion << 15U | static_cast<std::uint32_t>(special) << 18U};
}
[[nodiscard]] constexpr Square from_of(Move m) noexcept {
  return static_cast<std::uint32_t>(m) & 63U;
}
[[nodiscard]] constexpr Square to_of(Move m) noexcept {
  return static_cast<std::uint32_t>(m) >> 6U & 63U;
}
[[nodiscard]] constexpr PieceType piece_of(Move m) noexcept {
  return static_cast<PieceType>(static_cast<std::uint32_t>(m) >> 12U & 7U);
}
// kPawn means "no promotion".
[[nodiscard]] constexpr PieceType promotion_of(Move m) noexcept {
  return static_cast<PieceType>(static_cast<std::uint32_t>(m) >> 15U & 7U);
}
[[nodiscard]] constexpr Special special_of(Move m) noexcept {
  return static_cast<Special>(static_cast<std::uint32_t>(m) >> 18U & 3U);
}

// The state block. Everything up to `ring` is always valid; of the ring only the entries in use are, on which
// copy_position relies.
struct Position {
  // Hashes of the positions since the last irreversible move, without the present one. With the fifty-move
  // rule there are at most 100; without it (draws=none) the oldest are overwritten.
  static constexpr std::uint32_t kRing = 100;

  std::array<Bitboard, 2> color;
  std::array<Bitboard, kPieceTypes> type;
  std::uint64_t hash;
  // Derived, for the side to move: the pieces that give check, and the own pieces that shield the king.
  Bitboard checkers;
  Bitboard pinned;
  std::uint16_t ply;        // since the first move of the game; even: White moves
  std::uint16_t clock;      // plies since the last capture or pawn move
  std::uint16_t past;       // positions pushed on the ring since the last irreversible move
  std::uint8_t castling;    // Castling bits
  std::uint8_t en_passant;  // the square passed over if an en passant capture is legal, else kNoSquare
  GameStatus status;
  // Chess960: the square of the rook of each right, by the right's bit; kNoSquare without the right. Chess
  // needs none: all 0, a square where no rook of White's short castling can be.
  std::array<std::uint8_t, 4> rook_home;
  std::array<std::uint64_t, kRing> ring;

  // True if the moves are those of AnyFile.
  [[nodiscard]] bool any_file() const noexcept { return rook_home[0] != 0; }
  [[nodiscard]] Bitboard occupied() const noexcept { return color[0] | color[1]; }
  [[nodiscard]] Color mover() const noexcept { return static_cast<Color>(ply & 1U); }
  [[nodiscard]] Bitboard pieces(Color c, PieceType t) const noexcept { return color[c] & type[t]; }
  [[nodiscard]] Bitboard diagonal_sliders(Color c) const noexcept {
    return color[c] & (type[kBishop] | type[kQueen]);
  }
  [[nodiscard]] Bitboard orthogonal_sliders(Color c) const noexcept {
    return color[c] & (type[kRook] | type[kQueen]);
  }
  [[nodiscard]] Square king(Color c) const noexcept { return first_square(pieces(c, kKing)); }
  // The kind of piece on an occupied square.
  [[nodiscard]] PieceType type_on(Square s) const noexcept {
    std::uint32_t t = 0;
    while ((type[t] & bit(s)) == 0) ++t;
    return static_cast<PieceType>(t);
  }
};

inline constexpr std::size_t kPositionHead = offsetof(Position, ring);

inline void copy_position(Position& to, const Position& from) noexcept {
  const std::size_t used = std::min<std::size_t>(from.past, Position::kRing);
  std::memcpy(static_cast<void*>(&to), &from, kPositionHead);
  std::memcpy(to.ring.data(), from.ring.data(), used * sizeof(std::uint64_t));
}

namespace detail {

struct Zobrist {
  std::array<std::array<std::array<std::uint64_t, 64>, kPieceTypes>, 2> piece{};
  std::array<std::uint64_t, 16> castling{};
  std::array<std::uint64_t, 65> en_passant{};  // by square; nothing for kNoSquare
  std::uint64_t black{};

  constexpr Zobrist() {
    Rng rng = Rng::seeded(0x6C75646578ULL);
    for (auto& colour : piece)
      for (auto& kind : colour)
        for (auto& key : kind) key = rng.next();
    for (std::size_t i = 1; i < castling.size(); ++i) castling[i] = rng.next();
    for (std::size_t s = 0; s < 64; ++s) en_passant[s] = rng.next();
    black = rng.next();
  }
};

// Rights that survive a move from or to the square.
[[nodiscard]] constexpr std::array<std::uint8_t, 64> make_rights_kept() noexcept {
  std::array<std::uint8_t, 64> kept{};
  kept.fill(15);
  kept[square(4, 0)] = kBlackShort | kBlackLong;
  kept[square(7, 0)] = 15 & ~kWhiteShort;
  kept[square(0, 0)] = 15 & ~kWhiteLong;
  kept[square(4, 7)] = kWhiteShort | kWhiteLong;
  kept[square(7, 7)] = 15 & ~kBlackShort;
  kept[square(0, 7)] = 15 & ~kBlackLong;
  return kept;
}

}  // namespace detail

inline constexpr detail::Zobrist kZobrist{};
inline constexpr std::array<std::uint8_t, 64> kRightsKept = detail::make_rights_kept();

// Chess960: kings and rooks may have started on any file. A policy that extends Sliders: code compiled for
// plain Sliders is chess and pays nothing for it.
template <class Sliders>
struct AnyFile : Sliders {};
template <class Sliders>
inline constexpr bool kAnyFile = false;
template <class Sliders>
inline constexpr bool kAnyFile<AnyFile<Sliders>> = true;

// Castling as two steps. Its move has the king's target square; with AnyFile, where the king may already be
// there, the rook's square, as engines write it ("UCI_Chess960").
struct CastlingSteps {
  Square king_from, king_to, rook_from, rook_to;

  // Each set of pieces changes by the XOR of its two squares, even if pieces exchange places.
  [[nodiscard]] Bitboard king() const noexcept { return bit(king_from) ^ bit(king_to); }
  [[nodiscard]] Bitboard rook() const noexcept { return bit(rook_from) ^ bit(rook_to); }
};
template <class Sliders>
[[nodiscard]] constexpr CastlingSteps castling_steps(Move move) noexcept {
  const Square from = from_of(move);
  const Square to = to_of(move);
  const bool is_short = to > from;
  if constexpr (kAnyFile<Sliders>) {
    const Square corner = from & ~7U;
    return {from, corner + (is_short ? 6 : 2), to, corner + (is_short ? 5 : 3)};
  } else {
    return {from, to, is_short ? to + 1 : to - 2, is_short ? to - 1 : to + 1};
  }
}

// Rights that survive a move from or to the square; the moving king is on one of the two.
template <class Sliders>
[[nodiscard]] inline std::uint8_t rights_kept(const Position& p, Square s) noexcept {
  if constexpr (kAnyFile<Sliders>) {
    std::uint32_t kept = 15;
    for (std::uint32_t i = 0; i < 4; ++i) {
      if (p.rook_home[i] == s) kept &= ~(1U << i);
    }
    if (s == p.king(kWhite)) kept &= kBlackShort | kBlackLong;
    if (s == p.king(kBlack)) kept &= kWhiteShort | kWhiteLong;
    return static_cast<std::uint8_t>(kept);
  } else {
    return kRightsKept[s];
  }
}

// Pieces of `by` that attack the square when the board is occupied as given.
template <class Sliders>
[[nodiscard]] inline Bitboard attackers(const Position& p, Square s, Color by, Bitboard occupied) noexcept {
  return p.color[by] & ((kGeometry.pawn[opponent(by)][s] & p.type[kPawn]) |
                        (kGeometry.knight[s] & p.type[kKnight]) | (kGeometry.king[s] & p.type[kKing]) |
                        (Sliders::bishop(s, occupied) & (p.type[kBishop] | p.type[kQueen])) |
                        (Sliders::rook(s, occupied) & (p.type[kRook] | p.type[kQueen])));
}

// True if the en passant capture from `from` leaves the capturer's king safe. Two pawns vanish from a rank at
// once, which pin masks do not cover.
template <class Sliders>
[[nodiscard]] inline bool en_passant_is_safe(const Position& p, Color us, Square from, Square to) noexcept {
  const Bitboard captured = bit(to ^ 8U);  // beside the origin, on the file of the target
  const Bitboard occupied = (p.occupied() ^ bit(from) ^ captured) | bit(to);
  return (attackers<Sliders>(p, p.king(us), opponent(us), occupied) & ~captured) == 0;
}

// The en passant square to record after a double step of `us` over `passed`: only if a capture is legal, so
// that positions are "the same" exactly as in FIDE 9.2.3.
template <class Sliders>
[[nodiscard]] inline std::uint8_t en_passant_square(const Position& p, Color us, Square passed) noexcept {
  const Color them = opponent(us);
  Bitboard capturers = kGeometry.pawn[us][passed] & p.pieces(them, kPawn);
  while (capturers != 0) {
    if (en_passant_is_safe<Sliders>(p, them, pop_square(capturers), passed))
      return static_cast<std::uint8_t>(passed);
  }
  return kNoSquare;
}

// Checkers and pinned pieces of the side to move: looks from the king along empty-board lines at the enemy
// sliders, and counts the pieces between.
inline void find_checks_and_pins(Position& p) noexcept {
  const Color us = p.mover();
  const Color them = opponent(us);
  const Square king = p.king(us);
  const Bitboard occupied = p.occupied();
  p.checkers =
      (kGeometry.pawn[us][king] & p.pieces(them, kPawn)) | (kGeometry.knight[king] & p.pieces(them, kKnight));
  p.pinned = 0;
  Bitboard snipers = (kGeometry.orthogonal[king] & p.orthogonal_sliders(them)) |
                     (kGeometry.diagonal[king] & p.diagonal_sliders(them));
  while (snipers != 0) {
    const Square sniper = pop_square(snipers);
    const Bitboard shield = kGeometry.between[king][sniper] & occupied;
    if (shield == 0) {
      p.checkers |= bit(sniper);
    } else if (!has_two(shield)) {
      p.pinned |= shield & p.color[us];
    }
  }
}

// Makes a legal move on the board: pieces, hash, clocks, castling rights, en passant square, ring. Leaves
// checkers, pinned and status as they were.
template <class Sliders, Color us>
inline void make_move(Position& p, Move move) noexcept {
  constexpr Color kThem = opponent(us);
  const Square from = from_of(move);
  Square to = to_of(move);
  if constexpr (kAnyFile<Sliders>) {
    if (special_of(move) == Special::kCastling) to = castling_steps<Sliders>(move).king_to;
  }
  const PieceType piece = piece_of(move);
  const Bitboard target = bit(to);

  std::uint64_t hash = p.hash ^ kZobrist.black ^ kZobrist.en_passant[p.en_passant];
  hash ^= kZobrist.piece[us][piece][from] ^ kZobrist.piece[us][piece][to];
  p.ring[p.past % Position::kRing] = p.hash;
  ++p.past;
  ++p.ply;
  ++p.clock;
  p.en_passant = kNoSquare;

  if ((p.color[kThem] & target) != 0) {
    const PieceType captured = p.type_on(to);
    p.color[kThem] ^= target;
    p.type[captured] ^= target;
    hash ^= kZobrist.piece[kThem][captured][to];
    p.clock = 0;
    p.past = 0;
  }
  p.color[us] ^= bit(from) ^ target;
  p.type[piece] ^= bit(from) ^ target;

  const std::uint8_t rights = p.castling & rights_kept<Sliders>(p, from) & rights_kept<Sliders>(p, to);
  if (rights != p.castling) {
    hash ^= kZobrist.castling[p.castling] ^ kZobrist.castling[rights];
    p.castling = rights;
    p.past = 0;
  }

  if (piece == kPawn) {
    p.clock = 0;
    p.past = 0;
    if (const PieceType promotion = promotion_of(move); promotion != kPawn) {
      p.type[kPawn] ^= target;
      p.type[promotion] ^= target;
      hash ^= kZobrist.piece[us][kPawn][to] ^ kZobrist.piece[us][promotion][to];
    } else if (special_of(move) == Special::kDoubleStep) {
      p.en_passant = en_passant_square<Sliders>(p, us, (from + to) / 2);
      hash ^= kZobrist.en_passant[p.en_passant];
    } else if (special_of(move) == Special::kEnPassant) {
      const Square captured = to ^ 8U;
      p.color[kThem] ^= bit(captured);
      p.type[kPawn] ^= bit(captured);
      hash ^= kZobrist.piece[kThem][kPawn][captured];
    }
  } else if (special_of(move) == Special::kCastling) {
    const CastlingSteps steps = castling_steps<Sliders>(move);
    p.color[us] ^= steps.rook();
    p.type[kRook] ^= steps.rook();
    hash ^= kZobrist.piece[us][kRook][steps.rook_from] ^ kZobrist.piece[us][kRook][steps.rook_to];
  }
  p.hash = hash;
}

// Occurrences of the hash on the ring. All its positions follow the last irreversible move; no earlier one
// can equal a later one.
[[nodiscard]] inline std::uint32_t occurrences_of(const Position& p, std::uint64_t hash) noexcept {
  const std::uint32_t used = std::min<std::uint32_t>(p.past, Position::kRing);
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < used; ++i) found += p.ring[i] == hash ? 1U : 0U;
  return found;
}

// Dead positions (FIDE 5.2.2) that the rules recognise: bare kings, alone or with one knight or bishop.
[[nodiscard]] inline bool is_dead(const Position& p) noexcept {
  return count(p.occupied()) <= 3 && (p.type[kPawn] | p.type[kRook] | p.type[kQueen]) == 0;
}

// Computes the hash from scratch.
[[nodiscard]] inline std::uint64_t compute_hash(const Position& p) noexcept {
  std::uint64_t hash = kZobrist.castling[p.castling] ^ kZobrist.en_passant[p.en_passant];
  if (p.mover() == kBlack) hash ^= kZobrist.black;
  for (const Color c : {kWhite, kBlack}) {
    for (std::uint32_t t = 0; t < kPieceTypes; ++t) {
      for (Bitboard b = p.pieces(c, static_cast<PieceType>(t)); b != 0;)
        hash ^= kZobrist.piece[c][t][pop_square(b)];
    }
  }
  return hash;
}

}  // namespace ludex::games::chess
