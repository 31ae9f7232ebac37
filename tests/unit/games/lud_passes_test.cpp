// The rewritings of generated code (codegen::generate): on every board on which one is used, the lists,
// positions and playouts are the interpreter's; where its condition cannot be shown it is not used.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/lud_native.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

std::string filled(std::string text, const std::string& mark, const std::string& with) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + with.size()))
    text.replace(at, mark.size(), with);
  return text;
}

int times(const std::string& text, const char* pass) {
  const auto description = description_of("t.lud", text, "");
  CAPTURE(text);
  REQUIRE_MESSAGE(description->program != nullptr,
                  (description->problems.empty() ? "" : description->problems[0]));
  const auto passes = codegen::generate(*description->program).passes;
  const auto found = passes.find(pass);
  return found == passes.end() ? 0 : found->second;
}

// The pass is used, and changes nothing.
void check_used(const std::string& text, const char* pass) {
  CAPTURE(pass);
  CAPTURE(text);
  CHECK(times(text, pass) > 0);
  CHECK((compare_text("t", text, "", kSanitized ? 10 : 40, kSanitized ? 2 : 10) ||
         std::getenv("LUDEX_CXX") == nullptr));
}

const std::string kPieces = R"((game "Pieces" (players 2)
  (equipment {(board BOARD) (piece "Man" P1 N MOVES) (piece "Man" P2 S MOVES) (piece "King" Each KING)})
  (rules
    (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top)) (place "King1" 0)})
    (play PLAY)
    (end (if (or (no Moves Next) (> (count Moves) 60)) (result Mover Win))))))";

std::string pieces(const std::string& board, const std::string& moves, const std::string& play) {
  std::string text = filled(kPieces, "BOARD", board);
  text = filled(text, "PLAY", play);
  text = filled(text, "MOVES", moves);
  return filled(text, "KING", "(move Step Adjacent (to if:(is Empty (to))))");
}

constexpr const char* kDraws = "draws from sets";
constexpr const char* kCapture =
    "(to if:(not (is Mover (who at:(to)))) (apply (if (is Next (who at:(to))) (remove (to)))))";
constexpr const char* kHop =
    "(move Hop Orthogonal (between if:(= (who at:(between)) (next)) (apply (remove (between)))) "
    "(to if:(= 0 (what at:(to)))))";
// One word of a set, one that is full, and two.
const std::vector<std::string> kBoards{"(square 5)", "(square 8)", "(rectangle 4 9)", "(square 10)"};

const std::string kCustodial = R"((game "Custodial" (players 2)
  (equipment {(board (square SIDE)) (piece "Bead" P1) (piece "Bead" P2)})
  (rules
    (start {(place "Bead2" (sites {HIGH})) (place "Bead1" (sites {LOW}))})
    (play (forEach Site (sites Empty) (if (can Move CAPTURE) (move Add (to (site)) (then THEN)))))
    (end (if (or (> (count Moves) 90) (all Passed)) (result P1 Win))))))";
constexpr const char* kFlips =
    "(custodial (from FROM) (between if:(is Enemy (who at:(between))) "
    "(apply (promote (between) (piece \"Bead\") Mover))) (to if:(is Friend (who at:(to)))))";

std::string custodial(const std::string& side, const std::string& low, const std::string& high,
                      const std::string& capture) {
  std::string text = filled(filled(filled(kCustodial, "SIDE", side), "LOW", low), "HIGH", high);
  text = filled(filled(text, "CAPTURE", filled(capture, "FROM", "(site)")), "THEN",
                filled(capture, "FROM", "(last To)"));
  return text;
}

}  // namespace

TEST_CASE("lud passes: draws from sets") {
  const std::vector<std::string> moves{
      "(move Step (directions {FL FR Forward}) " + std::string(kCapture) + ")",
      "(move Leap {{F F R F} {F F L F}} forward:True " + std::string(kCapture) + ")",
      "(or (move Step Forward (to if:(= 0 (what at:(to))))) (move Step (directions {FL FR}) (to if:(= (next) (who "
      "at:(to))) (apply (remove (to))))))",
      "(if (is In (from) (sites Bottom)) (move Step (directions {FL FR}) (to if:(is Empty (to)))) (move Step Forward (to if:(= (what "
      "at:(to)) 0))))",
      std::string("(or ") + kHop +
          " (move Step Forward (to if:(and (!= 0 (column of:(to))) (is Empty (to))))))"};
  for (const std::string& board : kBoards)
    for (const std::string& each : moves) {
      if (kSanitized && board != kBoards[0] && board != kBoards[3]) continue;
      check_used(pieces(board, each, "(forEach Piece)"), kDraws);
    }
  const std::string step = "(move Step Forward (to if:(= (what at:(to)) 0)))";
  // The first list with any moves; a list that is no set under one condition.
  check_used(pieces("(square 6)", step,
                    std::string("(priority {(forEach Piece \"Man\" ") + kHop +
                        ") (or (forEach Piece \"Man\") (forEach "
                        "Piece \"King\"))})"),
             kDraws);
  check_used(pieces("(square 6)", step,
                    "(if (= 0 (% (count Moves) 3)) (forEach Piece (move Slide Orthogonal)) (forEach Piece))"),
             kDraws);
}

TEST_CASE("lud passes: additions on sets") {
  const std::string text =
      R"((game "Drops" (players 2) (equipment {(piece "Coin" Each) (board BOARD)})
    (rules (play (move Add (to (sites Empty Cell) if:(or (= 0 (row of:(to))) (is Occupied (ahead (to) S))))))
      (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}))))";
  for (const std::string& board : kBoards) check_used(filled(text, "BOARD", board), kDraws);
}

TEST_CASE("lud passes: no draws where two moves may share their sites") {
  const std::string step = "(move Step Adjacent (to if:(is Empty (to))))";
  CHECK(times(pieces("(square 5)", "(or " + step + " " + step + ")", "(forEach Piece)"), kDraws) == 0);
  // The condition depends on where the piece comes from.
  CHECK(times(pieces("(square 5)", "(move Step Adjacent (to if:(!= (row of:(from)) (row of:(to)))))",
                     "(forEach Piece)"),
              kDraws) == 0);
}

TEST_CASE("lud passes: custodial captures") {
  struct Board {
    const char *side, *low, *high;
  };
  for (const Board& board : {Board{"4", "6 9", "5 10"}, Board{"6", "15 20", "14 21"},
                             Board{"8", "28 35", "27 36"}, Board{"10", "44 55", "45 54"}}) {
    const std::string text = custodial(board.side, board.low, board.high, kFlips);
    check_used(text, "custodial captures as shifted sets");
    CHECK(times(text, "custodial captures by lines as sets") > 0);
    CHECK(times(text, kDraws) > 0);
    CHECK(times(text, "sites of a choice as a set") > 0);
  }
  // Captures of a certain length, and effects that may not act.
  const std::string ranged = filled(kFlips, "(between if", "(between (max 2) if");
  CHECK(times(custodial("6", "15 20", "14 21", ranged), "custodial captures as shifted sets") == 0);
  const std::string perhaps =
      filled(kFlips, "(apply (promote", "(apply if:(is In (between) (sites Left)) (promote");
  CHECK(times(custodial("6", "15 20", "14 21", perhaps), "custodial captures as shifted sets") == 0);
}

TEST_CASE("lud passes: hops of one length, and groups") {
  const std::string hop =
      "(move Hop (directions {DIRECTIONS}) (between (exact LENGTH) if:(not (is Next (who at:(between))))) "
      "(to if:(not (is Mover (who at:(to)))) (apply (if (is Next (who at:(to))) (remove (to))))))";
  for (const std::string& board : kBoards)
    for (const char* length : {"0", "1", "(% (count Moves) 3)"}) {
      if (kSanitized && board != kBoards[3]) continue;
      const std::string moves = filled(filled(hop, "DIRECTIONS", "N E S W NE"), "LENGTH", length);
      check_used(pieces(board, moves, "(forEach Piece)"), "hops of one length by sets");
    }
  const std::string text =
      filled(pieces("(square 10)", "(move Step Adjacent " + std::string(kCapture) + ")", "(forEach Piece)"),
             "(no Moves Next)",
             "(or (= 1 (count Groups if:(is Mover (who at:(to))))) (= 3 (count Groups if:(is Next "
             "(who at:(to))) min:2)))");
  check_used(text, "groups by sets of neighbours");
}

TEST_CASE("lud passes: looks ahead until one move passes") {
  const std::string step = "(move Step Adjacent " + std::string(kCapture) + ")";
  for (const char* board : {"(square 5)", "(square 9)"}) {
    const std::string text = filled(
        pieces(board, step, "(do (forEach Piece) ifAfterwards:(not (is Threatened (id \"King\" Mover))))"),
        "(no Moves Next)",
        "(not (can Move (do (or (forEach Piece Next) (move Add (piece \"Man2\") (to (sites Empty) if:(= 1 (row of:(to)))))) "
        "ifAfterwards:(not (is Threatened (id \"King\" Next))))))");
    check_used(text, "looks ahead until one move passes");
  }
}

}  // namespace ludex::games::lud
