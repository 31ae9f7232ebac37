// BridgePlayout<W>: random games in which a player restores a bridge as soon as the opponent intrudes into
// it; all other moves are uniformly random (B. Arneson, R. Hayward & P. Henderson, "Monte Carlo tree search
// in Hex", IEEE TCIAIG 2, 2010, section on playouts).
//
// The intrusion lies between two of the player's stones that both touch it; the one other cell that touches
// both must be empty. On the ring around the intrusion that is an empty cell between two of the player's; his
// edges count as stones.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/game/game.hpp"
#include "core/util/instructions.hpp"
#include "core/util/rng.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"

namespace ludex::games::hex {

template <std::size_t W>
class BridgePlayout {
  static constexpr std::uint8_t kEmpty = 0;
  static constexpr std::array<std::uint8_t, 2> kStone{1, 2};
  static constexpr std::uint8_t kNobody = 3;
  // Includes a ring of cells around: (w + 2)(h + 2) for any board of this capacity with no side beyond 19.
  static constexpr std::size_t kPlaces = Bits<W>::kCapacity + 2 * 40 + 4;

 public:
  using Board = Bits<W>;

  explicit BridgePlayout(const HexBoard<W>& board) noexcept
      : width_(board.width()), stride_(board.width() + 2) {
    for (std::uint32_t row = 0; row < board.height() + 2; ++row) {
      for (std::uint32_t column = 0; column < stride_; ++column) {
        const bool line = row == 0 || row == board.height() + 1;
        const bool side = column == 0 || column == stride_ - 1;
        // Cells beyond a corner belong to nobody.
        blank_[row * stride_ + column] = line && side ? kNobody
                                         : line       ? kStone[0]
                                         : side       ? kStone[1]
                                                      : kEmpty;
      }
    }
    for (std::uint32_t cell = 0; cell < board.cells(); ++cell)
      place_[cell] = static_cast<std::uint16_t>((cell / width_ + 1) * stride_ + cell % width_ + 1);
    const auto below = static_cast<std::int32_t>(stride_);
    around_ = std::array<std::int32_t, 6>{-below, 1 - below, 1, below, below - 1, -1};
  }

  // A running game.
  class Game {
   public:
    Game(const BridgePlayout& rules, const std::array<Board, 2>& stones, const Board& empty) noexcept
        : rules_(rules), colour_(rules.blank_) {
      for (Player p = 0; p < 2; ++p)
        stones[p].for_each([&](std::uint32_t cell) { colour_[rules_.place_[cell]] = kStone[p]; });
      empty.for_each([&](std::uint32_t cell) { put_in(cell, open_++); });
    }
    // The mover's next cell, which is removed from the list. Precondition: there is an empty one.
    std::uint32_t next(Player mover, Rng& rng) noexcept {
      std::uint32_t cell = last_ == kNone ? kNone : saving(mover, rng);
      if (cell == kNone) cell = cells_[rng.below(open_)];
      put_in(cells_[--open_], index_[cell]);
      colour_[rules_.place_[cell]] = kStone[mover];
      last_ = cell;
      return cell;
    }

   private:
    static constexpr std::uint32_t kNone = ~0U;

    void put_in(std::uint32_t cell, std::uint32_t at) noexcept {
      cells_[at] = static_cast<std::uint16_t>(cell);
      index_[cell] = static_cast<std::uint16_t>(at);
    }
    // A cell that restores a bridge into which the last move intruded.
    [[nodiscard]] std::uint32_t saving(Player mover, Rng& rng) const noexcept {
      const std::uint32_t centre = rules_.place_[last_];
      std::uint32_t own = 0;
      std::uint32_t empty = 0;
      for (std::uint32_t i = 0; i < 6; ++i) {
        const std::uint8_t c =
            colour_[static_cast<std::size_t>(static_cast<std::int32_t>(centre) + rules_.around_[i])];
        own |= static_cast<std::uint32_t>(c == kStone[mover]) << i;
        empty |= static_cast<std::uint32_t>(c == kEmpty) << i;
      }
      const std::uint32_t before = (own << 1 | own >> 5) & 63;
      const std::uint32_t after = (own >> 1 | own << 5) & 63;
      const std::uint32_t found = empty & before & after;
      if (found == 0) return kNone;
      const auto count = static_cast<std::uint32_t>(std::popcount(found));
      const auto which = static_cast<std::uint32_t>(select_bit(found, count == 1 ? 0 : rng.below(count)));
      const std::uint32_t at = centre + static_cast<std::uint32_t>(rules_.around_[which]);
      return (at / rules_.stride_ - 1) * rules_.width_ + at % rules_.stride_ - 1;
    }

    const BridgePlayout& rules_;
    std::array<std::uint8_t, kPlaces> colour_;
    std::array<std::uint16_t, Board::kCapacity> cells_;  // the first open_ are empty
    std::array<std::uint16_t, Board::kCapacity> index_;  // of each of them in cells_
    std::uint32_t open_ = 0;
    std::uint32_t last_ = kNone;
  };

 private:
  std::uint32_t width_;
  std::uint32_t stride_;
  std::array<std::uint8_t, kPlaces> blank_{};
  std::array<std::uint16_t, Board::kCapacity> place_{};
  std::array<std::int32_t, 6> around_{};
};

}  // namespace ludex::games::hex
