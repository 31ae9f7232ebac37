// Evaluation: the expected final disc difference of an 8x8 position, a sum of pattern weights (patterns.hpp).
// Every weight is a quartic function of the number of discs (as in Nagai & Imai), stored by its values at
// five numbers of discs; the first game expands them to tables for the 52 stages, 13 to 64 discs.
// plugins/studies/othello/othello-train.cpp explains the origin of the weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"
#include "games/othello/board.hpp"
#include "games/othello/patterns.hpp"

namespace ludex::games::othello {

class Evaluation {
 public:
  static constexpr std::size_t kKnots = 5;
  static constexpr std::array<int, kKnots> kKnotDiscs{13, 26, 39, 52, 64};
  static constexpr int kFirstStage = 13;
  static constexpr int kStages = 52;

  // The weights that ship with the module (weights.inc).
  [[nodiscard]] static const Evaluation& shipped();

  // `values`: class c at knot k, in discs, at [c * kKnots + k].
  explicit Evaluation(std::span<const float> values);
  // The text of weights.inc and of the files of `ludex study othello-train`: see to_text.
  [[nodiscard]] static Result<Evaluation> from_text(std::string_view text);
  // Values rounded to 1/20 disc, zigzag, five bits per character ('0'..'o', continued from '@' on, least
  // significant first), a 0 followed by the number of further zeros.
  [[nodiscard]] static std::string to_text(std::span<const float> values);

  // In hundredths of a disc, for the side that owns `own` and is to move.
  [[nodiscard]] std::int32_t operator()(std::uint64_t own, std::uint64_t other) const noexcept {
    const int stage = std::max(bits::count(own | other) - kFirstStage, 0);
    const std::int32_t sum = patterns_->sum(
        table_.data() + static_cast<std::size_t>(stage) * Patterns::kConfigurations, own, other);
    return std::clamp(sum, -6400, 6400);
  }

  // The same, for successive positions of a line: see othello.hpp.
  [[nodiscard]] std::int32_t operator()(const Patterns::Indices& indices, int discs) const noexcept {
    const auto stage = static_cast<std::size_t>(std::max(discs - kFirstStage, 0));
    return std::clamp(Patterns::sum(table_.data() + stage * Patterns::kConfigurations, indices), -6400, 6400);
  }
  [[nodiscard]] const Patterns& patterns() const noexcept { return *patterns_; }

  // The weight of each knot in a stage: Lagrange's polynomials.
  [[nodiscard]] static std::array<double, kKnots> shares(int discs) noexcept;

 private:
  const Patterns* patterns_ = &Patterns::instance();
  std::vector<std::int16_t> table_;  // [stage][configuration], hundredths of a disc
};

}  // namespace ludex::games::othello
