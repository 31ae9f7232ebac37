// Agents with every kind of bad manners, in both seats and both isolated modes: the right one loses, for the
// right reason, and nobody else notices.
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/own_ludex.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

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

// Games of `bad` against one that needs no time. `more`: lines of the specification.
std::vector<Json> play(const TemporaryFolder& folder, const std::string& name, const std::string& mode,
                       const std::string& params, const std::string& more, const std::string& budget) {
  const std::string file = folder.file(name + ".yaml");
  write_file(file,
             "name: hostile\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n  - {name: good, agent: "
             "random}\n  - {name: bad, agent: hostile, params: {" +
                 params + "}}\n" + more + "budget: {" + budget + "}\nformat: {games_per_pair: 2}\n");
  const std::string out = folder.file(name);
  const auto run = ludex(kMisbehaving + "run " + file + " --mode " + mode + " --out " + out, kPlainDeaths);
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  return games(out);
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

TEST_CASE(
    "nobody stops the host: no child of its own that it would have to bury, no text that takes an hour") {
  for (const std::string mode : {"shared", "dedicated"}) {
    expect(mode, "deed: clone-parent", {"exception"});
    for (const std::string deed : {"trickle", "trickle-anew"})
      expect(mode, "deed: " + deed, {"protocol", "hang"}, ", move: 500ms, start: 2s");
  }
  expect("dedicated", "deed: clone-parent", {"exception"}, ", processes: 100");
  if (kSanitized) return;
  // Ctrl-C is seen while such a text comes in.
  const TemporaryFolder folder;
  write_file(folder.file("t.yaml"),
             "name: t\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n  - {name: good, agent: random}\n "
             " - {name: "
             "bad, agent: hostile, params: {deed: trickle}}\nbudget: {iterations: 10}\nlimits: "
             "{faults_in_a_row: 0}\n"
             "format: {games_per_pair: 2000}\n");
  for (const std::string mode : {"shared", "dedicated"}) {
    CAPTURE(mode);
    const std::string out = folder.file(mode);
    const auto run =
        run_shell("{ '" LUDEX_BUILD_DIR "/ludex' " + kMisbehaving + "run '" + folder.file("t.yaml") +
                  "' --quiet --mode " + mode + " --out '" + out + "' & P=$!; while kill -0 $P && [ ! -e '" +
                  out + "/run.json' ]; do sleep 0.1; done; sleep 2; kill -INT $P; wait $P; }");
    CHECK_MESSAGE(run.exit_code == 130, run.err);
  }
}

TEST_CASE("affinity and priority of others are out of reach") {
  for (const std::string mode : {"shared", "dedicated"}) {
    expect(mode, "deed: affinity", {"exception"});
    expect(mode, "deed: priority", {"exception"});
  }
}

TEST_CASE("threads of an agent's own are counted as its time, in either mode") {
  const TemporaryFolder folder;
  for (const std::string mode : {"shared", "dedicated"}) {
    CAPTURE(mode);
    // Within the grace it is late ...
    const auto played = play(folder, "helpers-" + mode, mode, "deed: helpers", "grace: 20s\n", "cpu: 20ms");
    int late = 0;
    for (const Json& game : played) {
      CHECK(game["termination"] == "normal");
      const std::size_t bad = game["agents"][0] == "bad" ? 0 : 1;
      if (game["stats"][bad]["moves"].get<int>() < 2) continue;
      CHECK(game["stats"][bad]["cpu_seconds"].get<double>() >= 0.15);
      CHECK(game["stats"][bad]["overruns"] == 1);
      CHECK_FALSE(game["stats"][1 - bad].contains("hidden_cpu_seconds"));
      ++late;
    }
    CHECK(late > 0);
    // ... and beyond it it has lost.
    expect(mode, "deed: helpers", {"over-time", "hang"}, "", "cpu: 20ms");
  }
}

TEST_CASE("who waits is stopped, unless pondering is allowed") {
  // A thread of the agent thinks on while its rival sleeps in its own move, for as long as this test likes.
  for (const std::string ponder : {"frozen", "allowed"}) {
    for (const std::string processes : {"0", "10"}) {  // by signals, and as a whole group
      CAPTURE(ponder);
      CAPTURE(processes);
      const OwnLudex own;
      const std::string file = own.file("t.yaml");
      write_file(
          file,
          "name: wait\nmode: dedicated\nconcurrency: 1\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n"
          "  - {name: good, agent: hostile, params: {deed: sleep}}\n"
          "  - {name: bad, agent: hostile, params: {deed: think-on, move: 1}, limits: {ponder: " +
              ponder + ", processes: " + processes +
              "}}\nlimits: {move: 1h}\nbudget: {iterations: 10}\nformat: {games_per_pair: 2}\n");
      const pid_t host = own.start(file, own.file("out"));
      // Both threads of the second agent's worker: what they have run, in nanoseconds.
      const auto thinker = [&]() -> std::optional<std::int64_t> {
        for (const std::string& process : own.running()) {
          if (process.find("--worker dedicated:1 ") == std::string::npos) continue;
          std::int64_t ran = 0;
          int threads = 0;
          std::error_code gone;
          for (const auto& task : std::filesystem::directory_iterator(
                   "/proc/" + process.substr(0, process.find(' ')) + "/task", gone)) {
            ran += std::atoll(read_file(task.path() / "schedstat").c_str());
            ++threads;
          }
          if (threads >= 2) return ran;
        }
        return std::nullopt;
      };
      // However busy the machine is, it comes to this: the thinker stands still, or goes on and on.
      constexpr int kPatience = 6000;
      constexpr std::int64_t kMuch = 100'000'000;
      bool stood_still = false;
      bool went_on = false;
      std::optional<std::int64_t> first;
      for (int i = 0; i < kPatience && !stood_still && !went_on; ++i) {
        const auto before = thinker();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        if (!before) continue;
        if (!first) first = before;
        if (ponder == "allowed") {
          went_on = thinker().value_or(0) - *first > kMuch;
          continue;
        }
        if (thinker() != before) continue;
        // Not for want of a processor: for as long as a busy machine lets nobody wait.
        std::this_thread::sleep_for(std::chrono::seconds(1));
        stood_still = thinker() == before;
      }
      kill(host, SIGKILL);
      waitpid(host, nullptr, 0);
      CHECK(stood_still == (ponder == "frozen"));
      CHECK(went_on == (ponder == "allowed"));
      CHECK(own.left().empty());
    }
  }
}

TEST_CASE("a competition has no grace, and no threads beyond the budget's") {
  if (kSanitized) return;  // the sanitizers' own threads need what it forbids
  const TemporaryFolder folder;
  const std::string grace = "grace: 20s\n";
  const auto ends = [&](const std::string& name, const std::string& mode, const std::string& deed,
                        const std::string& budget) {
    std::set<std::string> found;
    for (const Json& game : play(folder, name, mode, "deed: " + deed, grace, budget)) {
      CAPTURE(game.dump());
      found.insert(game["termination"]);
      if (game["termination"] != "normal")
        CHECK(game["outcome"] == (game["agents"][0] == "bad" ? "0-1" : "1-0"));
    }
    return found;
  };
  using Ends = std::set<std::string>;
  CHECK(ends("slow", "dedicated", "very-slow", "wall: 20ms") == Ends{"normal"});
  CHECK(ends("strict-slow", "competition", "very-slow", "wall: 20ms") == Ends{"over-time"});
  // Once is tolerated; to do so again and again is not.
  CHECK(ends("strict-once", "competition", "slow", "wall: 20ms") == Ends{"normal"});
  CHECK(ends("strict-often", "competition", "slower, move: 1", "wall: 20ms") == Ends{"over-time"});
  CHECK(ends("strict-clock", "competition", "slower, move: 1", "clock: 40ms") == Ends{"over-time"});
  CHECK(ends("strict-helpers", "competition", "helpers", "cpu: 20ms") == Ends{"exception"});
  CHECK(ends("two-helpers", "competition", "helpers", "cpu: 20ms, threads: 2") == Ends{"over-time"});
  CHECK(ends("thread", "competition", "thread", "iterations: 10") == Ends{"exception"});
  CHECK(ends("good", "competition", "none", "cpu: 20ms") == Ends{"normal"});
  const auto run = Json::parse(read_file(folder.path() / "good" / "run.json"))["runs"][0];
  CHECK(run["mode"] == "competition");
  CHECK(run["isolation"].size() == 4);
}

TEST_CASE("late is nobody whom the machine has not let run") {
  if (kSanitized) return;
  const TemporaryFolder folder;
  // Far more that runs than there are processors.
  std::vector<pid_t> busy;
  for (unsigned i = 0; i < 4 * std::max(1U, std::thread::hardware_concurrency()); ++i) {
    const pid_t child = fork();
    if (child == 0) {
      volatile unsigned turns = 0;
      while (getppid() != 1) turns = turns + 1;
      _exit(0);
    }
    busy.push_back(child);
  }
  for (const std::string budget : {"wall: 10ms", "cpu: 10ms", "wall: 10ms, threads: 2", "clock: 1s+10ms"}) {
    CAPTURE(budget);
    const std::string file = folder.file("t.yaml");
    write_file(file,
               "name: busy\nmode: competition\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n"
               "  - {name: a, agent: uct, params: {memory_mib: 16}}\n  - {name: b, agent: alpha-beta}\n"
               "budget: {" +
                   budget + "}\nformat: {games_per_pair: 4}\n");
    const std::string out = folder.file("out-" + std::to_string(budget.size()));
    const auto run = ludex("run " + file + " --out " + out);
    CHECK_MESSAGE(run.exit_code == 0, run.err);
    for (const Json& game : games(out)) {
      CAPTURE(game.dump());
      CHECK(game["termination"] == "normal");
    }
  }
  for (const pid_t child : busy) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
}

TEST_CASE("the sandbox lets nothing through that outlasts the worker or reaches beyond it") {
  if (kSanitized) return;
  const TemporaryFolder folder;
  const std::string file = folder.file("victim");
  write_file(file, "as it was");
  setenv("SECRET_OF_THE_HOST", "1", 1);
  for (const bool sandbox : {true, false}) {
    const std::string limits = sandbox ? ", sandbox: true" : "";
    const std::string verdict = sandbox ? "exception" : "normal";
    for (const std::string deed : {"set-owner", "terminal", "chmod", "touch", "attribute", "shared-memory",
                                   "memory-file", "shared-map", "raise-limit"}) {
      if (!sandbox && (deed == "raise-limit" || deed == "terminal" || deed == "shared-memory"))
        continue;  // as the user may
      expect("dedicated", "deed: " + deed + ", file: '" + file + "'", {verdict}, limits);
    }
    expect("dedicated", "deed: environment, file: SECRET_OF_THE_HOST", {verdict}, limits);
    expect("dedicated", "deed: read-file, file: 'not:" + file + "'", {verdict}, limits);
  }
  // But what a parameter names, and what the specification allows.
  expect("dedicated", "deed: read-file, file: '" + file + "'", {"normal"}, ", sandbox: true");
  expect("dedicated", "deed: read-file, file: 'not:" + file + "'", {"normal"},
         ", sandbox: true, readable: ['" + file + "']");
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
  // In a PID namespace of its own it has nobody to kill but itself.
  expect("dedicated", "deed: kill-host", {"exception", "crash"}, ", sandbox: true");
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
