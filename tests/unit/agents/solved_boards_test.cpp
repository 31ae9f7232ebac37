// Small boards with known values: alpha-beta to the end reproduces them, and no proof of any agent
// contradicts exhaustive search. Values: ../shared/spec/oracles.md 1.2 (breakthrough), 1.4 (connect-k), 1.6
// (hex).
#include <string>

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

TEST_CASE("breakthrough: alpha-beta to the end") {
  struct Fact {
    const char* width;
    const char* height;
    Outcome value;
  };
  for (const Fact& fact :
       {Fact{"2", "4", Outcome::kLoss}, Fact{"2", "5", Outcome::kLoss}, Fact{"2", "6", Outcome::kWin},
        Fact{"2", "7", Outcome::kLoss}, Fact{"3", "4", Outcome::kLoss}, Fact{"3", "5", Outcome::kLoss},
        Fact{"4", "4", Outcome::kLoss}, Fact{"3", "6", Outcome::kWin}}) {
    if (kSanitized && std::string(fact.height) == "6" && fact.width[0] == '3') continue;
    CAPTURE(fact.width);
    CAPTURE(fact.height);
    const OwnedGame game = make_game("breakthrough", {{"width", fact.width}, {"height", fact.height}});
    CHECK(value(Position(*game)) == fact.value);
  }
}

TEST_CASE("connect-k: alpha-beta to the end") {
  for (const char* width : {"4", "5"}) {
    if (kSanitized && width[0] == '5') continue;
    const OwnedGame game = make_game("connect-k", {{"width", width}, {"height", "4"}});
    CHECK(value(Position(*game)) == Outcome::kDraw);
  }
}

TEST_CASE("hex: the winner of every first move") {
  // Row by row from a1; B: the opener wins.
  for (const std::string table : {"WBBW", "WWBBBBBWW"}) {
    const OwnedGame game = make_game("hex", {{"size", table.size() == 4 ? "2" : "3"}});
    const std::size_t side = table.size() == 4 ? 2 : 3;
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
      Position position(*game);
      const std::string text =
          std::string(1, static_cast<char>('a' + cell % side)) + std::to_string(cell / side + 1);
      const auto move = position.parse_move(text);
      REQUIRE_MESSAGE(move.ok(), text);
      position.apply(*move);
      CAPTURE(text);
      CHECK(value(position) == (table[cell] == 'B' ? Outcome::kLoss : Outcome::kWin));
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
