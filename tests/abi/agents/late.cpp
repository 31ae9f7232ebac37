#include <unistd.h>

#include "tests/abi/fixtures/base.hpp"

// Sleeps 300 ms whatever its budget.
struct Late : fixture::FirstMove {
  using FirstMove::FirstMove;
  static constexpr ludex::PluginInfo kInfo{"late", "1.0.0", "answers after 300 ms", "MIT"};
  ludex::Move choose(const ludex::State* position, const ludex::Budget& budget, ludex::SearchReport& report) {
    usleep(300'000);
    return FirstMove::choose(position, budget, report);
  }
};

LUDEX_AGENT_PLUGIN(Late);
