// ludex report: after a real tournament, finished and unfinished.
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/markup.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr int kWithdrawn = 4;  // exit code

const char* const kSpec = R"(name: small & quick
seed: 7
games: [ {game: connect-k, params: {width: 5, height: 4, k: 3}}, {game: hex, params: {size: 3}} ]
agents:
  - {name: "<b>random", agent: random}
  - {name: uct-50, agent: uct, budget: {iterations: 50}}
  - {name: illegal, agent: illegal}
format: {type: round-robin, games_per_pair: 6}
openings: {random_plies: 2}
budget: {iterations: 20}
)";

}  // namespace

TEST_CASE("the page, the tables and the data of a tournament") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(file, kSpec);
  REQUIRE(ludex(kMisbehaving + "run " + file + " --quiet --out " + out).exit_code == kWithdrawn);

  const auto made = ludex("report " + out);
  REQUIRE_MESSAGE(made.exit_code == 0, made.err);
  CHECK(made.out == out + "/report.html\n");
  const std::string page = read_file(out + "/report.html");
  CHECK(markup_error(page) == "");
  CHECK(contains(page, "&lt;b&gt;random"));
  CHECK(contains(page, "Finished: 36 games"));
  CHECK(contains(page, "24 forfeits"));
  CHECK(contains(page, "small &amp; quick"));
  CHECK_FALSE(contains(page, "http"));
  for (const char* word : {"nan", "inf"}) CHECK_FALSE(has_word(page, word));
  // The folder may lie anywhere: the page does not tell.
  CHECK_FALSE(contains(page, folder.path().string()));

  // The ratings are those of `ludex rate`.
  const Json json = Json::parse(ludex("report " + out + " --json").out);
  for (const auto& [options, member] :
       {std::pair{"", "rating"}, std::pair{" --without-forfeits", "rating_without_forfeits"}}) {
    const Json rated = Json::parse(ludex("rate " + out + " --json" + options).out);
    for (const Json& player : rated["players"]) {
      CAPTURE(player.dump());
      bool found = false;
      for (const Json& agent : json["agents"]) {
        if (agent["name"] != player["name"]) continue;
        found = true;
        CHECK(agent[member]["elo"].get<double>() == doctest::Approx(player["display_elo"].get<double>()));
        CHECK(agent[member]["games"] == player["games"]);
      }
      CHECK(found);
    }
  }
  CHECK(json["games_scheduled"] == 36);
  CHECK(json["finished"] == true);
  for (const Json& agent : json["agents"]) {
    if (agent["name"] != "illegal") continue;
    CHECK(agent["forfeits"] == 24);
    CHECK(agent["rating_without_forfeits"].is_null());
    // Withdrawn after three faults in a row.
    CHECK(agent["endings"]["illegal-move"] == 3);
    CHECK(agent["endings"]["withdrawn"] == 21);
    CHECK(agent["withdrawn"] == true);
  }

  // The circumstances are on record: every plug-in of the specification with build and hash.
  const Json run = Json::parse(read_file(out + "/run.json"));
  CHECK(run["spec_hash"] == json["spec_hash"]);
  CHECK(run["runs"].size() == 1);
  CHECK(run["runs"][0]["plugins"].size() == 5);
  for (const Json& plugin : run["runs"][0]["plugins"]) {
    CHECK(plugin["sha256"].get<std::string>().size() == 64);
    CHECK_FALSE(plugin["build"].get<std::string>().empty());
  }

  const auto markdown = ludex("report " + out + " --markdown");
  CHECK(markdown.exit_code == 0);
  CHECK(contains(markdown.out, "| &lt;b&gt;random |"));
  const auto csv = ludex("report " + out + " --csv --out " + out + "/r.csv");
  CHECK(csv.exit_code == 0);
  CHECK(read_file(out + "/r.csv").starts_with("name,elo,"));
}

TEST_CASE("an unfinished tournament reports what there is, and says so") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const std::string out = (folder.path() / "out").string();
  write_file(file, kSpec);
  REQUIRE(ludex(kMisbehaving + "run " + file + " --quiet --out " + out).exit_code == kWithdrawn);
  // As a killed run leaves it.
  Json run = Json::parse(read_file(out + "/run.json"));
  run["finished"] = false;
  write_file(out + "/run.json", run.dump());
  std::string log = read_file(out + "/games.jsonl");
  std::size_t cut = 0;
  for (int i = 0; i < 9; ++i) cut = log.find('\n', cut) + 1;
  write_file(out + "/games.jsonl", log.substr(0, cut + 20));
  const auto made = ludex("report " + out);
  CHECK(made.exit_code == 0);
  CHECK(contains(made.err, "cut short"));
  const std::string page = read_file(out + "/report.html");
  CHECK(contains(page, "Not finished: 9 games of 36 so far"));
  CHECK(markup_error(page) == "");
  REQUIRE(ludex(kMisbehaving + "run " + file + " --quiet --resume --out " + out).exit_code == kWithdrawn);
  const Json resumed = Json::parse(read_file(out + "/run.json"));
  CHECK(resumed["finished"] == true);
  CHECK(resumed["runs"][0]["started"].size() == 2);
  CHECK(Json::parse(ludex("report " + out + " --json").out)["games_played"] == 36);
}

TEST_CASE("what cannot be reported is refused in words") {
  const TemporaryFolder folder;
  const std::string out = folder.path().string();
  for (const std::string& arguments :
       std::vector<std::string>{"report", "report /nowhere", "report " + out, "report --json --csv " + out}) {
    CAPTURE(arguments);
    const auto run = ludex(arguments);
    CHECK(run.exit_code == 2);
    CHECK_FALSE(run.err.empty());
    CHECK(run.out.empty());
  }
  write_file(folder.path() / "games.jsonl", "{\"id\":1}\n");
  const auto damaged = ludex("report " + out);
  CHECK(damaged.exit_code == 2);
  CHECK(contains(damaged.err, "games.jsonl:1: 'id'"));
}

}  // namespace ludex::tests
