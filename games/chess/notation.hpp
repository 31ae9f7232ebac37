// Everything that is text or drawing: FEN, UCI and SAN moves, the diagram and the SVG picture. Not for hot
// paths; defined in fen.cpp, moves.cpp and svg.cpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/util/result.hpp"
#include "games/chess/piece_squares.hpp"
#include "games/chess/position.hpp"

namespace ludex::games::chess {

// With the fifty-move rule no game is longer: 96 pawn moves and 30 captures reset the clock, 8 of the
// captures are pawn moves too, for the pawns to pass each other, and at most 100 plies lie between. (K.
// Fabel's exact count, which sees that the players must take turns at it, is 5,898.5 moves.)
inline constexpr std::uint32_t kLongestGame = 11'800;

struct Options {
  bool draws = true;  // the immediate draws of rules.md; checkmate and stalemate end a game always
  std::uint32_t max_plies = kLongestGame;
  std::shared_ptr<const PieceSquares> piece_squares{};  // null: the tapered evaluation
};

[[nodiscard]] Position initial_position();

// Six fields, the en passant square only if a capture there is legal.
[[nodiscard]] std::string fen_text(const Position& p);
// Six fields, or the first four (clocks 0 and 1). Status is left kOngoing.
[[nodiscard]] Result<Position> parse_fen(std::string_view text, const Options& options);

// Long algebraic as in UCI: e2e4, e1g1, e7e8q.
[[nodiscard]] std::string uci_text(Move move);
// Short algebraic as in PGN: Nbd7, exd6, O-O, e8=Q+, Qxf7#.
[[nodiscard]] std::string san_text(const Position& p, Move move);
// Either. SAN may lack the check sign and may say more of the origin than necessary, but nothing untrue.
[[nodiscard]] Result<Move> parse_move(const Position& p, std::string_view text);

[[nodiscard]] std::string diagram_text(const Position& p);
[[nodiscard]] std::string svg_text(const Position& p, Move last);
[[nodiscard]] std::string svg_cells();

// Move classes: origin and target; promotions to less than a queen apart, by side, origin file, direction.
inline constexpr std::uint32_t kMoveClasses = 64 * 64 + 3 * 2 * 8 * 3;
[[nodiscard]] constexpr std::uint32_t move_class(Move move) noexcept {
  const std::uint32_t from = from_of(move);
  const std::uint32_t to = to_of(move);
  const PieceType promotion = promotion_of(move);
  if (promotion == kPawn || promotion == kQueen) return from * 64 + to;
  const std::uint32_t side = rank_of(to) == 7 ? 0 : 1;
  const std::uint32_t direction = 1 + file_of(to) - file_of(from);
  return 64 * 64 + (((promotion - kKnight) * 2 + side) * 8 + file_of(from)) * 3 + direction;
}

}  // namespace ludex::games::chess
