// The agent `command`: a program that gets one JSON object a move.
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

bool have_python() {
  static const bool found = std::system("python3 -c '' > /dev/null 2>&1") == 0;
  if (!found) MESSAGE("python3 is not installed: programs as players are not tried");
  return found;
}

// Plays four games of `game` against random.
std::vector<Json> play(const TemporaryFolder& folder, const std::string& game, const std::string& program,
                       const std::string& params = "", const std::string& budget = "30s") {
  const std::string script = (folder.path() / "player.py").string();
  write_file(script, program);
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, "name: command\ngames: [ {game: " + game +
                       "} ]\nagents:\n  - {name: mine, agent: command, params: {command: python3, args: '" +
                       script + "', patience: 0.2, keep: all" + params +
                       "}}\n  - {name: random, agent: random}\nbudget: {wall: " + budget +
                       "}\ngrace: 2s\n"
                       "limits: {faults_in_a_row: 0}\nformat: {games_per_pair: 4}\n");
  const auto run = ludex("run " + file + " --concurrency 1 --out " + (folder.path() / "out").string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  return games(folder.path() / "out");
}

// The example of docs/reference/engines.md: the first block of Python there.
std::string example() {
  const std::string page = read_file(LUDEX_TEST_DIR "/../docs/reference/engines.md");
  const std::string open = "```python\n";
  const auto start = page.find(open) + open.size();
  return page.substr(start, page.find("```", start) - start);
}

}  // namespace

TEST_CASE("the documented program plays any game") {
  if (!have_python()) return;
  for (const std::string game : {"hex, params: {size: 4}", "othello", "chess, params: {max_plies: 30}"}) {
    const TemporaryFolder folder;
    for (const Json& line : play(folder, game, example(), ", picture: true")) {
      CAPTURE(line.dump());
      CHECK(line["termination"] == "normal");
    }
    int requests = 0;
    for (const auto& item : std::filesystem::directory_iterator(folder.path() / "out" / "transcripts")) {
      std::istringstream lines(read_file(item.path()));
      for (std::string text; std::getline(lines, text);) {
        if (!text.starts_with("> {") || text.size() > 4000) continue;
        const auto state = Json::parse(text.substr(2));
        ++requests;
        CHECK(state["players"] == 2);
        CHECK(state["legal"].size() > 0);
        CHECK(state["seconds"] == 29.99);
      }
    }
    CHECK(requests > 0);
  }
}

TEST_CASE("an illegal answer is asked again, and each fault of a program is its own") {
  if (!have_python()) return;
  struct Case {
    const char* body;
    const char* termination;
    const char* words;
  };
  const Case cases[] = {
      {"print(s['legal'][0] if 'error' in s else 'nonsense', flush=True)", "normal", ""},
      {"print('nonsense', flush=True)", "illegal-move", "illegal answer, asked 3 times"},
      {"time.sleep(5)", "hang", "no answer within"},
      {"sys.exit(3)", "exit", "ended with exit code 3"},
      {"print('resign', flush=True)", "resigned", ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.body);
    const TemporaryFolder folder;
    const std::string program = std::string(
                                    "import json, sys, time\nfor line in sys.stdin:\n"
                                    "    s = json.loads(line)\n    ") +
                                c.body + "\n";
    const bool silent = std::string(c.termination) == "hang";
    const auto list = play(folder, "hex, params: {size: 3}", program, "", silent ? "200ms" : "30s");
    REQUIRE(list.size() == 4);
    for (const Json& line : list) {
      CAPTURE(line.dump());
      CHECK(line["termination"] == c.termination);
      if (*c.words != '\0') CHECK(line["note"].get<std::string>().find(c.words) != std::string::npos);
    }
  }
}

}  // namespace ludex::tests
