// Move counts: published tables, copied here for the best-known positions and read from the oracle file for
// the rest (../shared/data/chess: suites by M. Nef, R. Cassels and others, recomputed by Stockfish).
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/chess/chess.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/oracle.hpp"

using namespace ludex;
using namespace ludex::games::chess;
using namespace ludex::tests;

namespace {

#if defined(__BMI2__)
using Fast = Bmi2;
#else
using Fast = Portable;
#endif

// What a build without optimisation or with sanitizers can count in reasonable time.
#if defined(NDEBUG)
constexpr bool kFastBuild = !tests::kSanitized;
#else
constexpr bool kFastBuild = false;
#endif
constexpr std::uint64_t kMost = kFastBuild ? 250'000'000 : 300'000;
constexpr std::uint64_t kMostPortable = kFastBuild ? 20'000'000 : 100'000;

template <class Sliders>
std::uint64_t nodes(const std::string& fen, int depth) {
  const ChessRules<Sliders> rules({.draws = false});
  const auto position = rules.parse_position(fen);
  REQUIRE_MESSAGE(position.ok(), (position.ok() ? "" : position.error()));
  return perft(rules, *position, depth);
}

struct Row {
  std::string fen;
  std::vector<std::uint64_t> counts;  // depth 1, 2, ...
};

// chessprogramming.org, "Perft Results": positions 1 to 6.
const std::vector<Row>& known() {
  static const std::vector<Row> rows{
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
       {20, 400, 8902, 197281, 4865609, 119060324}},
      {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
       {48, 2039, 97862, 4085603, 193690690}},
      {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624, 11030083, 178633661}},
      {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {6, 264, 9467, 422333, 15833292}},
      {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379, 2103487, 89941194}},
      {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
       {46, 2079, 89890, 3894594, 164075551}}};
  return rows;
}

}  // namespace

TEST_CASE("chess: the best-known perft positions") {
  for (const Row& row : known()) {
    CAPTURE(row.fen);
    for (std::size_t i = 0; i < row.counts.size(); ++i) {
      const int depth = static_cast<int>(i) + 1;
      CAPTURE(depth);
      if (row.counts[i] <= kMost) CHECK(nodes<Fast>(row.fen, depth) == row.counts[i]);
      if (row.counts[i] <= kMostPortable) CHECK(nodes<Portable>(row.fen, depth) == row.counts[i]);
    }
  }
}

TEST_CASE("chess: every row of the oracle's perft table") {
  const auto path = oracle("chess/perft_chess.csv");
  if (!path) return;
  std::ifstream in(*path);
  std::string line;
  std::getline(in, line);
  REQUIRE(line.starts_with("fen,depth,nodes"));
  std::uint32_t rows = 0;
  std::uint32_t counted = 0;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string fen, depth, expected;
    std::getline(fields, fen, ',');
    std::getline(fields, depth, ',');
    std::getline(fields, expected, ',');
    ++rows;
    if (std::stoull(expected) > kMost) continue;
    ++counted;
    CAPTURE(fen);
    CAPTURE(depth);
    REQUIRE(nodes<Fast>(fen, std::stoi(depth)) == std::stoull(expected));
    if (std::stoull(expected) <= kMostPortable)
      REQUIRE(nodes<Portable>(fen, std::stoi(depth)) == std::stoull(expected));
  }
  CHECK(rows >= 440);
  CHECK(counted >= rows / 2);
}

TEST_CASE("chess: counting without a list agrees with the list") {
  const ChessRules<Fast> rules;
  Rng rng = Rng::seeded(17);
  std::vector<Move> moves(kMaxMoves);
  games::chess::Position p = rules.initial();
  for (std::uint32_t i = 0; i < samples(50'000); ++i) {
    const std::uint32_t n = rules.legal_moves(p, moves.data());
    REQUIRE(rules.count_moves(p) == n);
    if (n == 0) {
      p = rules.initial();
    } else {
      rules.apply(p, moves[rng.below(n)]);
    }
  }
}
