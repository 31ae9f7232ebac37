#include <stdexcept>

#include "tests/abi/fixtures/base.hpp"

// Throws at its second move.
struct Throwing : fixture::FirstMove {
  using FirstMove::FirstMove;
  static constexpr ludex::PluginInfo kInfo{"throwing", "1.0.0", "throws at its second move", "MIT"};
  void new_game(const ludex::Game& game, ludex::Player seat, std::uint64_t seed) {
    FirstMove::new_game(game, seat, seed);
    moves_played_ = 0;
  }
  ludex::Move choose(const ludex::State* position, const ludex::Budget& budget, ludex::SearchReport& report) {
    if (++moves_played_ == 2) throw std::runtime_error("lost the thread");
    return FirstMove::choose(position, budget, report);
  }

 private:
  int moves_played_ = 0;
};

LUDEX_AGENT_PLUGIN(Throwing);
