// An extension that a component needs.
#pragma once

#include <stdexcept>
#include <string>

#include "core/game/game.hpp"

namespace ludex::agents::mcts {

// Throws if the game lacks it.
template <class Extension>
[[nodiscard]] const Extension& required_extension(const Game& game) {
  if (const Extension* const found = find<Extension>(game)) return *found;
  throw std::invalid_argument(std::string("uct: a component needs ") + Extension::kId +
                              ", which this game does not have");
}

}  // namespace ludex::agents::mcts
