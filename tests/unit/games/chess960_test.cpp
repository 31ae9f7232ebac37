// Chess960: start positions, castling, move counts, texts; and that chess is not touched by it.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/chess/chess.hpp"
#include "tests/support/game_contract.hpp"

using namespace ludex;
using namespace ludex::games::chess;
using namespace ludex::tests;

namespace {

#if defined(__BMI2__)
using Free = AnyFile<Bmi2>;
#else
using Free = AnyFile<Portable>;
#endif
using Rules960 = ChessRules<Free>;

#if defined(NDEBUG)
constexpr std::uint64_t kMost960 = kSanitized ? 30'000 : 20'000'000;
#else
constexpr std::uint64_t kMost960 = 30'000;
#endif

games::chess::Position at960(const std::string& fen, std::string* warning = nullptr) {
  std::string said;
  const auto p = Rules960().parse_position(fen, said);
  REQUIRE_MESSAGE(p.ok(), (p.ok() ? "" : p.error()));
  if (warning != nullptr) *warning = said;
  return *p;
}
std::string read960(const std::string& fen, const std::string& move) {
  const auto parsed = Rules960().parse_move(at960(fen), move);
  return parsed.ok() ? uci_text(*parsed) : parsed.error();
}
bool can(const std::string& fen, const std::string& move) {
  const auto texts = legal_texts(Rules960(), at960(fen));
  return std::find(texts.begin(), texts.end(), move) != texts.end();
}
std::string after(const std::string& fen, const std::string& move) {
  games::chess::Position p = at960(fen);
  const Rules960 rules;
  const auto parsed = rules.parse_move(p, move);
  REQUIRE_MESSAGE(parsed.ok(), (parsed.ok() ? "" : parsed.error()));
  rules.apply(p, *parsed);
  REQUIRE(p.hash == compute_hash(p));
  return rules.position_text(p);
}

}  // namespace

TEST_CASE("chess960: the game contract, playouts among it") {
  check_game_contract(Rules960(), samples(30), 5);
  for (const std::uint32_t start : {0U, 355U, 959U})
    check_game_contract(Rules960({.start = start}), samples(10), start);
  check_game_contract(ChessRules<AnyFile<Portable>>({.draws = false, .max_plies = 500, .start = 700}),
                      samples(10), 6);
  check_playouts(Rules960({.start = 4}), samples(2'000), 21);
}

// chessprogramming.org, "Chess960 Perft Results".
TEST_CASE("chess960: published move counts") {
  struct Row {
    const char* fen;
    std::vector<std::uint64_t> counts;  // depth 1, 2, ...
  };
  const Row rows[] = {
      {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
       {21, 528, 12189, 326672, 8146062}},
      {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", {21, 807, 18002, 667366, 16253601}},
      {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", {20, 479, 10471, 273318, 6417013}},
      {"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", {22, 593, 13440, 382958, 9183776}},
      {"1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", {28, 1120, 31058, 1171749}},
      {"bqnr1kr1/pppppp1p/6p1/5n2/4B3/3N2PP/PbPPPP2/BQNR1KR1 w GDgd - 2 9", {31, 1132, 36559, 1261476}}};
  for (const Row& row : rows) {
    CAPTURE(row.fen);
    const Rules960 rules({.draws = false});
    const auto start = rules.parse_position(row.fen);
    REQUIRE(start.ok());
    CHECK(rules.position_text(*start) == row.fen);
    for (std::size_t i = 0; i < row.counts.size() && row.counts[i] <= kMost960; ++i)
      CHECK(perft(rules, *start, static_cast<int>(i) + 1) == row.counts[i]);
  }
}

TEST_CASE("chess960: from the usual position it is chess") {
  const std::string fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w ";
  const Rules960 rules({.draws = false});
  const auto start = rules.parse_position(fen + "HAha - 0 1");
  REQUIRE(start.ok());
  CHECK(perft(rules, *start, 3) == 97862);
  CHECK(rules.position_text(at960(fen + "KQkq - 0 1")) == fen + "HAha - 0 1");
  CHECK(rules.position_text(Rules960().initial()) ==
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
  CHECK(perft(rules, rules.initial(), 4) == 197281);
}

TEST_CASE("chess960: the 960 initial positions by number") {
  // Scharnagl's table: the first, some between, the usual one, the last.
  CHECK(chess960_rank(0) == "BBQNNRKR");
  CHECK(chess960_rank(1) == "BQNBNRKR");
  CHECK(chess960_rank(518) == "RNBQKBNR");
  CHECK(chess960_rank(959) == "RKRNNQBB");
  std::set<std::string> ranks;
  for (std::uint32_t n = 0; n < 960; ++n) {
    const std::string rank = chess960_rank(n);
    CAPTURE(rank);
    ranks.insert(rank);
    std::string sorted = rank;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == "BBKNNQRR");
    const std::size_t king = rank.find('K');
    CHECK(rank.find('R') < king);
    CHECK(king < rank.rfind('R'));
    CHECK((rank.find('B') + rank.rfind('B')) % 2 == 1);
  }
  CHECK(ranks.size() == 960);
}

TEST_CASE("chess960: castling by the rules of FIDE's guidelines") {
  // King and rook land where they do in chess, wherever they come from.
  CHECK(after("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1", "O-O") == "1r3k1r/8/8/8/8/8/8/1R3RK1 b hb - 1 1");
  CHECK(after("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1", "O-O-O") == "1r3k1r/8/8/8/8/8/8/2KR3R b hb - 1 1");
  CHECK(after("1r3k1r/8/8/8/8/8/8/1R3K1R b HBhb - 0 1", "f8b8") == "2kr3r/8/8/8/8/8/8/1R3K1R w HB - 1 2");
  // The king stays, the rook stays, they exchange their places.
  CHECK(after("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O") == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  CHECK(after("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O") == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  CHECK(after("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O") == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  CHECK(after("7k/8/8/8/8/8/8/2RK4 w C - 0 1", "O-O-O") == "7k/8/8/8/8/8/8/2KR4 b - - 1 1");
  // Rights go with king and rook, and with the rook that is taken.
  CHECK(after("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1", "f1e2") == "1r3k1r/8/8/8/8/8/4K3/1R5R b hb - 1 1");
  CHECK(after("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1", "Rb1xb8+") == "1R3k1r/8/8/8/8/8/8/5K1R b Hh - 0 1");
  // Nothing may stand between, for the rook either; nothing may attack the king's way.
  CHECK_FALSE(can("4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", "e1a1"));
  CHECK(can("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "e1b1"));
  CHECK_FALSE(can("4k3/8/8/8/8/8/8/RRN1K3 w B - 0 1", "e1b1"));
  CHECK_FALSE(can("4kr2/8/8/8/8/8/8/4K2R w H - 0 1", "e1h1"));
  CHECK(can("1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1"));
  // The rook may have hidden the king from a1: on c1 it would be in check.
  CHECK_FALSE(can("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1b1"));
  CHECK(can("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "d1b1"));
}

TEST_CASE("chess960: texts") {
  const std::string fen = "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1";
  for (const char* text : {"O-O", "0-0", "o-o", "f1h1", "Kf1xh1"}) CHECK(read960(fen, text) == "f1h1");
  for (const char* text : {"O-O-O", "0-0-0", "f1b1", "f1c1"}) CHECK(read960(fen, text) == "f1b1");
  // The square beside the king is a step there, if it is legal, and not castling.
  CHECK(read960(fen, "f1g1") == "f1g1");
  CHECK(read960(fen, "Kg1") == "f1g1");
  const Rules960 rules;
  CHECK(rules.san(at960(fen), *rules.parse_move(at960(fen), "f1h1")) == "O-O+");
  CHECK(rules.uci_variant() == "chess960");
  // X-FEN: the outermost rook, unless a file is named.
  CHECK(rules.position_text(at960("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1")) ==
        "4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1");
  CHECK(rules.position_text(at960("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1")) ==
        "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
  std::string warning;
  CHECK(rules.position_text(at960("4k3/8/8/8/8/8/8/RR2K1RR w HGC - 0 1", &warning)) ==
        "4k3/8/8/8/8/8/8/RR2K1RR w H - 0 1");
  CHECK(warning.find("'G' is ignored") != std::string::npos);
  CHECK(warning.find("'C' is ignored") != std::string::npos);
}
