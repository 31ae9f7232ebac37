// Tree parallelisation: what holds with one thread holds with several, but that a search is repeatable.
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/agent_contract.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/threaded_host.hpp"
#include "tests/support/toy_games.hpp"
#include "tests/unit/agents/pn_recount.hpp"

namespace ludex::tests {

namespace {

constexpr std::uint32_t kThreads = 4;

Budget threaded(std::uint64_t n) {
  Budget budget = iterations(n);
  budget.threads = kThreads;
  return budget;
}

}  // namespace

TEST_CASE("with several threads every simulation is counted once and every loan repaid") {
  const ThreadedHost host(kThreads);
  const OwnedGame game = make_game("mnk", {{"m", "5"}, {"n", "5"}, {"k", "4"}});
  for (const Settings& settings :
       {Settings{}, Settings{{"in_flight", "wu-uct"}}, Settings{{"solver", "true"}},
        Settings{{"playout", "nst"}, {"solver", "bounds"}}, Settings{{"amaf", "grave"}, {"history", "3"}},
        Settings{{"amaf", "rave"}, {"selection", "ucb1-tuned"}}, Settings{{"memory_mib", "1"}}}) {
    const OwnedAgent agent = make_agent("uct", settings);
    begin(*agent, *game, 1);
    const std::uint64_t n = 20U * samples(1000);
    const Answer answer = ask(*agent, Position(*game), threaded(n));
    check_report(Position(*game), answer);
    CHECK(answer.report.iterations == n);
    std::uint64_t visits = 0;
    double sum = 0;
    for (const RootMove& root : answer.root) {
      visits += root.visits;
      sum += root.value * static_cast<double>(root.visits);
      CHECK(std::abs(root.value) <= 1.0);
    }
    CHECK(visits == n);
    // Rewards are -1, 0 and 1: a sum of them is a whole number.
    CHECK(sum == doctest::Approx(std::round(sum)).epsilon(1e-9));
  }
}

TEST_CASE("the same in games with chance and of three players, and with halving") {
  const ThreadedHost host(kThreads);
  for (const std::uint32_t players : {2U, 3U}) {
    const OwnedGame game = make_game(ChanceTree({.levels = 12, .width = 60, .players = players}, 6));
    Rng rng = Rng::seeded(1);
    const Position position = random_position(*game, 0, rng);
    for (const Settings& settings :
         {Settings{}, Settings{{"solver", "true"}}, Settings{{"playout", "nst"}, {"solver", "bounds"}},
          Settings{{"amaf", "grave"}, {"grave_ref", "10"}}, Settings{{"players", "paranoid"}},
          Settings{{"players", "best-reply"}}, Settings{{"root", "anytime-halving"}}}) {
      const OwnedAgent agent = make_agent("uct", settings);
      begin(*agent, *game, 1);
      const std::uint64_t n = 20U * samples(1000);
      const Answer answer = ask(*agent, position, threaded(n));
      check_report(position, answer);
      if (answer.report.outcome == Outcome::kUnknown) CHECK(answer.report.iterations == n);
      std::uint64_t visits = 0;
      for (const RootMove& root : answer.root) visits += root.visits;
      CHECK(visits == answer.report.iterations);
    }
  }
}

TEST_CASE("with a host that has threads, a budget of one thread is repeatable") {
  const ThreadedHost host(kThreads);
  const OwnedGame game = make_game("breakthrough", {{"width", "4"}, {"height", "5"}});
  const OwnedAgent one = make_agent("pn-mcts");
  const OwnedAgent two = make_agent("pn-mcts");
  begin(*one, *game, 3);
  begin(*two, *game, 3);
  CHECK(same_answer(ask(*one, Position(*game), iterations(3000)),
                    ask(*two, Position(*game), iterations(3000))));
}

TEST_CASE("proofs found by several threads never contradict exhaustive search") {
  const ThreadedHost host(kThreads);
  int claims = 0;
  Rng rng = Rng::seeded(4);
  const Settings all[] = {
      {{"layers", "2"}}, {{"expansion", "all"}}, {{"tactics", "false"}, {"tree_reuse", "true"}}};
  for (std::uint64_t seed = 0; seed < samples(100); ++seed) {
    const OwnedGame game = make_game(LayeredGame(9, 12, seed));
    const Position position = random_position(*game, rng.below(3), rng);
    Exhaustive truth;
    CAPTURE(seed);
    for (const Settings& settings : all) {
      INFO("pn-mcts ", std::string(settings.front().name), "=", std::string(settings.front().value));
      const OwnedAgent agent = make_agent("pn-mcts", settings);
      begin(*agent, *game, seed);
      claims += check_proofs(position, ask(*agent, position, threaded(1 + rng.below(400))), truth);
    }
    for (const char* solver : {"true", "bounds"}) {
      INFO("uct solver=", std::string(solver));
      const OwnedAgent agent = make_agent("uct", {{"solver", solver}});
      begin(*agent, *game, seed);
      claims += check_proofs(position, ask(*agent, position, threaded(1 + rng.below(400))), truth);
    }
    for (const char* bias : {"max", "rank"}) {
      INFO("gpn-mcts bias=", std::string(bias));
      const OwnedAgent agent = make_agent("gpn-mcts", {{"bias", bias}});
      begin(*agent, *game, seed);
      claims += check_proofs(position, ask(*agent, position, threaded(1 + rng.below(400))), truth);
    }
  }
  CHECK(claims > static_cast<int>(samples(100)));
}

TEST_CASE("proofs found by two threads on small boards never contradict exhaustive search") {
  const ThreadedHost host;
  const OwnedGame games[] = {make_game("breakthrough", {{"width", "3"}, {"height", "5"}}),
                             make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}})};
  for (const auto& game : games) {
    Exhaustive truth;
    int claims = 0;
    Rng rng = Rng::seeded(6);
    std::vector<OwnedAgent> agents;
    agents.push_back(make_agent("uct", {{"solver", "true"}}));
    agents.push_back(make_agent("uct", {{"solver", "bounds"}}));
    agents.push_back(make_agent("pn-mcts"));
    agents.push_back(make_agent("pn-mcts", {{"layers", "2"}, {"tactics", "false"}}));
    agents.push_back(make_agent("gpn-mcts"));
    for (const OwnedAgent& agent : agents) begin(*agent, *game, 1);
    const std::uint32_t count = samples(2000);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Position position = random_position(*game, 4 + rng.below(5), rng);
      Budget budget = iterations(1 + rng.below(150));
      budget.threads = 2;
      claims += check_proofs(position, ask(*agents[i % agents.size()], position, budget), truth);
    }
    CHECK(claims > static_cast<int>(count) / 4);
  }
}

TEST_CASE("the numbers of a tree grown by several threads equal a recount") {
  const ThreadedHost host(kThreads);
  for (std::uint64_t seed = 0; seed < samples(40); ++seed) {
    const OwnedGame games[] = {make_game(LayeredGame(9, 12, seed)),
                               make_game("breakthrough", {{"width", "3"}, {"height", "5"}})};
    for (const auto& game : games) {
      PnConfig config;
      config.expand_all = seed % 3 == 0;
      config.tactics = seed % 2 == 0;
      Search<PnPolicy<2>> search(config);
      search.new_game(*game, seed);
      const Position position(*game);
      SearchReport report = SearchReport::empty(nullptr, 0);
      search.choose(position.state(), threaded(300), report);
      CHECK(Recount<2>(search, *game, config).check(position) > 1);
    }
  }
}

}  // namespace ludex::tests
