// The network of Hex is learned from games that it has played against itself.
#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

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
  const auto train = [&](const std::string& out, const std::string& more) {
    const auto run = ludex("experiment hex-train --set passes=2 --set games=" + here + "/games/games.txt" +
                           more + " --out " + here + "/" + out);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    CHECK(run.out.find("20 games, ") == 0);
    CHECK(contains(run.out, "pass 2 of 2"));
    return read_file(here + "/" + out + "/weights.inc");
  };
  const std::string once = train("once", "");
  CHECK(train("again", "") == once);
  CHECK(train("seed", " --set seed=2") != once);
  // Steps of size 0 leave what they began with.
  CHECK(train("on", " --set rate=0 --set start=" + here + "/once/weights.inc") == once);
  CHECK(play("games-once", " --set weights=" + here + "/once/weights.inc") != games);

  write_file(here + "/bad.txt", "3 3 0 4||\n3 3 0 9||\n");
  const auto bad = ludex("experiment hex-train --set games=" + here + "/bad.txt --out " + here + "/bad");
  CHECK(bad.exit_code != 0);
  CHECK(contains(bad.err, "bad.txt: line 2: '9||' is not cell|value|shares"));
}

}  // namespace
}  // namespace ludex::tests
