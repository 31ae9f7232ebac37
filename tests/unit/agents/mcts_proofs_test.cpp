// No proof of an agent of the Monte-Carlo family contradicts exhaustive search: 100,000 random positions of
// small boards, also with tree reuse and with the tree's memory used up.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

namespace {

struct Board {
  OwnedGame game;
  std::uint32_t plies;  // random moves before a search
};

std::vector<Board> boards() {
  std::vector<Board> all;
  all.push_back({make_game("breakthrough", {{"width", "3"}, {"height", "5"}}), 12});
  all.push_back({make_game("knightthrough", {{"width", "3"}, {"height", "5"}}), 8});
  all.push_back({make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}), 8});
  all.push_back({make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}}), 10});
  all.push_back({make_game("hex", {{"size", "3"}}), 6});
  return all;
}

// Every agent that proves, in the settings that prove differently.
std::vector<OwnedAgent> provers() {
  std::vector<OwnedAgent> all;
  all.push_back(make_agent("uct", {{"solver", "true"}}));
  all.push_back(make_agent("uct", {{"solver", "bounds"}}));
  all.push_back(make_agent("pn-mcts"));
  all.push_back(make_agent("pn-mcts", {{"layers", "2"}, {"tactics", "false"}}));
  all.push_back(make_agent("pn-mcts", {{"layers", "2"}, {"expansion", "all"}, {"c_pn", "5"}}));
  all.push_back(make_agent("pn-mcts", {{"layers", "2"}, {"threshold", "0"}}));
  return all;
}

}  // namespace

TEST_CASE("proofs at random positions") {
  for (const Board& board : boards()) {
    Exhaustive truth;
    int claims = 0;
    Rng rng = Rng::seeded(7);
    const auto agents = provers();
    for (const OwnedAgent& agent : agents) begin(*agent, *board.game, 1);
    const std::uint32_t count = samples(20'000);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Position position = random_position(*board.game, rng.below(board.plies), rng);
      const Answer answer = ask(*agents[i % agents.size()], position, iterations(1 + rng.below(150)));
      claims += check_proofs(position, answer, truth);
    }
    CHECK(claims > static_cast<int>(count) / 4);
  }
}

TEST_CASE("proofs with tree reuse") {
  for (const Board& board : boards()) {
    Exhaustive truth;
    int claims = 0;
    Rng rng = Rng::seeded(8);
    for (const Settings& settings :
         {Settings{{"tree_reuse", "true"}}, Settings{{"tree_reuse", "true"}, {"layers", "2"}},
          Settings{{"tree_reuse", "true"}, {"expansion", "all"}, {"layers", "2"}}}) {
      const OwnedAgent agent = make_agent("pn-mcts", settings);
      for (std::uint64_t game = 0; game < samples(100); ++game) {
        begin(*agent, *board.game, game);
        Position position(*board.game);
        // The agent moves every other time, so its tree is for the right player.
        for (std::uint64_t ply = game % 2; !position.over(); ++ply) {
          Move move =
              position.legal_moves()[rng.below(static_cast<std::uint32_t>(position.legal_moves().size()))];
          if (ply % 2 == 0) {
            const Answer answer = ask(*agent, position, iterations(1 + rng.below(300)));
            claims += check_proofs(position, answer, truth);
            move = answer.move;
          }
          StringSink error;
          REQUIRE(agent->observe(position.state(), move, error) == Status::kOk);
          position.apply(move);
        }
      }
    }
    CHECK(claims > static_cast<int>(samples(100)));
  }
}

// A kept tree may know that its new root is won by a move that it has never tried.
TEST_CASE("a move that wins at once is played, whatever tree was kept") {
  const OwnedGame games[] = {make_game("breakthrough", {{"width", "4"}, {"height", "5"}}),
                             make_game("knightthrough", {{"width", "4"}, {"height", "6"}})};
  for (const std::string id : {"pn-mcts", "gpn-mcts"}) {
    CAPTURE(id);
    std::uint32_t met = 0;
    Rng rng = Rng::seeded(10);
    for (const auto& game : games) {
      const OwnedAgent agent = make_agent(id, {{"tree_reuse", "true"}});
      for (std::uint64_t seed = 0; seed < samples(100); ++seed) {
        begin(*agent, *game, seed);
        Position position(*game);
        for (std::uint64_t ply = seed % 2; !position.over(); ++ply) {
          const auto moves = position.legal_moves();
          const auto wins = [&](Move move) {
            Position next = position;
            next.apply(move);
            return next.over() && winner_of(next.status()) == position.to_move();
          };
          Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
          if (ply % 2 == 0) {
            const Answer answer = ask(*agent, position, iterations(1 + rng.below(200)));
            move = answer.move;
            if (std::any_of(moves.begin(), moves.end(), wins)) {
              CHECK(wins(move));
              CHECK(answer.report.outcome == Outcome::kWin);
              ++met;
            }
          }
          StringSink error;
          REQUIRE(agent->observe(position.state(), move, error) == Status::kOk);
          position.apply(move);
        }
      }
    }
    CHECK(met > samples(100));
  }
}

TEST_CASE("proofs when the tree is full") {
  const OwnedGame games[] = {make_game("connect-k", {{"width", "4"}, {"height", "4"}}),
                             make_game("mnk", {{"m", "4"}, {"n", "4"}, {"k", "3"}})};
  // Under a sanitizer later positions, which are soon solved, and just enough simulations to fill the tree.
  const std::uint32_t first_ply = kSanitized ? 4 : 0;
  const std::uint64_t simulations = kSanitized ? 40'000 : 100'000;
  for (const auto& game : games) {
    Exhaustive truth;
    int claims = 0;
    Rng rng = Rng::seeded(9);
    for (const OwnedAgent& agent : provers()) {
      begin(*agent, *game, 1);
      for (std::uint32_t i = 0; i < samples(10); ++i) {
        const Position position = random_position(*game, first_ply + rng.below(5), rng);
        Budget budget = iterations(simulations);
        budget.memory_mib = 1;
        claims += check_proofs(position, ask(*agent, position, budget), truth);
      }
    }
    CHECK(claims > 0);
  }
}

}  // namespace ludex::tests
