// ludex tune: the same games however they are played, exact resumption, external tuners that fail, verdicts.
#include <array>
#include <chrono>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include <doctest/doctest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

extern char** environ;

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

const std::string kHead = R"(name: tuned
seed: 5
games: [ {game: connect-k, params: {width: 4, height: 4, k: 3}}, {game: mnk} ]
agents:
  - {name: u, agent: uct}
  - {name: weak, agent: uct, budget: {iterations: 10}}
budget: {iterations: 20}
openings: {random_plies: 2}
)";

std::string spec(const std::string& method, int games, const std::string& rest = "") {
  return kHead +
         "tune:\n  agent: u\n  parameters:\n    c: {range: [0.05, 5], scale: log}\n  method: " + method +
         "\n  games: " + std::to_string(games) + "\n  ahead: 8\n" + rest;
}

const std::string kPool = "  opponents: [weak]\n";
const std::string kNoMatch = "  validation: none\n";

struct Place {
  TemporaryFolder folder;
  std::string file = (folder.path() / "t.yaml").string();
  explicit Place(const std::string& text) { write_file(file, text); }
  [[nodiscard]] fs::path operator/(const char* name) const { return folder.path() / name; }
  [[nodiscard]] CommandResult tune(const char* out, const std::string& options = "") const {
    return ludex("tune " + file + " --out " + (*this / out).string() + " " + options);
  }
};

// Answers with c = 0.5, and what it was told goes to the file "told".
std::string shell_tuner(const std::string& answer, const std::string& folder) {
  const std::string file = folder + "/tuner.sh";
  write_file(file, "while read -r line; do echo \"$line\" >> '" + folder +
                       "/told'\ncase \"$line\" in\n*'\"ask\":'*) " + answer +
                       ";;\n*recommend*) echo '{\"params\": {\"c\": 0.5}}';;\nesac\ndone\n");
  return "sh " + file;
}

int tune_and_kill(const std::string& file, const std::string& out, int milliseconds, int signal_number) {
  return ludex_and_signal({"tune", file, "--resume", "--quiet", "--out", out, "--concurrency", "3"},
                          signal_number, milliseconds);
}

}  // namespace

TEST_CASE(
    "every game has its parameters in the log, and all are the same at any concurrency and in any mode") {
  for (const std::string method : {"clop", "spsa", "{type: ntbea, restarts: 2}"}) {
    CAPTURE(method);
    for (const std::string& opponents : {kPool, std::string()}) {
      const Place place(spec(method, 200, opponents + kNoMatch));
      REQUIRE(place.tune("one", "--concurrency 1 --mode inline").exit_code == 0);
      const auto reference = ordered_content(place / "one");
      REQUIRE(reference.size() == 200);
      REQUIRE(place.tune("three", "--concurrency 3").exit_code == 0);
      CHECK(ordered_content(place / "three") == reference);
      REQUIRE(place.tune("two", "--concurrency 2 --mode dedicated").exit_code == 0);
      CHECK(ordered_content(place / "two") == reference);
      CHECK(read_file(place / "one" / "tune.json") == read_file(place / "three" / "tune.json"));
      std::size_t values = 0;
      std::set<std::string> different;
      const auto all = games(place / "one");
      for (std::size_t i = 0; i < all.size(); ++i) {
        const Json& game = all[i];
        REQUIRE(game.contains("params"));
        const std::size_t seat = game["agents"][0] == "u" ? 0 : 1;
        const double c = std::stod(game["params"][seat]["c"].get<std::string>());
        CHECK(c >= 0.05);
        CHECK(c <= 5);
        different.insert(game["params"][seat]["c"].get<std::string>());
        ++values;
        // A pair: the same opening and parameters, seats swapped.
        if (i % 2 == 0) continue;
        CHECK(game["opening"] == all[i - 1]["opening"]);
        CHECK(game["params"][0] == all[i - 1]["params"][1]);
        CHECK(game["params"][1] == all[i - 1]["params"][0]);
        CHECK(game["agents"][0] == all[i - 1]["agents"][1]);
      }
      CHECK(values == 200);
      CHECK(different.size() > 5);
    }
  }
}

TEST_CASE("parameters reach the agent: another c plays other games, and --same plays the defaults") {
  // With c from nearly 0 to 5 the agent's own moves differ; with --same every game is one of the defaults.
  const Place place(spec("clop", 100, kPool + kNoMatch));
  REQUIRE(place.tune("real").exit_code == 0);
  REQUIRE(place.tune("same", "--same").exit_code == 0);
  const auto real = games(place / "real");
  const auto same = games(place / "same");
  REQUIRE(real.size() == same.size());
  int different = 0;
  for (std::size_t i = 0; i < real.size(); ++i) {
    CHECK(real[i]["params"] == same[i]["params"]);
    different += real[i]["moves"] != same[i]["moves"] ? 1 : 0;
    if (i >= 40) break;  // the first trials are uniform, whatever the results
  }
  CHECK(different > 5);
}

TEST_CASE("killed at 100 random instants: the log of a run that was not") {
  const Place place(spec("clop", 600, kPool + "  validation: {games: 40, times: 2}\n"));
  REQUIRE(place.tune("whole", "--concurrency 2").exit_code == 0);
  const auto reference = ordered_content(place / "whole");
  REQUIRE(reference.size() == 600);
  std::mt19937 random(19);
  const int kills = kSanitized ? 10 : 100;
  int killed = 0;
  for (int i = 0; i < kills; ++i) {
    constexpr std::array kSignals{SIGKILL, SIGKILL, SIGTERM, SIGINT};
    const int milliseconds = std::uniform_int_distribution(0, kSanitized ? 3000 : 100)(random);
    const int status =
        tune_and_kill(place.file, (place / "cut").string(), milliseconds, kSignals[random() % 4]);
    if (WIFSIGNALED(status) || WEXITSTATUS(status) == 130) ++killed;
  }
  CHECK(killed > 0);
  const auto end = place.tune("cut", "--resume --quiet");
  CHECK_MESSAGE(end.exit_code == 0, end.err);
  CHECK(ordered_content(place / "cut") == reference);
  CHECK(ordered_content(place / "cut" / "validation") == ordered_content(place / "whole" / "validation"));
  CHECK(read_file(place / "cut" / "tune.json") == read_file(place / "whole" / "tune.json"));
}

TEST_CASE("noise control: nothing matters, and no gain is found") {
  const Place place(spec("clop", 800, kPool + "  validation: {games: 60, times: 0}\n"));
  const auto result = place.tune("out", "--same");
  REQUIRE_MESSAGE(result.exit_code == 0, result.err);
  CHECK(result.out.find("flat: any value in") != std::string::npos);
  CHECK(result.out.find("no parameter has an effect that these games could show") != std::string::npos);
  CHECK(result.out.find("no gain found") != std::string::npos);
  CHECK(result.out.find("gain confirmed") == std::string::npos);
}

TEST_CASE("a parameter that matters is found, and the match on fresh openings confirms it") {
  // A budget of one iteration against twenty would be no test of tuning: here the agent's own default is
  // crippled by an exploration constant with which it searches at random.
  std::string text = spec("clop", 1000, "  validation: {games: 600, times: 4, elo1: 60}\n");
  text.replace(text.find("{name: u, agent: uct}"), 21, "{name: u, agent: uct, params: {c: 50}}");
  text.replace(text.find("range: [0.05, 5]"), 16, "range: [0.05, 100]");
  text.replace(text.find("iterations: 20"), 14, "iterations: 60");
  const Place place(text);
  const auto result = place.tune("out", "--json");
  REQUIRE_MESSAGE(result.exit_code == 0, result.err);
  const Json json = Json::parse(result.out);
  CHECK(json["parameters"][0]["verdict"] == "matters");
  CHECK(std::stod(json["recommendation"]["c"].get<std::string>()) < 10);
  CHECK(json["gain"]["low"].get<double>() > 0);
  REQUIRE(json["validation"].size() == 2);
  CHECK(json["validation"][0]["decision"] == "H1");
  CHECK(json["validation"][0]["text"].get<std::string>().starts_with(
      "gain confirmed at the budget of the tuning"));
  CHECK(json["validation"][1]["times"] == 4);
  // On openings that no game of the tuning had.
  std::set<std::string> used;
  for (const Json& game : games(place / "out")) used.insert(game["opening"].dump());
  for (const Json& game : games(place / "out" / "validation")) CHECK(used.count(game["opening"].dump()) == 0);
  // The page is computed from the log alone.
  const auto report = ludex("report " + (place / "out").string() + " --json");
  REQUIRE_MESSAGE(report.exit_code == 0, report.err);
  const Json tuning = Json::parse(report.out)["tuning"];
  CHECK(tuning["recommendation"] == json["recommendation"]);
  CHECK(tuning["parameters"] == json["parameters"]);
  CHECK(tuning["gain"] == json["gain"]);
  CHECK(tuning["path"].size() > 20);
  CHECK(ludex("report " + (place / "out").string()).exit_code == 0);
  const std::string page = read_file(place / "out" / "report.html");
  for (const char* part : {"<h2>Tuning</h2>", "gain confirmed", "slice along c",
                           "recommendation over the games", "score over the games", "matters: "})
    CHECK_MESSAGE(page.find(part) != std::string::npos, part);
  const auto figure = ludex("report " + (place / "out").string() + " --figure tuning-slice:c");
  CHECK(figure.exit_code == 0);
  CHECK(figure.out.starts_with("<svg"));
}

TEST_CASE("an external tuner is asked and told over JSON lines, and an interrupted run goes on with it") {
  const Place place(spec("clop", 40, kPool + kNoMatch));
  const std::string tuner = shell_tuner("echo '{\"params\": {\"c\": 0.5}}'", place.folder.path().string());
  const auto result = place.tune("out", "--external '" + tuner + "'");
  REQUIRE_MESSAGE(result.exit_code == 0, result.err);
  const std::string told = read_file(place / "told");
  CHECK(told.find("\"hello\":\"ludex-tune/1\"") != std::string::npos);
  // 20 trials, of which every eighth plays the defaults.
  CHECK(told.find("\"ask\":17") != std::string::npos);
  CHECK(told.find("\"ask\":18") == std::string::npos);
  CHECK(told.find("\"tell\":17") != std::string::npos);
  CHECK(told.find("\"recommend\":true") != std::string::npos);
  CHECK(result.out.find("0.5") != std::string::npos);
  CHECK(Json::parse(read_file(place / "out" / "tune.json"))["recommendation"]["c"] == "0.5");
  // The first half of its log, and on from there.
  fs::create_directories(place / "half");
  std::istringstream log(read_file(place / "out" / "games.jsonl"));
  std::string half;
  std::string line;
  for (int i = 0; i < 20 && std::getline(log, line); ++i) half += line + "\n";
  write_file(place / "half" / "games.jsonl", half);
  write_file(place / "half" / "spec.identity", read_file(place / "out" / "spec.identity"));
  REQUIRE(place.tune("half", "--resume --external '" + tuner + "'").exit_code == 0);
  CHECK(ordered_content(place / "half") == ordered_content(place / "out"));
  CHECK(ludex("report " + (place / "half").string() + " --json").exit_code == 0);
}

TEST_CASE("the command of an external tuner in a specification is run where its file is") {
  const TemporaryFolder folder;
  shell_tuner("echo '{\"params\": {\"c\": 0.5}}'", folder.path().string());
  const Place place(spec("{type: external, command: sh tuner.sh}", 8, kPool + kNoMatch));
  fs::rename(folder.path() / "tuner.sh", place / "tuner.sh");
  const auto result = place.tune("out");
  REQUIRE_MESSAGE(result.exit_code == 0, result.err);
  CHECK(Json::parse(read_file(place / "out" / "tune.json"))["recommendation"]["c"] == "0.5");
}

TEST_CASE("--serve: the same lines on standard input and output") {
  const Place place(spec("clop", 24, kPool + kNoMatch));
  const std::string dir = place.folder.path().string();
  const std::string tuner = shell_tuner("echo '{\"params\": {\"c\": 0.5}}'", dir);
  const auto result =
      run_shell("(mkfifo " + dir + "/pipe; '" LUDEX_BUILD_DIR "/ludex' tune " + place.file +
                " --serve --out " + dir + "/out < " + dir + "/pipe | " + tuner + " > " + dir + "/pipe)");
  CHECK_MESSAGE(result.exit_code == 0, result.err);
  CHECK(Json::parse(read_file(place / "out" / "tune.json"))["recommendation"]["c"] == "0.5");
  CHECK(games(place / "out").size() == 24);
}

TEST_CASE("an external tuner that answers nonsense, hangs or dies: its text, and nothing lost") {
  struct Fault {
    std::string answer;
    std::string message;
  };
  const std::string until = "n=$((n+1)); if [ $n -lt 9 ]; then echo '{\"params\": {\"c\": 0.5}}'; else ";
  const std::vector<Fault> faults{
      {until + "echo 'c is 3'; fi", "answered trial 8 with nonsense: no JSON; it wrote: c is 3"},
      {until + "echo '{\"c\": 3}'; fi", "expected {\"params\": {NAME: VALUE, ...}}; it wrote: {\"c\": 3}"},
      {until + "echo '{\"params\": {\"c\": 7}}'; fi", "'c' is '7', expected a number in 0.05..5"},
      {until + "echo '{\"params\": {}}'; fi", "parameter 'c' is missing"},
      {until + "echo '{\"params\": {\"c\": 1, \"d\": 2}}'; fi", "there is no parameter 'd'"},
      {until + "echo 'no more ideas' >&2; exit 3; fi",
       "the external tuner ended with exit code 3; it said: no more ideas"},
      {until + "kill -9 $$; fi", "the external tuner ended with exit code 137; it said: Killed"},
      {until + "sleep 60; fi", "the external tuner did not answer within 0.5 s (method.answer)"},
  };
  for (const Fault& fault : faults) {
    CAPTURE(fault.answer);
    const Place place(spec("clop", 60, kPool + kNoMatch));
    const std::string tuner = shell_tuner(fault.answer, place.folder.path().string());
    const auto result =
        place.tune("out", "--set 'tune.method={type: external, answer: 500ms, command: \"" + tuner + "\"}'");
    CHECK(result.exit_code == 1);
    CHECK_MESSAGE(result.err.find(fault.message) != std::string::npos, result.err);
    CHECK(result.err.find("--resume") != std::string::npos);
    // Another one goes on where this one failed. The command is part of what is tuned with, so it is mended.
    const std::size_t before = fs::exists(place / "out" / "games.jsonl") ? games(place / "out").size() : 0;
    shell_tuner("echo '{\"params\": {\"c\": 0.5}}'", place.folder.path().string());
    const auto end = place.tune(
        "out", "--resume --set 'tune.method={type: external, answer: 500ms, command: \"" + tuner + "\"}'");
    CHECK_MESSAGE(end.exit_code == 0, end.err);
    CHECK(games(place / "out").size() == 60);
    CHECK(before <= 60);
  }
}

TEST_CASE("run and tune tell each other apart, and a changed tuning is refused") {
  const Place place(spec("clop", 20, kPool + kNoMatch));
  const auto run = ludex("run " + place.file + " --out " + (place / "run").string());
  CHECK(run.exit_code == 2);
  CHECK(run.err.find("has a section 'tune': use `ludex tune") != std::string::npos);
  const Place other(kHead);
  const auto tune = other.tune("out");
  CHECK(tune.exit_code == 2);
  CHECK(tune.err.find("has no section 'tune': use `ludex run") != std::string::npos);
  REQUIRE(place.tune("out").exit_code == 0);
  CHECK(place.tune("out").exit_code == 2);
  const auto more = place.tune("out", "--resume --set tune.games=40");
  CHECK(more.exit_code == 2);
  CHECK(more.err.find("then:   games: 20") != std::string::npos);
  CHECK(more.err.find("now:    games: 40") != std::string::npos);
  const auto serve = place.tune("out", "--serve --external x");
  CHECK(serve.exit_code == 2);
}

}  // namespace ludex::tests
