// Reading SGF: the main line of every game. Syntax from FF[4] (https://www.red-bean.com/sgf).
#include "arena/base/formats/sgf.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace ludex::arena {
namespace {

// "NAME[value][value]" of every property, a text a game.
std::vector<std::string> games_of(const std::string& text) {
  SgfReader reader(text);
  std::vector<std::string> games;
  for (SgfGame game; reader.next(game);) {
    std::string all;
    for (const SgfProperty& property : game.properties) {
      all += property.name;
      for (const std::string& value : property.values) all += "[" + value + "]";
    }
    games.push_back(all + (game.cut_short ? "..." : ""));
  }
  return games;
}

}  // namespace

TEST_CASE("SGF: the main line, properties of several values, escapes") {
  CHECK(games_of("some mail (;FF[4]GM[11]\n AB [a1] [b2]\n;B[c3]C[a \\] ( ; b\\\\]\n;Wh[d4])") ==
        std::vector<std::string>{"FF[4]GM[11]AB[a1][b2]B[c3]C[a ] ( ; b\\]W[d4]"});
  CHECK(games_of("(;C[one \\\nline])") == std::vector<std::string>{"C[one line]"});
}

TEST_CASE("SGF: the first variation of each branch, and several games") {
  CHECK(games_of("(;B[a](;W[b](;B[c])(;B[d]))(;W[e](;B[f])))(;B[g])") ==
        std::vector<std::string>{"B[a]W[b]B[c]", "B[g]"});
  CHECK(games_of("nothing") == std::vector<std::string>{});
}

TEST_CASE("SGF: a text that ends within a game") {
  CHECK(games_of("(;B[a])(;B[b];W[c") == std::vector<std::string>{"B[a]", "B[b]..."});
  CHECK(games_of("(;B[b]") == std::vector<std::string>{"B[b]..."});
  CHECK(games_of("(;B[b\\") == std::vector<std::string>{"..."});
  CHECK(games_of("[x](") == std::vector<std::string>{"..."});
}

TEST_CASE("SGF: places") {
  const std::string text = "\n(;GM[1]\n ;B[a]W[b])";
  SgfReader reader(text);
  SgfGame game;
  REQUIRE(reader.next(game));
  CHECK(game.line == 2);
  CHECK(game.find("W")->line == 3);
  CHECK(game.find("W")->column == 8);
  CHECK(game.find("X") == nullptr);
}

}  // namespace ludex::arena
