// The table of docs/reference/exit-codes.md, command by command.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kSpec = R"(name: codes
games: [ {game: mnk} ]
agents: [ {agent: random, name: a}, {agent: random, name: b} ]
budget: {iterations: 10}
format: {games_per_pair: 2}
)";

// A specification and what a run of it left behind.
struct Played {
  Played() {
    write_file(file, kSpec);
    const auto run = ludex("run " + file + " --quiet --out " + out);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  }
  TemporaryFolder folder;
  std::string file = folder.file("t.yaml");
  std::string out = folder.file("out");
};

}  // namespace

TEST_CASE("2: usage errors say what was expected") {
  for (const char* arguments : {"",
                                "frobnicate",
                                "perft",
                                "perft nosuchgame 3",
                                "perft mnk x",
                                "perft mnk:m=0 3",
                                "perft mnk:zz=1 3",
                                "perft mnk 2 --moves 'z9'",
                                "perft mnk 2 --position garbage",
                                "analyze mnk --agent nosuchagent",
                                "new agent Bad_Name",
                                "rate /nowhere.jsonl",
                                "match /nowhere.jsonl",
                                "report /nowhere",
                                "export /nowhere.jsonl",
                                "show /nowhere.jsonl 1",
                                "run /nowhere.yaml",
                                "run /nowhere.yaml --part 1/2",
                                "gather /nowhere",
                                "status /nowhere",
                                "submit /nowhere.yaml --tasks 2",
                                "play mnk random",
                                "describe nosuchgame",
                                "check /nowhere.so",
                                "suite chess /nowhere.epd --agent random",
                                "solve mnk --agent random",
                                "study nothing mnk",
                                "study alpha-beta-scn",
                                "study othello-train othello --out x"}) {
    CAPTURE(arguments);
    const auto run = ludex(arguments);
    CHECK(run.exit_code == 2);
    CHECK_FALSE(run.err.empty());
    CHECK(run.out.empty());
  }
  CHECK(ludex("--help").exit_code == 0);
  CHECK(ludex("--version").exit_code == 0);
}

TEST_CASE("1: standard output on a full disk") {
  const Played played;
  for (const std::string& arguments :
       std::vector<std::string>{"--help",
                                "--version",
                                "list",
                                "list --json",
                                "describe mnk",
                                "study",
                                "perft mnk 2",
                                "perft mnk 2 --json",
                                "playouts mnk --games 5",
                                "draw chess",
                                "draw hex:size=5 --svg",
                                "rate " + played.out,
                                "rate --json " + played.out,
                                "rate --csv " + played.out,
                                "match " + played.out,
                                "sprt --wdl 10,20,30",
                                "report --json " + played.out,
                                "report --csv " + played.out,
                                "report --markdown " + played.out,
                                "report --latex " + played.out,
                                "report " + played.out,
                                "rate --latex " + played.out,
                                "export " + played.out,
                                "show " + played.out + " 1",
                                "solve mnk --agent alpha-beta",
                                "play mnk random random --quiet",
                                "analyze mnk --agent uct --iterations 10",
                                "study alpha-beta-scn checkers --set depth=2 --set games=1 --set plies=2",
                                "run " + played.file + " --resume --out " + played.out,
                                "check '" LUDEX_BUILD_DIR "/plugins/game-mnk.so'",
                                "new agent mine " + played.folder.file("mine")}) {
    CAPTURE(arguments);
    const auto run = ludex(arguments, "", "> /dev/full");
    CHECK(run.exit_code == 1);
    CHECK(contains(run.err, "to standard output"));
  }
  // Servers of a protocol: the other side hears nothing.
  const std::string gtp = played.folder.write("gtp", "name\nquit\n");
  const std::string uci = played.folder.write("uci", "uci\nquit\n");
  CHECK(ludex("gtp hex random", "", "< " + gtp + " > /dev/full").exit_code == 1);
  CHECK(ludex("uci chess random", "", "< " + uci + " > /dev/full").exit_code == 1);
  // Another fault keeps its code.
  CHECK(ludex("perft nosuchgame 2", "", "> /dev/full").exit_code == 2);
}

TEST_CASE("1: files that cannot be written") {
  const Played played;
  const std::string search = "solve mnk --agent df-pn --proof ";
  const std::string study = "study alpha-beta-scn checkers --set depth=2 --set games=1 --set plies=2 --out ";
  for (const std::string& arguments : std::vector<std::string>{
           "report " + played.out + " --out ", "report --json " + played.out + " --out ",
           "export " + played.out + " --out ", "show " + played.out + " 1 --out ", search, study}) {
    CAPTURE(arguments);
    const auto full = ludex(arguments + "/dev/full");
    CHECK(full.exit_code == 1);
    CHECK(contains(full.err, "cannot write '/dev/full': No space left on device"));
    const auto nowhere = ludex(arguments + "/nowhere/x");
    CHECK(nowhere.exit_code == 1);
    CHECK(contains(nowhere.err, "cannot write '/nowhere/x': No such file or directory"));
  }
  // Not even one block: also for what has no --out.
  for (const std::string& arguments : std::vector<std::string>{
           "report " + played.out, "run " + played.file + " --out " + played.folder.file("b"),
           "new game mine " + played.folder.file("mine")}) {
    CAPTURE(arguments);
    CHECK(ludex(arguments, "prlimit --fsize=0").exit_code == 1);
  }
  for (const std::string& arguments :
       std::vector<std::string>{"run " + played.file + " --out /proc/nowhere", "new game mine /proc/nowhere",
                                "study othello-train --out /proc/nowhere"}) {
    CAPTURE(arguments);
    const auto run = ludex(arguments);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.err, "/proc/nowhere"));
  }
}

// A sanitizer needs descriptors of its own.
TEST_CASE("1: no child process can be started" * doctest::skip(kSanitized)) {
  const Played played;
  const std::string plugin = "'" LUDEX_BUILD_DIR "/plugins/game-mnk.so'";
  const auto starved = [&](const std::string& arguments) {
    // Too few descriptors for the pipes to a child.
    return ludex(arguments, "XDG_CACHE_HOME=" + played.folder.file("cache") + " prlimit --nofile=6");
  };
  for (const std::string& arguments :
       std::vector<std::string>{"perft mnk 2", "describe mnk", "list", "check " + plugin,
                                "run " + played.file + " --out " + played.folder.file("c")}) {
    CAPTURE(arguments);
    const auto run = starved(arguments);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.err + run.out, "Too many open files"));
  }
  // What could not be examined then is not refused for good.
  const auto later = ludex("perft mnk 2", "XDG_CACHE_HOME=" + played.folder.file("cache"));
  CHECK_MESSAGE(later.exit_code == 0, later.err);
  const auto run = starved("run " + played.file + " --out " + played.folder.file("c"));
  CHECK(run.exit_code == 1);
  CHECK(contains(run.err, "cannot start a child process"));
}

TEST_CASE("1: no memory" * doctest::skip(kSanitized)) {
  const auto run =
      ludex(kMisbehaving + "analyze mnk --agent hostile:deed=leak,move=1", "prlimit --as=1000000000");
  CHECK(run.exit_code == 1);
  CHECK(contains(run.err, "out of memory"));
}

TEST_CASE("3: a refused plug-in is named with the reason, in a specification too") {
  const TemporaryFolder folder;
  std::filesystem::copy_file(LUDEX_BUILD_DIR "/tests/fixtures/wrong_major.so",
                             folder.path() / "agent-old.so");
  const std::string path = "--plugin-path " + folder.path().string() + " ";
  const std::string spec = folder.write("t.yaml", R"(name: refused
games: [ {game: mnk} ]
agents: [ {agent: random}, {agent: old} ]
budget: {iterations: 10}
)");
  const auto run_spec = ludex(path + "run " + spec + " --out " + folder.file("out"));
  CHECK(contains(run_spec.err, "t.yaml:3:36: error: agent 'old' is refused: " + folder.file("agent-old.so")));
  for (const std::string& arguments :
       std::vector<std::string>{"list", "describe old", "check " + folder.file("agent-old.so"),
                                "analyze mnk --agent old", "play mnk old random", "gtp hex old",
                                "uci chess old", "run " + spec + " --out " + folder.file("out")}) {
    CAPTURE(arguments);
    const auto run = ludex(path + arguments);
    CHECK(run.exit_code == 3);
    CHECK(contains(run.err + run.out, "built for plug-in interface 99"));
  }
  // Together with a mistake of the user's it is the user's turn.
  CHECK(ludex(path + "run " + spec + " --set sed=1 --out " + folder.file("out")).exit_code == 2);
}

TEST_CASE("3: an agent's illegal move or exception ends the command with its name") {
  for (const char* command :
       {"analyze chess --agent illegal --iterations 1", "bench", "play mnk illegal random --iterations 1",
        "play mnk throwing random --iterations 1"}) {
    CAPTURE(command);
    const auto run = ludex(kMisbehaving + command);
    CHECK(run.exit_code == 3);
    CHECK((contains(run.err, "illegal") || contains(run.err, "throwing")));
  }
}

TEST_CASE("130: interrupted, whatever the command was doing") {
  const TemporaryFolder folder;
  const std::string spec = folder.write("t.yaml", R"(name: long
games: [ {game: chess} ]
agents: [ {agent: uct, name: a}, {agent: uct, name: b} ]
budget: {iterations: 1000000}
format: {games_per_pair: 1000}
)");
  for (const std::string& arguments :
       std::vector<std::string>{"run " + spec + " --out " + folder.file("out"), "solve othello --agent df-pn",
                                "playouts chess --seconds 1000", "perft chess 12"}) {
    CAPTURE(arguments);
    CHECK(ludex(arguments, "timeout --preserve-status -s INT 3").exit_code == 130);
  }
  CHECK(ludex("play mnk human random").exit_code == 130);  // the input has ended
}

}  // namespace ludex::tests
