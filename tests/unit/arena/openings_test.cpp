#include "arena/schedule/openings.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/game/position.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {
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

TEST_CASE("opening files: all bad lines at once") {
  const tests::TemporaryFolder folder;
  const GameModule<LineRules> game(LineRules{3});
  const auto problems_of = [&](const std::string& text) {
    const auto file = folder.write("b", text);
    std::vector<Diagnostic> problems;
    CHECK(OpeningSource::make(game, from_file(file), "line", 1, problems) == nullptr);
    std::string all;
    for (auto& problem : problems) {
      CHECK(problem.file == file);
      problem.file = "b";
      all += to_text(problem) + "\n";
    }
    return all;
  };
  CHECK(problems_of("c1\n  c1 c1\nposition x\nc0\n positio .x.\nposition .x. first moves c9\n") ==
        "b:2:6: error: 'c1' is not a legal move here; legal are c0 c2\n"
        "b:3:10: error: position: expected 3 cells\n"
        "b:4:1: error: the game is over after this opening\n"
        "b:5:2: error: 'positio' is not a legal move here; legal are c0 c1 c2\n"
        "b:6:26: error: 'c9' is not a legal move here; legal are c0 c2\n");
  CHECK(problems_of("# nothing\n\n") == "b: error: the opening file holds no opening\n");
  std::string many;
  for (int i = 0; i < 60; ++i) many += "x\n";
  CHECK(problems_of(many).find("b: error: 10 more bad lines\n") != std::string::npos);
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
  const auto problems_of = [&](const std::string& pgn) {
    std::vector<Diagnostic> problems;
    CHECK(OpeningSource::make(game, from_file(folder.write("bad.pgn", pgn)), "line", 1, problems) == nullptr);
    std::string all;
    for (auto& problem : problems) {
      problem.file = "b";
      all += to_text(problem) + "\n";
    }
    return all;
  };
  CHECK(problems_of(text).find("the game is over after this opening") != std::string::npos);
  CHECK(problems_of("1. c1\nc2 2.c2 *\n[FEN \"x\"]\n*\n1. c1 {\n") ==
        "b:2:6: error: 'c2' is not a legal move here; legal are c0 c3 c4 c5\n"
        "b:3:1: error: FEN: expected 6 cells\n"
        "b:5:7: error: a comment opened here is never closed, expected '}'\n");
  CHECK(problems_of("") == "b: error: the opening file holds no opening\n");
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
  std::vector<Diagnostic> problems;
  const auto bad = folder.write("bad.epd", ".xx.. first\n  .xx.. third\n.x.\n.xx.. first bm\n");
  CHECK(OpeningSource::make(game, from_file(bad), "line", 1, problems) == nullptr);
  CHECK(to_text(problems) == bad + ":2:3: error: expected cells and 'first' or 'second'\n" + bad +
                                 ":3:1: error: expected 5 cells\n" + bad +
                                 ":4:1: error: expected cells and 'first' or 'second'\n");
}

}  // namespace ludex::arena
