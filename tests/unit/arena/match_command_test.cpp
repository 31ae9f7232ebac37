// `ludex match` and `ludex sprt` from files and counts to text, in-process.
#include <string>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "arena/faces/statistics/match.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena::statistics {

using namespace host;
using namespace log;
using namespace run;
namespace {

using Json = json::Value;
using tests::TemporaryFolder;

std::string game(const char* first, const char* second, const char* outcome, int round,
                 const char* opening = "[]", const char* termination = "normal") {
  return std::string(R"({"game":"g","agents":[")") + first + "\",\"" + second + R"("],"round":)" +
         std::to_string(round) + R"(,"opening":)" + opening + R"(,"outcome":")" + outcome +
         R"(","termination":")" + termination + "\"}\n";
}

TEST_CASE("match: games of a pair are found again, in any order") {
  const TemporaryFolder folder;
  const std::string log =
      game("A", "B", "1-0", 0) + game("A", "B", "1/2-1/2", 1) + game("B", "A", "0-1", 0) +  // WW
      game("B", "A", "1-0", 1) +                                                            // LD
      game("A", "B", "0-1", 2, R"(["x"])") + game("B", "A", "0-1", 2, R"(["y"])") +  // different openings
      game("C", "B", "0-1", 2) + game("A", "B", "*", 3) + game("B", "A", "1-0", 3);
  const RateOutput output = match({{folder.write("g.jsonl", log)}, "0,10", 0.95, true, false});
  CHECK(output.exit_code == 0);
  const Json json = Json::parse(output.out);
  CHECK(json["unfinished"] == 1);
  REQUIRE(json["matches"].size() == 2);
  const Json& ab = json["matches"][0];
  CHECK(ab["agents"] == Json{"A", "B"});
  CHECK(ab["wins"] == 3);
  CHECK(ab["draws"] == 1);
  CHECK(ab["losses"] == 3);
  CHECK(ab["pairs"] == Json{0, 1, 0, 0, 1});
  CHECK(ab["of"] == "pairs");  // four games of seven
  CHECK(ab["sprt"]["decision"] == "continue");
  const Json& bc = json["matches"][1];
  CHECK(bc["agents"] == Json{"B", "C"});
  CHECK(bc["wins"] == 1);
  CHECK_FALSE(bc.contains("pairs"));
  CHECK(bc["of"] == "games");
  CHECK(bc["elo"]["high"].is_null());  // everything won
  CHECK(bc["elo"]["value"].is_number());
}

TEST_CASE("match of PGN: pairs by round and opening, none where these are not told") {
  const auto pgn = [](const char* white, const char* black, const char* result, const char* round,
                      const std::string& more) {
    return std::string("[White \"") + white + "\"]\n[Black \"" + black + "\"]\n[Round \"" + round +
           "\"]\n[Result \"" + result + "\"]\n" + more + "\n1. e4 " + result + "\n\n";
  };
  const std::string x = "[OpeningId \"x\"]\n";
  const std::string fen = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n";
  const TemporaryFolder folder;
  const auto pairs = [&](const std::string& text) {
    MatchOptions options;
    options.logs = {folder.write("games.pgn", text)};
    options.json = true;
    const auto document = Json::parse(match(options).out);
    const Json& row = document["matches"][0];
    return row.contains("pairs") ? row["pairs"].dump() : std::string("none");
  };
  CHECK(pairs(pgn("A", "B", "1-0", "1", x) + pgn("B", "A", "0-1", "1", x)) == "[0,0,0,0,1]");
  CHECK(pairs(pgn("A", "B", "1-0", "3", fen) + pgn("B", "A", "1/2-1/2", "3", fen)) == "[0,0,0,1,0]");
  // Another round, another opening, the same seats, no round, no opening.
  CHECK(pairs(pgn("A", "B", "1-0", "1", x) + pgn("B", "A", "0-1", "2", x)) == "none");
  CHECK(pairs(pgn("A", "B", "1-0", "1", x) + pgn("B", "A", "0-1", "1", fen)) == "none");
  CHECK(pairs(pgn("A", "B", "1-0", "1", x) + pgn("A", "B", "0-1", "1", x)) == "none");
  CHECK(pairs(pgn("A", "B", "1-0", "?", x) + pgn("B", "A", "0-1", "?", x)) == "none");
  CHECK(pairs(pgn("A", "B", "1-0", "1", "") + pgn("B", "A", "0-1", "1", "")) == "none");
}

TEST_CASE("match: forfeits count unless they are left out; adjudications are none") {
  const TemporaryFolder folder;
  const std::string file = folder.write("g.jsonl", game("A", "B", "1-0", 0, "[]", "crash") +
                                                       game("A", "B", "1-0", 1, "[]", "agreed-proof") +
                                                       game("B", "A", "1/2-1/2", 1, "[]", "ply-limit") +
                                                       game("B", "A", "1-0", 2, "[]", "oracle"));
  const Json all = Json::parse(match({{file}, "", 0.95, true, false}).out);
  CHECK(all["forfeits"] == 1);
  CHECK(all["matches"][0]["wins"] == 2);
  const Json without = Json::parse(match({{file}, "", 0.95, true, true}).out);
  CHECK(without["matches"][0]["wins"] == 1);
  CHECK(without["matches"][0]["losses"] == 1);
  CHECK(without["matches"][0]["pairs"] == Json{0, 0, 0, 1, 0});
}

TEST_CASE("match: one game, or each by itself") {
  const TemporaryFolder folder;
  std::string other = game("A", "B", "1-0", 0) + game("B", "A", "1-0", 0);
  for (std::size_t at = 0; (at = other.find("\"g\"", at)) != std::string::npos;)
    other.replace(at, 3, "\"h\"");
  const std::string one =
      game("C", "B", "0-1", 7) + game("A", "B", "1-0", 0) + game("B", "A", "0-1", 0) + game("A", "B", "*", 1);
  const std::string file = folder.write("g.jsonl", one + other);
  const auto run = [](const std::string& log, std::vector<std::string> games, bool by_game) {
    MatchOptions options;
    options.logs = {log};
    options.json = true;
    options.games = std::move(games);
    options.by_game = by_game;
    return match(options);
  };
  const Json alone = Json::parse(run(folder.write("one.jsonl", one), {}, false).out);
  CHECK(Json::parse(run(file, {"g"}, false).out) == alone);
  const Json all = Json::parse(run(file, {}, true).out);
  REQUIRE(all["by_game"].size() == 2);
  CHECK(all["by_game"][0]["game"] == "g");
  CHECK(all["by_game"][0]["matches"] == alone["matches"]);
  CHECK(all["by_game"][1]["matches"][0]["pairs"] == Json{0, 0, 1, 0, 0});
  // Pairs of both games; the agents in the order of the whole log.
  CHECK(all["matches"][1]["agents"] == Json{"B", "A"});
  CHECK(all["matches"][1]["pairs"] == Json{1, 0, 1, 0, 0});
  const RateOutput text = match({.logs = {file}, .sprt = "", .by_game = true});
  CHECK(text.out.find("game g\n\nC against B\n") == 0);
  CHECK(text.out.find("\ngame h\n\nA against B\n") != std::string::npos);
  CHECK(run(file, {"gg"}, false).err == "ludex match: --game: the logs have no game 'gg'; known: g, h\n");
  CHECK(run(folder.write("g.csv", "A,B,1\n"), {}, true).exit_code == kBadInput);
}

TEST_CASE("match: CSV has games only; no file and bad options are refused") {
  const TemporaryFolder folder;
  const std::string file = folder.write("g.csv", "A,B,1\nB,A,0\nA,B,0.5\n");
  const RateOutput text = match({{file}, "", 0.95, false, false});
  CHECK(text.out.find("A against B\n  games    3: 2 won, 1 drawn, 0 lost\n") == 0);
  CHECK(text.out.find("nan") == std::string::npos);
  CHECK(text.out.find("inf") == std::string::npos);
  CHECK(match({{folder.file("none.csv")}, "", 0.95, false, false}).exit_code == kBadInput);
  CHECK(match({{file}, "5,0", 0.95, false, false}).exit_code == kBadInput);
  CHECK(match({{file}, "0,5,0.05", 0.95, false, false}).exit_code == kBadInput);
  CHECK(match({{file}, "0,5,0.7,0.05", 0.95, false, false}).exit_code == kBadInput);
  CHECK(match({{file}, "0,nan", 0.95, false, false}).exit_code == kBadInput);
  CHECK(match({{file}, "0,5,pentanomial", 0.95, false, false}).exit_code == kBadInput);
  CHECK(match({{file}, "", 1.0, false, false}).exit_code == kBadInput);
}

// fastchess 1.8.2: W 36433 L 36027 D 68692 and its pentanomial, as in sprt_test.cpp.
TEST_CASE("sprt: counts given by hand") {
  const Json games = Json::parse(sprt({"36433,68692,36027", "", "0,2", 0.95, true}).out);
  CHECK(games["sprt"]["llr"].get<double>() == doctest::Approx(0.923293).epsilon(1e-5));
  CHECK(games["elo"]["value"].get<double>() == doctest::Approx(0.999342812931));
  const Json five =
      Json::parse(sprt({"", "365,16618,36229,16974,390", "0,2,0.05,0.05,normalized", 0.95, true}).out);
  const Json six = Json::parse(sprt({"", "365,16618,36029,200,16974,390", "0,2", 0.95, true}).out);
  CHECK(five == six);
  CHECK(five["sprt"]["llr"].get<double>() == doctest::Approx(2.250368).epsilon(1e-5));
  CHECK(five["sprt"]["decision"] == "continue");
  CHECK(Json::parse(sprt({"4250,0,0", "", "0,10", 0.95, true}).out)["sprt"]["decision"] == "H1");
  CHECK(sprt({"0,0,0", "", "0,10", 0.95, false}).out.find("LLR 0.000") != std::string::npos);
  CHECK(sprt({"", "", "0,5", 0.95, false}).exit_code == kBadInput);
  CHECK(sprt({"1,2", "", "0,5", 0.95, false}).exit_code == kBadInput);
  CHECK(sprt({"1,2,-3", "", "0,5", 0.95, false}).exit_code == kBadInput);
  CHECK(sprt({"", "1,2,3,4", "0,5", 0.95, false}).exit_code == kBadInput);
  CHECK(sprt({"1,2,3", "1,2,3,4,5", "0,5", 0.95, false}).exit_code == kBadInput);
  CHECK(sprt({"", "1,2,3,4,5", "0,5,bayesian", 0.95, false}).exit_code == kBadInput);
}

}  // namespace
}  // namespace ludex::arena::statistics
