#include "tests/abi/fixtures/base.hpp"

// Answers with a number that is no move.
struct Illegal : fixture::FirstMove {
  using FirstMove::FirstMove;
  static constexpr ludex::PluginInfo kInfo{"illegal", "1.0.0", "plays an illegal move", "MIT"};
  ludex::Move choose(const ludex::State*, const ludex::Budget&, ludex::SearchReport&) {
    return ludex::Move{0xABCDEF};
  }
};

LUDEX_AGENT_PLUGIN(Illegal);
