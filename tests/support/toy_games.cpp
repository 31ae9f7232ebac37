#include "tests/support/toy_games.hpp"

#include "core/game/game_module.hpp"

namespace ludex::tests {

OwnedGame make_game(const LayeredGame& rules) {
  return OwnedGame(new GameModule<LayeredGame>(rules));
}
OwnedGame make_game(const WalkGame& rules) {
  return OwnedGame(new GameModule<WalkGame>(rules));
}

}  // namespace ludex::tests
