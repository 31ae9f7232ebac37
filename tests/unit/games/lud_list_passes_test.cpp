// Rewritings of lists of moves: on every board on which one is used, the lists, positions and playouts are
// the interpreter's.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/lud_passes.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

constexpr const char* kHop =
    "(move Hop Orthogonal (between if:(= (who at:(between)) (next)) (apply (remove (between)))) "
    "(to if:(= 0 (what at:(to)))))";

TEST_CASE("lud passes: moves of any kind that differ in their sites") {
  constexpr const char* kDistinct = "no two moves share their sites";
  const std::string step = "(move Step Adjacent (to if:(= 0 (what at:(to)))))";
  const std::string hop = kHop, near = "(sites Around (from))";
  const std::string copy = "(move (from) (to " + near + " if:(= 0 (what at:(to)))) copy:True)";
  const std::string far =
      "(move (from (from)) (to (difference (union (expand origin:(from) steps:3) (sites Around (from))) (expand origin:(from) steps:2))))";
  const std::string ahead = "(move (from (from)) (to (ahead (ahead (from) N) N) if:(= (what at:(to)) 0)))";
  for (const std::string& moves :
       {"(or " + step +
            " (move Hop Adjacent (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))",
        "(or " + copy + " " + far + ")",
        "(or " + ahead + " (move Step Diagonal (to if:(= 0 (what at:(to))))))",
        "(or (move Remove (from)) " + step + ")"})
    check_used(pieces("(square 5)", moves, "(forEach Piece)"), kDistinct);
  for (
      const char* play :
      {"(or {(forEach Piece) (move Pass) (move Add (piece \"Man1\") (to (sites Corners) if:(is Empty (to))))})",
       "(if (= 0 (% (count Moves) 3)) (move Remove (sites Occupied by:Next)) (forEach Piece))",
       "(if (< (count Moves) 5) (move Select (from (sites Corners)) (then (remove (last To)))) (forEach Piece))",
       "(or (forEach Piece) (move Hop (from (last To)) (directions {N E}) (between if:(is Enemy (who at:(between)))) "
       "(to if:(= 0 (what at:(to))))))"})
    check_used(pieces("(square 5)", step, play), kDistinct);
  // Each piece lists them again.
  for (const char* again :
       {"(move Pass)", "(move Add (to (sites Corners) if:(is Empty (to))))",
        "(move Remove (sites Occupied by:Next))", "(move Promote (last To) (piece \"Man1\"))",
        "(move Step (from (last To)) Adjacent (to if:(is Empty (to))))"})
    check_not_used(pieces("(square 5)", std::string("(or ") + step + " " + again + ")", "(forEach Piece)"),
                   kDistinct);
  // Two parts that meet, and ends that depend on the position.
  for (const std::string& moves :
       {"(or " + copy + " (move (from) (to (expand origin:(from)) if:(= 0 (what at:(to))))))",
        "(or " + step + " (move (from) (to (sites Around (from) Empty))))"})
    check_not_used(pieces("(square 5)", moves, "(forEach Piece)"), kDistinct);
  check_not_used(
      pieces(
          "(square 5)", step,
          "(or (forEach Piece) (move Add (piece {\"Man1\" \"King1\"}) (to (sites Corners) if:(is Empty (to)))))"),
      kDistinct);
}

// Pieces in hands enter the board; a pawn that arrives may become a guard, or not.
const std::string kReserves = R"((game "Reserves" (players FACING)
  (equipment {(hand Each size:2)
    (piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))
      (then (if (is In (last To) (union (sites Top) (sites Bottom))) (moveAgain)))))
    (piece "Guard" Each (move Step Diagonal
      (to if:(not (is Mover (who at:(to)))) (apply (if (is Next (who at:(to))) (remove (to))))))) (board (square 5))})
  (rules
    (start {(place "Pawn1" (sites Top)) (place "Guard2" (sites Bottom))
      (place "Pawn1" (handSite P1) count:2) (place "Guard1" (handSite P1 1) count:1)
      (place "Guard2" (handSite P2) count:3)})
    (play (if (is Prev Mover)
      (or (move Promote (last To) PROMOTED) (move Pass))
      (or {
        (move (from Cell (sites Occupied by:(mover) container:"Hand" component:"FIRST")) (to (sites Empty) if:COLUMN))
        (move (from Cell (sites Occupied by:(mover) container:PLACE components:{"Guard"})) (to (sites Centre)))
        (forEach Piece)})))
    (end (if (or (> (count Moves) 70) (no Pieces Next)) (result Mover Win))))))";

std::string reserves(const char* first, const char* place, const char* promoted) {
  // No pawn of the mover stands in the column.
  const std::string pawns = "(sites Occupied by:(mover) container:\"Board\" component:\"Pawn\")";
  const std::string column = "(= (count Sites in:" + pawns + ") (count Sites in:(difference " + pawns +
                             " (sites Column (column of:(to))))))";
  std::string text = filled(kReserves, "FIRST", first);
  text = filled(text, "PLACE", place);
  text = filled(text, "FACING", "{(player S) (player N)}");
  text = filled(text, "PROMOTED", promoted);
  return filled(text, "COLUMN", column);
}

TEST_CASE("lud passes: moves from hands differ in their sites") {
  constexpr const char* kDistinct = "no two moves share their sites";
  check_used(reserves("Pawn", "\"Hand\"", "(piece \"Guard1\")"), kDistinct);
  CHECK(times(reserves("Pawn", "\"Hand\"", "(piece \"Guard1\")"), "counts compared by whether sets meet") >
        0);
  // An addition may be to a site of a hand, from which others move.
  check_not_used(filled(reserves("Pawn", "\"Hand\"", "(piece \"Guard1\")"), "(forEach Piece)",
                        "(forEach Piece) (move Add (piece \"Guard1\") (to (handSite P1 1)))"),
                 kDistinct);
  // The same pieces twice; pieces of the board; and two kinds to become.
  check_not_used(reserves("Guard", "\"Hand\"", "(piece \"Guard1\")"), kDistinct);
  check_not_used(reserves("Pawn", "\"Board\"", "(piece \"Guard1\")"), kDistinct);
  check_not_used(reserves("Pawn", "\"Hand\"", "(piece {\"Guard1\" \"Guard2\"})"), kDistinct);
}

TEST_CASE("lud passes: pieces of one kind, and those that may hop") {
  constexpr const char* kKind = "pieces of one kind as a set";
  constexpr const char* kMayHop = "pieces that may hop as a set";
  // Captures that are put off, the longest sequence of them, and steps if there is none.
  const std::string onto = "(to if:(= 0 (what at:(to))))";
  const std::string over = "(= (next) (who at:(between)))";
  const std::string take =
      "(move Hop (from) Diagonal (between if:(and " + over +
      " (not (is In (between) (sites ToClear)))) (apply if:True (remove (between) at:EndOfTurn))) " + onto +
      " (then (if (= 0 (% (count Moves) 4)) (moveAgain))))";
  const std::string step = "(move Step Adjacent (to if:(= 0 (what at:(to)))))";
  const std::string play = "(priority {(max Moves (or (forEach Piece \"Man\" " + take +
                           ") (forEach Piece \"King\" " + kHop + "))) (forEach Piece \"Man\" " + step +
                           ") (forEach Piece \"King\" " + step + ")})";
  for (const std::string& board : kBoards) {
    const std::string text = pieces(board, step, play);
    check_used(text, kKind);
    CHECK(times(text, kMayHop) == 2);
  }
  // Ends at any free site, hurdles of which nothing is known, and two kinds in one loop.
  const std::string far =
      "(move Hop Orthogonal (between if:(< (row of:(from)) (row of:(between)))) "
      "(to if:(= 0 (what at:(to)))))";
  check_used(pieces("(square 6)", far, "(or (forEach Piece \"Man\") (forEach Piece \"King\"))"), kMayHop);
  check_used(pieces("(square 6)", step, std::string("(or (forEach Piece ") + kHop + ") (forEach Piece))"),
             kMayHop);
  // A hurdle at a distance, a hop that is not from the piece, and a step.
  const std::string distant =
      "(move Hop Orthogonal (between before:2 if:(is Enemy (who at:(between)))) "
      "(to if:(= 0 (what at:(to)))))";
  const std::string elsewhere =
      "(or (move Hop (from (last To)) (directions {N E}) (between if:(is Enemy (who "
      "at:(between)))) (to if:(= 0 (what at:(to))))) " +
      step + ")";
  for (const std::string& moves : {distant, elsewhere, "(or " + std::string(kHop) + " " + step + ")"})
    check_not_used(
        pieces("(square 6)", moves, "(or (forEach Piece \"Man\") (forEach Piece \"King\" " + step + "))"),
        kMayHop);
}

}  // namespace
}  // namespace ludex::games::lud
