#include <algorithm>
#include <span>
#include <string>

#include "agents/pn-mcts/search.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/toy_games.hpp"
#include "tests/unit/agents/pn_recount.hpp"

namespace ludex::tests {

namespace {

template <std::size_t kLayers>
int recount(const Game& game, const PnConfig& config, std::uint64_t seed, std::uint64_t simulations) {
  Search<PnPolicy<kLayers>> search(config);
  search.new_game(game, seed);
  Rng rng = Rng::seeded(seed);
  const Position position = random_position(game, rng.below(4), rng);
  SearchReport report = SearchReport::empty(nullptr, 0);
  search.choose(position.state(), iterations(simulations), report);
  return Recount<kLayers>(search, game, config).check(position);
}

}  // namespace

TEST_CASE("pn-mcts keeps the agent contract in every variant") {
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedGame layered = make_game(LayeredGame(12, 30, 1));
  for (const Settings& settings :
       {Settings{}, Settings{{"layers", "2"}}, Settings{{"layers", "2"}, {"expansion", "all"}},
        Settings{{"expansion", "all"}, {"tree_reuse", "true"}, {"memory_mib", "1"}},
        Settings{{"final", "false"}, {"rank_divisor", "largest"}},
        Settings{{"layers", "2"}, {"solver", "false"}, {"contempt", "1"}, {"contempt_rule", "below"}},
        Settings{{"tactics", "false"}, {"uct_pn", "false"}, {"threshold", "0"}}}) {
    Exhaustive wide_truth;
    check_agent_contract("pn-mcts", *wide, settings, samples(20), &wide_truth);
    Exhaustive layered_truth;
    check_agent_contract("pn-mcts", *layered, settings, samples(40), &layered_truth);
  }
}

TEST_CASE("with C_pn = 0, F and S off, pn-mcts plays simulation for simulation like uct") {
  const OwnedGame games[] = {make_game("mnk", {{"m", "5"}, {"n", "5"}, {"k", "4"}}), make_game("connect-k"),
                             make_game("breakthrough", {{"width", "4"}, {"height", "5"}}),
                             make_game("knightthrough")};
  for (const auto& game : games) {
    for (const char* layers : {"1", "2"}) {
      for (const char* expansion : {"lazy", "all"}) {
        const OwnedAgent uct = make_agent("uct");
        const OwnedAgent pn = make_agent("pn-mcts", {{"final", "false"},
                                                     {"solver", "false"},
                                                     {"c_pn", "0"},
                                                     {"layers", layers},
                                                     {"expansion", expansion}});
        Rng rng = Rng::seeded(3);
        for (std::uint32_t i = 0; i < samples(20); ++i) {
          const Position position = random_position(*game, rng.below(12), rng);
          begin(*uct, *game, i);
          begin(*pn, *game, i);
          const std::uint64_t n = 1 + rng.below(3000);
          const Answer a = ask(*uct, position, iterations(n));
          const Answer b = ask(*pn, position, iterations(n));
          CHECK(a.move == b.move);
          CHECK(a.report.nodes == b.report.nodes);
          CHECK(a.report.depth == b.report.depth);
          REQUIRE(a.root.size() == b.root.size());
          for (std::size_t k = 0; k < a.root.size(); ++k) {
            CHECK(a.root[k].move == b.root[k].move);
            CHECK(a.root[k].visits == b.root[k].visits);
            CHECK(a.root[k].value == b.root[k].value);
          }
        }
      }
    }
  }
}

TEST_CASE("the numbers and ranks of every node equal a recount of the explicit tree") {
  int nodes = 0;
  for (std::uint64_t seed = 0; seed < samples(60); ++seed) {
    const OwnedGame games[] = {make_game(LayeredGame(9, 12, seed)),
                               make_game("mnk", {{"m", "3"}, {"n", "3"}, {"k", "3"}}),
                               make_game("breakthrough", {{"width", "3"}, {"height", "5"}})};
    for (const auto& game : games) {
      for (const bool expand_all : {false, true}) {
        PnConfig config;
        config.expand_all = expand_all;
        config.tactics = seed % 2 == 0;
        config.rank_layer_two = seed % 3 != 0;
        config.solver = seed % 5 != 0;
        config.rank_by_largest = seed % 7 == 0;
        config.c_pn = seed % 4 == 0 ? 1e6 : 1.0;
        const std::uint64_t n = 1 + mix64(seed) % 400;
        nodes += recount<1>(*game, config, seed, n);
        nodes += recount<2>(*game, config, seed, n);
      }
    }
  }
  CHECK(nodes > static_cast<int>(samples(60)) * 500);
}

TEST_CASE("C_pn = 10^6 descends in the order of proof-number search") {
  // The same search with one simulation more shows where that simulation went.
  int steps = 0;
  PnConfig config;
  config.c_pn = 1e6;
  config.solver = false;
  config.final_move_proven = false;
  for (std::uint64_t seed = 0; seed < samples(300); ++seed) {
    const OwnedGame games[] = {make_game(LayeredGame(9, 12, seed)), make_game("mnk"),
                               make_game("breakthrough", {{"width", "3"}, {"height", "5"}})};
    for (const auto& game : games) {
      config.rank_by_largest = seed % 2 == 0;
      Search<PnPolicy<1>> shorter(config);
      Search<PnPolicy<1>> longer(config);
      const Position position(*game);
      SearchReport report = SearchReport::empty(nullptr, 0);
      const std::uint64_t n = 1 + mix64(seed) % 500;
      shorter.new_game(*game, seed);
      shorter.choose(position.state(), iterations(n), report);
      longer.new_game(*game, seed);
      longer.choose(position.state(), iterations(n + 1), report);
      const auto* before = &shorter.root();
      const auto* after = &longer.root();
      while (before->complete()) {
        const auto children = shorter.children(*before);
        const auto later = longer.children(*after);
        REQUIRE(children.size() == later.size());
        const bool or_node = children[0].player == shorter.root_player();
        std::size_t chosen = 0;
        agents::proof_number::ProofNumber least = agents::proof_number::ProofNumber::infinite();
        for (std::size_t i = 0; i < children.size(); ++i) {
          if (children[i].visits != later[i].visits) chosen = i;
          least = std::min(least, children[i].layers[0].easy(or_node));
        }
        CHECK(children[chosen].layers[0].easy(or_node).value() == least.value());
        ++steps;
        before = &children[chosen];
        after = &later[chosen];
      }
    }
  }
  CHECK(steps > static_cast<int>(samples(300)) * 3);
}

}  // namespace ludex::tests
