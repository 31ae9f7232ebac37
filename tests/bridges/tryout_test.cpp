// What is wrong with an engine, or with how a specification says to use it, is found before the first game:
// an error at its place in the file, exit code 3, nothing written, and the same folder serves when it is
// mended.
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

bool python_there() {
  static const bool found = std::system("python3 -c '' > /dev/null 2>&1") == 0;
  if (!found) MESSAGE("python3 is not installed: the scripted engines are not run");
  return found;
}

const std::string kEngine = LUDEX_TEST_DIR "/support/engines/scripted.py";

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Line 5 is the engine's command, 6 the other parameters, 7 its budget, 8 the limits.
struct Wrong {
  const char* agent = "uci-engine";
  std::string command = "";  // "": the script
  std::string args = "";
  std::string params = "";                 // more of them
  std::string budget = "{wall: 2s}";       // of the engine
  std::string limits = "{processes: 64}";  // of the tournament
  const char* mode = "dedicated";
};

std::string text_of(const Wrong& w) {
  const bool uci = std::string(w.agent) == "uci-engine";
  return std::string("name: wrong\ngames: [ ") + (uci ? "chess" : "'hex:size=4'") + " ]\nagents:\n" +
         "  - {name: engine, agent: " + w.agent + ",\n     params: {command: '" +
         (w.command.empty() ? kEngine : w.command) + "',\n              args: '" +
         (w.args.empty() ? (uci ? "uci options" : "gtp good") : w.args) + "'" + w.params +
         "},\n     budget: " + w.budget + "}\n  - random\nlimits: " + w.limits + "\nmode: " + w.mode +
         "\nbudget: {wall: 2s}\nformat: {games_per_pair: 2}\nadjudication: {plies: 6}\n";
}

}  // namespace

TEST_CASE("an engine is started, told its options and budget and prepared before the first game") {
  if (!python_there()) return;
  struct Case {
    Wrong wrong;
    const char* place;
    const char* words;
  };
  const std::vector<Case> cases{
      {{.command = "no-such-engine"},
       ":5:24: ",
       "agent 'engine': command: engine 'no-such-engine' not found in PATH"},
      {{.command = "pyhton3"}, ":5:24: ", "did you mean 'python3'?"},
      {{.command = "/nowhere/engine"}, ":5:24: ", "not found or not executable"},
      {{.params = ", options: 'Hsah=32'"},
       ":6:",
       "options: the engine has no option 'Hsah'; did you mean 'Hash'?"},
      {{.params = ", options: 'Contempt=32'"}, ":6:", "it offers Hash, Skill Level, Style, Ponder"},
      {{.params = ", options: 'hash=0'"}, ":6:", "options: 'Hash' is '0', expected 1 to 1024"},
      {{.params = ", options: 'hash=much'"}, ":6:", "expected a whole number"},
      {{.params = ", options: 'style=Calm'"}, ":6:", "expected one of Solid, Wild Attack"},
      {{.params = ", options: 'ponder=maybe'"}, ":6:", "expected true or false"},
      {{.params = ", seed_option: Sead"}, ":6:", "seed_option: the engine has no option 'Sead'"},
      {{.params = ", folder: /nonexistent"}, ":6:", "folder: working folder '/nonexistent': No such file"},
      {{.budget = "{wall: 100us}"}, ":7:14: ", "budget: UCI counts time in whole milliseconds"},
      {{.limits = "{processes: 0}"}, ":9:9: ", "limits: engine '"},
      {{.args = "uci deaf", .params = ", start_timeout: 1"},
       ":5:14: ",
       "no handshake: no 'uciok' within 1.000 s, and the engine has sent nothing at all; does it flush its "
       "output?"},
      {{.args = "uci no-handshake", .params = ", start_timeout: 1", .mode = "shared"},
       ":5:14: ",
       "no handshake"},
      {{.command = "/bin/false"}, ":5:14: ", "engine '/bin/false' ended with exit code 1"},
      {{.agent = "gtp-engine", .args = "gtp no-handshake", .params = ", start_timeout: 1"},
       ":5:14: ",
       "the engine has sent nothing at all; does it flush its output?"},
      {{.agent = "gtp-engine", .budget = "{cpu: 0.5s}"},
       ":7:14: ",
       "budget: GTP counts time in whole seconds, and this is less than one"},
      {{.agent = "gtp-engine", .budget = "{clock: 0.5s+0.1s}"},
       ":7:14: ",
       "whole seconds, and the clock has less"},
      {{.agent = "gtp-engine", .budget = "{nodes: 100}"},
       ":7:14: ",
       "budget: GTP has no command for this budget"},
      {{.agent = "gtp-engine",
        .params = ", budget: 'param_mohex max_time {seconds}'",
        .budget = "{nodes: 100}"},
       ":6:",
       "' can be sent: the agent's budget limits none"},
      {{.agent = "gtp-engine", .params = ", budget: 'param_mohex max_time {second}'"},
       ":5:14: ",
       "{second} is unknown; did you mean {seconds}?"},
  };
  for (const Case& c : cases) {
    const std::string text = text_of(c.wrong);
    CAPTURE(text);
    const TemporaryFolder folder;
    const std::string file = folder.file("t.yaml");
    write_file(file, text);
    const std::string out = folder.file("out");
    const auto run = ludex("run " + file + " --out " + out);
    CAPTURE(run.err);
    CAPTURE(run.out);
    const bool of_parameters = says(c.words, "is unknown");  // that much is seen without the engine
    CHECK(run.exit_code == (of_parameters ? 2 : 3));
    CHECK(says(run.err, "t.yaml" + std::string(c.place)));
    CHECK(says(run.err, c.words));
    CHECK(says(run.err, "no game was played"));
    CHECK_FALSE(std::filesystem::exists(out));
    // The same without the intention to play.
    CHECK(ludex("run " + file + " --dry-run --out " + out).exit_code == run.exit_code);
    const auto check = ludex("check " + file);
    CHECK(check.exit_code == run.exit_code);
    CHECK(says(check.err, c.words));
  }
}

TEST_CASE("names and values of options are taken without regard to case, in the engine's own spelling") {
  if (!python_there()) return;
  const TemporaryFolder folder;
  const std::string seen = folder.file("seen");
  write_file(
      folder.file("t.yaml"),
      text_of(
          {.params =
               ", options: 'hash = 32; skill level=3; STYLE=wild attack; Ponder=TRUE', environment: 'SEEN=" +
               seen + "'"}));
  const auto check = ludex("check " + folder.file("t.yaml"));
  CHECK_MESSAGE(check.exit_code == 0, check.err);
  CHECK(says(check.out, "engine: started and prepared: 'scripted', 4 options"));
  CHECK(says(check.out, "2 games to play"));
  CHECK(says(check.out, "nothing was logged"));
  const std::string told = read_file(seen);
  CAPTURE(told);
  CHECK(says(told, "setoption name Hash value 32\n"));
  CHECK(says(told, "setoption name Skill Level value 3\n"));
  CHECK(says(told, "setoption name Style value wild attack\n"));
  const auto json = Json::parse(ludex("check --json " + folder.file("t.yaml")).out);
  CHECK(json["ready"] == true);
  CHECK(json["games_to_play"] == 2);
  CHECK(json["agents"][0]["found"] == "'scripted', 4 options");
}

TEST_CASE("a folder that was refused, new or begun, goes on when the mistake is mended") {
  if (!python_there()) return;
  const TemporaryFolder folder;
  const std::string file = folder.file("t.yaml");
  const std::string out = folder.file("out");
  const std::string link = folder.file("engine");
  write_file(file, text_of({.command = link}));
  CHECK(ludex("run " + file + " --out " + out).exit_code == 3);
  std::filesystem::create_symlink(kEngine, link);
  const auto run = ludex("run " + file + " --out " + out);
  CHECK_MESSAGE(run.exit_code == 0, run.err);
  const auto played = games(out).size();
  CHECK(played == 2);
  CHECK(says(ludex("run " + file + " --dry-run --out " + out).err, "--resume"));
  // More games, and the engine is gone meanwhile.
  std::filesystem::remove(link);
  const std::string more = " --set format.games_per_pair=4 --resume --out " + out;
  CHECK(ludex("run " + file + more).exit_code == 3);
  CHECK(games(out).size() == played);
  std::filesystem::create_symlink(kEngine, link);
  CHECK(ludex("run " + file + more + " --dry-run").exit_code == 0);
  CHECK(games(out).size() == played);
  CHECK(ludex("run " + file + more).exit_code == 0);
  CHECK(games(out).size() == 4);
}

TEST_CASE("engines that fail later are summed up at the end, by whom and why, in rate and report as well") {
  if (!python_there()) return;
  const TemporaryFolder folder;
  const std::string file = folder.file("t.yaml");
  const std::string out = folder.file("out");
  // Fine when it is tried, and not to be started again.
  const auto once = [&](const std::string& name) {
    return "  - {name: " + name + ", agent: uci-engine, params: {command: /bin/sh, args: '-c \"test -e " +
           folder.file(name) + " && exit 3; touch " + folder.file(name) + "; exec " + kEngine +
           " uci good\"'}}\n";
  };
  write_file(file, "name: late\ngames: [chess]\nagents:\n" + once("one") + once("two") +
                       "budget: {wall: 2s}\nformat: {games_per_pair: 20}\n");
  const auto run = ludex("run " + file + " --concurrency 1 --out " + out);
  CAPTURE(run.err);
  // Whoever is not asked for a move, because the other could not begin, has not played well: both are
  // withdrawn.
  CHECK(run.exit_code == 4);
  CHECK((says(run.err, "one: 3 faults in a row") || says(run.err, "two: 3 faults in a row")));
  CHECK(says(run.err, "lost by faults (forfeits): "));
  CHECK(says(run.err, "exit "));
  for (const Json& game : games(out)) {
    if (game["termination"] == "withdrawn") continue;
    CHECK(game["termination"] == "exit");
    CHECK(says(game["note"].get<std::string>(), "ended with exit code 3"));
  }
  const auto rated = ludex("rate " + out);
  CHECK(says(rated.err, "lost by faults (forfeits), counted as losses"));
  const auto rated_json = Json::parse(ludex("rate --json " + out).out);
  CHECK(rated_json["lost_by"]["one"]["exit"].get<int>() >= 1);
  CHECK(says(ludex("match " + out).err, "lost by faults (forfeits)"));
  const auto report = ludex("report " + out + " --json");
  CHECK(says(report.out, "lost by faults (forfeits), counted as losses: "));
}

}  // namespace ludex::tests
