// A MiniShogi position and its legal moves.
#pragma once

#include <array>
#include <cstdint>

#include "core/abi/types.hpp"
#include "core/util/hash.hpp"
#include "games/minishogi/board.hpp"

namespace ludex::games::minishogi {

// A move: to | from << 5 | promotes << 10 | type of the piece << 11 | drop << 14.
struct MoveParts {
  Square to;
  Square from;  // 0 for a drop
  Type type;    // unpromoted type of the piece that moves or is dropped
  bool promotes;
  bool drop;
};
[[nodiscard]] constexpr Move pack(const MoveParts& m) noexcept {
  return Move{m.to | m.from << 5 | (m.promotes ? 1U << 10 : 0U) | static_cast<unsigned>(m.type) << 11 |
              (m.drop ? 1U << 14 : 0U)};
}
[[nodiscard]] constexpr MoveParts unpack(Move move) noexcept {
  const auto m = static_cast<std::uint32_t>(move);
  return {m & 31, (m >> 5) & 31, static_cast<Type>((m >> 11) & 7), ((m >> 10) & 1) != 0,
          ((m >> 14) & 1) != 0};
}

struct Position {
  std::array<Bitboard, 2> side;        // occupied by each side
  std::array<Bitboard, kTypes> type;   // by unpromoted type, both sides
  Bitboard promoted;                   // both sides
  Bitboard checkers;                   // the pieces that give check to the side to move
  std::array<std::uint16_t, 2> hands;  // two bits per type: 0..2 pieces
  std::uint16_t ply;                   // plies since the start of the game
  std::uint8_t mover;
  std::uint8_t reserved;
  std::uint64_t key;  // Zobrist hash of board, hands and mover
  GameStatus status;

  [[nodiscard]] Bitboard occupied() const noexcept { return side[0] | side[1]; }
  [[nodiscard]] Bitboard pieces(Side s, Type t) const noexcept { return side[s] & type[t]; }
  [[nodiscard]] Square king(Side s) const noexcept { return first(pieces(s, kKing)); }
  [[nodiscard]] unsigned in_hand(Side s, Type t) const noexcept { return (hands[s] >> (2 * t)) & 3U; }
  // The unpromoted type of the piece on an occupied square other than a king's.
  [[nodiscard]] Type type_on(Square s) const noexcept {
    unsigned t = 0;
    while (((type[t] >> s) & 1U) == 0) ++t;
    return static_cast<Type>(t);
  }

  // The pieces of `by` that attack the square.
  [[nodiscard]] Bitboard attackers(Square s, Side by, Bitboard occupied) const noexcept;
  // All squares attacked by the pieces in `from` of `by`.
  [[nodiscard]] Bitboard attack_map(Side by, Bitboard from, Bitboard occupied) const noexcept;
  // Pieces of `s` that shield its king from a rook or bishop.
  [[nodiscard]] Bitboard pinned(Side s) const noexcept;

  // True if a legal move gives check.
  [[nodiscard]] bool gives_check(Move move) const noexcept;
  // Plays a legal move: updates everything except `status`.
  void make(Move move) noexcept;
  [[nodiscard]] std::uint64_t full_key() const noexcept;
};

// The legal moves as sets of target squares, one group per piece or kind of drop: the basis of counting,
// random choice and listing.
struct MoveGroup {
  Bitboard plain;      // targets without promotion
  Bitboard promoting;  // targets with promotion
  Square from;
  Type type;
  bool drop;
};
class MoveGroups {
 public:
  // Moves of `p`; with `uchifuzume_legal` a pawn may be dropped to mate.
  MoveGroups(const Position& p, bool uchifuzume_legal) noexcept;

  [[nodiscard]] std::uint32_t total() const noexcept { return total_; }
  // The i-th move, i < total().
  [[nodiscard]] Move pick(std::uint32_t i) const noexcept;
  std::uint32_t write(Move* out) const noexcept;
  // The moves whose targets are in `plain`, or in `promoting` with a promotion.
  std::uint32_t write(Move* out, Bitboard plain, Bitboard promoting) const noexcept;

 private:
  static constexpr unsigned kMostGroups = 16;  // 11 pieces, 5 kinds of drops

  void add(Bitboard plain, Bitboard promoting, Square from, Type type, bool drop) noexcept {
    group_[size_] = {plain, promoting, from, type, drop};
    total_ += count(plain) + count(promoting);
    size_ += (plain | promoting) != 0;
  }
  void add_pieces(const Position& p, Bitboard targets) noexcept;
  void add_drops(const Position& p, Bitboard targets, bool uchifuzume_legal) noexcept;

  std::uint32_t total_ = 0;
  unsigned size_ = 0;
  std::array<MoveGroup, kMostGroups + 1> group_;  // one more: add() writes before it knows whether to keep
};

// The columns in which a side has an unpromoted pawn.
[[nodiscard]] inline Bitboard pawn_columns(const Position& p, Side side) noexcept {
  return columns_of(p.pieces(side, kPawn) & ~p.promoted);
}
// True if a pawn of the side to move, dropped on the square in front of the enemy king, mates.
[[nodiscard]] bool pawn_drop_mates(const Position& p, Square s) noexcept;
// True if the side to move has a legal move; mostly without generating any.
[[nodiscard]] bool has_legal_move(const Position& p, bool uchifuzume_legal) noexcept;

namespace detail {

// Zobrist keys: [side][promoted][type][square], and [side][type][pieces in hand] with 0 for none.
struct Keys {
  std::array<std::array<std::array<std::array<std::uint64_t, kSquares>, kTypes>, 2>, 2> piece{};
  std::array<std::array<std::array<std::uint64_t, 4>, kHandTypes>, 2> hand{};
  std::uint64_t mover = mix64(0x4D696E69);

  constexpr Keys() {
    Rng rng = Rng::seeded(0x53686F6769);
    for (auto& a : piece) {
      for (auto& b : a) {
        for (auto& c : b) {
          for (auto& key : c) key = rng.next();
        }
      }
    }
    for (auto& a : hand) {
      for (auto& b : a) {
        for (unsigned n = 1; n < 4; ++n) b[n] = rng.next();
      }
    }
  }
};
inline constexpr Keys kKeys{};

}  // namespace detail

inline bool Position::gives_check(Move move) const noexcept {
  const MoveParts m = unpack(move);
  const Side them = 1U - mover;
  const Square target = king(them);
  const Bitboard left = m.drop ? 0 : bit(m.from);
  const Bitboard occ = (occupied() & ~left) | bit(m.to);
  const bool raised = m.promotes || (promoted & left) != 0;
  // The squares from which a piece of this kind attacks the king.
  Bitboard from = 0;
  switch (m.type) {
    case kPawn:
    case kSilver:
      from = step(them, raised ? kGold : m.type, target);
      break;
    case kGold:
      from = step(them, kGold, target);
      break;
    case kBishop:
    case kRook:
      from = (m.type == kBishop ? bishop_attacks(target, occ) : rook_attacks(target, occ)) |
             (raised ? step(them, kKing, target) : 0U);
      break;
    case kKing:
      break;
  }
  // A slider behind the square that it leaves may also give check.
  const Bitboard others = side[mover] & ~left;
  return (from & bit(m.to)) != 0 || (bishop_attacks(target, occ) & type[kBishop] & others) != 0 ||
         (rook_attacks(target, occ) & type[kRook] & others) != 0;
}

inline Bitboard Position::attackers(Square s, Side by, Bitboard occ) const noexcept {
  const Side back = 1 - by;  // a piece of `by` attacks s from where an enemy piece on s would attack it
  const Bitboard gold_movers = type[kGold] | (promoted & (type[kPawn] | type[kSilver]));
  const Bitboard king_movers = type[kKing] | (promoted & (type[kBishop] | type[kRook]));
  return side[by] & ((step(back, kPawn, s) & type[kPawn] & ~promoted) |
                     (step(back, kSilver, s) & type[kSilver] & ~promoted) |
                     (step(back, kGold, s) & gold_movers) | (step(back, kKing, s) & king_movers) |
                     (bishop_attacks(s, occ) & type[kBishop]) | (rook_attacks(s, occ) & type[kRook]));
}

inline Bitboard Position::attack_map(Side by, Bitboard from, Bitboard occ) const noexcept {
  const Bitboard gold_movers = from & (type[kGold] | (promoted & (type[kPawn] | type[kSilver])));
  const Bitboard king_movers = from & (type[kKing] | (promoted & (type[kBishop] | type[kRook])));
  const Bitboard plain = from & ~promoted;
  Bitboard map = step_attacks(plain & type[kPawn], plain & type[kSilver], gold_movers, king_movers, by);
  for (Bitboard b = from & type[kBishop]; b != 0; b &= b - 1) map |= bishop_attacks(first(b), occ);
  for (Bitboard b = from & type[kRook]; b != 0; b &= b - 1) map |= rook_attacks(first(b), occ);
  return map;
}

inline Bitboard Position::pinned(Side s) const noexcept {
  const Square k = king(s);
  const Bitboard occ = occupied();
  const auto& t = detail::kTables;
  Bitboard result = 0;
  Bitboard snipers = side[1 - s] & ((t.rook_lines[k] & type[kRook]) | (t.bishop_lines[k] & type[kBishop]));
  for (; snipers != 0; snipers &= snipers - 1) {
    const Bitboard shield = between(k, first(snipers)) & occ;
    if ((shield & (shield - 1)) == 0) result |= shield & side[s];
  }
  return result;
}

inline void Position::make(Move move) noexcept {
  const MoveParts m = unpack(move);
  const Side me = mover;
  const Bitboard to = bit(m.to);
  const auto& keys = detail::kKeys;
  if (m.drop) {
    const unsigned n = in_hand(me, m.type);
    hands[me] = static_cast<std::uint16_t>(hands[me] - (1U << (2 * m.type)));
    side[me] |= to;
    type[m.type] |= to;
    key ^= keys.hand[me][m.type][n] ^ keys.hand[me][m.type][n - 1] ^ keys.piece[me][0][m.type][m.to];
  } else {
    const Bitboard from = bit(m.from);
    if ((side[1 - me] & to) != 0) {
      const Type captured = type_on(m.to);
      const unsigned n = in_hand(me, captured);
      key ^= keys.piece[1 - me][(promoted & to) != 0][captured][m.to] ^ keys.hand[me][captured][n] ^
             keys.hand[me][captured][n + 1];
      side[1 - me] ^= to;
      type[captured] ^= to;
      promoted &= ~to;
      hands[me] = static_cast<std::uint16_t>(hands[me] + (1U << (2 * captured)));
    }
    const bool was_promoted = (promoted & from) != 0;
    const bool is_promoted = was_promoted || m.promotes;
    side[me] ^= from | to;
    type[m.type] ^= from | to;
    promoted = (promoted & ~from) | (is_promoted ? to : 0);
    key ^= keys.piece[me][was_promoted][m.type][m.from] ^ keys.piece[me][is_promoted][m.type][m.to];
  }
  key ^= keys.mover;
  mover ^= 1;
  ++ply;
  checkers = attackers(king(mover), me, occupied());
}

inline Move MoveGroups::pick(std::uint32_t i) const noexcept {
  const MoveGroup* g = group_.data();
  for (;; ++g) {
    const std::uint32_t here = count(g->plain) + count(g->promoting);
    if (i < here) break;
    i -= here;
  }
  Bitboard targets = g->plain;
  const std::uint32_t plain = count(g->plain);
  const bool promotes = i >= plain;
  if (promotes) targets = g->promoting, i -= plain;
  for (; i != 0; --i) targets &= targets - 1;
  return pack({first(targets), g->from, g->type, promotes, g->drop});
}

}  // namespace ludex::games::minishogi
