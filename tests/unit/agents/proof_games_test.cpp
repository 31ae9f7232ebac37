// Proof-number solvers on real games: known values of small boards, random
// positions against exhaustive search, cyclic games, proofs replayed by an independent checker, several
// threads.
#include <string>
#include <vector>

#include "core/agent/proof_text.hpp"
#include "core/plugin/entry.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/proof_checker.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/solved_boards.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

Outcome value(const Position& position, const Settings& settings = {}) {
  const OwnedAgent agent = make_agent("df-pn", settings);
  begin(*agent, position.game(), 1);
  return solve(*agent, position, Goal::kValue).report.outcome;
}

}  // namespace

TEST_CASE("known values of small boards") {
  for (const char* name : {"breakthrough", "connect-k", "mnk"}) {
    for (const SolvedBoard& board : solved_boards(name, Effort::kModerate)) {
      CAPTURE(board.text());
      const OwnedGame game = board.make();
      CHECK(value(Position(*game)) == board.value);
    }
  }
  for (const SolvedBoard& board : solved_boards("knightthrough", Effort::kModerate)) {
    CAPTURE(board.text());
    const OwnedGame game = board.make();
    CHECK(value(Position(*game), {{"init", "mobility"}}) == board.value);
  }
}

TEST_CASE("hex: the winner of every first move on 3x3 and 4x4") {
  for (const std::size_t side : {3U, 4U}) {
    const OwnedGame game = make_game("hex", {{"size", side == 3 ? "3" : "4"}});
    std::vector<SolvedOpening> openings = hex_openings(side);
    if (kSanitized && side == 4) openings.resize(4);
    for (const SolvedOpening& opening : openings) {
      CAPTURE(opening.move);
      CHECK(value(after_opening(*game, opening), {{"memory_mib", "1"}}) == opening.value);
    }
  }
}

TEST_CASE("proofs stand up to a checker that knows the rules only") {
  ProofChecker checker;
  Rng rng = Rng::seeded(8);
  int proofs = 0;
  const auto check = [&](const Game& game, Agent& agent, const Position& position, Goal goal,
                         std::int32_t threshold) {
    begin(agent, game, 3);
    const Solution solution = solve(agent, position, goal);
    REQUIRE(solution.answer >= 0);
    auto* const source = find<ProofText>(agent);
    REQUIRE(source != nullptr);
    StringSink text;
    StringSink error;
    Budget budget = nodes(0);
    REQUIRE_MESSAGE(source->write_proof(&budget, text, error) == Status::kOk, error.text());
    CHECK(checker.check(position, text.text(), threshold, solution.answer == 1) == "");
    ++proofs;
    // The checker must be able to fail.
    CHECK(checker.check(position, text.text(), threshold, solution.answer == 0) != "");
    const std::string& all = text.text();
    const std::size_t cut = all.rfind('\n', all.size() - 2);
    CHECK(checker.check(position, all.substr(0, cut + 1), threshold, solution.answer == 1) != "");
  };
  const OwnedGame hex = make_game("hex", {{"size", "3"}});
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedGame small = make_game("breakthrough", {{"width", "2"}, {"height", "6"}});
  for (const char* memory : {"0.015625", "1"}) {
    const OwnedAgent agent = make_agent("df-pn", {{"memory_mib", memory}, {"init", "mobility"}});
    check(*hex, *agent, Position(*hex), Goal::kWin, 1);
    check(*wide, *agent, Position(*wide), Goal::kWin, 1);
    check(*small, *agent, Position(*small), Goal::kWin, 1);
    for (std::uint32_t i = 0; i < samples(20); ++i) {
      check(*wide, *agent, random_position(*wide, rng.below(6), rng), Goal::kDraw, 0);
      check(*wide, *agent, random_position(*wide, rng.below(6), rng), Goal::kWin, 1);
    }
  }
  const auto path = oracle("othello/endgames_10.csv");
  if (path) {
    const OwnedGame game = make_game("othello");
    const OwnedAgent plus = make_agent("df-pn-plus", {{"memory_mib", "1"}});
    const auto rows = read_csv(*path);
    for (std::uint32_t i = 0; i < samples(20); ++i) {
      const auto position = Position::from_text(*game, rows[i].at("position") + " " + rows[i].at("side"));
      check(*game, *plus, *position, i % 2 == 0 ? Goal::kWin : Goal::kDraw, i % 2 == 0 ? 1 : 0);
    }
  }
  CHECK(proofs > 5);
}

}  // namespace ludex::tests
