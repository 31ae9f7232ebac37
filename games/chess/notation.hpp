// All texts and drawings: FEN, UCI and SAN moves, the diagram and the SVG picture. Not for hot paths; defined
// in fen.cpp, moves.cpp and svg.cpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/util/result.hpp"
#include "games/chess/piece_squares.hpp"
#include "games/chess/position.hpp"

namespace ludex::games::chess {

// The fifty-move rule bounds the length of a game: 96 pawn moves and 30 captures reset the clock, 8 of the
// captures are pawn moves too, for the pawns to pass each other, and at most 100 plies lie between. (K.
// Fabel's exact count, which considers that the players alternate, is 5,898.5 moves.)
inline constexpr std::uint32_t kLongestGame = 11'800;

// The Chess960 number of the usual starting position.
inline constexpr std::uint32_t kChessStart = 518;

struct Options {
  bool draws = true;  // the immediate draws of rules.md; checkmate and stalemate always end a game
  std::uint32_t max_plies = kLongestGame;
  std::shared_ptr<const PieceSquares> piece_squares{};  // null: the tapered evaluation
  bool any_file = false;                                // Chess960; set by the rules
  std::uint32_t start = kChessStart;                    // with any_file: Chess960 number, below 960
};

[[nodiscard]] Position initial_position(const Options& options = {});
// The pieces of White's first rank, a to h, for a number below 960 (R. Scharnagl's numbering).
[[nodiscard]] std::string chess960_rank(std::uint32_t number);

// Six fields, the en passant square only if a capture there is legal. Rights as KQkq; in Chess960 by the
// files of the rooks, as HAha (Shredder-FEN), which is never ambiguous.
[[nodiscard]] std::string fen_text(const Position& p);
// Six fields, or the first four or five (clocks 0 and 1), separated by blanks. Rights in any order, by side
// or by file (X-FEN, Shredder-FEN). Impossible rights and en passant squares are dropped, with a `warning`.
// Leaves the status at kOngoing.
[[nodiscard]] Result<Position> parse_fen(std::string_view text, const Options& options, std::string& warning);

// Long algebraic as in UCI: e2e4, e1g1, e7e8q; castling in Chess960: the king takes its rook, e1h1.
[[nodiscard]] std::string uci_text(Move move);
// Short algebraic as in PGN: Nbd7, exd6, O-O, e8=Q+, Qxf7#.
[[nodiscard]] std::string san_text(const Position& p, Move move);
// A legal move in any of these notations and their variants: see rules.md. Refused if it is illegal or
// ambiguous.
[[nodiscard]] Result<Move> parse_move(const Position& p, std::string_view text);

[[nodiscard]] std::string diagram_text(const Position& p);
[[nodiscard]] std::string svg_text(const Position& p, Move last);
[[nodiscard]] std::string svg_cells();

// Move classes: origin and target; underpromotions have their own, by side, origin file, direction.
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
