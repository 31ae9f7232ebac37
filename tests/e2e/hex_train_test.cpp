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
    const auto run =
        ludex("experiment hex-self-play --set games=20 --set size=4 --set visits=20 --set quick=10" + more +
              " --out " + here + "/" + out);
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

}  // namespace
}  // namespace ludex::tests
