#include "tests/abi/fixtures/base.hpp"

// Plays no game at all.
struct Picky : fixture::FirstMove {
  using Offers = ludex::Extensions<ludex::ChoosesGames>;
  using FirstMove::FirstMove;
  static constexpr ludex::PluginInfo kInfo{"picky", "1.0.0", "supports no game", "MIT"};
  static ludex::Result<void> supports(const ludex::Game&) {
    return ludex::Error{"needs a game with 17 players"};
  }
};

LUDEX_AGENT_PLUGIN(Picky);
