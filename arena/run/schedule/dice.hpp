// The outcomes of chance in a tournament's games.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "arena/base/files/sha256.hpp"
#include "arena/model/spec.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::run {

// The seed of all outcomes of a tournament.
[[nodiscard]] inline std::uint64_t dice_seed(const TournamentSpec& spec) noexcept {
  return spec.dice_seed.value_or(spec.seed);
}

// The key of the outcomes of all games with this label that begin from opening number `round`: duplicate
// dice, roll number i is drawn by the same random numbers in each of them. It does not follow from anything
// that an agent receives, because SHA-256 hides the seed.
[[nodiscard]] std::string dice_key(std::uint64_t seed, std::string_view label, std::uint32_t round);

// The outcomes of one game. Not thread-safe.
class Dice {
 public:
  explicit Dice(std::string_view key) : key_(key) {}

  // The next outcome, by the probabilities of a position where chance decides.
  [[nodiscard]] Move roll(const Position& position);

 private:
  std::string key_;
  Sha256 digest_;
  std::uint64_t rolls_ = 0;
};

}  // namespace ludex::arena::run
