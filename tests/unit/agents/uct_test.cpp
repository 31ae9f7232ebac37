#include <cmath>
#include <map>

#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/solved_boards.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

Position after(const Game& game, std::initializer_list<const char*> moves) {
  Position position(game);
  for (const char* text : moves) {
    const auto move = position.parse_move(text);
    REQUIRE_MESSAGE(move.ok(), text);
    position.apply(*move);
  }
  return position;
}

double counter(const Answer& answer, std::string_view name) {
  for (std::uint32_t i = 0; i < answer.report.counter_size; ++i) {
    if (name == answer.report.counters[i].name) return answer.report.counters[i].value;
  }
  FAIL("no such counter");
  return 0;
}

}  // namespace

TEST_CASE("uct keeps the agent contract, also with solver, reuse and a full tree") {
  const OwnedGame tictactoe = make_game("mnk");
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedGame layered = make_game(LayeredGame(12, 30, 1));
  for (const Settings& settings :
       {Settings{}, Settings{{"solver", "true"}}, Settings{{"tree_reuse", "true"}, {"memory_mib", "1"}},
        Settings{{"playout_cap", "2"}, {"c", "0.5"}}, Settings{{"batch", "8"}, {"solver", "true"}},
        Settings{{"batch", "8"}, {"expand_after", "4"}, {"amaf", "rave"}},
        Settings{{"batch", "64"}, {"solver", "bounds"}, {"memory_mib", "1"}}}) {
    Exhaustive truth;
    check_agent_contract("uct", *tictactoe, settings, samples(40), &truth);
    Exhaustive wide_truth;
    check_agent_contract("uct", *wide, settings, samples(20), &wide_truth);
    Exhaustive layered_truth;
    check_agent_contract("uct", *layered, settings, samples(40), &layered_truth);
  }
}

TEST_CASE("uct spends exactly the iterations it is given, and every one goes through a root move") {
  const OwnedGame game = make_game("mnk", {{"m", "5"}, {"n", "5"}, {"k", "4"}});
  for (const char* batch : {"1", "4", "64"})
    for (const std::uint64_t n : {1U, 2U, 24U, 25U, 26U, 1000U, 4097U}) {
      const OwnedAgent agent = make_agent("uct", {{"batch", batch}});
      begin(*agent, *game, 1);
      const Answer answer = ask(*agent, Position(*game), iterations(n));
      CHECK(answer.report.iterations == n);
      std::uint64_t visits = 0;
      std::uint64_t most = 0;
      for (const RootMove& root : answer.root) {
        visits += root.visits;
        most = std::max(most, root.visits);
        if (root.move == answer.move) CHECK(root.value == answer.report.value);
      }
      CHECK(visits == n);
      // Every move is tried once before any is tried again; the robust child is played.
      CHECK(answer.root.size() == std::min<std::size_t>(n, 25));
      for (const RootMove& root : answer.root) {
        if (root.move == answer.move) CHECK(root.visits == most);
      }
      // One node added an iteration; 32 bytes each, and less than a quarter of slack.
      CHECK(static_cast<double>(answer.report.tree_bytes) <= 40.0 * static_cast<double>(n) + 64);
    }
}

TEST_CASE("a search does not depend on the searches before it") {
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "4"}, {"k", "4"}});
  const OwnedAgent used = make_agent("uct");
  begin(*used, *game, 5);
  Rng rng = Rng::seeded(6);
  for (int i = 0; i < 20; ++i) {
    const Position position = random_position(*game, rng.below(8), rng);
    const OwnedAgent fresh = make_agent("uct");
    begin(*fresh, *game, 5);
    CHECK(same_answer(ask(*used, position, iterations(700)), ask(*fresh, position, iterations(700))));
  }
}

TEST_CASE("untried moves come in random order") {
  const OwnedGame game = make_game("mnk");
  const OwnedAgent agent = make_agent("uct");
  std::map<Move, int> first;
  constexpr int kSeeds = 1800;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    begin(*agent, *game, seed);
    ++first[ask(*agent, Position(*game), iterations(1)).move];
  }
  double chi2 = 0;
  for (const auto& [move, n] : first) chi2 += (n - kSeeds / 9.0) * (n - kSeeds / 9.0) / (kSeeds / 9.0);
  CHECK(chi2 < 26.12);  // 99.9 % quantile, 8 degrees of freedom
}

TEST_CASE("uct finds a win in one, stops a win in one, and finds a fork") {
  const OwnedGame game = make_game("mnk");
  const OwnedAgent agent = make_agent("uct");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    begin(*agent, *game, seed);
    const Position win = after(*game, {"a1", "a2", "b1", "b2"});
    CHECK(win.move_text(ask(*agent, win, iterations(500)).move) == "c1");
    const Position block = after(*game, {"a1", "b2", "b1"});
    CHECK(block.move_text(ask(*agent, block, iterations(2000)).move) == "c1");
    // First player on a1 and c3, second on c2: a3 or c1 (or b2) make two threats at once.
    const Position fork = after(*game, {"a1", "c2", "c3", "b1"});
    Exhaustive truth;
    REQUIRE(truth.solve(fork) == Outcome::kWin);
    CHECK(truth.after(fork, ask(*agent, fork, iterations(2000)).move, fork.to_move()) == Outcome::kWin);
  }
}

TEST_CASE("uct converges to the minimax value of tic-tac-toe") {
  const OwnedGame game = make_game("mnk");
  const OwnedAgent agent = make_agent("uct");
  begin(*agent, *game, 3);
  const Answer answer = ask(*agent, Position(*game), iterations(samples(1'000'000)));
  CHECK(std::abs(answer.report.value) < (kSanitized ? 0.15 : 0.05));
  CHECK(answer.report.outcome == Outcome::kUnknown);
  CHECK(answer.report.depth == 9);
}

TEST_CASE("the solver proves tic-tac-toe a draw and 4,3,3 a first player win") {
  const OwnedAgent agent = make_agent("uct", {{"solver", "true"}});
  for (const SolvedBoard& board : solved_boards("mnk", Effort::kTrivial)) {
    CAPTURE(board.text());
    const OwnedGame game = board.make();
    begin(*agent, *game, 1);
    const SearchReport report = ask(*agent, Position(*game), iterations(400'000)).report;
    CHECK(report.outcome == board.value);
    CHECK(report.value == (board.value == Outcome::kWin ? 1.0 : 0.0));
    CHECK(report.iterations < 400'000);
  }
}

TEST_CASE("proofs of the solver never contradict exhaustive search") {
  const OwnedAgent agent =
      make_agent("uct", {{"solver", "true"}, {"tree_reuse", "true"}, {"memory_mib", "1"}});
  int claims = 0;
  Rng rng = Rng::seeded(5);
  for (std::uint64_t seed = 0; seed < samples(300); ++seed) {
    // Double moves and passes, where sign follows the mover and not the depth.
    const OwnedGame layered = make_game(LayeredGame(9, 12, seed));
    Exhaustive truth;
    begin(*agent, *layered, seed);
    for (const std::uint64_t n : {20U, 200U, 3000U}) {
      const Answer answer = ask(*agent, Position(*layered), iterations(n));
      claims += check_proofs(Position(*layered), answer, truth);
    }
    // Values that depend on the way: the key of the truth has all of the past.
    const OwnedGame walk = make_game(WalkGame(6 + rng.below(8), seed));
    Exhaustive walks([](const Position& p) { return fnv1a(p.text()); });
    begin(*agent, *walk, seed);
    Position position(*walk);
    while (!position.over()) {
      const Answer answer = ask(*agent, position, iterations(1 + rng.below(500)));
      claims += check_proofs(position, answer, walks);
      StringSink error;
      REQUIRE(agent->observe(position.state(), answer.move, error) == Status::kOk);
      position.apply(answer.move);
    }
  }
  CHECK(claims > static_cast<int>(samples(300)));
}

TEST_CASE("tree reuse inherits the visits of the moves played, and only those") {
  const OwnedGame game = make_game("mnk", {{"m", "5"}, {"n", "5"}, {"k", "4"}});
  for (const bool reuse : {false, true}) {
    const OwnedAgent agent = make_agent("uct", {{"tree_reuse", reuse ? "true" : "false"}});
    begin(*agent, *game, 9);
    Position position(*game);
    StringSink error;
    double expected = 0;
    for (int ply = 0; ply < 6; ++ply) {
      const Answer answer = ask(*agent, position, iterations(3000));
      CHECK(counter(answer, "inherited_visits") == (reuse ? expected : 0));
      CHECK(answer.report.iterations == 3000);
      for (const RootMove& root : answer.root) {
        if (root.move == answer.move) expected = static_cast<double>(root.visits);
      }
      REQUIRE(agent->observe(position.state(), answer.move, error) == Status::kOk);
      position.apply(answer.move);
    }
    // Another position than the one observed: a new tree.
    CHECK(counter(ask(*agent, Position(*game), iterations(10)), "inherited_visits") == 0);
  }
}

TEST_CASE("a full tree stops growing, and the search goes on") {
  const OwnedGame game = make_game("mnk", {{"m", "9"}, {"n", "9"}, {"k", "5"}});
  const OwnedAgent agent = make_agent("uct", {{"memory_mib", "1"}});
  begin(*agent, *game, 1);
  const Answer answer = ask(*agent, Position(*game), iterations(100'000));
  CHECK(answer.report.iterations == 100'000);
  CHECK(counter(answer, "pool_bytes") <= 1 << 20);
  CHECK(counter(answer, "pool_bytes") > 1 << 19);
  check_report(Position(*game), answer);
}

TEST_CASE("a playout beyond the cap counts as a draw") {
  // With a cap of one ply no playout of the 5,5,4-game gets far enough to be won by anybody.
  const OwnedGame game = make_game("mnk", {{"m", "5"}, {"n", "5"}, {"k", "5"}});
  const OwnedAgent capped = make_agent("uct", {{"playout_cap", "1"}});
  begin(*capped, *game, 1);
  for (const RootMove& root : ask(*capped, Position(*game), iterations(500)).root) CHECK(root.value == 0.0);
  const OwnedAgent free = make_agent("uct");
  begin(*free, *game, 1);
  bool moved = false;
  for (const RootMove& root : ask(*free, Position(*game), iterations(500)).root) moved |= root.value != 0.0;
  CHECK(moved);
}

TEST_CASE("uct beats random") {
  const OwnedGame game = make_game("mnk", {{"m", "5"}, {"n", "5"}, {"k", "4"}});
  const OwnedAgent uct = make_agent("uct", {{"tree_reuse", "true"}});
  const OwnedAgent random = make_agent("random");
  int wins = 0;
  constexpr int kGames = 20;
  for (int i = 0; i < kGames; ++i) {
    const bool first = i % 2 == 0;
    const GameStatus status = play_game(*game, first ? *uct : *random, first ? *random : *uct,
                                        iterations(300), static_cast<std::uint64_t>(i));
    wins += winner_of(status) == (first ? 0U : 1U) ? 1 : 0;
  }
  CHECK(wins >= 18);
}

TEST_CASE("uct refuses what it cannot play") {
  GameTraits traits = WalkGame(5, 1).traits();
  traits.flags &= ~static_cast<std::uint32_t>(kPerfectInformation);
  struct Rules : WalkGame {
    Rules(const WalkGame& base, GameTraits changed) : WalkGame(base), traits_(changed) {}
    [[nodiscard]] GameTraits traits() const { return traits_; }
    GameTraits traits_;
  };
  const OwnedGame game = make_game(Rules(WalkGame(5, 1), traits));
  StringSink error;
  CHECK(agent_factory("uct").supports(game.get(), error) == Status::kUnsupported);
  CHECK(error.text() == "needs perfect information");
}

}  // namespace ludex::tests
