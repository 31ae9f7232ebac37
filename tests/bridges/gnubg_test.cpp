// GNU Backgammon as an agent: Debian's gnubg at the terminal, without which the games are skipped.
#include <array>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/plugins.hpp"

namespace ludex::tests {
namespace {

// Points of the first agent in one game, in thirds; the dice come from `rng`.
int play(const Game& game, Agent& first, Agent& second, Rng& rng) {
  begin(first, game, 1);
  begin(second, game, 2);
  Position position(game);
  while (!position.over()) {
    const Player mover = position.to_move();
    if (mover == kChance) {
      position.apply(find<Chance>(game)->draw(position.state(), &rng));
    } else {
      const Answer answer = ask(mover == 0 ? first : second, position, iterations(1));
      REQUIRE_MESSAGE(position.is_legal(answer.move), position.text());
      position.apply(answer.move);
    }
  }
  return find<Score>(game)->score(position.state(), 0);
}

TEST_CASE("gnubg plays backgammon, far better than chance") {
  if (!std::filesystem::exists("/usr/games/gnubg")) {
    MESSAGE("gnubg is not installed (apt-get install gnubg): the games against it are not played");
    return;
  }
  const OwnedGame game = make_game("backgammon");
  const OwnedAgent gnubg = make_agent("gnubg", {{"patience", "60"}, {"start_timeout", "60"}});
  const OwnedAgent random = make_agent("random");
  Rng rng = Rng::seeded(1);
  int points = 0;
  for (int pair = 0; pair < 5; ++pair) {
    // The same dice for both seats.
    Rng again = rng;
    points += play(*game, *gnubg, *random, rng);
    points -= play(*game, *random, *gnubg, again);
  }
  // A game against random play is worth about two points.
  CHECK(points >= 10);
}

TEST_CASE("gnubg refuses what is not backgammon, and says what is missing") {
  const OwnedGame hex = make_game("hex", {{"size", "3"}});
  StringSink why;
  CHECK(agent_factory("gnubg").supports(hex.get(), why) != Status::kOk);
  CHECK_MESSAGE(why.text().find("needs backgammon") != std::string::npos, why.text());
  const OwnedAgent lost = make_agent("gnubg", {{"command", "/no/such/gnubg"}});
  const OwnedGame game = make_game("backgammon");
  StringSink missing;
  CHECK(lost->new_game(game.get(), 0, 1, missing) != Status::kOk);
  CHECK_MESSAGE(missing.text().find("/no/such/gnubg") != std::string::npos, missing.text());
}

}  // namespace
}  // namespace ludex::tests
