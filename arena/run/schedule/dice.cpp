#include "arena/run/schedule/dice.hpp"

#include <charconv>

#include <fmt/format.h>

#include "core/game/extensions.hpp"

namespace ludex::arena::run {

std::string dice_key(std::uint64_t seed, std::string_view label, std::uint32_t round) {
  return sha256(fmt::format("dice {} {} {}", seed, round, label));
}

Move Dice::roll(const Position& position) {
  digest_.add(key_);
  digest_.add(std::to_string(rolls_++));
  const std::string bits = digest_.finish();
  Rng rng{};
  std::from_chars(bits.data(), bits.data() + 16, rng.s0, 16);
  std::from_chars(bits.data() + 16, bits.data() + 32, rng.s1, 16);
  return find<Chance>(position.game())->draw(position.state(), &rng);
}

}  // namespace ludex::arena::run
