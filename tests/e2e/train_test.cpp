// ludex train: rounds of learning and of rated games, resumption, and what it refuses.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

// A training of some seconds.
CommandResult train(const fs::path& folder, const std::string& more) {
  return ludex("train mnk --out " + folder.string() +
               " --hours 0.0005 --games 4 --cpu-ms 1 --threads 1 --json --quiet --set tuples=4 " + more);
}

std::set<std::string> opponents(const Json& round) {
  std::set<std::string> names;
  for (const Json& match : round["matches"]) {
    names.insert(match["opponent"].get<std::string>());
    CHECK(match["wins"].get<int>() + match["draws"].get<int>() + match["losses"].get<int>() == 4);
  }
  return names;
}

}  // namespace

TEST_CASE("a training plays its matches and goes on where it stopped") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "ttt";
  const auto first = train(out, "--rounds 2");
  REQUIRE_MESSAGE(first.exit_code == 0, first.err);
  const auto result = Json::parse(first.out);
  REQUIRE(result["rounds"].size() == 2);
  CHECK(opponents(result["rounds"][0]) == std::set<std::string>{"random", "uct"});
  CHECK(opponents(result["rounds"][1]) == std::set<std::string>{"before", "random", "uct"});
  CHECK(fs::exists(out / "model.ludex"));
  CHECK(fs::exists(out / "models" / "round-2.ludex"));

  const auto again = train(out, "--rounds 3");
  CHECK(again.exit_code == 2);
  CHECK(again.err.find("--resume") != std::string::npos);
  const auto longer = train(out, "--rounds 3 --resume");
  REQUIRE_MESSAGE(longer.exit_code == 0, longer.err);
  const auto more = Json::parse(longer.out);
  REQUIRE(more["rounds"].size() == 3);
  CHECK(more["rounds"][1] == result["rounds"][1]);
  // Another training in the same folder.
  const auto other = train(out, "--rounds 4 --resume --set length=3");
  CHECK(other.exit_code != 0);
  CHECK(other.err.find("belongs to another training") != std::string::npos);

  const auto searched =
      ludex("analyze mnk --agent alpha-beta:model=" + (out / "model.ludex").string() + " --nodes 100 --json");
  CHECK_MESSAGE(searched.exit_code == 0, searched.err);
  const auto wrong =
      ludex("analyze othello --agent alpha-beta:model=" + (out / "model.ludex").string() + " --nodes 100");
  CHECK(wrong.exit_code != 0);
  CHECK(wrong.err.find("was made for mnk") != std::string::npos);
}

TEST_CASE("a described game is learned, with a page of what was learned") {
  const TemporaryFolder folder;
  write_file(folder.path() / "crosses.lud", R"((game "Crosses" (players 2)
  (equipment {(piece "Nought" P1) (piece "Cross" P2) (board (square 3))})
  (rules (play (move Add (to (sites Board) if:(is Empty (to))))) (end (if (is Line 3) (result Mover Win))))))");
  // The file is named relative to the folder of the command, as a user would.
  const std::string game = "lud:file=crosses.lud,compile=never";
  const std::string here = "cd '" + folder.path().string() + "' &&";
  const auto trained =
      ludex("train " + game +
                " --out out --hours 0.0008 --rounds 2 --games 4 --cpu-ms 1 --threads 1 --json "
                "--quiet --set tuples=12",
            here);
  REQUIRE_MESSAGE(trained.exit_code == 0, trained.err);
  const auto result = Json::parse(trained.out);
  CHECK(result["game"] == game);
  REQUIRE(result["rounds"].size() == 2);
  REQUIRE(result["curve"].size() >= 2);
  // Learning goes on from round to round, and what is learned is said with each.
  const Json& last = result["curve"].back();
  CHECK(last["games"].get<std::uint64_t>() > result["curve"][0]["games"].get<std::uint64_t>());
  CHECK(last["error"].get<double>() > 0);
  CHECK(result["rounds"][1]["seconds"].get<double>() > result["rounds"][0]["seconds"].get<double>());
  CHECK(opponents(result["rounds"][1]) == std::set<std::string>{"before", "random", "uct"});
  const std::string page = read_file(folder.path() / "out" / "report.html");
  for (const char* part : {"crosses.lud", "Elo of each round", "error over the time of learning",
                           "Games of self-play a second", "the model before"})
    CHECK_MESSAGE(page.find(part) != std::string::npos, part);
  // The same page and document from the folder.
  const auto again = ludex("report out --json", here);
  REQUIRE_MESSAGE(again.exit_code == 0, again.err);
  CHECK(Json::parse(again.out)["curve"] == result["curve"]);
  CHECK(ludex("report out --csv", here).exit_code == 2);
  const auto searched =
      ludex("analyze " + game + " --agent alpha-beta:model=out/model.ludex --nodes 100 --json", here);
  CHECK_MESSAGE(searched.exit_code == 0, searched.err);
}

TEST_CASE("a training in two parts, or with two threads, ends with the bytes of one") {
  struct Case {
    std::string method;
    std::string targets;
    std::string small;
  };
  const std::string searches = " --set simulations=8 --set block=5 --set batch=16";
  const std::string net = searches + " --set channels=16 --set blocks=1";
  const std::vector<Case> trainings{{"tuples", "td", " --set tuples=4"},
                                    {"tuples", "descent", " --set tuples=4 --set evaluations=20"},
                                    {"policy", "alphazero", searches},
                                    {"policy", "gumbel", searches},
                                    {"net", "alphazero", net},
                                    {"net", "gumbel", net},
                                    {"net", "descent", net}};
  for (const Case& training : trainings) {
    const std::string& method = training.method;
    const std::string& targets = training.targets;
    CAPTURE(method);
    CAPTURE(targets);
    const TemporaryFolder folder;
    const auto study = [&](const char* name, const std::string& settings) {
      const fs::path out = folder.path() / name;
      fs::create_directories(out);
      const auto run =
          ludex("study train-" + method + " mnk" + training.small + settings + " --out " + out.string());
      REQUIRE_MESSAGE(run.exit_code == 0, run.err);
      std::ifstream file(out / "model.ludex", std::ios::binary);
      return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    const std::string wanted = " --set targets=" + targets;
    const std::string whole = study("whole", wanted + " --set games=20");
    const std::string part = study("parts", wanted + " --set games=10");
    CHECK(part != whole);
    CHECK(study("parts", wanted + " --set games=20") == whole);
    // Threads of n-tuples learn at once, without locks.
    if (method != "tuples") CHECK(study("threads", wanted + " --set games=20 --set threads=2") == whole);
    // Other targets belong to another training.
    const auto other = ludex("study train-" + method + " mnk" + training.small + " --set games=30 --out " +
                             (folder.path() / "whole").string());
    CHECK((other.exit_code == 0) == (targets == "alphazero" || targets == "td"));
  }
}

TEST_CASE("networks and policies are judged with uct") {
  const TemporaryFolder folder;
  for (const std::string method : {"policy", "net"}) {
    CAPTURE(method);
    const fs::path out = folder.path() / method;
    const auto run = ludex("train mnk --method " + method + " --out " + out.string() +
                           " --hours 0.0003 --rounds 1 --games 4 --cpu-ms 1 --threads 1 --json --quiet");
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    CHECK(opponents(Json::parse(run.out)["rounds"][0]) == std::set<std::string>{"random", "uct"});
  }
  const auto dice = ludex("train einstein --method net --out " + (folder.path() / "dice").string());
  CHECK(dice.exit_code != 0);
  CHECK(dice.err.find("learns games without chance") != std::string::npos);
}

TEST_CASE("a game of three is learned, and judged among copies of each opponent") {
  const TemporaryFolder folder;
  const auto run =
      ludex("train chinese-checkers:players=3,size=1 --out " + (folder.path() / "three").string() +
            " --hours 0.0005 --rounds 2 --games 6 --cpu-ms 1 --threads 1 --json --quiet");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const auto result = Json::parse(run.out);
  REQUIRE(result["rounds"].size() == 2);
  std::set<std::string> names;
  for (const Json& match : result["rounds"][1]["matches"]) {
    names.insert(match["opponent"].get<std::string>());
    // Two seats of the opponent in each game, or two of the model.
    CHECK(match["wins"].get<int>() + match["draws"].get<int>() + match["losses"].get<int>() == 12);
  }
  CHECK(names == std::set<std::string>{"before", "random", "uct"});
}

TEST_CASE("trainings that cannot be are refused in words") {
  const TemporaryFolder folder;
  const std::string out = " --out " + (folder.path() / "x").string() + " --hours 0.0003";
  const auto method = ludex("train mnk --method tuple" + out);
  CHECK(method.exit_code == 2);
  CHECK(method.err.find("train-tuple") != std::string::npos);
  for (const std::string other : {"net", "policy"}) {
    CAPTURE(other);
    const auto players = ludex("train chinese-checkers:players=3 --method " + other + out);
    CHECK(players.exit_code != 0);
    CHECK(players.err.find("learns games of two players") != std::string::npos);
  }
  const auto trees = ludex("train chinese-checkers:players=3 --set targets=descent" + out);
  CHECK(trees.exit_code != 0);
  CHECK(trees.err.find("models are judged by descent, which does not play this game") != std::string::npos);
  const auto tables = ludex("train backgammon --set length=8" + out);
  CHECK(tables.exit_code != 0);
  CHECK(tables.err.find("need more than memory_mib=64: length is at most 3") != std::string::npos);
  // Nothing was learned or played.
  CHECK(!fs::exists(folder.path() / "x" / "learner.state"));
  CHECK(!fs::exists(folder.path() / "x" / "matches" / "round-1.yaml"));
  const auto hours = ludex("train mnk --hours 0 --out " + (folder.path() / "y").string());
  CHECK(hours.exit_code == 2);
}

}  // namespace ludex::tests
