// Agents with every kind of bad manners, in both seats and both isolated modes: the right one loses, for the
// right reason, and nobody else notices.
#include <map>
#include <regex>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using Json = nlohmann::json;

// Every deed against a well-behaved agent, in both seats. `expected`: terminations any of which is right.
void expect(const std::string& mode, const std::string& params, const std::set<std::string>& expected,
            const std::string& limits = "", const std::string& budget = "iterations: 10") {
  CAPTURE(mode);
  CAPTURE(params);
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(
      file,
      "name: hostile\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n"
      "  - {name: good, agent: uct, params: {memory_mib: 16}}\n  - {name: bad, agent: hostile, params: {" +
          params + "}}\n  - {name: other, agent: random}\ngrace: 100ms\n" +
          "limits: {faults_in_a_row: 0, memory_mib: 192" + limits + "}\nbudget: {" + budget +
          "}\nformat: {games_per_pair: 2}\n");
  const auto out = folder.path() / "out";
  const auto run =
      ludex(kMisbehaving + "run " + file + " --mode " + mode + " --out " + out.string(), kPlainDeaths);
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const auto list = games(out);
  REQUIRE(list.size() == 6);
  for (const Json& game : list) {
    CAPTURE(game.dump());
    const bool first = game["agents"][0] == "bad";
    const bool second = game["agents"][1] == "bad";
    if (!first && !second) {
      CHECK(game["termination"] == "normal");
    } else if (expected.contains("normal")) {
      CHECK(game["termination"] == "normal");
    } else {
      CHECK(expected.contains(game["termination"].get<std::string>()));
      CHECK(game["outcome"] == (first ? "0-1" : "1-0"));
      CHECK_FALSE(game["note"].get<std::string>().empty());
    }
  }
}

}  // namespace

TEST_CASE("deaths and exceptions are blamed on the agent that had the move") {
  for (const std::string mode : {"shared", "dedicated"}) {
    for (const std::string where : {"new-game", "choose", "observe"}) {
      const std::string at = ", where: " + where;
      expect(mode, "deed: null-write" + at, {"crash"});
      expect(mode, "deed: abort" + at, {"abort"});
      expect(mode, "deed: exit" + at, {"exit"});
      expect(mode, "deed: throw" + at, {"exception"});
      expect(mode, "deed: terminate" + at, {"exception"});
    }
    expect(mode, "deed: throw-thread", {"exception"});
    if (!kThreadSanitizer) expect(mode, "deed: stack-overflow", {"crash"});
    expect(mode, "deed: illegal", {"illegal-move"});
    expect(mode, "deed: wrong-thread", {"exception"});
    expect(mode, "deed: print", {"abort"});
  }
}

TEST_CASE("agents that do not answer are stopped") {
  for (const std::string mode : {"shared", "dedicated"}) {
    for (const std::string budget : {"wall: 50ms", "cpu: 50ms"}) {
      CAPTURE(budget);
      expect(mode, "deed: loop", {"hang"}, "", budget);
    }
    expect(mode, "deed: sleep", {"hang"}, "", "wall: 50ms");
    // Whatever the budget.
    expect(mode, "deed: loop", {"hang"}, ", move: 200ms");
    expect(mode, "deed: loop, where: new-game", {"hang"}, ", start: 2s");
    expect(mode, "deed: sleep, where: observe", {"hang"}, ", start: 2s");
    // 60 ms instead of 20: within the grace, so no fault.
    expect(mode, "deed: slow", {"normal"}, "", "wall: 20ms");
    // With a clock the grace is one for the game, and is used up by the third move of 60 ms.
    expect(mode, "deed: slower, move: 1", {"over-time"}, "", "clock: 40ms");
    expect(mode, "deed: loop", {"hang"}, "", "clock: 50ms+1ms");
    expect(mode, "deed: slow", {"normal"}, "", "clock: 20/60s");
  }
}

TEST_CASE("a leak ends with its owner") {
  if (kSanitized) return;  // their own memory is above any limit
  for (const std::string mode : {"shared", "dedicated"}) expect(mode, "deed: leak", {"over-memory"});
}

TEST_CASE("closing descriptors harms nobody") {
  for (const std::string mode : {"shared", "dedicated"}) expect(mode, "deed: close-fds", {"normal"});
}

TEST_CASE("scribbling over the shared memory") {
  expect("dedicated", "deed: scribble", {"protocol", "hang"}, ", move: 500ms, start: 2s");
}

TEST_CASE("processes of an agent's own") {
  expect("dedicated", "deed: fork-bomb", {"abort"});
  expect("dedicated", "deed: fork-once", {"exception"});
  // Allowed, and gone with the worker.
  expect("dedicated", "deed: fork-once", {"normal"}, ", processes: 100");
}

TEST_CASE("the sandbox keeps strangers in") {
  if (kSanitized) return;  // the sanitizers' own threads need what it forbids
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "stolen").string();
  for (const bool sandbox : {true, false}) {
    const std::string limits = sandbox ? ", sandbox: true" : "";
    const std::string verdict = sandbox ? "exception" : "normal";
    expect("dedicated", "deed: socket", {verdict}, limits);
    expect("dedicated", "deed: write-file, file: '" + file + "'", {verdict}, limits);
    CHECK(std::filesystem::exists(file) == !sandbox);
  }
  expect("dedicated", "deed: kill-host", {"exception"}, ", sandbox: true");
}

TEST_CASE("an agent that cannot even be made is an error before the first game") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const auto said = [&](const std::string& deed, int exit_code) {
    write_file(
        file,
        "name: made\ngames: [ {game: hex} ]\nagents: [ {agent: random}, {agent: hostile, params: {deed: " +
            deed + ", where: create}} ]\nbudget: {iterations: 10}\n");
    const auto run =
        ludex(kMisbehaving + "run " + file + " --out " + (folder.path() / "out").string(), kPlainDeaths);
    CHECK(run.exit_code == exit_code);
    return run.err;
  };
  CHECK(said("null-write", 3).find("agent 'hostile' cannot be used") != std::string::npos);
  CHECK(said("null-write", 3).find("signal 11") != std::string::npos);
  CHECK(said("exit", 3).find("exit code 7") != std::string::npos);
  // As an agent says that its parameters do not go together.
  CHECK(said("throw", 2).find("lost the thread") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST_CASE("an agent that fails three times in a row is withdrawn; the log is the same at any concurrency") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, R"(name: withdrawal
games: [ {game: hex, params: {size: 4}} ]
agents:
  - {name: good, agent: uct, params: {memory_mib: 16}}
  - {name: bad, agent: hostile, params: {deed: exit}}
  - {name: worse, agent: hostile, params: {deed: illegal, move: 1}}
  - {name: other, agent: random}
budget: {iterations: 10}
format: {games_per_pair: 4}
)");
  std::vector<std::string> reference;
  for (const std::string mode : {"shared", "dedicated"}) {
    for (const std::string concurrency : {"1", "3"}) {
      const auto out = folder.path() / (mode + concurrency);
      const auto run = ludex(kMisbehaving + "run " + file + " --mode " + mode + " --concurrency " +
                             concurrency + " --out " + out.string());
      CHECK(run.exit_code == 4);
      // When it happens, and again at the end: who, in which games, and what it was.
      const auto said = [&](const std::string& who, const std::string& what) {
        const std::regex line(who +
                              ": 3 faults in a row, in the games [^;]*, [^;]*, [^;]*; the last: " + what);
        return std::distance(std::sregex_iterator(run.err.begin(), run.err.end(), line), {});
      };
      CHECK(said("bad", "exit: ended its process with exit code 7 while choosing a move") == 2);
      CHECK(said("worse", "illegal-move: ") == 2);
      CHECK(run.err.find("ludex: withdrawn: bad: ") != std::string::npos);
      CHECK(run.err.find("ludex: 2 agents withdrawn\n  bad: ") != std::string::npos);
      std::vector<std::string> log = ordered_content(out);
      for (auto& line : log) {
        Json game = Json::parse(line);
        game.erase("printed");
        line = game.dump();
      }
      if (reference.empty()) reference = log;
      CHECK(log == reference);
    }
  }
  REQUIRE(reference.size() == 24);
  // The rule told again: three games in a row lost by own faults, counted in the order of the log.
  std::map<std::string, int> streak;
  std::set<std::string> out;
  for (const auto& line : reference) {
    CAPTURE(line);
    const Json game = Json::parse(line);
    const std::array<std::string, 2> agents{game["agents"][0], game["agents"][1]};
    const std::string termination = game["termination"];
    const bool first_out = out.contains(agents[0]);
    const bool second_out = out.contains(agents[1]);
    CHECK((termination == "withdrawn") == (first_out || second_out));
    if (termination == "withdrawn") {
      CHECK(game["outcome"] == (first_out && second_out ? "*" : first_out ? "0-1" : "1-0"));
      CHECK(game["moves"].empty());
      continue;
    }
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const bool lost = game["outcome"] == (seat == 0 ? "0-1" : "1-0");
      int& faults = streak[agents[seat]];
      faults = lost && termination != "normal" ? faults + 1 : 0;
      if (faults == 3) out.insert(agents[seat]);
    }
  }
  CHECK(out == std::set<std::string>{"bad", "worse"});
}

}  // namespace ludex::tests
