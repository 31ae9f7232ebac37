// Games described in the language of Ludii, from the command line: checked, played, refused.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/zip_file.hpp"

namespace ludex::tests {
namespace {

const std::string kLine =
    "(game \"Line\" (players 2) (equipment {(piece \"Disc\" Each) (board (square <Board:n>))})\n"
    "  (rules (play (move Add (to (sites Empty Cell)))) (end (if (is Line 3) (result Mover Win)))))\n"
    "(option \"Board\" <Board> args:{ <n> } { (item \"3x3\" <3> \"\")* (item \"4x4\" <4> \"\") })\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("lud check: a file, a folder; what is missing has its place") {
  const TemporaryFolder folder;
  const std::string good = (folder.path() / "good.lud").string();
  const std::string bad = (folder.path() / "bad.lud").string();
  write_file(good, kLine);
  write_file(bad,
             "(game \"Bad\" (players 2) (equipment {(piece \"D\" Each) (board (square 3))})\n"
             "  (rules (play (teleport (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n");
  const auto one = ludex("lud check " + good);
  CHECK(one.exit_code == 0);
  CHECK(one.out == good + ": playable\n");
  const auto other = ludex("lud check " + bad);
  CHECK(other.exit_code == 2);
  CHECK(contains(other.out, bad + ":2:16: ludeme 'teleport' is not implemented\n"));
  const auto both = ludex("lud check " + folder.path().string());
  CHECK(both.exit_code == 0);
  CHECK(contains(both.out, "playable     good.lud\n"));
  CHECK(contains(both.out, "not playable bad.lud: ludeme 'teleport' is not implemented\n"));
  CHECK(both.out.ends_with("1 of 2 playable\n"));
  const auto document = ludex("lud check --json " + folder.path().string()).out;
  CHECK(contains(document, "\"playable\": 1"));
  CHECK(contains(document, "\"refused\": 1"));
  CHECK(contains(document, "\"ludeme 'teleport' is not implemented\": 1"));
  CHECK(ludex("lud check " + (folder.path() / "none.lud").string()).exit_code == 2);
  CHECK(ludex("lud burn " + good).exit_code == 2);
}

// A game in which everything can be counted: nine plies, of which the last leaves no choice, 9, 8, ..., 1
// moves, and the first player makes the last one.
const std::string kFilling =
    "(game \"Filling\" (players 2) (equipment {(piece \"Disc\" Each) (board (square 3))})\n"
    "  (rules (play (move Add (to (sites Board) if:(is Empty (to))))) (end (if (is Full) (result Mover Win)))))\n";
// Each turn a roll; the first to show 2 with the die of faces 1 and 2 wins: 2 plies on average, variance 2;
// the first player wins 2 games of 3.
const std::string kRolling =
    "(game \"Rolling\" (players 2) (equipment {(piece \"Disc\" Each) (board (square 1)) (dice d:2 num:1)})\n"
    "  (rules (play (do (roll) next:(move Pass))) (end (if (= 2 (count Pips)) (result Mover Win)))))\n";

TEST_CASE("lud check --playouts counts random games") {
  const TemporaryFolder folder;
  const std::string filling = (folder.path() / "filling.lud").string();
  write_file(filling, kFilling);
  const auto text = ludex("lud check --playouts 7 " + filling);
  CHECK(text.exit_code == 0);
  CHECK(text.out == filling +
                        ": playable\n  playouts 7\n  plies 9\n  plies_sd 0\n  plies_min 9\n  plies_max 9\n"
                        "  moves 5\n  moves_max 9\n  decisions 8\n  chance 0\n  wins [7,0]\n  draws 0\n");
  write_file((folder.path() / "rolling.lud").string(), kRolling);
  write_file((folder.path() / "bad.lud").string(), "(game \"Bad\")");
  const auto both = ludex("lud check --playouts 2000 --json " + folder.path().string());
  REQUIRE(both.exit_code == 0);
  const auto document = arena::json::Value::parse(both.out);
  REQUIRE(document["files"].size() == 3);
  CHECK(document["files"][0].find("statistics") == nullptr);
  CHECK(document["files"][1]["statistics"]["plies"] == 9);
  const auto& rolling = document["files"][2]["statistics"];
  CHECK(rolling["playouts"] == 2000);
  CHECK(rolling["draws"] == 0);
  CHECK(rolling["decisions"] == 0);
  CHECK(rolling["chance"] == rolling["plies"]);
  CHECK(rolling["plies"].get<double>() == doctest::Approx(2).epsilon(0.1));  // 6 standard errors
  CHECK(rolling["plies_sd"].get<double>() == doctest::Approx(1.414).epsilon(0.2));
  CHECK(rolling["wins"][0].get<double>() + rolling["wins"][1].get<double>() == 2000);
  CHECK(rolling["wins"][0].get<double>() == doctest::Approx(1333).epsilon(0.1));
  CHECK(
      contains(ludex("lud check --playouts 3 " + folder.path().string()).out, "filling.lud\n  playouts 3\n"));
  CHECK(ludex("lud check --playouts 0 " + filling).exit_code == 2);
  CHECK(ludex("lud compile --explain --playouts 1 " + filling).exit_code == 2);
}

TEST_CASE("lud compile; without a compiler games are interpreted, and that is said") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "line.lud").string();
  write_file(file, kLine);
  const std::string without =
      "LUDEX_CXX=no-such-compiler XDG_CACHE_HOME=" + (folder.path() / "cache").string();
  const auto compiled = ludex("lud compile " + file, without);
  CHECK(compiled.exit_code == 1);
  CHECK(contains(compiled.out, "no compiler 'no-such-compiler'"));
  CHECK(compiled.out.ends_with(file + ": not compiled\n"));
  const auto perft = ludex("perft lud:file=" + file + " 5 --json", without);
  REQUIRE(perft.exit_code == 0);
  CHECK(arena::json::Value::parse(perft.out)["nodes"] == 15120);
  CHECK(contains(perft.err, "Line is interpreted, not compiled"));
  const auto quiet = ludex("perft lud:file=" + file + ",compile=never 5 --json", without);
  CHECK(quiet.err.empty());
  CHECK(ludex("perft lud:file=" + file + ",compile=always 5", without).exit_code == 2);
}

TEST_CASE("compile=auto interprets what the generator leaves to the interpreter") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "walkers.lud").string();
  write_file(
      file,
      "(game \"Walkers\" (players 2) (equipment {(piece \"Walker\" Each (move Step (to\n"
      "  if:(is Empty (to))))) (board (square 4))}) (rules (start {(place \"Walker1\" 0) (place \"Walker2\" 15)})\n"
      "  (play (do (set Var 0) next:(forEach Piece))) (end (if (no Moves Next) (result Mover Win)))))\n");
  const std::string without =
      "LUDEX_CXX=no-such-compiler XDG_CACHE_HOME=" + (folder.path() / "cache").string();
  CHECK(ludex("perft lud:file=" + file + " 3", without).err.empty());
  CHECK(ludex("perft lud:file=" + file + ",compile=always 3", without).exit_code == 2);
  const auto said = ludex("lud compile --explain " + file, without);
  CHECK(contains(said.out, " nodes evaluated in play: compile=auto prefers the interpreter\n"));
  const auto document = ludex("lud compile --explain --json " + file, without).out;
  CHECK(arena::json::Value::parse(document)["auto"] == "interpreted");
}

TEST_CASE("lud compile --explain says what became of a description") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "line.lud").string();
  write_file(file, kLine);
  const std::string here = "XDG_CACHE_HOME=" + (folder.path() / "cache").string();
  const auto said = ludex("lud compile --explain " + file, here);
  REQUIRE_MESSAGE(said.exit_code == 0, said.err);
  CHECK(contains(said.out, "rewritings that were used"));
  CHECK(contains(said.out, "left to the interpreter\n"));
  CHECK(contains(said.out, "a ply of a playout"));
  const auto document = ludex("lud compile --explain " + file + " --json", here);
  static_cast<void>(arena::json::Value::parse(document.out));
  CHECK(contains(document.out, "\"playout_ply\": "));
  CHECK(ludex("lud check --explain " + file, here).exit_code == 2);
  CHECK(ludex("lud compile --explain " + folder.path().string(), here).exit_code == 2);
}

TEST_CASE("lud compile --code writes C++ that needs no file of Ludex") {
  const TemporaryFolder folder;
  const std::string file = folder.file("line.lud"), code = folder.file("line.cpp");
  write_file(file, kLine);
  const std::string here = "XDG_CACHE_HOME=" + folder.file("cache");
  const auto done = ludex("lud compile " + file + " --code " + code, here);
  REQUIRE_MESSAGE(done.exit_code == 0, done.err);
  CHECK(contains(read_file(code), "ludex_lud_playout"));
  CHECK_FALSE(contains(read_file(code), "#include \"games/"));
  CHECK(ludex("lud check " + file + " --code " + code, here).exit_code == 2);
  CHECK(ludex("lud compile --explain " + file + " --code " + code, here).exit_code == 2);
  const auto folders = ludex("lud compile " + folder.path().string() + " --code " + code, here);
  CHECK(folders.exit_code == 2);
  CHECK(contains(folders.err, "take one description, not a folder"));
  CHECK(contains(ludex("lud compile " + file + " --code /nowhere/line.cpp", here).err, "cannot write"));
}

TEST_CASE("a described game is a game like any other") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "line.lud").string();
  write_file(file, kLine);
  const auto perft = ludex("perft lud:file=" + file + " 5 --json");
  REQUIRE_MESSAGE(perft.exit_code == 0, perft.err);
  CHECK(arena::json::Value::parse(perft.out)["nodes"] == 15120);
  const auto larger = ludex("perft 'lud:file=" + file + ",options=Board/4x4' 2 --json");
  REQUIRE_MESSAGE(larger.exit_code == 0, larger.err);
  CHECK(arena::json::Value::parse(larger.out)["nodes"] == 240);
  const auto play = ludex("play lud:file=" + file + " uct random --iterations 50 --seed 1 --quiet");
  CHECK_MESSAGE(play.exit_code == 0, play.err);
}

TEST_CASE("a description that has changed meanwhile is told when a tournament goes on") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "line.lud").string();
  write_file(file, kLine);
  const auto run = [&](int games, const std::string& more = "") {
    folder.write("t.yaml", "name: t\ngames: [{game: lud, params: {file: '" + file + "'}}]\n" +
                               "agents: [{name: a, agent: random}, {name: b, agent: random}]\n" +
                               "format: {games_per_pair: " + std::to_string(games) + "}\n");
    return ludex("run '" + folder.file("t.yaml") + "' --resume --out '" + folder.file("out") + "'" + more);
  };
  CHECK(run(2).exit_code == 0);
  CHECK_FALSE(contains(run(4).err, "changed since"));
  write_file(file, std::string(kLine) + "\n// another text\n");
  const auto refused = run(6);
  CHECK(refused.exit_code == 2);
  CHECK_MESSAGE(contains(refused.err, "  file " + file + " (SHA-256 "), refused.err);
  const auto changed = run(6, " --accept-changed");
  CHECK(changed.exit_code == 0);
  CHECK_MESSAGE(contains(changed.err, "changed since the earlier games were played: file " + file),
                changed.err);
  const auto info = arena::json::Value::parse(read_file(folder.path() / "out/run.json"));
  REQUIRE(info["runs"].size() == 3);
  CHECK(info["runs"][0]["files"] == info["runs"][1]["files"]);
  CHECK(info["runs"][1]["files"][0]["sha256"] != info["runs"][2]["files"][0]["sha256"]);
  CHECK(contains(ludex("report --markdown '" + folder.file("out") + "'").out, "file "));
}

TEST_CASE("a game of a library") {
  const TemporaryFolder folder;
  const std::string jar = (folder.path() / "library.jar").string();
  write_file(jar,
             zip_archive({{"def/Row.def", "(define \"Row\" (is Line #1))"},
                          {"lud/board/Line.lud",
                           "(game \"Line\" (players 2) (equipment {(piece \"Disc\" Each) (board (square 3))})"
                           " (rules (play (move Add (to (sites Empty Cell)))) (end (if (\"Row\" 3) (result "
                           "Mover Win)))))"}}));
  const auto perft = ludex("perft 'lud:library=" + jar + ",name=Line' 5 --json");
  REQUIRE_MESSAGE(perft.exit_code == 0, perft.err);
  CHECK(arena::json::Value::parse(perft.out)["nodes"] == 15120);
  const auto unknown = ludex("perft 'lud:library=" + jar + ",name=Ring' 5");
  CHECK(unknown.exit_code == 2);
  CHECK(contains(unknown.err, "has no description Ring.lud"));
  CHECK(ludex("perft lud:library=" + jar + " 5").exit_code == 2);
}

TEST_CASE("a tournament over a folder of fifty descriptions") {
  const TemporaryFolder folder;
  const auto games = folder.path() / "games" / "lines";
  std::filesystem::create_directories(games);
  // Lines of 3 on boards of 3 x 3 to 4 x 7, made by the mover or (misere) lost by who makes one.
  int count = 0;
  for (int rows = 3; rows <= 7 && count < 50; ++rows) {
    for (int columns = 3; columns <= 7 && count < 50; ++columns) {
      for (const char* result : {"Win", "Loss"}) {
        const std::string name = "Line" + std::to_string(rows) + std::to_string(columns) + result;
        write_file(games / (name + ".lud"),
                   "(game \"" + name + "\" (players 2) (equipment {(piece \"Disc\" Each) (board (rectangle " +
                       std::to_string(rows) + " " + std::to_string(columns) +
                       "))})\n (rules (play (move Add (to "
                       "(sites Empty Cell)))) (end (if (is Line 3) (result Mover " +
                       result + ")))))\n");
        ++count;
      }
    }
  }
  CHECK(count == 50);
  const std::string agents =
      "agents: [{name: uct, agent: uct, budget: {iterations: 20}}, {name: pn, agent: pn-mcts, budget: "
      "{iterations: 20}}, {name: ab, agent: alpha-beta, budget: {nodes: 100}}]\n"
      "format: {type: round-robin, games_per_pair: 2}\n";
  const std::string yaml = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(yaml,
             "name: t\ngames: {lud: {folder: games, all: true, openings: {random_plies: 1}}}\n" + agents);
  const auto run = ludex("run " + yaml + " --out " + out + " --quiet");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  std::ifstream log(out + "/games.jsonl");
  int played = 0;
  std::set<std::string> labels;
  for (std::string line; std::getline(log, line);) {
    const auto game = arena::json::Value::parse(line);
    if (!game.contains("moves")) continue;
    ++played;
    labels.insert(game["game"].get<std::string>());
  }
  CHECK(played == 300);
  CHECK(labels.size() == 50);
  const auto report = ludex("report " + out);
  CHECK_MESSAGE(report.exit_code == 0, report.err);
  // Some of them, and what is wrong where it is named.
  write_file(games / "Bad.lud",
             "(game \"Bad\" (players 2) (equipment {(piece \"Disc\" Each) (board (square 3))})"
             " (rules (play (teleport)) (end (if (is Line 3) (result Mover Win)))))");
  const auto problems = [&](const std::string& list) {
    write_file(yaml, "name: t\ngames:\n  - {game: lud, " + list + "}\n" + agents);
    const auto refused = ludex("run " + yaml + " --out " + out + "2 --quiet");
    CHECK(refused.exit_code == 2);
    return refused.err;
  };
  CHECK(
      contains(problems("folder: games, files: [lines/Line33Win, lines/Bad]"), ":3:57: error: game 'lud': "));
  CHECK(contains(problems("folder: games, files: [lines/Line33Win, lines/Bad]"),
                 "ludeme 'teleport' is not implemented"));
  CHECK(contains(problems("folder: games, files: [Ring]"), ":3:40: error: there is no file"));
  CHECK(contains(problems("folder: games"),
                 ":3:25: error: a folder of games has either 'all: true' or 'files'"));
  CHECK(contains(problems("folder: none, all: true"), ":3:25: error: there is no folder"));
  CHECK(contains(problems("folder: games/lines, all: true"), ":3:25: error: game 'lud': "));
  CHECK(contains(problems("all: true"), ":3:5: error: 'all' and 'files' go with 'folder' only"));
  CHECK(contains(problems("folder: games, all: true, params: {file: x}"),
                 "games of a folder have their own 'file'"));
}

TEST_CASE("files in a specification lie beside it, and their games are called by them") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "games");
  std::filesystem::create_directories(folder.path() / "words");
  write_file(folder.path() / "games/One.lud", kLine);
  std::string called = kLine;
  called.replace(called.find("(sites Empty Cell)"), 18, "(\"Free\")");
  write_file(folder.path() / "games/Two.lud", called);
  write_file(folder.path() / "words/free.def", "(define \"Free\" (sites Empty Cell))\n");
  const std::string out = (folder.path() / "out").string();
  const auto spec = [&](const std::string& games) {
    return "name: t\ngames:\n" + games +
           "agents: [random, {agent: random, name: other}]\nformat: {type: round-robin, games_per_pair: 2}\n";
  };
  write_file(folder.path() / "t.yaml",
             spec("  - {game: lud, params: {file: games/One.lud}}\n"
                  "  - {game: lud, params: {file: ./games/../games/Two.lud, definitions: words, options: "
                  "\"Board/4x4\"}}\n"));
  const auto run = ludex("run " + (folder.path() / "t.yaml").string() + " --out " + out + " --quiet");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  std::ifstream log(out + "/games.jsonl");
  std::set<std::string> labels;
  for (std::string line; std::getline(log, line);) {
    const auto game = arena::json::Value::parse(line);
    if (game.contains("moves")) labels.insert(game["game"].get<std::string>());
  }
  CHECK(labels == std::set<std::string>{"lud:file=One.lud", "lud:file=Two.lud,definitions=words"});
  // Without the folder of definitions that is what is said.
  write_file(folder.path() / "u.yaml", spec("  - {game: lud, params: {file: games/Two.lud}}\n"));
  const auto refused = ludex("run " + (folder.path() / "u.yaml").string() + " --out " + out + "2 --quiet");
  CHECK(refused.exit_code == 2);
  CHECK_MESSAGE(contains(refused.err, "definition \"Free\" is not defined in this file"), refused.err);
  // Two files of one name need labels of their own.
  std::filesystem::create_directories(folder.path() / "other");
  write_file(folder.path() / "other/One.lud", kLine);
  write_file(folder.path() / "v.yaml", spec("  - {game: lud, params: {file: games/One.lud}}\n"
                                            "  - {game: lud, params: {file: other/One.lud}}\n"));
  const auto twice = ludex("run " + (folder.path() / "v.yaml").string() + " --out " + out + "3 --quiet");
  CHECK(twice.exit_code == 2);
  CHECK_MESSAGE(contains(twice.err, "label 'lud:file=One.lud' is used twice"), twice.err);
}

TEST_CASE("logs of earlier versions, with the label lud and numbers for sites, are still read") {
  const TemporaryFolder folder;
  write_file(folder.path() / "line.lud", kLine);
  const std::string out = (folder.path() / "out").string();
  write_file(
      folder.path() / "t.yaml",
      "name: t\ngames: [{game: lud, label: lud, params: {file: line.lud}}]\n"
      "agents: [random, {agent: random, name: other}]\nformat: {type: round-robin, games_per_pair: 2}\n");
  const auto run = ludex("run " + (folder.path() / "t.yaml").string() + " --out " + out + " --quiet");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  std::ifstream in(out + "/games.jsonl");
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  CHECK(contains(text, "\"b2\""));
  std::string id;
  for (std::istringstream lines(text);
       std::getline(lines, id) && id.find("\"moves\"") == std::string::npos;) {
  }
  id = arena::json::Value::parse(id)["id"].get<std::string>();
  for (int site = 0; site < 9; ++site) {
    const std::string name = std::string("\"") + "abc"[site % 3] + std::to_string(site / 3 + 1) + "\"";
    const std::string number = "\"" + std::to_string(site) + "-" + std::to_string(site) + "\"";
    for (std::size_t at; (at = text.find(name)) != std::string::npos;) text.replace(at, name.size(), number);
  }
  const std::string old = (folder.path() / "old").string();
  std::filesystem::create_directories(old);
  write_file(old + "/games.jsonl", text);
  std::filesystem::copy_file(out + "/spec.yaml", old + "/spec.yaml");
  const auto shown = ludex("show " + old + " " + id);
  CHECK_MESSAGE(shown.exit_code == 0, shown.err);
  CHECK(contains(shown.out, "b2"));
  CHECK(ludex("rate " + old).exit_code == 0);
}

TEST_CASE("a person plays a described game on the terminal") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "line.lud").string();
  write_file(file, kLine);
  const std::string typed = (folder.path() / "moves").string();
  write_file(typed, "4\n0-0\nB1\nc3\nb3\n");
  const auto played = ludex("play lud:file=" + file + " human human", "", "< " + typed);
  CHECK_MESSAGE(played.exit_code == 0, played.err);
  CHECK(contains(played.out, "moves: b2 a1 b1 c3 b3\nresult: player 1 (human) wins\n"));
  CHECK(contains(played.out, "    a b c\nplayer 1 (capital letters) to move\n"));
  CHECK(contains(played.out, "player 2 (small letters) to move\n"));
}

TEST_CASE("options as a list") {
  const TemporaryFolder folder;
  write_file(folder.path() / "line.lud", kLine);
  const std::string yaml = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(
      yaml,
      "name: t\ngames: {lud: {folder: ., all: true, params: {options: [\"Board/4x4\"]}}}\n"
      "agents: [random, {agent: random, name: other}]\nformat: {type: round-robin, games_per_pair: 2}\n");
  const auto run = ludex("run " + yaml + " --out " + out + " --quiet");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  std::ifstream spec(out + "/spec.yaml");
  const std::string text{std::istreambuf_iterator<char>(spec), std::istreambuf_iterator<char>()};
  CHECK_MESSAGE(contains(text, "Board/4x4"), text);
}

TEST_CASE("lud check warns of a game that ends with any first move") {
  const TemporaryFolder folder;
  const std::string head =
      "(game \"Short\" (players { (player NW) (player SE) })\n  (equipment { (piece \"Token\" P1) (piece "
      "\"Token\" P2) "
      "(board (rectangle 1 3)) })\n  (rules (play (move Add (to (sites Board) if:(is Empty (to)))))\n    "
      "(end ";
  const std::string at_once =
      folder.write("Short.lud", head + "(if (>= (count Pieces All) 1) (result Mover Win)))))\n");
  const auto warned = ludex("lud check '" + at_once + "'");
  CHECK(warned.exit_code == 0);
  CHECK_MESSAGE(
      warned.out == at_once + ": warning: every first move ends the game\n" + at_once + ": playable\n",
      warned.out);
  const std::string later =
      folder.write("Later.lud", head + "(if (>= (count Pieces All) 2) (result Mover Win)))))\n");
  CHECK(ludex("lud check '" + later + "'").out == later + ": playable\n");
  const auto both = ludex("lud check '" + folder.path().string() + "'");
  CHECK_MESSAGE(contains(both.out, "playable     Short.lud: warning: every first move ends the game\n"),
                both.out);
  CHECK(contains(both.out, "playable     Later.lud\n"));
}

TEST_CASE("games with dice, stacks and three players keep the contract of games") {
  const TemporaryFolder folder;
  const std::string texts[] = {
      // A walker goes on by what a die shows.
      R"((game "Race" (players 2) (equipment {(dice faces:{1 1 2} num:1)
           (board (rectangle 2 4) {(track "Low" "0,E" P1) (track "High" "4,E" P2)})
           (piece "Walker" Each (move (from (from)) (to (trackSite Move from:(from) steps:(count Pips)))))})
         (rules (start {(place "Walker1" 0) (place "Walker2" 4)}) (play (do (roll) next:(forEach Piece)))
           (end (if (is In (last To) (sites {3 7})) (result Mover Win))))))",
      R"((game "Two Dice" (players 2) (equipment {(dice d:4 num:2) (board (rectangle 1 9)) (piece "Disc" Each)})
         (rules (play (do (roll) next:(move Add (to (sites Empty))))) (end (if (is Line 3) (result Mover Win))))))",
      R"((game "Piles" (players 3) (equipment {(board (square 3) use:Vertex) (dice d:3 num:1) (piece "Disc" Each)})
         (rules (play (do (roll) next:(move Add (to (sites Board)) stack:True)))
           (end (if (>= (counter) 12) (result Mover Win))))))"};
  for (const std::string& text : texts) {
    if (kSanitized && &text != &texts[1]) continue;  // a minute each
    CAPTURE(text);
    const auto check = ludex("check '" LUDEX_BUILD_DIR "/plugins/game-lud.so' --set file='" +
                             folder.write("game.lud", text) + "'");
    CHECK_MESSAGE(check.exit_code == 0, check.out << check.err);
    CHECK(contains(check.out, "kept    chance "));
    CHECK(contains(check.out, "lud keeps the contract: 17 promises kept"));
  }
}

TEST_CASE("drawings show what a stack holds, and each player's colour") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("piles.lud",
                   R"((game "Piles" (players 3) (equipment {(board (square 3) use:Vertex) (piece "Man" Each)})
           (rules (play (move Add (to (sites Board)) stack:True)) (end (if (>= (counter) 12) (result Mover Win))))))");
  const auto draw = [&](const std::string& arguments) {
    return ludex("draw 'lud:file=" + file + "' --moves " + arguments).out;
  };
  // From the top down: the third player's, the second's, the first's.
  CHECK(contains(draw("'a1 a1 a1'"), "1 MmM   .   .\n"));
  CHECK(contains(draw("'a1 a1 a1 b2 a1 a1'"), "1 M^5   .   .\n"));
  const std::string picture = draw("'a1 a1 a1' --svg");
  const std::size_t first = picture.find("#ffffff");
  const std::size_t second = picture.find("#222222", first);
  CHECK(first < picture.find("#c8322b", second));
  CHECK(contains(picture, ">3</text>"));
}

}  // namespace ludex::tests
