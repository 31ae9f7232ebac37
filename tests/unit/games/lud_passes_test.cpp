// The rewritings of generated code (codegen::generate): on every board on which one is used, the lists,
// positions and playouts are the interpreter's; where its condition cannot be shown it is not used.
#include "tests/support/lud_passes.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

constexpr const char* kDraws = "draws from sets";
constexpr const char* kCapture =
    "(to if:(not (is Mover (who at:(to)))) (apply (if (is Next (who at:(to))) (remove (to)))))";
constexpr const char* kHop =
    "(move Hop Orthogonal (between if:(= (who at:(between)) (next)) (apply (remove (between)))) "
    "(to if:(= 0 (what at:(to)))))";
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

// A court of each player: who cannot save his queen from capture has lost.
const std::string kCourt = R"((game "Court" (players 2)
  (equipment {(board BOARD) (hand P1) (hand P2)
    (piece "Guard" P1 N GUARD) (piece "Guard" P2 S GUARD) (piece "Envoy" Each ENVOY) (piece "Queen" Each QUEEN)
    (map "Dungeon" {(pair 1 (handSite P2)) (pair 2 (handSite P1)) (pair 3 (handSite P2)) (pair 4 (handSite P1))})})
  (rules
    (start {(place "Guard1" (sites Row 1)) (place "Guard2" (sites Row ROW))
      (place "Envoy1" (intersection {(sites Left) (sites Bottom)})) (place "Envoy2" (intersection {(sites Right) (sites Top)}))
      (place "Queen1" (intersection {(sites Right) (sites Bottom)})) (place "Queen2" (intersection {(sites Left) (sites Top)}))})
    (play PLAY)
    (end {END (if (no Moves Next) (result Mover Win)) (if (> (count Moves) 70) (result P2 Win))}))))";
constexpr const char* kSafely =
    "(do (forEach Piece) ifAfterwards:(not (is Threatened (id \"Queen\" Mover))))";
constexpr const char* kTakes =
    "(to if:(not (is Mover (who at:(to)))) (apply (if (is Next (who at:(to))) (remove (to)))))";
constexpr const char* kTakesOnly = "(to if:(= (next) (who at:(to))) (apply (remove (to))))";

struct Court {
  std::string board = "(square 6)", row = "4";
  std::string guard =
      std::string("(or (move Step Forward (to if:(is Empty (to)))) (move Step (directions {FL FR}) ") +
      kTakesOnly + "))";
  std::string envoy = std::string("(or (move Slide Diagonal ") + kTakesOnly +
                      ") (move Leap {{F F R} {F F L}} " + kTakes + "))";
  std::string queen = std::string("(move Step Adjacent ") + kTakes + ")";
  std::string play = kSafely;
  std::string end = "(if (is Threatened (id \"Envoy\" Mover) at:(centrePoint)) (result Next Win))";

  [[nodiscard]] std::string text() const {
    std::string text = filled(filled(kCourt, "BOARD", board), "ROW", row);
    text = filled(filled(filled(text, "GUARD", guard), "ENVOY", envoy), "QUEEN", queen);
    return filled(filled(text, "PLAY", play), "END", end);
  }
};
constexpr const char* kAttacks = "attacks as sets";
constexpr const char* kSafety = "safety after a move by sets";
constexpr const char* kKept = "moves of the next ply kept";

}  // namespace

TEST_CASE("lud passes: attacks as sets") {
  struct Board {
    const char *board, *row;
  };
  for (const Board& each : {Board{"(square 6)", "4"}, Board{"(square 8)", "6"}, Board{"(rectangle 9 7)", "7"},
                            Board{"(square 10)", "8"}}) {
    Court court;
    court.board = each.board, court.row = each.row;
    check_used(court.text(), kAttacks);
  }
  Court more;
  // What ends on no enemy attacks nothing.
  more.guard =
      "(or {(move Hop Orthogonal (between if:(is Mover (who at:(between)))) (to if:(is Empty (to)))) "
      "(move Slide Orthogonal) (move Step Forward (to if:(= 0 (what at:(to)))))})";
  more.queen = std::string(
                   "(or (if (is In (from) (sites Bottom)) (move Step Diagonal (to if:(= 0 (what at:(to)))))) "
                   "(move Slide Adjacent ") +
               kTakesOnly + "))";
  check_used(more.text(), kAttacks);
}

TEST_CASE("lud passes: no attacks as sets where they depend on more") {
  const std::string capture = kTakesOnly;
  const std::vector<std::string> unknown{
      // Captures on the way, or at the end only under a condition that is not of the end.
      std::string(
          "(move Hop Orthogonal (between if:(= (who at:(between)) (next)) (apply (remove (between)))) "
          "(to if:(= 0 (what at:(to)))))"),
      std::string("(move Hop Orthogonal (between if:(is Mover (who at:(between)))) "
                  "(to if:(is Empty (to)) (apply if:(is Enemy (who at:(to))) (remove (to)))))"),
      "(move Hop Orthogonal (between if:(is Mover (who at:(between)))) " + capture + ")",
      "(move Step Orthogonal (to if:(and (is Enemy (who at:(to))) (is In (to) (sites Left))) (apply (remove (to)))))",
      "(if (= 0 (% (count Moves) 3)) (move Step Orthogonal " + capture + "))",
      "(move Slide Orthogonal (between (max 2) if:(is Empty (between))) " + capture + ")",
      std::string(
          "(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply if:(is In (from) (sites Bottom)) "
          "(remove (to)))))"),
      // A second capture elsewhere.
      std::string("(move Step Orthogonal (to if:(is Empty (to)) (apply (remove (ahead (to) N)))))")};
  for (const std::string& moves : unknown) {
    Court court;
    court.envoy = moves;
    check_unused(court.text(), kAttacks);
  }
  Court large;
  large.board = "(square 12)", large.row = "10";  // more than two words
  check_unused(large.text(), kAttacks);
}

TEST_CASE("lud passes: safety after a move by sets") {
  Court court;
  check_used(court.text(), kSafety);
  const std::string taken =
      "(apply (if (is Enemy (who at:(to))) (and (add (to (mapEntry \"Dungeon\" (what at:(to))))) (remove (to)))))";
  // Captures that fill the hand, pieces that come from it, promotions, states, turns that go on.
  Court hands;
  hands.envoy = "(or (move Slide Diagonal (to if:(is Enemy (who at:(to))) " + taken +
                ")) (move Step Orthogonal (to if:(not (is Mover (who at:(to)))) " + taken + ")))";
  hands.guard =
      "(or (move Step Forward (to if:(is Empty (to))) (then (if (is In (last To) (sites Top)) (promote (last To) "
      "(piece \"Envoy\") Mover)))) (move Step (directions {FL FR}) " +
      std::string(kTakesOnly) + " (then (set State at:(last To) 1))))";
  hands.play =
      "(do (or (forEach Piece) (move (from (handSite Mover 0)) (to (sites Empty Cell)))) "
      "ifAfterwards:(not (is Threatened (id \"Queen\" Mover))))";
  check_used(hands.text(), kSafety);
  Court again;
  again.queen = std::string("(move Step Adjacent ") + kTakes +
                " (then (if (is In (last To) (sites Left)) (moveAgain))))";
  again.end =
      "(if (not (can Move (do (or (forEach Piece \"Queen\" Next) (forEach Piece {\"Guard\" \"Envoy\"} Next)) ifAfterwards:(not (is Threatened (id \"Queen\" Next)))))) "
      "(result Mover Win))";
  check_used(again.text(), kSafety);
}

TEST_CASE("lud passes: no safety by sets where the piece or the question is another") {
  for (const char* condition :
       {"(is Threatened (id \"Queen\" Prev))", "(is Threatened (what at:(last To)))",
        "(is Threatened (id \"Queen\" Mover) at:(last To))",
        "(or (is Threatened (id \"Queen\" Mover)) (is Threatened (id \"Envoy\" Mover)))"}) {
    Court court;
    court.play = std::string("(do (forEach Piece) ifAfterwards:(not ") + condition + "))";
    check_unused(court.text(), kSafety);
  }
}

TEST_CASE("lud passes: the moves of the next ply are kept") {
  // Looks ahead after the list is known, in loops, and lists with moves that share their sites.
  Court court;
  check_used(court.text(), kKept);
  Court later;
  later.end =
      "(if (and (no Moves Next) (is Threatened (id \"Queen\" Next))) (result Mover Win)) "
      "(if (and (< 3 (count Moves)) (not (can Move (forEach Piece \"Guard\" Next)))) (result Next Win)) "
      "(forEach Player if:(= 0 (count Pieces Player)) (result Player Loss))";
  check_used(later.text(), kKept);
  const std::string step = "(move Step Adjacent (to if:(is Empty (to))))";
  check_used(
      pieces(
          "(square 5)",
          "(or " + step +
              " (if (is In (from) (sites Left)) (move Step Adjacent (to if:(is Empty (to))) (then (set Score Mover 1)))))",
          "(forEach Piece)"),
      kKept);
  check_used(
      pieces(
          "(square 5)",
          "(move Step Adjacent (to if:(is Empty (to))) (then (if (is In (last To) (sites Left)) (moveAgain))))",
          "(if (is Prev Mover) (forEach Piece \"Man\") (forEach Piece))"),
      kKept);
  // These differ from the end of a ply to the list of the next.
  for (const char* condition : {"(= 0 (% (count Turns) 2))", "(all Passed)", "(< (counter) 9)"})
    check_unused(pieces("(square 5)", step,
                        std::string("(if ") + condition + " (forEach Piece) (forEach Piece \"King\"))"),
                 kKept);
}

TEST_CASE("lud passes: lists whose moves differ in their sites") {
  constexpr const char* kDistinct = "no two moves share their sites";
  const std::string step = "(move Step Orthogonal (to if:(= 0 (what at:(to)))))";
  const std::string hop =
      "(move Hop Diagonal (between (exact (% (count Sites in:(sites Occupied by:Mover)) 3))) "
      "(to if:(= 0 (what at:(to)))))";
  const std::string slide = "(move Slide Diagonal)";
  for (const std::string& moves :
       {"(or " + step + " " + hop + ")", "(or {" + step + " (move Leap {{F F R} {F F L}} " + kTakes + ")})",
        "(if (is In (from) (sites Left)) " + step + " (or " + slide + " " + step + "))"})
    for (const std::string& board : kBoards) check_used(pieces(board, moves, "(forEach Piece)"), kDistinct);
  check_used(Court().text(), kDistinct);
  for (const std::string& moves :
       {"(or " + step + " (move Step Adjacent (to if:(= 0 (what at:(to))))))",
        "(or " + hop + " " + slide + ")",
        std::string("(move Hop Orthogonal (between (max 3)) (to if:(= 0 (what at:(to)))))"),
        "(forEach Piece \"King\" " + step + ")"})
    check_unused(pieces("(square 6)", moves, "(forEach Piece)"), kDistinct);
  check_unused(
      pieces("(square 6)", step,
             "(or (forEach Piece \"Man\") (forEach Piece (move Step E (to if:(= 0 (what at:(to)))))))"),
      kDistinct);
}

TEST_CASE("functions that differ only in names of variables are written once") {
  // Both kinds of pieces look at the same sites, with variables of their own.
  const std::string move =
      "(move Add (piece \"Man1\") (to (intersection (sites Empty) (sites Bottom)) if:(is Empty (to))))";
  std::string text = filled(
      pieces("(square 5)", move, "(or (forEach Piece) (forEach Piece \"King\" " + move + "))"), "KING", move);
  const auto description = description_of("t.lud", text, "");
  REQUIRE(description->program != nullptr);
  const std::string source = codegen::generate(*description->program).source;
  int functions = 0;
  for (std::size_t at = source.find("void of_piece"); at != std::string::npos;
       at = source.find("void of_piece", at + 1))
    ++functions;
  CHECK(functions == 2);  // of men and kings
  check_used(text, kKept);
}

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
                    "(if (= 0 (% (count Moves) 3)) (forEach Piece (move Slide Orthogonal (between (max 2)))) "
                    "(forEach Piece))"),
             kDraws);
}

// Lines of small boards are compared in playouts, too; where they are many, playouts keep rows.
TEST_CASE("lud passes: lines as sets") {
  const std::string text =
      R"((game "Rows" (players 2) (equipment {(piece "Coin" Each) (board BOARD)})
    (rules (play (move Add (to (sites Empty Cell))))
      (end {(if (is Line LENGTH) (result Next Loss)) (if (is Full) (result P1 Draw))}))))";
  constexpr const char* kLines = "lines as sets";
  check_used(filled(filled(text, "BOARD", "(square 3)"), "LENGTH", "3"), kLines);
  check_used(filled(filled(text, "BOARD", "(square 5)"), "LENGTH", "4 exact:True"), kLines);
  check_used(filled(filled(text, "BOARD", "(hex 4)"), "LENGTH", "4"), kLines);
  check_used(filled(filled(text, "BOARD", "(square 9)"), "LENGTH", "5"), kLines);
  check_unused(filled(filled(text, "BOARD", "(square 13)"), "LENGTH", "5"), kLines);
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
  check_unused(pieces("(square 5)", "(or " + step + " " + step + ")", "(forEach Piece)"), kDraws);
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
