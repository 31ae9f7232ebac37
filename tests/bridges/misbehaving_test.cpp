// Engines with every kind of bad manners, in both isolated modes: the engine's agent loses, each fault in its
// own words, the others play on, and nobody is left behind.
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <signal.h>

#include "arena/base/json/value.hpp"
#include "core/util/clock.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

bool have_python() {
  static const bool found = std::system("python3 -c '' > /dev/null 2>&1") == 0;
  if (!found) MESSAGE("python3 is not installed: the scripted engines are not run");
  return found;
}

struct Case {
  const char* protocol;
  const char* deed;
  const char* words;  // of the note; "" if the game must go well
  const char* termination = "normal";
};

// The modes in which agents run in processes of their own; one of them under sanitizers, where each process
// takes seconds to start.
std::vector<std::string> child_modes() {
  return kSanitized ? std::vector<std::string>{"dedicated"} : std::vector<std::string>{"shared", "dedicated"};
}

const std::string kScript = LUDEX_TEST_DIR "/support/engines/scripted.py";

// The tournament's output folder, after a run of four games.
void play(const TemporaryFolder& folder, const Case& c, const std::string& mode, const std::string& more = "",
          const std::string& limits = "") {
  const bool uci = std::string(c.protocol) == "uci";
  const std::string game = uci ? "{game: chess, params: {max_plies: 12}}" : "{game: hex, params: {size: 4}}";
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, "name: bad\ngames: [ " + game + " ]\nagents:\n  - {name: good, agent: random}\n" +
                       "  - {name: bad, agent: " + c.protocol + "-engine, params: {command: '" + kScript +
                       "', args: '" + c.protocol + " " + c.deed + "', start_timeout: 1.5, patience: 0.2" +
                       (uci ? "" : ", budget: own") + more +
                       "}}\ngrace: 2s\nlimits: {faults_in_a_row: 0, memory_mib: 1024, processes: 4000" +
                       limits + "}\nbudget: {wall: 100ms}\nformat: {games_per_pair: 2}\n");
  const auto run =
      ludex("run " + file + " --mode " + mode + " --concurrency 1 --out " + (folder.path() / "out").string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
}

}  // namespace

TEST_CASE("every fault of an engine has its own words and costs its own game only") {
  if (!have_python()) return;
  const Case cases[] = {
      {"uci", "illegal", "illegal or unreadable move 'e2e5'", "illegal-move"},
      {"uci", "unreadable", "illegal or unreadable move '?garbage", "illegal-move"},
      {"uci", "null", "bestmove 0000, but the game is not over", "illegal-move"},
      {"uci", "empty", "bestmove without a move", "protocol"},
      {"uci", "late", "no bestmove within 0.100 s", "hang"},
      {"uci", "exit", "ended with exit code 3; standard error ends with 'cannot go on'", "exit"},
      {"uci", "segfault", "was killed by signal 11", "crash"},
      {"uci", "close", "closed its standard output", "protocol"},
      {"uci", "endless", "MiB of output in that time", "hang"},
      {"uci", "endless-line", "output without newline", "protocol"},
      {"uci", "no-newline", "no newline after 'bestmove", "hang"},
      {"uci", "crlf", ""},
      {"uci", "noise", ""},
      {"uci", "ponder", ""},
      {"uci", "stale", ""},
      {"uci", "stays", ""},
      {"gtp", "illegal", "illegal or unreadable move 'z9'", "illegal-move"},
      {"gtp", "unreadable", "illegal or unreadable move '?garbage", "illegal-move"},
      {"gtp", "refuse", "the engine refuses 'genmove", "protocol"},
      {"gtp", "late", "no answer to 'genmove", "hang"},
      {"gtp", "exit", "ended with exit code 3", "exit"},
      {"gtp", "segfault", "was killed by signal 11", "crash"},
      {"gtp", "endless", "MiB of output in that time", "hang"},
      {"gtp", "endless-line", "output without newline", "protocol"},
      {"gtp", "no-newline", "no newline after '=", "hang"},
      {"gtp", "crlf", ""},
      {"gtp", "noise", ""},
      {"gtp", "ponder", ""},
      {"gtp", "stale", ""},
  };
  for (const std::string& mode : child_modes()) {
    for (const Case& c : cases) {
      CAPTURE(mode);
      CAPTURE(c.protocol);
      CAPTURE(c.deed);
      const TemporaryFolder folder;
      play(folder, c, mode);
      for (const Json& game : games(folder.path() / "out")) {
        CAPTURE(game.dump());
        const std::string words = c.words;
        if (words.empty()) {
          CHECK(game["termination"] == "normal");
          continue;
        }
        CHECK(game["outcome"] == (game["agents"][0] == "bad" ? "0-1" : "1-0"));
        CHECK(game["termination"] == c.termination);
        CHECK(game["note"].get<std::string>().find(words) != std::string::npos);
        // What was said is kept beside the record.
        const auto at = game["note"].get<std::string>().find("transcript: ");
        REQUIRE(at != std::string::npos);
        const std::string name = game["note"].get<std::string>().substr(at + 12);
        CHECK(read_file(folder.path() / "out" / "transcripts" / name).find("> ") != std::string::npos);
      }
    }
  }
}

TEST_CASE("what an engine says in several lines is one report of its main line") {
  if (!have_python()) return;
  const TemporaryFolder folder;
  play(folder, {"uci", "split-info", ""}, "shared");
  for (const Json& game : games(folder.path() / "out")) {
    CAPTURE(game.dump());
    const std::size_t bad = game["agents"][0] == "bad" ? 0 : 1;
    const Json& by_move = game["stats"][bad]["by_move"];
    CHECK(by_move["depth"][0] == 7);
    CHECK(by_move["nodes"][0] == 123);
    CHECK(by_move["value"][0] == 31);
  }
}

// Both engines shuffle their knights, and name the other's next move.
TEST_CASE("engines are told to ponder, and whether they were right") {
  if (!have_python()) return;
  for (const std::string deed : {"foresees", "foresees-wrong"}) {
    for (const std::string budget : {"clock: 40/60s:30s+1s", "wall: 5s"}) {
      CAPTURE(deed);
      CAPTURE(budget);
      const TemporaryFolder folder;
      const std::string file = (folder.path() / "t.yaml").string();
      std::string agents;
      for (const char* name : {"one", "two"})
        agents += std::string("  - {name: ") + name + ", agent: uci-engine, params: {command: '" + kScript +
                  "', args: 'uci " + deed + "', ponder: true, keep: all}}\n";
      write_file(file, "name: ponder\ngames: [ {game: chess, params: {max_plies: 7}} ]\nagents:\n" + agents +
                           "limits: {memory_mib: 1024, processes: 4000}\nbudget: {" + budget +
                           "}\nformat: {games_per_pair: 2}\n");
      const auto run =
          ludex("run " + file + " --mode shared --concurrency 1 --out " + (folder.path() / "out").string());
      REQUIRE_MESSAGE(run.exit_code == 0, run.err);
      for (const Json& game : games(folder.path() / "out")) {
        CAPTURE(game.dump());
        CHECK(game["termination"] == "normal");
        CHECK(game["plies"] == 7);
      }
      int told = 0;
      for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "out" / "transcripts")) {
        const std::string text = read_file(entry.path());
        CAPTURE(text);
        const auto says = [&](const std::string& words) {
          return text.find("> " + words) != std::string::npos;
        };
        CHECK(says(budget.starts_with("clock") ? "go ponder wtime " : "go ponder movetime "));
        CHECK(says("ponderhit") == (deed == "foresees"));
        // The last one is ended by the end of the game.
        if (deed == "foresees-wrong") CHECK(says("stop"));
        if (budget.starts_with("clock"))
          CHECK(says("go wtime 59990 btime 59990 winc 0 binc 0 movestogo 40") ==
                (text.find("> position startpos\n") != std::string::npos));
        ++told;
      }
      CHECK(told >= 2);  // those of a last game may be lost with the worker
    }
  }
}

TEST_CASE("an engine that resigns loses the game at once, no adjudication makes a draw of it, no fault") {
  if (!have_python()) return;
  struct Resigning {
    const char* game;
    const char* agent;  // and its parameters
    const char* protocol;
  };
  const Resigning cases[] = {{"chess", "uci-engine", "uci"},
                             {"{game: hex, params: {size: 4}}", "gtp-engine", "gtp"}};
  for (const std::string mode : {"inline", "shared", "dedicated"}) {
    for (const Resigning& c : cases) {
      CAPTURE(mode);
      CAPTURE(c.protocol);
      const TemporaryFolder folder;
      const std::string file = folder.file("t.yaml");
      write_file(file, "name: resigning\ngames: [ " + std::string(c.game) +
                           " ]\nagents:\n  - {name: good, agent: random}\n  - {name: bad, agent: " + c.agent +
                           ", params: {command: '" + kScript + "', args: '" + c.protocol +
                           " resign'}}\nlimits: {faults_in_a_row: 1, processes: 4000}\ngrace: 20s\n" +
                           "adjudication: {plies: 5}\nbudget: {wall: 2s}\nformat: {games_per_pair: 4}\n");
      const std::string out = folder.file("out");
      const auto run = ludex("run " + file + " --mode " + mode + " --concurrency 1 --out " + out);
      REQUIRE_MESSAGE(run.exit_code == 0, run.err);
      CHECK(run.err.find("forfeits") == std::string::npos);
      const auto all = games(out);
      for (const Json& game : all) {
        CAPTURE(game.dump());
        CHECK(game["outcome"] == (game["agents"][0] == "bad" ? "0-1" : "1-0"));
        CHECK(game["termination"] == "resigned");
        // At its second question; the engine stays, and resigns the next games at once.
        const bool first = game["id"] == all.front()["id"];
        CHECK(game["plies"] == (game["agents"][0] == "bad" ? 0 : 1) + (first ? 2 : 0));
      }
      CHECK(ludex("verify " + out).exit_code == 0);
      const auto rated = ludex("rate " + out);
      CHECK(rated.out.find("forfeit") == std::string::npos);
      if (std::string(c.protocol) == "uci") {
        const auto pgn = ludex("export " + out + " --format pgn");
        CHECK(pgn.out.find("[Termination \"normal\"]\n[TerminationDetails \"resigned\"]") !=
              std::string::npos);
      }
    }
  }
}

// The notes and the transcripts of a tournament with a GTP engine of these parameters.
struct Told {
  std::vector<Json> games;
  std::string transcripts;
};
std::string told_file(const TemporaryFolder& folder, const std::string& deed, const std::string& more) {
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file,
             "name: told\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n"
             "  - {name: good, agent: random}\n  - {name: engine, agent: gtp-engine, params: {command: '" +
                 kScript + "', args: 'gtp " + deed + "', keep: all" + more +
                 "}}\nbudget: {wall: 2s}\ngrace: 60s\nformat: {games_per_pair: 2}\n");
  return file;
}
Told play_told(const std::string& deed, const std::string& more) {
  const TemporaryFolder folder;
  const auto run = ludex("run " + told_file(folder, deed, more) + " --concurrency 1 --out " +
                         (folder.path() / "out").string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  Told told{games(folder.path() / "out"), ""};
  for (const auto& item : std::filesystem::directory_iterator(folder.path() / "out" / "transcripts"))
    told.transcripts += read_file(item.path());
  return told;
}

TEST_CASE("an engine without time_settings is refused at the start with what to set, and told what was set") {
  if (!have_python()) return;
  for (const auto& [deed, example] : {std::pair("benzene", "budget: 'param_mohex max_time {seconds}'"),
                                      std::pair("no-list", "COMMAND {seconds}")}) {
    const TemporaryFolder folder;
    const auto run = ludex("run " + told_file(folder, deed, "") + " --out " + folder.file("out"));
    CAPTURE(run.err);
    CHECK(run.exit_code == 3);
    CHECK(
        run.err.find("t.yaml:6:9: error: agent 'engine': budget: the engine has no command time_settings") !=
        std::string::npos);
    CHECK(run.err.find(example) != std::string::npos);
    CHECK(run.err.find("budget: own") != std::string::npos);
  }
  const Told set = play_told("benzene", ", budget: 'param_mohex max_time {seconds}', overhead: 0");
  for (const Json& game : set.games) CHECK(game["termination"] == "normal");
  CHECK(set.transcripts.find("param_mohex max_time 2.000") != std::string::npos);
  CHECK(set.transcripts.find("told 2.000 seconds") != std::string::npos);
  CHECK(set.transcripts.find("time_settings") == std::string::npos);
  // An engine that has time_settings goes on being told by it.
  CHECK(play_told("good", "").transcripts.find("time_settings 0 2 1") != std::string::npos);
}

TEST_CASE("what an engine uses stands in the log, move by move, also behind a shell") {
  if (!have_python()) return;
  for (const std::string& mode : child_modes()) {
    CAPTURE(mode);
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "t.yaml").string();
    write_file(
        file,
        "name: busy\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n  - {name: good, agent: random}\n"
        "  - {name: engine, agent: gtp-engine, params: {command: /bin/sh, args: '-c \"" +
            kScript + " gtp busy; true\"', budget: own}}\nlimits: {processes: 4000}\n" +
            "budget: {wall: 60s}\nformat: {games_per_pair: 2}\n");
    const auto run = ludex("run " + file + " --mode " + mode + " --concurrency 1 --out " +
                           (folder.path() / "out").string());
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    for (const Json& game : games(folder.path() / "out")) {
      CAPTURE(game.dump());
      for (std::size_t seat = 0; seat < 2; ++seat) {
        const Json& stats = game["stats"][seat];
        if (game["agents"][seat] == "good") {
          CHECK_FALSE(stats.contains("engine_cpu_seconds"));
          CHECK_FALSE((stats.contains("by_move") && stats["by_move"].contains("engine_cpu_us")));
          continue;
        }
        CHECK(game["termination"] == "normal");
        const auto used = stats["by_move"]["engine_cpu_us"].get<std::vector<std::uint64_t>>();
        REQUIRE(used.size() == stats["moves"].get<std::size_t>());
        double sum = 0;
        for (const std::uint64_t us : used) {
          // The kernel's account of a process that runs may be some ticks behind.
          CHECK(us >= 40'000);
          sum += static_cast<double>(us);
        }
        CHECK(stats["engine_cpu_seconds"].get<double>() == doctest::Approx(sum * 1e-6));
        // In a worker of its own it is the agent's, too.
        const double half = 0.03 * static_cast<double>(used.size());
        CHECK((stats["cpu_seconds"].get<double>() < half) == (mode == "shared"));
      }
    }
  }
}

TEST_CASE("the host's patience does not cut off what the bridge has to say") {
  if (!have_python()) return;
  struct Short {
    const char* deed;
    const char* more;    // parameters
    const char* limits;  // of the tournament
    const char* words;
  };
  const Short cases[] = {
      {"no-handshake", ", start_timeout: 600", "start: 8s",
       "no handshake: no answer to 'protocol_version' within "},
      {"late", ", move_timeout: 600, patience: 600", "move: 500ms", "until the host ended the search"},
  };
  for (const std::string& mode : child_modes()) {
    for (const Short& c : cases) {
      CAPTURE(mode);
      CAPTURE(c.deed);
      const TemporaryFolder folder;
      const std::string file = (folder.path() / "t.yaml").string();
      write_file(
          file,
          "name: short\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n  - {name: good, agent: random}\n"
          "  - {name: bad, agent: gtp-engine, params: {command: '" +
              kScript + "', args: 'gtp " + c.deed + "', budget: own" + c.more +
              "}}\ngrace: 1s\nlimits: {faults_in_a_row: 0, processes: 4000, " + c.limits +
              "}\nbudget: {iterations: 10}\nformat: {games_per_pair: 2}\n");
      const auto run = ludex("run " + file + " --mode " + mode + " --concurrency 1 --out " +
                             (folder.path() / "out").string());
      CAPTURE(run.err);
      if (std::string(c.deed) == "no-handshake") {
        CHECK(run.exit_code == 3);
        CHECK(run.err.find(c.words) != std::string::npos);
        continue;
      }
      REQUIRE(run.exit_code == 0);
      for (const Json& game : games(folder.path() / "out")) {
        CAPTURE(game.dump());
        CHECK(game["termination"] == "hang");
        CHECK(game["note"].get<std::string>().find(c.words) != std::string::npos);
      }
    }
  }
}

TEST_CASE("what an engine has started goes with it") {
  if (!have_python()) return;
  for (const std::string& mode : child_modes()) {
    const TemporaryFolder folder;
    const std::string note = folder.path() / "child";
    play(folder, {"uci", "child", ""}, mode, ", environment: 'CHILD_FILE=" + note + "'");
    const int child = std::atoi(read_file(note).c_str());
    REQUIRE(child > 0);
    // Killed; whoever adopts it may take a moment to reap it.
    bool gone = false;
    for (int i = 0; i < 100 && !gone; ++i) {
      const std::string stat = read_file("/proc/" + std::to_string(child) + "/stat");
      gone = stat.empty() || stat.find(") Z ") != std::string::npos;
      if (!gone) usleep(20'000);
    }
    CHECK(gone);
  }
}

}  // namespace ludex::tests
