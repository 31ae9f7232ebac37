// Moves and positions of other people's files, from the file to the board.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The record of a game that begins as `book` says, and what was said on standard error.
Json opened(const std::string& book, const std::string& extension, std::string& said,
            const std::string& game = "chess") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / ("book." + extension)).string();
  const std::string spec = (folder.path() / "t.yaml").string();
  write_file(file, book);
  write_file(spec, "name: op\ngames: [ " + game +
                       " ]\nagents:\n  - {name: a, agent: random}\n  - {name: b, agent: random}\n"
                       "format: {games_per_pair: 2}\nopenings: {file: " +
                       file + "}\nadjudication: {plies: 30}\n");
  const auto run = ludex("run " + spec + " --quiet --out " + (folder.path() / "out").string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  said = run.err;
  return games(folder.path() / "out")[0];
}
std::vector<std::string> moves_of(const Json& game) {
  return game["opening"].get<std::vector<std::string>>();
}

}  // namespace

TEST_CASE("openings are read as files have them, and logged as the game writes them") {
  const std::vector<std::string> expected{"e2e4", "d7d5", "e4d5", "d8d5", "b1c3",
                                          "d5a5", "g1f3", "g8f6", "f1c4"};
  std::string said;
  for (const char* text : {"1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nf3 Nf6 5. Bc4 *",
                           "1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. Nb1-c3 Qd5-a5 "
                           "4. Ng1-f3 Ng8-f6 5. Bf1-c4 *",
                           "1 e4 d5 2 ed5 Qd5 3 Nc3 Qa5+ 4 Nf3 Nf6 5 Bc4 *",
                           "1.e4! 1...d5?! 2.exd Q:d5 \u00B1 3.\u2658c3 $1 \u265Ba5, 4. \u2658f3 \u265Ef6 "
                           "(4... Bg4) 5. \u2657c4 {x} *",
                           "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 g1f3 g8f6 f1c4 *",
                           "1. E4 D5 2. E4D5 QXD5 3. NC3 QA5 4. NF3 nf6 5. bc4 *"}) {
    CAPTURE(text);
    CHECK(moves_of(opened(std::string("[Result \"*\"]\n\n") + text + "\n", "pgn", said)) == expected);
    CHECK(said == "");
  }
  CHECK(moves_of(opened("1. e4 d5 2. ed5, Qd5 3. Nc3 Qa5 4. Nf3 Nf6 5. Bc4\n", "txt", said)) == expected);
  // The position as the game writes it; what cannot be of it is said.
  const Json dropped =
      opened("[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w QKk e3 0 0\"]\n\n1. 0-0-0 *\n", "pgn", said);
  CHECK(dropped["position"] == "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  CHECK(moves_of(dropped) == std::vector<std::string>{"e1c1"});
  CHECK(contains(said, "book.pgn:2"));
  CHECK(contains(said, "castling right 'K' is ignored"));
  const Json lines = opened("4k3/8/8/8/8/8/8/R3K3 w KQ -\n", "epd", said);
  CHECK(lines["position"] == "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  CHECK(contains(said, "castling right 'K' is ignored"));
}

TEST_CASE("Chess960 is played from books, by its own rules") {
  std::string said;
  const std::string pgn =
      "[Result \"*\"]\n[Variant \"fischerandom\"]\n[FEN \"1r3k1r/5p2/8/8/8/8/5P2/1R3K1R w KQkq - 0 "
      "1\"]\n\n1. "
      "O-O O-O-O *\n";
  const Json game = opened(pgn, "pgn", said, "{game: chess, params: {variant: chess960}}");
  CHECK(moves_of(game) == std::vector<std::string>{"f1h1", "f8b8"});
  CHECK(game["position"] == "1r3k1r/5p2/8/8/8/8/5P2/1R3K1R w HBhb - 0 1");
  // From the usual position it is chess as well.
  CHECK(moves_of(opened(
            "[Result \"*\"]\n[Variant \"fischerandom\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR "
            "w HAha - 0 1\"]\n\n1. e4 *\n",
            "pgn", said)) == std::vector<std::string>{"e2e4"});
  // Else it is refused in words.
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "book.pgn").string();
  const std::string spec = (folder.path() / "t.yaml").string();
  write_file(file, pgn);
  write_file(
      spec,
      "name: op\ngames: [ chess ]\nagents:\n  - {name: a, agent: random}\n  - {name: b, agent: random}\n"
      "format: {games_per_pair: 2}\nopenings: {file: " +
          file + "}\n");
  const auto run = ludex("run " + spec + " --quiet --out " + (folder.path() / "out").string());
  CHECK(run.exit_code == 2);
  CHECK(contains(run.err, "a game of the variant 'fischerandom', expected chess"));
}

TEST_CASE("solutions of suites are read as files have them") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "s.epd").string();
  write_file(file,
             "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm 1. Ra1-a8#!; id \"long\";\n"
             "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"short\";\n"
             "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm a1a8, g1f1; id \"uci\";\n"
             "6k1/5ppp/8/8/8/8/8/R5K1 w KQ - bm \u2656xa8++; id \"figurine\";\n");
  const auto run = ludex("suite chess " + file + " --agent alpha-beta --depth 2 --json");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const Json result = Json::parse(run.out);
  CHECK(result["count"] == 4);
  CHECK(result["solved"] == 4);
  CHECK(contains(run.err, "castling right 'K' is ignored"));
}

TEST_CASE("positions and moves on the command line are read likewise") {
  const auto run = ludex(
      "perft chess 1 --position '4k3/8/8/8/8/8/8/R3K3  w QK - 0 0' --moves '1. 0-0-0, Ke8-e7!?' --json");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  CHECK(contains(run.err, "castling right 'K' is ignored"));
  CHECK(ludex("perft chess 1 --position '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1' --moves 'e1g1'").exit_code == 2);
  CHECK(ludex("perft hex:size=3 1 --moves 'A1 B2'").exit_code == 0);
}

}  // namespace ludex::tests
