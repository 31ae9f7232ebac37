#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/player_name.hpp"
#include "arena/results/rating/result_table.hpp"

namespace ludex::arena::rating {

using namespace log;
namespace {

// Not "p" + std::to_string(i): g++ 12 warns about an overlap there that does not exist (GCC bug 105651).
std::string label(std::uint32_t i) {
  std::string text = "p";
  text += std::to_string(i);
  return text;
}

struct Read {
  ResultTable table;
  ReadSummary summary;
  std::string error;

  // What was left out or is odd, a line each.
  [[nodiscard]] std::string findings() const { return summary.findings.text("\n"); }
  // "A>B 1/0/0; ..." in order of first appearance.
  [[nodiscard]] std::string records() const {
    std::string text;
    for (const PairRecord& r : table.records()) {
      text += (text.empty() ? "" : "; ") + table.name(r.first) + ">" + table.name(r.second) + " " +
              std::to_string(r.wins()) + "/" + std::to_string(r.draws()) + "/" + std::to_string(r.losses());
    }
    return text;
  }
};

Read csv(const std::string& text, bool without_forfeits = false) {
  Read read;
  const auto result = read_csv(text, "x.csv", read.table, read.summary, {without_forfeits});
  if (!result) read.error = result.error();
  return read;
}
Read pgn(const std::string& text, bool without_forfeits = false) {
  Read read;
  const auto result = read_pgn(text, "x.pgn", read.table, read.summary, {without_forfeits});
  if (!result) read.error = result.error();
  return read;
}
Read jsonl(const std::string& text, bool without_forfeits = false) {
  Read read;
  const auto result = read_jsonl(LogCursor(text, "x.jsonl"), {without_forfeits}, read.table, read.summary);
  if (!result) read.error = result.error();
  return read;
}

std::string game(const char* first, const char* second, const char* result) {
  return std::string("[Event \"e\"]\n[White \"") + first + "\"]\n[Black \"" + second + "\"]\n[Result \"" +
         result + "\"]\n\n1. e4 " + result + "\n\n";
}

TEST_CASE("CSV: every spelling of a result, header, comments, quotes, line ends") {
  const Read read =
      csv("\xEF\xBB\xBFWhite,Black,Result\r\n# made by hand\r\nA,B,1\r\nA,B,0\nA,B,0.5\n A , B ,1-0\n"
          "A,B,0-1\n\n   \nA,B,1/2-1/2\n\"A\",\"B\",1\n\"x, \"\"y\"\"\",B,*\n\"x, \"\"y\"\"\",B,\"1\"");
  CHECK(read.error.empty());
  CHECK(read.records() == "A>B 3/2/2; x, \"y\">B 1/0/0");
  CHECK(read.summary.games == 8);
  CHECK(read.summary.unfinished == 1);
}

TEST_CASE("CSV: more columns, if a header names them, are left aside") {
  const Read read = csv("white,black,result,id,note\nA,B,1-0,1,\"a, b\"\nA,B,0-1,2,\n\"C, d\",B,*,3,x\n");
  CHECK(read.error.empty());
  CHECK(read.records() == "A>B 1/0/1");
  CHECK(read.summary.unfinished == 1);
  CHECK(
      csv("white,black,result,id\nA,B\n").findings().starts_with("1 line of more or fewer fields left out"));
}

TEST_CASE("CSV: semicolons, tabs, decimal commas, columns in any order, results in words") {
  CHECK(csv("white;black;result\nA;B;1-0\nA;B;0,5\n\"C; d\";B;0\n").records() == "A>B 1/1/0; C; d>B 0/0/1");
  CHECK(csv("A\tB\t1-0\nA\tB\t0-1\n").records() == "A>B 1/0/1");
  CHECK(csv("sep=;\nA;B;1\n").records() == "A>B 1/0/0");
  CHECK(csv("Result,White,Black\n1-0,A,B\n0-1,B,A\n").records() == "A>B 1/0/0; B>A 0/0/1");
  CHECK(csv("id,black,white,outcome\n1,A,B,1-0\n").records() == "B>A 1/0/0");
  CHECK(csv("first,second,result\nA,B,1\n").records() == "A>B 1/0/0");
  CHECK(csv("home,away,result\nA,B,1\n").records() == "A>B 1/0/0");
  CHECK(csv("A,B,win\nA,B,Draw\nA,B,lost\nA,B,1:0\nA,B,\u00BD-\u00BD\nA,B,0\u20131\nA,B,black\n").records() ==
        "A>B 2/2/3");
  // The arena's own tables tell how games ended.
  const std::string own =
      "white,black,result,id,termination\nA,B,1-0,1,crash\nA,B,1-0,2,normal\nA,B,1-0,3,mate\n";
  CHECK(csv(own).summary.forfeits == 1);
  CHECK(csv(own, true).records() == "A>B 2/0/0");
  CHECK(csv(own, true).summary.warnings.empty());
  CHECK(csv("A,B,1-0\n", true).summary.warnings.size() == 1);
}

TEST_CASE("CSV: lines that are no game are left out and named, with what was expected") {
  const std::string expected =
      ", expected white,black,result with a result of 1, 0, 0.5, 1-0, 0-1, 1/2-1/2, win, draw, loss or *";
  const Read bad = csv("A,B,1\nA,B,2\n# c\nA,B\nA,B,1,extra\nA,,1\n\"A,B,1\nA,B,\nA,B,0\nA,Bye,1\n");
  CHECK(bad.error.empty());
  CHECK(bad.records() == "A>B 1/0/1");
  CHECK(bad.findings() == "2 games without a usable result left out" + expected +
                              ": \"2\" (x.csv:2, x.csv:8)\n" + "2 lines of more or fewer fields left out" +
                              expected + ": \"A,B\", \"A,B,1,extra\" (x.csv:4, x.csv:5)\n" +
                              "1 game without the names of both players left out: \"A,,1\" (x.csv:6)\n" +
                              "1 line with a quote that is not closed left out" + expected +
                              ": \"\"A,B,1\" (x.csv:7)\n" + "1 bye left out (x.csv:10)");
  CHECK(bad.summary.findings.missing() == 7);
  // A header is one only in the first row.
  CHECK(csv("A,B,1\nwhite,black,result\n").summary.findings.missing() == 1);
  CHECK(csv("garbage").summary.findings.missing() == 1);
  // However many there are, ten are named, and three of their places are shown.
  std::string many;
  for (int i = 2; i < 50; ++i) many += "A,B," + std::to_string(i) + "\n";
  const Read lots = csv(many);
  REQUIRE(lots.summary.findings.list().size() == 1);
  CHECK(lots.summary.findings.list()[0].count == 48);
  CHECK(lots.summary.findings.list()[0].values.size() == 10);
  CHECK(lots.findings().ends_with("(x.csv:1, x.csv:2, x.csv:3, ...)"));
}

TEST_CASE("PGN: several games, comments that look like tags, unfinished games") {
  const Read read = pgn(
      "% escape line\n" + game("A", "B", "1-0") + game("B", "A", "1/2-1/2") + game("A", "C \\\"x\\\"", "*") +
      "[White \"C\"]\n[Black \"A\"]\n[Result \"0-1\"]\n\n1. e4 {a comment\n[White \"Z\"]\nends} e5 ; [ {\n"
      "[Black \"lost in a comment? no: a new game\"]\n[White \"A\"]\n[Result \"1-0\"]\n");
  CHECK(read.error.empty());
  CHECK(read.records() == "A>B 1/0/0; B>A 0/1/0; C>A 0/0/1; A>lost in a comment? no: a new game 1/0/0");
  CHECK(read.summary.unfinished == 1);
}

TEST_CASE("PGN: forfeits are told by the tag Termination, in the words of the standard and of others") {
  const auto ended = [](const char* result, const std::string& tags) {
    std::string text = game("A", "B", result);
    text.insert(text.find("\n\n") + 1, tags);
    return text;
  };
  std::string text;
  for (const char* word : {"normal", "adjudication", "unterminated", "Normal", "A won by resignation"})
    text += ended("1-0", "[Termination \"" + std::string(word) + "\"]\n");
  for (const char* word : {"time forfeit", "Time forfeit", "abandoned", "rules infraction", "illegal move",
                           "stalled connection", "A won on time", "death"})
    text += ended("0-1", "[Termination \"" + std::string(word) + "\"]\n");
  // The arena's own word says more than the standard's.
  text += ended("1-0", "[Termination \"abandoned\"]\n[TerminationDetails \"crash\"]\n");
  text += ended("1-0", "[Termination \"normal\"]\n[TerminationDetails \"resigned\"]\n");
  // Nobody has lost this one.
  text += ended("1/2-1/2", "[Termination \"Time forfeit\"]\n");
  const Read all = pgn(text);
  CHECK(all.error.empty());
  CHECK(all.summary.games == 16);
  CHECK(all.summary.forfeits == 9);
  CHECK(all.summary.lost_by.by_loser().at("A").at("time forfeit") == 1);
  CHECK(all.summary.lost_by.by_loser().at("B").at("crash") == 1);
  const Read played = pgn(text, true);
  CHECK(played.summary.games == 7);
  CHECK(played.summary.forfeits == 9);
  CHECK(played.summary.warnings.empty());
  CHECK(forfeits_text(played.summary, true)
            .starts_with("9 of 16 games lost by faults (forfeits), left out: A 8 ("));
  // Where nothing is told, that is.
  const Read untold = pgn(game("A", "B", "1-0"), true);
  CHECK(untold.summary.games == 1);
  REQUIRE(untold.summary.warnings.size() == 1);
  CHECK(untold.summary.warnings[0] ==
        "x.pgn: no game has a tag Termination, so --without-forfeits leaves none of them out");
  // A name may have anything in it.
  const Read named =
      pgn("[White \"Crash on time\"]\n[Black \"B\"]\n[Result \"1-0\"]\n"
          "[Termination \"Crash on time won by checkmate\"]\n\n1-0\n");
  CHECK(named.summary.forfeits == 0);
}

TEST_CASE("PGN: games that cannot be used are left out and named") {
  const Read bad = pgn("hello\n" + game("A", "B", "1-0") + game("A", "B", "?") + game("A", "B", "0-0") +
                       game("A", "", "1-0") + "[White \"A\"]\n[Result \"1-0\"]\n\n1-0\n" +
                       game("A", "?", "1-0") + game("A", "BYE", "1-0") + game("B", "A", "0-1"));
  CHECK(bad.error.empty());
  CHECK(bad.records() == "A>B 1/0/0; B>A 0/0/1");
  CHECK(bad.findings() ==
        "1 passage without a tag left out, expected [White \"name\"] (x.pgn:1)\n"
        "2 games without a usable result left out: \"?\", \"0-0\" (x.pgn:9, x.pgn:16)\n"
        "3 games without the names of both players left out: \"?\" (x.pgn:23, x.pgn:30, x.pgn:34)\n"
        "1 bye left out (x.pgn:41)");
  CHECK(pgn("").error.empty());
}

TEST_CASE("PGN: the result of the text counts where the tag has none, and is compared with it") {
  const auto with = [](const std::string& tag, const std::string& text) {
    return pgn("[White \"A\"]\n[Black \"B\"]\n" + tag + "\n1. e4 {[%clk 0:15]} e5 " + text + "\n");
  };
  CHECK(with("", "1-0").records() == "A>B 1/0/0");
  CHECK(with("[Result \"?\"]\n", "0-1").records() == "A>B 0/0/1");
  CHECK(with("[Result \"*\"]\n", "0-1").records() == "A>B 0/0/1");
  CHECK(with("[Result \"*\"]\n", "*").summary.unfinished == 1);
  CHECK(with("", "*").summary.unfinished == 1);
  CHECK(with("[Result \"1-0\"]\n", "").findings() == "");
  const Read differs = with("[Result \"1-0\"]\n", "1/2-1/2");
  CHECK(differs.records() == "A>B 1/0/0");
  CHECK(differs.findings() ==
        "1 game whose tag Result differs from the end of its text: the tag counts: \"1-0, not 1/2-1/2\" "
        "(x.pgn:1)");
  CHECK(differs.summary.findings.missing() == 0);
}

TEST_CASE("PGN: flaws of tags and comments are told, and the games are read") {
  const Read read =
      pgn("[White \"A\"]\n[White \"Z\"]\n[Black \"B\"\n[Result \"1-0\"]\n[oops]\n\n1. e4 {open 1-0\n\n" +
          game("B", "A", "1-0"));
  CHECK(read.records() == "A>B 1/0/0; B>A 1/0/0");
  CHECK(read.findings() ==
        "1 tag given twice in one game, of which the first counts: \"White\" (x.pgn:2)\n"
        "1 tag without a quote or a bracket at the end: \"[Black \"B\"\" (x.pgn:3)\n"
        "1 bad tag skipped, expected [Name \"value\"]: \"[oops]\" (x.pgn:5)\n"
        "1 comment never closed, taken to end where the next game begins (x.pgn:7)");
}

TEST_CASE("names that differ by blanks are one player, those that differ by case are told") {
  const Read read = pgn(game("A", "B", "1-0") + game(" A ", "B", "1-0") + game("A", "Deep  B\t", "0-1") +
                        game("A", "Deep B", "1-0"));
  CHECK(read.records() == "A>B 2/0/0; A>Deep B 1/0/1");
  CHECK(read.findings().starts_with("2 names read without superfluous blanks: \" A \", \"Deep  B"));
  CHECK(
      jsonl(
          "{\"agents\":[\"A \",\"B\"],\"outcome\":\"1-0\"}\n{\"agents\":[\"A\",\"B\"],\"outcome\":\"1-0\"}\n")
          .records() == "A>B 2/0/0");
  CHECK(csv("A,\"B \",1\nA,B,1\n").records() == "A>B 2/0/0");
  // Latin-1, which the standard prescribes.
  CHECK(pgn(game("J\xE4n", "B", "1-0")).records() == "J\u00E4n>B 1/0/0");
  CHECK(like_names({"Ab", "B", "aB", "B", "AB"}) ==
        std::vector<std::string>{
            "\"AB\", \"Ab\", \"aB\" differ in the case of letters only, and are taken for 3 players"});
}

TEST_CASE("PGN: games of several variants are not rated as one in silence") {
  const auto variant = [](const char* name) {
    std::string text = game("A", "B", "1-0");
    text.insert(text.find("\n\n") + 1, "[Variant \"" + std::string(name) + "\"]\n");
    return text;
  };
  CHECK(pgn(variant("Standard") + variant("From Position") + game("A", "B", "1-0")).summary.warnings.empty());
  CHECK(pgn(variant("Antichess") + variant("antichess")).summary.warnings.empty());
  CHECK(pgn(variant("Antichess") + variant("Standard")).summary.warnings.size() == 1);
  CHECK(pgn(variant("Antichess") + variant("Atomic")).summary.warnings.at(0) ==
        "x.pgn: games of several variants are rated as one game: \"antichess\", \"atomic\"");
}

TEST_CASE("JSONL: outcomes, forfeits, unfinished games, a torn last line") {
  const std::string text =
      R"({"id":1,"agents":["A","B"],"outcome":"1-0","termination":"normal","stats":[{"x":1}]})"
      "\n"
      R"({"agents":["B","A"],"outcome":"1/2-1/2","termination":"ply limit"})"
      "\n\n"
      R"({"agents":["A","B"],"outcome":"0-1","termination":"crash"})"
      "\n"
      R"({"agents":["A","B"],"outcome":"0-1","termination":"agreed proof"})"
      "\n"
      R"({"agents":["A","B"],"outcome":"*","termination":"aborted"})"
      "\n"
      R"({"agents":["A","B"],"outcome":null})"
      "\n"
      R"({"agents":["A","A"],"outcome":"1-0"})"
      "\n"
      R"({"agents":["A","B"],"outcome":"1-0","termi)";
  const Read with = jsonl(text);
  CHECK(with.error.empty());
  CHECK(with.records() == "A>B 1/0/2; B>A 0/1/0");
  CHECK(with.summary.games == 4);
  CHECK(with.summary.forfeits == 1);
  CHECK(with.summary.unfinished == 2);
  CHECK(with.summary.self_play == 1);
  REQUIRE(with.summary.warnings.size() == 1);
  CHECK(with.summary.warnings[0] ==
        "x.jsonl:9: the last line is incomplete (the writer was interrupted) and is ignored");
  const Read without = jsonl(text, true);
  CHECK(without.records() == "A>B 1/0/1; B>A 0/1/0");
  CHECK(without.summary.forfeits == 1);
  // A whole last line counts even without a line end.
  CHECK(jsonl(R"({"agents":["A","B"],"outcome":"1-0"})").summary.games == 1);
}

TEST_CASE("JSONL: lines that are no game are left out and named") {
  const std::string good = R"({"agents":["A","B"],"outcome":"1-0"})"
                           "\n";
  const Read bad =
      jsonl(good + "{\"agents\":[\n" + "[1]\n" + R"({"outcome":"1-0"})" + "\n" +
            R"({"agents":["A"],"outcome":"1-0"})" + "\n" + R"({"agents":["A",7],"outcome":"1-0"})" + "\n" +
            R"({"agents":["A","B"],"outcome":1})" + "\n" + R"({"agents":["A",""],"outcome":"1-0"})" + "\n" +
            R"({"agents":["A","B"],"outcome":"2-0"})" + "\n" + good);
  CHECK(bad.error.empty());
  CHECK(bad.records() == "A>B 2/0/0");
  CHECK(bad.findings() ==
        "1 line without JSON left out, expected one object a line: \"{\"agents\":[\" (x.jsonl:2)\n"
        "1 line without an object left out, expected {\"agents\":[first,second],\"outcome\":...}: \"[1]\" "
        "(x.jsonl:3)\n"
        "3 lines without two players left out, expected \"agents\":[\"first\",\"second\"]: "
        "\"{\"outcome\":\"1-0\"}\", \"[\"A\"]\", \"[\"A\",7]\" (x.jsonl:4, x.jsonl:5, x.jsonl:6)\n"
        "1 game without a usable \"outcome\" left out, expected \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\": "
        "\"1\" (x.jsonl:7)\n"
        "1 game without the names of both players left out, expected \"agents\":[\"first\",\"second\"]: "
        "\"{\"agents\":[\"A\",\"\"],\"outcome\":\"1-0\"}\" (x.jsonl:8)\n"
        "1 game without a usable result left out: \"2-0\" (x.jsonl:9)");
  // A broken line at the end is torn only if its end is missing.
  CHECK(jsonl(good + "{\"agents\":[\n").summary.findings.missing() == 1);
}

TEST_CASE("the table interns many names and condenses games to pairs") {
  ResultTable table;
  constexpr std::uint32_t kPlayers = 700;
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < kPlayers; ++i) {
      table.add(label(i), label((i + 1) % kPlayers), GameResult::kDraw);
      table.add(label(i), label((i + 2) % kPlayers), GameResult::kFirstWins);
    }
  }
  CHECK(table.players() == kPlayers);
  CHECK(table.records().size() == 2 * kPlayers);
  CHECK(table.games() == 4 * kPlayers);
  CHECK(table.name(table.intern("p123")) == "p123");
  CHECK(table.players() == kPlayers);
  for (const PlayerTotals& totals : table.totals()) {
    CHECK(totals.wins == 2);
    CHECK(totals.losses == 2);
    CHECK(totals.draws == 4);
    CHECK(totals.points() == 4);
  }
}

}  // namespace
}  // namespace ludex::arena::rating
