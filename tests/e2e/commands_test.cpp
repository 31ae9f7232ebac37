// The other commands: output, JSON documents, exit codes.
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("perft") {
  const auto run = ludex("perft mnk 9 --json");
  REQUIRE(run.exit_code == 0);
  const Json json = Json::parse(run.out);
  CHECK(json["game"] == "mnk");
  CHECK(json["depth"] == 9);
  CHECK(json["nodes"] ==
        127872);  // games that fill the board: 255,168 less the shorter ones (rules.md of mnk)
  const Json divided = Json::parse(ludex("perft connect-k 5 --divide --json").out);
  std::uint64_t sum = 0;
  for (const auto& [move, nodes] : divided["divide"].items()) sum += nodes.get<std::uint64_t>();
  CHECK(sum == divided["nodes"]);
  CHECK(sum == 16807);
  CHECK(Json::parse(ludex("perft connect-k 3 --moves 'd d' --json").out)["nodes"] == 343);
}

TEST_CASE("list and describe") {
  const auto list = ludex("list --json");
  CHECK(list.exit_code == 0);
  const Json plugins = Json::parse(list.out)["plugins"];
  int games = 0;
  for (const Json& plugin : plugins) games += plugin["kind"] == "game";
  CHECK(games >= 4);
  // "g++ 12.2.0; -O3 ...": real flags, without those that change no code.
  for (const Json& plugin : plugins) {
    const std::string build = plugin["build"];
    const auto semicolon = build.find("; ");
    CAPTURE(build);
    REQUIRE(semicolon != std::string::npos);
    std::istringstream flags(build.substr(semicolon + 2));
    for (std::string flag; flags >> flag;) CHECK((flag.starts_with("-") && !flag.starts_with("--param")));
  }
  const Json uct = Json::parse(ludex("describe uct --json").out);
  CHECK(uct["kind"] == "agent");
  CHECK(uct["parameters"].size() >= 1);
  const Json hex = Json::parse(ludex("describe hex:size=5 --json").out);
  CHECK(hex["traits"]["max_moves"].get<int>() >= 25);
  // One kind of them, as text and as JSON.
  const auto agents = ludex("list agents");
  CHECK(agents.exit_code == 0);
  CHECK(agents.out.starts_with("agents\n  "));
  CHECK(contains(agents.out, "\n  uct "));
  CHECK_FALSE(contains(agents.out, "games\n"));
  CHECK_FALSE(contains(agents.out, "\n  hex "));
  const Json listed = Json::parse(ludex("list games --json").out);
  for (const Json& plugin : listed["plugins"]) CHECK(plugin["kind"] == "game");
  CHECK(ludex("list agents").out.size() + ludex("list games").out.size() + ludex("list studies").out.size() +
            ludex("list transports").out.size() ==
        ludex("list").out.size());
  const auto wrong = ludex("list agent");
  CHECK(wrong.exit_code == 2);
  CHECK(contains(wrong.err, "did you mean 'agents'?"));
  // A folder with a refused plug-in is reported and changes the exit code.
  const auto refused = ludex("--plugin-path '" LUDEX_BUILD_DIR "/tests/fixtures' list");
  CHECK(refused.exit_code == 3);
  CHECK(contains(refused.out, "abort_constructor.so"));
}

TEST_CASE("check") {
  const auto good = ludex("check '" LUDEX_BUILD_DIR "/plugins/game-hex.so'");
  CHECK(good.exit_code == 0);
  CHECK(contains(good.out, "keeps the contract"));
  CHECK(ludex("check '" LUDEX_BUILD_DIR "/tests/fixtures/wrong_major.so'").exit_code == 3);
  CHECK(ludex("check /nowhere.so").exit_code == 2);
}

TEST_CASE("playouts are counted, timed and repeatable") {
  const Json a = Json::parse(ludex("playouts hex:size=5 --games 500 --seed 3 --json").out);
  const Json b = Json::parse(ludex("playouts hex:size=5 --games 500 --seed 3 --json").out);
  CHECK(a["playouts"] == 500);
  CHECK(a["mean_plies"] == b["mean_plies"]);
  CHECK(a["wins"] == b["wins"]);
  CHECK(a["wins"][0].get<int>() + a["wins"][1].get<int>() + a["draws"].get<int>() == 500);
  CHECK(a["cpu_seconds"].get<double>() > 0);
}

TEST_CASE("analyze and solve") {
  const Json json =
      Json::parse(ludex("analyze mnk --moves 'a1 b1 a2 b2' --agent uct --iterations 500 --json").out);
  CHECK(json["move"] == "a3");  // completes the column
  CHECK(json["iterations"] == 500);
  CHECK(json["root"].size() == 5);
  const Json draw = Json::parse(ludex("solve mnk --agent alpha-beta --goal value --json").out);
  CHECK(draw["outcome"] == "draw");
  CHECK_FALSE(draw.contains("answer"));
  // That a goal cannot be reached is told from a budget that is spent.
  for (const char* agent : {"df-pn", "alpha-beta", "pns"}) {
    CAPTURE(agent);
    const std::string solver = std::string("solve mnk --json --agent ") + agent;
    CHECK(Json::parse(ludex(solver + " --goal win").out)["answer"] == "no");
    CHECK(Json::parse(ludex(solver + " --goal draw").out)["answer"] == "yes");
    CHECK(Json::parse(ludex(solver + " --goal win --nodes 5").out)["answer"] == "unknown");
  }
  CHECK(ludex("solve mnk --agent df-pn --goal win").out.find("proven, the side to move cannot win") !=
        std::string::npos);
  CHECK(ludex("solve mnk --agent df-pn --goal win --nodes 5").out.find("the budget is spent") !=
        std::string::npos);
  const auto unable = ludex("solve mnk --agent random");
  CHECK(unable.exit_code == 2);
  CHECK(
      unable.err ==
      "ludex: agent 'random' does not solve positions; expected one that proves, such as alpha-beta, df-pn or pns\n");
}

TEST_CASE("solve tries its answer on whole games") {
  for (const char* agent : {"df-pn", "alpha-beta", "pns", "scns"}) {
    CAPTURE(agent);
    const std::string solver = std::string("solve mnk --json --lines 6 --agent ") + agent;
    for (const char* goal : {" --goal win", " --goal draw"}) {
      const Json lines = Json::parse(ludex(solver + goal).out)["lines"];
      CHECK(lines["kept"] == 6);
      CHECK(lines["open"] == 0);
      CHECK(lines["contradiction"] == "");
      CHECK(lines["plies"].get<int>() >= 6 * 5);
    }
    // Nothing proven, nothing to try.
    CHECK_FALSE(Json::parse(ludex(solver + " --nodes 5").out).contains("lines"));
  }
  CHECK(ludex("solve mnk --agent alpha-beta --goal value --lines 5")
            .out.find("lines       5 as proven, 0 left open") != std::string::npos);
  CHECK(ludex("solve mnk --agent df-pn --lines 5 --each-move").exit_code == 2);
  CHECK(ludex("solve pig --agent alpha-beta --lines 5").err ==
        "ludex: --lines needs a game of two players without chance\n");
}

TEST_CASE("solve decides every move, and mirror images once") {
  const std::string hex = "solve hex:size=4 --agent df-pn --json";
  const Json all = Json::parse(ludex(hex + " --each-move").out);
  CHECK(all["count"] == 16);
  CHECK(all["searched"] == 8);
  std::string winning;
  for (const Json& move : all["moves"]) {
    CAPTURE(move.dump());
    const std::string text = move["move"];
    const Json alone = Json::parse(ludex(hex + " --moves " + text).out);
    CHECK(move["answer"] == (alone["answer"] == "yes" ? "no" : "yes"));
    if (!move.contains("twin")) CHECK(move["nodes"] == alone["nodes"]);
    if (move["answer"] == "yes") winning += " " + text;
  }
  CHECK(winning == " d1 c2 b3 a4");  // Benzene's solver, too: the short diagonal
  // Draws; the last move; and only the symmetries that the position has.
  const std::string mnk = "solve mnk --agent alpha-beta --each-move --json";
  CHECK(Json::parse(ludex(mnk + " --goal value").out)["searched"] == 3);
  const Json end = Json::parse(ludex(mnk + " --moves 'a1 b1 a2 b2' --goal value").out);
  CHECK(end["searched"] == 5);
  for (const Json& move : end["moves"])
    CHECK(move["outcome"] == (move["move"] == "a3" ? "win" : move["move"] == "b3" ? "draw" : "loss"));
  const auto wrong = ludex(mnk + " --proof x");
  CHECK(wrong.exit_code == 2);
  CHECK(contains(wrong.err, "leave out --each-move"));
}

TEST_CASE("a proof search shows how far it is, and an interrupted one what it has found") {
  // Interrupted when it has shown something, however long that takes on a busy machine.
  CommandResult run;
  for (const char* seconds : {"3", "30", "300"}) {
    run = ludex("solve othello --agent df-pn --progress --json --threads 2",
                std::string("timeout --preserve-status -s INT ") + seconds);
    if (contains(run.err, "table ")) break;
  }
  CHECK(run.exit_code == 130);
  const Json json = Json::parse(run.out);
  CHECK(json["outcome"] == "unknown");
  CHECK(json["nodes"].get<std::uint64_t>() > 0);
  CHECK(json["root"].size() == 4);
  CHECK(run.err.starts_with("pn "));
  CHECK(contains(run.err, " dn "));
  CHECK(contains(run.err, " nodes/s  table "));
  CHECK(ludex("solve mnk --agent df-pn --json").err.empty());
}

TEST_CASE("draw") {
  const auto text = ludex("draw chess");
  CHECK(text.exit_code == 0);
  CHECK(contains(text.out, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
  const auto svg = ludex("draw hex:size=5 --moves 'a1 b2' --svg");
  CHECK(svg.exit_code == 0);
  CHECK(svg.out.starts_with("<svg "));
  CHECK(contains(svg.out, "</svg>"));
}

TEST_CASE("play") {
  const auto run = ludex("play mnk random random --seed 5 --quiet");
  CHECK(run.exit_code == 0);
  CHECK(contains(run.out, "result: "));
  CHECK(ludex("play mnk random random --seed 5 --quiet").out == run.out);
  CHECK(ludex("play mnk human random").exit_code == 130);  // input has ended
}

TEST_CASE("bench ends with one signature, the same every time") {
  const auto run = ludex("bench --json");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const Json a = Json::parse(run.out);
  const Json b = Json::parse(ludex("bench --json").out);
  CHECK(a["signature"] == b["signature"]);
  CHECK(a["signature"].get<std::string>().size() == 16);
}

TEST_CASE("typing errors on the command line get a suggestion") {
  struct Wrong {
    const char* arguments;
    const char* words;
  };
  for (const Wrong& wrong : {
           Wrong{"rnu x.yaml", "there is no command 'rnu' (did you mean 'run'?)"},
           Wrong{"zzz", "there is no command 'zzz' (known: run, "},
           Wrong{"perft mnk 2 --divde", "`ludex perft` has no option '--divde' (did you mean '--divide'?)"},
           Wrong{"analyze mnk --agnet uct",
                 "`ludex analyze` has no option '--agnet' (did you mean '--agent'?)"},
           Wrong{"analyze mnk --agent=uct --iteratoins=5", "(did you mean '--iterations'?)"},
           Wrong{"perft mnk 2 --zzzzzz", "has no option '--zzzzzz' (see `ludex perft --help`)"},
           Wrong{"perft mnk 2 3", "'3' is one argument too many for `ludex perft`"},
           Wrong{"perft ehx 2", "there is no game 'ehx' (did you mean 'hex'?)"},
           Wrong{"perft uct 2", "there is no game 'uct' (that is the name of an agent)"},
           Wrong{"analyze mnk --agent utc", "there is no agent 'utc' (did you mean 'uct'?)"},
           Wrong{"analyze mnk --agent maximilian", "; for one of your own: --plugin-path FOLDER)"},
           Wrong{"analyze mnk --agent mnk", "there is no agent 'mnk' (that is the name of a game)"},
           Wrong{"perft hex:sze=5 2", "game 'hex' has no parameter 'sze' (did you mean 'size'?)"},
           Wrong{"perft awari:rules=ludi 2", "expected one of ludii|abapa (did you mean 'ludii'?)"},
           Wrong{"play mnk random uct:ccc=1", "agent 'uct' has no parameter 'ccc' (known: preset, c, "},
           Wrong{"play mnk random random:x=1", "agent 'random' has no parameter 'x' (it has none)"},
           Wrong{"describe hexx", "there is no game, agent or study 'hexx' (did you mean 'hex'?)"},
           Wrong{"describe my-own-agent", "for one of your own: --plugin-path FOLDER)"},
           Wrong{"solve mnk --agent pns --goal wni",
                 "expected one of win, draw, value (did you mean 'win'?)"},
           Wrong{"new agnet my-agent", "expected one of agent, game (did you mean 'agent'?)"},
           Wrong{"analyze mnk --agent uct --iterations 1.5",
                 "'1.5': 1.5 is not a whole number; expected a whole number, as 20000, 20k or 2e4"},
           Wrong{"perft mnk x", "'x': not a number"},
           Wrong{"analyze mnk --agent uct --depth 5G",
                 "--depth: '5G' is too large, expected at most 4294967295"},
           Wrong{"--plugin-path /tmp rnu", "there is no command 'rnu'"},
       }) {
    CAPTURE(wrong.arguments);
    const auto run = ludex(wrong.arguments);
    CAPTURE(run.err);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.err, wrong.words));
  }
}

TEST_CASE("counts may be written short") {
  const auto run = ludex("analyze mnk --agent uct --iterations 1.5k --json");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  CHECK(Json::parse(run.out)["iterations"] == 1500);
  CHECK(Json::parse(ludex("playouts mnk --games 2e2 --json").out)["playouts"] == 200);
}

TEST_CASE("--moves are played from --position, in every command that has them") {
  const std::string from = " --position '3/xo1/xo1 x' --moves 'c1 c2'";  // x completes a column
  CHECK(contains(ludex("draw mnk" + from).out, "3/xoo/xox x"));
  CHECK(contains(ludex("draw mnk --svg" + from).out, "<svg"));
  CHECK(Json::parse(ludex("perft mnk 1 --json" + from).out)["nodes"] == 3);
  CHECK(Json::parse(ludex("analyze mnk --agent uct --iterations 200 --json" + from).out)["move"] == "a3");
  CHECK(Json::parse(ludex("solve mnk --agent pns --json" + from).out)["outcome"] == "win");
  CHECK(Json::parse(ludex("playouts mnk --games 10 --json" + from).out)["mean_plies"].get<double>() <= 3);
  CHECK(contains(ludex("play mnk uct uct --iterations 200 --quiet" + from).out, "moves: c1 c2 a3\n"));
  const auto wrong = ludex("perft mnk 1 --position '3/xo1/xo1 x' --moves 'c1 c1'");
  CHECK(wrong.exit_code == 2);
  CHECK(contains(wrong.err, "--moves: move 2: "));
}

TEST_CASE("players of a game for three are named by their sides") {
  const std::string game = "chinese-checkers:players=3,size=1";
  CHECK(contains(ludex("describe " + game).out,
                 "  sides    Red (#c8322b), Green (#2e8b3d), White (#ffffff)\n"));
  const Json sides = Json::parse(ludex("describe " + game + " --json").out)["sides"];
  REQUIRE(sides.size() == 3);
  CHECK(sides[1]["name"] == "Green");
  CHECK(sides[1]["colour"] == "#2e8b3d");
  CHECK(contains(ludex("draw " + game).out, "Red (r) to move\n"));
  // Red is one step from its corner.
  const auto play = ludex("play " + game + " greedy random random --position '1/g1rw/3/4/1 r'");
  CHECK_MESSAGE(contains(play.out, "player 1 (Red, greedy): d4-d5\n"), play.out << play.err);
  CHECK_MESSAGE(contains(play.out,
                         "result: player 1 (Red, greedy) wins\n"
                         "returns: player 1 (Red, greedy) 1, player 2 (Green, random) -0.5, "
                         "player 3 (White, random) -0.5\n"),
                play.out);
  // As ever with two.
  const auto two = ludex("play chinese-checkers:size=1 greedy random --position '1/2r1/3/1b2/1 r'");
  CHECK_MESSAGE(contains(two.out, "player 1 (greedy): d4-d5\n"), two.out << two.err);
  CHECK_MESSAGE(contains(two.out, "result: player 1 (greedy) wins\n"), two.out);
}

TEST_CASE("new refuses names that are taken") {
  const TemporaryFolder folder;
  for (const std::string what : {"agent uct", "agent hex", "game hex", "game uct"}) {
    const auto run = ludex("new " + what + " " + (folder.path() / "x").string());
    CAPTURE(run.err);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.err, what.ends_with("uct") ? "there is already an agent 'uct' ("
                                                  : "there is already a game 'hex' ("));
    CHECK(contains(run.err, "choose another name"));
    CHECK_FALSE(std::filesystem::exists(folder.path() / "x"));
  }
  write_file(folder.path() / "file", "");
  const auto run = ludex("new agent my-agent " + (folder.path() / "file").string());
  CHECK(run.exit_code == 2);
  CHECK(contains(run.err, "exists already: choose another name, or another folder with ludex new agent"));
}

TEST_CASE("every command that needs Python says that there is none in this build, and what to do") {
  // This executable with its plug-ins, but for agent-python and the studies.
  const TemporaryFolder folder;
  namespace fs = std::filesystem;
  fs::copy_file(LUDEX_BUILD_DIR "/ludex", folder.path() / "ludex");
  fs::create_directory(folder.path() / "plugins");
  for (const char* plugin : {"game-mnk.so", "agent-uct.so", "agent-random.so"})
    fs::create_symlink(fs::path(LUDEX_BUILD_DIR "/plugins") / plugin, folder.path() / "plugins" / plugin);
  const std::string file =
      folder.write("mine.py", "class Mine:\n  def choose(self, position, budget):\n    pass\n");
  const std::string yaml = folder.write(
      "t.yaml", "name: t\ngames: [mnk]\nagents: [random, {agent: python, params: {file: mine.py}}]\n");
  const std::string before = "cd '" + folder.path().string() + "' && env -u LUDEX_PLUGIN_PATH ./ludex ";
  for (const std::string& command :
       {std::string("new agent --python mine"), std::string("check mine.py"),
        std::string("play mnk python:file=mine.py random"),
        std::string("analyze mnk --agent python:file=mine.py"), std::string("describe python"),
        std::string("run t.yaml"), std::string("suite mnk t.yaml --agent python:file=mine.py")}) {
    CAPTURE(command);
    const auto run = run_shell(before + command);
    CAPTURE(run.err);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.err, "built without Python: ./setup.sh python, then build again: cmake"));
  }
}

TEST_CASE("messages and tables come in one order where one file takes both") {
  const TemporaryFolder folder;
  const std::string yaml =
      folder.write("t.yaml",
                   "name: t\ngames: [mnk]\nagents: [random, uct]\nbudget: {iterations: 5}\n"
                   "format: {games_per_pair: 2}\nout: " +
                       (folder.path() / "out").string() + "\n");
  const auto run = ludex("run " + yaml, "", "2>&1");
  CHECK(run.exit_code == 0);
  const auto at = [&](const char* part) {
    const auto place = run.out.find(part);
    CHECK_MESSAGE(place != std::string::npos, part << " is not in:\n" << run.out);
    return place;
  };
  CHECK(at("2 games to play") < at("2/2 games in"));
  CHECK(at("2/2 games in") < at("rank  agent"));
}

TEST_CASE("new writes a plug-in to start from") {
  const TemporaryFolder folder;
  for (const std::string kind : {"agent", "game"}) {
    const auto out = folder.path() / kind;
    const auto run = ludex("new " + kind + " my-" + kind + " " + out.string());
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    const std::string source = read_file(out / ("my_" + kind + ".cpp"));
    CHECK(contains(source, kind == "agent" ? "class MyAgent" : "struct MyGame"));
    CHECK(source.find('@') == std::string::npos);
    CHECK(contains(read_file(out / "CMakeLists.txt"), "my-" + kind));
    // Its README has commands for a `ludex` in a build folder, as here, and no path of this machine.
    const std::string readme = read_file(out / "README.md");
    CHECK(readme.find('@') == std::string::npos);
    CHECK_FALSE(contains(readme, LUDEX_BUILD_DIR));
    CHECK(
        contains(readme, "    cmake -S . -B build -DCMAKE_PREFIX_PATH=\"$LUDEX\" && cmake --build build\n"));
    CHECK(ludex("new " + kind + " my-" + kind + " " + out.string()).exit_code ==
          2);  // not over existing files
  }
}

}  // namespace ludex::tests
