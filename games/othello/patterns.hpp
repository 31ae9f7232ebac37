// The patterns of the Othello evaluation (Nagai & Imai, section 3): every row and column (4 kinds), diagonals
// of length 4 to 8 (5 kinds), the 3x3 and the 2x4 corner; parity is the stage's constant. 46 places on the
// board, 11 kinds; a configuration is a number to the base 3 (0 empty, 1 the mover's, 2 the opponent's).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/util/instructions.hpp"

namespace ludex::games::othello {

class Patterns {
 public:
  static constexpr std::size_t kKinds = 11;
  static constexpr std::size_t kPlaces = 46;
  // Configurations of all kinds in sequence.
  static constexpr std::array<std::uint32_t, kKinds> kSizes{6561, 6561, 6561, 6561,  81,  243,
                                                            729,  2187, 6561, 19683, 6561};
  static constexpr std::uint32_t kConfigurations = 62289;

  [[nodiscard]] static const Patterns& instance() {
    static const Patterns patterns;
    return patterns;
  }

  // The configurations on the board, place by place, for the side that owns `own`.
  void configurations(std::uint64_t own, std::uint64_t other, std::uint32_t* out) const noexcept {
    for (std::size_t i = 0; i < kPlaces; ++i) {
      const Place& place = places_[i];
      const std::uint16_t* const digits = digits_.data() + place.digits;
      out[i] = place.base + digits[extract(own, place)] + 2U * digits[extract(other, place)];
    }
  }
  // The sum of the table's weights for all of them.
  [[nodiscard]] std::int32_t sum(const std::int16_t* weights, std::uint64_t own,
                                 std::uint64_t other) const noexcept {
    std::int32_t total = 0;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      const Place& place = places_[i];
      const std::uint16_t* const digits = digits_.data() + place.digits;
      total += weights[place.base + digits[extract(own, place)] + 2U * digits[extract(other, place)]];
    }
    return total;
  }

  // The configurations of a position as lanes of vectors (46 of 48 are used), so that three additions update
  // all places of a disc: a disc adds the power of 3 of its digit in each place.
  struct alignas(32) Indices {
    using Lanes [[gnu::vector_size(32)]] = std::uint16_t;
    Lanes part[3];

    void add(const Indices& other) noexcept {
      for (std::size_t i = 0; i < 3; ++i) part[i] += other.part[i];
    }
    void subtract(const Indices& other) noexcept {
      for (std::size_t i = 0; i < 3; ++i) part[i] -= other.part[i];
    }
  };
  static_assert(kConfigurations <= 65536, "a configuration has 16 bits");
  // Contribution of a disc of the mover on an empty square; the opponent's counts twice.
  [[nodiscard]] const Indices& disc(int square) const noexcept {
    return disc_[static_cast<std::size_t>(square)];
  }
  // The indices for the side that owns `own`.
  [[nodiscard]] Indices indices(std::uint64_t own, std::uint64_t other) const noexcept {
    // Walks the two smaller of three sets: both sides' discs and the empty squares.
    Indices sum{};
    Indices result = all_other_;
    for (std::uint64_t empty = ~(own | other); empty != 0; empty &= empty - 1)
      sum.add(disc(__builtin_ctzll(empty)));
    result.subtract(sum);
    if (__builtin_popcountll(own) > __builtin_popcountll(other)) {
      result.subtract(all_own_);
      for (; other != 0; other &= other - 1) result.add(disc(__builtin_ctzll(other)));
    } else {
      result.subtract(sum);
      for (; own != 0; own &= own - 1) result.subtract(disc(__builtin_ctzll(own)));
    }
    return result;
  }
  [[nodiscard]] static std::int32_t sum(const std::int16_t* weights, const Indices& indices) noexcept {
    alignas(32) std::array<std::uint16_t, 48> at;
    std::memcpy(at.data(), &indices, sizeof at);
    std::int32_t a = 0;
    std::int32_t b = 0;
    for (std::size_t i = 0; i < kPlaces; i += 2) {
      a += weights[at[i]];
      b += weights[at[i + 1]];
    }
    return a + b;
  }

  // The class number of each configuration, < classes(): symmetric configurations share a class and a weight.
  [[nodiscard]] std::span<const std::uint32_t> class_of() const noexcept { return class_of_; }
  [[nodiscard]] std::uint32_t classes() const noexcept { return classes_; }

 private:
  struct Place {
    std::uint64_t squares;
    std::uint32_t base;                 // of the kind
    std::uint32_t digits;               // the table that turns a set of its squares into a number
    std::array<std::uint8_t, 9> order;  // the square of each digit
    std::uint32_t size;
  };

  Patterns() {
    // The squares of one place of each kind, in the order of their digits; the other places are its images.
    std::vector<std::vector<int>> kinds;
    for (int row = 0; row < 4; ++row) {
      kinds.emplace_back();
      for (int x = 0; x < 8; ++x) kinds.back().push_back(row * 8 + x);
    }
    for (int length = 4; length <= 8; ++length) {
      kinds.emplace_back();
      for (int i = 0; i < length; ++i) kinds.back().push_back(i * 8 + i + 8 - length);
    }
    kinds.push_back({0, 1, 2, 8, 9, 10, 16, 17, 18});
    kinds.push_back({0, 1, 2, 3, 8, 9, 10, 11});

    std::uint32_t base = 0;
    std::size_t placed = 0;
    class_of_.resize(kConfigurations);
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      std::vector<std::vector<int>> images;        // places, each as a list of squares
      std::vector<std::vector<int>> permutations;  // of the digits that map the place to itself
      for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
        std::vector<int> image;
        for (const int square : kinds[kind]) image.push_back(mapped(square, symmetry));
        bool is_new = true;
        for (const auto& other : images) {
          if (set_of(other) != set_of(image)) continue;
          is_new = false;
          if (&other != &images.front()) continue;
          std::vector<int> permutation;
          for (const int square : image) {
            for (std::size_t d = 0; d < other.size(); ++d) {
              if (other[d] == square) permutation.push_back(static_cast<int>(d));
            }
          }
          permutations.push_back(permutation);
        }
        if (is_new) images.push_back(image);
      }
      for (const auto& image : images) place(image, base, places_[placed++]);
      classify(kind, base, permutations);
      base += kSizes[kind];
    }
    tabulate_discs();
  }
  void tabulate_discs() noexcept {
    std::array<std::array<std::uint16_t, 48>, 64> discs{};
    std::array<std::uint16_t, 48> bases{};
    for (std::size_t i = 0; i < kPlaces; ++i) {
      bases[i] = static_cast<std::uint16_t>(places_[i].base);
      for (std::uint32_t bit = 0; bit < places_[i].size; ++bit)
        discs[places_[i].order[bit]][i] = digits_[places_[i].digits + (std::size_t{1} << bit)];
    }
    std::memcpy(disc_.data(), discs.data(), sizeof discs);
    std::memcpy(&all_other_, bases.data(), sizeof bases);
    for (const Indices& disc : disc_) {
      all_own_.add(disc);
      all_other_.add(disc);
      all_other_.add(disc);
    }
  }

  static int mapped(int square, unsigned symmetry) noexcept {
    int x = square % 8;
    int y = square / 8;
    if ((symmetry & 1U) != 0) x = 7 - x;
    if ((symmetry & 2U) != 0) y = 7 - y;
    return (symmetry & 4U) != 0 ? x * 8 + y : y * 8 + x;
  }
  static std::uint64_t set_of(const std::vector<int>& squares) noexcept {
    std::uint64_t set = 0;
    for (const int square : squares) set |= std::uint64_t{1} << square;
    return set;
  }

  void place(const std::vector<int>& squares, std::uint32_t base, Place& out) {
    out.squares = set_of(squares);
    out.base = base;
    out.size = static_cast<std::uint32_t>(squares.size());
    // Bits have the order of the squares' numbers, digits the order of the list.
    std::vector<std::uint16_t> table(std::size_t{1} << squares.size(), 0);
    std::vector<std::uint16_t> weight_of_bit;
    std::uint64_t rest = out.squares;
    for (std::size_t bit = 0; rest != 0; ++bit, rest &= rest - 1) {
      const int square = __builtin_ctzll(rest);
      out.order[bit] = static_cast<std::uint8_t>(square);
      std::uint16_t weight = 1;
      for (std::size_t d = 0; squares[d] != square; ++d) weight = static_cast<std::uint16_t>(weight * 3);
      weight_of_bit.push_back(weight);
    }
    for (std::size_t set = 0; set < table.size(); ++set) {
      for (std::size_t bit = 0; bit < squares.size(); ++bit) {
        if ((set >> bit & 1U) != 0) table[set] = static_cast<std::uint16_t>(table[set] + weight_of_bit[bit]);
      }
    }
    // Places share equal tables: fewer tables stay in the cache.
    const auto same = std::search(digits_.begin(), digits_.end(), table.begin(), table.end());
    out.digits = static_cast<std::uint32_t>(same - digits_.begin());
    if (same == digits_.end()) digits_.insert(digits_.end(), table.begin(), table.end());
  }

  void classify(std::size_t kind, std::uint32_t base, const std::vector<std::vector<int>>& permutations) {
    for (std::uint32_t c = 0; c < kSizes[kind]; ++c) {
      std::uint32_t least = c;
      for (const auto& permutation : permutations) {
        std::uint32_t image = 0;
        std::uint32_t rest = c;
        for (const int to : permutation) {
          std::uint32_t digit = rest % 3;
          for (int d = 0; d < to; ++d) digit *= 3;
          image += digit;
          rest /= 3;
        }
        least = std::min(least, image);
      }
      class_of_[base + c] = least == c ? classes_++ : class_of_[base + least];
    }
  }

  [[nodiscard]] static std::uint32_t extract(std::uint64_t board, const Place& place) noexcept {
    if constexpr (kGathersBits) return static_cast<std::uint32_t>(extract_bits(board, place.squares));
    std::uint32_t set = 0;
    for (std::uint32_t bit = 0; bit < place.size; ++bit)
      set |= static_cast<std::uint32_t>(board >> place.order[bit] & 1U) << bit;
    return set;
  }

  std::array<Place, kPlaces> places_{};
  std::array<Indices, 64> disc_{};
  Indices all_own_{};    // sum over a board full of the mover's discs
  Indices all_other_{};  // the configurations of a board full of the opponent's
  std::vector<std::uint16_t> digits_;
  std::vector<std::uint32_t> class_of_;
  std::uint32_t classes_ = 0;
};

}  // namespace ludex::games::othello
