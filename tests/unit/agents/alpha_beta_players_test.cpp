// alpha-beta in games of more than two players and in games with chance: the searches themselves are in
// tests/unit/agents/common.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/agent_contract.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

namespace {

OwnedGame three_players(std::uint64_t seed) {
  return make_game(ChanceTree({.levels = 8, .width = 12, .players = 3, .chance_percent = 0}, seed));
}
OwnedGame rolls(std::uint64_t seed) {
  return make_game(ChanceTree({.levels = 8, .width = 12, .chance_percent = 35}, seed));
}

std::string refusal(const std::string& agent, const Game& game) {
  StringSink reason;
  const Status status = agent_factory(agent).supports(&game, reason);
  return status == Status::kOk ? "" : reason.text();
}

// True if `player` wins whatever the others and chance do.
bool is_sure_win(const Position& position, Player player) {
  if (position.over()) return winner_of(position.status()) == player;
  const auto wins = [&](Move move) {
    Position next = position;
    next.apply(move);
    return is_sure_win(next, player);
  };
  const auto moves = position.legal_moves();
  return position.to_move() == player ? std::any_of(moves.begin(), moves.end(), wins)
                                      : std::all_of(moves.begin(), moves.end(), wins);
}

// The value for player 0 if both play best.
double expectation(const Position& position) {
  if (position.over()) {
    float returns[kMaxPlayers];
    position.game().returns(position.state(), returns);
    return static_cast<double>(returns[0]);
  }
  const Player mover = position.to_move();
  std::vector<double> values;
  for (const Move move : position.legal_moves()) {
    Position next = position;
    next.apply(move);
    values.push_back(expectation(next));
  }
  if (mover == 0) return *std::max_element(values.begin(), values.end());
  if (mover == 1) return *std::min_element(values.begin(), values.end());
  const auto* const chance = find<Chance>(position.game());
  std::vector<double> probabilities(chance->max_outcomes());
  chance->probabilities(position.state(), probabilities.data());
  return std::inner_product(values.begin(), values.end(), probabilities.begin(), 0.0);
}

SearchReport solve(Agent& agent, const Position& position, const Budget& budget) {
  SearchReport report = SearchReport::empty(nullptr, 0);
  StringSink error;
  REQUIRE(agent.solve(position.state(), Goal::kValue, &budget, &report, error) == Status::kOk);
  return report;
}

Position asked(const Game& game, Rng& rng) {
  for (;;) {
    const Position position = random_position(game, rng.below(5), rng);
    if (position.to_move() != kChance) return position;
  }
}

// The mean return of seat 0 over `games` games with this agent there and random moves elsewhere.
double mean_return(Agent& agent, const Game& game, std::uint32_t games) {
  Rng rng = Rng::seeded(9);
  double sum = 0;
  for (std::uint32_t i = 0; i < games; ++i) {
    begin(agent, game, i);
    Position position(game);
    while (!position.over()) {
      const Player mover = position.to_move();
      const auto moves = position.legal_moves();
      position.apply(mover == kChance ? find<Chance>(game)->draw(position.state(), &rng)
                     : mover == 0     ? ask(agent, position, nodes(300)).move
                                      : moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    float returns[kMaxPlayers];
    game.returns(position.state(), returns);
    sum += static_cast<double>(returns[0]);
  }
  return sum / games;
}

}  // namespace

TEST_CASE("alpha-beta and mtd say what they cannot play") {
  const OwnedGame many = three_players(1);
  const OwnedGame chance = rolls(1);
  const OwnedGame both =
      make_game(ChanceTree({.levels = 8, .width = 12, .players = 3, .chance_percent = 35}, 1));
  CHECK(refusal("alpha-beta", *many) == "");
  CHECK(refusal("alpha-beta", *chance) == "");
  CHECK(refusal("alpha-beta", *both) ==
        "plays games with chance if two play, and games of 3 players without chance");
  for (const OwnedGame* game : {&many, &chance, &both}) CHECK(refusal("mtd", **game).starts_with("needs "));
}

TEST_CASE("alpha-beta keeps the agent contract with three players and with chance") {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    for (const char* players : {"maxn", "paranoid", "best-reply"})
      check_agent_contract("alpha-beta", *three_players(seed), {{"players", players}, {"tt_mib", "1"}},
                           samples(10), nullptr);
    for (const char* chance : {"star2", "star1", "expectiminimax"})
      check_agent_contract("alpha-beta", *rolls(seed), {{"chance", chance}, {"tt_mib", "1"}}, samples(10),
                           nullptr);
  }
}

TEST_CASE("the node budget is kept, and depth is that of the budget") {
  Rng rng = Rng::seeded(3);
  for (const bool chance : {false, true}) {
    for (const char* players : {"maxn", "paranoid", "best-reply"}) {
      const OwnedGame game = chance ? rolls(2) : three_players(2);
      const OwnedAgent agent = make_agent("alpha-beta", {{"players", players}});
      const Position position = asked(*game, rng);
      begin(*agent, *game, 1);
      for (const std::uint64_t n : {1U, 2U, 10U, 30U}) {
        const Answer answer = ask(*agent, position, nodes(n));
        check_report(position, answer);
        CHECK(answer.report.nodes <= n);
      }
      for (std::uint32_t depth = 1; depth <= 4; ++depth) {
        Budget budget{};
        budget.depth = depth;
        budget.threads = 1;
        CHECK(ask(*agent, position, budget).report.depth <= depth);
      }
    }
  }
}

TEST_CASE("reports: the best of several players' values, and of a roll each outcome's") {
  const OwnedGame many = three_players(4);
  const OwnedAgent agent = make_agent("alpha-beta", {{"players", "maxn"}});
  begin(*agent, *many, 1);
  const Answer answer = ask(*agent, Position(*many), nodes(5000));
  const SearchReport& report = answer.report;
  double of_first = 2;
  int seats = 0;
  for (std::uint32_t i = 0; i < report.counter_size; ++i) {
    const std::string name = report.counters[i].name;
    seats += name.starts_with("value_") ? 1 : 0;
    if (name == "value_1") of_first = report.counters[i].value;
  }
  CHECK(seats == 3);
  CHECK(of_first == report.value);

  int weighed = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const OwnedGame game = rolls(seed);
    const Position position(*game);
    if (position.to_move() != kChance) continue;
    const OwnedAgent roller = make_agent("alpha-beta");
    begin(*roller, *game, 1);
    const Answer rolled = ask(*roller, position, nodes(100'000));
    std::vector<double> probabilities(find<Chance>(*game)->max_outcomes());
    find<Chance>(*game)->probabilities(position.state(), probabilities.data());
    double mean = 0;
    for (std::size_t i = 0; i < rolled.root.size(); ++i) {
      CHECK(rolled.root[i].bound == ValueBound::kExact);
      mean += probabilities[i] * rolled.root[i].value;
    }
    CHECK(rolled.report.value == doctest::Approx(mean).epsilon(1e-6));
    ++weighed;
  }
  CHECK(weighed > 5);
}

TEST_CASE(
    "solve answers with what is proven; a win is proven only if nobody can prevent it, chance neither") {
  int claims = 0;
  int values = 0;
  Rng rng = Rng::seeded(5);
  for (std::uint64_t seed = 0; seed < samples(200); ++seed) {
    for (const bool chance : {false, true}) {
      const OwnedGame game = chance ? rolls(seed) : three_players(seed);
      for (const char* players : {"maxn", "paranoid", "best-reply"}) {
        const OwnedAgent agent = make_agent("alpha-beta", {{"players", players}, {"tt_mib", "1"}});
        begin(*agent, *game, seed);
        const Position position = asked(*game, rng);
        const Player mover = position.to_move();
        const Answer answer = ask(*agent, position, nodes(1 + rng.below(2000)));
        const SearchReport solved = solve(*agent, position, nodes(1 + rng.below(2000)));
        for (const Outcome outcome : {answer.report.outcome, solved.outcome}) {
          claims += outcome == Outcome::kWin ? 1 : 0;
          if (outcome == Outcome::kWin) CHECK(is_sure_win(position, mover));
          if (!chance) CHECK((outcome == Outcome::kWin || outcome == Outcome::kUnknown));
          if (chance && outcome == Outcome::kLoss) CHECK(is_sure_win(position, 1 - mover));
        }
        if (chance && solved.bound == ValueBound::kExact) {
          const double value = expectation(position);
          CHECK(solved.value == doctest::Approx(mover == 0 ? value : -value).epsilon(1e-6));
          ++values;
        }
        if (answer.report.outcome == Outcome::kWin) {
          Position next = position;
          next.apply(answer.move);
          CHECK(is_sure_win(next, mover));
        }
      }
    }
  }
  CHECK(claims > static_cast<int>(samples(200)));
  CHECK(values > static_cast<int>(samples(200)));
}

TEST_CASE("every search plays better than random moves") {
  for (const bool chance : {false, true}) {
    const OwnedGame game = chance ? rolls(7) : three_players(7);
    const double random = mean_return(*make_agent("random"), *game, 300);
    for (const char* mode : chance ? std::vector{"star2", "star1", "expectiminimax"}
                                   : std::vector{"maxn", "paranoid", "best-reply"}) {
      const OwnedAgent agent = make_agent("alpha-beta", {{chance ? "chance" : "players", mode}});
      CHECK(mean_return(*agent, *game, 100) > random);
    }
  }
}

}  // namespace ludex::tests
