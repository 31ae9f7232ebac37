// Formats and adjudication from the command line: the same games at any concurrency and after interruptions.
#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

std::vector<Json> games(const std::filesystem::path& folder) {
  std::ifstream in(folder / "games.jsonl");
  std::vector<Json> list;
  for (std::string line; std::getline(in, line);) list.push_back(Json::parse(line));
  return list;
}

// Without what depends on the clock.
std::vector<std::string> content(const std::filesystem::path& folder) {
  std::vector<std::string> list;
  for (const Json& game : games(folder))
    list.push_back(game["id"].get<std::string>() + " " + game["moves"].dump() + game["opening"].dump() +
                   game["outcome"].dump() + game["termination"].dump());
  return list;
}

std::string spec(const std::string& agents, const std::string& rest) {
  return "name: f\ngames: [{game: connect-k, params: {width: 4, height: 4, k: 3}}]\nagents: " + agents +
         "\nbudget: {iterations: 20}\nopenings: {random_plies: 2}\n" + rest + "\n";
}

const std::string kFive =
    "[{agent: random}, {name: u1, agent: uct, budget: {iterations: 10}}, {name: u2, agent: uct},"
    " {name: u3, agent: uct, budget: {iterations: 60}}, {name: r2, agent: random}]";
const std::string kTwo = "[{name: strong, agent: uct, budget: {iterations: 60}}, {agent: random}]";

}  // namespace

TEST_CASE("swiss, knockout and sprt: the same log at any concurrency, and complete after an interruption") {
  const TemporaryFolder folder;
  const std::pair<const char*, std::string> formats[] = {
      {"swiss", spec(kFive, "format: {type: swiss, rounds: 4, games: 4}")},
      {"knockout", spec(kFive, "format: {type: knockout, games: 2, max_games: 6}")},
      {"sprt", spec(kTwo, "format: {type: sprt, elo0: 0, elo1: 100, max_games: 400}")},
  };
  for (const auto& format : formats) {
    const std::string name = format.first;
    CAPTURE(name);
    const std::string file = (folder.path() / (name + ".yaml")).string();
    write_file(file, format.second);
    const auto run_to = [&](const std::string& out, const std::string& options) {
      return ludex("run " + file + " --out " + (folder.path() / (name + out)).string() + " " + options);
    };
    const auto run = run_to("-1", "--concurrency 1");
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    const auto reference = content(folder.path() / (std::string(name) + "-1"));
    CHECK(reference.size() > 10);
    CHECK(std::set<std::string>(reference.begin(), reference.end()).size() == reference.size());
    REQUIRE(run_to("-4", "--concurrency 4").exit_code == 0);
    CHECK(content(folder.path() / (std::string(name) + "-4")) == reference);
    // As if the host had been killed after so many games.
    for (const std::size_t kept : {std::size_t{1}, reference.size() / 2, reference.size() - 1}) {
      std::string log;
      std::ifstream in(folder.path() / (std::string(name) + "-1") / "games.jsonl");
      std::string line;
      for (std::size_t i = 0; i < kept && std::getline(in, line); ++i) log += line + "\n";
      write_file(folder.path() / (std::string(name) + "-4") / "games.jsonl", log);
      REQUIRE(run_to("-4", "--concurrency 3 --resume").exit_code == 0);
      CHECK(content(folder.path() / (std::string(name) + "-4")) == reference);
    }
    // A finished one has nothing to play.
    REQUIRE(run_to("-1", "--resume").exit_code == 0);
    CHECK(content(folder.path() / (std::string(name) + "-1")) == reference);
  }
}

TEST_CASE("sprt stops at the decision and says so; ludex match agrees") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(file, spec(kTwo, "format: {type: sprt, elo0: 0, elo1: 100, max_games: 2000}"));
  const auto run = ludex("run " + file + " --out " + out);
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  CHECK(run.out.find("SPRT of strong against random") != std::string::npos);
  CHECK(run.out.find("H1 accepted after") != std::string::npos);
  const std::size_t played = games(out).size();
  CHECK(played < 2000);
  const auto match = ludex("match " + out + " --sprt 0,100 --json");
  REQUIRE(match.exit_code == 0);
  const Json json = Json::parse(match.out);
  CHECK(json["matches"][0]["sprt"]["decision"] == "H1");
  CHECK(json["matches"][0]["games"] == played);
  std::size_t pairs = 0;
  for (const Json& count : json["matches"][0]["pairs"]) pairs += count.get<std::size_t>();
  CHECK(2 * pairs == played);
}

TEST_CASE(
    "sprt of deterministic agents: the copies of a used-up book do not count, and check says so before") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  const auto warns = [](const std::string& text) {
    return text.find("play the same game when an opening returns") != std::string::npos;
  };
  const auto write = [&](const std::string& shuffle, const std::string& format) {
    write_file(file,
               "name: t\ngames: ['breakthrough:width=4,height=4']\nagents:\n"
               "  - {name: deep, agent: alpha-beta, params: {shuffle: " +
                   shuffle +
                   "}, budget: {depth: 3}}\n"
                   "  - {name: flat, agent: alpha-beta, params: {shuffle: " +
                   shuffle +
                   "}, budget: {depth: 1}}\n"
                   "openings: {all_first_moves: 1}\nformat: {" +
                   format + "}\n");
  };
  write("false", "type: sprt, elo0: 0, elo1: 100, max_games: 400");
  const auto check = ludex("check " + file + " --json");
  CHECK(check.exit_code == 0);
  CHECK(warns(check.err));
  CHECK(warns(Json::parse(check.out)["warnings"][0].get<std::string>()));
  CHECK_FALSE(std::filesystem::exists(out));
  const auto run = ludex("run " + file + " --out " + out);
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  CHECK(run.out.find("undecided after") != std::string::npos);
  CHECK(run.out.find("that repeat earlier ones move by move") != std::string::npos);
  CHECK(run.err.find("of 400 games repeat an earlier one move by move") != std::string::npos);
  // The same state of the test after a restart, and from the log.
  const auto again = ludex("run " + file + " --resume --out " + out);
  CHECK(again.out.substr(again.out.find("SPRT")) == run.out.substr(run.out.find("SPRT")));
  const auto match = ludex("match " + out + " --sprt 0,100 --json");
  const Json found = Json::parse(match.out);
  CHECK(run.out.find(fmt::format("LLR {:.3f} in", found["matches"][0]["sprt"]["llr"].get<double>())) !=
        std::string::npos);
  CHECK(found["matches"][0]["sprt"]["left_out"].get<int>() > 150);
  // A tournament that needs no opening twice, and agents that vary, are no reason to warn.
  write("false", "games_per_pair: 4");
  CHECK_FALSE(warns(ludex("check " + file).err));
  write("false", "games_per_pair: 40");
  CHECK(warns(ludex("check " + file).err));
}

TEST_CASE("adjudication in every mode: the same records") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, spec("[{name: solver, agent: uct, params: {solver: true}, budget: {iterations: 400}},"
                        " {name: solver2, agent: uct, params: {solver: true}, budget: {iterations: 300}}]",
                        "format: {games_per_pair: 12}\nadjudication: {agreed_proof: true, plies: 13}"));
  std::vector<std::string> reference;
  for (const std::string mode : {"inline", "shared", "dedicated"}) {
    CAPTURE(mode);
    const auto out = folder.path() / mode;
    const auto run = ludex("run " + file + " --out " + out.string() + " --mode " + mode);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    if (reference.empty()) reference = content(out);
    CHECK(content(out) == reference);
    std::set<std::string> reasons;
    for (const Json& game : games(out)) {
      reasons.insert(game["termination"]);
      CHECK(game["plies"].get<int>() <= 13);
    }
    CHECK(reasons.contains("agreed-proof"));
    CHECK(run.out.find("forfeits") != std::string::npos);
  }
}

TEST_CASE("adjudication by scores in every mode: the same records, in log, PGN and standings") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const auto text = [](const std::string& adjudication) {
    return "name: t\ngames: [{game: chess}]\nagents: [{agent: alpha-beta, name: a, budget: {depth: 1}}, "
           "{agent: alpha-beta, name: b, budget: {depth: 2}}]\nformat: {games_per_pair: 6}\n"
           "openings: {random_plies: 2}\nadjudication: " +
           adjudication + "\n";
  };
  // Whatever they say is near 0, from move 5 on; and whoever says less than 0 has lost.
  for (const auto& [adjudication, termination] :
       {std::pair{"{draw: {movenumber: 5, movecount: 2, score: 1000000}}", "adjudicated-draw"},
        std::pair{"{resign: {score: 1}, maxmoves: 60}", "adjudicated-win"}}) {
    write_file(file, text(adjudication));
    const std::string expected = termination;
    CAPTURE(expected);
    std::vector<std::string> reference;
    for (const std::string mode : {"inline", "shared", "dedicated"}) {
      CAPTURE(mode);
      const auto out = folder.path() / (expected + mode);
      const auto run = ludex("run " + file + " --out " + out.string() + " --mode " + mode);
      REQUIRE_MESSAGE(run.exit_code == 0, run.err);
      if (reference.empty()) reference = content(out);
      CHECK(content(out) == reference);
      bool seen = false;
      for (const Json& game : games(out)) {
        seen = seen || game["termination"] == expected;
        if (expected == "adjudicated-draw") {
          CHECK(game["termination"] == expected);
          CHECK(game["outcome"] == "1/2-1/2");
          CHECK(game["plies"] == 10);
        }
        if (game["termination"] == "adjudicated-win") CHECK(game["outcome"] != "1/2-1/2");
      }
      CHECK(seen);
      const auto rated = Json::parse(ludex("rate " + out.string() + " --json").out);
      CHECK(rated["forfeits"] == 0);
      const auto verified = ludex("verify " + out.string() + " --again 6");
      CHECK_MESSAGE(verified.exit_code == 0, verified.out);
      const auto pgn = ludex("export " + out.string());
      CHECK(pgn.out.find("[Termination \"adjudication\"]") != std::string::npos);
      CHECK(pgn.out.find("{" + expected + "}") != std::string::npos);
    }
  }
}

TEST_CASE("an oracle ends games in every mode; one that proves nothing is refused") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const auto text = [](const std::string& oracle) {
    return spec("[{agent: random}, {name: r2, agent: random}]",
                "format: {games_per_pair: 10}\nadjudication: {oracle: " + oracle + "}");
  };
  write_file(file, text("{agent: df-pn, budget: {nodes: 3000}, every: 2}"));
  std::vector<std::string> reference;
  for (const std::string mode : {"inline", "shared", "dedicated"}) {
    CAPTURE(mode);
    const auto out = folder.path() / mode;
    const auto run = ludex("run " + file + " --out " + out.string() + " --mode " + mode);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    if (reference.empty()) reference = content(out);
    CHECK(content(out) == reference);
    bool proven = false;
    for (const Json& game : games(out)) proven = proven || game["termination"] == "oracle";
    CHECK(proven);
  }
  write_file(file, text("{agent: random, budget: {nodes: 10}}"));
  const auto refused = ludex("run " + file + " --out " + (folder.path() / "no").string());
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("the oracle cannot solve") != std::string::npos);
}

}  // namespace ludex::tests
