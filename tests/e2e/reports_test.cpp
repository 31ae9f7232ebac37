// What agents report of their searches: every unit, bounds, and nonsense; in the log, in all modes, and in
// the commands that show one search.
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::vector<std::string> kSays{"nothing", "expected", "centi",     "score", "mixed",    "bounds",
                                     "unit",    "bound",    "outcome",   "nan",   "infinite", "beyond",
                                     "root",    "counters", "variation", "all"};

std::string specification() {
  std::string text = "name: reports\ngames: [ {game: mnk} ]\nagents:\n";
  for (const std::string& say : kSays)
    text += "  - {name: " + say + ", agent: reporter, params: {say: " + say + "}}\n";
  return text + "format: {type: round-robin, games_per_pair: 2}\nbudget: {iterations: 1}\n";
}

// Runs the file, resumes it, and makes the page: the log is one that all of them accept.
std::map<std::string, Json> play(const std::string& file, const std::string& out, const std::string& mode) {
  const std::string run = kMisbehaving + "run " + file + " --out " + out + " --mode " + mode + " --quiet";
  const auto first = ludex(run);
  REQUIRE_MESSAGE(first.exit_code == 0, first.err);
  const std::string log = read_file(out + "/games.jsonl");
  const auto again = ludex(run + " --resume");
  CHECK_MESSAGE(again.exit_code == 0, again.err);
  CHECK(read_file(out + "/games.jsonl") == log);
  const auto report = ludex("report " + out);
  CHECK_MESSAGE(report.exit_code == 0, report.err);
  return content(out);
}

}  // namespace

TEST_CASE("one specification gives the same log in all modes, whatever is reported") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "t.yaml";
  write_file(file, specification());
  const auto log = play(file, folder.path() / "inline", "inline");
  CHECK(log.size() == kSays.size() * (kSays.size() - 1));
  CHECK(play(file, folder.path() / "shared", "shared") == log);
  CHECK(play(file, folder.path() / "dedicated", "dedicated") == log);

  // What is kept of each: unit, first values and bounds; and what was left out.
  std::map<std::string, Json> stats;
  for (const auto& [id, game] : log) {
    CHECK(game["termination"] == "normal");
    for (std::size_t seat = 0; seat < 2; ++seat) stats[game["agents"][seat]] = game["stats"][seat];
  }
  REQUIRE(stats.size() == kSays.size());
  const auto by_move = [&](const char* say, const char* key) {
    return stats[say]["by_move"].value(key, Json());
  };
  const auto flaws = [&](const char* say) { return stats[say].value("flaws", Json()); };
  CHECK(by_move("nothing", "value").is_null());
  CHECK(by_move("nothing", "unit").is_null());
  CHECK(by_move("expected", "unit") == "expected");
  CHECK(by_move("expected", "value")[1] == 0.125);
  CHECK(by_move("expected", "bound").is_null());
  CHECK(by_move("centi", "unit") == "centi");
  CHECK(by_move("centi", "value")[0] == 10.5);
  CHECK(by_move("centi", "value")[1] == 21);
  CHECK(by_move("score", "unit") == "score");
  CHECK(by_move("score", "value")[1] == -4);
  CHECK(by_move("mixed", "unit")[0] == "expected");
  CHECK(by_move("mixed", "unit")[1] == "centi");
  CHECK(by_move("mixed", "unit")[2] == "score");
  CHECK(by_move("mixed", "value")[2] == 0.5);
  CHECK(by_move("bounds", "unit") == "score");
  CHECK(by_move("bounds", "bound")[0] == "lower");
  CHECK(by_move("bounds", "bound")[1] == "upper");
  CHECK(by_move("bounds", "bound")[2] == "none");
  CHECK(by_move("bounds", "value")[2].is_null());
  for (const char* say : {"nothing", "expected", "centi", "score", "mixed", "bounds"})
    CHECK(flaws(say).is_null());
  for (const char* say : {"unit", "bound", "outcome", "variation", "root", "counters"}) {
    CAPTURE(say);
    CHECK(flaws(say) == Json(std::vector<std::string>{say}));
  }
  for (const char* say : {"nan", "infinite", "beyond"}) {
    CAPTURE(say);
    CHECK(flaws(say) == Json::parse(R"(["value"])"));
    CHECK(by_move(say, "value").is_null());
  }
  CHECK(by_move("unit", "value").is_null());
  CHECK(by_move("bound", "value").is_null());
  CHECK(by_move("outcome", "value")[0] == 0.25);
  // Without a unit its value is nobody's.
  CHECK(flaws("all") == Json{"unit", "bound", "outcome", "variation", "root", "counters"});
}

TEST_CASE("exact scores at the end of a game of Othello are in the log, in all modes") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "t.yaml";
  write_file(file, R"(name: endgame
games: [ {game: othello, params: {size: 6}} ]
agents:
  - {name: exact, agent: alpha-beta, params: {endgame: 14}, budget: {nodes: 2000}}
  - {name: random, agent: random}
format: {type: round-robin, games_per_pair: 4}
openings: {random_plies: 12}
budget: {iterations: 1}
)");
  const auto log = play(file, folder.path() / "inline", "inline");
  CHECK(play(file, folder.path() / "shared", "shared") == log);
  CHECK(play(file, folder.path() / "dedicated", "dedicated") == log);
  std::size_t scores = 0;
  std::size_t evaluations = 0;
  for (const auto& [id, game] : log) {
    const std::size_t seat = game["agents"][0] == "exact" ? 0 : 1;
    const Json series = game["stats"][seat]["by_move"];
    for (std::size_t i = 0; i < series["value"].size(); ++i) {
      const Json unit = series["unit"].is_array() ? series["unit"][i] : series["unit"];
      scores += unit == "score" ? 1 : 0;
      evaluations += unit == "centi" ? 1 : 0;
      if (unit == "score") CHECK(std::abs(series["value"][i].get<double>()) <= 36);
    }
  }
  CHECK(scores > 0);
  CHECK(evaluations > 0);
}

TEST_CASE("a report without sense is a warning where one search is shown") {
  const std::string all = "--agent reporter:say=all --iterations 1";
  const auto search = ludex(kMisbehaving + "analyze mnk " + all + " --json");
  REQUIRE_MESSAGE(search.exit_code == 0, search.err);
  CHECK(contains(search.err, "warning: agent 'reporter:say=all' reports impossible values"));
  CHECK(contains(search.err, "omitted: unit, bound, outcome, variation, root, counters"));
  const Json json = Json::parse(search.out);
  CHECK(json["move"] == "a1");
  CHECK(json["value"].is_null());
  CHECK(json["outcome"] == "unknown");
  CHECK(json["root"].empty());
  CHECK(json["counters"].empty());
  CHECK(ludex(kMisbehaving + "analyze mnk " + all).exit_code == 0);
  const Json counters = Json::parse(
      ludex(kMisbehaving + "analyze mnk --agent reporter:say=counters --iterations 1 --json").out);
  CHECK(counters["counters"] == Json({{"fine", 1.0}, {"infinite", nullptr}}));

  const auto solved = ludex(kMisbehaving + "solve mnk " + all + " --json");
  REQUIRE_MESSAGE(solved.exit_code == 0, solved.err);
  CHECK(Json::parse(solved.out)["outcome"] == "unknown");

  const TemporaryFolder folder;
  const std::string suite = folder.path() / "one.epd";
  write_file(suite, "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8;\n");
  const auto positions = ludex(kMisbehaving + "suite chess '" + suite + "' " + all + " --json");
  REQUIRE_MESSAGE(positions.exit_code == 0, positions.err);
  CHECK(Json::parse(positions.out)["positions"][0]["value"].is_null());
  CHECK(contains(positions.err, "warning: "));
}

TEST_CASE("an oracle that reports nonsense decides nothing") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "t.yaml";
  const auto notes = [&](const std::string& say) {
    write_file(file,
               "name: o\ngames: [ {game: mnk} ]\nagents:\n  - {name: a, agent: random}\n"
               "  - {name: b, agent: random}\nformat: {type: round-robin, games_per_pair: 2}\n"
               "budget: {iterations: 1}\n"
               "adjudication: {oracle: {agent: reporter, params: {say: " +
                   say + "}, budget: {nodes: 1}}}\n");
    std::map<std::string, int> count;
    for (const char* mode : {"inline", "shared", "dedicated"}) {
      const auto out = folder.path() / (say + mode);
      const auto run = ludex(kMisbehaving + "run " + file + " --out " + out.string() + " --mode " + mode);
      REQUIRE_MESSAGE(run.exit_code == 0, run.err);
      for (const Json& game : games(out))
        ++count[game["termination"].get<std::string>() + ": " + game.value("note", "")];
    }
    return count;
  };
  CHECK(notes("expected") == std::map<std::string, int>{{"oracle: ", 6}});
  CHECK(notes("variation") ==
        std::map<std::string, int>{{"normal: oracle: its report makes no sense (variation)", 6}});
}

TEST_CASE("bounds are shown as bounds, and a list that is cut says so") {
  const auto text = ludex("analyze hex:size=5 --agent alpha-beta --depth 3 --moves 'c3'");
  REQUIRE_MESSAGE(text.exit_code == 0, text.err);
  CHECK(contains(text.out, "<= "));
  CHECK(contains(text.out, "more moves (--json has all)"));
  const Json json =
      Json::parse(ludex("analyze hex:size=5 --agent alpha-beta --depth 3 --moves 'c3' --json").out);
  CHECK(json["bound"] == "exact");
  std::map<std::string, int> bounds;
  for (const Json& move : json["root"]) {
    ++bounds[move["bound"]];
    // Only one move has the value; of the others it is known that they are no better.
    if (move["bound"] == "exact") CHECK(move["value"].get<double>() <= json["value"].get<double>());
  }
  CHECK(bounds["exact"] >= 1);
  CHECK(bounds["upper"] >= 12);
  CHECK(bounds["lower"] == 0);
}

}  // namespace ludex::tests
