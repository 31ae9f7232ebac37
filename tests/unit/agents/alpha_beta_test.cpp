#include <map>
#include <string_view>
#include <vector>

#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/solved_boards.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

Answer solve(Agent& agent, const Position& position, Goal goal, std::uint64_t limit) {
  Answer answer;
  const Budget budget = nodes(limit);
  answer.report = SearchReport::empty(nullptr, 0);
  StringSink error;
  REQUIRE_MESSAGE(agent.solve(position.state(), goal, &budget, &answer.report, error) == Status::kOk,
                  error.text());
  return answer;
}

// Plain minimax to a depth, for the mover; ends of games count more than evaluations, sooner ones most.
int minimax(const Game& game, const Evaluate* evaluate, const Position& position, int depth, int ply) {
  if (depth == 0) return evaluate == nullptr ? 0 : evaluate->evaluate(position.state());
  int best = -2'000'000;
  for (const Move move : position.legal_moves()) {
    Position next = position;
    const GameStatus status = next.apply(move);
    int value = 0;
    if (is_over(status)) {
      const Outcome outcome = outcome_for(status, position.to_move());
      value = outcome == Outcome::kDraw ? 0 : outcome == Outcome::kWin ? 32000 - ply - 1 : -32000 + ply + 1;
    } else {
      value = minimax(game, evaluate, next, depth - 1, ply + 1);
      if (next.to_move() != position.to_move()) value = -value;
    }
    best = std::max(best, value);
  }
  return best;
}

}  // namespace

TEST_CASE("bounds of root moves hold, and only the value of the best is exact") {
  int bounds = 0;
  for (const auto& [id, settings] :
       std::map<std::string, Settings>{{"breakthrough", {{"width", "4"}, {"height", "5"}}},
                                       {"othello", {{"size", "6"}}},
                                       {"hex", {{"size", "4"}}}}) {
    const OwnedGame game = make_game(id, settings);
    const auto* const evaluate = find<Evaluate>(*game);
    Rng rng = Rng::seeded(7);
    for (const char* window : {"0", "1"}) {
      const OwnedAgent agent =
          make_agent("alpha-beta", {{"exact", "true"}, {"quiescence", "false"}, {"aspiration", window}});
      for (int walk = 0; walk < 10; ++walk) {
        const Position position = random_position(*game, rng.below(8), rng);
        begin(*agent, *game, 1);
        Budget budget{};
        budget.depth = 4;
        budget.threads = 1;
        const Answer answer = ask(*agent, position, budget);
        if (answer.report.depth != 4) continue;  // decided before
        CHECK(answer.report.bound == ValueBound::kExact);
        for (const RootMove& root : answer.root) {
          Position next = position;
          if (is_over(next.apply(root.move))) continue;
          int value = minimax(*game, evaluate, next, 3, 1);
          if (next.to_move() != position.to_move()) value = -value;
          // Without an evaluation values are results.
          if (evaluate == nullptr) value = value > 30000 ? 1 : value < -30000 ? -1 : 0;
          CAPTURE(position.text());
          CAPTURE(position.move_text(root.move));
          REQUIRE(root.bound != ValueBound::kNone);
          if (root.bound == ValueBound::kExact) CHECK(value == root.value);
          if (root.bound == ValueBound::kLower) CHECK(value >= root.value);
          if (root.bound == ValueBound::kUpper) CHECK(value <= root.value);
          bounds += root.bound == ValueBound::kUpper ? 1 : 0;
        }
      }
    }
  }
  CHECK(bounds > 100);
}

TEST_CASE("alpha-beta keeps the agent contract") {
  const OwnedGame tictactoe = make_game("mnk");
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  for (const Settings& settings : {Settings{}, Settings{{"tt_mib", "1"}, {"evaluation", "false"}}}) {
    Exhaustive truth;
    check_agent_contract("alpha-beta", *tictactoe, settings, samples(40), &truth);
    Exhaustive wide_truth;
    check_agent_contract("alpha-beta", *wide, settings, samples(20), &wide_truth);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Exhaustive layered_truth;
      check_agent_contract("alpha-beta", *make_game(LayeredGame(12, 30, seed)), settings, samples(20),
                           &layered_truth);
    }
  }
}

TEST_CASE("the node budget is kept to the node, and a legal move is there after one") {
  const OwnedGame game = make_game("mnk", {{"m", "5"}, {"n", "5"}, {"k", "4"}});
  const OwnedAgent agent = make_agent("alpha-beta", {{"keep_table", "false"}});
  for (const std::uint64_t n : {1U, 2U, 24U, 26U, 1000U, 4097U}) {
    begin(*agent, *game, n);
    const Answer by_nodes = ask(*agent, Position(*game), nodes(n));
    CHECK(by_nodes.report.nodes == n);
    check_report(Position(*game), by_nodes);
    // An iteration is a node.
    CHECK(same_answer(by_nodes, ask(*agent, Position(*game), iterations(n))));
  }
}

TEST_CASE("without a kept table a search does not depend on the searches before it") {
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "4"}, {"k", "4"}});
  const OwnedAgent used = make_agent("alpha-beta", {{"tt_mib", "1"}, {"keep_table", "false"}});
  begin(*used, *game, 5);
  Rng rng = Rng::seeded(6);
  for (std::uint32_t i = 0; i < samples(20); ++i) {
    const Position position = random_position(*game, rng.below(8), rng);
    const OwnedAgent fresh = make_agent("alpha-beta", {{"tt_mib", "1"}, {"keep_table", "false"}});
    begin(*fresh, *game, 5);
    CHECK(same_answer(ask(*used, position, nodes(20'000)), ask(*fresh, position, nodes(20'000))));
  }
}

TEST_CASE("with a kept table a game does not depend on the games before it") {
  const OwnedGame game = make_game("mnk", {{"m", "7"}, {"n", "7"}, {"k", "4"}});
  const auto play = [&](Agent& agent, std::uint64_t seed) {
    begin(agent, *game, seed);
    std::vector<Move> moves;
    Position position(*game);
    while (!position.over()) {
      moves.push_back(ask(agent, position, nodes(3000)).move);
      position.apply(moves.back());
    }
    return moves;
  };
  // More games than the table has epochs.
  const OwnedAgent used = make_agent("alpha-beta", {{"tt_mib", "1"}});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const OwnedAgent fresh = make_agent("alpha-beta", {{"tt_mib", "1"}});
    CHECK(play(*used, seed) == play(*fresh, seed));
  }
}

TEST_CASE("every depth has the value of plain minimax, with double moves, passes and an evaluation") {
  for (std::uint64_t seed = 0; seed < samples(400); ++seed) {
    const OwnedGame game = make_game(LayeredGame(9, 15, seed));
    const auto* evaluate = find<Evaluate>(*game);
    REQUIRE(evaluate != nullptr);
    const OwnedAgent agent = make_agent("alpha-beta", {{"tt_mib", "1"}, {"keep_table", "false"}});
    begin(*agent, *game, seed);
    const Position start(*game);
    for (std::uint32_t depth = 1; depth <= 6; ++depth) {
      Budget budget{};
      budget.depth = depth;
      budget.threads = 1;
      const Answer answer = ask(*agent, start, budget);
      // A proof found at a lower depth ends the search; it may be of another length than minimax has at
      // `depth`.
      const int expected = minimax(*game, evaluate, start, static_cast<int>(answer.report.depth), 0);
      if (answer.report.outcome == Outcome::kUnknown) {
        CHECK(answer.report.depth == depth);
        CHECK(answer.report.value_unit == ValueUnit::kCenti);
        CHECK(answer.report.value == expected);
      } else if (answer.report.outcome == Outcome::kWin) {
        CHECK(answer.report.value == expected);
      }
    }
  }
}

TEST_CASE("shortest win, longest defence") {
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedAgent agent = make_agent("alpha-beta");
  // Plies to the end under best play, by exhaustive search.
  std::map<std::uint64_t, int> memo;
  const auto plies = [&](const auto& self, const Position& position) -> int {
    if (const auto known = memo.find(position.hash()); known != memo.end()) return known->second;
    int best = -1000;  // 1000 - n: win in n; 0: draw
    for (const Move move : position.legal_moves()) {
      Position next = position;
      const GameStatus status = next.apply(move);
      int value = status == GameStatus::kDraw ? 0 : 999;
      if (!is_over(status)) {
        value = -self(self, next);
        value += value > 0 ? -1 : value < 0 ? 1 : 0;
      }
      best = std::max(best, value);
    }
    return memo[position.hash()] = best;
  };
  Rng rng = Rng::seeded(8);
  for (std::uint32_t i = 0; i < samples(60); ++i) {
    const Position position = random_position(*game, rng.below(6), rng);
    begin(*agent, *game, i);
    const Answer answer = ask(*agent, position, nodes(1'000'000));
    REQUIRE(answer.report.outcome != Outcome::kUnknown);
    const int before = plies(plies, position);
    Position next = position;
    if (is_over(next.apply(answer.move))) {
      CHECK((before == 999 || before == 0));
    } else {
      CHECK(-plies(plies, next) + (before > 0 ? -1 : before < 0 ? 1 : 0) == before);
    }
  }
}

TEST_CASE("m,n,k-games have their known values") {
  for (const SolvedBoard& board : solved_boards("mnk", Effort::kHeavy)) {
    CAPTURE(board.text());
    const OwnedGame game = board.make();
    const bool small = board.effort != Effort::kHeavy;
    for (const char* mode : {"direct", "deepening"}) {
      for (const Goal goal : {Goal::kWin, Goal::kDraw, Goal::kValue}) {
        if (!small && (goal != Goal::kValue || mode[1] != 'i')) continue;
        const OwnedAgent agent = make_agent("alpha-beta", {{"solve", mode}});
        begin(*agent, *game, 1);
        const Answer answer = solve(*agent, Position(*game), goal, 20'000'000);
        CHECK(answer.report.outcome == board.value);
        CHECK(answer.report.value == (board.value == Outcome::kWin ? 1.0 : 0.0));
      }
    }
  }
}

TEST_CASE("proofs never contradict exhaustive search, with a tiny table and small budgets") {
  int claims = 0;
  Rng rng = Rng::seeded(5);
  for (std::uint64_t seed = 0; seed < samples(400); ++seed) {
    const OwnedAgent agent =
        make_agent("alpha-beta", {{"tt_mib", "1"}, {"keep_table", seed % 2 == 0 ? "true" : "false"}});
    const OwnedGame layered = make_game(LayeredGame(9, 12, seed));
    Exhaustive truth;
    begin(*agent, *layered, seed);
    // Values that depend on the way: the key of the truth has all of the past.
    const OwnedGame walk = make_game(WalkGame(6 + rng.below(8), seed));
    Exhaustive walks([](const Position& p) { return fnv1a(p.text()); });
    for (int i = 0; i < 8; ++i) {
      const Position position = random_position(*layered, rng.below(6), rng);
      claims += check_proofs(position, ask(*agent, position, nodes(1 + rng.below(300))), truth);
      const Outcome outcome = solve(*agent, position, Goal::kValue, 1 + rng.below(1000)).report.outcome;
      claims += outcome != Outcome::kUnknown ? 1 : 0;
      if (outcome != Outcome::kUnknown) CHECK(outcome == truth.solve(position));
    }
    begin(*agent, *walk, seed);
    for (int i = 0; i < 8; ++i) {
      const Position position = random_position(*walk, rng.below(5), rng);
      claims += check_proofs(position, ask(*agent, position, nodes(1 + rng.below(2000))), walks);
      const Outcome outcome = solve(*agent, position, Goal::kValue, 1 + rng.below(5000)).report.outcome;
      claims += outcome != Outcome::kUnknown ? 1 : 0;
      if (outcome != Outcome::kUnknown) CHECK(outcome == walks.solve(position));
    }
  }
  CHECK(claims > static_cast<int>(samples(400)) * 8);
}

TEST_CASE("selective searches of real games prove nothing that is wrong") {
  int claims = 0;
  Rng rng = Rng::seeded(6);
  for (const auto& [id, settings] : {std::pair{"breakthrough", Settings{{"width", "3"}, {"height", "5"}}},
                                     std::pair{"knightthrough", Settings{{"width", "4"}, {"height", "4"}}}}) {
    const OwnedGame game = make_game(id, settings);
    Exhaustive truth;
    for (std::uint64_t seed = 0; seed < samples(60); ++seed) {
      const OwnedAgent agent = make_agent("alpha-beta", {{"tt_mib", "1"},
                                                         {"table_standing", seed % 2 == 0 ? "true" : "false"},
                                                         {"reduce_root", seed % 3 == 0 ? "true" : "false"}});
      begin(*agent, *game, seed);
      for (int i = 0; i < 8; ++i) {
        const Position position = random_position(*game, rng.below(8), rng);
        claims += check_proofs(position, ask(*agent, position, nodes(1 + rng.below(3000))), truth);
      }
    }
  }
  CHECK(claims > static_cast<int>(samples(60)));
}

TEST_CASE("alpha-beta beats random") {
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "4"}, {"k", "3"}});
  const OwnedAgent strong = make_agent("alpha-beta");
  const OwnedAgent random = make_agent("random");
  int wins = 0;
  for (int i = 0; i < 20; ++i) {
    const bool first = i % 2 == 0;
    const GameStatus status = play_game(*game, first ? *strong : *random, first ? *random : *strong,
                                        nodes(5000), static_cast<std::uint64_t>(i));
    wins += winner_of(status) == (first ? 0U : 1U) ? 1 : 0;
  }
  CHECK(wins >= 18);
}

}  // namespace ludex::tests
