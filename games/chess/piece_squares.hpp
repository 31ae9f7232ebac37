// Piece-square values from White's point of view, material included: the tables of the thesis behind MTD-H,
// and the tapered ones of the default evaluation.
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/position.hpp"

namespace ludex::games::chess {

// A middle game and an endgame value in one word, added and subtracted together (the usual packing of tapered
// evaluations): the endgame in the high half, so that the low half borrows from it when negative.
struct Tapered {
  std::int32_t word = 0;

  constexpr Tapered() = default;
  constexpr Tapered(int middle, int end) noexcept : word(end * 65536 + middle) {}
  [[nodiscard]] constexpr int middle() const noexcept {
    return static_cast<std::int16_t>(static_cast<std::uint32_t>(word) & 0xFFFFU);
  }
  [[nodiscard]] constexpr int end() const noexcept { return (word + 0x8000) >> 16; }
  constexpr Tapered& operator+=(Tapered other) noexcept { return word += other.word, *this; }
  constexpr Tapered& operator-=(Tapered other) noexcept { return word -= other.word, *this; }
  friend constexpr Tapered operator+(Tapered a, Tapered b) noexcept { return a += b; }
  friend constexpr Tapered operator-(Tapered a, Tapered b) noexcept { return a -= b; }
  friend constexpr Tapered operator*(Tapered a, int n) noexcept {
    Tapered product;
    product.word = a.word * n;
    return product;
  }
};

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

// The same for both colours and both wings: [rank from the owner's side][distance of the file from the edge].
using Half = std::array<std::array<std::int16_t, 4>, 8>;

struct TaperedTables {
  std::array<std::array<std::array<Tapered, 64>, kPieceTypes>, 2> value{};

  static constexpr std::array<Tapered, kPieceTypes> kMaterial{
      {{88, 112}, {332, 318}, {348, 330}, {480, 545}, {1005, 985}, {0, 0}}};
  static constexpr std::array<Half, kPieceTypes> kMiddle{{
      {{{0, 0, 0, 0},
        {-6, 2, -4, -12},
        {-6, -2, 2, 4},
        {-8, -2, 8, 20},
        {-2, 6, 12, 26},
        {8, 18, 30, 40},
        {40, 50, 60, 70},
        {0, 0, 0, 0}}},
      {{{-70, -24, -22, -18},
        {-28, -20, -8, -2},
        {-20, -4, 8, 14},
        {-14, 4, 14, 22},
        {-8, 8, 22, 32},
        {-14, 12, 28, 36},
        {-36, -14, 16, 18},
        {-95, -50, -30, -22}}},
      {{{-18, -6, -12, -12},
        {0, 14, 6, 2},
        {2, 8, 10, 8},
        {-2, 8, 10, 18},
        {-4, 8, 12, 20},
        {-6, 2, 8, 10},
        {-16, -10, -4, -6},
        {-24, -14, -14, -14}}},
      {{{-12, -6, 4, 10},
        {-20, -8, -2, 0},
        {-18, -6, -4, -2},
        {-16, -6, -4, -2},
        {-10, -4, 2, 4},
        {-4, 4, 6, 8},
        {8, 12, 18, 20},
        {6, 8, 10, 12}}},
      {{{-8, -8, -4, 4},
        {-8, -2, 4, 4},
        {-6, 2, 2, 2},
        {-6, 0, 0, 0},
        {-4, 0, 0, 0},
        {0, 2, 6, 6},
        {-4, -14, 4, 4},
        {0, 4, 8, 8}}},
      {{{24, 36, 10, -8},
        {18, 18, -12, -24},
        {-14, -20, -30, -36},
        {-34, -40, -50, -56},
        {-46, -52, -62, -68},
        {-56, -62, -72, -78},
        {-66, -72, -82, -88},
        {-76, -82, -92, -98}}},
  }};
  static constexpr std::array<Half, kPieceTypes> kEnd{{
      {{{0, 0, 0, 0},
        {2, 2, 4, 0},
        {0, 2, 0, 0},
        {6, 6, 2, 0},
        {16, 14, 8, 4},
        {32, 30, 24, 18},
        {50, 48, 40, 36},
        {0, 0, 0, 0}}},
      {{{-40, -30, -20, -16},
        {-28, -16, -10, -4},
        {-20, -8, 2, 10},
        {-14, 0, 12, 18},
        {-14, 0, 14, 20},
        {-22, -8, 8, 12},
        {-30, -18, -10, -2},
        {-50, -34, -24, -18}}},
      {{{-20, -12, -10, -6},
        {-12, -8, -2, 0},
        {-6, 0, 6, 8},
        {-4, 2, 8, 12},
        {-4, 2, 8, 12},
        {-6, 0, 4, 8},
        {-10, -6, -2, 0},
        {-18, -12, -10, -8}}},
      {{{-6, -4, -2, -4},
        {-6, -4, -2, -2},
        {-4, -2, -2, -2},
        {0, 2, 2, 0},
        {4, 4, 4, 2},
        {6, 6, 4, 4},
        {10, 10, 8, 6},
        {8, 8, 8, 8}}},
      {{{-28, -24, -20, -16},
        {-24, -18, -12, -6},
        {-18, -6, 4, 8},
        {-8, 6, 14, 22},
        {-4, 10, 20, 28},
        {-8, 8, 18, 24},
        {-6, 6, 12, 16},
        {-12, -4, 2, 6}}},
      {{{-52, -36, -26, -22},
        {-30, -16, -6, 0},
        {-18, -2, 10, 16},
        {-10, 8, 20, 28},
        {-4, 14, 28, 34},
        {-4, 16, 28, 32},
        {-16, 6, 14, 18},
        {-44, -22, -14, -10}}},
  }};

  constexpr TaperedTables() {
    for (std::uint32_t t = 0; t < kPieceTypes; ++t) {
      for (std::uint32_t rank = 0; rank < 8; ++rank) {
        for (std::uint32_t file = 0; file < 8; ++file) {
          const std::uint32_t wing = file < 4 ? file : 7 - file;
          const Tapered points = kMaterial[t] + Tapered(kMiddle[t][rank][wing], kEnd[t][rank][wing]);
          value[kWhite][t][square(file, rank)] = points;
          value[kBlack][t][square(file, 7 - rank)] = points;
        }
      }
    }
  }
};

}  // namespace detail

inline constexpr detail::ThesisTables kThesisTables{};
inline constexpr detail::TaperedTables kTaperedTables{};

}  // namespace ludex::games::chess
