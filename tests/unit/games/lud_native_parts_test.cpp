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

}  // namespace ludex::games::lud
