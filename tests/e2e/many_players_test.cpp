// Tournaments of games of two, three and four players: one log in every mode, after a kill, in parts; faults;
// what the commands say of them.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

const std::string kPlugins = kMisbehaving + "--plugin-path '" LUDEX_BUILD_DIR "/tests/games' ";

// 1 + 4 + 4 sets of agents for the three games.
const std::string kSpec = R"(name: many
seed: 5
games: [ {game: connect-k, params: {width: 4, height: 4, k: 3}}, shares, "shares:players=4,size=13" ]
agents:
  - {name: random, agent: random}
  - {name: uct-30, agent: uct, budget: {iterations: 30}}
  - {name: uct-90, agent: uct, budget: {iterations: 90}}
  - {name: greedy, agent: greedy}
openings: {random_plies: 1}
budget: {iterations: 20}
)";
constexpr std::size_t kRound = 12 + 24 + 24;

struct Tournament {
  TemporaryFolder folder;
  std::string file = folder.file("t.yaml");
  std::string out = folder.file("out");

  explicit Tournament(const std::string& rest, const std::string& text = kSpec) {
    write_file(file, text + rest);
  }
  [[nodiscard]] CommandResult run(const std::string& more = "") const {
    return ludex(kPlugins + "run " + file + " --quiet --out " + out + " " + more);
  }
};

// Ranks as the returns have them, counted here.
bool are_ranks_of(const Json& ranks, const Json& returns) {
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    std::uint64_t better = 0;
    for (const Json& other : returns) better += other.get<double>() > returns[i].get<double>() ? 1 : 0;
    if (ranks[i].get<std::uint64_t>() != 1 + better) return false;
  }
  return true;
}

}  // namespace

TEST_CASE(
    "games of two, three and four players in one tournament: the same in every mode, by concurrency and in "
    "parts") {
  const Tournament whole("format: {rounds: 2}\n");
  const auto run = whole.run("--concurrency 1 --mode inline");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const auto reference = ordered_content(whole.out);
  REQUIRE(reference.size() == 2 * kRound);
  for (const std::string mode : {"shared", "dedicated"}) {
    const Tournament other("format: {rounds: 2}\n");
    const auto again = other.run("--concurrency 3 --mode " + mode);
    REQUIRE_MESSAGE(again.exit_code == 0, again.err);
    CHECK(ordered_content(other.out) == reference);
  }
  const Tournament parts("format: {rounds: 2}\n");
  for (const char* part : {"2/3", "1/3", "3/3"})
    REQUIRE(parts.run(std::string("--part ") + part).exit_code == 0);
  REQUIRE(ludex(kPlugins + "gather " + parts.out).exit_code == 0);
  CHECK(ordered_content(parts.out) == reference);

  std::map<std::size_t, std::size_t> by_players;
  for (const Json& game : games(whole.out)) {
    const std::size_t players = game["agents"].size();
    ++by_players[players];
    CHECK(game["stats"].size() == players);
    CHECK(game.contains("ranks") == (players > 2));
    CHECK(game.contains("returns") == (players > 2));
    CHECK_FALSE(game.contains("faults"));
    if (players == 2) continue;
    CHECK(game["ranks"].size() == players);
    CHECK(are_ranks_of(game["ranks"], game["returns"]));
  }
  CHECK(by_players == std::map<std::size_t, std::size_t>{{2, 24}, {3, 48}, {4, 48}});

  const auto verify = ludex(kPlugins + "verify " + whole.out + " --again 40 --json");
  REQUIRE_MESSAGE(verify.exit_code == 0, verify.err);
  const Json found = Json::parse(verify.out);
  CHECK(found["verified"] == true);
  CHECK(found["by_rules"] == 2 * kRound);
  CHECK(found["as_planned"] == 2 * kRound);
  CHECK(found["again"] == 40);
}

TEST_CASE("killed and resumed, then grown: the log of a run that was not") {
  const Tournament whole("format: {rounds: 4}\n");
  REQUIRE(whole.run("--concurrency 2").exit_code == 0);
  const auto reference = ordered_content(whole.out);
  const Tournament cut("format: {rounds: 4}\n");
  const auto log = fs::path(cut.out) / "games.jsonl";
  const auto size = [&] {
    std::error_code missing;
    const auto bytes = fs::file_size(log, missing);
    return missing ? std::uintmax_t{0} : bytes;
  };
  const std::vector<std::string> words{"--plugin-path", LUDEX_BUILD_DIR "/tests/games",
                                       "run",           cut.file,
                                       "--resume",      "--quiet",
                                       "--out",         cut.out,
                                       "--concurrency", "3"};
  int killed = 0;
  for (int i = 0; i < 6; ++i) {
    const std::uintmax_t end = size() + 9000;
    const int status = ludex_and_signal(words, SIGKILL, [&] { return size() >= end; });
    killed += WIFSIGNALED(status) ? 1 : 0;
  }
  CHECK(killed > 0);
  REQUIRE(cut.run("--resume").exit_code == 0);
  CHECK(ordered_content(cut.out) == reference);
  // Two more rounds and an agent.
  std::string text = kSpec + "format: {rounds: 5}\n";
  text.replace(text.find("  - {name: greedy"), 0,
               "  - {name: uct-60, agent: uct, budget: {iterations: 60}}\n");
  write_file(cut.file, text);
  const auto grown = cut.run("--resume");
  REQUIRE_MESSAGE(grown.exit_code == 0, grown.err);
  const auto content_now = ordered_content(cut.out);
  CHECK(content_now.size() == 5 * (20 + 60 + 120));
  CHECK(std::equal(reference.begin(), reference.end(), content_now.begin()));
  CHECK(ludex(kPlugins + "verify " + cut.out).exit_code == 0);
}

TEST_CASE("one agent among copies of another, in every mode") {
  const std::string agents =
      "name: copies\ngames: [\"shares:players=4\"]\nagents: [{name: u, agent: uct}, {name: r, agent: "
      "random}]\n"
      "budget: {iterations: 50}\nformat: {against: copies, rounds: 3}\n";
  std::vector<std::string> reference;
  for (const std::string mode : {"inline", "shared", "dedicated"}) {
    const Tournament tournament("", agents);
    const auto run = tournament.run("--mode " + mode);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    if (reference.empty()) reference = ordered_content(tournament.out);
    CHECK(reference.size() == 3 * 2 * 4);
    CHECK(ordered_content(tournament.out) == reference);
    CHECK(ludex(kPlugins + "verify " + tournament.out + " --again 5").exit_code == 0);
  }
}

TEST_CASE("an agent that fails: the game ends, or a random player goes on, in every mode alike") {
  const auto spec = [](const std::string& agent, const std::string& fault) {
    return "name: faults\ngames: [\"shares:players=3,size=12\"]\nagents: [{name: u, agent: uct}, {name: r, "
           "agent: "
           "random}, {name: g, agent: greedy}, {name: bad, " +
           agent + "}]\nbudget: {iterations: 20}\nlimits: {faults_in_a_row: 0}\nformat: {rounds: 1}\n" +
           "adjudication: {fault: " + fault + "}\n";
  };
  for (const std::string agent :
       {"agent: throwing", "agent: illegal", "agent: hostile, params: {deed: exit, where: choose}"}) {
    for (const std::string fault : {"end", "random"}) {
      CAPTURE(agent);
      CAPTURE(fault);
      std::vector<std::string> moves;
      for (const std::string mode : {"shared", "dedicated"}) {
        const Tournament tournament("", spec(agent, fault));
        const auto run = tournament.run("--mode " + mode);
        REQUIRE_MESSAGE(run.exit_code == 0, run.err);
        std::vector<std::string> own;
        int faults = 0;
        for (const Json& game : games(tournament.out)) {
          own.push_back(game["moves"].dump() + game["ranks"].dump() + game["returns"].dump() +
                        game["termination"].dump());
          if (!game.contains("faults")) continue;
          ++faults;
          const std::size_t seat = game["faults"][0]["seat"];
          CHECK(game["agents"][seat] == "bad");
          CHECK(game["ranks"][seat] == 3);
          CHECK(game["returns"][seat] == -1);
          if (fault == "end") {
            CHECK(game["termination"] == game["faults"][0]["reason"]);
            CHECK(game["returns"][(seat + 1) % 3] == 0.5);
          } else {
            CHECK(game["termination"] == "normal");
            CHECK(game["plies"] == 12);
          }
        }
        CHECK(faults == 18);  // of 24 games
        CHECK(own.size() == 24);
        if (moves.empty()) moves = own;
        CHECK(own == moves);
        const auto verify = ludex(kPlugins + "verify " + tournament.out);
        CHECK_MESSAGE(verify.exit_code == 0, verify.err);
      }
    }
  }
}

TEST_CASE("agents that fail are withdrawn, and then share the last rank") {
  const Tournament tournament("", R"(name: out
games: [shares]
agents: [{name: u, agent: uct}, {name: r, agent: random}, {name: bad, agent: illegal}, {name: worse, agent: illegal}]
budget: {iterations: 20}
format: {rounds: 2}
)");
  CHECK(tournament.run().exit_code == 4);
  int withdrawn = 0;
  for (const Json& game : games(tournament.out)) {
    if (game["termination"] != "withdrawn") continue;
    ++withdrawn;
    CHECK(game["moves"].empty());
    for (std::size_t seat = 0; seat < 3; ++seat) {
      const std::string name = game["agents"][seat];
      const bool sound = name == "u" || name == "r";
      CHECK((game["ranks"][seat] == 1) == sound);
    }
  }
  CHECK(withdrawn > 20);
  CHECK(ludex(kPlugins + "verify " + tournament.out).exit_code == 0);
}

TEST_CASE("swiss of three players") {
  const Tournament tournament(
      "format: {type: swiss, rounds: 3}\n",
      "name: swiss\ngames: [shares]\nagents: [random, uct, greedy, {name: u2, agent: uct}, "
      "{name: u3, agent: uct}, {name: u4, agent: uct}, {name: u5, agent: uct}]\n"
      "budget: {iterations: 20}\n");
  REQUIRE(tournament.run().exit_code == 0);
  CHECK(games(tournament.out).size() == 3 * 2 * 6);
  CHECK(ludex(kPlugins + "verify " + tournament.out).exit_code == 0);
}

TEST_CASE("show, export, status, play") {
  const Tournament tournament("format: {rounds: 1}\n");
  REQUIRE(tournament.run().exit_code == 0);
  const std::string& out = tournament.out;
  // Game 13 is the first of three players.
  const auto show = ludex(kPlugins + "show " + out + " 13 --moves");
  REQUIRE_MESSAGE(show.exit_code == 0, show.err);
  for (const char* part :
       {"game 13: shares/r000/", "seat 1  random", "seat 3  ", "  rank 1, return ", "result  "})
    CHECK_MESSAGE(show.out.find(part) != std::string::npos, show.out);
  const auto csv = ludex(kPlugins + "export " + out + " --format csv");
  REQUIRE(csv.exit_code == 0);
  CHECK(csv.out.find("player1,player2,player3,player4,rank1,rank2,rank3,rank4,return1,return2,return3,"
                     "return4,result,id") == 0);
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == kRound + 1);
  std::set<std::ptrdiff_t> commas;
  for (std::size_t at = 0; at < csv.out.size();) {
    const std::size_t end = csv.out.find('\n', at);
    const std::string line = csv.out.substr(at, end - at);
    // Labels and names with commas are in quotes.
    std::ptrdiff_t count = 0;
    bool quoted = false;
    for (const char c : line) {
      quoted = quoted != (c == '"');
      count += c == ',' && !quoted ? 1 : 0;
    }
    commas.insert(count);
    at = end + 1;
  }
  CHECK(commas.size() == 1);
  const std::string two = "connect-k:width=4,height=4,k=3";
  CHECK(ludex(kPlugins + "export " + out + " --format csv --game " + two).out.find("white,black,result,id") ==
        0);
  CHECK(ludex(kPlugins + "export " + out + " --game " + two).exit_code == 0);
  const auto pgn = ludex(kPlugins + "export " + out);
  CHECK(pgn.exit_code == 2);
  CHECK(pgn.err.find("has 3 players, and PGN holds two: expected --format csv or moves") !=
        std::string::npos);
  CHECK(ludex(kPlugins + "export " + out + " --format moves").exit_code == 0);
  const auto status = ludex(kPlugins + "status " + out);
  CHECK(status.exit_code == 0);
  CHECK(status.out.find("60") != std::string::npos);
  const auto play = ludex(kPlugins + "play shares random uct greedy --quiet");
  CHECK_MESSAGE(play.exit_code == 0, play.err);
}

TEST_CASE("bad input is refused before the first game, at its place") {
  const auto error = [](const std::string& text) {
    const Tournament tournament("", text);
    const auto run = tournament.run();
    CHECK(run.exit_code == 2);
    CHECK_FALSE(fs::exists(fs::path(tournament.out) / "games.jsonl"));
    const std::size_t at = run.err.find("t.yaml:");
    return at == std::string::npos ? run.err : run.err.substr(at + 7);
  };
  const std::string end = "\nbudget: {iterations: 5}\n";
  CHECK(error("name: t\ngames: [shares]\nagents: [random, greedy]" + end)
            .find("2:9: error: game 'shares' has 3 players, and there are 2 agents, expected at least 3") ==
        0);
  const std::string three = "name: t\ngames: [shares]\nagents: [random, greedy, ";
  CHECK(error(three + "mtd]" + end).find("3:26: error: agent 'mtd' cannot play 'shares': needs ") == 0);
  CHECK(error(three + "uct]" + end + "format: {rounds: 400000, games_per_pair: 2}\n").find("5:") == 0);
  CHECK(error("name: t\ngames: [shares]\nagents: [random, greedy, uct, {name: a, agent: uct}, {name: b, "
              "agent: uct}, "
              "{name: c, agent: uct}, {name: d, agent: uct}]" +
              end + "format: {rounds: 500000}\n")
            .find("5:18: error: the tournament has 105000000 games, expected at most 100000000 (a round has "
                  "210 games: "
                  "'rounds: 476190' at most)") == 0);
}

}  // namespace ludex::tests
