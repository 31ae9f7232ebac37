// The piece-square values of the thesis behind MTD-H, from White's point of view, material included.
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/position.hpp"

namespace ludex::games::chess {

namespace detail {

using Ranks = std::array<std::array<std::int16_t, 8>, 8>;  // [rank from the owner's side][file]

// The tables as the published implementation has them. Its bishop tables of the two colours differ: on
// White's fourth and fifth rank and on b2 and g2.
struct ThesisTables {
  std::array<std::array<std::array<std::int16_t, 64>, kPieceTypes>, 2> value{};

  static constexpr Ranks kPawnRows{{{0, 0, 0, 0, 0, 0, 0, 0},
                                    {100, 100, 90, 50, 50, 100, 100, 100},
                                    {100, 105, 110, 95, 95, 90, 105, 110},
                                    {105, 110, 118, 130, 130, 110, 105, 110},
                                    {110, 115, 126, 145, 145, 120, 118, 120},
                                    {125, 125, 150, 170, 170, 150, 150, 150},
                                    {250, 250, 290, 300, 300, 290, 250, 250},
                                    {0, 0, 0, 0, 0, 0, 0, 0}}};
  static constexpr Ranks kKnightRows{{{250, 280, 290, 290, 290, 290, 280, 250},
                                      {260, 270, 280, 290, 290, 280, 270, 260},
                                      {265, 305, 316, 311, 311, 316, 305, 265},
                                      {288, 308, 325, 320, 320, 325, 308, 288},
                                      {288, 308, 325, 322, 322, 325, 308, 288},
                                      {280, 303, 326, 335, 335, 326, 303, 280},
                                      {275, 290, 325, 330, 330, 325, 290, 275},
                                      {250, 270, 282, 295, 295, 282, 270, 250}}};
  static constexpr Ranks kBishopRows{{{270, 290, 250, 260, 260, 250, 290, 270},
                                      {300, 325, 302, 300, 300, 302, 325, 300},
                                      {300, 320, 305, 302, 302, 305, 320, 300},
                                      {300, 300, 325, 332, 332, 325, 300, 300},
                                      {300, 304, 325, 335, 335, 325, 304, 300},
                                      {290, 295, 300, 310, 310, 300, 295, 290},
                                      {290, 280, 290, 290, 290, 290, 280, 290},
                                      {290, 275, 280, 290, 290, 280, 275, 290}}};
  static constexpr Ranks kRookRows{{{460, 480, 480, 518, 518, 480, 480, 460},
                                    {460, 475, 505, 512, 512, 505, 475, 460},
                                    {460, 475, 505, 512, 512, 505, 475, 460},
                                    {490, 475, 505, 512, 512, 505, 475, 490},
                                    {490, 475, 505, 512, 512, 505, 475, 490},
                                    {490, 475, 505, 512, 512, 505, 475, 490},
                                    {540, 540, 540, 540, 540, 540, 540, 540},
                                    {540, 540, 540, 540, 540, 540, 540, 540}}};

  constexpr ThesisTables() {
    for (std::uint32_t rank = 0; rank < 8; ++rank) {
      for (std::uint32_t file = 0; file < 8; ++file) {
        const Square white = square(file, rank);
        const Square black = square(file, 7 - rank);
        const auto set = [&](PieceType type, std::int16_t points) {
          value[kWhite][type][white] = value[kBlack][type][black] = points;
        };
        set(kPawn, kPawnRows[rank][file]);
        set(kKnight, kKnightRows[rank][file]);
        set(kBishop, kBishopRows[rank][file]);
        set(kRook, kRookRows[rank][file]);
        set(kQueen, 900);
        constexpr std::array<std::int16_t, 8> kFirst{155, 155, 130, 110, 110, 110, 155, 155};
        constexpr std::array<std::int16_t, 8> kSecond{145, 50, 0, 0, 0, 0, 50, 145};
        set(kKing, rank == 0 ? kFirst[file] : rank == 1 ? kSecond[file] : std::int16_t{0});
        std::int16_t& bishop = value[kBlack][kBishop][black];
        if ((rank == 3 || rank == 4) && file >= 2 && file <= 5)
          bishop = static_cast<std::int16_t>(bishop - 10);
        if (rank == 1 && (file == 1 || file == 6)) bishop = 320;
      }
    }
  }
};

}  // namespace detail

inline constexpr detail::ThesisTables kThesisTables{};

}  // namespace ludex::games::chess
