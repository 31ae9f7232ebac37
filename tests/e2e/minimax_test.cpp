// The commands around the minimax family: suites of positions, studies, single conspiracy numbers.
#include <algorithm>
#include <filesystem>
#include <set>

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
std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// A back-rank mate, the scholar's mate, and a square from which the queen must go.
constexpr const char* kPositions =
    "# comment\n"
    "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8; id \"back rank\";\n"
    "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7; id \"scholar\";\n"
    "4k3/8/8/8/8/8/r7/3QK3 w - - am Qa1;\n";

}  // namespace

TEST_CASE("suite searches every position and counts the best moves found") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "three.epd";
  write_file(file, kPositions);
  const auto run = ludex("suite chess '" + file + "' --agent alpha-beta --nodes 3000 --json");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const Json json = Json::parse(run.out);
  CHECK(json["count"] == 3);
  CHECK(json["solved"] == 3);
  CHECK(json["positions"][0]["id"] == "back rank");
  CHECK(json["positions"][0]["move"] == "a1a8");
  CHECK(json["positions"][0]["value"] == 31999);
  CHECK(json["positions"][2]["id"] == "line 4");
  // The same with every driver; and only some of them.
  const auto mtd = ludex("suite chess '" + file + "' --agent mtd:driver=mtd-h --depth 3 --first 2 --last 2");
  CHECK(mtd.exit_code == 0);
  CHECK(contains(mtd.out, "1 of 1 solved"));
}

TEST_CASE("suite says what is wrong with its file") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "bad.epd";
  const auto refused = [&](const char* text, const char* reason) {
    write_file(file, text);
    const auto run = ludex("suite chess '" + file + "' --agent alpha-beta --nodes 10");
    CAPTURE(run.err);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.err, reason));
  };
  refused("\nhello bm e4;\n", "bad.epd:2: error: FEN 'hello bm e4;'");
  refused("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Rh8; id \"m\";\n", "bad.epd:1: error: bm: 'Rh8' is not legal");
  refused("6k1/5ppp/8/8/8/8/8/R3K3 w - - am zz;\n", "bad.epd:1: error: am: 'zz' is not a move");
  CHECK(contains(ludex("suite chess /nowhere.epd --agent alpha-beta").err, "cannot read '/nowhere.epd'"));
  CHECK(ludex("suite chess '" + file + "' --agent nosuchagent").exit_code == 2);
}

TEST_CASE("analyze reports single conspiracy numbers") {
  const auto run = ludex("analyze checkers --agent alpha-beta:scn=150,exact=true --depth 4 --json");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const Json counters = Json::parse(run.out)["counters"];
  for (const char* name : {"scn_d1", "scn_d2", "scn_d3", "scn_d4"}) {
    CAPTURE(name);
    REQUIRE(counters.contains(name));
    CHECK(counters[name].get<double>() >= 1);
  }
  CHECK(ludex("analyze checkers --agent alpha-beta:scn=99999 --depth 4").exit_code == 2);
}

TEST_CASE("study scn: a table, every number, a plot") {
  const std::string command =
      "study alpha-beta-scn checkers --set depth=4 --set games=1 --set plies=12 --set threshold=300";
  const auto table = ludex(command);
  REQUIRE_MESSAGE(table.exit_code == 0, table.err);
  CHECK(contains(table.out, "threshold 300, table on, 1 matches"));
  CHECK(contains(table.out, "| 4 | draw | 12 |"));
  const auto csv = ludex(command + " --set format=csv");
  CHECK(csv.out.starts_with("threshold,game,ply,player,result,forced,depth,scn\n"));
  CHECK(lines(csv.out) == 1 + 12 * 2);
  CHECK(ludex(command + " --set format=csv").out == csv.out);
  const TemporaryFolder folder;
  const std::string plot = folder.path() / "match.svg";
  const auto svg = ludex(command + " --set format=svg --out '" + plot + "'");
  CHECK(svg.exit_code == 0);
  CHECK(svg.out.empty());
  const std::string text = read_file(plot);
  CHECK(text.starts_with("<svg "));
  CHECK(contains(text, "d=4"));
  CHECK(contains(text, "</svg>"));
}

TEST_CASE("study mtd: training and comparison") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "three.epd";
  write_file(file, kPositions);
  const std::string settings = ":quiescence=false,tt_mib=1";
  const std::string tables = LUDEX_TEST_DIR "/../arena/papers/mtd-h/piece-squares.txt";
  const std::string rest = " 'chess:evaluation=piece-squares,piece_squares=" + tables + "' --positions '" +
                           file + "' --set depth=3";
  const auto train = ludex("study mtd-train" + settings + rest + " --set train=2");
  REQUIRE_MESSAGE(train.exit_code == 0, train.err);
  CHECK(train.out.starts_with("from,to,p,down,up,c,loss,test_loss,thesis_loss,thesis_test_loss\n1,3,"));
  CHECK(lines(train.out) == 3);
  const auto compare = ludex("study mtd-compare" + settings + rest);
  REQUIRE_MESSAGE(compare.exit_code == 0, compare.err);
  for (const char* driver : {"| 3 | alpha-beta |", "| 3 | pvs |", "| 3 | mtd-f |", "| 3 | mtd-bi |",
                             "| 3 | mtd-f+counters |", "| 3 | mtd-bi+counters |", "| 3 | mtd-h |"}) {
    CAPTURE(driver);
    CHECK(contains(compare.out, driver));
  }
  CHECK(contains(compare.out, "Values that differ from those of alpha-beta: 0"));
}

TEST_CASE("studies say what they miss") {
  struct Wrong {
    const char* arguments;
    const char* reason;
  };
  for (const Wrong& wrong :
       {Wrong{"study alpha-beta-scm chess",
              "there is no study 'alpha-beta-scm' (did you mean 'alpha-beta-scn'?)"},
        Wrong{"study random chess", "there is no study 'random' (that is the name of an agent)"},
        Wrong{"study alpha-beta-scn checkers --set deep=3", "has no parameter 'deep'"},
        Wrong{"study alpha-beta-scn checkers --set depth", "'depth' is not NAME=VALUE"},
        Wrong{"study alpha-beta-scn:depth=99 checkers", "expected an integer in 2..24"},
        Wrong{"study alpha-beta-scn:depth=4 checkers --set depth=4", "'depth' is given twice"},
        Wrong{"study alpha-beta-scn", "needs a game: ludex study alpha-beta-scn GAME"},
        Wrong{"study mtd-train chess", "needs --positions"},
        Wrong{"study mtd-train chess --positions /dev/null", "/dev/null has no positions"},
        Wrong{"study othello-train", "needs --out: ludex study othello-train --out FOLDER"},
        Wrong{"study othello-train othello --out x", "takes no game"},
        Wrong{"study df-pn-plus-fit chess", "'df-pn-plus-fit': needs an acyclic game"},
        Wrong{"study gomoku-train", "there is no study 'gomoku-train'"}}) {
    CAPTURE(wrong.arguments);
    const auto run = ludex(wrong.arguments);
    CHECK(run.exit_code == 2);
    CAPTURE(run.err);
    CHECK(contains(run.err, wrong.reason));
  }
}

TEST_CASE("studies are listed with what they take, and described") {
  const auto all = ludex("study");
  REQUIRE_MESSAGE(all.exit_code == 0, all.err);
  const Json list = Json::parse(ludex("list --json").out);
  std::size_t studies = 0;
  for (const Json& plugin : list["plugins"]) {
    if (plugin["kind"] != "study") continue;
    ++studies;
    const std::string id = plugin["id"];
    CAPTURE(id);
    CHECK(contains("\n" + all.out, "\n" + id));
    CHECK(contains(all.out, ": " + plugin["summary"].get<std::string>() + "\n"));
    // With the agent's parameters come their names: none may hide another.
    const Json described = Json::parse(ludex("describe " + id + " --json").out);
    CHECK(described["kind"] == "study");
    std::set<std::string> names;
    for (const Json& parameter : described["parameters"]) CHECK(names.insert(parameter["name"]).second);
    CHECK_FALSE(names.empty());
  }
  CHECK(studies >= 11);
  CHECK(contains(all.out, "alpha-beta-scn GAME: single conspiracy numbers in self-play\n"));
  CHECK(contains(all.out,
                 "  depth = 10\n      the deepest search; the even depths up to it are reported (an integer "
                 "in 2..24)\n"));
  CHECK(contains(all.out, "mtd-train GAME --positions FILE: "));
  CHECK(contains(all.out, "othello-train --out FOLDER: "));
  CHECK(
      contains(ludex("describe mtd-train").out, "  run by   ludex study mtd-train GAME --positions FILE\n"));
  CHECK(contains(ludex("list").out, "studies\n  alpha-beta-scn "));
}

TEST_CASE("a training writes into its folder and goes on from there") {
  const TemporaryFolder folder;
  const auto train = [&](const char* name, const char* rest) {
    const auto run = ludex("study othello-train:exact=4,iterations=3,generations=1 --out '" +
                           std::string(folder.path() / name) + "' --set games=" + rest);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    return run.out;
  };
  CHECK(contains(train("whole", "12"), "generation 1: 0 of 12 games exist"));
  train("parts", "5");
  std::filesystem::remove(folder.path() / "parts" / "weights-1.txt");
  CHECK(contains(train("parts", "12"), "generation 1: 5 of 12 games exist"));
  for (const char* file : {"games-1.txt", "weights-1.txt"}) {
    CAPTURE(file);
    CHECK(read_file(folder.path() / "whole" / file) == read_file(folder.path() / "parts" / file));
  }
}

}  // namespace ludex::tests
