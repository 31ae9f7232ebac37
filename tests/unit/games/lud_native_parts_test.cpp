// Ludemes with code of their own: nothing is left to the interpreter, and lists, positions and playouts are
// its.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/lud_passes.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

// The whole description is written as C++, and plays as interpreted.
void check_native(const std::string& text) {
  CAPTURE(text);
  const auto description = description_of("t.lud", text, "");
  REQUIRE_MESSAGE(description->program != nullptr,
                  (description->problems.empty() ? "" : description->problems[0]));
  const auto made = codegen::generate(*description->program);
  std::string left;
  for (const Node* node : made.interpreted) left += node->tree->to_text() + "\n";
  CHECK(left == "");
  CHECK((compare_text("t", text, "", kSanitized ? 10 : 40, kSanitized ? 2 : 10) ||
         std::getenv("LUDEX_CXX") == nullptr));
}

std::string game(const std::string& equipment, const std::string& play, const std::string& end) {
  return "(game \"Parts\" (players 2) (equipment {" + equipment + "}) (rules (start {(place \"Chip1\" " +
         "(sites {1 2 4})) (place \"Chip2\" (sites {12 13 15}))}) (play " + play +
         ") (end (if (or (> (count Moves) " + "40) " + end + ") (result Mover Win)))))";
}
const std::string kBoard =
    "(board (square 4)) (piece \"Chip\" P1 (move Step All (to if:(is Empty (to))))) "
    "(piece \"Chip\" P2 (move Step Orthogonal (to if:(= 0 (what at:(to))))))";

}  // namespace

TEST_CASE("votes and proposals") {
  check_native(game(kBoard,
                    "(if (is Proposed \"Stop\") (or (move Vote \"Stop\") (move Vote \"Play\")) "
                    "(or (forEach Piece) (move Propose \"Stop\" (then (set Score Mover 1)))))",
                    "(is Decided \"Stop\")"));
  check_native(game(kBoard,
                    "(or (forEach Piece) (move Pass (then (vote \"Peace\" (then (set Score Mover 2))))))",
                    "(is Decided \"Peace\")"));
}

TEST_CASE("moves with the same sites that differ in what follows") {
  check_native(game(kBoard,
                    "(or {(move Select (from (sites Occupied by:(mover))) (then (moveAgain))) "
                    "(move Select (from (sites Occupied by:(mover))) (then (set Score Mover 3))) "
                    "(move Select (from (sites Occupied by:(mover))) (then (set Score Mover 3)))})",
                    "(= 3 (score P2))"));
}

TEST_CASE("positions that recur") {
  check_native(game(kBoard, "(forEach Piece)", "(is Cycle)"));
  check_native(game(kBoard, "(if (is Cycle) (move Pass) (do (forEach Piece) ifAfterwards:(not (is Cycle))))",
                    "(all Passed)"));
}

TEST_CASE("counts, hands and regions by number") {
  const std::string hands = kBoard + " (hand P1 size:2) (hand P2 size:3) (regions \"Rim\" (sites Outer))";
  check_native(game(
      hands,
      "(or (forEach Piece) (move (from (difference (sites Occupied by:(mover)) 5)) (to (sites Hand Mover) "
      "if:(is Empty Cell (to)))))",
      "(= 5 (+ (count in:(sites Hand P1)) (count in:(sites Hand P2))))"));
  check_native(
      game(hands,
           "(or (move (from (sites Occupied by:(mover) container:(mover))) (to (sites Empty))) "
           "(move (from (sites Occupied by:(mover) container:\"Board\")) (to (sites {(handSite Mover 1) "
           "(last To)}) if:(= 0 (count Cell at:(to))))))",
           "(< (count in:(sites Board)) (count Rows))"));
  check_native(
      game(hands, "(forEach Piece)",
           "(or (not (is Within (id \"Chip1\") in:(sites \"Rim\"))) (is Within (id \"Chip2\") in:(sites "
           "Hand Next)))"));
}

TEST_CASE("directions computed in play") {
  constexpr const char* kComputed = "lines in directions computed in play";
  const std::string jump =
      "(between if:(= (who at:(between)) (next)) (apply (remove (between)))) (to if:(= 0 (what at:(to))))";
  const auto with = [](const std::string& of_piece, const std::string& play) {
    return game("(board (square 5) use:Vertex) (piece \"Chip\" Each " + of_piece + ")", play,
                "(no Moves Next)");
  };
  const std::string step = "(move Step Adjacent (to if:(= 0 (what at:(to)))))";
  for (const char* ways :
       {"SameDirection", "(difference Orthogonal OppositeDirection)", "OppositeDirection",
        "(difference Adjacent (union SameDirection N))", "(directions Vertex from:(last From) to:(last To))"})
    check_used(
        with(step, "(or (forEach Piece) (move Hop (from (last To)) " + std::string(ways) + " " + jump + "))"),
        kComputed);
  check_used(
      with("(move Step Adjacent (to if:(= 0 (what at:(to)))) (then (directional (from (last To)) (directions "
           "Vertex from:(last From) to:(last To)) (to if:(= (who at:(to)) (next)) (apply (remove (to)))))))",
           "(forEach Piece)"),
      kComputed);
  // Known directions, and those of the facing of a piece.
  check_unused(with(step, "(or (forEach Piece) (move Hop (from (last To)) Diagonal " + jump + "))"),
               kComputed);
  check_unused(with("(move Hop Forwards " + jump + ")", "(or (forEach Piece) (move Pass))"), kComputed);
}

TEST_CASE("short hops by sets") {
  constexpr const char* kBySets = "hops of one length by sets";
  const auto with = [](const std::string& between, const std::string& to) {
    return game(
        "(board (square 5)) (piece \"Chip\" Each (or (move Step Adjacent (to if:(= 0 (what at:(to))))) "
        "(move Hop Adjacent " +
            between + " (to if:" + to + "))))",
        "(max Moves (forEach Piece))", "(no Moves Next)");
  };
  const std::string enemies = "if:(is Enemy (who at:(between)))";
  check_used(with("(between " + enemies + ")", "(= 0 (what at:(to)))"), kBySets);
  check_used(
      with("(between before:0 after:0 " + enemies + " (apply (remove (between))))", "(= 0 (what at:(to)))"),
      kBySets);
  check_unused(with("(between before:1 " + enemies + ")", "(= 0 (what at:(to)))"), kBySets);
  check_unused(with("(between " + enemies + ")", "(and (= 0 (what at:(to))) (< (between) (to)))"), kBySets);
}

TEST_CASE("states and values that are remembered") {
  check_native(
      game(kBoard,
           "(avoidStoredState (forEach Piece (then (if (is Even (count Moves)) (remember State) (and "
           "(set Score Mover 1) (remember State))))))",
           "(no Moves Next)"));
  check_native(
      game(kBoard,
           "(forEach Piece (then (and {(remember Value \"Been\" (last To)) (remember Value \"Left\" (sites "
           "Corners) unique:True) (if (is In (last To) (sites (values Remembered \"Been\"))) (forget Value "
           "\"Been\" (last To)))})))",
           "(< 9 (count Sites in:(sites (values Remembered \"Been\"))))"));
}

TEST_CASE("an effect after another") {
  check_native(
      game(kBoard,
           "(forEach Piece (then (do (set Var \"Here\" (last To)) next:(if (is Odd (var \"Here\")) (do "
           "(remove (last To)) next:(if (is Empty (var \"Here\")) (moveAgain)))))))",
           "(no Moves Next)"));
}

TEST_CASE("sites around, in sight, and along lines and tracks") {
  const std::string rim =
      "(board (square 4) (track \"Rim\" {0 1 2 3 7 11 15 14 13 12 8 4} loop:True)) (piece \"Chip\" Each)";
  for (const char* to :
       {"(sites Around (last To) Orthogonal if:(and (= 0 (what at:(to))) (!= 1 (count Steps "
        "Orthogonal (to) 0))))",
        "(sites Around (sites Occupied by:(next)) if:(is Empty (to)))",
        "(sites Around (union (sites Occupied by:(mover)) (sites Corners)) Empty includeSelf:False)",
        "(sites LineOfSight Farthest at:(last To))", "(sites LineOfSight Empty at:(last From) Diagonal)",
        "(sites Direction from:(last To) Adjacent stop:(is Occupied (to)) distance:2)",
        "(sites {(trackSite FirstSite \"Rim\" from:(last To) if:(= 0 (what at:(to))))})",
        "(difference (sites Track \"Rim\" from:(last To) to:14) (sites Occupied by:All))",
        "(intersection (sites Track) (sites Empty))"})
    check_native(game(rim,
                      "(or (move Add (to " + std::string(to) +
                          " if:(= 0 (what at:(to))))) (move Add (to (sites "
                          "Empty) if:(< 1 (count Steps Adjacent (to) (sites Occupied by:(next)))))))",
                      "(= 16 (count Pieces All))"));
}

}  // namespace ludex::games::lud
