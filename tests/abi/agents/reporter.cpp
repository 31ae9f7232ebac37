// Plays the first legal move and says of it what it is told to: values of every unit, and nonsense.
#include <cstring>
#include <limits>
#include <string>

#include "tests/abi/fixtures/base.hpp"

struct Reporter : fixture::FirstMove {
  using Offers = ludex::Extensions<ludex::SolvesPositions>;
  static constexpr ludex::PluginInfo kInfo{"reporter", "1.0.0", "reports what it is told to", "MIT"};
  static std::span<const ludex::ParamSpec> parameters() {
    static const std::array specs{ludex::params::choice(
        "say", "nothing",
        "nothing|expected|centi|score|mixed|bounds|unit|bound|outcome|nan|infinite|beyond|variation|root|"
        "counters|all",
        "what it reports")};
    return specs;
  }
  explicit Reporter(const ludex::ParamValues& values) : FirstMove(values), say_(values.text("say")) {}

  void new_game(const ludex::Game& game, ludex::Player seat, std::uint64_t seed) {
    FirstMove::new_game(game, seat, seed);
    chosen_ = 0;
  }
  ludex::Move choose(const ludex::State* position, const ludex::Budget& budget, ludex::SearchReport& report) {
    const ludex::Move move = FirstMove::choose(position, budget, report);
    ++chosen_;
    report.nodes = chosen_;
    say(report);
    return move;
  }
  void solve(const ludex::State*, ludex::Goal, const ludex::Budget&, ludex::SearchReport& report) {
    ++chosen_;
    report.outcome = ludex::Outcome::kWin;
    say(report);
  }

 private:
  void say(ludex::SearchReport& report) const {
    using ludex::ValueBound;
    using ludex::ValueUnit;
    const bool all = say_ == "all";
    const auto nth = static_cast<double>(chosen_);
    if (say_ == "nothing") return;
    report.set_value(0.25 / nth, ValueUnit::kExpected);
    if (say_ == "centi") report.set_value(10.5 * nth, ValueUnit::kCenti);
    if (say_ == "score") report.set_value(-2 * nth, ValueUnit::kScore);
    if (say_ == "mixed") report.set_value(0.5, static_cast<ValueUnit>(chosen_ % 4));
    if (say_ == "bounds") report.set_value(3, ValueUnit::kScore, static_cast<ValueBound>(chosen_ % 4));
    if (say_ == "unit" || all) report.value_unit = static_cast<ValueUnit>(77);
    if (say_ == "bound" || all) report.bound = static_cast<ValueBound>(4);
    if (say_ == "outcome" || all) report.outcome = static_cast<ludex::Outcome>(0xFFFBU);  // -5
    if (say_ == "nan" || all) report.value = std::numeric_limits<double>::quiet_NaN();
    if (say_ == "infinite") report.value = -std::numeric_limits<double>::infinity();
    if (say_ == "beyond") report.value = 1.5;
    if (say_ == "variation" || all) report.pv_size = 1'000'000;
    if (say_ == "root" || all) {
      report.root_size = report.root_capacity = 1'000'000;
      report.root = reinterpret_cast<ludex::RootMove*>(std::uintptr_t{64});
    }
    if (say_ == "counters" || all) {
      report.add_counter("fine", 1);
      report.add_counter("", 2);
      report.add_counter("\xFF\x1B[2J", 3);
      report.add_counter("no number", std::numeric_limits<double>::quiet_NaN());
      report.add_counter("infinite", std::numeric_limits<double>::infinity());
      report.add_counter("endless", 4);
      std::memset(report.counters[report.counter_size - 1].name, 'x', sizeof report.counters[0].name);
      if (all) report.counter_size = 1'000'000;
    }
  }

  std::string say_;
  std::uint32_t chosen_ = 0;
};

LUDEX_AGENT_PLUGIN(Reporter);
