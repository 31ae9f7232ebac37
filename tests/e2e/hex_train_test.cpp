// The network of Hex is learned from games that it has played against itself.
#include <cstddef>
#include <cstdio>
#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"
#include "tests/support/training.hpp"

namespace ludex::tests {
namespace {

TEST_CASE("games, and weights from them: the same each time") {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  const auto play = [&](const std::string& out, const std::string& more) {
    const auto run = ludex("study hex-self-play --set games=20 --set size=4 --set visits=20 --set quick=10" +
                           more + " --out " + here + "/" + out);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    CHECK(contains(run.out, "20 games"));
    return read_file(here + "/" + out + "/games.txt");
  };
  const std::string games = play("games", "");
  CHECK(play("games-again", "") == games);
  CHECK(play("games-seed", " --set seed=2") != games);
  check_training("hex-train --set games=" + here + "/games/games.txt", here);
  CHECK(play("games-once", " --set weights=" + here + "/once/weights.inc") != games);

  write_file(here + "/bad.txt", "3 3 0 4||\n3 3 0 9||\n");
  check_refused("hex-train --set games=" + here + "/bad.txt",
                "bad.txt: line 2: '9||' is not cell|value|shares", here);
}

TEST_CASE("how well evaluations predict the games of a log") {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  write_file(here + "/games.yaml",
             "name: games\n"
             "games: [{game: hex, params: {size: 5}}]\n"
             "agents: [{name: a, agent: random}, {name: b, agent: random}]\n"
             "format: {games_per_pair: 6}\n"
             "out: " +
                 here + "/games\n");
  REQUIRE(ludex("run " + here + "/games.yaml").exit_code == 0);
  const std::string log = here + "/games/games.jsonl";
  const std::string judge = "study hex-judge --set games=" + log;
  const auto judged = ludex(judge + " --set size=5 --set first=2 --set end=9");
  REQUIRE_MESSAGE(judged.exit_code == 0, judged.err);
  // No game is over before its ninth ply: seven positions of each.
  std::size_t open = 0;
  std::size_t decided = 0;
  REQUIRE(std::sscanf(judged.out.c_str(), "6 games, %zu positions, %zu more decided", &open, &decided) == 2);
  CHECK(open + decided == 6 * 7);
  CHECK(open > 0);
  for (const char* name :
       {"network ", "circuits, bridges", "circuits, connections", "network and connections"})
    CHECK_MESSAGE(contains(judged.out, name), judged.out);
  CHECK_MESSAGE(contains(judged.out, "predicted       far"), judged.out);
  // Nobody of that name: who wins is told, and nothing of moves.
  const auto nobody = ludex(judge + " --set size=5 --set agents=c");
  CHECK(contains(nobody.out, "who wins, by"));
  CHECK_FALSE(contains(nobody.out, "network and connections"));

  const auto refused = ludex(judge + " --set size=2");
  CHECK(refused.exit_code != 0);
  CHECK_MESSAGE(contains(refused.err, "games.jsonl:1: '"), refused.err);
  CHECK_MESSAGE(contains(refused.err, "is not a move of Hex 2x2 here"), refused.err);
  check_refused("hex-judge", "no games: the parameter 'games' names logs of the arena", here);
}

}  // namespace
}  // namespace ludex::tests
