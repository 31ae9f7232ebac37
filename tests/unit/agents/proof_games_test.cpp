// Proof-number solvers on real games: known values of small boards (../shared/spec/oracles.md), random
// positions against exhaustive search, cyclic games, proofs replayed by an independent checker, several
// threads.
#include <string>

#include "core/abi/entry.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/proof_checker.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

Outcome value(const Position& position, const Settings& settings = {}) {
  const OwnedAgent agent = make_agent("df-pn", settings);
  begin(*agent, position.game(), 1);
  return solve(*agent, position, Goal::kValue).report.outcome;
}

}  // namespace

TEST_CASE("breakthrough and knightthrough: known values of small boards") {
  struct Fact {
    const char* width;
    const char* height;
    Outcome value;
  };
  // ../shared/spec/oracles.md 1.2 and 1.3.
  for (const Fact& fact :
       {Fact{"2", "4", Outcome::kLoss}, Fact{"2", "5", Outcome::kLoss}, Fact{"2", "6", Outcome::kWin},
        Fact{"2", "7", Outcome::kLoss}, Fact{"3", "4", Outcome::kLoss}, Fact{"3", "5", Outcome::kLoss},
        Fact{"4", "4", Outcome::kLoss}}) {
    if (kSanitized && fact.width[0] != '2') continue;
    CAPTURE(fact.width);
    CAPTURE(fact.height);
    const OwnedGame game = make_game("breakthrough", {{"width", fact.width}, {"height", fact.height}});
    CHECK(value(Position(*game)) == fact.value);
  }
  for (const Fact& fact : {Fact{"3", "5", Outcome::kWin}, Fact{"3", "6", Outcome::kLoss}}) {
    if (kSanitized && fact.height[0] > '5') continue;
    CAPTURE(fact.width);
    CAPTURE(fact.height);
    const OwnedGame game = make_game("knightthrough", {{"width", fact.width}, {"height", fact.height}});
    CHECK(value(Position(*game), {{"init", "mobility"}}) == fact.value);
  }
}

TEST_CASE("connect-k and m,n,k: known values of small boards") {
  if (!kSanitized) {
    const OwnedGame game = make_game("connect-k", {{"width", "4"}, {"height", "4"}});
    CHECK(value(Position(*game)) == Outcome::kDraw);
  }
  struct Fact {
    const char* m;
    const char* n;
    const char* k;
    Outcome value;
  };
  for (const Fact& fact : {Fact{"3", "3", "3", Outcome::kDraw}, Fact{"4", "3", "3", Outcome::kWin},
                           Fact{"4", "4", "3", Outcome::kWin}}) {
    const OwnedGame game = make_game("mnk", {{"m", fact.m}, {"n", fact.n}, {"k", fact.k}});
    CHECK(value(Position(*game)) == fact.value);
  }
}

TEST_CASE("hex: the winner of every first move on 3x3 and 4x4") {
  // Row by row from a1; B: the opener wins (../shared/spec/oracles.md 1.6).
  for (const auto& [size, table] : {std::pair{"3", "WWBBBBBWW"}, std::pair{"4", "WWWBWWBWWBWWBWWW"}}) {
    const OwnedGame game = make_game("hex", {{"size", size}});
    const Position start(*game);
    const int n = size[0] - '0';
    int openings = 0;
    for (const Move move : start.legal_moves()) {
      const std::string text = start.move_text(move);
      if (text.size() != 2 || text[0] < 'a' || text[0] > 'h') continue;
      if (kSanitized && n == 4 && openings > 3) break;
      Position next = start;
      next.apply(move);
      const bool opener_wins = table[(text[1] - '1') * n + (text[0] - 'a')] == 'B';
      CAPTURE(text);
      CHECK(value(next, {{"memory_mib", "1"}}) == (opener_wins ? Outcome::kLoss : Outcome::kWin));
      ++openings;
    }
    CHECK(openings > 3);
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
    auto* const source = static_cast<ProofText*>(const_cast<void*>(agent.extension(ProofText::kId)));
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
