// needs(): what an agent's algorithm needs of a game's traits, in the same words for all agents.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex {

// An error that names what the game lacks: any of these flags, or, unless it is 0, the number of players.
[[nodiscard]] inline Result<void> needs(const Game& game, std::uint32_t flags, std::uint32_t players = 0) {
  struct Need {
    std::uint32_t flag;
    std::string_view words;
  };
  static constexpr std::array kNeeds{
      Need{kZeroSum, "a zero-sum game"},
      Need{kPerfectInformation, "perfect information"},
      Need{kDeterministic, "a game without chance moves"},
  };
  const GameTraits& traits = game.traits();
  std::string lacking;
  const auto lacks = [&](std::string_view words) {
    lacking.append(lacking.empty() ? "needs " : " and ").append(words);
  };
  if (players != 0 && traits.players != players)
    lacks(players == 2 ? "two players" : std::to_string(players) + " players");
  for (const Need& need : kNeeds) {
    if ((flags & ~traits.flags & need.flag) != 0) lacks(need.words);
  }
  if (!lacking.empty()) return Error{lacking};
  return {};
}

}  // namespace ludex
