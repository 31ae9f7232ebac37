// Sequential halving: round schedules computed by hand from the published rules, and the search that follows
// them.
#include "agents/common/mcts/halving.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/agent_contract.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/searched.hpp"
#include "tests/support/threaded_host.hpp"

namespace ludex::tests {

namespace {

using agents::mcts::Halving;

// Simulations of each arm, where arm 0 is the best, 1 the second, and so on.
std::vector<int> counts(std::uint32_t arms, std::uint64_t budget, int simulations) {
  Halving halving;
  halving.start(arms, budget);
  std::vector<int> made(arms);
  for (int i = 0; i < simulations; ++i)
    ++made[halving.next([](std::uint32_t arm) { return -double(arm); }, [](std::uint32_t) { return true; })];
  return made;
}

}  // namespace

TEST_CASE("rounds of sequential halving with a budget") {
  // 8 moves, 3 rounds, T = 24: 8 x 1, 4 x 2, 2 x 4.
  CHECK(counts(8, 24, 24) == std::vector{7, 7, 3, 3, 1, 1, 1, 1});
  // 7 moves, 3 rounds, T = 1000: 7 x 47, 4 x 83, 2 x 166, and the 7 left over go on in the last round.
  CHECK(counts(7, 1000, 1000) == std::vector{300, 299, 130, 130, 47, 47, 47});
  // 5 moves, 3 rounds, T = 100: 5 x 6, 3 x 11, 2 x 16 = 95, and 5 more.
  CHECK(counts(5, 100, 100) == std::vector{36, 35, 17, 6, 6});
  // T below n log n: a round gives at least one each.
  CHECK(counts(5, 7, 7) == std::vector{2, 2, 1, 1, 1});
  CHECK(counts(5, 3, 3) == std::vector{1, 1, 1, 0, 0});
  CHECK(counts(2, 9, 9) == std::vector{5, 4});
  CHECK(counts(1, 9, 9) == std::vector{9});
}

TEST_CASE("passes of anytime sequential halving") {
  // A pass over 8 moves: 8 x 1, 4 x 2, 2 x 4; then again from all.
  CHECK(counts(8, 0, 8) == std::vector{1, 1, 1, 1, 1, 1, 1, 1});
  CHECK(counts(8, 0, 24) == std::vector{7, 7, 3, 3, 1, 1, 1, 1});
  CHECK(counts(8, 0, 48) == std::vector{14, 14, 6, 6, 2, 2, 2, 2});
  // 5 x 1, 3 x 2, 2 x 4 = 19.
  CHECK(counts(5, 0, 19) == std::vector{7, 7, 3, 1, 1});
  CHECK(counts(5, 0, 24) == std::vector{8, 8, 4, 2, 2});
  CHECK(counts(2, 0, 9) == std::vector{5, 4});
  CHECK(counts(1, 0, 9) == std::vector{9});
}

TEST_CASE("an arm that is closed gets nothing, and equals keep their order") {
  Halving halving;
  halving.start(4, 40);
  std::vector<int> made(4);
  for (int i = 0; i < 40; ++i)
    ++made[halving.next([](std::uint32_t) { return 0.0; }, [](std::uint32_t arm) { return arm != 1; })];
  // 3 x 5; then arms 0 and 1 are left, and arm 0 gets the rest.
  CHECK(made == std::vector{30, 0, 5, 5});
  CHECK(halving.next([](std::uint32_t) { return 0.0; }, [](std::uint32_t) { return false; }) ==
        Halving::kNoArm);
}

TEST_CASE("uct divides its budget as the rounds say, to the last simulation") {
  const OwnedGame game = make_game("connect-k");
  const Position start(*game);
  for (const Settings& more : {Settings{}, Settings{{"batch", "16"}}, Settings{{"playout", "mast"}},
                               Settings{{"expand_after", "2"}}}) {
    Settings settings = more;
    settings.push_back({"root", "halving"});
    const OwnedAgent agent = make_agent("uct", settings);
    begin(*agent, *game, 1);
    const Answer answer = ask(*agent, start, iterations(1000));
    CHECK(answer.report.iterations == 1000);
    CHECK(visits(answer) == std::vector<std::uint64_t>{47, 47, 47, 130, 130, 299, 300});
    for (const RootMove& root : answer.root) {
      if (root.move == answer.move) CHECK(root.visits >= 299);
      if (root.visits >= 299) CHECK(answer.report.value >= root.value);
    }
  }
  const OwnedAgent anytime = make_agent("uct", {{"root", "anytime-halving"}});
  begin(*anytime, *game, 1);
  // A pass over 7 moves is 7 x 1, 4 x 2, 2 x 4 = 23.
  CHECK(visits(ask(*anytime, start, iterations(23))) == std::vector<std::uint64_t>{1, 1, 1, 3, 3, 7, 7});
}

TEST_CASE("several threads divide the budget alike") {
  const ThreadedHost host(3);
  const OwnedGame game = make_game("connect-k");
  const OwnedAgent agent = make_agent("uct", {{"root", "halving"}});
  begin(*agent, *game, 1);
  Budget budget = iterations(10'000);
  budget.threads = 3;
  // 7 x 476, 4 x 833, 2 x 1666, and 4 more.
  CHECK(visits(ask(*agent, Position(*game), budget)) ==
        std::vector<std::uint64_t>{476, 476, 476, 1309, 1309, 2977, 2977});
}

TEST_CASE("halving keeps the contract and the proofs, with chance too") {
  const OwnedGame games[] = {make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}),
                             make_game(ChanceTree({.levels = 9, .width = 40}, 8))};
  const OwnedGame& small = games[0];
  Exhaustive truth;
  // Its budgets of nodes and time have no iterations to divide.
  for (const char* solver : {"false", "true", "bounds"}) {
    check_agent_contract("uct", *small, {{"root", "anytime-halving"}, {"solver", solver}}, samples(8),
                         &truth);
    check_agent_contract("uct", *games[1], {{"root", "anytime-halving"}, {"solver", solver}}, samples(8),
                         nullptr);
    Rng rng = Rng::seeded(1);
    int claims = 0;
    const OwnedAgent agent =
        make_agent("uct", {{"root", "halving"}, {"solver", solver}, {"tree_reuse", "true"}});
    begin(*agent, *small, 1);
    for (std::uint32_t i = 0; i < samples(500); ++i) {
      const Position position = random_position(*small, rng.below(9), rng);
      claims += check_proofs(position, ask(*agent, position, iterations(1 + rng.below(400))), truth);
    }
    CHECK(claims > 0);
  }
  check_agent_contract("uct", *games[1], {{"root", "anytime-halving"}, {"chance", "open-loop"}}, samples(8),
                       nullptr);
}

TEST_CASE("halving without a budget of iterations is refused in words") {
  const OwnedGame game = make_game("mnk");
  const OwnedAgent agent = make_agent("uct", {{"root", "halving"}});
  begin(*agent, *game, 1);
  const Position start(*game);
  const Budget budget = nodes(100);
  SearchReport report = SearchReport::empty(nullptr, 0);
  Move move{};
  StringSink error;
  CHECK(agent->choose(start.state(), &budget, &report, &move, error) != Status::kOk);
  CHECK(error.text().find("anytime-halving") != std::string::npos);
}

}  // namespace ludex::tests
