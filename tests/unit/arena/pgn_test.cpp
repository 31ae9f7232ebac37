// Reading PGN: what of a file is a move and where it stands. Syntax from the standard (1994), sections 7
// and 8.
#include "arena/formats/pgn.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace ludex::arena {
namespace {

std::string moves_of(const PgnGame& game) {
  std::string text;
  for (const PgnWord& word : game.moves) text += (text.empty() ? "" : " ") + std::string(word.text);
  return text;
}

std::string problem_of(const std::string& text) {
  PgnReader reader(text);
  while (reader.next()) {
  }
  if (!reader.problem()) return "";
  const auto& [line, column, message] = *reader.problem();
  return std::to_string(line) + ":" + std::to_string(column) + ": " + message;
}

}  // namespace

TEST_CASE("PGN: comments, variations, glyphs, numbers and escapes are no moves") {
  const std::string text =
      "\xEF\xBB\xBF%escaped (line\n[Event \"a \\\"b\\\" \\\\c\"]\r\n[FEN \"x\"]\n\n"
      "1. e4 {a } e5 ; f4 ( { \n2.Nf3!? (2. f4 {not ) here} exf4 (2... d5) ; nor ) here\n) Nc6 $14 3 Bb5 "
      "{two\nlines} 3... a6?? e.p. exd6 e.p. *\n"
      "[Event \"2\"]\n1... c5 12. P*3c O-O-O 1/2-1/2\n"
      "e4\n[Event \"4\"]\n";
  PgnReader reader(text);
  const auto first = reader.next();
  REQUIRE(first);
  CHECK(*first->tag("Event") == "a \"b\" \\c");
  CHECK(first->tag("Site") == nullptr);
  CHECK(first->line == 2);
  CHECK(first->fen_line == 3);
  CHECK(moves_of(*first) == "e4 e5 Nf3 Nc6 Bb5 a6 exd6");
  CHECK(first->moves[2].line == 6);
  CHECK(first->moves[2].column == 3);
  const auto second = reader.next();
  REQUIRE(second);
  CHECK(moves_of(*second) == "c5 P*3c O-O-O");
  // Without a tag, and without a result.
  const auto third = reader.next();
  REQUIRE(third);
  CHECK(moves_of(*third) == "e4");
  const auto fourth = reader.next();
  REQUIRE(fourth);
  CHECK(*fourth->tag("Event") == "4");
  CHECK(fourth->moves.empty());
  CHECK_FALSE(reader.next());
  CHECK_FALSE(reader.problem());
}

TEST_CASE("PGN: a number that is not due is a move") {
  PgnReader reader("1 4 2 2 2 3 *");
  const auto game = reader.next();
  REQUIRE(game);
  CHECK(moves_of(*game) == "4 2 3");
}

TEST_CASE("PGN: what is wrong, and where") {
  CHECK(problem_of("1. e4 *\n") == "");
  CHECK(problem_of("1. e4\n  {open (\n") == "2:3: a comment opened here is never closed, expected '}'");
  CHECK(problem_of("1. e4 (e5 (c5) {)}\n") == "1:7: a variation opened here is never closed, expected ')'");
  CHECK(problem_of("1. e4 ) *") == "1:7: ')' closes nothing");
  CHECK(problem_of("[Event \"x\"\n") == "1:1: bad tag, expected [Name \"value\"] on a line of its own");
}

TEST_CASE("PGN: a tag is read back as it was written") {
  for (const std::string value : {"plain", "with \"quotes\"", "back\\slash", "", "ends in \\"}) {
    std::string_view name;
    std::string read;
    const std::string tag = pgn_tag("Name", value);
    CHECK(read_pgn_tag(std::string_view(tag).substr(0, tag.size() - 1), name, read));
    CHECK(name == "Name");
    CHECK(read == value);
  }
  CHECK(pgn_tag("N", "a\nb") == "[N \"a b\"]\n");
}

}  // namespace ludex::arena
