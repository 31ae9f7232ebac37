// Hand-made cases for the rules that random games reach seldom or that are easily got wrong.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/chess/chess.hpp"
#include "tests/support/game_contract.hpp"

using namespace ludex;
using namespace ludex::games::chess;
using namespace ludex::tests;

namespace {

using Rules = ChessRules<Portable>;

games::chess::Position at(const Rules& rules, const std::string& fen) {
  auto p = rules.parse_position(fen);
  REQUIRE_MESSAGE(p.ok(), (p.ok() ? "" : p.error()));
  return *p;
}
// Plays moves in UCI or SAN, separated by spaces; stops at the end of the game.
GameStatus play(const Rules& rules, games::chess::Position& p, const std::string& moves) {
  for (std::size_t begin = 0; begin < moves.size();) {
    const std::size_t end = std::min(moves.find(' ', begin), moves.size());
    const std::string text = moves.substr(begin, end - begin);
    const auto move = rules.parse_move(p, text);
    REQUIRE_MESSAGE(move.ok(), (move.ok() ? "" : move.error()));
    rules.apply(p, *move);
    begin = end + 1;
  }
  return p.status;
}
bool has(const Rules& rules, const std::string& fen, const std::string& move) {
  const auto texts = legal_texts(rules, at(rules, fen));
  return std::find(texts.begin(), texts.end(), move) != texts.end();
}
std::vector<std::string> all(const Rules& rules, const std::string& fen) {
  return legal_texts(rules, at(rules, fen));
}
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("chess: the game contract") {
  check_game_contract(Rules(), samples(60), 5);
  check_game_contract(Rules({.draws = false, .max_plies = 500}), samples(20), 6);
#if defined(__BMI2__)
  check_game_contract(ChessRules<Bmi2>(), samples(20), 7);
#endif
}

TEST_CASE("chess: castling (FIDE 3.8)") {
  const Rules rules;
  const std::string both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  CHECK(has(rules, both, "e1g1"));
  CHECK(has(rules, both, "e1c1"));
  CHECK_FALSE(has(rules, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1"));
  // Out of, through and into check.
  CHECK_FALSE(has(rules, "4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
  CHECK_FALSE(has(rules, "4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
  CHECK(has(rules, "4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1", "e1c1"));
  CHECK_FALSE(has(rules, "4k3/8/8/6r1/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
  CHECK_FALSE(has(rules, "4k3/8/8/8/8/8/7p/R3K2R w KQ - 0 1", "e1g1"));
  // The rook may pass an attacked square, be attacked itself; nothing may stand on b1.
  CHECK(has(rules, "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"));
  CHECK(has(rules, "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"));
  CHECK_FALSE(has(rules, "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1"));
  CHECK_FALSE(has(rules, "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "e1c1"));

  games::chess::Position p = at(rules, both);
  play(rules, p, "e1c1");
  CHECK(rules.position_text(p) == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
  play(rules, p, "O-O");
  CHECK(rules.position_text(p) == "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");

  // Rights go with the king, with the rook, and with a captured rook, both sides at once.
  p = at(rules, both);
  play(rules, p, "a1a8");
  CHECK(rules.position_text(p) == "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
  p = at(rules, both);
  play(rules, p, "h1g1 e8e7");
  CHECK(rules.position_text(p) == "r6r/4k3/8/8/8/8/8/R3K1R1 w Q - 2 2");
  // A rook that comes home does not bring the right back.
  play(rules, p, "g1h1 e7e8");
  CHECK(rules.position_text(p) == "r3k2r/8/8/8/8/8/8/R3K2R w Q - 4 3");
  // A knight's promotion that captures the rook.
  p = at(rules, "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1");
  play(rules, p, "b7a8n");
  CHECK(rules.position_text(p) == "N3k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST_CASE("chess: en passant (FIDE 3.7)") {
  const Rules rules;
  games::chess::Position p = rules.initial();
  play(rules, p, "e4 a6 e5 d5");
  CHECK(rules.position_text(p) == "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
  games::chess::Position later = p;
  play(rules, p, "exd6");
  CHECK(rules.position_text(p) == "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
  play(rules, later, "h3 h6");
  CHECK_FALSE(rules.parse_move(later, "exd6").ok());
  // The square is recorded only if the capture is legal: no pawn beside it, ...
  p = rules.initial();
  play(rules, p, "e4");
  CHECK(rules.position_text(p) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  // ... two pawns leave the king's rank at once, ...
  p = at(rules, "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1");
  play(rules, p, "e4");
  CHECK(rules.position_text(p) == "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
  CHECK_FALSE(has(rules, "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "d4e3"));
  // ... the captured pawn shields the king on a diagonal, ...
  CHECK_FALSE(has(rules, "8/7k/8/8/3pP3/8/2B5/4K3 b - e3 0 1", "d4e3"));
  // ... or the capturing pawn is pinned on a file or diagonal.
  CHECK_FALSE(has(rules, "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "d4e3"));
  CHECK_FALSE(has(rules, "8/8/1k6/8/3pP3/8/5B2/4K3 b - e3 0 1", "d4d3"));
  // Along its own diagonal a pinned pawn may capture.
  CHECK(has(rules, "8/8/1k6/8/3pP3/8/5B2/4K3 b - e3 0 1", "d4e3"));
  // Of two capturers one is pinned.
  CHECK(has(rules, "3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", "f4e3"));
  CHECK_FALSE(has(rules, "3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", "d4e3"));
  // The double step gives check; capturing it en passant is one of the answers.
  CHECK(has(rules, "8/8/8/3k4/3pP3/8/8/6K1 b - e3 0 1", "d4e3"));
  CHECK_FALSE(has(rules, "8/8/8/3k4/3pP3/8/8/6K1 b - e3 0 1", "d4d3"));
  // A double step uncovers a check: the capture would not stop it.
  CHECK_FALSE(has(rules, "8/8/k7/8/3pP3/8/8/4KB2 b - e3 0 1", "d4e3"));
}

TEST_CASE("chess: check, pins and promotion") {
  const Rules rules;
  // Double check: only the king moves.
  for (const auto& text : all(rules, "4k3/8/5N2/8/8/q7/4R3/4K3 b - - 0 1")) CHECK(text.starts_with("e8"));
  // A single check: interpose or step away.
  CHECK(all(rules, "4k3/8/8/8/4r3/8/3P4/R2QKB2 w - - 0 1") == Texts{"d1e2", "e1f2", "f1e2"});
  // A pinned rook moves along its line; a pinned knight not at all.
  CHECK(has(rules, "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e8"));
  CHECK_FALSE(has(rules, "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2"));
  CHECK_FALSE(has(rules, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3"));
  // The king does not step back along the line of check, nor capture a guarded piece.
  CHECK(all(rules, "7k/8/8/8/8/8/1r6/r1K5 w - - 0 1") == Texts{"c1b2"});
  CHECK(all(rules, "8/8/8/8/8/2k5/1r6/r1K5 w - - 0 1") == Texts{});
  CHECK_FALSE(has(rules, "4k3/8/8/8/4r3/8/8/3K4 w - - 0 1", "d1e1"));
  CHECK_FALSE(has(rules, "k3r3/8/8/8/4K3/8/8/8 w - - 0 1", "e4e3"));
  // Promotion: four moves a target, also when it stops a check or captures, and none off a pin.
  CHECK(all(rules, "8/P6k/8/8/8/8/8/K7 w - - 0 1") ==
        Texts{"a1a2", "a1b1", "a1b2", "a7a8b", "a7a8n", "a7a8q", "a7a8r"});
  CHECK(all(rules, "K1r4k/1P6/2n5/8/8/8/8/8 w - - 0 1") ==
        Texts{"b7b8b", "b7b8n", "b7b8q", "b7b8r", "b7c8b", "b7c8n", "b7c8q", "b7c8r"});
  CHECK_FALSE(has(rules, "1n5k/K1P4r/8/8/8/8/8/8 w - - 0 1", "c7c8q"));
  CHECK(has(rules, "3r3k/K1P4n/8/8/8/8/8/8 w - - 0 1", "c7d8q"));
}

TEST_CASE("chess: checkmate and stalemate (FIDE 5.1, 5.2.1)") {
  const Rules rules;
  games::chess::Position p = rules.initial();
  CHECK(play(rules, p, "f3 e5 g4 Qh4#") == win_for(1));
  CHECK(legal_texts(rules, p).empty());
  p = rules.initial();
  CHECK(play(rules, p, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#") == win_for(0));
  // The shortest stalemate known, by S. Loyd, ten moves.
  p = rules.initial();
  CHECK(play(rules, p, "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6") ==
        GameStatus::kDraw);
  CHECK(at(rules, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").status == GameStatus::kDraw);
  CHECK(at(rules, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").status == win_for(0));
}

TEST_CASE("chess: dead positions (FIDE 5.2.2)") {
  const Rules rules;
  const Rules none({.draws = false});
  for (const char* fen : {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
                          "4k3/8/8/8/8/8/8/4KB2 b - - 0 1", "4kn2/8/8/8/8/8/8/4K3 w - - 0 1"}) {
    CHECK(at(rules, fen).status == GameStatus::kDraw);
    CHECK(at(none, fen).status == GameStatus::kOngoing);
  }
  for (const char* fen : {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
                          "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
                          "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"}) {
    CHECK(at(rules, fen).status == GameStatus::kOngoing);
  }
  games::chess::Position p = at(rules, "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
  CHECK(p.status == GameStatus::kDraw);  // stalemate
  p = at(rules, "8/8/8/8/8/8/4pk2/2K5 b - - 0 1");
  CHECK(play(rules, p, "e1=N") == GameStatus::kDraw);
  p = at(rules, "8/8/8/8/8/8/4pk2/2K5 b - - 0 1");
  CHECK(play(rules, p, "e1=R+") == GameStatus::kOngoing);
  p = at(rules, "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1");
  CHECK(play(rules, p, "Kxd2") == GameStatus::kDraw);
}

TEST_CASE("chess: fifty moves (FIDE 9.3), after checkmate (9.6.2)") {
  const Rules rules;
  games::chess::Position p = at(rules, "4k3/8/8/8/8/8/8/R3K3 w - - 98 90");
  CHECK(p.status == GameStatus::kOngoing);
  CHECK(play(rules, p, "a1a2") == GameStatus::kOngoing);
  CHECK(play(rules, p, "e8e7") == GameStatus::kDraw);
  p = at(rules, "4k3/8/8/8/8/8/P7/R3K3 w - - 99 90");
  CHECK(play(rules, p, "a2a3") == GameStatus::kOngoing);
  CHECK(p.clock == 0);
  p = at(rules, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90");
  CHECK(play(rules, p, "Ra8#") == win_for(0));
  CHECK(at(rules, "4k3/8/8/8/8/8/8/R3K3 w - - 100 90").status == GameStatus::kDraw);
  CHECK(at(Rules({.draws = false}), "4k3/8/8/8/8/8/8/R3K3 w - - 100 90").status == GameStatus::kOngoing);
}

TEST_CASE("chess: threefold repetition (FIDE 9.2)") {
  const Rules rules;
  const std::string shuffle = "Nf3 Nf6 Ng1 Ng8";
  games::chess::Position p = rules.initial();
  CHECK(play(rules, p, shuffle) == GameStatus::kOngoing);
  CHECK(rules.occurrences(p) == 1);
  CHECK(play(rules, p, "Nf3 Nf6 Ng1") == GameStatus::kOngoing);
  CHECK(rules.repeats(p, *rules.parse_move(p, "Ng8")));
  CHECK_FALSE(rules.repeats(p, *rules.parse_move(p, "Rg8")));
  CHECK_FALSE(rules.repeats(p, *rules.parse_move(p, "e5")));
  CHECK(play(rules, p, "Ng8") == GameStatus::kDraw);
  CHECK(rules.occurrences(p) == 2);
  games::chess::Position none = rules.initial();
  CHECK(play(Rules({.draws = false}), none, shuffle + ' ' + shuffle + ' ' + shuffle) == GameStatus::kOngoing);

  // Another side to move is another position.
  p = at(rules, "7k/8/8/8/8/8/R7/K7 w - - 0 1");
  play(rules, p, "a2b2 h8g8 b2c2 g8h8 c2a2 h8g8 a2b2 g8h8");
  CHECK(rules.occurrences(p) == 0);

  // Castling rights are part of the position: the first occurrence still had one more.
  p = at(rules, "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
  play(rules, p, "a1b1 h8g8 b1a1 g8h8");
  CHECK(rules.occurrences(p) == 0);
  play(rules, p, "a1b1 h8g8 b1a1 g8h8");
  CHECK(rules.occurrences(p) == 1);
  CHECK(p.status == GameStatus::kOngoing);
  CHECK(play(rules, p, "a1b1 h8g8") == GameStatus::kDraw);

  // So is a possible en passant capture, and only a possible one.
  p = at(rules, "4k2n/8/8/8/3p4/8/4P3/4K2N w - - 0 1");
  play(rules, p, "e2e4 h8g6 h1g3 g6h8 g3h1");
  CHECK(rules.occurrences(p) == 0);
  p = at(rules, "3k3n/8/8/8/3p4/8/4P3/3RK2N w - - 0 1");
  play(rules, p, "e2e4 h8g6 h1g3 g6h8 g3h1");
  CHECK(rules.occurrences(p) == 1);

  // A pawn move ends the history.
  p = rules.initial();
  play(rules, p, shuffle + " e4 e5 " + shuffle);
  CHECK(rules.occurrences(p) == 1);
}

TEST_CASE("chess: the ring forgets in step with the clock, and copies carry it") {
  const Rules rules({.draws = false});
  games::chess::Position p = at(rules, "7k/8/8/8/8/8/R7/K7 w - - 0 1");
  for (int i = 0; i < 60; ++i) play(rules, p, "a2b2 h8g8 b2a2 g8h8");
  CHECK(rules.occurrences(p) == games::chess::Position::kRing / 4);
  games::chess::Position copy;
  rules.copy(copy, p);
  CHECK(rules.occurrences(copy) == games::chess::Position::kRing / 4);
}

TEST_CASE("chess: captures, mates in one, parameters") {
  const Rules rules;
  std::vector<Move> moves(kMaxMoves);
  const auto texts = [&](const games::chess::Position& p, std::uint32_t n) {
    std::vector<std::string> out;
    for (std::uint32_t i = 0; i < n; ++i) out.push_back(rules.move_text(p, moves[i]));
    std::sort(out.begin(), out.end());
    return out;
  };
  games::chess::Position p = at(rules, "r3k3/1P6/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
  CHECK(texts(p, rules.captures(p, moves.data())) ==
        Texts{"a1a8", "b7a8b", "b7a8n", "b7a8q", "b7a8r", "b7b8b", "b7b8n", "b7b8q", "b7b8r", "e5d6"});
  p = at(rules, "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1");
  CHECK(texts(p, rules.winning_moves(p, moves.data())) == Texts{"a1a8"});
  p = at(rules, "3k4/8/8/8/8/8/2R1R3/R3K3 w Q - 0 1");
  CHECK(texts(p, rules.winning_moves(p, moves.data())) == Texts{"a1d1", "e1c1"});
  p = at(rules, "k7/2P5/1K6/8/8/8/8/8 w - - 0 1");
  CHECK(texts(p, rules.winning_moves(p, moves.data())) == Texts{"c7c8q", "c7c8r"});
  // Uncovering the rook.
  p = at(rules, "k7/2K5/B7/8/8/8/8/R7 w - - 0 1");
  CHECK(texts(p, rules.winning_moves(p, moves.data())) ==
        Texts{"a6b5", "a6b7", "a6c4", "a6c8", "a6d3", "a6e2", "a6f1"});

  const auto create = [](const char* name, const char* value) {
    const ParamText setting{name, value};
    const auto values = ParamValues::resolve(Chess::parameters(), {&setting, 1});
    REQUIRE(values.ok());
    const auto made = Chess::create(*values);
    REQUIRE(made.ok());
    return *made;
  };
  const auto traits = [](const auto& any) {
    if constexpr (requires { any.traits(); }) {
      return any.traits();
    } else {
      return std::visit([](const auto& r) { return r.traits(); }, any);
    }
  };
  CHECK(traits(create("draws", "none")).max_plies == kLongestGame);
  CHECK(traits(create("max_plies", "300")).max_plies == 300);
  const ParamText bad{"draws", "claimed"};
  CHECK_FALSE(ParamValues::resolve(Chess::parameters(), {&bad, 1}).ok());
}

TEST_CASE("chess: the ply cap draws, but not a checkmate") {
  const Rules rules({.max_plies = 4});
  games::chess::Position p = rules.initial();
  CHECK(play(rules, p, "f3 e5 g4") == GameStatus::kOngoing);
  games::chess::Position mate = p;
  CHECK(play(rules, mate, "Qh4#") == win_for(1));
  CHECK(play(rules, p, "d5") == GameStatus::kDraw);
}
