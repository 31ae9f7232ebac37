// The learned part of MiniShogi's evaluation: a correction of the hand-made one by the pieces on the board
// and in hand, seen by the mover and by the opponent (games/common/piece_network.hpp). The hand-made terms
// include attacks, which the network does not. Its weights come from games of Ludex alone
// (plugins/studies/minishogi).
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/common/piece_network.hpp"
#include "games/minishogi/board.hpp"
#include "games/minishogi/position.hpp"

namespace ludex::games::minishogi {

// An input is one of the viewer's or the opponent's pieces on a square, of ten kinds (six types, four of them
// also promoted), or the first or second piece of a type in hand. The board is turned so that the viewer
// plays upwards, and mirrored so that the viewer's king is on the left or in the middle: all pieces move
// symmetrically.
struct NetworkInputs {
  static constexpr std::uint32_t kKinds =
      2 * kTypes;  // promoted ones are the second half; golds and kings have none
  static constexpr std::uint32_t kOfSide = kKinds * kSquares + 2 * kHandTypes;
  static constexpr std::uint32_t kCount = 2 * kOfSide;
  static constexpr std::uint32_t kBuckets = 4;  // by the pieces in hand
  static constexpr std::uint32_t kMost = 12;
  static constexpr std::int32_t kScale = 400;  // of the value whose logistic is the expected result

  using Network = PieceNetwork<kCount, kBuckets>;

  static void list(const Position& p, PieceInputs<kMost>& out) noexcept {
    const Side us = p.mover;
    const Turn mine(p, us);
    const Turn theirs(p, 1 - us);
    for (const Side side : {us, 1 - us}) {
      const std::uint32_t as_mover = side == us ? 0 : kOfSide;
      const std::uint32_t as_opponent = side == us ? kOfSide : 0;
      for (Bitboard b = p.side[side]; b != 0; b &= b - 1) {
        const Square s = first(b);
        const std::uint32_t kind = p.type_on(s) + ((p.promoted >> s & 1U) != 0 ? kTypes : 0U);
        out.add(as_mover + kind * kSquares + mine(s), as_opponent + kind * kSquares + theirs(s));
      }
      for (unsigned t = 0; t < kHandTypes; ++t) {
        for (unsigned n = 0; n < p.in_hand(side, static_cast<Type>(t)); ++n) {
          const std::uint32_t held = kKinds * kSquares + 2 * t + n;
          out.add(as_mover + held, as_opponent + held);
        }
      }
    }
    const auto held = out.count - count(p.occupied());
    out.bucket = std::min(held / 2, kBuckets - 1);
  }

 private:
  // Maps squares to one side's view.
  class Turn {
   public:
    Turn(const Position& p, Side viewer) noexcept : turned_(viewer == 1) {
      const Square king = (*this)(p.king(viewer));
      mirrored_ = king % 5 > 2;
    }
    [[nodiscard]] Square operator()(Square s) const noexcept {
      const Square t = turned_ ? kSquares - 1 - s : s;
      return mirrored_ ? t + 4 - 2 * (t % 5) : t;
    }

   private:
    bool turned_;
    bool mirrored_ = false;
  };
};

// The weights of weights.inc, read at the first call.
[[nodiscard]] const NetworkInputs::Network::Weights& learned_weights();

// A correction to add to evaluate_position, in hundredths of a pawn, for the mover.
[[nodiscard]] inline std::int32_t correct_by_network(const NetworkInputs::Network::Weights& weights,
                                                     const Position& p) noexcept {
  PieceInputs<NetworkInputs::kMost> inputs;
  NetworkInputs::list(p, inputs);
  return NetworkInputs::Network::value(weights, inputs, NetworkInputs::kScale);
}

}  // namespace ludex::games::minishogi
