// Small boards with known values: alpha-beta to the end reproduces them, and no proof of any agent
// contradicts exhaustive search.
#include "tests/support/solved_boards.hpp"

#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

namespace {

// The value for the side to move, by alpha-beta to the end.
Outcome value(const Position& position) {
  const OwnedAgent agent = make_agent("alpha-beta");
  begin(*agent, position.game(), 1);
  const Budget budget = nodes(20'000'000);
  SearchReport report = SearchReport::empty(nullptr, 0);
  StringSink error;
  REQUIRE(agent->solve(position.state(), Goal::kValue, &budget, &report, error) == Status::kOk);
  return report.outcome;
}

void check_claims(const Game& game, std::uint32_t positions, std::uint32_t plies) {
  Exhaustive truth;
  int claims = 0;
  Rng rng = Rng::seeded(4);
  const OwnedAgent alpha_beta = make_agent("alpha-beta", {{"tt_mib", "1"}});
  const OwnedAgent uct = make_agent("uct", {{"solver", "true"}});
  begin(*alpha_beta, game, 1);
  begin(*uct, game, 1);
  for (std::uint32_t i = 0; i < positions; ++i) {
    const Position position = random_position(game, rng.below(plies), rng);
    claims += check_proofs(position, ask(*alpha_beta, position, nodes(1 + rng.below(3000))), truth);
    claims += check_proofs(position, ask(*uct, position, iterations(1 + rng.below(3000))), truth);
  }
  CHECK(claims > 0);
}

}  // namespace

TEST_CASE("alpha-beta to the end") {
  for (const char* name : {"breakthrough", "connect-k"}) {
    for (const SolvedBoard& board : solved_boards(name, Effort::kHeavy, Effort::kModerate)) {
      CAPTURE(board.text());
      const OwnedGame game = board.make();
      CHECK(value(Position(*game)) == board.value);
    }
  }
}

TEST_CASE("hex: the winner of every first move") {
  for (const std::size_t side : {2U, 3U}) {
    const OwnedGame game = make_game("hex", {{"size", side == 2 ? "2" : "3"}});
    for (const SolvedOpening& opening : hex_openings(side)) {
      CAPTURE(opening.move);
      CHECK(value(after_opening(*game, opening)) == opening.value);
    }
  }
}

TEST_CASE("proofs never contradict exhaustive search on real games") {
  check_claims(*make_game("breakthrough", {{"width", "3"}, {"height", "5"}}), samples(200), 12);
  check_claims(*make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}}), samples(200), 8);
  check_claims(*make_game("hex", {{"size", "3"}}), samples(200), 6);
}

TEST_CASE("the agent contract on real games") {
  for (const Settings& settings : {Settings{}, Settings{{"solver", "true"}, {"tree_reuse", "true"}}}) {
    check_agent_contract("uct", *make_game("connect-k"), settings, samples(20), nullptr);
    check_agent_contract("uct", *make_game("breakthrough"), settings, samples(20), nullptr);
    check_agent_contract("uct", *make_game("hex", {{"size", "5"}}), settings, samples(20), nullptr);
  }
  check_agent_contract("alpha-beta", *make_game("connect-k"), {}, samples(20), nullptr);
  check_agent_contract("alpha-beta", *make_game("breakthrough"), {}, samples(20), nullptr);
  check_agent_contract("alpha-beta", *make_game("hex", {{"size", "5"}}), {}, samples(20), nullptr);
}

}  // namespace ludex::tests
