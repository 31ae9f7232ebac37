// The network of Hex is learned from games that it has played against itself.
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
    const auto run = ludex("experiment hex-self-play --set games=20 --set size=4 --set visits=20" + more +
                           " --out " + here + "/" + out);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    CHECK(contains(run.out, "20 games"));
    return read_file(here + "/" + out + "/games.txt");
  };
  const std::string quick = " --set quick=10";
  const std::string games = play("games", quick);
  CHECK(play("games-again", quick) == games);
  CHECK(play("games-seed", quick + " --set seed=2") != games);
  check_training("hex-train --set games=" + here + "/games/games.txt", here);
  CHECK(play("games-once", quick + " --set weights=" + here + "/once/weights.inc") != games);

  // Games that are not searched tell who won, and nothing of moves.
  const std::string drawn = play("drawn", " --set quick=0 --set share=0");
  CHECK(play("drawn-again", " --set quick=0 --set share=0") == drawn);
  CHECK(play("drawn-cooler", " --set quick=0 --set share=0 --set drawn_plies=0 --set temperature=0.1") !=
        drawn);
  const std::string untold =
      "hex-train --set games=" + here + "/drawn/games.txt --set plies=2 --set keep_moves=true";
  const auto kept = ludex("experiment " + untold + " --set passes=1 --set start=" + here +
                          "/once/weights.inc --out " + here + "/kept");
  REQUIRE_MESSAGE(kept.exit_code == 0, kept.err);
  CHECK(contains(kept.out, "20 games, 38 positions to learn, 2 withheld"));
  check_refused(untold, "keep_moves=true keeps those of the weights of 'start', which is empty", here);

  write_file(here + "/bad.txt", "3 3 0 4||\n3 3 0 9||\n");
  check_refused("hex-train --set games=" + here + "/bad.txt",
                "bad.txt: line 2: '9||' is not cell|value|shares", here);
}

}  // namespace
}  // namespace ludex::tests
