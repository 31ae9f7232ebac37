// Piece-square tables of chess from a file: what a file may say, and what is said of one that is wrong.
#include <string>

#include <doctest/doctest.h>

#include "games/chess/chess.hpp"
#include "games/chess/piece_squares.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {
namespace {

using namespace games::chess;

// A table in which each square has a number of its own, first rank 8 of the owner: FIRST, FIRST + 1, ...
std::string table(const std::string& name, int first) {
  std::string text = name + "\n";
  for (int i = 0; i < 64; ++i) text += std::to_string(first + i) + (i % 8 == 7 ? "\n" : " ");
  return text;
}

std::string all_but_kings() {
  std::string text;
  for (const char* name : {"pawn", "knight", "bishop", "rook", "queen"}) text += table(name, 0);
  return text;
}

std::string error_of(const TemporaryFolder& folder, const std::string& text) {
  const std::string file = folder.write("tables.txt", text);
  const auto tables = read_piece_squares(file);
  if (tables) return "";
  REQUIRE(tables.error().starts_with(file + ":"));
  return tables.error().substr(file.size() + 1);
}

}  // namespace

TEST_CASE("chess piece squares: tables of both colours and of one, from the owner's side") {
  const TemporaryFolder folder;
  const auto tables = read_piece_squares(
      folder.write("tables.txt", "# comment\n\n" + table("  black   king ", -64) + "\t# more\r\n" +
                                     all_but_kings() + table("white king", 100)));
  REQUIRE_MESSAGE(tables.ok(), (tables.ok() ? "" : tables.error()));
  const Square a1 = square(0, 0);
  const Square h1 = square(7, 0);
  const Square a8 = square(0, 7);
  const Square b7 = square(1, 6);
  CHECK(tables->value[kWhite][kQueen][a8] == 0);
  CHECK(tables->value[kWhite][kQueen][b7] == 9);
  CHECK(tables->value[kWhite][kQueen][h1] == 63);
  // Black's eighth rank is White's first; the files are the same.
  CHECK(tables->value[kBlack][kQueen][a1] == 0);
  CHECK(tables->value[kBlack][kQueen][h1] == 7);
  CHECK(tables->value[kBlack][kPawn][a8] == 56);
  CHECK(tables->value[kWhite][kKing][a1] == 156);
  CHECK(tables->value[kBlack][kKing][a1] == -64);
}

TEST_CASE("chess piece squares: what is wrong, with its line") {
  const TemporaryFolder folder;
  const std::string rest = all_but_kings();  // 45 lines
  CHECK(error_of(folder, "") == "0: missing table of the white pawn");
  CHECK(error_of(folder, rest + table("white king", 0)) == "54: missing table of the black king");
  CHECK(error_of(folder, rest + table("king", 0) + table("black rook", 0)) ==
        "55: a second table of the black rook");
  CHECK(error_of(folder, "# ours\nelephant\n").starts_with("2: expected the name of a table: pawn, "));
  CHECK(error_of(folder, "white\n").starts_with("1: expected the name of a table: pawn, "));
  CHECK(error_of(folder, "red pawn\n").starts_with("1: expected the name of a table: pawn, "));
  CHECK(error_of(folder, "pawn\n1 2 3 4 5 6 7\n") ==
        "2: expected the 8 numbers of rank 8 of the table 'pawn'; found 7");
  CHECK(error_of(folder, "pawn\n1 2 3 4 5 6 7 8\n1 2 3 4 5 6 7 8 9\n") ==
        "3: expected the 8 numbers of rank 7 of the table 'pawn'; found 9");
  CHECK(error_of(folder, "pawn\n1 2 3 4 5 6 7 8\nknight\n") ==
        "3: expected the 8 numbers of rank 7 of the table 'pawn'; found 1");
  CHECK(error_of(folder, "pawn\n1 2 3 4 5 6 7 8\n") ==
        "2: the file ends before the 8 numbers of rank 7 of the table 'pawn'");
  for (const char* word : {"30001", "-30001", "1.5", "1e2", "x", "+1", "99999999999"}) {
    CAPTURE(word);
    CHECK(error_of(folder, "pawn\n1 2 " + std::string(word) + " 4 5 6 7 8\n") ==
          "2: '" + std::string(word) + "' on file c, expected a whole number in -30000..30000");
  }
  CHECK(error_of(folder, rest + table("king", 30'000 - 63)).empty());
}

TEST_CASE("chess piece squares: the parameters go together, and the file must be there") {
  const TemporaryFolder folder;
  const std::string file = folder.write("tables.txt", all_but_kings() + table("king", 0));
  const std::string together = "'evaluation=piece-squares' needs 'piece_squares=FILE', and the reverse";
  CHECK(refusal<Chess>({{"evaluation", "piece-squares"}}) == together);
  CHECK(refusal<Chess>({{"piece_squares", file.c_str()}}) == together);
  CHECK(refusal<Chess>({{"evaluation", "piece-squares"}, {"piece_squares", file.c_str()}}).empty());
  const std::string missing = folder.file("none.txt");
  CHECK(refusal<Chess>({{"evaluation", "piece-squares"}, {"piece_squares", missing.c_str()}}) ==
        "piece_squares: " + missing + " cannot be read; expected piece-square tables");
  const std::string place = folder.path().string();
  CHECK(refusal<Chess>({{"evaluation", "piece-squares"}, {"piece_squares", place.c_str()}}) ==
        "piece_squares: " + place + " cannot be read; expected piece-square tables");
}

TEST_CASE("chess piece squares: a sum beyond the range of an evaluation is its end") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("tables.txt", table("pawn", 20'000) + table("knight", 0) + table("bishop", 0) +
                                     table("rook", 0) + table("queen", 0) + table("king", 0));
  with_rules<Chess>(
      {{"evaluation", "piece-squares"}, {"piece_squares", file.c_str()}}, [](const auto& rules) {
        const auto value = [&](const char* fen) { return rules.evaluate(*rules.parse_position(fen)); };
        CHECK(value("4k3/8/8/8/8/8/P7/4K3 w - - 0 1") == 20'048);
        CHECK(value("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1") == 30'000);
        CHECK(value("4k3/8/8/8/8/8/PP6/4K3 b - - 0 1") == -30'000);
      });
}

}  // namespace ludex::tests
