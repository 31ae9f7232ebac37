#include <string>

#include <doctest/doctest.h>

#include "arena/rating/log_reader.hpp"
#include "arena/rating/result_table.hpp"

namespace ludex::arena::rating {
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

Read csv(const std::string& text) {
  Read read;
  const auto result = read_csv(text, "x.csv", read.table, read.summary);
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
  CHECK(csv("white,black,result,id\nA,B\n").error.starts_with("x.csv:2: 2 fields"));
}

TEST_CASE("CSV: errors name file, line, what and what was expected") {
  const std::string expected =
      ", expected white,black,result with a result of 1, 0, 0.5, 1-0, 0-1, 1/2-1/2 or *";
  CHECK(csv("A,B,1\nA,B,2\n").error == "x.csv:2: bad result \"2\"" + expected);
  CHECK(csv("# c\n\nA,B\n").error == "x.csv:3: 2 fields in \"A,B\"" + expected);
  CHECK(csv("A,B,1,extra").error == "x.csv:1: 4 fields in \"A,B,1,extra\"" + expected);
  CHECK(csv("garbage").error == "x.csv:1: 1 field in \"garbage\"" + expected);
  CHECK(csv("A,,1").error == "x.csv:1: a name is empty in \"A,,1\"" + expected);
  CHECK(csv("A,B,1\n\"A,B,1").error == "x.csv:2: a quote is not closed in \"\"A,B,1\"" + expected);
  // A header is one only in the first row.
  CHECK(csv("A,B,1\nwhite,black,result\n").error == "x.csv:2: bad result \"result\"" + expected);
  CHECK(csv("A,B,").error == "x.csv:1: bad result \"\"" + expected);
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

TEST_CASE("PGN: errors") {
  CHECK(pgn("hello\n").error == "x.pgn:1: \"hello\" before the first tag, expected [White \"name\"]");
  CHECK(pgn(game("A", "B", "1-0") + "[White \"A\"]\n[Result \"1-0\"]\n\n1-0\n").error ==
        "x.pgn:8: game without a Black tag, expected White, Black and Result");
  CHECK(pgn("[White \"A\"]\n[Black \"B\"\n").error ==
        "x.pgn:2: bad tag \"[Black \"B\"\", expected [Name \"value\"]");
  CHECK(pgn("[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n").error ==
        "x.pgn:1: bad result \"2-0\", expected 1-0, 0-1, 1/2-1/2 or *");
  CHECK(pgn("").error.empty());
  CHECK(pgn(game("A", "B", "1-0") + "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n{open\n")
            .summary.warnings.size() == 1);
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
        "x.jsonl:9: the last line is torn (the writer was cut off) and was left out");
  const Read without = jsonl(text, true);
  CHECK(without.records() == "A>B 1/0/1; B>A 0/1/0");
  CHECK(without.summary.forfeits == 1);
  // A whole last line counts even without a line end.
  CHECK(jsonl(R"({"agents":["A","B"],"outcome":"1-0"})").summary.games == 1);
}

TEST_CASE("JSONL: errors") {
  const std::string good = R"({"agents":["A","B"],"outcome":"1-0"})"
                           "\n";
  CHECK(jsonl(good + "{\"agents\":[\n" + good).error ==
        "x.jsonl:2: not JSON: \"{\"agents\":[\", expected one object a line");
  // The same at the end of the file is an error as well if the line was finished.
  CHECK(jsonl(good + "{\"agents\":[\n").error ==
        "x.jsonl:2: not JSON: \"{\"agents\":[\", expected one object a line");
  CHECK(jsonl("[1]\n").error ==
        "x.jsonl:1: not an object: \"[1]\", expected {\"agents\":[first,second],\"outcome\":...}");
  CHECK(jsonl(R"({"outcome":"1-0"})").error ==
        "x.jsonl:1: no \"agents\", expected \"agents\":[\"first\",\"second\"]");
  CHECK(jsonl(R"({"agents":["A"],"outcome":"1-0"})").error ==
        "x.jsonl:1: bad \"agents\", expected \"agents\":[\"first\",\"second\"]");
  CHECK(jsonl(R"({"agents":["A",7],"outcome":"1-0"})").error ==
        "x.jsonl:1: bad \"agents\", expected \"agents\":[\"first\",\"second\"]");
  CHECK(jsonl(good + R"({"agents":["A","B"],"outcome":1})").error ==
        "x.jsonl:2: bad \"outcome\", expected \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\"");
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
