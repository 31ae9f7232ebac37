// uct and flat-mc against exact values of random games with chance.
#include <cmath>
#include <string>

#include "tests/support/agent_contract.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/expectation.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/threaded_host.hpp"

namespace ludex::tests {

namespace {

// A claim holds if the exact value is that of the outcome.
bool holds(Outcome said, double value) {
  const double claimed = said == Outcome::kWin ? 1.0 : said == Outcome::kLoss ? -1.0 : 0.0;
  return std::abs(value - claimed) < 1e-9;
}

// How many claims there were; all must hold.
int check_claims(const Position& position, const Answer& answer, Expectation& exact) {
  int claims = 0;
  if (answer.report.outcome != Outcome::kUnknown) {
    ++claims;
    CHECK(holds(answer.report.outcome, exact.of(position)));
    CHECK(holds(answer.report.outcome, exact.after(position, answer.move)));
  }
  for (const RootMove& root : answer.root) {
    if (root.outcome == Outcome::kUnknown) continue;
    ++claims;
    CHECK(holds(root.outcome, exact.after(position, root.move)));
  }
  return claims;
}

// A search of 100,000 iterations finds the exact value, and a move that has it.
void check_converges(const Game& game, const Position& position, const Settings& settings,
                     std::uint32_t threads = 1) {
  const OwnedAgent agent = make_agent("uct", settings);
  begin(*agent, game, 1);
  Budget budget = iterations(100'000);
  budget.threads = threads;
  const Answer answer = ask(*agent, position, budget);
  Expectation exact(position.to_move());
  CHECK(answer.report.value == doctest::Approx(exact.of(position)).epsilon(0.001).scale(40));
  CHECK(exact.after(position, answer.move) > exact.of(position) - 0.04);
}

}  // namespace

TEST_CASE("uct converges to the expectiminimax value and move") {
  Rng rng = Rng::seeded(1);
  for (std::uint64_t seed = 0; seed < samples(12); ++seed) {
    CAPTURE(seed);
    const OwnedGame game = make_game(ChanceTree({.levels = 6, .width = 20}, seed));
    const Position position = random_position(*game, rng.below(2), rng);
    for (const char* solver : {"false", "true", "bounds"}) {
      CAPTURE(solver);
      check_converges(*game, position, {{"c", "0.7"}, {"solver", solver}});
    }
    check_converges(*game, position, {{"c", "0.7"}, {"batch", "32"}});
    check_converges(*game, position, {{"c", "0.7"}, {"history", "0.1"}, {"solver", "bounds"}});
    // Each run is another sample: with little exploration one in forty leaves a good move after 25 bad
    // playouts, in 100,000 iterations for ever.
    const ThreadedHost host(3);
    check_converges(*game, position, {{"c", "1.4"}}, 3);
    check_converges(*game, position, {{"c", "1.4"}, {"solver", "true"}}, 3);
  }
}

TEST_CASE("no proof with chance contradicts exhaustive search") {
  int claims = 0;
  Rng rng = Rng::seeded(2);
  const OwnedAgent agents[] = {make_agent("uct", {{"solver", "true"}}),
                               make_agent("uct", {{"solver", "bounds"}}),
                               make_agent("uct", {{"solver", "true"}, {"playout", "mast"}}),
                               make_agent("uct", {{"solver", "bounds"}, {"amaf", "grave"}})};
  for (std::uint64_t seed = 0; seed < samples(400); ++seed) {
    CAPTURE(seed);
    const OwnedGame game = make_game(ChanceTree({.levels = 5 + rng.below(5), .width = 12}, seed));
    for (const OwnedAgent& agent : agents) begin(*agent, *game, seed);
    Expectation exact[] = {Expectation(0), Expectation(1)};
    for (int i = 0; i < 12; ++i) {
      const Position position = random_position(*game, rng.below(6), rng);
      const Answer answer = ask(*agents[i % 4], position, iterations(1 + rng.below(600)));
      claims += check_claims(position, answer, exact[position.to_move()]);
    }
  }
  CHECK(claims > static_cast<int>(samples(400)) * 4);
}

TEST_CASE("proofs with chance found by several threads, and in kept trees, hold") {
  const ThreadedHost host(4);
  int claims = 0;
  Rng rng = Rng::seeded(3);
  for (std::uint64_t seed = 0; seed < samples(150); ++seed) {
    CAPTURE(seed);
    const OwnedGame game = make_game(ChanceTree({.levels = 9, .width = 12}, seed));
    const char* solver = seed % 2 == 0 ? "true" : "bounds";
    const OwnedAgent agent = make_agent("uct", {{"solver", solver}, {"tree_reuse", "true"}});
    begin(*agent, *game, seed);
    Expectation exact[] = {Expectation(0), Expectation(1)};
    Position position(*game);
    while (!position.over()) {
      Move move = contract::random_move(position, rng);
      if (position.to_move() == 0) {
        Budget budget = iterations(1 + rng.below(4000));
        budget.threads = 1 + rng.below(4);
        const Answer answer = ask(*agent, position, budget);
        claims += check_claims(position, answer, exact[0]);
        if (rng.below(2) == 0) move = answer.move;
      }
      StringSink error;
      REQUIRE(agent->observe(position.state(), move, error) == Status::kOk);
      position.apply(move);
    }
  }
  CHECK(claims > static_cast<int>(samples(150)));
}

TEST_CASE("a kept tree goes through the outcome that came") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const OwnedGame game = make_game(ChanceTree({.levels = 9, .chance_percent = 30}, seed));
    const OwnedAgent agent = make_agent("uct", {{"tree_reuse", "true"}});
    begin(*agent, *game, seed);
    Rng rng = Rng::seeded(seed);
    Position position(*game);
    bool asked = false;
    bool rolled = false;
    while (!position.over()) {
      Move move{};
      if (position.to_move() == kChance) {
        move = contract::random_move(position, rng);
        rolled = true;
      } else {
        const Answer answer = ask(*agent, position, iterations(2000));
        double inherited = 0;
        for (std::uint32_t i = 0; i < answer.report.counter_size; ++i) {
          if (std::string(answer.report.counters[i].name) == "inherited_visits")
            inherited = answer.report.counters[i].value;
        }
        if (asked && rolled) CHECK(inherited > 0);
        asked = true;
        rolled = false;
        move = answer.move;
      }
      StringSink error;
      REQUIRE(agent->observe(position.state(), move, error) == Status::kOk);
      position.apply(move);
    }
  }
}

// With one outcome wherever chance decides, it decides nothing: then open loop is the search of the same
// deterministic game, and so finds its value.
TEST_CASE("open loop converges to the exact value where chance has no choice") {
  for (std::uint64_t seed = 0; seed < samples(10); ++seed) {
    CAPTURE(seed);
    const OwnedGame game = make_game(ChanceTree({.levels = 6, .width = 20, .max_outcomes = 1}, seed));
    Rng rng = Rng::seeded(seed);
    const Position position = random_position(*game, 0, rng);
    check_converges(*game, position, {{"c", "0.7"}, {"chance", "open-loop"}});
    check_converges(*game, position, {{"c", "0.7"}, {"chance", "open-loop"}, {"history", "0.1"}});
  }
}

TEST_CASE("open loop searches with one thread, and says so") {
  const ThreadedHost host(2);
  const OwnedGame game = make_game(ChanceTree({}, 1));
  const OwnedAgent agent = make_agent("uct", {{"chance", "open-loop"}});
  begin(*agent, *game, 1);
  Rng rng = Rng::seeded(1);
  const Position position = random_position(*game, 0, rng);
  Budget budget = iterations(10);
  budget.threads = 2;
  SearchReport report = SearchReport::empty(nullptr, 0);
  Move move{};
  StringSink error;
  CHECK(agent->choose(position.state(), &budget, &report, &move, error) != Status::kOk);
  CHECK(error.text().find("one thread") != std::string::npos);
}

TEST_CASE("flat-mc knows the expected return of random play after each move") {
  struct Average {
    double operator()(const Position& p, Player player) const {
      if (p.over()) {
        std::array<float, kMaxPlayers> returns{};
        p.game().returns(p.state(), returns.data());
        return static_cast<double>(returns[player]);
      }
      const auto moves = p.legal_moves();
      std::vector<double> shares(moves.size(), 1.0 / static_cast<double>(moves.size()));
      if (p.to_move() == kChance) find<Chance>(p.game())->probabilities(p.state(), shares.data());
      double sum = 0;
      for (std::size_t i = 0; i < moves.size(); ++i) {
        Position next = p;
        next.apply(moves[i]);
        sum += shares[i] * (*this)(next, player);
      }
      return sum;
    }
  };
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const OwnedGame game = make_game(ChanceTree({.levels = 6, .players = seed % 2 == 0 ? 2U : 3U}, seed));
    const OwnedAgent agent = make_agent("flat-mc");
    begin(*agent, *game, 1);
    Rng rng = Rng::seeded(seed);
    const Position position = random_position(*game, 0, rng);
    const Answer answer = ask(*agent, position, iterations(40'000));
    for (const RootMove& root : answer.root) {
      Position next = position;
      next.apply(root.move);
      // At least 10,000 playouts of a standard deviation of at most 1: five standard errors.
      CHECK(std::abs(root.value - Average{}(next, position.to_move())) < 0.05);
    }
  }
}

}  // namespace ludex::tests
