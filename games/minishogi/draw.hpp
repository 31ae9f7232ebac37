// One move of all, chosen by its number, without making a group for each piece.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/util/select_bit.hpp"
#include "games/minishogi/position.hpp"

namespace ludex::games::minishogi {

// The moves that a side not in check has by the movements of its pieces: whole sets step at once, one word
// for two directions. Some may leave the king in check, or mate by a dropped pawn. Whoever draws until one is
// legal, or after some draws one of the legal moves, draws uniformly among these. The position must outlive
// it.
template <Side me>
class Candidates {
 public:
  explicit Candidates(const Position& p) noexcept : p_(p) {
    const Bitboard own = p.side[me];
    const Bitboard occupied = p.occupied();
    const Bitboard free = ~own & kAll;
    const Bitboard zone = promotion_zone(me);
    const Bitboard plain = own & ~p.promoted;
    const Bitboard pawns = plain & p.type[kPawn];
    const Bitboard silvers = plain & p.type[kSilver];
    const Bitboard sliders = own & (p.type[kBishop] | p.type[kRook]);
    const Bitboard horses = sliders & p.promoted & p.type[kBishop];
    const Bitboard dragons = sliders & p.promoted & p.type[kRook];
    const Bitboard king = own & p.type[kKing];
    const Bitboard golds =
        (own & p.type[kGold]) | (own & p.promoted & (p.type[kPawn] | p.type[kSilver])) | king;

    const auto left = [](Bitboard b) { return (b & ~kColumn) >> 1; };
    const auto right = [](Bitboard b) { return (b << 1) & kAll & ~kColumn; };
    const auto ahead = [](Bitboard b) { return forward(b, me); };
    const auto back = [](Bitboard b) { return backward(b, me); };
    const Bitboard diagonal = silvers | golds | dragons;
    const Bitboard square = golds | horses;
    const Bitboard behind = silvers | king | dragons;
    const auto pair = [](Bitboard low, Bitboard high) { return std::uint64_t{high} << 32 | low; };
    const std::uint64_t fit = pair(free, free);
    words_ = {pair(ahead(pawns | silvers | square), ahead(left(diagonal))) & fit,
              pair(ahead(right(diagonal)), left(square)) & fit,
              pair(right(square), back(square)) & fit,
              pair(back(left(behind)), back(right(behind))) & fit,
              0,
              0,
              0,
              0};
    // Again, with promotion: those that begin or end in the zone.
    if (silvers != 0) {
      const Bitboard inside = silvers & zone;
      words_[4] = pair(ahead(silvers), ahead(left(silvers))) & fit &
                  pair(zone | ahead(inside), zone | ahead(left(inside)));
      words_[5] = pair(ahead(right(silvers)), 0) & fit & pair(zone | ahead(right(inside)), 0);
      words_[7] = pair(back(left(inside)), back(right(inside))) & fit;
    }
    for (std::size_t i = 0; i < 8; ++i) {
      sizes_[i] = static_cast<std::uint32_t>(std::popcount(words_[i]));
      steps_ += sizes_[i];
    }
    total_ = steps_;
    // Of each slider, plain and promoting.
    for (Bitboard rest = sliders; rest != 0; rest &= rest - 1, ++sliders_) {
      const Square from = first(rest);
      const bool bishop = (p.type[kBishop] >> from & 1U) != 0;
      const Bitboard to = (bishop ? bishop_attacks(from, occupied) : rook_attacks(from, occupied)) & free;
      const Bitboard may = (p.promoted >> from & 1U) != 0 ? 0 : (zone >> from & 1U) != 0 ? to : to & zone;
      slides_[sliders_] = pair(to, may);
      from_[sliders_] = from;
      total_ += static_cast<std::uint32_t>(std::popcount(slides_[sliders_]));
    }
    empty_ = ~occupied & kAll;
    room_ = count(empty_);
    const unsigned hand = p.hands[me];
    // One bit a kind of piece other than pawns.
    kinds_ = (hand | hand >> 1) & 0b01'01'01'01'00U;
    total_ += room_ * static_cast<std::uint32_t>(std::popcount(kinds_));
    if (p.in_hand(me, kPawn) != 0) {
      pawn_drops_ = empty_ & ~pawn_columns(p, me) & ~zone;
      total_ += count(pawn_drops_);
    }
  }

  [[nodiscard]] std::uint32_t total() const noexcept { return total_; }

  // The move of that number, rank < total(), or kNoMove if it is not legal.
  [[nodiscard]] Move pick(std::uint32_t rank, bool uchifuzume_legal) const noexcept {
    constexpr Side other = 1 - me;
    const Bitboard king = p_.pieces(me, kKing);
    const Bitboard zone = promotion_zone(me);
    const Bitboard pawns = p_.pieces(me, kPawn) & ~p_.promoted;
    if (rank < steps_) {
      std::size_t word = 0;
      while (rank >= sizes_[word]) rank -= sizes_[word++];
      const auto chosen = static_cast<unsigned>(select_bit(words_[word], rank));
      const Square to = chosen % 32;
      const auto from = static_cast<Square>(static_cast<int>(to) - kOffset[2 * (word % 4) + chosen / 32]);
      if ((king >> from & 1U) != 0)
        return p_.attackers(to, other, p_.occupied() ^ king) == 0 ? pack({to, from, kKing, false, false})
                                                                  : kNoMove;
      const Bitboard pinned = p_.pinned(me);
      if ((pinned >> from & 1U) != 0 && (line(first(king), from) >> to & 1U) == 0) return kNoMove;
      const bool promotes = word >= 4 || ((pawns >> from) & (zone >> to) & 1U) != 0;
      return pack({to, from, p_.type_on(from), promotes, false});
    }
    rank -= steps_;
    for (std::size_t i = 0; i < sliders_; ++i) {
      const auto size = static_cast<std::uint32_t>(std::popcount(slides_[i]));
      if (rank >= size) {
        rank -= size;
        continue;
      }
      const auto chosen = static_cast<unsigned>(select_bit(slides_[i], rank));
      const Square to = chosen % 32;
      const Square from = from_[i];
      if ((p_.pinned(me) >> from & 1U) != 0 && (line(first(king), from) >> to & 1U) == 0) return kNoMove;
      return pack({to, from, (p_.type[kBishop] >> from & 1U) != 0 ? kBishop : kRook, chosen >= 32, false});
    }
    for (unsigned rest = kinds_; rest != 0; rest &= rest - 1) {
      if (rank >= room_) {
        rank -= room_;
        continue;
      }
      const auto type = static_cast<Type>(std::countr_zero(rest) / 2);
      return pack({static_cast<Square>(select_bit(empty_, rank)), 0, type, false, true});
    }
    const auto to = static_cast<Square>(select_bit(pawn_drops_, rank));
    if (!uchifuzume_legal && (backward(p_.pieces(other, kKing), me) >> to & 1U) != 0 &&
        pawn_drop_mates(p_, to))
      return kNoMove;
    return pack({to, 0, kPawn, false, true});
  }

 private:
  // Forward straight, left, right; sideways left, right; back straight, left, right.
  static constexpr int kForward = me == 0 ? 5 : -5;
  static constexpr std::array<int, 8> kOffset{kForward, kForward - 1, kForward + 1,  -1,
                                              1,        -kForward,    -kForward - 1, -kForward + 1};

  const Position& p_;
  // Targets of steps, a direction in each half; the last four with promotion.
  std::array<std::uint64_t, 8> words_{};
  std::array<std::uint32_t, 8> sizes_{};   // members of these
  std::uint32_t steps_ = 0;                // of all of them
  std::array<std::uint64_t, 4> slides_{};  // of each rook and bishop: targets, and those with promotion
  std::array<Square, 4> from_{};
  std::size_t sliders_ = 0;
  Bitboard empty_ = 0;
  std::uint32_t room_ = 0;  // members of it
  unsigned kinds_ = 0;      // one bit for each kind of piece in hand that can be dropped anywhere
  Bitboard pawn_drops_ = 0;
  std::uint32_t total_ = 0;
};

}  // namespace ludex::games::minishogi
