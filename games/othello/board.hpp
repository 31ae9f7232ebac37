// Bitboard operations of Othello on an N x N board: legal squares, flipped discs, symmetric images. Square
// (x, y), y from the top, is bit y * N + x.
//
// Both are computed for all eight directions at once by parallel prefix fills (Kogge and Stone 1973): runs of
// enemy discs grow from the player's discs, or from the move, by one, two, four, six squares. Up to 8x8 the
// four shift distances are the lanes of one vector of 4 x 64 bits; compilers split it on machines without
// such vectors.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/util/instructions.hpp"
#include "games/common/square_set.hpp"

namespace ludex::games::othello {

template <int N>
class Board {
 public:
  static_assert(N >= 4 && N <= 10 && N % 2 == 0);
  using Set = std::conditional_t<(N <= 8), std::uint64_t, bits::Word128>;
  static constexpr int kSquares = N * N;

  // All squares.
  static constexpr Set kAll = static_cast<Set>(~Set{0}) >> (bits::kWidth<Set> - kSquares);
  // All but the first and the last column: enemy discs that a horizontal or diagonal run may contain. A run
  // that would wrap around an edge has to cross one of those columns.
  static constexpr Set kInner = [] {
    Set inner = 0;
    for (int square = 0; square < kSquares; ++square) {
      if (square % N != 0 && square % N != N - 1) inner |= bits::bit<Set>(square);
    }
    return inner;
  }();
  // The four squares that are occupied from the start.
  static constexpr Set kCentre = [] {
    constexpr int kCorner = (N / 2 - 1) * N + N / 2 - 1;
    return bits::bit<Set>(kCorner) | bits::bit<Set>(kCorner + 1) | bits::bit<Set>(kCorner + N) |
           bits::bit<Set>(kCorner + N + 1);
  }();
  // The first player's start discs: the rising diagonal, e4 and d5 on 8x8.
  static constexpr Set kFirstStart = [] {
    constexpr int kCorner = (N / 2 - 1) * N + N / 2 - 1;
    return bits::bit<Set>(kCorner + 1) | bits::bit<Set>(kCorner + N);
  }();

  // The empty squares where `own` flips at least one disc.
  [[nodiscard]] static Set mobility(Set own, Set other) noexcept {
    const Set empty = kAll & ~(own | other);
    if constexpr (kVectors) {
      const Lanes player = {own, own, own, own};
      const Lanes enemy = Lanes{other, other, other, other} & kRunMasks;
      Lanes up, down;
      grow(player, enemy, kSteps, up, down);
      const Lanes reached = (up << kSteps) | (down >> kSteps);
      return join(reached) & empty;
    } else {
      Set reached = 0;
      for (const int step : kStepList) {
        Set up, down;
        grow(own, other & (step == N ? kAll : kInner), step, up, down);
        reached |= static_cast<Set>(up << step) | down >> step;
      }
      return reached & empty;
    }
  }

  // The discs that `own` flips by moving to an empty square; none if the move is illegal.
  [[nodiscard]] static Set flips(Set own, Set other, int square) noexcept {
    const Set move = bits::bit<Set>(square);
    if constexpr (kVectors) {
      const Lanes player = {own, own, own, own};
      const Lanes enemy = Lanes{other, other, other, other} & kRunMasks;
      const Lanes start = {move, move, move, move};
      Lanes up, down;
      grow(start, enemy, kSteps, up, down);
      // A run counts if one of the player's discs closes it; comparisons give all ones or zero.
      up &= reinterpret_cast<Lanes>(((up << kSteps) & player) != 0);
      down &= reinterpret_cast<Lanes>(((down >> kSteps) & player) != 0);
      const Lanes all = up | down;
      return join(all);
    } else {
      Set flipped = 0;
      for (const int step : kStepList) {
        Set up, down;
        grow(move, other & (step == N ? kAll : kInner), step, up, down);
        if ((static_cast<Set>(up << step) & own) != 0) flipped |= up;
        if ((down >> step & own) != 0) flipped |= down;
      }
      return flipped;
    }
  }

  // The eight symmetries of the square: bit 0 mirrors left to right, bit 1 top to bottom, then bit 2
  // transposes.
  static constexpr std::uint32_t kSymmetries = 8;
  [[nodiscard]] static int map_square(int square, std::uint32_t symmetry) noexcept {
    int x = square % N;
    int y = square / N;
    if ((symmetry & 1) != 0) x = N - 1 - x;
    if ((symmetry & 2) != 0) y = N - 1 - y;
    return (symmetry & 4) != 0 ? x * N + y : y * N + x;
  }
  [[nodiscard]] static Set map(Set set, std::uint32_t symmetry) noexcept {
    if constexpr (N == 8) {
      if ((symmetry & 1) != 0) set = mirrored(set);
      if ((symmetry & 2) != 0) set = __builtin_bswap64(set);
      if ((symmetry & 4) != 0) set = transposed(set);
      return set;
    } else {
      Set image = 0;
      while (set != 0) image |= bits::bit<Set>(map_square(bits::pop_lowest(set), symmetry));
      return image;
    }
  }

 private:
  static constexpr std::array<int, 4> kStepList{1, N - 1, N, N + 1};

  static constexpr bool kVectors = N <= 8 && kShiftsFourWords;

  using Lanes [[gnu::vector_size(32)]] = std::uint64_t;
  static constexpr Lanes kSteps = {1, N - 1, N, N + 1};
  static constexpr Lanes kRunMasks = {static_cast<std::uint64_t>(kInner), static_cast<std::uint64_t>(kInner),
                                      static_cast<std::uint64_t>(kAll), static_cast<std::uint64_t>(kInner)};

  // Runs of `enemy` next to `from`: `up` in the direction of growing square numbers, `down` in the other. A
  // run has at most N - 2 discs. This is the recurrence up[i] = enemy[i] & (from[i - 1] | up[i - 1]) by
  // doubling: with the first `length` discs of each run in `up`, and in `solid` the squares that end `length`
  // enemy discs in a row, one shift adds the next `length`. Words is a set and one step, or Lanes and four;
  // both are passed by reference, since by value the calling convention of vectors depends on the machine.
  template <class Words, class Steps>
  static void grow(const Words& from, const Words& enemy, const Steps& step, Words& up,
                   Words& down) noexcept {
    up = enemy & (from << step);
    down = enemy & (from >> step);
    Words solid = enemy;
    Steps far = step;  // `length` steps
    for (int length = 1; length < N - 2; length *= 2, far += far) {
      up |= solid & (up << far);
      // The same rows of discs, each by its first one: length - 1 steps down.
      down |= (solid >> (far - step)) & (down >> far);
      solid &= solid << far;
    }
  }
  [[nodiscard]] static std::uint64_t join(const Lanes& lanes) noexcept {
    return (lanes[0] | lanes[2]) | (lanes[1] | lanes[3]);
  }

  // Bit permutations of the 8x8 board by exchanging ever larger groups (Knuth, TAOCP 4A, 7.1.3).
  [[nodiscard]] static constexpr std::uint64_t mirrored(std::uint64_t b) noexcept {
    b = (b >> 1 & 0x5555555555555555ULL) | (b & 0x5555555555555555ULL) << 1;
    b = (b >> 2 & 0x3333333333333333ULL) | (b & 0x3333333333333333ULL) << 2;
    return (b >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (b & 0x0F0F0F0F0F0F0F0FULL) << 4;
  }
  [[nodiscard]] static constexpr std::uint64_t transposed(std::uint64_t b) noexcept {
    const auto exchange = [&b](std::uint64_t mask, int distance) {
      const std::uint64_t differ = (b ^ b >> distance) & mask;
      b ^= differ ^ differ << distance;
    };
    exchange(0x00AA00AA00AA00AAULL, 7);
    exchange(0x0000CCCC0000CCCCULL, 14);
    exchange(0x00000000F0F0F0F0ULL, 28);
    return b;
  }
};

}  // namespace ludex::games::othello
