#include <unistd.h>

#include "tests/abi/fixtures/base.hpp"

// Sleeps whatever its budget.
struct Late : fixture::FirstMove {
  static constexpr ludex::PluginInfo kInfo{"late", "1.1.0", "answers after 300 ms", "MIT"};
  static std::span<const ludex::ParamSpec> parameters() {
    static const std::array specs{ludex::params::integer("ms", "300", 0, 100'000, "how long it sleeps")};
    return specs;
  }
  explicit Late(const ludex::ParamValues& values)
      : FirstMove(values), us_(static_cast<useconds_t>(1000 * values.integer("ms"))) {}
  ludex::Move choose(const ludex::State* position, const ludex::Budget& budget, ludex::SearchReport& report) {
    usleep(us_);
    return FirstMove::choose(position, budget, report);
  }

 private:
  useconds_t us_;
};

LUDEX_AGENT_PLUGIN(Late);
