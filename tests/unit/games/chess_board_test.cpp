// The layers below the rules: slider attacks in both ways, selection of set members, incremental fields.
#include <vector>

#include <doctest/doctest.h>

#include "games/chess/chess.hpp"
#include "tests/support/game_contract.hpp"

using namespace ludex;
using namespace ludex::games::chess;
using namespace ludex::tests;

namespace {

Bitboard walk(Square s, Bitboard occupied, bool diagonal) {
  Bitboard attacked = 0;
  for (int dx = -1; dx <= 1; ++dx) {
    for (int dy = -1; dy <= 1; ++dy) {
      if ((dx == 0 && dy == 0) || (dx != 0 && dy != 0) != diagonal) continue;
      int x = static_cast<int>(file_of(s)) + dx, y = static_cast<int>(rank_of(s)) + dy;
      for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
        const Bitboard b = bit(static_cast<Square>(8 * y + x));
        attacked |= b;
        if ((occupied & b) != 0) break;
      }
    }
  }
  return attacked;
}

template <class Sliders>
void check_sliders() {
  Rng rng = Rng::seeded(8);
  for (std::uint32_t i = 0; i < samples(20'000); ++i) {
    // From crowded to nearly empty boards.
    Bitboard occupied = rng.next();
    for (std::uint32_t thin = i % 4; thin > 0; --thin) occupied &= rng.next();
    for (Square s = 0; s < 64; ++s) {
      REQUIRE(Sliders::rook(s, occupied) == walk(s, occupied, false));
      REQUIRE(Sliders::bishop(s, occupied) == walk(s, occupied, true));
    }
    for (std::uint32_t n = 0; n < count(occupied); ++n) {
      const Square s = Sliders::select(occupied, n);
      REQUIRE((occupied & bit(s)) != 0);
      REQUIRE(count(occupied & (bit(s) - 1)) == n);
    }
  }
}

}  // namespace

TEST_CASE("chess: portable slider attacks") {
  check_sliders<Portable>();
}

#if defined(__BMI2__)
TEST_CASE("chess: slider attacks by PEXT") {
  check_sliders<Bmi2>();
}
TEST_CASE("chess: the two ways play the same playouts") {
  const ChessRules<Bmi2> a;
  const ChessRules<Portable> b;
  Rng first = Rng::seeded(9), second = first;
  for (std::uint32_t i = 0; i < samples(1'000); ++i) {
    games::chess::Position p = a.initial(), q = b.initial();
    const PlayoutResult x = a.playout(p, first, nullptr);
    const PlayoutResult y = b.playout(q, second, nullptr);
    REQUIRE(x.status == y.status);
    REQUIRE(x.plies == y.plies);
    REQUIRE(p.hash == q.hash);
  }
}
#endif

TEST_CASE("chess: geometry") {
  CHECK(kGeometry.between[square(0, 0)][square(7, 7)] == 0x0040201008040200ULL);
  CHECK(kGeometry.between[square(4, 0)][square(5, 0)] == 0);
  CHECK(kGeometry.between[square(4, 0)][square(5, 2)] == 0);
  CHECK(kGeometry.line[square(1, 1)][square(2, 2)] == 0x8040201008040201ULL);
  CHECK(kGeometry.line[square(4, 0)][square(5, 2)] == 0);
  CHECK(count(kGeometry.knight[square(0, 0)]) == 2);
  CHECK(count(kGeometry.knight[square(3, 3)]) == 8);
  CHECK(kGeometry.pawn[kWhite][square(0, 3)] == bit(square(1, 4)));
  CHECK(kGeometry.pawn[kBlack][square(7, 3)] == bit(square(6, 2)));
}

TEST_CASE("chess: hash, checkers, pins and move codes kept incrementally") {
  const ChessRules<Portable> rules;
  Rng rng = Rng::seeded(10);
  std::vector<Move> moves(kMaxMoves);
  games::chess::Position p = rules.initial();
  for (std::uint32_t i = 0; i < samples(100'000); ++i) {
    REQUIRE(p.hash == compute_hash(p));
    REQUIRE((p.color[0] & p.color[1]) == 0);
    Bitboard all = 0;
    for (const Bitboard b : p.type) {
      REQUIRE((all & b) == 0);
      all |= b;
    }
    REQUIRE(all == p.occupied());
    REQUIRE(p.checkers == attackers<Portable>(p, p.king(p.mover()), opponent(p.mover()), p.occupied()));
    const std::uint32_t n = rules.legal_moves(p, moves.data());
    if (n == 0) {
      p = rules.initial();
      continue;
    }
    // Different moves of a position have different classes.
    std::vector<std::uint32_t> classes;
    for (std::uint32_t k = 0; k < n; ++k) classes.push_back(rules.move_class(p, moves[k]));
    std::sort(classes.begin(), classes.end());
    REQUIRE(std::adjacent_find(classes.begin(), classes.end()) == classes.end());
    REQUIRE(classes.back() < kMoveClasses);
    const Move move = moves[rng.below(n)];
    const bool repeats = rules.repeats(p, move);
    const bool checks = gives_check<Portable>(p, move);
    rules.apply(p, move);
    REQUIRE(repeats == (rules.occurrences(p) > 0));
    REQUIRE(checks == (p.checkers != 0));
  }
}
