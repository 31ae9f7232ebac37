#include "arena/run/schedule/openings.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/formats/epd.hpp"
#include "arena/base/formats/move_words.hpp"
#include "core/game/position.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

using tests::LineRules;

std::unique_ptr<OpeningSource> make(const Game& game, const OpeningSpec& spec, std::uint64_t seed = 1) {
  std::vector<Diagnostic> problems;
  auto source = OpeningSource::make(game, spec, "label", seed, problems);
  REQUIRE_MESSAGE(source, to_text(problems));
  return source;
}
OpeningSpec random_plies(std::uint32_t n) {
  return {OpeningKind::kRandomPlies, n, "", OpeningOrder::kSequential, 0};
}
OpeningSpec from_file(const std::string& file, OpeningOrder order = OpeningOrder::kSequential) {
  return {OpeningKind::kFile, 0, file, order, 0};
}
// Reads no position that it would not write.
struct StrictRules : LineRules {
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    auto position = LineRules::parse_position(text);
    if (position && position_text(*position) != text) return Error{"expected cells and 'first' or 'second'"};
    return position;
  }
};
// A book as it is read: what is said has "b" for the name of the file.
struct ReadBook {
  std::unique_ptr<OpeningSource> source;
  std::string problems;
  std::string left_out;
};
ReadBook read_as(const Game& game, const std::string& file, std::uint32_t plies = 0) {
  std::vector<Diagnostic> problems;
  std::vector<Diagnostic> left_out;
  OpeningSpec spec{OpeningKind::kFile, 0, file, OpeningOrder::kSequential, 0};
  spec.plies = plies;
  ReadBook book{OpeningSource::make(game, spec, "line:size=5", 1, problems, &left_out), "", ""};
  book.problems = to_text(problems);
  book.left_out = to_text(left_out, "warning");
  for (std::string* text : {&book.problems, &book.left_out}) {
    for (std::size_t at; (at = text->find(file)) != std::string::npos;) text->replace(at, file.size(), "b");
  }
  return book;
}
std::uint64_t hash_after(const Game& game, const Opening& opening) {
  Position position(game);
  for (const Move move : opening.moves) position.apply(move);
  return position.hash();
}

}  // namespace

TEST_CASE("all first moves: each unfinished position once, in order, cyclically") {
  const GameModule<LineRules> game(LineRules{6});
  OpeningSpec spec;
  spec.kind = OpeningKind::kAllFirstMoves;
  spec.plies = 1;
  const auto one = make(game, spec);
  // Cell 0 wins at once.
  for (std::uint32_t round = 0; round < 12; ++round)
    CHECK(one->opening(round).value() == Opening{"", {Move{1 + round % 5}}});
  spec.plies = 3;
  const auto three = make(game, spec);
  // Three of the cells 1..5, whatever the order in which they are filled.
  std::set<std::uint64_t> seen;
  std::vector<Opening> all;
  for (std::uint32_t round = 0; round < 10; ++round) {
    all.push_back(three->opening(round).value());
    CHECK(all.back().moves.size() == 3);
    CHECK(seen.insert(hash_after(game, all.back())).second);
  }
  CHECK(three->opening(10).value() == all[0]);
  spec.start = 13;
  CHECK(make(game, spec)->opening(1).value() == all[4]);
  spec.order = OpeningOrder::kRandom;
  spec.start = 0;
  std::vector<Opening> shuffled;
  for (std::uint32_t round = 0; round < 10; ++round)
    shuffled.push_back(make(game, spec)->opening(round).value());
  CHECK(shuffled != all);
  CHECK(std::is_permutation(shuffled.begin(), shuffled.end(), all.begin()));
  // Its own seed: the tournament's does not matter.
  spec.seed = 5;
  for (std::uint32_t round = 0; round < 10; ++round)
    CHECK(make(game, spec, 1)->opening(round).value() == make(game, spec, 2)->opening(round).value());
  std::vector<Diagnostic> problems;
  spec.plies = 6;
  CHECK(OpeningSource::make(game, spec, "label", 1, problems) == nullptr);
  CHECK(problems.size() == 1);
}

TEST_CASE("no openings") {
  const GameModule<LineRules> game(LineRules{9});
  CHECK(make(game, {})->opening(3).value() == Opening{});
}

TEST_CASE("random plies are legal, leave the game unfinished, and do not depend on the order of questions") {
  const GameModule<LineRules> game(LineRules{19});
  const auto source = make(game, random_plies(4));
  std::vector<Opening> openings;
  for (std::uint32_t round = 0; round < 200; ++round) {
    openings.push_back(source->opening(round).value());
    Position position(game);
    REQUIRE(openings.back().moves.size() == 4);
    for (const Move move : openings.back().moves) {
      const auto legal = position.legal_moves();
      REQUIRE(std::find(legal.begin(), legal.end(), move) != legal.end());
      position.apply(move);
    }
    CHECK_FALSE(position.over());
  }
  const auto again = make(game, random_plies(4));
  for (std::uint32_t round = 200; round-- > 0;) CHECK(again->opening(round).value() == openings[round]);
  const auto other = make(game, random_plies(4), 2);
  CHECK_FALSE(other->opening(0).value() == openings[0]);
}

TEST_CASE("rounds have distinct positions as long as there are any, and then all of them again") {
  // Cell 0 ends the game, so 8 one-ply openings are left; two plies: C(8,2) = 28 positions.
  const GameModule<LineRules> game(LineRules{9});
  for (const auto& [plies, positions] : {std::pair{1U, 8U}, std::pair{2U, 28U}}) {
    const auto source = make(game, random_plies(plies));
    for (std::uint32_t cycle = 0; cycle < 3; ++cycle) {
      std::set<std::uint64_t> seen;
      for (std::uint32_t i = 0; i < positions; ++i)
        seen.insert(hash_after(game, source->opening(cycle * positions + i).value()));
      CHECK(seen.size() == positions);
    }
  }
}

TEST_CASE("random openings are uniform over seeds: chi-square over 8 first moves") {
  const GameModule<LineRules> game(LineRules{9});
  std::array<int, 9> counts{};
  constexpr int kSeeds = 8000;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Move move = make(game, random_plies(1), seed)->opening(0).value().moves[0];
    ++counts[static_cast<std::size_t>(move)];
  }
  CHECK(counts[0] == 0);
  double chi2 = 0;
  for (std::size_t i = 1; i < counts.size(); ++i)
    chi2 += (counts[i] - 1000.0) * (counts[i] - 1000.0) / 1000.0;
  CHECK(chi2 < 24.32);  // 99.9 % quantile, 7 degrees of freedom
  CHECK(chi2 > 0.6);    // 0.1 % quantile
}

TEST_CASE("random plies that always end the game are refused") {
  const GameModule<LineRules> game(LineRules{4});
  CHECK(make(game, random_plies(3))->opening(0).ok());
  std::vector<Diagnostic> problems;
  CHECK(OpeningSource::make(game, random_plies(4), "line", 1, problems) == nullptr);
  CHECK(to_text(problems) ==
        "error: line: no 4 random plies leave the game unfinished (1000 tries) (fewer 'random_plies')\n");
}

TEST_CASE("opening files: moves, positions, both; cyclic") {
  const tests::TemporaryFolder folder;
  const GameModule<LineRules> game(LineRules{5});
  const auto file = folder.write("book.txt",
                                 "\xEF\xBB\xBF# comment\n"
                                 "c1 c2\n"
                                 "\r\n"
                                 "  position .xx.. first \r\n"
                                 "position ...x. second  moves  c1\tc2\n"
                                 "c4");
  const auto source = make(game, from_file(file));
  const std::vector<Opening> expected{
      {"", {Move{1}, Move{2}}}, {".xx.. first", {}}, {"...x. second", {Move{1}, Move{2}}}, {"", {Move{4}}}};
  for (std::uint32_t round = 0; round < 12; ++round)
    CHECK(source->opening(round).value() == expected[round % 4]);
}

TEST_CASE("opening files: random order is a permutation that the seed determines") {
  const tests::TemporaryFolder folder;
  const GameModule<LineRules> game(LineRules{19});
  std::string text;
  for (int i = 1; i < 19; ++i) text += "c" + std::to_string(i) + "\n";
  const auto file = folder.write("book.txt", text);
  const auto order = [&](std::uint64_t seed) {
    const auto source = make(game, from_file(file, OpeningOrder::kRandom), seed);
    std::vector<Move> moves;
    for (std::uint32_t round = 0; round < 18; ++round)
      moves.push_back(source->opening(round).value().moves[0]);
    return moves;
  };
  const auto first = order(1);
  CHECK(std::set<Move>(first.begin(), first.end()).size() == 18);
  CHECK(order(1) == first);
  CHECK(order(2) != first);
  CHECK_FALSE(std::is_sorted(first.begin(), first.end()));
}

TEST_CASE("opening files: lines that are no opening are left out, each with its place, and counted") {
  const tests::TemporaryFolder folder;
  const GameModule<LineRules> game(LineRules{3});
  const auto file = folder.write("b",
                                 "c1\n  c1 c1\nposition x\nc0\n po\nposition .x. first moves c9\n"
                                 "% a comment\n; another\n.x. first\n");
  const auto read = read_as(game, file);
  REQUIRE(read.source);
  CHECK(read.source->opening(0).value() == Opening{"", {Move{1}}});
  // A position alone, as in lists of FEN; it is kept as the game writes it.
  CHECK(read.source->opening(1).value() == Opening{".x. second", {}});
  CHECK(read.source->opening(2).value() == read.source->opening(0).value());
  CHECK(read.left_out ==
        "b:2:6: warning: 'c1' is not a legal move here; legal are c0 c2\n"
        "b:3:10: warning: position: expected 3 cells\n"
        "b:4:1: warning: the game is over after this opening\n"
        "b:5:2: warning: 'po' is not a legal move here; legal are c0 c1 c2\n"
        "b:6:26: warning: 'c9' is not a legal move here; legal are c0 c2\n"
        "b: warning: 5 of 7 lines left out (`strict: true` or --strict refuses such a file)\n");

  CHECK(read_as(game, folder.write("b", "# nothing\n\n")).problems ==
        "b: error: the opening file holds no opening\n");
  std::string many;
  for (int i = 0; i < 60; ++i) many += "x\n";
  const auto none = read_as(game, folder.write("b", many));
  CHECK(none.source == nullptr);
  CHECK(none.problems.find("b: error: the opening file holds no opening: 60 lines left out\n") !=
        std::string::npos);
  CHECK(std::count(none.problems.begin(), none.problems.end(), '\n') == 11);
}

TEST_CASE("opening files: any ending, compression and encoding") {
  const tests::TemporaryFolder folder;
  const GameModule<LineRules> game(LineRules{5});
  const auto first = [&](const std::string& name, const std::string& text) {
    const auto read = read_as(game, folder.write(name, text));
    REQUIRE_MESSAGE(read.source, read.problems);
    return read.source->opening(0).value();
  };
  const Opening expected{"", {Move{1}, Move{2}}};
  CHECK(first("a.PGN", "1. c1 c2 *\n") == expected);
  CHECK(first("a.txt", "[Event \"x\"]\r\r1. c1 c2 *\r") == expected);
  CHECK(first("a", "1. c1 c2 *\n") == expected);
  CHECK(first("b.txt", std::string("\xFF\xFE") + std::string("c\0001\0 \0c\0002\0\n\0", 12)) == expected);
  CHECK(first("c.FEN", ".xx.. first\n").position == ".xx.. first");
  CHECK(read_as(game, folder.write("d.pgn", std::string("PK\3\4") + "....")).problems ==
        "b: error: cannot read 'b': it is compressed by zip, expected text, or text compressed by zstd or "
        "gzip; "
        "decompress it with unzip\n");
}

TEST_CASE("opening files: PGN, every game an opening, and no more than 'plies' of any") {
  const tests::TemporaryFolder folder;
  const GameModule<LineRules> game(LineRules{6});
  const std::string text =
      "[White \"a\"]\n\n1. c1 {c0} c2 (c3) 2. c5 c0 1-0\n\n[SetUp \"1\"]\n[FEN \"..x... second\"]\n\n1... c1 "
      "c4 *\n";
  const auto file = folder.write("book.pgn", text);
  OpeningSpec spec = from_file(file);
  spec.plies = 2;
  const auto two = make(game, spec);
  const std::vector<Opening> expected{{"", {Move{1}, Move{2}}}, {"..x... second", {Move{1}, Move{4}}}};
  for (std::uint32_t round = 0; round < 6; ++round) CHECK(two->opening(round).value() == expected[round % 2]);
  spec.plies = 1;
  CHECK(make(game, spec)->opening(1).value() == Opening{"..x... second", {Move{1}}});
  // A list of moves is cut as well.
  OpeningSpec lines = from_file(folder.write("book.txt", "c1 c2 c3\nposition ..x... second moves c1 c4\n"));
  lines.plies = 1;
  CHECK(make(game, lines)->opening(0).value() == Opening{"", {Move{1}}});
  CHECK(make(game, lines)->opening(1).value() == Opening{"..x... second", {Move{1}}});

  // The whole of the first game ends it.
  const auto whole = read_as(game, file);
  REQUIRE(whole.source);
  CHECK(whole.source->opening(0).value().position == "..x... second");
  CHECK(whole.left_out.starts_with(
      "b:3:1: warning: the game is over after this opening\nb: warning: 1 of 2 games"));
  // So it does in an opening that is to be longer than the game.
  CHECK(read_as(game, file, 7).left_out == whole.left_out);
  CHECK(read_as(game, file, 3).left_out.empty());
}

TEST_CASE("opening files: games of PGN that are no opening are left out, and what is odd is told") {
  const tests::TemporaryFolder folder;
  const GameModule<LineRules> game(LineRules{6});
  const auto told = [&](const std::string& pgn) {
    const auto read = read_as(game, folder.write("x.pgn", pgn));
    return read.source != nullptr ? read.left_out : read.problems;
  };
  CHECK(told("1. c1\nc2 2.c2 *\n[FEN \"x\"]\n*\n1. c1 {\n") ==
        "b:2:6: warning: 'c2' is not a legal move here; legal are c0 c3 c4 c5\n"
        "b:3:1: warning: FEN: expected 6 cells\n"
        "b:5:7: warning: a comment opened here is never closed: '{'\n"
        "b: warning: 2 of 3 games left out (`strict: true` or --strict refuses such a file)\n");
  CHECK(told("1. c1 c0 c2 *\n1. c1 *\n").starts_with("b:1:10: warning: the game is over after 2 plies\n"));
  CHECK(told("[Variant \"Giveaway\"]\n1. c1 *\n[Variant \"Line\"]\n1. c2 *\n") ==
        "b:1:1: warning: a game of the variant 'Giveaway', expected line:size=5\n"
        "b: warning: 1 of 2 games left out (`strict: true` or --strict refuses such a file)\n");
  CHECK(told("1. c1 *\n[Variant \"Standard\"]\n[Variant \"From Position\"]\n1. c2 1-0 c3 c4\n") ==
        "b:3:1: warning: a tag is given twice in one game: the first counts: 'Variant'\n"
        "b:4:11: warning: words after the end of the game are skipped: 'c3 c4'\n");
  CHECK(told("") == "b: error: the opening file holds no opening\n");
}

TEST_CASE("opening files: EPD, positions with and without operations") {
  const tests::TemporaryFolder folder;
  const GameModule<StrictRules> game(StrictRules{{5}});
  const auto file = folder.write("book.epd",
                                 "# comment\n.xx.. first\n  ...x. second bm c1; id \"a; first\";\r\n"
                                 ".x.x. first id \"one\";\n");
  const auto source = make(game, from_file(file));
  CHECK(source->opening(0).value() == Opening{".xx.. first", {}});
  CHECK(source->opening(1).value() == Opening{"...x. second", {}});
  CHECK(source->opening(2).value() == Opening{".x.x. first", {}});
  const auto bad = folder.write("bad.epd", ".xx.. first\n  .xx.. third\n.x.\n.xx.. first bm\n");
  CHECK(read_as(game, bad).left_out ==
        "b:2:3: warning: expected cells and 'first' or 'second'\n"
        "b:3:1: warning: expected 5 cells\n"
        "b:4:1: warning: expected cells and 'first' or 'second'\n"
        "b: warning: 3 of 4 lines left out (`strict: true` or --strict refuses such a file)\n");
  // As others write them: the last semicolon missing, one before the first operation, comments.
  const auto others = folder.write("o.epd",
                                   "% comment\n.xx.. first ;D1 3 ;D2 6\n...x. second bm c1; id \"a; first\"\n"
                                   ".x.x. first;D1 3\n");
  const auto read = read_as(game, others);
  REQUIRE(read.source);
  CHECK(read.left_out.empty());
  CHECK(read.source->opening(0).value() == Opening{".xx.. first", {}});
  CHECK(read.source->opening(1).value() == Opening{"...x. second", {}});
  CHECK(read.source->opening(2).value() == Opening{".x.x. first", {}});
}

TEST_CASE("EPD: operations and the moves they name") {
  std::string all;
  for (const auto& [opcode, operands] : epd_operations(" bm 1... Qd1+, Nf3; id \"a; b\";;hmvc 2 ;D1 20"))
    all += std::string(opcode) + "=" + std::string(operands) + "|";
  CHECK(all == "bm=1... Qd1+, Nf3|id=\"a; b\"|hmvc=2|D1=20|");
  CHECK(moves_in_text("1... Qd1+, Nf3 12.e4 \"O-O\"") ==
        std::vector<std::string_view>{"Qd1+", "Nf3", "e4", "O-O"});
}

}  // namespace ludex::arena
