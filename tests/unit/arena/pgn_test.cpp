// Reading PGN: what of a file is a move and where it stands. Syntax from the standard (1994), sections 7
// and 8.
#include "arena/base/formats/pgn.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace ludex::arena {
namespace {

const char* name_of(PgnOddity oddity) {
  switch (oddity) {
    case PgnOddity::kOpenComment:
      return "open-comment";
    case PgnOddity::kOpenVariation:
      return "open-variation";
    case PgnOddity::kClosesNothing:
      return "closes-nothing";
    case PgnOddity::kBadTag:
      return "bad-tag";
    case PgnOddity::kFlawedTag:
      return "flawed-tag";
    case PgnOddity::kTagTwice:
      return "tag-twice";
    case PgnOddity::kAfterResult:
      return "after-result";
  }
  return "";
}

std::string moves_of(const PgnGame& game) {
  std::string text;
  for (const PgnWord& word : game.moves) text += (text.empty() ? "" : " ") + std::string(word.text);
  return text;
}

// "LINE:COLUMN NUMBER OF THE ODDITY text" of each remark.
std::string remarks_of(const std::string& text) {
  PgnReader reader(text);
  PgnGame game;
  while (reader.next(game)) {
  }
  std::string all;
  for (const PgnRemark& remark : reader.take_remarks()) {
    all += (all.empty() ? "" : "; ") + std::to_string(remark.line) + ":" + std::to_string(remark.column) +
           " " + name_of(remark.oddity) + " " + remark.text;
  }
  return all;
}

std::vector<PgnGame> games_of(const std::string& text, PgnParts parts = PgnParts::kAll) {
  PgnReader reader(text, parts);
  std::vector<PgnGame> games;
  for (PgnGame game; reader.next(game);) games.push_back(game);
  return games;
}

// All tags of a text that is one game.
std::string tags_of(const std::string& text) {
  const auto games = games_of(text);
  REQUIRE(games.size() == 1);
  std::string all;
  for (const PgnTag& tag : games[0].tags) all += (all.empty() ? "" : "; ") + tag.name + "=" + tag.value;
  return all;
}

}  // namespace

TEST_CASE("PGN: comments, variations, glyphs, numbers and escapes are no moves") {
  const std::string text =
      "\xEF\xBB\xBF%escaped (line\n[Event \"a \\\"b\\\" \\\\c\"]\r\n[FEN \"x\"]\n\n"
      "1. e4 {a } e5 ; f4 ( { \n2.Nf3!? (2. f4 {not ) here} exf4 (2... d5) ; nor ) here\n) Nc6 $14 3 Bb5 "
      "{two\nlines} 3... a6?? e.p. exd6 e.p. *\n"
      "[Event \"2\"]\n1... c5 12. P*3c O-O-O 1/2-1/2\n"
      "e4\n[Event \"4\"]\n";
  const auto games = games_of(text);
  REQUIRE(games.size() == 4);
  const auto* const first = &games[0];
  CHECK(*first->tag("Event") == "a \"b\" \\c");
  CHECK(first->tag("Site") == nullptr);
  CHECK(first->line == 2);
  CHECK(first->fen_line == 3);
  CHECK(moves_of(*first) == "e4 e5 Nf3 Nc6 Bb5 a6 exd6");
  CHECK(first->moves[2].line == 6);
  CHECK(first->moves[2].column == 3);
  CHECK(first->result == "*");
  CHECK(moves_of(games[1]) == "c5 P*3c O-O-O");
  // Without a tag, and without a result.
  CHECK(moves_of(games[2]) == "e4");
  CHECK(games[2].result.empty());
  CHECK(*games[3].tag("Event") == "4");
  CHECK(games[3].moves.empty());
  CHECK(remarks_of(text) == "");
  // Without the moves the games are the same.
  const auto tags_only = games_of(text, PgnParts::kTagsOnly);
  REQUIRE(tags_only.size() == 4);
  CHECK(tags_only[0].result == "*");
  CHECK(tags_only[1].result == "1/2-1/2");
  CHECK(tags_only[0].moves.empty());
}

TEST_CASE("PGN: a number that is not due is a move") {
  CHECK(moves_of(games_of("1 4 2 2 2 3 *").at(0)) == "4 2 3");
}

TEST_CASE("PGN: what is odd is told with its place, and reading goes on") {
  CHECK(remarks_of("1. e4 *\n") == "");
  CHECK(remarks_of("1. e4\n  {open (\n") == "2:3 open-comment {open (");
  CHECK(remarks_of("1. e4 (e5 (c5) {)}\n") == "1:7 open-variation (e5 (c5) {)}");
  CHECK(remarks_of("1. e4 ) *") == "1:7 closes-nothing )");
  CHECK(remarks_of("[sic]\n[Event \"x\"]\n*") == "1:1 bad-tag [sic]");
  CHECK(remarks_of("[Event \"x]\n*") == "1:1 flawed-tag [Event \"x]");
  CHECK(remarks_of("[White \"a\"]\n[Event \"x\"]\n[white \"b\"]\n*") == "3:1 tag-twice white");
  CHECK(tags_of("[White \"a\"]\n[Event \"x\"]\n[white \"b\"]\n*") == "White=a; Event=x");
  CHECK(remarks_of("1. e4 1-0 {why} Nc6 d5\n1. d4 *") == "1:17 after-result Nc6 d5");
  CHECK(games_of("1. e4 1-0 {why} Nc6 d5\n1. d4 *").size() == 2);
  CHECK(games_of("1. e4 * 1. d4 *").size() == 2);
  CHECK(moves_of(games_of("1. e4 [%clk 1] e5 *").at(0)) == "e4 e5");
}

TEST_CASE("PGN: a comment or a variation that is never closed ends where the next game begins") {
  const std::string next = "\n[Event \"2\"]\n\n1. d4 {book} d5 1-0\n\n[Event \"3\"]\n\n1. c4 *\n";
  for (const std::string open :
       {"1. e4 {never closed e5 1-0\n", "1. e4 (e5 2. d4 *\n", "1. e4 ({x} e5 *\r\n\r"}) {
    CAPTURE(open);
    const std::string text = "[Event \"1\"]\n\n" + open + next;
    const auto games = games_of(text);
    REQUIRE(games.size() == 3);
    CHECK(moves_of(games[0]) == "e4");
    CHECK(moves_of(games[1]) == "d4 d5");
    CHECK(moves_of(games[2]) == "c4");
  }
  // A comment may hold what looks like the tags of a game.
  CHECK(games_of("1. e4 {as in\n\n[Event \"2\"]\n\n1. d4 *\n} e5 *\n").size() == 1);
  CHECK(games_of("1. e4 {\n[Event \"2\"]\n} e5 {x} *\n").size() == 1);
  // Many of them take no longer than they are long.
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "\n[Event \"e\"]\n\n1. e4 {open\n";
  CHECK(games_of(many).size() == 20'000);
  CHECK(games_of(many + "}").size() == 20'000);
}

TEST_CASE("PGN: files of tags alone, as other tools cut them out") {
  const std::string tags = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n";
  CHECK(games_of(tags + tags + tags).size() == 3);
  CHECK(games_of(tags + "1-0\n" + tags + "1-0\n").size() == 2);
  CHECK(games_of("[Event \"e\"]\n" + tags + "\n" + tags).size() == 2);
  CHECK(games_of("[Event \"e\"]\n" + tags + "[Event \"e\"]\n" + tags).size() == 2);
}

TEST_CASE("PGN: tags as other programs write them") {
  const std::string all = "White=A; Black=B";
  CHECK(tags_of("[ White \"A\" ]\n[Black\t\"B\"] \n") == all);
  CHECK(tags_of("[White \"A\"] [Black \"B\"]\n") == all);
  CHECK(tags_of("[White \u201CA\u201D]\n[Black \u00ABB\u00BB]\n") == all);
  CHECK(tags_of("[White A]\n[Black \"B\n") == all);
  CHECK(tags_of("[White \"John \"Rock\" Smith\"]\n") == "White=John \"Rock\" Smith");
  CHECK(tags_of("[Event \"Let\\'s play} {\"]\n") == "Event=Let's play} {");
  CHECK(*games_of("[white \"A\"]\n").at(0).tag("White") == "A");
}

TEST_CASE("PGN: signs of annotators are no moves") {
  CHECK(moves_of(games_of("1. e4 e5 \u00B1 2. d4 +- d5 $2 3. c4 \xB1 ... c5 = 4. Nf3?! +/- 1/2").at(0)) ==
        "e4 e5 d4 d5 c4 c5 Nf3");
}

TEST_CASE("PGN: a tag is read back as it was written") {
  for (const std::string value : {"plain", "with \"quotes\"", "back\\slash", "", "ends in \\"}) {
    std::string_view name;
    std::string read;
    bool flawed = true;
    const std::string tag = pgn_tag("Name", value);
    std::string_view text = tag;
    CHECK(read_pgn_tag(text, name, read, flawed));
    CHECK(text == "\n");
    CHECK_FALSE(flawed);
    CHECK(name == "Name");
    CHECK(read == value);
  }
  CHECK(pgn_tag("N", "a\nb") == "[N \"a b\"]\n");
}

}  // namespace ludex::arena
