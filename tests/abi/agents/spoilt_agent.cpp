// One agent with every kind of broken promise, chosen by a parameter. Whole, it plays the first legal move.
#include <array>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include "core/util/hash.hpp"
#include "tests/abi/fixtures/base.hpp"

namespace {

using namespace ludex;

// Another one in every process.
const std::uint64_t g_seed_of_process =
    static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());

__attribute__((noinline, no_sanitize("undefined"), no_sanitize("address"))) void write_to_null() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

struct SpoiltAgent : fixture::FirstMove {
  using Offers = Extensions<ObservesMoves, SolvesPositions>;
  static constexpr PluginInfo kInfo{"spoilt-agent", "1.0.0", "breaks its contract as told", "MIT"};
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::choice("fault", "none",
                       "none|illegal|illegal-later|ignores-stop|over-budget|wastes-cpu|clock|process-clock|"
                       "remembers|false-proof|"
                       "false-solve|crash|hang|exit|throw|throw-observe|unit|nan|variation|position",
                       "which promise it breaks")};
    return specs;
  }
  explicit SpoiltAgent(const ParamValues& values) : FirstMove(values), fault_(values.text("fault")) {}

  void new_game(const Game& game, Player seat, std::uint64_t seed) {
    FirstMove::new_game(game, seat, seed);
    observed_ = 0;
  }
  void observe(const State*, Move) {
    if (is("throw-observe")) throw std::runtime_error("lost the thread");
    ++observed_;
  }
  void solve(const State*, Goal, const Budget&, SearchReport& report) {
    if (is("false-solve")) report.outcome = Outcome::kLoss;
  }
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    ++asked_;
    const std::uint32_t count = game_->legal_moves(position, moves_.data());
    volatile bool on = true;
    if (is("crash") && asked_ == 2) write_to_null();
    if (is("exit") && asked_ == 2) _exit(7);
    if (is("throw") && asked_ == 2) throw std::runtime_error("lost the thread");
    if (is("hang") && asked_ == 2) {
      while (on) {
      }
    }
    const bool limited = budget.iterations != 0 || budget.nodes != 0 || budget.cpu_ns != 0;
    while (is("ignores-stop") && !limited && on) {
    }
    if (is("wastes-cpu") && budget.cpu_ns != 0) {
      for (const std::int64_t until = thread_cpu_ns() + 2'000'000'000; thread_cpu_ns() < until;) {
      }
    }
    if (is("illegal") || (is("illegal-later") && observed_ >= 2)) return Move{0xABCDEF};
    if (is("over-budget")) report.iterations = budget.iterations + 100;
    if (is("unit")) report.value_unit = static_cast<ValueUnit>(77);
    if (is("nan")) {
      report.value_unit = ValueUnit::kExpected;
      report.bound = ValueBound::kExact;
      report.value = std::numeric_limits<double>::quiet_NaN();
    }
    if (is("variation")) report.add_pv(Move{0xABCDEF});
    if (is("false-proof")) report.outcome = Outcome::kWin;
    if (is("position")) game_->apply(const_cast<State*>(position), moves_[0]);
    std::uint64_t salt = 0;
    if (is("clock"))
      salt = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    if (is("process-clock")) salt = g_seed_of_process;
    if (is("remembers")) salt = static_cast<std::uint64_t>(asked_);
    return moves_[salt == 0 ? 0 : mix64(salt) % count];
  }

 private:
  [[nodiscard]] bool is(std::string_view fault) const noexcept { return fault_ == fault; }

  std::string fault_;
  int asked_ = 0;
  int observed_ = 0;
};

}  // namespace

LUDEX_AGENT_PLUGIN(SpoiltAgent);
