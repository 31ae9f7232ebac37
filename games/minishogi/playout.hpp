// PlayoutBoard: a position of a random game, and Candidates: its moves, one of which can be drawn without
// listing any.
//
// Pseudo-legal moves are counted by sets: whole sets of pieces step at once, one word for two directions; one
// word for each slider, for the king and for the promotions of silvers. One move is drawn by its number. It
// may leave the king in check, or mate by a dropped pawn; drawing until one is legal is uniform among the
// legal ones. One formula checks the board after the drawn move, from the king's square, whether the piece
// was pinned, the king itself moved, or there was a check to answer.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/util/instructions.hpp"
#include "core/util/rng.hpp"
#include "games/minishogi/position.hpp"

namespace ludex::games::minishogi {

namespace detail {

// The piece on a square, in one byte: promoted * kTypes + type, and in the upper half the type as which it
// moves; a promoted bishop or rook moves as such.
using Piece = std::uint8_t;
[[nodiscard]] constexpr Piece piece_of(Type type, bool promoted) noexcept {
  const Type moves = promoted && type <= kGold ? kGold : type;
  return static_cast<Piece>(moves << 4 | (promoted ? kTypes + type : type));
}

struct PlayoutTables {
  static constexpr unsigned kPieces = 2 * kTypes;
  std::array<std::array<std::array<std::uint64_t, kSquares>, kPieces>, 2> key{};
  // Keys of a piece added to the hand, by the number before; none for kings.
  std::array<std::array<std::array<std::uint64_t, 4>, kTypes>, 2> more{};
  // Step attacks of a piece by its square; none needed for a king.
  std::array<std::array<std::array<Bitboard, kSquares>, kPieces>, 2> reach{};
  // The piece after its move, without and with promotion.
  std::array<std::array<Piece, 16>, 2> after{};
  // The move of a bit in a word: to | from << 5 | promotes << 10, without the `from` of a slider or king.
  // Words 0..3: two directions each; 4: promotions of silvers; 5: one piece, plain and promoting.
  static constexpr std::size_t kWords = 6;
  std::array<std::array<std::array<std::uint16_t, 64>, kWords>, 2> move{};

  constexpr PlayoutTables() {
    for (const Side side : {0U, 1U}) {
      for (unsigned promoted = 0; promoted < 2; ++promoted) {
        for (unsigned t = 0; t < kTypes; ++t)
          key[side][promoted * kTypes + t] = kKeys.piece[side][promoted][t];
      }
      for (unsigned t = 0; t < kHandTypes; ++t) {
        for (unsigned n = 0; n + 1 < 4; ++n)
          more[side][t][n] = kKeys.hand[side][t][n] ^ kKeys.hand[side][t][n + 1];
      }
      for (Square s = 0; s < kSquares; ++s) {
        const auto& step = kTables.step[side];
        for (const Type t : {kPawn, kSilver, kGold}) reach[side][t][s] = step[t][s];
        for (const Type t : {kPawn, kSilver}) reach[side][kTypes + t][s] = step[kGold][s];
        for (const Type t : {kBishop, kRook}) reach[side][kTypes + t][s] = step[kKing][s];
      }
      fill_moves(side);
    }
    for (unsigned promoted = 0; promoted < 2; ++promoted) {
      for (unsigned t = 0; t < kTypes; ++t) {
        const Piece piece = piece_of(static_cast<Type>(t), promoted != 0);
        after[0][piece & 15] = piece;
        after[1][piece & 15] = piece_of(static_cast<Type>(t), true);
      }
    }
  }

  constexpr void fill_moves(Side side) {
    const int ahead = side == 0 ? 5 : -5;
    // Straight ahead and back; ahead left and right; left and right; back left and right.
    const std::array<std::array<int, 2>, 4> step{
        {{ahead, -ahead}, {ahead - 1, ahead + 1}, {-1, 1}, {-ahead - 1, -ahead + 1}}};
    for (unsigned half = 0; half < 2; ++half) {
      for (Square to = 0; to < kSquares; ++to) {
        for (std::size_t word = 0; word < 4; ++word) {
          const int from = static_cast<int>(to) - step[word][half];
          if (from >= 0 && from < static_cast<int>(kSquares))
            move[side][word][32 * half + to] =
                static_cast<std::uint16_t>(to | static_cast<unsigned>(from) << 5);
        }
        move[side][5][32 * half + to] = static_cast<std::uint16_t>(to | half << 10);
      }
    }
    // Five bits per direction, by the target column: ahead, ahead left and right into the zone, back left and
    // right out of it.
    const Square zone = side == 0 ? 20 : 0;
    const Square before = side == 0 ? 15 : 5;
    for (unsigned direction = 0; direction < 5; ++direction) {
      const int aside = direction == 0 ? 0 : direction % 2 == 1 ? -1 : 1;
      for (unsigned column = 0; column < 5; ++column) {
        const int from = static_cast<int>(column) - aside;
        if (from < 0 || from >= 5) continue;
        const Square to = (direction < 3 ? zone : before) + column;
        const Square start = (direction < 3 ? before : zone) + static_cast<Square>(from);
        move[side][4][5 * direction + column] = static_cast<std::uint16_t>(to | start << 5 | 1U << 10);
      }
    }
  }
};
inline constexpr PlayoutTables kPlayout{};

}  // namespace detail

class PlayoutBoard {
 public:
  explicit PlayoutBoard(const Position& p) noexcept
      : promoted_(p.promoted), checkers_(p.checkers), hands_{p.hands[0], p.hands[1]}, key_(p.key) {
    for (const Side side : {0U, 1U}) {
      own_[side] = p.side[side];
      for (unsigned t = 0; t < kTypes; ++t) {
        for (Bitboard rest = p.pieces(side, static_cast<Type>(t)); rest != 0; rest &= rest - 1) {
          const Square s = first(rest);
          piece_[s] = detail::piece_of(static_cast<Type>(t), (p.promoted >> s & 1U) != 0);
          set_[side][piece_[s] >> 4] |= bit(s);
        }
      }
    }
  }
  // Writes all fields except ply and status.
  void write(Position& p, Side mover) const noexcept {
    p.side = own_;
    p.type = {};
    for (Bitboard rest = own_[0] | own_[1]; rest != 0; rest &= rest - 1) {
      const Square s = first(rest);
      p.type[(piece_[s] & 15U) % kTypes] |= bit(s);
    }
    p.promoted = promoted_;
    p.checkers = checkers_;
    p.hands = hands_;
    p.mover = static_cast<std::uint8_t>(mover);
    p.key = key_;
  }

  [[nodiscard]] std::uint64_t key() const noexcept { return key_; }
  [[nodiscard]] Type type_on(Square s) const noexcept {
    return static_cast<Type>((piece_[s] & 15U) % kTypes);
  }
  [[nodiscard]] bool in_check() const noexcept { return checkers_ != 0; }

  // Plays a legal move of `me`, who is to move; `type` must be set for drops only.
  template <Side me>
  void make(const MoveParts& m) noexcept;

 private:
  template <Side me>
  friend class Candidates;

  // Sliders of `by` that attack the square along their lines.
  template <Side by>
  [[nodiscard]] Bitboard sliders_to(Square s, Bitboard occupied) const noexcept {
    return (bishop_attacks(s, occupied) & set_[by][kBishop]) | (rook_attacks(s, occupied) & set_[by][kRook]);
  }
  // Pieces of `by` that attack the square by a step.
  template <Side by>
  [[nodiscard]] Bitboard steppers_to(Square s) const noexcept {
    constexpr Side back = 1 - by;
    const auto& set = set_[by];
    const Bitboard raised = promoted_ & (set[kBishop] | set[kRook]);
    return (step(back, kPawn, s) & set[kPawn]) | (step(back, kSilver, s) & set[kSilver]) |
           (step(back, kGold, s) & set[kGold]) | (step(back, kKing, s) & (set[kKing] | raised));
  }

  std::array<std::array<Bitboard, kTypes>, 2> set_{};  // by side and by type of movement
  std::array<Bitboard, 2> own_{};
  Bitboard promoted_;
  Bitboard checkers_;  // attack the king of the side to move
  std::array<std::uint16_t, 2> hands_;
  std::uint64_t key_;
  std::array<detail::Piece, 32> piece_{};  // on occupied squares
};

template <Side me>
[[gnu::always_inline]] inline void PlayoutBoard::make(const MoveParts& m) noexcept {
  constexpr Side other = 1 - me;
  const auto& tables = detail::kPlayout;
  const Bitboard to = bit(m.to);
  unsigned after = m.type;
  if (m.drop) {
    const unsigned n = hands_[me] >> (2 * m.type) & 3U;
    hands_[me] = static_cast<std::uint16_t>(hands_[me] - (1U << (2 * m.type)));
    key_ ^= tables.more[me][m.type][n - 1] ^ tables.key[me][m.type][m.to];
    piece_[m.to] = detail::piece_of(m.type, false);
    set_[me][m.type] |= to;
    own_[me] |= to;
  } else {
    if ((own_[other] & to) != 0) {
      const unsigned captured = piece_[m.to];
      const unsigned type = (captured & 15U) % kTypes;
      const unsigned n = hands_[me] >> (2 * type) & 3U;
      hands_[me] = static_cast<std::uint16_t>(hands_[me] + (1U << (2 * type)));
      key_ ^= tables.more[me][type][n] ^ tables.key[other][captured & 15U][m.to];
      set_[other][captured >> 4] ^= to;
      own_[other] ^= to;
      promoted_ &= ~to;
    }
    const unsigned before = piece_[m.from];
    after = tables.after[m.promotes ? 1 : 0][before & 15U];
    piece_[m.to] = static_cast<detail::Piece>(after);
    set_[me][before >> 4] ^= bit(m.from);
    set_[me][after >> 4] ^= to;
    own_[me] ^= bit(m.from) | to;
    promoted_ &= ~bit(m.from);
    after &= 15U;
    promoted_ |= after >= kTypes ? to : 0;
    key_ ^= tables.key[me][before & 15U][m.from] ^ tables.key[me][after][m.to];
  }
  key_ ^= detail::kKeys.mover;
  // By a step only the moved piece itself can give check.
  const Square king = first(set_[other][kKing]);
  checkers_ =
      sliders_to<me>(king, own_[0] | own_[1]) | ((tables.reach[me][after][m.to] >> king & 1U) != 0 ? to : 0);
}

// The pseudo-legal moves of `me`, who is to move. The board must outlive it.
template <Side me>
class Candidates {
 public:
  [[gnu::always_inline]] explicit Candidates(const PlayoutBoard& board) noexcept;

  [[nodiscard]] std::uint32_t total() const noexcept { return total_; }
  // The move with that number, rank < total(); false if it is illegal. Sets `type` for drops.
  [[gnu::always_inline]] bool pick(std::uint32_t rank, bool uchifuzume_legal, MoveParts& out) const noexcept;

 private:
  static constexpr Side kOther = 1 - me;
  static constexpr std::size_t kKingWord = 5;
  static constexpr std::size_t kMostWords = kKingWord + 1 + 4;  // four sliders

  [[nodiscard]] static std::uint64_t pair(Bitboard low, Bitboard high) noexcept {
    return std::uint64_t{high} << 32 | low;
  }
  // Bits that leave their half of a word or the board are masked off at the end, or lie in a column that is.
  [[nodiscard]] static std::uint64_t aside(Bitboard b) noexcept {
    return pair((b & ~kColumn) >> 1, (b << 1) & ~(kColumn | bit(kSquares)));
  }
  [[nodiscard]] static std::uint64_t ahead(std::uint64_t b) noexcept { return me == 0 ? b << 5 : b >> 5; }
  [[nodiscard]] static std::uint64_t back(std::uint64_t b) noexcept { return me == 0 ? b >> 5 : b << 5; }
  // Promotions of silvers that enter the last row or leave it.
  [[nodiscard]] static std::uint64_t promotions(Bitboard silvers, Bitboard targets) noexcept {
    constexpr unsigned kLast = me == 0 ? 20 : 0;
    constexpr unsigned kBefore = me == 0 ? 15 : 5;
    const Bitboard entering = silvers >> kBefore & kRow;
    const Bitboard leaving = silvers >> kLast & kRow;
    const Bitboard in = targets >> kLast & kRow;
    const Bitboard out = targets >> kBefore & kRow;
    return (entering & in) | (entering >> 1 & in) << 5 | (entering << 1 & in) << 10 |
           (leaving >> 1 & out) << 15 | (leaving << 1 & out) << 20;
  }
  [[gnu::always_inline]] void slide(Square s, Bitboard to) noexcept {
    const Bitboard zone = promotion_zone(me);
    const Bitboard from_zone = 0U - (zone >> s & 1U);
    const Bitboard may = to & (zone | from_zone) & ((board_.promoted_ >> s & 1U) - 1U);
    words_[size_] = pair(to, may);
    from_[size_] = s;
    ends_[size_ + 1] = ends_[size_] + static_cast<std::uint32_t>(std::popcount(words_[size_]));
    ++size_;
  }

  const PlayoutBoard& board_;
  Bitboard occupied_;
  // Moves as bits of words; ends_[i] counts those before word i; from_[i] is the square of the word's only
  // piece.
  std::array<std::uint64_t, kMostWords> words_;
  std::array<std::uint32_t, kMostWords + 1> ends_;
  std::array<Square, kMostWords> from_{};
  std::size_t size_ = kKingWord + 1;
  std::uint32_t moves_;         // by pieces on the board
  Bitboard empty_;              // where pieces can be dropped
  std::uint32_t room_;          // number of such squares
  unsigned kinds_;              // a bit for each kind of piece in hand other than pawns
  std::uint32_t before_pawns_;  // moves and drops of other pieces
  Bitboard pawn_drops_ = 0;
  std::uint32_t total_;
};

template <Side me>
inline Candidates<me>::Candidates(const PlayoutBoard& board) noexcept : board_(board) {
  const auto& set = board.set_[me];
  occupied_ = board.own_[0] | board.own_[1];
  const Bitboard free = ~board.own_[me] & kAll;
  const Bitboard zone = promotion_zone(me);
  const Square king = first(set[kKing]);

  // All pieces but the king must answer a check: capture the only checker, or block it.
  Bitboard targets = free;
  empty_ = ~occupied_ & kAll;
  if (board.checkers_ != 0) [[unlikely]] {
    const Bitboard ways = (board.checkers_ & (board.checkers_ - 1)) == 0 ? kAll : 0;
    empty_ = between(king, first(board.checkers_)) & ways;
    targets = empty_ | (board.checkers_ & ways);
  }

  const std::uint64_t fit = pair(targets, targets);
  const Bitboard silvers = set[kSilver];
  const Bitboard golds = set[kGold];
  const Bitboard dragons = set[kRook] & board.promoted_;
  const Bitboard square = golds | (set[kBishop] & board.promoted_);
  words_[0] =
      pair(static_cast<Bitboard>(ahead(set[kPawn] | silvers | square)), static_cast<Bitboard>(back(square))) &
      fit;
  words_[1] = ahead(aside(silvers | golds | dragons)) & fit;
  words_[2] = aside(square) & fit;
  words_[3] = back(aside(silvers | dragons)) & fit;
  words_[4] = 0;
  if ((silvers & (zone | backward(zone, me))) != 0) [[unlikely]]
    words_[4] = promotions(silvers, targets);
  words_[kKingWord] = step(me, kKing, king) & free;
  from_[kKingWord] = king;
  ends_.fill(~std::uint32_t{0});
  ends_[0] = 0;
  for (std::size_t i = 0; i <= kKingWord; ++i)
    ends_[i + 1] = ends_[i] + static_cast<std::uint32_t>(std::popcount(words_[i]));
  // A side has up to two of each. The first is always processed, whether it exists or not: branches would
  // cost more.
  const auto slide_all = [&](Bitboard sliders, const auto& attacks) {
    const Square s = first(sliders) % 32;
    slide(s, attacks(s, occupied_) & targets & (0U - (sliders != 0 ? 1U : 0U)));
    const Bitboard rest = sliders & (sliders - 1);
    if (rest != 0) slide(first(rest), attacks(first(rest), occupied_) & targets);
  };
  slide_all(set[kBishop], bishop_attacks);
  slide_all(set[kRook], rook_attacks);
  moves_ = ends_[size_];

  const unsigned hand = board.hands_[me];
  room_ = count(empty_);
  kinds_ = (hand | hand >> 1) & 0b01'01'01'01'00U;
  before_pawns_ = moves_ + room_ * static_cast<std::uint32_t>(std::popcount(kinds_));
  total_ = before_pawns_;
  if ((hand & 3U) != 0) {
    pawn_drops_ = empty_ & ~columns_of(set[kPawn]) & ~zone;
    total_ += count(pawn_drops_);
  }
}

template <Side me>
inline bool Candidates<me>::pick(std::uint32_t rank, bool uchifuzume_legal, MoveParts& out) const noexcept {
  const auto& set = board_.set_[me];
  if (rank < moves_) {
    std::size_t word = 0;
    for (std::size_t end = 1; end < kMostWords; ++end) word += rank >= ends_[end] ? 1 : 0;
    const auto chosen = static_cast<unsigned>(select_bit(words_[word], rank - ends_[word]));
    const unsigned move = detail::kPlayout.move[me][std::min(word, kKingWord)][chosen];
    out.to = move & 31;
    out.from = (move >> 5 & 31) + from_[word];
    // The piece on `to` is captured. Any candidate of another piece answers a check by a step.
    const Bitboard after = (occupied_ ^ bit(out.from)) | bit(out.to);
    const Square king = word == kKingWord ? out.to : first(set[kKing]);
    if ((board_.sliders_to<kOther>(king, after) & ~bit(out.to)) != 0) return false;
    if (word == kKingWord && board_.steppers_to<kOther>(king) != 0) return false;
    out.promotes = (move >> 10 | (set[kPawn] >> out.from & promotion_zone(me) >> out.to & 1U)) != 0;
    out.drop = false;
    return true;
  }
  out.from = 0;
  out.promotes = false;
  out.drop = true;
  if (rank < before_pawns_) {
    unsigned rest = kinds_;
    for (rank -= moves_; rank >= room_; rank -= room_) rest &= rest - 1;
    out.type = static_cast<Type>(std::countr_zero(rest) / 2);
    out.to = static_cast<Square>(select_bit(empty_, rank));
    return true;
  }
  out.type = kPawn;
  out.to = static_cast<Square>(select_bit(pawn_drops_, rank - before_pawns_));
  if (uchifuzume_legal || (backward(board_.set_[kOther][kKing], me) >> out.to & 1U) == 0) return true;
  Position p{};
  board_.write(p, me);
  return !pawn_drop_mates(p, out.to);
}

}  // namespace ludex::games::minishogi
