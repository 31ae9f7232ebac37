// The module's playouts against plain ones, and against naive games with the draw rules of the reference.
#include <cmath>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "games/chess/chess.hpp"
#include "tests/support/game_contract.hpp"

using namespace ludex;
using namespace ludex::games::chess;
using namespace ludex::tests;

namespace {

// Draws many first moves of playouts from a position: all legal moves, each equally often (chi-square).
void check_choice(const std::string& fen) {
  CAPTURE(fen);
  const ChessRules<Portable> rules;
  const auto start = rules.parse_position(fen);
  REQUIRE(start.ok());
  std::vector<Move> legal(kMaxMoves);
  legal.resize(rules.legal_moves(*start, legal.data()));
  const std::uint32_t games = samples(400) * static_cast<std::uint32_t>(legal.size());
  std::map<Move, double> seen;
  Rng rng = Rng::seeded(12);
  TracedMove first{};
  for (std::uint32_t i = 0; i < games; ++i) {
    games::chess::Position p;
    rules.copy(p, *start);
    p.ply = static_cast<std::uint16_t>(kLongestGame - 2 + (p.ply & 1U));  // a move or two are enough here
    PlayoutTrace trace{&first, 1, 0};
    rules.playout(p, rng, &trace);
    ++seen[first.move];
  }
  double chi2 = 0;
  for (const Move move : legal) {
    const double expected = static_cast<double>(games) / static_cast<double>(legal.size());
    chi2 += (seen[move] - expected) * (seen[move] - expected) / expected;
  }
  CHECK(seen.size() == legal.size());
  const auto freedom = static_cast<double>(legal.size() - 1);
  CHECK(chi2 < freedom + 5 * std::sqrt(2 * freedom) + 10);
}

}  // namespace

TEST_CASE("chess: playouts are distributed as plain random games") {
  check_playouts(ChessRules<Portable>(), samples(4'000), 21);
  check_playouts(ChessRules<Portable>({.draws = false, .max_plies = 200}), samples(2'000), 22);
#if defined(__BMI2__)
  check_playouts(ChessRules<Bmi2>(), samples(4'000), 23);
#endif
}

TEST_CASE("chess: move choice is uniform where many pseudo-legal moves are illegal") {
  for (const char* fen : {"4k3/4r3/8/8/1b6/2N5/4R3/4K3 w - - 0 1",      // pins on a file and a diagonal
                          "7k/8/8/8/8/r7/1r6/K7 w - - 0 1",             // one legal move, in check
                          "7k/8/8/8/8/6q1/8/5R1K w - - 0 1",            // a king that hardly moves
                          "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",       // castling
                          "4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1",         // castling forbidden on one side
                          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",  // pinned on a rank
                          "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",    // promotions by step and capture
                          "1n5k/K1P4r/8/8/8/8/8/8 w - - 0 1",           // pinned pawn before promotion
                          "4k3/8/8/2pPp3/8/8/8/4K3 w - e6 0 1",         // en passant
                          "3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1",  // en passant, one of two capturers pinned
                          "k7/8/8/8/7p/6r1/8/7K w - - 0 1",       // one safe square only
                          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}) {
    check_choice(fen);
  }
}

TEST_CASE("chess: playouts from a finished position do nothing; statistics are plausible") {
  const ChessRules<Portable> rules;
  Rng rng = Rng::seeded(13);
  auto mate = rules.parse_position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
  REQUIRE(mate.ok());
  CHECK(rules.playout(*mate, rng, nullptr).plies == 0);
  CHECK(rules.playout(*mate, rng, nullptr).status == win_for(0));

  // With Ludii's rules, which know neither repetition nor dead positions, 86.0 % of random games are drawn
  // and each side wins 7 % (10,000 games). Mates come before those draws, so the shares are close.
  double draws = 0, first = 0;
  const std::uint32_t games = samples(10'000);
  for (std::uint32_t i = 0; i < games; ++i) {
    games::chess::Position p = rules.initial();
    const PlayoutResult r = rules.playout(p, rng, nullptr);
    draws += r.status == GameStatus::kDraw;
    first += winner_of(r.status) == 0;
  }
  CHECK(draws / games == doctest::Approx(0.85).epsilon(kSanitized ? 0.06 : 0.03));
  CHECK(first / (games - draws) == doctest::Approx(0.5).epsilon(kSanitized ? 0.3 : 0.1));
}
