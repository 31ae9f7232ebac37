// Tree parallelisation: simulations per second of wall time with two threads over those with one, at equal
// iterations. The last column is what the machine gives at that moment: two searches side by side that share
// nothing, over one. Bursts of about half a second take turns; best and median of the ratios.
// Usage: bench_uct_threads [rounds] [seconds] [plug-in folder]; default 9 0.5.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "agents/common/mcts/bounds.hpp"
#include "agents/common/mcts/enhancements/enhanced.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/common/mcts/solver.hpp"
#include "agents/pn-mcts/policy.hpp"
#include "core/game/position.hpp"
#include "tests/bench/bench_plugins.hpp"

namespace {

using namespace ludex;
using namespace ludex::agents::mcts;
using agents::pn_mcts::PnConfig;
using agents::pn_mcts::PnPolicy;

void parallel_for(std::uint32_t count, void (*body)(void*, std::uint32_t), void* context) noexcept {
  std::vector<std::thread> threads;
  for (std::uint32_t i = 1; i < count; ++i) threads.emplace_back(body, context, i);
  body(context, 0);
  for (std::thread& thread : threads) thread.join();
}
void log(LogLevel, const char*, std::uint64_t) noexcept {}
const void* extension(const char*) noexcept {
  return nullptr;
}
const HostServices kHost{2, 0, &log, &parallel_for, &extension};

using Agent = std::unique_ptr<AnySearch>;

struct Clock {
  std::int64_t wall = wall_clock_ns();
  std::int64_t cpu = process_cpu_ns();
  [[nodiscard]] double wall_seconds() const { return static_cast<double>(wall_clock_ns() - wall) * 1e-9; }
  [[nodiscard]] double cpu_seconds() const { return static_cast<double>(process_cpu_ns() - cpu) * 1e-9; }
};

void search(AnySearch& agent, const Position& position, std::uint64_t n, std::uint32_t threads) {
  Budget budget{};
  budget.iterations = n;
  budget.threads = threads;
  SearchReport report = SearchReport::empty(nullptr, 0);
  agent.choose(position.state(), budget, report);
}

struct Spread {
  std::vector<double> values;
  void print(const char* name) {
    std::sort(values.begin(), values.end());
    std::printf("   %s best %.2f median %.2f", name, values.back(), values[values.size() / 2]);
  }
};

void measure(const std::string& name, const Game& game, const Agent& one, const Agent& two, int rounds,
             double seconds) {
  one->new_game(game, 1);
  two->new_game(game, 1);
  const Position position(game);
  std::uint64_t n = 2000;
  for (;; n *= 2) {
    const Clock clock;
    search(*one, position, n, 1);
    if (clock.cpu_seconds() > seconds / 2) break;
  }
  search(*two, position, n, 2);
  Spread shared, apart, work;
  double best = 0;
  for (int round = 0; round < rounds; ++round) {
    const Clock alone;
    search(*one, position, n, 1);
    const double one_wall = alone.wall_seconds();
    const double one_cpu = alone.cpu_seconds();
    best = std::max(best, static_cast<double>(n) / one_cpu);
    const Clock together;
    search(*two, position, n, 2);
    shared.values.push_back(one_wall / together.wall_seconds());
    work.values.push_back(one_cpu / together.cpu_seconds());
    const Clock side_by_side;
    std::thread other([&] { search(*two, position, n / 2, 1); });
    search(*one, position, n / 2, 1);
    other.join();
    apart.values.push_back(one_wall / side_by_side.wall_seconds());
  }
  std::printf("%-24s %8.0f/s", name.c_str(), best);
  shared.print("two threads");
  work.print("CPU time of one / of two");
  apart.print("machine");
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 9;
  const double seconds = argc > 2 ? std::atof(argv[2]) : 0.5;
  const auto folder = bench::plugin_folder(argc - std::min(argc - 1, 2), argv + std::min(argc - 1, 2));
  abi::g_host = &kHost;
  const auto run = [&]<class Policy, class Config>(const char* id, const std::vector<ParamText>& params,
                                                   const std::string& name, const Config& config,
                                                   std::type_identity<Policy>) {
    const bench::OwnedGame game = bench::load(folder / ("game-" + std::string(id) + ".so"), params);
    measure(name, *game, std::make_unique<SearchOf<Policy>>(config),
            std::make_unique<SearchOf<Policy>>(config), rounds, seconds);
  };
  constexpr std::type_identity<BasicPolicy<>> kPlain;
  for (const char* id :
       {"connect-k", "knightthrough", "breakthrough", "othello", "gomoku", "awari", "loa", "hex"})
    run(id, {}, id, CommonConfig{}, kPlain);
  CommonConfig unobserved;
  unobserved.in_flight = InFlight::kMean;
  run("breakthrough", {}, "breakthrough, wu-uct", unobserved, kPlain);
  run("breakthrough", {}, "breakthrough, solver", CommonConfig{}, std::type_identity<SolverPolicy<>>{});
  run("breakthrough", {}, "breakthrough, bounds", CommonConfig{}, std::type_identity<BoundsPolicy<>>{});
  run("breakthrough", {}, "breakthrough, pn-mcts", PnConfig{}, std::type_identity<PnPolicy<1>>{});
  constexpr std::type_identity<Enhanced<BasicPolicy<EnhancedNode<Node>, EnhancedExtra<NoExtra>>>> kEnhanced;
  EnhancedConfig grave;
  grave.amaf = AmafKind::kGrave;
  run("breakthrough", {}, "breakthrough, grave", grave, kEnhanced);
  EnhancedConfig mast;
  mast.playout = Playout::kMast;
  run("breakthrough", {}, "breakthrough, mast", mast, kEnhanced);
  EnhancedConfig minimax;
  minimax.implicit_minimax = 0.3;
  run("breakthrough", {}, "breakthrough, minimax", minimax, kEnhanced);
}
