#include <algorithm>
#include <cmath>
#include <set>

#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

TEST_CASE("greedy keeps the agent contract") {
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedGame layered = make_game(LayeredGame(12, 30, 1));
  const OwnedGame board = make_game("breakthrough", {{"width", "3"}, {"height", "5"}});
  for (const Settings& settings : {Settings{}, Settings{{"evaluation", "false"}},
                                   Settings{{"evaluation", "false"}, {"playouts", "0"}}}) {
    for (const OwnedGame* game : {&wide, &layered, &board}) {
      Exhaustive truth;
      check_agent_contract("greedy", **game, settings, samples(30), &truth);
    }
  }
}

TEST_CASE("greedy plays the best evaluated move, wins at once, and breaks ties at random") {
  Rng rng = Rng::seeded(1);
  int wins = 0;
  int evaluated = 0;
  int tied = 0;
  for (std::uint64_t seed = 0; seed < samples(400); ++seed) {
    const OwnedGame game = make_game(LayeredGame(9, 12, seed));
    const auto* evaluate = find<Evaluate>(*game);
    REQUIRE(evaluate != nullptr);
    const Position position = random_position(*game, rng.below(6), rng);
    const Player mover = position.to_move();
    double best = -1e9;
    std::set<Move> good;
    for (const Move move : position.legal_moves()) {
      Position next = position;
      const Outcome known = outcome_for(next.apply(move), mover);
      double value = known == Outcome::kWin ? 1e6 : known == Outcome::kLoss ? -1e6 : 0;
      if (known == Outcome::kUnknown) {
        value = evaluate->evaluate(next.state());
        if (next.to_move() != mover) value = -value;
      }
      if (value > best) good.clear();
      best = std::max(best, value);
      if (value == best) good.insert(move);
    }
    const OwnedAgent agent = make_agent("greedy");
    std::set<Move> played;
    for (std::uint64_t i = 0; i < 60; ++i) {
      begin(*agent, *game, i);
      const Answer answer = ask(*agent, position, iterations(1000));
      CHECK(good.count(answer.move) == 1);
      played.insert(answer.move);
      if (best == 1e6) CHECK(answer.report.outcome == Outcome::kWin);
      if (std::abs(best) < 1e5) CHECK(answer.report.value == best);
    }
    // The chance that one of four moves is never chosen in 60 games is 1e-7.
    CHECK(played == good);
    wins += best == 1e6 ? 1 : 0;
    evaluated += std::abs(best) < 1e5 ? 1 : 0;
    tied += good.size() > 1 ? 1 : 0;
  }
  CHECK(wins > 0);
  CHECK(evaluated > 0);
  CHECK(tied > 0);
}

TEST_CASE("without an evaluation greedy wins in one and beats random by playouts") {
  const OwnedGame game = make_game("connect-k");
  const auto* tactics = find<Tactics>(*game);
  REQUIRE(tactics != nullptr);
  const OwnedAgent agent = make_agent("greedy", {{"evaluation", "false"}, {"playouts", "20"}});
  Rng rng = Rng::seeded(2);
  std::vector<Move> wins(game->traits().max_moves);
  int found = 0;
  for (std::uint32_t i = 0; i < samples(400); ++i) {
    const Position position = random_position(*game, 8 + rng.below(16), rng);
    const std::uint32_t count = tactics->winning_moves(position.state(), wins.data());
    if (count == 0) continue;
    ++found;
    begin(*agent, *game, i);
    const Answer answer = ask(*agent, position, iterations(1000));
    CHECK(std::count(wins.begin(), wins.begin() + count, answer.move) == 1);
    CHECK(answer.report.outcome == Outcome::kWin);
  }
  CHECK(found > 0);

  const OwnedAgent random = make_agent("random");
  int score = 0;
  for (int i = 0; i < 20; ++i) {
    const bool first = i % 2 == 0;
    const GameStatus status = play_game(*game, first ? *agent : *random, first ? *random : *agent,
                                        iterations(10'000), static_cast<std::uint64_t>(i));
    score += winner_of(status) == (first ? 0U : 1U) ? 1 : 0;
  }
  CHECK(score >= 17);
}

}  // namespace ludex::tests
