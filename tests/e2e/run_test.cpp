// ludex run from the command line: good runs, bad input, misbehaving agents, interruption.
#include <cstdint>
#include <map>

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

const char* const kSpec = R"(name: small
seed: 7
games: [ {game: connect-k, params: {width: 5, height: 4, k: 3}}, {game: hex, params: {size: 3}} ]
agents:
  - {name: random, agent: random}
  - {name: uct-50, agent: uct, budget: {iterations: 50}}
  - {name: ab, agent: alpha-beta, budget: {nodes: 500}}
format: {type: round-robin, games_per_pair: 6}
openings: {random_plies: 2}
budget: {iterations: 20}
)";

}  // namespace

TEST_CASE("the same specification gives the same games at concurrency 1, 2 and 8") {
  const TemporaryFolder folder;
  write_file(folder.path() / "t.yaml", kSpec);
  std::map<std::string, Json> reference;
  for (const char* concurrency : {"1", "2", "8"}) {
    CAPTURE(concurrency);
    const auto out = folder.path() / concurrency;
    const auto run = ludex("run " + (folder.path() / "t.yaml").string() + " --out " + out.string() +
                           " --concurrency " + concurrency);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    CHECK(contains(run.out, "forfeits"));
    const auto played = content(out);
    CHECK(played.size() == 2 * 3 * 6);
    if (reference.empty()) reference = played;
    CHECK(played == reference);
  }
  // Both seats get the same opening, and every pair of a round the same.
  std::map<std::string, Json> openings;
  for (const auto& [id, game] : reference) {
    const std::string key = id.substr(0, id.find('/', id.find('/') + 1));
    const auto [known, is_new] = openings.emplace(key, game["opening"]);
    CHECK(known->second == game["opening"]);
  }
  CHECK(openings.size() == 2 * 3);
}

TEST_CASE("the log has the values of every move, unless they are not wanted") {
  const TemporaryFolder folder;
  write_file(folder.path() / "t.yaml", kSpec);
  const auto played = [&](const std::string& more) {
    const auto run = ludex("run " + (folder.path() / "t.yaml").string() + " --out " +
                           (folder.path() / ("out" + more)).string() + " --set record_moves=" + more);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    return content(folder.path() / ("out" + more));
  };
  auto with = played("true");
  for (auto& entry : with) {
    Json& game = entry.second;
    CAPTURE(entry.first);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      Json& stats = game["stats"][seat];
      if (game["agents"][seat] != "random") {
        const char* counted = game["agents"][seat] == "ab" ? "nodes" : "iterations";
        const Json list = stats["by_move"].value(counted, Json::array());
        CHECK(list.size() == stats["moves"]);
        std::uint64_t sum = 0;
        for (const Json& item : list) sum += item.get<std::uint64_t>();
        CHECK(sum == stats[counted]);
        CHECK(stats["by_move"]["value"].size() == stats["moves"]);
        CHECK(stats["by_move"]["unit"] == "expected");
      }
      stats.erase("by_move");
    }
  }
  CHECK(with == played("false"));
}

TEST_CASE("another seed gives other games") {
  const TemporaryFolder folder;
  write_file(folder.path() / "t.yaml", kSpec);
  const std::string file = (folder.path() / "t.yaml").string();
  REQUIRE(ludex("run " + file + " --out " + (folder.path() / "a").string()).exit_code == 0);
  REQUIRE(ludex("run " + file + " --set seed=8 --out " + (folder.path() / "b").string()).exit_code == 0);
  CHECK(content(folder.path() / "a") != content(folder.path() / "b"));
}

TEST_CASE("all problems of a specification at once, before the first game") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "bad.yaml").string();
  write_file(file, R"(name: bad
seeed: 1
games: [ {game: hexx}, {game: hex, params: {size: 99}}, {game: mnk} ]
agents:
  - {name: a, agent: random}
  - {name: b, agent: uct, params: {cc: 1}}
  - {name: p, agent: picky}
format: {type: round-robin, games_per_pair: 3}
budget: {iterations: 10}
)");
  const auto run = ludex(kMisbehaving + "run " + file + " --out " + (folder.path() / "out").string());
  CHECK(run.exit_code == 2);
  CHECK(contains(run.err,
                 file + ":2:1: error: unknown key 'seeed' in the specification (did you mean 'seed'?)"));
  CHECK(contains(run.err, "bad.yaml:3:"));
  CHECK(contains(run.err, "did you mean 'hex'?"));
  CHECK(contains(run.err, "expected an integer in"));
  CHECK(contains(run.err, "bad.yaml:6:"));
  CHECK(contains(run.err, "cc"));
  CHECK(contains(run.err, "needs a game with 17 players"));
  CHECK(contains(run.err, "games_per_pair"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "out" / "games.jsonl"));
}

TEST_CASE("missing file, syntax error, unwritable folder, finished log") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const auto missing = ludex("run " + file);
  CHECK(missing.exit_code == 2);
  CHECK(contains(missing.err, file));

  write_file(file, "name: [unclosed\ngames: {\n");
  const auto syntax = ludex("run " + file);
  CHECK(syntax.exit_code == 2);
  CHECK(contains(syntax.err, file + ":"));

  write_file(file, kSpec);
  const auto unwritable = ludex("run " + file + " --out /proc/nowhere");
  CHECK(unwritable.exit_code == 1);
  CHECK(contains(unwritable.err, "/proc/nowhere"));

  const std::string out = (folder.path() / "out").string();
  REQUIRE(ludex("run " + file + " --out " + out).exit_code == 0);
  const auto again = ludex("run " + file + " --out " + out);
  CHECK(again.exit_code == 2);
  CHECK(contains(again.err, "--resume"));
  const auto before = read_file(out + "/games.jsonl");
  CHECK(ludex("run " + file + " --resume --out " + out).exit_code == 0);
  CHECK(read_file(out + "/games.jsonl") == before);
  const auto other = ludex("run " + file + " --resume --set seed=99 --out " + out);
  CHECK(other.exit_code == 2);
  CHECK(contains(other.err, "another specification"));
}

TEST_CASE("a run cut short resumes to the same games, a torn line included") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, kSpec);
  const auto whole = folder.path() / "whole";
  const auto cut = folder.path() / "cut";
  REQUIRE(ludex("run " + file + " --out " + whole.string()).exit_code == 0);
  REQUIRE(ludex("run " + file + " --out " + cut.string()).exit_code == 0);
  const std::string log = read_file(cut / "games.jsonl");
  for (const std::size_t length : {std::size_t{0}, std::size_t{5}, log.size() / 3, log.size() - 1}) {
    CAPTURE(length);
    write_file(cut / "games.jsonl", log.substr(0, length));
    const auto run = ludex("run " + file + " --resume --out " + cut.string());
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    CHECK(content(cut) == content(whole));
  }
}

TEST_CASE("an agent that errs loses that game with the reason; the others play on") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, R"(name: hostile
games: [ {game: hex, params: {size: 4}} ]
agents:
  - {name: random, agent: random}
  - {name: illegal, agent: illegal}
  - {name: throwing, agent: throwing}
  - {name: late, agent: late, budget: {wall: 10ms}}
grace: 50ms
limits: {faults_in_a_row: 0}
format: {games_per_pair: 2}
budget: {iterations: 10}
)");
  const auto out = folder.path() / "out";
  const auto run = ludex(kMisbehaving + "run " + file + " --mode inline --out " + out.string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const auto list = games(out);
  REQUIRE(list.size() == 6 * 2);
  const std::map<std::string, std::string> fault{
      {"illegal", "illegal-move"}, {"throwing", "exception"}, {"late", "over-time"}};
  for (const Json& game : list) {
    CAPTURE(game.dump());
    const std::string loser = game["agents"][game["outcome"] == "1-0" ? 1 : 0];
    REQUIRE(fault.contains(loser));
    CHECK(game["termination"] == fault.at(loser));
    CHECK_FALSE(game["note"].get<std::string>().empty());
  }
}

TEST_CASE("Ctrl-C keeps the log and says how to go on") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, R"(name: long
games: [ {game: hex, params: {size: 5}} ]
agents: [ {name: a, agent: uct}, {name: b, agent: uct} ]
format: {games_per_pair: 20000}
budget: {iterations: 100}
)");
  const std::string out = (folder.path() / "out").string();
  // Interrupted as soon as a game is in the log.
  const std::string err = (folder.path() / "err").string();
  const std::string command = "'" LUDEX_BUILD_DIR "/ludex' run " + file + " --quiet --out " + out + " 2> " +
                              err + " & pid=$!; while ! test -s " + out +
                              "/games.jsonl; do sleep 0.02; done; kill -INT $pid; wait $pid";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(contains(read_file(err), "--resume"));
  const auto list = games(out);
  CHECK(list.size() > 0);
  CHECK(list.size() < 20000);
}

}  // namespace ludex::tests
