// Nobody is blamed for another's fault: `ludex ugi` and a stranger's UGI engines, one of which plays illegal
// moves, against each other and an agent inside, at hex and three .lud games. LUDEX_LONG=1: 10,080 games.
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

const std::string kDescriptions = LUDEX_TEST_DIR "/../games/lud/descriptions/";
constexpr const char* kTicTacToe = R"((game "Noughts" (players 2)
  (equipment {(piece "Ring" P1) (piece "Bar" P2) (board (square 3) use:Vertex)})
  (rules (play (move Add (to (sites Empty Vertex)))) (end {(if (is Line 3) (result Mover Win))}))))";

std::string squares(int size) {
  std::string list;
  for (int row = 1; row <= size; ++row)
    for (int column = 0; column < size; ++column)
      list += std::string(" ") + static_cast<char>('a' + column) + std::to_string(row);
  return list;
}
std::string numbers(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += " " + std::to_string(i);
  return list;
}

// The interpreter itself: python3 in PATH may be a script that takes longer than a game.
std::string python() {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "path").string();
  if (std::system(("python3 -c 'import sys; print(sys.executable, end=\"\")' > '" + file + "' 2> /dev/null")
                      .c_str()) != 0)
    return "";
  return read_file(file);
}

std::string stranger(const std::string& interpreter, const std::string& name, const std::string& deed,
                     const std::string& cells) {
  return "  - {name: " + name + ", agent: ugi-engine, params: {command: '" + interpreter +
         "', args: '-S -E " LUDEX_TEST_DIR "/support/engines/ugi_cells.py " + deed + cells +
         "'}, budget: {nodes: 10}}\n";
}

}  // namespace

TEST_CASE("hundreds of games with engines of others: no wrong blame") {
  const std::string interpreter = python();
  if (interpreter.empty()) {
    MESSAGE("python3 is not installed: the scripted engines are not run");
    return;
  }
  const bool thorough = std::getenv("LUDEX_LONG") != nullptr;
  const std::string games_per_pair = thorough ? "420" : kSanitized ? "2" : "10";
  const TemporaryFolder rules;
  const std::string own = (rules.path() / "Tic-Tac-Toe.lud").string();
  write_file(own, kTicTacToe);
  struct Case {
    std::string game;
    std::string id;
    std::string cells;
  };
  const auto lud = [](const std::string& file, const std::string& cells) {
    return Case{"lud, params: {file: '" + file + "'}", "lud:file=" + file, cells};
  };
  std::size_t played = 0;
  std::size_t faults = 0;
  for (const Case& c : {Case{"hex, params: {size: 4}", "hex:size=4", squares(4)},
                        lud(kDescriptions + "Hex.lud", numbers(121)),
                        lud(kDescriptions + "Gomoku.lud", squares(15)), lud(own, squares(3))}) {
    CAPTURE(c.id);
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "t.yaml").string();
    write_file(file, "name: blame\ngames: [ {game: " + c.game + "} ]\nagents:\n" +
                         stranger(interpreter, "well", "well", c.cells) +
                         stranger(interpreter, "bad", "taken", c.cells) +
                         "  - {name: ours, agent: ugi-engine, params: {command: '" +
                         LUDEX_BUILD_DIR "/ludex', args: 'ugi " + c.id +
                         " random'}, budget: {nodes: 10}}\n  - {name: inside, agent: random}\n"
                         "limits: {faults_in_a_row: 0}\nformat: {games_per_pair: " +
                         games_per_pair + "}\n");
    const auto run = ludex("run " + file + " --concurrency 2 --out " + (folder.path() / "out").string());
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    for (const Json& record : games(folder.path() / "out")) {
      CAPTURE(record.dump());
      ++played;
      const bool first = record["agents"][0] == "bad";
      if (!first && record["agents"][1] != "bad") {
        CHECK(record["termination"] == "normal");
        continue;
      }
      ++faults;
      CHECK(record["termination"] == "illegal-move");
      CHECK(record["outcome"] == (first ? "0-1" : "1-0"));
    }
  }
  CHECK(played == 24 * static_cast<std::size_t>(std::stoi(games_per_pair)));
  CHECK(faults == played / 2);
}

}  // namespace ludex::tests
