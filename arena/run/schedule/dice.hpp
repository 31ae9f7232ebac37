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

// The key of the outcomes of all games that begin from opening number `round` of spec.games[game]: duplicate
// dice, roll number i is drawn by the same random numbers in each of them. It does not follow from anything
// that an agent receives, because SHA-256 hides the seed.
[[nodiscard]] std::string dice_key(const TournamentSpec& spec, std::uint32_t game, std::uint32_t round);

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
