// Text: FEN and moves, there and back; and everything that must be refused, with its reason.
#include <fstream>
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

using Rules = ChessRules<Portable>;

games::chess::Position at(const std::string& fen) {
  auto p = Rules().parse_position(fen);
  REQUIRE_MESSAGE(p.ok(), (p.ok() ? "" : p.error()));
  return *p;
}
std::string error_of(const std::string& fen, const Rules& rules = Rules()) {
  const auto p = rules.parse_position(fen);
  return p.ok() ? "accepted: " + rules.position_text(*p) : p.error();
}
// What is read from a text that is wrong in part, and what is said of it.
std::string warned(const std::string& fen, std::string& warning) {
  warning.clear();
  const auto p = Rules().parse_position(fen, warning);
  return p.ok() ? Rules().position_text(*p) : p.error();
}
std::string move_error(const std::string& fen, const std::string& move) {
  const auto parsed = Rules().parse_move(at(fen), move);
  return parsed.ok() ? "accepted as " + uci_text(*parsed) : parsed.error();
}

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("chess: FEN round trips") {
  const Rules rules;
  for (const char* fen : {kStart, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                          "8/8/8/8/8/8/8/K1k5 b - - 99 5899", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7",
                          "r3k3/8/8/8/8/8/8/4K2R w Kq - 12 34"}) {
    CHECK(rules.position_text(at(fen)) == fen);
  }
  CHECK(rules.position_text(rules.initial()) == kStart);
  // Four fields; an en passant square without a legal capture.
  CHECK(rules.position_text(at("4k3/8/8/8/8/8/8/4K2R w K -")) == "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  CHECK(rules.position_text(at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")) ==
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  CHECK(rules.hash(at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")) ==
        rules.hash(at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")));
  CHECK(rules.board_text(rules.initial()).starts_with("8 r n b q k b n r\n7 p"));
}

TEST_CASE("chess: malformed FEN is refused with the reason") {
  struct Case {
    const char* fen;
    const char* reason;
  };
  const Case cases[] = {
      {"", "0 fields"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x", "7 fields"},
      {"4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"},
      {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than 8 ranks"},
      {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "9 squares"},
      {"4k2/8/8/8/8/8/8/4K3 w - - 0 1", "7 squares"},
      {"4k3/8/8/8/8/8/8/4K3pppppppppppppppppppppppp w - - 0 1", "32 squares"},
      {"4k3//8/8/8/8/8/4K3 w - - 0 1", "0 squares"},
      {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "unknown piece '9'"},
      {"4k3/0p7/8/8/8/8/8/4K3 w - - 0 1", "unknown piece '0'"},
      {"4k3/7x/8/8/8/8/8/4K3 w - - 0 1", "unknown piece 'x'"},
      {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"},
      {"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"},
      {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings"},
      {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"},
      {"4k3/8/8/8/8/RRRRRRRR/PPPPPPPP/4K3 w - - 0 1", "White has 17 pieces"},
      {"4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", "1 promoted pieces, but only 0 pawns"},
      {"nnnnk3/1ppppppp/8/8/8/8/8/4K3 w - - 0 1", "2 promoted pieces, but only 1 pawns"},
      {"P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn is on the first or last rank"},
      {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn is on the first or last rank"},
      {"4k3/8/8/8/8/8/8/4K3 wb - - 0 1", "side to move is 'wb'"},
      {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check, but White is to move"},
      {"4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", "White is in check, but Black is to move"},
      {"8/8/8/8/8/8/8/3Kk3 w - - 0 1", "is in check, but"},
      {"4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1", "3 pieces give check"},
      {"4k3/8/8/8/8/8/8/4K3 w", "2 fields"},
      {"4k3/8/8/8/8/8/8/4K3 w  - 0 1", "en passant square is '0'"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqx - 0 1", "castling rights are 'KQkqx'"},
      {"4k3/8/8/3Pp3/8/8/8/4K3 w - e9 0 1", "en passant square is 'e9'"},
      {"4k3/8/8/3Pp3/8/8/8/4K3 w - e 0 1", "en passant square is 'e'"},
      {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "the half-move clock is '-1'"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 101 99", "the half-move clock is '101', expected 0..100"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "the half-move clock is '1.5'"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 +1", "the move number is '+1'"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "the move number is '99999999999'"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 5902", "expected 0..5901"},
      {"4k3/8/8/8/8/8/8/4K3 b - - 0 5901", "move 5901 is beyond max_plies=11800"},
  };
  for (const Case& c : cases) {
    const std::string fen = c.fen;
    const std::string error = error_of(fen);
    CAPTURE(fen);
    CAPTURE(error);
    CHECK(error.starts_with("FEN '"));
    CHECK(error.find(c.reason) != std::string::npos);
  }
  CHECK(error_of("4k3/8/8/8/8/8/8/4K3 w - - 101 99", Rules({.draws = false})).starts_with("accepted"));
}

TEST_CASE("chess: FEN is read as other programs write it") {
  const std::string castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  std::string warning;
  for (const char* fen :
       {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "  r3k2r/8/8/8/8/8/8/R3K2R  w KQkq -  0 1 \r\n",
        "r3k2r/8/8/8/8/8/8/R3K2R\tw\tKQkq\t-\t0\t1", "r3k2r/44/8/8/8/8/8/R12K2R W qkQK - 00 01",
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 0", "r3k2r/8/8/8/8/8/8/R3K2R w KKQkqkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w -KQkq - - -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0"}) {
    CAPTURE(fen);
    CHECK(warned(fen, warning) == castles);
    CHECK(warning == "");
  }
}

TEST_CASE("chess: what cannot be of a FEN is dropped with a warning") {
  struct Case {
    const char* fen;
    const char* read;
    const char* warning;
  };
  const Case cases[] = {
      {"4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "castling right 'K' is ignored"},
      {"4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "4k3/8/8/8/8/8/8/R4K2 w - - 0 1", "castling right 'Q' is ignored"},
      {"4k2n/8/8/8/8/8/8/4K3 w k - 0 1", "4k2n/8/8/8/8/8/8/4K3 w - - 0 1", "castling right 'k' is ignored"},
      {"4k2R/8/8/8/8/8/8/4K3 b k - 0 1", "4k2R/8/8/8/8/8/8/4K3 b - - 0 1", "castling right 'k' is ignored"},
      {"1r2k3/8/8/8/8/8/8/4K3 w b - 0 1", "1r2k3/8/8/8/8/8/8/4K3 w - - 0 1", "castling right 'b' is ignored"},
      {"4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1", "'e3' is ignored"},
      {"4k3/8/8/3Pp3/8/8/8/4K3 b - e6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 b - - 0 1", "'e6' is ignored"},
      {"4k3/8/8/3Pp3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1", "'d6' is ignored"},
      {"4k3/8/8/3PP3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1", "'e6' is ignored"},
      {"4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/4n3/3Pp3/8/8/8/4K3 w - - 0 1", "'e6' is ignored"},
      {"4k3/4n3/8/3Pp3/8/8/8/4K3 w - E6 0 1", "4k3/4n3/8/3Pp3/8/8/8/4K3 w - - 0 1", "'E6' is ignored"},
      {"4k3/8/8/3Pp3/8/8/8/4K3 w - e6 3 9", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 9", "clock 3 is taken for 0"}};
  for (const Case& c : cases) {
    CAPTURE(c.fen);
    std::string warning;
    CHECK(warned(c.fen, warning) == c.read);
    CAPTURE(warning);
    CHECK(warning.find(c.warning) != std::string::npos);
  }
}

TEST_CASE("chess: FEN survives mutation") {
  // Whatever is accepted prints canonically and has a sane move count; nothing crashes.
  const Rules rules;
  Rng rng = Rng::seeded(3);
  constexpr std::string_view kAlphabet = "KQRBNPkqrbnp12345678/ wb-acefgh09x";
  std::uint32_t accepted = 0;
  for (std::uint32_t i = 0; i < samples(200'000); ++i) {
    std::string fen = i % 2 == 0 ? "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
                                 : "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    for (std::uint32_t edits = 1 + rng.below(3); edits > 0; --edits) {
      const auto where = rng.below(static_cast<std::uint32_t>(fen.size()));
      const char c = kAlphabet[rng.below(static_cast<std::uint32_t>(kAlphabet.size()))];
      switch (rng.below(3)) {
        case 0:
          fen[where] = c;
          break;
        case 1:
          fen.insert(where, 1, c);
          break;
        default:
          fen.erase(where, 1);
      }
    }
    CAPTURE(fen);
    const auto p = rules.parse_position(fen);
    if (!p.ok()) continue;
    ++accepted;
    const std::string text = rules.position_text(*p);
    const auto again = rules.parse_position(text);
    REQUIRE(again.ok());
    REQUIRE(rules.position_text(*again) == text);
    REQUIRE(rules.hash(*again) == rules.hash(*p));
    REQUIRE(p->hash == compute_hash(*p));
    REQUIRE(rules.count_moves(*p) <= 218);
  }
  CHECK(accepted > samples(200'000) / 100);
}

TEST_CASE("chess: SAN of every legal move reads back, UCI too") {
  const Rules rules;
  Rng rng = Rng::seeded(4);
  std::vector<Move> moves(kMaxMoves);
  games::chess::Position p = rules.initial();
  for (std::uint32_t i = 0; i < samples(3'000); ++i) {
    const std::uint32_t n = rules.legal_moves(p, moves.data());
    if (n == 0) {
      // Crowded and sharp starts exercise the disambiguation.
      p = i % 2 == 0 ? at("3qk3/2q2q2/1q4q1/8/8/1Q4Q1/2Q2Q2/3QK3 w - - 0 1")
                     : at("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
      continue;
    }
    CAPTURE(rules.position_text(p));
    std::vector<std::string> texts;
    for (std::uint32_t k = 0; k < n; ++k) {
      const std::string san = san_text(p, moves[k]);
      CAPTURE(san);
      const auto back = rules.parse_move(p, san);
      REQUIRE_MESSAGE(back.ok(), (back.ok() ? "" : back.error()));
      REQUIRE(*back == moves[k]);
      REQUIRE(*rules.parse_move(p, uci_text(moves[k])) == moves[k]);
      games::chess::Position next = p;
      const GameStatus status = rules.apply(next, moves[k]);
      REQUIRE((san.back() == '#') == (winner_of(status) == rules.to_move(p)));
      REQUIRE((san.back() == '+' || san.back() == '#') == (next.checkers != 0));
      texts.push_back(san);
    }
    std::sort(texts.begin(), texts.end());
    REQUIRE(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
    rules.apply(p, moves[rng.below(n)]);
  }
}

TEST_CASE("chess: SAN by example, and what it may not say") {
  const auto san = [](const std::string& fen, const std::string& uci) {
    const games::chess::Position p = at(fen);
    return san_text(p, *Rules().parse_move(p, uci));
  };
  CHECK(san(kStart, "g1f3") == "Nf3");
  CHECK(san("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2") == "Nbd2");
  CHECK(san("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3") == "N1c3");
  CHECK(san("2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1") == "Qh4e1");
  CHECK(san("2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1") == "Qee1");
  // A pinned knight is no alternative.
  CHECK(san("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2") == "Ne2");
  CHECK(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == "exd6");
  CHECK(san("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q") == "bxa8=Q+");
  CHECK(san("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1") == "O-O");
  CHECK(san("3k4/8/8/8/8/8/2R1R3/R3K3 w Q - 0 1", "e1c1") == "O-O-O#");

  const std::string two = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
  CHECK(move_error(two, "Nd2").find("is ambiguous: b1d2 f1d2") != std::string::npos);
  CHECK(move_error(two, "Nb1d2") == "accepted as b1d2");
  CHECK(move_error(two, "Nb1a3") == "accepted as b1a3");
  CHECK(move_error(two, "Ncd2").find("is not legal here") != std::string::npos);
  CHECK(move_error("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "c8=Q") == "accepted as c7c8q");
  CHECK(move_error("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "c8").find("is ambiguous") != std::string::npos);
  CHECK(move_error("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "c7c8").find("is ambiguous") != std::string::npos);
  for (const char* text :
       {"",      "e",     "e9",   "0-0",   "O-O-O-O", "O-O",  "e8=K", "=Q",       "Ke2",
        "e2e4q", "e7e8",  "++",   "--",    "Z0",      "0000", "Sf3",  "\xC3\xA9", "a1a1",
        "12.",   "12...", "e2e5", "Nf3=Q", "Bb5",     "bb5",  "d4e5", "null",     "resign"}) {
    CAPTURE(text);
    CHECK_FALSE(Rules().parse_move(at(kStart), text).ok());
  }
  CHECK(move_error(kStart, "e2e5") == "'e2e5' is not legal here");
  CHECK(move_error(kStart, "hello").find("is not a move; expected") != std::string::npos);
}

TEST_CASE("chess: moves are read however people and programs write them") {
  struct Case {
    const char* fen;
    const char* move;  // in UCI
    std::vector<const char*> texts;
  };
  const Case cases[] = {
      {kStart, "e2e4", {"e2e4",       "e4",       "e2-e4", "E2E4",     "E4",     "Pe4",
                        "pe4",        "e4!",      "e4?!",  "e4 $14",   "e4,",    "e4;",
                        " e4 ",       "e4+",      "1.e4",  "1. e4",    "1...e4", "12.e2-e4",
                        "e2\u2013e4", "\u2659e4", "e2 e4", "e4\u00B1", "e4=",    "1\u2026 e4"}},
      {kStart,
       "g1f3",
       {"Nf3", "nf3", "NF3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "Nf3!!", "\u2658f3", "\u265Ef3",
        "\u2658\uFE0Ef3", "g1f3", "G1F3", "Nxf3", "Nf3#"}},
      {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
       "e4d5",
       {"exd5", "ed5", "e4d5", "e4xd5", "e4-d5", "e:d5", "exd", "ed", "e\u00D7d5", "EXD5", "xd5", "e4*d5",
        "d5"}},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
       "e5d6",
       {"exd6", "exd6e.p.", "exd6 e.p.", "exd6ep", "e5xd6 ep", "ed6"}},
      // There is a step as well: only what says so captures.
      {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "c5d6", {"cxd6", "cd6", "c5d6"}},
      {"8/P6k/8/8/8/8/7K/8 w - - 0 1",
       "a7a8q",
       {"a8=Q", "a8Q", "a8q", "a8(Q)", "a8/Q", "a7a8q", "a7a8Q", "A7A8Q", "a7-a8=Q", "a8=Q+", "a8=q!"}},
      {"8/P6k/8/8/8/8/7K/8 w - - 0 1", "a7a8b", {"a8=B", "a8B", "a8b", "A8=B", "a7a8b"}},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
       "e1g1",
       {"O-O", "0-0", "o-o", "OO", "00", "O-O+", "0-0!", "O\u2013O", "e1g1", "E1G1", "e1h1", "Ke1-g1",
        "Ke1g1"}},
      {"r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", {"O-O-O", "0-0-0", "ooo", "e8c8", "e8a8", "1... O-O-O#"}},
      {"4k3/8/8/8/8/2p5/1P6/B3KB2 w - - 0 1", "b2c3", {"bxc3", "bc3", "b2xc3", "bc"}},
      {"4k3/8/8/8/8/2p5/1P6/B3KB2 w - - 0 1", "f1c4", {"Bc4", "bc4", "BC4", "Bf1-c4", "Bfc4", "Bf1c4"}},
      // A bishop in small letters where a pawn cannot be meant, and where it is less likely.
      {"4k3/8/8/8/8/8/1P6/4KB2 w - - 0 1", "f1b5", {"Bb5", "bb5", "BB5"}},
      {"4k3/8/8/8/8/8/1P6/4KB2 w - - 0 1", "b2b4", {"b4", "B4", "b2b4", "B2B4"}},
      {"rnb1kbnr/pppp1ppp/8/4p3/4P2q/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2",
       "h4f2",
       {"Qxf2", "Qxf2+", "Qxf2++", "Qxf2 mate", "Qxf2ch", "Qf2+", "Q:f2", "Qh4xf2\u2020"}}};
  for (const Case& c : cases) {
    CAPTURE(c.fen);
    for (const char* text : c.texts) {
      CAPTURE(text);
      CHECK(move_error(c.fen, text) == std::string("accepted as ") + c.move);
    }
  }
  CHECK(move_error("4k3/3p4/8/2PpP3/8/8/8/4K3 w - - 0 1", "d6").find("is not legal here") !=
        std::string::npos);
  // Either pawn may take: nothing says which.
  CHECK(move_error("4k3/8/3p4/2P1P3/8/8/8/4K3 w - - 0 1", "xd6").find("is ambiguous") != std::string::npos);
}

TEST_CASE("chess: the solutions of Win at Chess are legal moves") {
  const auto path = oracle("chess/wac.epd");
  if (!path) return;
  std::ifstream in(*path);
  std::uint32_t solutions = 0;
  for (std::string line; std::getline(in, line);) {
    std::size_t end = 0;
    for (int field = 0; field < 4; ++field) end = line.find(' ', end + 1);
    const games::chess::Position p = at(line.substr(0, end));
    const std::size_t begin = line.find("bm ") + 3;
    const std::string best = line.substr(begin, line.find(';') - begin);
    for (std::size_t from = 0; from < best.size();) {
      const std::size_t to = std::min(best.find(' ', from), best.size());
      const std::string text = best.substr(from, to - from);
      CAPTURE(line);
      const auto move = Rules().parse_move(p, text);
      REQUIRE_MESSAGE(move.ok(), (move.ok() ? "" : move.error()));
      ++solutions;
      from = to + 1;
    }
  }
  CHECK(solutions >= 300);
}

TEST_CASE("chess: the SVG picture shows every piece and the last move") {
  const Rules rules;
  games::chess::Position p = rules.initial();
  const auto number_of = [](const std::string& text, std::string_view what) {
    std::size_t n = 0;
    for (std::size_t i = text.find(what); i != std::string::npos; i = text.find(what, i + 1)) ++n;
    return n;
  };
  const std::string before = rules.svg(p, kNoMove);
  CHECK(before.starts_with("<svg "));
  CHECK(before.ends_with("</svg>\n"));
  CHECK(number_of(before, "<svg ") == 1);
  CHECK(number_of(before, "<rect ") == 64 + 1);
  CHECK(number_of(before, "<path ") == 2 * 32 + 16);  // silhouette and strokes a piece, 16 coordinates
  CHECK(number_of(before, "<text") == 0);
  const Move move = *rules.parse_move(p, "e4");
  rules.apply(p, move);
  const std::string after = rules.svg(p, move);
  CHECK(number_of(after, "#eedb7c") + number_of(after, "#cdb04e") == 2);
  CHECK(number_of(before, "#eedb7c") + number_of(before, "#cdb04e") == 0);
}
