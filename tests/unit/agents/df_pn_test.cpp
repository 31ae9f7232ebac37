#include "tests/support/csv.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

const std::vector<Settings> kVariants{
    {},
    {{"init", "mobility"}, {"epsilon", "0.25"}},
    {{"weak", "true"}, {"ties", "first"}},
    {{"low_memory", "true"}},
    {{"init", "evaluation"}, {"unit", "10"}, {"order", "true"}},
    {{"init", "deep"}, {"deep_e", "3"}, {"deep_d", "5"}},
    {{"widen_base", "1"}, {"widen_fraction", "0.25"}, {"verify", "wide"}},
    {{"verify", "hash"}, {"epsilon", "1"}, {"widen_base", "2"}, {"weak", "true"}},
};
Settings with(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

}  // namespace

TEST_CASE("df-pn and df-pn+ keep the agent contract") {
  const OwnedGame tictactoe = make_game("mnk");
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  Exhaustive truth;
  Exhaustive wide_truth;
  check_agent_contract("df-pn", *tictactoe, {{"memory_mib", "1"}}, samples(40), &truth);
  check_agent_contract("df-pn", *wide, {{"memory_mib", "0.01"}}, samples(20), &wide_truth);
  check_agent_contract("df-pn-plus", *tictactoe, {{"memory_mib", "1"}}, samples(40), &truth);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Exhaustive layered;
    const OwnedGame game = make_game(LayeredGame(12, 30, seed));
    check_agent_contract("df-pn", *game, {{"memory_mib", "1"}}, samples(20), &layered);
    check_agent_contract("df-pn-plus", *game, {{"memory_mib", "0.002"}}, samples(20), &layered);
  }
}

TEST_CASE("every variant, with tables from 1 KiB, solves random graphs as exhaustive search does") {
  Rng rng = Rng::seeded(11);
  for (std::uint64_t seed = 0; seed < samples(400); ++seed) {
    const OwnedGame game = make_game(LayeredGame(9, 3 + rng.below(20), seed));
    Exhaustive truth;
    const char* memory = seed % 3 == 0 ? "0.0009765625" : seed % 3 == 1 ? "0.01" : "1";
    const OwnedAgent agent = make_agent("df-pn", with(kVariants[seed % 8], {{"memory_mib", memory}}));
    const OwnedAgent plus =
        make_agent("df-pn-plus", {{"memory_mib", memory}, {"cost", seed % 2 == 0 ? "-1" : "2"}});
    begin(*agent, *game, seed);
    begin(*plus, *game, seed);
    for (int i = 0; i < 4; ++i) {
      const Position position = random_position(*game, rng.below(6), rng);
      check_solutions(*agent, position, truth);
      check_solutions(*plus, position, truth);
    }
  }
}

TEST_CASE("where recurrence is a draw, no claim contradicts the truth of the very path") {
  // The value depends on the way to a vertex, which the hash does not know.
  Rng rng = Rng::seeded(12);
  int decided = 0;
  int asked = 0;
  for (std::uint64_t seed = 0; seed < samples(1500); ++seed) {
    const OwnedGame game = make_game(WalkGame(4 + rng.below(12), seed));
    Exhaustive truth([](const Position& p) { return fnv1a(p.text()); });
    const char* memory = seed % 3 == 0 ? "0.0009765625" : seed % 3 == 1 ? "0.01" : "1";
    const OwnedAgent agent = make_agent("df-pn", with(kVariants[seed % 8], {{"memory_mib", memory}}));
    begin(*agent, *game, seed);
    for (int i = 0; i < 4; ++i) {
      const Position position = random_position(*game, rng.below(6), rng);
      const Outcome value = truth.solve(position);
      const Solution all = solve(*agent, position, Goal::kValue, 100'000);
      ++asked;
      decided += all.report.outcome != Outcome::kUnknown ? 1 : 0;
      if (all.report.outcome != Outcome::kUnknown) CHECK(all.report.outcome == value);
      check_proofs(position, ask(*agent, position, nodes(1 + rng.below(2000))), truth);
    }
  }
  CHECK(decided == asked);
}

TEST_CASE("Othello positions of tournament games have the results of an independent solver") {
  for (const int empties : {10, 12}) {
    const auto path = oracle("othello/endgames_" + std::to_string(empties) + ".csv");
    if (!path) return;
    const OwnedGame game = make_game("othello", {{"end", "no-moves"}});
    const OwnedAgent plain = make_agent("df-pn");
    const OwnedAgent mobility =
        make_agent("df-pn", {{"init", "mobility"}, {"epsilon", "0.25"}, {"memory_mib", "1"}});
    const OwnedAgent plus = make_agent("df-pn-plus");
    begin(*plain, *game, 1);
    begin(*mobility, *game, 2);
    begin(*plus, *game, 3);
    const auto rows = read_csv(*path);
    std::size_t checked = 0;
    for (const auto& row : rows) {
      if (checked == samples(empties == 10 ? 250U : 60U) || (kSanitized && empties > 10)) break;
      const auto position = Position::from_text(*game, row.at("position") + " " + row.at("side"));
      REQUIRE(position);
      const int score = std::stoi(row.at("score"));
      for (Agent* agent : {plain.get(), mobility.get(), plus.get()}) {
        CHECK(solve(*agent, *position, Goal::kWin).answer == (score > 0 ? 1 : 0));
        CHECK(solve(*agent, *position, Goal::kDraw).answer == (score >= 0 ? 1 : 0));
      }
      if (empties == 10) CHECK(solve(*plus, *position, Goal::kValue).report.value == score);
      ++checked;
    }
    CHECK((checked > 10 || kSanitized));
  }
}

TEST_CASE("Othello 4x4 is lost by ten, empty squares to the winner") {
  const OwnedGame game = make_game("othello", {{"size", "4"}});
  const OwnedAgent agent = make_agent("df-pn", {{"memory_mib", "1"}});
  begin(*agent, *game, 1);
  const Solution solution = solve(*agent, Position(*game), Goal::kValue);
  // 11-3, and two empty squares.
  CHECK(solution.report.outcome == Outcome::kLoss);
  CHECK(solution.report.value == -10);
  CHECK(solution.report.value_unit == ValueUnit::kScore);
}

}  // namespace ludex::tests
