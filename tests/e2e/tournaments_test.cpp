// The annotated files of arena/tournaments are played as they are, with fewer games.
#include <algorithm>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

const fs::path kFiles = fs::path(LUDEX_TEST_DIR).parent_path() / "arena" / "tournaments";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<Json> games_of(const fs::path& folder) {
  std::vector<Json> games;
  std::istringstream in(read_file(folder / "games.jsonl"));
  for (std::string line; std::getline(in, line);) games.push_back(Json::parse(line));
  return games;
}

// Plays a file into a folder, with these further words.
CommandResult play(const std::string& command, const std::string& file, const fs::path& out,
                   const std::string& words, const std::string& redirections = "") {
  return ludex(command + " '" + (kFiles / file).string() + "' --out '" + out.string() + "' " + words,
               "XDG_CACHE_HOME='" + out.string() + "-cache'", redirections);
}

// Whatever the machine's load, games of agents whose budgets count steps end by the rules.
void check_whole(const CommandResult& run, const std::vector<Json>& games) {
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  for (const Json& game : games) {
    const std::string termination = game["termination"];
    CHECK_MESSAGE((termination == "normal" || termination == "ply-limit" || termination == "agreed-proof"),
                  game.dump());
  }
}

}  // namespace

TEST_CASE("every file of arena/tournaments has a test here, and says how it is run") {
  const std::set<std::string> tested{"agents.yaml",     "backgammon-linear.yaml", "backgammon.yaml",
                                     "best-reply.yaml", "engines.yaml",           "first-steps.yaml",
                                     "lud-folder.yaml", "more-players.yaml",      "tuning.yaml"};
  std::set<std::string> found;
  for (const auto& item : fs::directory_iterator(kFiles)) {
    if (item.path().extension() != ".yaml") continue;
    const std::string name = item.path().filename();
    found.insert(name);
    const std::string text = read_file(item.path());
    CHECK_MESSAGE(contains(text, std::string("#   ludex ") + (name == "tuning.yaml" ? "tune" : "run") +
                                     " arena/tournaments/" + name),
                  name);
  }
  CHECK(found == tested);
}

TEST_CASE("agents.yaml has every key of a tournament") {
  const std::string text = "\n" + read_file(kFiles / "agents.yaml");
  std::istringstream page(
      read_file(kFiles.parent_path().parent_path() / "docs" / "reference" / "tournament-file.md"));
  int keys = 0;
  for (std::string line; std::getline(page, line) && line != "## A game";) {
    if (!line.starts_with("| `")) continue;
    const std::string key = line.substr(3, line.find('`', 3) - 3);
    ++keys;
    CHECK_MESSAGE((contains(text, "\n" + key + ":") || contains(text, "\n# " + key + ":")), key);
  }
  CHECK(keys > 15);
}

TEST_CASE("first-steps.yaml and agents.yaml are played") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  const auto first = play("run", "first-steps.yaml", out / "first",
                          "--quiet --set format.games_per_pair=2 --set agents.uct-4k.budget.iterations=400");
  check_whole(first, games_of(out / "first"));
  CHECK(games_of(out / "first").size() == 36);
  const auto run = play("run", "agents.yaml", out / "agents", "--quiet --set format.games_per_pair=2");
  const auto games = games_of(out / "agents");
  check_whole(run, games);
  CHECK(games.size() == 36);
  std::set<std::string> agents;
  for (const Json& game : games) agents.insert(game["agents"][0].get<std::string>());
  CHECK(agents == std::set<std::string>{"random", "uct-100", "uct-400", "ab"});
}

TEST_CASE("backgammon-linear.yaml is played; its player makes the natural plays") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  const fs::path player = kFiles / "linear_backgammon.py";
  const auto run = play("run", "backgammon-linear.yaml", out,
                        "--quiet --set format.games_per_pair=2 --set agents.ab.budget.nodes=50 --set "
                        "agents.linear.params.args=" +
                            player.string());
  check_whole(run, games_of(out));
  CHECK(games_of(out).size() == 2);
  // It makes its five point with the roll 31, and keeps the point 13 when it enters.
  const std::string positions =
      R"({"position": "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 first 31 0", "legal": ["24/20", "13/9", "8/5,6/5"]})"
      "\n"
      R"({"position": "6:2 bar:1,13:2 second 61 0", "legal": ["bar/24,13/7", "bar/18"]})"
      "\n";
  const auto answers =
      run_shell("python3 '" + player.string() + "'", "< '" + folder.write("positions", positions) + "'");
  CHECK(answers.out == "8/5,6/5\nbar/18\n");
}

TEST_CASE("more-players.yaml and best-reply.yaml are played") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  const auto mixed = play("run", "more-players.yaml", out / "mixed",
                          "--quiet --set format.rounds=1 --set budget.nodes=50 --set "
                          "agents.uct.budget.iterations=20 --set adjudication.plies=60");
  check_whole(mixed, games_of(out / "mixed"));
  // Four sets of three in six orders, one set of four in 24, six pairs in two.
  CHECK(games_of(out / "mixed").size() == 4 * 6 + 24 + 6 * 2);
  const auto copies = play("run", "best-reply.yaml", out / "copies",
                           "--quiet --set format.rounds=1 --set adjudication.plies=20");
  const auto games = games_of(out / "copies");
  check_whole(copies, games);
  CHECK(games.size() == 6);
  for (const Json& game : games)
    CHECK(std::count(game["agents"].begin(), game["agents"].end(), "best-reply") == 1);
}

TEST_CASE("backgammon.yaml is played") {
  if (std::system("PATH=$PATH:/usr/games command -v gnubg > /dev/null 2>&1") != 0) {
    MESSAGE("gnubg is not installed: its match is not played");
    return;
  }
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  const auto run = play("run", "backgammon.yaml", out,
                        "--quiet --set format.games_per_pair=2 --set agents.ab.budget.nodes=30");
  check_whole(run, games_of(out));
  CHECK(games_of(out).size() == 4);
}

TEST_CASE("engines.yaml is played: clock, book and test") {
  const TemporaryFolder folder;
  // Engines that every machine has: this program.
  const auto engine = [](const std::string& name, const std::string& settings) {
    return " --set 'agents." + name +
           ".params={command: \"" LUDEX_BUILD_DIR "/ludex\", args: \"uci chess alpha-beta:" + settings +
           "\"}'";
  };
  const fs::path out = folder.path() / "out";
  // A clock that runs out for nobody however busy the machine is; short games.
  const auto run =
      play("run", "engines.yaml", out,
           "--quiet --set budget.clock=600s+0.1s --set format.max_games=2 --set adjudication.plies=14" +
               engine("new", "tt_mib=1") + engine("old", "tt_mib=1,quiescence=false") +
               " --set agents.new.budget.depth=1 --set agents.old.budget.depth=1" +
               " --set agents.new.budget.clock=600s --set agents.old.budget.clock=600s");
  const auto games = games_of(out);
  check_whole(run, games);
  REQUIRE(games.size() == 2);
  CHECK(games[0]["opening"] == games[1]["opening"]);
  CHECK(games[0]["opening"].size() == 8);
  const std::string spec = read_file(out / "spec.yaml");
  CHECK(contains(spec, "elo1: 10"));
  CHECK(contains(spec, "order: random"));
}

TEST_CASE("lud-folder.yaml is played: a game for each file") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  const auto run = play("run", "lud-folder.yaml", out,
                        "--quiet --set games.lud.params.compile=never --set budget.iterations=5 "
                        "--set adjudication.plies=30 --set 'format.challengers=[uct]'");
  const auto games = games_of(out);
  check_whole(run, games);
  std::set<std::string> labels;
  for (const Json& game : games) labels.insert(game["game"].get<std::string>());
  CHECK(labels.size() == 7);
  CHECK(games.size() == 7 * 3 * 2);
}

TEST_CASE("tuning.yaml is played, and what it says is in order where one file takes all") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  const auto run =
      play("tune", "tuning.yaml", out,
           "--set tune.games=200 --set tune.validation.games=4 --set budget.iterations=10", "2>&1");
  REQUIRE_MESSAGE(run.exit_code == 0, run.out);
  CHECK(games_of(out).size() == 200);
  const Json result = Json::parse(read_file(out / "tune.json"));
  CHECK(result["method"] == "clop");
  REQUIRE(result["validation"].size() == 1);
  // Progress is said on standard error, tables on standard output.
  std::size_t at = 0;
  for (const char* part : {"200 games to play", "200/200 games in", "rank  agent", "rave_k ",
                           "4 games to play", "4/4 games in", "rank  agent", "result: "}) {
    const std::size_t found = run.out.find(part, at);
    REQUIRE_MESSAGE(found != std::string::npos, part << " is missing, or not in its place, in:\n" << run.out);
    at = found;
  }
}

}  // namespace ludex::tests
