// UGI, both ways: `ludex ugi`, and programs of others as `ugi-engine`.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/session.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

const std::string kLudex = LUDEX_BUILD_DIR "/ludex";
const std::string kDescriptions = LUDEX_TEST_DIR "/../games/lud/descriptions/";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<Json> tournament(const TemporaryFolder& folder, const std::string& game,
                             const std::string& agents) {
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, "name: ugi\ngames: [ {game: " + game + "} ]\nagents:\n" + agents +
                       "grace: 2s\nlimits: {faults_in_a_row: 0}\nformat: {games_per_pair: 4}\n");
  const auto run = ludex("run " + file + " --concurrency 1 --out " + (folder.path() / "out").string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  return games(folder.path() / "out");
}

// `ludex ugi`, seen as a stranger's engine.
std::string served(const std::string& name, const std::string& game, const std::string& agent) {
  return "  - {name: " + name + ", agent: ugi-engine, params: {command: '" + kLudex + "', args: 'ugi " +
         game + " " + agent + "', seed_option: Seed}, budget: {nodes: 200}}\n";
}

std::string cells(int size) {
  std::string list;
  for (int row = 1; row <= size; ++row)
    for (int column = 0; column < size; ++column)
      list += std::string(" ") + static_cast<char>('a' + column) + std::to_string(row);
  return list;
}

}  // namespace

TEST_CASE("ludex ugi answers what UGI asks") {
  const std::string out = session("ugi othello random",
                                  "ugi\nisready\nuginewgame\nposition startpos\nquery p1turn\n"
                                  "position startpos moves d3\nquery p1turn\nquery gameover\nquery result\n"
                                  "query colour\ngo movetime 10\nquit\n");
  CHECK(has(out, "ugiok\nreadyok\nresponse true\nresponse false\nresponse false\nresponse none\n"));
  CHECK(has(out, "info string error: query 'colour': expected gameover, p1turn or result\n"));
  CHECK(has(out, "bestmove "));
  // The first player wins a line of five.
  const std::string won = session("ugi gomoku random",
                                  "ugi\nposition startpos moves a1 a2 b1 b2 c1 c2 d1 d2 e1\n"
                                  "query gameover\nquery result\ngo nodes 5\n");
  CHECK(has(won, "response true\nresponse p1win\nbestmove (none)\n"));
}

TEST_CASE("over UGI an agent plays as it does inside, at any game") {
  const std::string rules = kDescriptions + "Hex.lud";
  struct Case {
    std::string game;
    std::string id;
  };
  for (const Case& c : {Case{"othello", "othello"}, Case{"loa", "loa"}, Case{"awari", "awari"},
                        Case{"lud, params: {file: '" + rules + "'}", "lud:file=" + rules}}) {
    CAPTURE(c.id);
    const std::string first = c.game.starts_with("lud") ? "mtd" : "alpha-beta";
    const TemporaryFolder one, two;
    const auto inside = tournament(one, c.game,
                                   "  - {name: first, agent: " + first +
                                       ", budget: {nodes: 200}}\n  - {name: second, agent: uct, params: "
                                       "{memory_mib: 16}, budget: {nodes: 200}}\n");
    const auto bridged =
        tournament(two, c.game, served("first", c.id, first) + served("second", c.id, "uct:memory_mib=16"));
    REQUIRE(inside.size() == 4);
    REQUIRE(bridged.size() == 4);
    for (std::size_t i = 0; i < inside.size(); ++i) {
      CAPTURE(bridged[i].dump());
      CHECK(bridged[i]["termination"] == "normal");
      CHECK(inside[i]["moves"] == bridged[i]["moves"]);
    }
  }
}

TEST_CASE("a stranger's UGI engine plays, and each of its faults is its own") {
  if (std::system("python3 -c '' > /dev/null 2>&1") != 0) {
    MESSAGE("python3 is not installed: the scripted engine is not run");
    return;
  }
  const std::string rules = kDescriptions + "Gomoku.lud";
  struct Case {
    std::string game;
    int size;
  };
  for (const Case& c : {Case{"hex, params: {size: 4}", 4}, Case{"gomoku", 15},
                        Case{"lud, params: {file: '" + rules + "'}", 15}}) {
    for (const std::string deed : {"well", "taken", "silent"}) {
      CAPTURE(c.game);
      CAPTURE(deed);
      const TemporaryFolder folder;
      const auto list =
          tournament(folder, c.game,
                     "  - {name: stranger, agent: ugi-engine, params: {command: '" LUDEX_TEST_DIR
                     "/support/engines/ugi_cells.py', args: '" +
                         deed + cells(c.size) +
                         "', patience: 0.2}, budget: {wall: 100ms}}\n  - {name: good, agent: random}\n");
      REQUIRE(list.size() == 4);
      for (const Json& game_line : list) {
        CAPTURE(game_line.dump());
        CHECK(game_line["termination"] == (deed == "well"    ? "normal"
                                           : deed == "taken" ? "illegal-move"
                                                             : "hang"));
        const bool second = game_line["agents"][1] == "stranger";
        if (deed != "well") CHECK(game_line["outcome"] == (second ? "1-0" : "0-1"));
      }
    }
  }
}

}  // namespace ludex::tests
