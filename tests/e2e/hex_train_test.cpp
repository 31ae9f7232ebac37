// The network of Hex is learned from games that Ludex itself has exported.
#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a tournament, its games as SGF, weights from them: the same each time") {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  write_file(
      here + "/t.yaml",
      "name: games\ngames: [ {game: hex, params: {size: 4}}, {game: hex, params: {width: 3, height: 5}} ]\n"
      "agents: [ {name: a, agent: random}, {name: b, agent: uct} ]\n"
      "budget: {iterations: 20}\nformat: {games_per_pair: 20}\n");
  const auto played = ludex("run " + here + "/t.yaml --out " + here + "/out");
  REQUIRE_MESSAGE(played.exit_code == 0, played.err);
  const auto exported = ludex("export " + here + "/out --format sgf");
  REQUIRE_MESSAGE(exported.exit_code == 0, exported.err);
  write_file(here + "/games.sgf", exported.out);
  const auto train = [&](const std::string& out, const std::string& more) {
    const auto run = ludex("experiment hex-train --set passes=2 --set games=" + here + "/games.sgf" + more +
                           " --out " + here + "/" + out);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    CHECK(run.out.find("40 games, ") == 0);
    CHECK(contains(run.out, "pass 2 of 2"));
    return read_file(here + "/" + out + "/weights.inc");
  };
  const std::string once = train("once", "");
  CHECK(train("again", "") == once);
  CHECK(train("seed", " --set seed=2") != once);
  // Steps of size 0 leave what they began with.
  CHECK(train("on", " --set rate=0 --set start=" + here + "/once/weights.inc") == once);

  write_file(here + "/bad.sgf", "(;SZ[4]RE[B+]\n;B[e1])");
  const auto bad = ludex("experiment hex-train --set games=" + here + "/bad.sgf --out " + here + "/bad");
  CHECK(bad.exit_code != 0);
  CHECK(contains(bad.err, "bad.sgf: line 2: 'e1' is not a cell of the board"));
}

}  // namespace
}  // namespace ludex::tests
