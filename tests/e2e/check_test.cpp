// ludex check: every kind of broken plug-in is told, by the promise that it breaks; and the commands that
// rest on the rules refuse a game that breaks its contract.
#include <string>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

const std::string kGame = "'" LUDEX_BUILD_DIR "/tests/games/spoilt.so'";
const std::string kAgent = "'" LUDEX_BUILD_DIR "/tests/agents/spoilt_agent.so'";
const std::string kPath = "--plugin-path '" LUDEX_BUILD_DIR "/tests/games' ";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Fault {
  const char* name;
  const char* promise;  // the first that is broken
  const char* found;    // part of what is said
};

void check_fault(const std::string& plugin, const Fault& fault, const std::string& more = "") {
  INFO("fault=", std::string(fault.name), ", expected ", std::string(fault.promise));
  const auto run = ludex(
      "check " + plugin + " --json --call-seconds 0.4 --set fault=" + fault.name + " " + more, kPlainDeaths);
  CAPTURE(run.out);
  CAPTURE(run.err);
  CHECK(run.exit_code == 3);
  const Json json = Json::parse_if_valid(run.out).value_or(nullptr);
  REQUIRE(json.is_object());
  CHECK(json["kept"] == false);
  std::string first;
  std::string found;
  for (const Json& promise : json["promises"]) {
    if (promise["standing"] != "broken" || !first.empty()) continue;
    first = promise["promise"];
    found = promise["witness"]["found"];
  }
  CHECK(first == fault.promise);
  CHECK_MESSAGE(contains(found, fault.found), found);
}

}  // namespace

TEST_CASE("check names the promise that a game breaks") {
  for (const Fault& fault : {
           Fault{"players", "traits", "players is 99"},
           Fault{"hash", "hash", "has the same hash"},
           Fault{"hash-order", "hash", "hash is"},
           Fault{"key", "hash", "has the same hash"},
           Fault{"text", "position-text", ""},
           Fault{"turn", "turn-order", "is to move after player"},
           Fault{"class", "move-class", "is 1000"},
           Fault{"wrap", "symmetry", "under symmetry 1"},
           Fault{"illegal", "move-text", "is taken"},
           Fault{"endless", "length", "after 12 plies"},
           Fault{"cycle", "repetition", "has occurred before"},
           Fault{"clock", "determinism", "second instance"},
           Fault{"process-clock", "determinism", "another process"},
           Fault{"playout", "playout", "playouts"},
           Fault{"playout-result", "playout", "player 0 has won"},
           Fault{"count", "count-moves", "count_moves returns 7"},
           Fault{"max-moves", "legal-moves", "12 legal moves"},
           Fault{"returns", "returns", "-0.5"},
           Fault{"draws", "returns", "a draw"},
           Fault{"move-text", "move-text", "'b2'"},
           Fault{"overrun", "memory", "apply wrote outside"},
           Fault{"const", "memory", "hash changed"},
           Fault{"status", "status", "the game is not over"},
           Fault{"copy", "copy", ""},
           Fault{"throw", "answers", "apply crashed (signal 6"},
           Fault{"crash", "answers", "legal_moves crashed (signal 11"},
           Fault{"exit", "answers", "hash ended the process (exit code 0)"},
           Fault{"hang", "answers", "apply has not returned after 0.4 s, in which it ran"},
           Fault{"sleep", "answers", "apply has not returned after 0.4 s, in which it slept"},
       })
    check_fault(kGame, fault);
  // An allocation that fails throws in a noexcept function. (apply asks for the status.)
  if (!kSanitized) check_fault(kGame, {"memory", "answers", "apply crashed (signal 6"});
}

TEST_CASE("check names what a game with chance breaks") {
  const std::string loaded = "'" LUDEX_BUILD_DIR "/tests/games/loaded.so'";
  for (const Fault& fault : {
           Fault{"sum", "chance", "sum to 1.01"},
           Fault{"zero", "chance", "the probability of 3 is 0.0"},
           Fault{"bound", "chance", "3 outcomes: 1 2 3"},
           Fault{"moves", "chance", "max_outcomes says 4"},
           Fault{"beyond", "memory", "beyond max_outcomes = 3"},
           Fault{"count", "chance", "probabilities of 2 outcomes"},
           Fault{"unlisted", "chance", "draws are none of the outcomes 1 2 3"},
           Fault{"biased", "chance", "do not follow the probabilities: chi-square"},
           Fault{"generator", "chance", "the same rng draws"},
           Fault{"silent", "chance", "does not offer ludex.draft.chance/1"},
           Fault{"flag", "chance", "chance decides here"},
           Fault{"uniform", "playout", "playouts"},
       })
    check_fault(loaded, fault);
  const auto whole = ludex("check " + loaded + " --json");
  CHECK_MESSAGE(whole.exit_code == 0, whole.out);
  CHECK(contains(whole.out, "\"chance\""));
  // The brief check before a game is used finds most of them.
  const TemporaryFolder folder;
  const std::string cache = "XDG_CACHE_HOME='" + folder.path().string() + "'";
  for (const char* fault : {"sum", "bound", "silent", "flag"}) {
    const auto refused = ludex(kPath + "perft loaded:fault=" + fault + " 2", cache + " " + kPlainDeaths);
    CHECK_MESSAGE(refused.exit_code == 3, refused.err);
    CHECK_MESSAGE(contains(refused.err, "chance"), refused.err);
  }
  CHECK(contains(ludex(kPath + "perft loaded 3").out, " 15 nodes"));
  CHECK(contains(ludex(kPath + "describe loaded").out, "at most 3 outcomes"));
}

TEST_CASE("check names the promise that a game of three players breaks") {
  const std::string three = "'" LUDEX_BUILD_DIR "/tests/games/spoilt_three.so'";
  for (const Fault& fault : {
           Fault{"range", "returns", "-1.5"},
           Fault{"winner", "returns", "has won)"},
           Fault{"tie", "returns", "has won)"},
           Fault{"sum", "returns", "0.5"},
           Fault{"lone-draw", "returns", "(a draw)"},
           Fault{"status", "status", "status 5"},
           Fault{"seat", "turn-order", "player 3 is to move"},
           Fault{"skip", "turn-order", "player 0 is to move after player 1"},
           Fault{"playout", "playout", "wins of player 1:"},
       })
    check_fault(three, fault);
  for (const char* whole : {"none", "shared-draw"}) {
    const auto run = ludex("check " + three + " --json --set fault=" + whole);
    CHECK_MESSAGE(run.exit_code == 0, run.out);
  }
}

TEST_CASE("check says where a game died") {
  const auto run = ludex("check " + kGame + " --json --set fault=crash", kPlainDeaths);
  const Json witness = Json::parse(run.out)["promises"][0]["witness"];
  // Three moves from the initial position.
  const std::string moves = witness["moves"];
  CHECK(std::count(moves.begin(), moves.end(), ' ') == 2);
  const auto thrown = ludex("check " + kGame + " --set fault=throw", kPlainDeaths);
  CHECK(thrown.exit_code == 3);
  CHECK_MESSAGE(contains(thrown.out, "no such square"), thrown.out);
}

TEST_CASE("check takes the same game when it is whole") {
  const auto whole = ludex("check " + kGame + " --json");
  CHECK_MESSAGE(whole.exit_code == 0, whole.out);
  const Json report = Json::parse(whole.out);
  for (const Json& promise : report["promises"]) {
    if (promise["standing"] == "kept") CHECK(promise["checks"].get<std::uint64_t>() > 0);
    if (promise["standing"] == "not applicable") CHECK_FALSE(promise["reason"].get<std::string>().empty());
  }
  const auto text = ludex("check " + kGame);
  CHECK(contains(text.out, "spoilt keeps the contract"));
}

TEST_CASE("what is consistently wrong is seen by known counts alone") {
  CHECK(ludex("check " + kGame + " --set fault=wrap-unseen").exit_code == 0);
  CHECK(ludex("check " + kGame + " --set fault=short").exit_code == 0);
  CHECK(ludex("check " + kGame + " --perft 1:12 --perft 3:1320").exit_code == 0);
  check_fault(kGame, {"short", "perft", "11 leaves at depth 1"}, "--perft 1:12");
  const auto bad = ludex("check " + kGame + " --perft 3");
  CHECK(bad.exit_code == 2);
  CHECK(contains(bad.err, "expected DEPTH:COUNT"));
}

TEST_CASE("check names the promise that an agent breaks") {
  for (const Fault& fault : {
           Fault{"illegal", "legal-move", "choose returned 11259375"},
           Fault{"illegal-later", "legal-move", "choose returned 11259375"},
           Fault{"ignores-stop", "stop-flag", "choose has not returned"},
           Fault{"over-budget", "budget", "iterations"},
           Fault{"clock", "determinism", "with the same seed"},
           Fault{"process-clock", "determinism", "another process"},
           Fault{"remembers", "determinism", "with the same seed"},
           Fault{"false-proof", "proofs", "is reported as a proven win"},
           Fault{"false-solve", "solve", "solve says loss"},
           Fault{"crash", "answers", "choose crashed (signal 11"},
           Fault{"hang", "answers", "choose has not returned"},
           Fault{"exit", "answers", "choose ended the process (exit code 7)"},
           Fault{"throw", "answers", "lost the thread"},
           Fault{"throw-observe", "answers", "observe: lost the thread"},
           Fault{"unit", "report", "are impossible: unit"},
           Fault{"nan", "report", "are impossible: value"},
           Fault{"variation", "report", "principal variation"},
           Fault{"position", "memory", "choose changed the position"},
       })
    check_fault(kAgent, fault, "--game mnk");
  const auto wasteful = ludex("check " + kAgent + " --game mnk --json --set fault=wastes-cpu");
  CHECK(wasteful.exit_code == 3);
  CHECK_MESSAGE(contains(wasteful.out, "ms of CPU time where 10 ms were granted"), wasteful.out);
  const auto whole = ludex("check " + kAgent + " --json");
  CHECK_MESSAGE(whole.exit_code == 0, whole.out);
  CHECK(Json::parse(whole.out)["games"].size() >= 3);
}

TEST_CASE("check says why no proof was compared") {
  const auto reason = [](const std::string& plugin, const std::string& more) {
    const auto run = ludex("check '" LUDEX_BUILD_DIR "/" + plugin + "' --json " + more);
    CHECK_MESSAGE(run.exit_code == 0, run.out);
    const Json result = Json::parse(run.out);
    for (const Json& promise : result["promises"]) {
      if (promise["promise"] == "proofs") return promise.value("reason", std::string("kept"));
    }
    return std::string();
  };
  // In lines of action, positions recur.
  CHECK(reason("plugins/agent-random.so", "--game mnk --game loa:size=5") ==
        "the agent reported no outcome as proven");
  CHECK(reason("tests/agents/spoilt_agent.so", "--set fault=false-proof --game loa:size=5")
            .starts_with("exhaustive search could confirm no outcome: "));
  CHECK(reason("plugins/agent-alpha-beta.so", "--game mnk") == "kept");
}

TEST_CASE("an agent that no board suits cannot be checked") {
  const auto picky = ludex("check '" LUDEX_BUILD_DIR "/tests/agents/picky.so' --game mnk");
  CHECK(picky.exit_code == 2);
  CHECK_MESSAGE(contains(picky.err, "needs a game with 17 players"), picky.err);
}

TEST_CASE("commands refuse a game that breaks its contract") {
  const TemporaryFolder folder;
  const std::string cache = "XDG_CACHE_HOME='" + folder.path().string() + "' " + kPlainDeaths;
  const std::string broken = "spoilt:fault=class ";
  for (const std::string& command :
       {"solve " + broken + "--agent alpha-beta --nodes 100",
        "analyze " + broken + "--agent uct --iterations 10",
        "play " + broken + "random random --iterations 1", "perft " + broken + "2"}) {
    CAPTURE(command);
    for (int time = 0; time < 2; ++time) {  // the second is answered by the cache
      const auto run = ludex(kPath + command, cache);
      CHECK(run.exit_code == 3);
      CHECK_MESSAGE(contains(run.err, "move-class: move_class is below"), run.err);
    }
  }
  const std::string kept = read_file(folder.path() / "ludex/contracts.json");
  CHECK(contains(kept, "spoilt:fault=class"));
  // Other parameters are another game, and so is the same file without them.
  CHECK(ludex(kPath + "perft spoilt 2", cache).exit_code == 0);
  // A damaged cache is no error.
  for (const char* damage : {"{ damaged", "[]", "{\"host\": 5, \"games\": 7}", ""}) {
    write_file(folder.path() / "ludex/contracts.json", damage);
    CHECK(ludex(kPath + "perft spoilt 2", cache).exit_code == 0);
    CHECK(ludex(kPath + "perft " + broken + "2", cache).exit_code == 3);
  }
  // What a crash says is not kept: another time the machine may be another.
  CHECK(ludex(kPath + "perft spoilt:fault=crash 2", cache).exit_code == 3);
  CHECK_FALSE(contains(read_file(folder.path() / "ludex/contracts.json"), "fault=crash"));
}

TEST_CASE("a tournament names all games that break their contracts, and plays none") {
  const TemporaryFolder folder;
  const std::string file = folder.write("t.yaml",
                                        "name: broken\n"
                                        "games:\n"
                                        "  - {game: mnk}\n"
                                        "  - {game: spoilt, label: a, params: {fault: hash-order}}\n"
                                        "  - {game: spoilt, label: b, params: {fault: turn}}\n"
                                        "agents:\n"
                                        "  - {name: one, agent: random}\n"
                                        "  - {name: two, agent: random}\n"
                                        "format: {games_per_pair: 2}\n"
                                        "budget: {iterations: 1}\n");
  const auto run = ludex(kPath + "run " + file + " --out '" + folder.file("out") + "'");
  CHECK(run.exit_code == 3);
  CHECK_MESSAGE(contains(run.err, "spoilt:fault=hash-order"), run.err);
  CHECK_MESSAGE(contains(run.err, "spoilt:fault=turn"), run.err);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST_CASE("every kind of fault that a short look can see is refused before use") {
  const TemporaryFolder folder;
  const std::string cache = "XDG_CACHE_HOME='" + folder.path().string() + "'";
  for (const char* fault :
       {"hash", "hash-order", "key", "text", "turn", "class", "illegal", "endless", "cycle", "clock",
        "max-moves", "move-text", "overrun", "const", "status", "copy"}) {
    CAPTURE(fault);
    CHECK(ludex(kPath + "perft spoilt:fault=" + fault + " 1", cache).exit_code == 3);
  }
}

}  // namespace ludex::tests
