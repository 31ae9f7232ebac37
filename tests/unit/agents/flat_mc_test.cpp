#include <algorithm>
#include <cmath>

#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

Settings allocation(const char* name) {
  return {{"allocation", name}};
}

}  // namespace

TEST_CASE("flat-mc keeps the agent contract") {
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedGame layered = make_game(LayeredGame(12, 30, 1));
  for (const char* name : {"uniform", "ucb1"}) {
    Exhaustive truth;
    check_agent_contract("flat-mc", *wide, allocation(name), samples(20), &truth);
    Exhaustive layered_truth;
    check_agent_contract("flat-mc", *layered, allocation(name), samples(40), &layered_truth);
  }
}

TEST_CASE("flat-mc looks one ply deep; uniform spreads evenly and plays the best mean, ucb1 does not") {
  const OwnedGame game = make_game("connect-k");
  for (const char* name : {"uniform", "ucb1"}) {
    const OwnedAgent agent = make_agent("flat-mc", allocation(name));
    for (const std::uint64_t n : {1U, 5U, 7U, 700U, 703U}) {
      begin(*agent, *game, n);
      const Answer answer = ask(*agent, Position(*game), iterations(n));
      CHECK(answer.report.iterations == n);
      CHECK(answer.report.depth == 1);
      CHECK(answer.root.size() == std::min<std::size_t>(n, 7));
      std::uint64_t sum = 0;
      std::uint64_t least = n;
      std::uint64_t most = 0;
      double best = -1;
      for (const RootMove& root : answer.root) {
        sum += root.visits;
        least = std::min(least, root.visits);
        most = std::max(most, root.visits);
        best = std::max(best, root.value);
      }
      CHECK(sum == n);
      if (name[1] == 'n') {
        CHECK(most - least <= 1);
        CHECK(answer.report.value == best);
      } else if (n >= 700) {
        CHECK(most > least + 50);
        for (const RootMove& root : answer.root) CHECK((root.move != answer.move || root.visits == most));
      }
    }
  }
}

TEST_CASE("the mean of a move is its expected outcome under random play") {
  // Tic-tac-toe; exact values from the tree of all playouts.
  const OwnedGame game = make_game("mnk");
  struct Average {
    double operator()(const Position& p, Player player) const {
      if (p.over()) {
        const Outcome o = outcome_for(p.status(), player);
        return o == Outcome::kWin ? 1.0 : o == Outcome::kLoss ? -1.0 : 0.0;
      }
      double sum = 0;
      const auto moves = p.legal_moves();
      for (const Move move : moves) {
        Position next = p;
        next.apply(move);
        sum += (*this)(next, player);
      }
      return sum / static_cast<double>(moves.size());
    }
  };
  Position position(*game);
  for (int ply = 0; ply < 2; ++ply) position.apply(position.legal_moves()[0]);
  const OwnedAgent agent = make_agent("flat-mc");
  begin(*agent, *game, 1);
  const Answer answer = ask(*agent, position, iterations(70'000));
  for (const RootMove& root : answer.root) {
    Position next = position;
    next.apply(root.move);
    // 10,000 playouts of a standard deviation below 1: five standard errors.
    CHECK(std::abs(root.value - Average{}(next, position.to_move())) < 0.05);
  }
}

TEST_CASE("flat-mc beats random") {
  const OwnedGame game = make_game("connect-k");
  const OwnedAgent random = make_agent("random");
  for (const char* name : {"uniform", "ucb1"}) {
    const OwnedAgent flat = make_agent("flat-mc", allocation(name));
    int wins = 0;
    for (int i = 0; i < 20; ++i) {
      const bool first = i % 2 == 0;
      const GameStatus status = play_game(*game, first ? *flat : *random, first ? *random : *flat,
                                          iterations(200), static_cast<std::uint64_t>(i));
      wins += winner_of(status) == (first ? 0U : 1U) ? 1 : 0;
    }
    CHECK(wins >= 18);
  }
}

}  // namespace ludex::tests
