// Logs with games of three and more players: `rate`, `match`, `report` and the index of `serve`, by figures
// counted by hand.
#include <string>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "arena/faces/report/model.hpp"
#include "arena/faces/report/render.hpp"
#include "arena/faces/statistics/match.hpp"
#include "arena/faces/statistics/rate.hpp"
#include "arena/faces/web/log_index.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {
namespace {

using Json = json::Value;
using tests::TemporaryFolder;

// `result`: members of the record after its agents.
std::string game(const std::string& agents, const std::string& result, const std::string& more = "",
                 const std::string& label = "g") {
  return R"({"id":"x","game":")" + label + R"(","agents":[)" + agents +
         R"(],"round":0,"opening":[],"moves":[],)" + result +
         R"(,"termination":"normal","seed":1,"plies":0)" + more + "}\n";
}

const std::string kStats =
    R"({"moves":0,"iterations":0,"nodes":0,"cpu_seconds":0,"wall_seconds":0,"depth_max":0})";
std::string stats(int seats) {
  std::string list = kStats;
  for (int s = 1; s < seats; ++s) list += "," + kStats;
  return R"(,"stats":[)" + list + "]";
}

// a b c: a first, then b. b c a: b and c share the first place. c a b: c first, then b, a had crashed.
std::string log() {
  return game(R"("a","b","c")", R"("outcome":"1-0-0","returns":[1.0,0.0,-1.0],"ranks":[1,2,3])", stats(3)) +
         game(R"("b","c","a")", R"("outcome":"1/2-1/2-0","returns":[0.5,0.5,-1.0],"ranks":[1,1,3])",
              stats(3)) +
         game(R"("c","a","b")", R"("outcome":"1-0-0","returns":[1.0,-1.0,0.0],"ranks":[1,3,2])",
              R"(,"faults":[{"seat":1,"reason":"crash","ply":4,"note":"signal 11"}])" + stats(3));
}

statistics::RateOutput rate(const std::string& file, void (*change)(statistics::RateOptions&) = nullptr) {
  statistics::RateOptions options;
  options.logs = {file};
  options.json = true;
  if (change != nullptr) change(options);
  return statistics::rate(options);
}

TEST_CASE("ranked logs: rate counts seats, first places and pairwise scores") {
  const TemporaryFolder folder;
  const Json json = Json::parse(rate(folder.write("g.jsonl", log())).out);
  CHECK(json["games"] == 3);
  CHECK(json["forfeits"] == 1);
  CHECK(json["lost_by"]["a"]["crash"] == 1);
  REQUIRE(json["players"].size() == 3);
  for (const Json& player : json["players"]) {
    const std::string name = player["name"].text();
    CHECK(player["games"] == 3);
    // b and c: (1/2 + 3/4 + 1/2) / 3 and (0 + 3/4 + 1) / 3; a: one game won, two lost to both.
    CHECK(player["score"].get<double>() == doctest::Approx(name == "a" ? 1.0 / 3 : 1.75 / 3));
    CHECK(player["wins"] == (name == "b" ? 0 : 1));
    CHECK(player["drawn"] == (name == "a" ? 0 : 1));
    CHECK(player["losses"] == (name == "c" ? 1 : 2));
  }
  REQUIRE(json["seats"].size() == 1);
  CHECK(json["seats"][0]["players"] == 3);
  CHECK(json["seats"][0]["elo"].size() == 3);
  REQUIRE(json["ties"].size() == 1);
  CHECK(json["ties"][0]["size"] == 2);
  // Without the game that a fault decided.
  const auto played =
      rate(folder.write("g.jsonl", log()), [](statistics::RateOptions& o) { o.without_forfeits = true; });
  CHECK(Json::parse(played.out)["games"] == 2);
}

TEST_CASE("ranked logs: ranks from returns, games without a result, self-play and what cannot be used") {
  const TemporaryFolder folder;
  const auto output =
      rate(folder.write("g.jsonl", game(R"("a","b","c")", R"("outcome":"1-0-0","returns":[1.0,-1.0,0.5])") +
                                       game(R"("a","b","c")", R"("outcome":"*")") +
                                       game(R"("a","a","a")", R"("ranks":[1,2,3])") +
                                       game(R"("a","b","c")", R"("outcome":"1-0-0","ranks":[1,2])") +
                                       game(R"("a","b","c")", R"("outcome":"1-0-0","ranks":[0,1,2])") +
                                       game(R"("a","b","c")", R"("outcome":"1-0-0","returns":[1,"x",2])") +
                                       game(R"("a","","c")", R"("outcome":"1-0-0","ranks":[1,2,3])") +
                                       game(R"("a","b","c")", R"("outcome":"1-0-0")")));
  CHECK(output.exit_code == 0);
  const Json json = Json::parse(output.out);
  CHECK(json["games"] == 1);
  CHECK(json["unfinished"] == 1);
  CHECK(json["self_play"] == 1);
  CHECK(json["players"][0]["name"] == "a");
  CHECK(json["players"][2]["name"] == "b");
  for (const char* words :
       {"with unusable \"ranks\" left out, expected a number from 1", "with unusable \"returns\" left out",
        "without the names of all players left out", "without \"ranks\" and \"returns\" left out"})
    CHECK(output.err.find(words) != std::string::npos);
  // A two-player record cannot be "ranked".
  CHECK(rate(folder.write("h.jsonl", game(R"("a","b")", R"("outcome":"ranked")"))).exit_code != 0);
}

TEST_CASE("ranked logs: CSV with columns of players and ranks gives the ratings of the log") {
  const TemporaryFolder folder;
  const Json log_json = Json::parse(rate(folder.write("g.jsonl", log())).out);
  const auto output = rate(folder.write("g.csv",
                                        "player1,player2,player3,rank1,rank2,rank3,result,termination\n"
                                        "a,b,c,1,2,3,1-0-0,normal\nb,c,a,1,1,3,1/2-1/2-0,normal\n"
                                        "c,a,b,1,3,2,1-0-0,normal\na,b,c,,,,*,host-stopped\n"));
  REQUIRE(output.exit_code == 0);
  const Json json = Json::parse(output.out);
  CHECK(json["players"] == log_json["players"]);
  CHECK(json["unfinished"] == 1);
  // A line of two players beside them.
  const auto mixed = rate(folder.write("h.csv",
                                       "player1,player2,player3,rank1,rank2,rank3,result\n"
                                       "a,b,c,1,2,3,1-0-0\na,b,,1,2,,1-0\n"));
  CHECK(Json::parse(mixed.out)["games"] == 2);
}

TEST_CASE("ranked logs: match has places, mean ranks, seats and comparisons") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "g.jsonl", log() + game(R"("a","b","b","b")", R"("outcome":"0-1-0-0","ranks":[2,1,3,4])", "", "four") +
                     game(R"("a","b")", R"("outcome":"1-0")", "", "two"));
  const auto output = statistics::match({{file}, "", 0.95, true, false});
  REQUIRE(output.exit_code == 0);
  const Json json = Json::parse(output.out);
  REQUIRE(json["matches"].size() == 1);
  CHECK(json["matches"][0]["games"] == 1);
  REQUIRE(json["rankings"].size() == 2);
  const Json& three = json["rankings"][0];
  CHECK(three["players"] == 3);
  CHECK(three["games"] == 3);
  const Json& last = three["agents"][2];
  CHECK(last["name"] == "a");
  CHECK(last["places"] == Json{1, 0, 2});
  CHECK(last["rank"].get<double>() == doctest::Approx(7.0 / 3));
  // b: second, tied for first (the mean of 1 and 2), second.
  CHECK(three["agents"][0]["rank"].get<double>() == doctest::Approx(5.5 / 3));
  // Seat 1: a first, b tied, c first.
  CHECK(three["seats"][0]["score"].get<double>() == doctest::Approx(2.75 / 3));
  CHECK(three["seats"][0]["firsts"] == 3);
  const Json& copies = json["rankings"][1]["matches"][0];
  CHECK(copies["games"] == 1);
  CHECK(copies["ahead"].get<int>() + copies["behind"].get<int>() == 3);
  const bool a_first = copies["agents"][0] == "a";
  CHECK(copies["score"].get<double>() == doctest::Approx(a_first ? 2.0 / 3 : 1.0 / 3));
  const auto text = statistics::match({{file}, "0,5", 0.95, false, false});
  CHECK(text.out.find("3 games of 3 players") != std::string::npos);
  CHECK(text.err.find("--sprt tests games of two players only") != std::string::npos);
}

TEST_CASE("ranked logs: the report has comparisons, places, seats and the seat's own fault") {
  const TemporaryFolder folder;
  folder.write("games.jsonl", log());
  const auto made = report::make_report(folder.path().string());
  REQUIRE(made.ok());
  const report::Report& report = *made;
  CHECK(report.games_played == 3);
  CHECK(report.forfeits == 1);
  CHECK(report.games[0].players == 3);
  CHECK_FALSE(report.has_pairs());
  CHECK_FALSE(report.match.has_value());
  REQUIRE(report.ranked.size() == 1);
  for (std::size_t r = 0; r < 3; ++r) {
    if (report.agents[r].name != "a") continue;
    CHECK(report.agents[r].forfeits == 1);
    REQUIRE(report.agents[r].faults.size() == 1);
    CHECK(report.agents[r].faults[0].note == "signal 11");
    for (std::size_t c = 0; c < 3; ++c) {
      if (c != r) CHECK(report.against(r, c) == report::Wdl{1, 0, 2});
    }
  }
  const std::string page = report::to_html(report);
  for (const char* words : {"id=\"places\"", "Games of 3 players", "Seat 3", "Davidson and Luce"})
    CHECK(page.find(words) != std::string::npos);
  CHECK(page.find("Moving first") == std::string::npos);
  CHECK(report::to_markdown(report).find("## Places") != std::string::npos);
  CHECK(report::to_latex(report).find("games of 3 players") != std::string::npos);
  CHECK(Json::parse(report::to_json(report))["rankings"][0]["games"] == 3);
}

TEST_CASE("ranked logs: the index keeps seats, ranks and forfeits") {
  const TemporaryFolder folder;
  folder.write("games.jsonl", log());
  web::LogIndex index(folder.path().string());
  REQUIRE(index.update(1 << 20).ok());
  REQUIRE(index.size() == 3);
  CHECK(index.game(0).players == 3);
  CHECK(index.game(1).rank(2) == 3);
  CHECK(index.game(0).forfeits == 0);
  CHECK(index.game(2).forfeits == 2);
  CHECK(index.forfeits().total() == 1);
  REQUIRE(index.rankings().size() == 1);
  CHECK(index.rankings()[0].size() == 3);
  CHECK(index.pairs()[0].empty());
  std::size_t total = 0;
  web::GameFilter filter;
  filter.agent = "c";
  filter.opponent = "b";
  CHECK(index.select(filter, 0, 10, &total).size() == 3);
  filter.termination = "fault";
  CHECK(index.select(filter, 0, 10, &total).size() == 1);
}

}  // namespace
}  // namespace ludex::arena
