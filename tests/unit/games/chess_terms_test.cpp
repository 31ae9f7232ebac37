// What the evaluation of chess knows of a position (games/chess/terms.hpp).
#include <array>
#include <map>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "games/chess/evaluation.hpp"
#include "games/chess/rules.hpp"
#include "games/chess/terms.hpp"
#include "tests/support/game_contract.hpp"

using namespace ludex;
using namespace ludex::games::chess;
using namespace ludex::tests;

namespace {

struct TermCount {
  template <Color us>
  void add(std::uint32_t term, int times) {
    REQUIRE(term < Term::kCount);
    REQUIRE(times >= 0);
    count[us][term] += times;
  }
  void add_mover(std::uint32_t term) {
    REQUIRE(term < Term::kCount);
    ++mover[term];
  }
  std::array<std::array<int, Term::kCount>, 2> count{};
  std::array<int, Term::kCount> mover{};
};

games::chess::Position position_of(const std::string& fen) {
  const auto p = ChessRules<Portable>().parse_position(fen);
  REQUIRE_MESSAGE(p, fen);
  return *p;
}
TermCount terms_of(const games::chess::Position& p) {
  TermCount terms;
  list_terms<Portable>(p, terms);
  return terms;
}

// The terms of the kind [first, first + size) that a side has, by their index in it.
using Found = std::map<std::uint32_t, int>;
Found found(const std::string& fen, Color us, std::uint32_t first, std::uint32_t size) {
  const TermCount terms = terms_of(position_of(fen));
  Found out;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (const int n = terms.count[us][first + i]; n != 0) out[i] = n;
  }
  return out;
}

TEST_CASE("terms of chess: pawns") {
  // c2 c3 doubled; e5 passed, isolated on a half open file; h2 g2 beside each other, held up by h3 alone.
  const std::string fen = "4k3/8/8/4P3/8/2P4p/2P3PP/4K3 w - - 0 1";
  CHECK(found(fen, kWhite, Term::kPassed, 8) == Found{{2, 1}, {4, 1}});
  CHECK(found(fen, kBlack, Term::kPassed, 8).empty());
  CHECK(found(fen, kWhite, Term::kDoubled, 1) == Found{{0, 1}});
  CHECK(found(fen, kWhite, Term::kIsolated, 2) == Found{{0, 3}, {1, 3}});
  CHECK(found(fen, kWhite, Term::kPhalanx, 8) == Found{{1, 2}});
  CHECK(found(fen, kWhite, Term::kSupported, 8).empty());
  CHECK(found(fen, kWhite, Term::kPassedFree, 8) == Found{{2, 1}});  // the king guards e7
  CHECK(found(fen, kWhite, Term::kPassedStep, 8) == Found{{2, 1}, {4, 1}});
  CHECK(found(fen, kWhite, Term::kPassedOwn, 8) == Found{{5, 2}});
  CHECK(found(fen, kWhite, Term::kPassedTheirs, 8) == Found{{2, 2}});
  // d3 can never be guarded, and d4 is black's; c4 e4 are guarded by d3, b5 takes c4's way.
  const std::string chain = "4k3/8/8/2p1p3/2P1P3/3P4/8/4K3 w - - 0 1";
  CHECK(found(chain, kWhite, Term::kBackward, 2) == Found{{0, 1}, {1, 1}});
  CHECK(found(chain, kWhite, Term::kSupported, 8) == Found{{3, 2}});
}

TEST_CASE("terms of chess: pieces") {
  const std::string fen = "r3k2r/1R3p2/8/3Np3/4P3/8/B1B2P2/4K2R b - - 0 1";
  CHECK(found(fen, kWhite, Term::kRookFile, 2) == Found{{0, 2}});
  CHECK(found(fen, kBlack, Term::kRookFile, 2) == Found{{0, 2}});
  CHECK(found(fen, kWhite, Term::kRookSeventh, 1) == Found{{0, 1}});
  CHECK(found(fen, kWhite, Term::kBishopPair, 1) == Found{{0, 1}});
  CHECK(found(fen, kWhite, Term::kBishopPawns, 1) == Found{{0, 2}});  // both on light squares, e4 is light
  CHECK(found(fen, kWhite, Term::kOutpost, 2) == Found{{0, 1}});
  CHECK(found(fen, kBlack, Term::kOutpost, 2).empty());
  CHECK(found("4k3/8/8/8/3P4/3N4/8/4K3 w - - 0 1", kWhite, Term::kSheltered, 1) == Found{{0, 1}});
  // A knight in the corner may go to two squares, of which a pawn watches one.
  CHECK(found("4k3/8/8/2p5/8/8/8/N3K3 w - - 0 1", kWhite, Term::kMobility, 28) == Found{{2, 1}});
  CHECK(found("4k3/8/8/8/2p5/8/8/N3K3 w - - 0 1", kWhite, Term::kMobility, 28) == Found{{1, 1}});
}

TEST_CASE("terms of chess: threats and kings") {
  // The pawn attacks rook and knight, the bishop the rook, which nobody guards.
  const std::string fen = "4k3/8/8/2r1n3/3P4/B7/8/4K3 w - - 0 1";
  CHECK(found(fen, kWhite, Term::kByPawn, 5) == Found{{1, 1}, {3, 1}});
  CHECK(found(fen, kWhite, Term::kByMinor, 5) == Found{{3, 1}});
  CHECK(found(fen, kWhite, Term::kLoose, 2) == Found{{1, 1}});
  CHECK(found("4k3/8/8/2n5/8/3P4/8/4K3 w - - 0 1", kWhite, Term::kByPush, 1) == Found{{0, 1}});
  // g1: pawns f2 g2 h3; black's h4 comes.
  const std::string castled = "4k3/8/8/8/7p/7P/5PP1/6K1 w - - 0 1";
  CHECK(found(castled, kWhite, Term::kShield, 8) == Found{{1, 1}});
  CHECK(found(castled, kWhite, Term::kShield + 8, 8) == Found{{1, 1}, {2, 1}});
  CHECK(found(castled, kWhite, Term::kStorm, 8) == Found{{7, 1}});
  CHECK(found(castled, kWhite, Term::kStorm + 8, 8) == Found{{3, 1}, {7, 1}});
  // A queen alone is a danger, a rook alone none; both give check where nobody guards.
  CHECK(found("6k1/8/8/8/8/8/8/3QK3 w - - 0 1", kWhite, Term::kCheck, 4) == Found{{3, 1}});
  CHECK(found("6k1/8/8/8/8/8/8/3RK3 w - - 0 1", kWhite, Term::kCheck, 4) == Found{{2, 1}});
  CHECK(found("6k1/8/7R/8/8/8/8/4K3 w - - 0 1", kWhite, Term::kDanger, 32) == Found{{0, 1}});
  CHECK(found("6k1/8/7Q/8/8/8/8/4K3 w - - 0 1", kWhite, Term::kDanger + 1, 31).size() == 1);
}

TEST_CASE("terms of chess: the evaluation is the sum of their weights") {
  const ChessRules<Portable> rules;
  Rng rng = Rng::seeded(31);
  std::array<Move, kMaxMoves> moves;
  for (std::uint32_t game = 0; game < samples(200); ++game) {
    games::chess::Position p = rules.initial();
    for (int ply = 0; ply < 80 && !is_over(p.status); ++ply) {
      const TermCount terms = terms_of(p);
      int middle = 0;
      int end = 0;
      for (std::uint32_t t = 0; t < Term::kCount; ++t) {
        const int times =
            terms.count[kWhite][t] - terms.count[kBlack][t] + (p.mover() == kWhite ? 1 : -1) * terms.mover[t];
        middle += times * detail::kWeights[t].middle();
        end += times * detail::kWeights[t].end();
      }
      const int left = pieces_left(p);
      const int white = (middle * left + end * (kAllPieces - left)) / kAllPieces;
      // The endings that have rules of their own are not met in 80 plies with most pieces on the board.
      if (left > 8) REQUIRE(rules.evaluate(p) == (p.mover() == kWhite ? white : -white));
      rules.apply(p, moves[rng.below(rules.legal_moves(p, moves.data()))]);
    }
  }
}

}  // namespace
