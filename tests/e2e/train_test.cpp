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
  const std::vector<std::pair<std::string, std::string>> trainings{{"policy", "alphazero"},
                                                                   {"policy", "gumbel"},
                                                                   {"net", "alphazero"},
                                                                   {"net", "gumbel"},
                                                                   {"net", "descent"}};
  for (const auto& training : trainings) {
    const std::string& method = training.first;
    const std::string& targets = training.second;
    CAPTURE(method);
    CAPTURE(targets);
    const std::string study_id = "train-" + method + " mnk --set targets=" + targets;
    const TemporaryFolder folder;
    const auto study = [&](const char* name, const std::string& settings) {
      const fs::path out = folder.path() / name;
      fs::create_directories(out);
      const auto run = ludex("study " + study_id + " --set simulations=8 --set block=5 --set batch=16" +
                             settings + " --out " + out.string());
      REQUIRE_MESSAGE(run.exit_code == 0, run.err);
      std::ifstream file(out / "model.ludex", std::ios::binary);
      return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    const std::string small = method == "net" ? " --set channels=16 --set blocks=1" : "";
    const std::string whole = study("whole", small + " --set games=20");
    const std::string part = study("parts", small + " --set games=10");
    CHECK(part != whole);
    CHECK(study("parts", small + " --set games=20") == whole);
    CHECK(study("threads", small + " --set games=20 --set threads=2") == whole);
    const auto other =
        ludex("study train-" + method + " mnk --set simulations=8 --set block=5 --set batch=16" + small +
              " --set games=30 --out " + (folder.path() / "whole").string());
    CHECK((other.exit_code == 0) == (targets == "alphazero"));
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

TEST_CASE("trainings that cannot be are refused in words") {
  const TemporaryFolder folder;
  const std::string out = " --out " + (folder.path() / "x").string() + " --hours 0.0003";
  const auto method = ludex("train mnk --method tuple" + out);
  CHECK(method.exit_code == 2);
  CHECK(method.err.find("train-tuple") != std::string::npos);
  const auto players = ludex("train chinese-checkers:players=3" + out);
  CHECK(players.exit_code != 0);
  CHECK(players.err.find("two players") != std::string::npos);
  const auto hours = ludex("train mnk --hours 0 --out " + (folder.path() / "y").string());
  CHECK(hours.exit_code == 2);
}

}  // namespace ludex::tests
