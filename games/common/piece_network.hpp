// PieceNetwork: a correction of an evaluation, learned from games: a value of the placement of pieces alone,
// with two points of view (the family of Nasu, "Efficiently updatable neural-network-based evaluation
// functions for computer shogi", 2018), to be added to hand-made terms. A game lists its position as a few
// inputs that are 1, once as the mover sees them and once as the opponent does; with W the weights of the
// first layer, b its bias, and one set of weights (v, w, c) a bucket, a kind of position:
//   x = clip(b + sum of W over the mover's inputs),  y the same over the opponent's,  clip to 0..1
//   value = scale (v . x^2 + w . y^2 + c)
// Integer arithmetic throughout, so that the value does not depend on compiler or processor. The sums are
// computed afresh for each position: a dozen or thirty inputs of 64 numbers cost less than sums in every
// state that a search copies.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "core/util/result.hpp"
#include "games/common/packed_numbers.hpp"

namespace ludex::games {

// A position as inputs of both points of view: the i-th of each is the same piece.
template <std::size_t kMostInputs>
struct PieceInputs {
  std::array<std::uint16_t, kMostInputs> mover;
  std::array<std::uint16_t, kMostInputs> opponent;
  std::uint32_t count = 0;
  std::uint32_t bucket = 0;

  void add(std::uint32_t as_mover, std::uint32_t as_opponent) noexcept {
    mover[count] = static_cast<std::uint16_t>(as_mover);
    opponent[count++] = static_cast<std::uint16_t>(as_opponent);
  }
};

template <std::size_t kInputCount, std::size_t kBucketCount>
class PieceNetwork {
 public:
  static constexpr std::size_t kInputs = kInputCount;
  static constexpr std::size_t kBuckets = kBucketCount;
  static constexpr std::size_t kHidden = 64;

  // Integer representation of 1 in the first layer and in the second.
  static constexpr int kFirstUnit = 255;
  static constexpr int kSecondUnit = 64;
  // Limits that prevent overflow: of 32 inputs in 16 bits, of the second layer in 32.
  static constexpr int kFirstLimit = 1000;
  static constexpr int kSecondLimit = 127;

  using Vector = std::array<std::int16_t, kHidden>;
  struct alignas(32) Weights {
    std::array<Vector, kInputs> first{};
    Vector first_bias{};
    std::array<std::array<Vector, 2>, kBuckets> second{};  // of the mover's view, of the opponent's
    std::array<std::int32_t, kBuckets> second_bias{};      // in units of 1 / (kFirstUnit kSecondUnit)
  };

  // The value in units of `scale`, for the mover.
  template <std::size_t kMostInputs>
  [[nodiscard]] static std::int32_t value(const Weights& weights, const PieceInputs<kMostInputs>& inputs,
                                          std::int32_t scale) noexcept {
    const auto& second = weights.second[inputs.bucket];
    std::int32_t sum = half(weights, inputs.mover.data(), inputs.count, second[0]) +
                       half(weights, inputs.opponent.data(), inputs.count, second[1]);
    sum = sum / kFirstUnit + weights.second_bias[inputs.bucket];
    return static_cast<std::int32_t>(std::int64_t{sum} * scale / (kFirstUnit * kSecondUnit));
  }

  [[nodiscard]] static std::string to_text(const Weights& weights) {
    std::string text;
    each_vector(weights, [&](const Vector& vector) {
      for (const int number : vector) pack_number(number, text);
    });
    for (const int bias : weights.second_bias) pack_number(bias / kBiasStep, text);
    return text;
  }
  [[nodiscard]] static Result<std::unique_ptr<const Weights>> from_text(std::string_view text) {
    auto weights = std::make_unique<Weights>();
    std::array<std::int16_t, kVectors * kHidden + kBuckets> numbers{};
    std::size_t n = 0;
    const auto read = unpack_numbers(text, numbers.size(),
                                     [&](int number) { numbers[n++] = static_cast<std::int16_t>(number); });
    if (!read) return Error{read.error()};
    n = 0;
    each_vector(*weights, [&](Vector& vector) {
      for (std::int16_t& number : vector) number = numbers[n++];
    });
    for (std::int32_t& bias : weights->second_bias) bias = numbers[n++] * kBiasStep;
    return std::unique_ptr<const Weights>(std::move(weights));
  }

 private:
  static constexpr std::size_t kVectors = kInputs + 1 + 2 * kBuckets;
  static constexpr int kBiasStep = 16;  // of the second layer, as text

  template <class W, class Visit>
  static void each_vector(W& weights, Visit&& visit) {
    for (auto& vector : weights.first) visit(vector);
    visit(weights.first_bias);
    for (auto& bucket : weights.second) {
      for (auto& vector : bucket) visit(vector);
    }
  }

  // Sums stay in registers: 16 numbers each with 256 bits.
  using Lanes = std::int16_t __attribute__((vector_size(32)));
  static constexpr std::size_t kLanes = 16;
  static constexpr std::size_t kParts = kHidden / kLanes;

  static void load(Lanes& to, const Vector& from, std::size_t part) noexcept {
    std::memcpy(&to, from.data() + kLanes * part, sizeof to);
  }

  [[nodiscard]] static std::int32_t half(const Weights& weights, const std::uint16_t* inputs,
                                         std::uint32_t count, const Vector& second) noexcept {
    Lanes sum[kParts];
    for (std::size_t part = 0; part < kParts; ++part) load(sum[part], weights.first_bias, part);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Vector& added = weights.first[inputs[i]];
      for (std::size_t part = 0; part < kParts; ++part) {
        Lanes more;
        load(more, added, part);
        sum[part] += more;
      }
    }
    alignas(32) Vector x;
    std::memcpy(x.data(), sum, sizeof x);
    std::int32_t result = 0;
    for (std::size_t k = 0; k < kHidden; ++k) {
      const std::int16_t low = x[k] < 0 ? std::int16_t{0} : x[k];
      const std::int16_t clipped = low > kFirstUnit ? std::int16_t{kFirstUnit} : low;
      // Fits into 16 bits: 255 times 127.
      const auto weighted = static_cast<std::int16_t>(clipped * second[k]);
      result += std::int32_t{weighted} * clipped;
    }
    return result;
  }
};

}  // namespace ludex::games
