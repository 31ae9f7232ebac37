// Tournaments that grow: --resume with a specification that has every game of the earlier one, and more.
#include <algorithm>
#include <array>
#include <functional>
#include <sstream>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

struct Parts {
  std::string agents = "{name: r, agent: random}, {name: u, agent: uct}, {name: g, agent: greedy}";
  std::string games = "{game: connect-k, params: {width: 4, height: 4, k: 3}}";
  std::string format = "{type: round-robin, games_per_pair: 4}";
};

std::string yaml(const Parts& parts) {
  return "name: grows\nseed: 3\ngames: [" + parts.games + "]\nagents: [" + parts.agents +
         "]\nformat: " + parts.format + "\nopenings: {random_plies: 2}\nbudget: {iterations: 20}\n";
}

// A tournament that is a growth of the one before it, and what is said about that.
struct Step {
  Parts parts;
  std::string said;
};

std::vector<Step> steps(const std::string& format, const std::string& challengers) {
  const auto with = [&](int games_per_pair) {
    return "{type: " + format + ", games_per_pair: " + std::to_string(games_per_pair) + challengers + "}";
  };
  Parts parts;
  parts.format = with(4);
  std::vector<Step> list{{parts, ""}};
  parts.format = with(8);
  list.push_back({parts, "extended by 4 more games a pair (8 now): "});
  // In front, so that every index changes.
  parts.agents = "{name: u2, agent: uct, budget: {iterations: 40}}, " + parts.agents;
  list.push_back({parts, "extended by agent 'u2': "});
  parts.games = "{label: a-line, game: mnk}, " + parts.games;
  list.push_back({parts, "extended by game 'a-line': "});
  parts.agents += ", {name: r2, agent: random}";
  parts.games += ", {game: hex, params: {size: 3}}";
  parts.format = with(10);
  list.push_back({parts, "extended by agent 'r2', game 'hex:size=3' and 2 more games a pair (10 now): "});
  return list;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::istringstream in(read_file(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += lines[i] + "\n";
  return text;
}

class Folder {
 public:
  CommandResult run(const Parts& parts, const std::string& out, const std::string& options) const {
    const std::string file = (folder_.path() / "t.yaml").string();
    write_file(file, yaml(parts));
    return ludex("run " + file + " --out " + (folder_.path() / out).string() + " " + options);
  }
  [[nodiscard]] fs::path operator/(const std::string& name) const { return folder_.path() / name; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("round-robin and gauntlet grow by games a pair, agents and games") {
  for (const auto& [format, challengers] :
       {std::pair{"round-robin", ""}, std::pair{"gauntlet", ", challengers: [u]"}}) {
    const auto& shown = format;  // a lambda cannot name a structured binding
    CAPTURE(shown);
    const Folder folder;
    const auto list = steps(format, challengers);
    std::string log;
    std::vector<std::vector<std::string>> contents;
    for (std::size_t i = 0; i < list.size(); ++i) {
      CAPTURE(i);
      const auto run = folder.run(list[i].parts, "out", "--concurrency 3 --resume");
      REQUIRE_MESSAGE(run.exit_code == 0, run.err);
      CHECK_MESSAGE(run.out.find(list[i].said) != std::string::npos, run.out);
      // The old lines byte for byte, then what was missing.
      const std::string grown = read_file(folder / "out/games.jsonl");
      CHECK(grown.starts_with(log));
      CHECK(grown.size() > log.size());
      log = grown;
      contents.push_back(ordered_content(folder / "out"));
      CHECK(run.out.find(std::to_string(contents.back().size()) + " games to play") != std::string::npos);
      // The same games as a tournament that was so large from the beginning, the opening of each included.
      REQUIRE(folder.run(list[i].parts, "whole" + std::to_string(i), "").exit_code == 0);
      const auto whole = content(folder / ("whole" + std::to_string(i)));
      const auto now = content(folder / "out");
      REQUIRE(now.size() == whole.size());
      for (auto [id, game] : now) {
        auto same = whole.at(id);
        same.erase("spec_hash"), game.erase("spec_hash");
        CHECK(game == same);
      }
    }
    // What each segment ran is on record, and the report knows them as one tournament.
    const Json run = Json::parse(read_file(folder / "out/run.json"));
    REQUIRE(run["runs"].size() == list.size());
    std::size_t before = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      CHECK(run["runs"][i]["games_before"] == before);
      CHECK(run["runs"][i]["games_played"] == contents[i].size() - before);
      CHECK(run["runs"][i]["games_scheduled"] == contents[i].size());
      before = contents[i].size();
      CHECK(run["runs"][i]["spec_hash"] == games(folder / "out")[before - 1]["spec_hash"]);
    }
    const auto report = ludex("report --json " + (folder / "out").string());
    REQUIRE(report.exit_code == 0);
    const Json json = Json::parse(report.out);
    CHECK_MESSAGE(report.out.find("different specifications") == std::string::npos, json["warnings"].dump());
    Json circumstances = run;
    for (const char* seal : {"digests", "chain"}) circumstances.erase(seal);  // of the file
    CHECK(json["run"] == circumstances);
    CHECK(json["spec_hash"] == run["spec_hash"]);

    // Killed at any game of any stage, and grown at once all the same: the log does not tell.
    const auto old_lines = lines_of(folder / "out/games.jsonl");
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      CAPTURE(i);
      for (const std::size_t kept : {std::size_t{1}, contents[i].size() - 3, contents[i].size()}) {
        CAPTURE(kept);
        fs::remove_all(folder / "cut");
        for (std::size_t k = 0; k <= i; ++k)
          REQUIRE(folder.run(list[k].parts, "cut", "--resume --quiet").exit_code == 0);
        write_file(folder / "cut/games.jsonl", joined(old_lines, kept));
        fs::remove(folder / "cut/run.json");  // it knows another log
        const auto grown = folder.run(list[i + 1].parts, "cut", "--resume --concurrency 2");
        REQUIRE_MESSAGE(grown.exit_code == 0, grown.err);
        CHECK(ordered_content(folder / "cut") == contents[i + 1]);
        // Interrupted in what was added.
        const std::size_t half = (contents[i].size() + contents[i + 1].size()) / 2;
        write_file(folder / "cut/games.jsonl", joined(lines_of(folder / "cut/games.jsonl"), half));
        const auto again = folder.run(list[i + 1].parts, "cut", "--resume --concurrency 3");
        REQUIRE_MESSAGE(again.exit_code == 0, again.err);
        CHECK(again.out.find("extended") == std::string::npos);
        CHECK(ordered_content(folder / "cut") == contents[i + 1]);
      }
    }
  }
}

TEST_CASE("an agent that was withdrawn stays so; a swiss and a test of two go on longer") {
  const Folder folder;
  Parts parts;
  parts.agents = "{name: bad, agent: illegal}, {name: u, agent: uct}, {name: r, agent: random}";
  const auto run = [&](const std::string& out, const std::string& options) {
    write_file(folder / "t.yaml", yaml(parts));
    return ludex(kMisbehaving + "run " + (folder / "t.yaml").string() + " --out " + (folder / out).string() +
                 " " + options);
  };
  CHECK(run("bad", "").exit_code == 4);
  parts.agents += ", {name: r2, agent: random}";
  CHECK(run("bad", "--resume").exit_code == 4);
  int faults = 0;
  for (const Json& game : games(folder / "bad")) faults += game["termination"] == "illegal-move" ? 1 : 0;
  CHECK(faults == 3);

  for (const auto& [before, now, agents, said] :
       {std::array<std::string, 4>{"{type: swiss, rounds: 2}", "{type: swiss, rounds: 4}",
                                   "{name: a, agent: uct}, {name: b, agent: random}, {name: c, agent: uct}, "
                                   "{name: d, agent: random}, {name: e, agent: greedy}",
                                   "extended by 2 more rounds (4 now): 8 games more"},
        std::array<std::string, 4>{"{type: sprt, elo0: 0, elo1: 5, max_games: 8}",
                                   "{type: sprt, elo0: 0, elo1: 5, max_games: 20}",
                                   "{name: a, agent: random}, {name: b, agent: random}",
                                   "extended by 12 more games at most (20 now): 12 games more"}}) {
    const auto& shown = before;  // a lambda cannot name a structured binding
    CAPTURE(shown);
    parts.agents = agents;
    parts.format = before;
    const std::string out = parts.format.substr(7, 4);
    REQUIRE(folder.run(parts, out, "").exit_code == 0);
    const std::string log = read_file(folder / out / "games.jsonl");
    parts.format = now;
    const auto grown = folder.run(parts, out, "--resume");
    REQUIRE_MESSAGE(grown.exit_code == 0, grown.err);
    CHECK_MESSAGE(grown.out.find(said) != std::string::npos, grown.out);
    CHECK(read_file(folder / out / "games.jsonl").starts_with(log));
    REQUIRE(folder.run(parts, out + "-whole", "").exit_code == 0);
    const auto ids = [&](const std::string& name) {
      std::vector<std::string> list;
      for (const Json& game : games(folder / name))
        list.push_back(game["id"].get<std::string>() + game["moves"].dump());
      return list;
    };
    CHECK(ids(out) == ids(out + "-whole"));
  }
}

TEST_CASE("what would change games already planned is refused with the reason, and nothing is touched") {
  const std::string three = Parts().agents;
  const std::string gauntlet = "{type: gauntlet, games_per_pair: 4, challengers: [u]}";
  const std::string knockout = "{type: knockout, games: 2}";
  const std::string sprt = "{type: sprt, elo0: 0, elo1: 50, max_games: 4}";
  const std::string two = "{name: u, agent: uct}, {name: r, agent: random}";
  struct Refusal {
    Parts before, now;
    std::string reason;
  };
  const Parts plain;
  const std::string more_games = plain.games + ", {game: mnk}";
  const std::string more_agents = three + ", {name: x, agent: random}";
  const std::vector<Refusal> refusals{
      {plain,
       {three, plain.games, "{type: round-robin, games_per_pair: 2}"},
       "'games_per_pair' was 4 and is 2; a tournament can grow, not shrink"},
      {plain, {two, plain.games, plain.format}, "agent 'g' is gone; a tournament can grow, not shrink"},
      {plain, {three, "{game: mnk}", plain.format}, "game 'connect-k:width=4,height=4,k=3' is gone"},
      {plain, {three, plain.games, gauntlet}, "then:   type: round-robin\n  now:    type: gauntlet"},
      {plain,
       {"{name: r, agent: random}, {name: u, agent: uct, params: {c: 1}}, {name: g, agent: greedy}",
        plain.games, "{type: round-robin, games_per_pair: 8}"},
       "now:        c: 1"},
      {{three, plain.games, gauntlet},
       {three, plain.games, "{type: gauntlet, games_per_pair: 4, challengers: [u, g]}"},
       "agent 'g' is now a challenger, so games that were planned would not be played"},
      {{three, plain.games, gauntlet},
       {three, plain.games, "{type: gauntlet, games_per_pair: 4, challengers: [g]}"},
       "agent 'u' is no longer a challenger"},
      {{three, plain.games, "{type: swiss, rounds: 2}"},
       {more_agents, plain.games, "{type: swiss, rounds: 3}"},
       "a Swiss tournament can be given more rounds, but no other agents or games"},
      {{three, plain.games, knockout}, {more_agents, plain.games, knockout}, "a knockout cannot grow"},
      {{three, plain.games, knockout},
       {three, plain.games, "{type: knockout, games: 4}"},
       "then:   games: 2"},
      {{two, plain.games, sprt},
       {two, more_games, sprt},
       "a sequential test can be given a larger 'max_games'"},
      {{two, plain.games, sprt},
       {two, plain.games, "{type: sprt, elo0: 0, elo1: 60, max_games: 8}"},
       "then:   elo1: 50"},
  };
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.reason);
    const Folder folder;
    REQUIRE(folder.run(refusal.before, "out", "--quiet").exit_code == 0);
    std::map<std::string, std::string> kept;
    for (const char* name : {"games.jsonl", "spec.yaml", "spec.identity", "run.json"})
      kept[name] = read_file(folder / "out" / name);
    const auto run = folder.run(refusal.now, "out", "--resume");
    CHECK(run.exit_code == 2);
    CHECK_MESSAGE(run.err.find(refusal.reason) != std::string::npos, run.err);
    CHECK_MESSAGE(run.err.find("another --out folder") != std::string::npos, run.err);
    for (const auto& [name, text] : kept) CHECK(read_file(folder / "out" / name) == text);
    // With the one that began there it goes on.
    CHECK(folder.run(refusal.before, "out", "--resume --quiet").exit_code == 0);
  }
}

}  // namespace ludex::tests
