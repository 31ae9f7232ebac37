// The extensions of a game, by their type.
#pragma once

#include <stdexcept>
#include <string>

#include "core/game/game.hpp"

namespace ludex::agents::mcts {

// nullptr if the game lacks it.
template <class Extension>
[[nodiscard]] const Extension* extension_of(const Game& game) noexcept {
  return static_cast<const Extension*>(game.extension(Extension::kId));
}

// Throws if the game lacks it.
template <class Extension>
[[nodiscard]] const Extension& required_extension(const Game& game) {
  if (const Extension* const found = extension_of<Extension>(game)) return *found;
  throw std::invalid_argument(std::string("uct: a component needs ") + Extension::kId +
                              ", which this game does not offer");
}

}  // namespace ludex::agents::mcts
