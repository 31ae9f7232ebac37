// Ludii's recorded random games: every list of legal moves and every result. Differences of its encoding,
// translated here: a promotion is a second sub-move ("59=11", site and piece); a player without a move
// passes; the fifty-move counter draws 100 plies after a capture, but 99 after a promotion (it is reset
// before the second sub-move); nothing is drawn by repetition or material.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/chess/chess.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/oracle.hpp"

using namespace ludex;
using namespace ludex::games::chess;
using namespace ludex::tests;

namespace {

std::string site_text(Move move) {
  return std::to_string(from_of(move)) + '-' + std::to_string(to_of(move));
}
// Components 3..12: rook, king, bishop, knight, queen, of each player in turn.
PieceType promoted(const std::string& sub_move) {
  const int component = std::stoi(sub_move.substr(sub_move.find('=') + 1));
  constexpr PieceType kTypes[] = {kRook, kKing, kBishop, kKnight, kQueen};
  return kTypes[(component - 3) / 2];
}

}  // namespace

TEST_CASE("chess: Ludii's games, every move list and result") {
  const auto path = oracle("ludii_traces/chess.txt.gz");
  if (!path) return;
  const ChessRules<Portable> rules({.draws = false});
  const auto games = read_ludii_trace(*path);
  REQUIRE(games.size() >= 10);
  std::uint32_t promotions = 0, stalemates = 0, by_clock = 0;
  std::vector<Move> legal(kMaxMoves);
  for (const TraceGame& game : games) {
    games::chess::Position p = rules.initial();
    Move last_irreversible = kNoMove;
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
      const TracePly& ply = game.plies[i];
      CAPTURE(i);
      CAPTURE(rules.position_text(p));
      if (ply.move == "pass") {
        // Stalemate: ours is over, theirs passes until the end.
        REQUIRE(p.status == GameStatus::kDraw);
        REQUIRE(ply.legal.size() == 1);
        continue;
      }
      REQUIRE(p.status == GameStatus::kOngoing);
      REQUIRE(static_cast<int>(rules.to_move(p)) + 1 == ply.mover);
      legal.resize(kMaxMoves);
      legal.resize(rules.legal_moves(p, legal.data()));
      std::vector<std::string> ours;
      for (const Move move : legal) ours.push_back(site_text(move));
      std::sort(ours.begin(), ours.end());
      ours.erase(std::unique(ours.begin(), ours.end()), ours.end());
      auto theirs = ply.legal;
      std::sort(theirs.begin(), theirs.end());
      REQUIRE(ours == theirs);

      PieceType promotion = kPawn;
      const Move any =
          *std::find_if(legal.begin(), legal.end(), [&](Move m) { return site_text(m) == ply.move; });
      if (promotion_of(any) != kPawn) {
        const TracePly& choice = game.plies.at(++i);
        REQUIRE(choice.mover == ply.mover);
        REQUIRE(choice.legal.size() == 4);
        std::vector<PieceType> offered;
        for (const auto& text : choice.legal) offered.push_back(promoted(text));
        std::sort(offered.begin(), offered.end());
        REQUIRE(offered == std::vector<PieceType>{kKnight, kBishop, kRook, kQueen});
        promotion = promoted(choice.move);
        ++promotions;
      }
      const auto played = std::find_if(legal.begin(), legal.end(), [&](Move m) {
        return site_text(m) == ply.move && promotion_of(m) == promotion;
      });
      REQUIRE(played != legal.end());
      rules.apply(p, *played);
      if (p.clock == 0) last_irreversible = *played;
    }
    CAPTURE(rules.position_text(p));
    if (game.winner != 0) {
      CHECK(p.status == win_for(static_cast<Player>(game.winner - 1)));
    } else if (p.status == GameStatus::kOngoing) {
      CHECK(p.clock == (promotion_of(last_irreversible) == kPawn ? 100 : 99));
      ++by_clock;
    } else {
      CHECK(p.status == GameStatus::kDraw);
      ++stalemates;
    }
  }
  CHECK(promotions > 10);
  MESSAGE(promotions << " promotions, " << by_clock << " games by clock, " << stalemates << " stalemates");
}
