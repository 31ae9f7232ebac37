// The overhead of proof numbers, as in Table I of the PN-MCTS paper: simulations per CPU second of pn-mcts
// over those of uct, in the first half of games (played by uct), and bytes a node. Both search the same
// positions in turn. Usage: bench_pn_mcts [simulations] [repetitions] [plug-in folder]; default 10000 3.
#include <cstdlib>
#include <string>
#include <vector>

#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search_of.hpp"
#include "agents/pn-mcts/policy.hpp"
#include "core/game/position.hpp"
#include "tests/bench/bench_plugins.hpp"

namespace {

using namespace ludex;
using agents::mcts::AnySearch;
using agents::mcts::BasicPolicy;
using agents::mcts::CommonConfig;
using agents::mcts::make_search;
using agents::mcts::SearchOf;
using agents::pn_mcts::PnConfig;
using agents::pn_mcts::PnPolicy;

Budget simulations(std::uint64_t n) {
  Budget budget{};
  budget.iterations = n;
  budget.threads = 1;
  return budget;
}

// Every third position of the first half of a game of uct against itself.
std::vector<Position> first_half(const Game& game, std::uint64_t seed) {
  const auto uct = make_search<BasicPolicy<>>(CommonConfig{});
  uct->new_game(game, seed);
  std::vector<Position> positions{Position(game)};
  while (!positions.back().over()) {
    SearchReport report = SearchReport::empty(nullptr, 0);
    Position next = positions.back();
    next.apply(uct->choose(next.state(), simulations(500), report));
    positions.push_back(next);
  }
  std::vector<Position> chosen;
  for (std::size_t i = 0; i < positions.size() / 2; i += 3) chosen.push_back(positions[i]);
  return chosen;
}

struct Tally {
  double simulations = 0;
  double seconds = 0;
  double bytes = 0;
  double nodes = 0;
};

void search(AnySearch& agent, const Position& position, std::uint64_t n, Tally& tally) {
  SearchReport report = SearchReport::empty(nullptr, 0);
  const std::int64_t began = thread_cpu_ns();
  agent.choose(position.state(), simulations(n), report);
  tally.seconds += static_cast<double>(thread_cpu_ns() - began) * 1e-9;
  tally.simulations += static_cast<double>(report.iterations);
  tally.bytes += static_cast<double>(report.tree_bytes);
  tally.nodes += static_cast<double>(report.iterations);
}

void measure(const std::string& name, const Game& game, std::uint64_t n, int repetitions) {
  PnConfig config;
  SearchOf<BasicPolicy<>> uct(CommonConfig{});
  SearchOf<PnPolicy<1>> one(config);
  SearchOf<PnPolicy<2>> two(config);
  config.expand_all = true;
  SearchOf<PnPolicy<1>> all(config);
  AnySearch* const agents[] = {&uct, &one, &two, &all};
  constexpr int kAgents = 4;
  for (AnySearch* const agent : agents) agent->new_game(game, 1);
  std::vector<Position> positions;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const Position& position : first_half(game, seed)) positions.push_back(position);
  }
  Tally best[kAgents];
  std::vector<double> ratios[kAgents];
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    Tally tally[kAgents];
    for (const Position& position : positions) {
      for (int i = 0; i < kAgents; ++i) search(*agents[i], position, n, tally[i]);
    }
    const auto speed = [](const Tally& t) { return t.simulations / t.seconds; };
    for (int i = 0; i < kAgents; ++i) {
      ratios[i].push_back(speed(tally[i]) / speed(tally[0]));
      if (repetition == 0 || speed(tally[i]) > speed(best[i])) best[i] = tally[i];
    }
  }
  std::printf("%-16s uct %8.0f/s %4.1f B", name.c_str(), best[0].simulations / best[0].seconds,
              best[0].bytes / best[0].nodes);
  const char* const names[] = {"", "one layer", "two layers", "one, all at once"};
  for (int i = 1; i < kAgents; ++i) {
    std::sort(ratios[i].begin(), ratios[i].end());
    std::printf("   %s %.3f %4.1f B", names[i], ratios[i][ratios[i].size() / 2],
                best[i].bytes / best[i].nodes);
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 3;
  const auto folder = bench::plugin_folder(argc - std::min(argc - 1, 2), argv + std::min(argc - 1, 2));
  const auto run = [&](const char* id, const std::vector<ParamText>& params, const char* name) {
    const bench::OwnedGame game = bench::load(folder / ("game-" + std::string(id) + ".so"), params);
    measure(name, *game, n, repetitions);
  };
  run("loa", {{"size", "7"}}, "loa 7x7");
  run("loa", {}, "loa 8x8");
  run("minishogi", {}, "minishogi");
  run("knightthrough", {}, "knightthrough");
  run("awari", {}, "awari");
  run("gomoku", {}, "gomoku 15x15");
}
