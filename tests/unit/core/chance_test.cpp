// Chance in games made by GameModule (core/game/draft/chance.hpp).
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "core/game/game_module.hpp"
#include "core/game/position.hpp"
#include "tests/support/chance_tree.hpp"

namespace ludex::tests {
namespace {

// The expected return of player 0 in uniformly random play, by the probabilities.
double expectation(const Position& position) {
  const Game& game = position.game();
  if (position.over()) {
    std::array<float, kMaxPlayers> returns{};
    game.returns(position.state(), returns.data());
    return returns[0];
  }
  const std::vector<Move> moves = position.legal_moves();
  std::vector<double> shares(moves.size(), 1.0 / static_cast<double>(moves.size()));
  if (position.to_move() == kChance) {
    REQUIRE(find<Chance>(game)->probabilities(position.state(), shares.data()) == moves.size());
  }
  double sum = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Position next = position;
    next.apply(moves[i]);
    sum += shares[i] * expectation(next);
  }
  return sum;
}

TEST_CASE("playouts draw outcomes by their probabilities") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    GameModule<ChanceTree> game(ChanceTree({.levels = 5}, seed));
    const Position start{game};
    const double expected = expectation(start);
    constexpr int kGames = 40'000;
    double sum = 0;
    Rng rng = Rng::seeded(seed);
    std::array<TracedMove, 8> traced{};
    for (int i = 0; i < kGames; ++i) {
      Position position = start;
      PlayoutTrace trace{traced.data(), traced.size(), 0};
      game.playout(position.state(), &rng, &trace);
      std::array<float, kMaxPlayers> returns{};
      game.returns(position.state(), returns.data());
      sum += returns[0];
      if (i == 0) {
        Position replayed = start;
        for (std::uint32_t ply = 0; ply < trace.size; ++ply) {
          CHECK(traced[ply].player == replayed.to_move());
          replayed.apply(traced[ply].move);
        }
        CHECK(replayed.text() == position.text());
      }
    }
    // Returns lie in [-1, 1], so a mean's standard error is at most 1 / sqrt(n).
    CHECK(std::abs(sum / kGames - expected) < 5 / std::sqrt(double{kGames}));
  }
}

TEST_CASE("draw follows the probabilities") {
  GameModule<ChanceTree> game(ChanceTree({.chance_percent = 100}, 3));
  const Position start{game};
  REQUIRE(start.to_move() == kChance);
  const Chance& chance = *find<Chance>(game);
  std::array<double, 4> shares{};
  const std::uint32_t count = chance.probabilities(start.state(), shares.data());
  REQUIRE(count <= chance.max_outcomes());
  constexpr int kDraws = 100'000;
  std::map<Move, int> drawn;
  Rng rng = Rng::seeded(1);
  for (int i = 0; i < kDraws; ++i) ++drawn[chance.draw(start.state(), &rng)];
  const std::vector<Move> outcomes = start.legal_moves();
  REQUIRE(outcomes.size() == count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const double expected = shares[i] * kDraws;
    CHECK(std::abs(drawn[outcomes[i]] - expected) <= 5 * std::sqrt(expected));
  }
}

}  // namespace
}  // namespace ludex::tests
