// Playouts of generated code draw a move from sets where the board is irregular, where moves wait for a test,
// and where a pass is among them: lists, positions and playouts are the interpreter's.
#include <string>

#include <doctest/doctest.h>

#include "tests/support/lud_passes.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

constexpr const char* kDraws = "draws from sets";
constexpr const char* kTable = "steps by a table";

// A cross of 33 points: no two rows have the same number of sites to the next.
const std::string kCross =
    "(remove (square 7 diagonals:Alternating) vertices:{0 1 5 6 7 8 12 13 35 36 40 41 42 43 47 48}) use:Vertex";

// Dogs surround a wolf, who jumps over them.
std::string hunt(const std::string& board, const std::string& wolf, const std::string& dog,
                 const std::string& play = "(forEach Piece)") {
  return "(define \"Eat\" (apply (remove (between)))) (game \"Hunt\" (players 2) (equipment {(board " +
         board + ") (piece \"Wolf\" P1 " + wolf + ") (piece \"Dog\" P2 " + dog +
         ")}) (rules (start {(place \"Wolf1\" (centrePoint)) (place \"Dog2\" (sites Bottom)) (place \"Dog2\" "
         "(sites Top))}) (play " +
         play +
         ") (end {(if (no Moves Next) (result Mover Win)) (if (< 60 (count Moves)) (result P2 Win))})))";
}

const std::string kStep = "(move Step (to if:(= 0 (what at:(to)))))";
const std::string kJump =
    "(move Hop (between if:(is Enemy (who at:(between))) (\"Eat\")) (to if:(= 0 (what at:(to)))))";

// Stones on points, which must have a free neighbour when they are laid, or be next to a friend.
std::string stones(const std::string& board, const std::string& play, const std::string& meta = "") {
  return "(game \"Stones\" (players 2) (equipment {(board " + board + ") (piece \"Stone\" Each)}) (rules " +
         meta + " (play " + play +
         ") (end {(if (is Line 4) (result Next Win)) (if (all Passed) (result Mover Draw)) (if (< 80 (count Moves)) "
         "(result P1 Win))})))";
}

// A stone takes those of the enemy north of it.
const std::string kLay =
    "(do (move Add (to (sites Empty)) (then (if (!= (mover) (who at:(ahead (last To) N))) (remove (ahead (last To) "
    "N))))) ifAfterwards:(< 0 (count Liberties at:(last To))))";

}  // namespace

TEST_CASE("lud draws: steps and jumps on a board too irregular for shifts") {
  check_used(hunt(kCross, kStep, kStep), kTable);
  const std::string text = hunt(kCross, "(or " + kJump + " " + kStep + ")", kStep);
  check_used(text, kTable);
  CHECK(times(text, kDraws) > 0);
  check_used(
      hunt(kCross, "(or " + kStep + " " + kJump + ")", "(move Step Orthogonal (to if:(!= 1 (who at:(to)))))"),
      kTable);
  // A regular board needs no table.
  check_not_used(hunt("(square 5 diagonals:Alternating) use:Vertex", kStep, kStep), kTable);
}

TEST_CASE("lud draws: captures along loops, of which two may lead to one piece") {
  constexpr const char* kLoops = "loops through a set";
  const auto game = [](const std::string& step, const std::string& passes, const std::string& play) {
    return "(game \"Loops\" (players 2) (equipment {(surakartaBoard (square 6)) (piece \"Pawn\" Each (or " +
           step + " (move Slide \"AllTracks\" (between if:" + passes +
           ") (to if:(is Enemy (who at:(to))) (apply if:False (remove (to)))))))}) (rules (start {(place \"Pawn1\" "
           "(sites Bottom)) (place \"Pawn2\" (union (sites Top) (sites {14 16})))}) (play " +
           play +
           ") (end {(if (no Moves Next) (result Mover Win)) (if (< 60 (count Moves)) (result P2 Win))})))";
  };
  const std::string quiet = "(or (= (from) (between)) (= 0 (what at:(between))))";
  const std::string empty = "(move Step (to if:(is Empty (to))))";
  check_used(game(empty, quiet, "(forEach Piece)"), kLoops);
  CHECK(times(game(empty, quiet, "(forEach Piece)"), kDraws) > 0);
  // A pass at times.
  check_used(game(empty, quiet, "(if (is Even (/ (count Moves) 7)) (forEach Piece) (move Pass))"), kDraws);
  // A step may be the same move as a slide.
  check_unused(game("(move Step (to if:(!= (mover) (who at:(to)))))", quiet, "(forEach Piece)"), kDraws);
  // It passes pieces of its own from the second site on.
  check_unused(game(empty, "(or (!= (between) (ahead (from) N)) (is Empty (between)))", "(forEach Piece)"),
               "none");
}

TEST_CASE("lud draws: hops over one piece on a board too irregular for shifts") {
  constexpr const char* kBits = "hops by the bits of a word";
  check_used(hunt(kCross, "(or " + kJump + " " + kStep + ")", kStep), kBits);
  check_used(hunt(kCross, "(or " + kStep + " " + kJump + ")", "(or " + kJump + " " + kStep + ")"), kBits);
  // No more than four lines from a site.
  check_used(
      hunt(kCross,
           "(or (move Hop Orthogonal (between if:(is Enemy (who at:(between))) (\"Eat\")) (to if:(= 0 (what "
           "at:(to))))) " +
               kStep + ")",
           kStep),
      kBits);
  // More sites than a word has.
  check_not_used(hunt("(merge (square 8) (shift 8 0 (square 4)))", "(or " + kJump + " " + kStep + ")", kStep),
                 kBits);
}

TEST_CASE("lud draws: pieces that leave the board, of which none may be left") {
  constexpr const char* kLeaving = "pieces that leave as a set";
  const auto game = [](const std::string& moves, const std::string& hand) {
    return "(game \"Exits\" (players 2) (equipment {" + hand + " (board (square 4))" +
           " (piece \"Cart\" P1 N " + moves + ") (piece \"Cart\" P2 N " + moves +
           ")}) (rules (start {(place \"Cart1\" {0 1 2}) (place \"Cart2\" {3 4 7})}) (play (forEach Piece)) (end {(if "
           "(no Pieces Mover) (result Mover Win)) (if (no Moves Next) (result Next Win)) (if (< 80 (count Moves)) "
           "(result P2 Win))})))";
  };
  const std::string step = "(move Step (directions {Forward Leftward Rightward}) (to if:(is Empty (to))))";
  const std::string leave = "(move Remove (from) (then (set Counter)))";
  for (const char* hand : {"", "(hand P1)"}) {
    check_used(game("(if (is In (from) (sites Top)) " + leave + " " + step + ")", hand), kLeaving);
    check_used(game("(if (is In (from) (sites Right)) (or " + leave + " " + step + ") " + step + ")", hand),
               kLeaving);
    check_used(game("(or " + step + " " + leave + ")", hand), kLeaving);
  }
  // It leaves at the end of the turn; another one leaves.
  check_not_used(game("(or " + step + " (move Remove (from) at:EndOfTurn))", ""), kLeaving);
  check_not_used(game("(or " + step + " (move Remove (ahead (from) N)))", ""), kLeaving);
}

TEST_CASE("lud draws: loops as words, on boards of every size that has such") {
  constexpr const char* kWords = "pieces next to arcs";
  const auto game = [](const std::string& size, const std::string& first, const std::string& second,
                       const std::string& moves) {
    return "(game \"Rings\" (players 2) (equipment {(surakartaBoard (square " + size +
           ")) (piece \"Ant\" Each " + moves + ")}) (rules (start {(place \"Ant1\" " + first +
           ") (place \"Ant2\" " + second +
           ")}) (play (forEach Piece)) (end {(if (no Moves Next) (result Mover Win)) (if (< 90 (count Moves)) "
           "(result P2 Win))})))";
  };
  const auto slide = [](const std::string& passes) {
    return "(move Slide \"AllTracks\" (between if:" + passes +
           ") (to if:(is Enemy (who at:(to))) (apply if:False (remove (to)))) (then (set Counter)))";
  };
  const std::string quiet = slide("(or (is Empty (between)) (= (between) (from)))");
  const std::string step = "(move Step (to if:(is Empty (to))))", both = "(or " + step + " " + quiet + ")";
  const std::string bottom = "(sites Bottom)", top = "(sites Top)";
  for (const char* size : {"4", "6", "8"}) {
    check_used(game(size, bottom, top, both), kWords);
    check_used(game(size, "(expand (sites Bottom))", "(expand (sites Top))", both), kWords);
    // A piece that passes itself where two lines of its loop cross.
    check_used(game(size, "(sites {5})", "(sites {2 6 11})", both), kWords);
  }
  // Slides before steps, and alone.
  check_used(game("6", bottom, top, "(or " + quiet + " " + step + ")"), kWords);
  check_used(game("6", "(expand (sites Bottom))", "(expand (sites Top))", quiet), kWords);
  // More loops than that; a piece that stops at itself.
  check_unused(game("10", bottom, top, both), kWords);
  check_unused(game("6", bottom, top, "(or " + step + " " + slide("(is Empty (between))") + ")"), kWords);
}

// Whether a piece has a jump or a slide at all is not known from where the pieces are.
TEST_CASE("lud draws: the first list with any moves, of pieces that may have none") {
  const std::string first = "(priority {(forEach Piece " + kJump + ") (forEach Piece " + kStep + ")})";
  check_unused(hunt(kCross, kStep, kStep, first), kDraws);
  const std::string leap =
      "(priority {(forEach Piece (move Hop Orthogonal (between (exact 2) if:(is Enemy (who at:(between)))) (to if:(= 0 "
      "(what at:(to)))))) (forEach Piece " +
      kStep + ")})";
  check_unused(hunt("(square 6)", kStep, kStep, leap), kDraws);
  check_unused(hunt("(square 6)", kStep, kStep,
                    "(priority {(forEach Piece (move Slide Rotational)) (forEach Piece " + kStep + ")})"),
               kDraws);
}

TEST_CASE("lud draws: moves that wait for a test, with a pass and without") {
  for (const char* board : {"(square 4) use:Vertex", "(square 5)", "(hex 3)"}) {
    for (const std::string& play : {kLay, "(or " + kLay + " (move Pass))", "(or (move Pass) " + kLay + ")"}) {
      check_used(stones(board, play), kDraws);
      check_used(stones(board, play, "(meta (no Repeat))"), kDraws);
      if (!kSanitized) check_used(stones(board, play, "(meta (no Repeat Situational))"), kDraws);
    }
  }
  // A pass that there is only at times, and one without any test.
  check_used(stones("(square 4)", "(or " + kLay + " (if (is Even (count Moves)) (move Pass)))"), kDraws);
  check_used(stones("(square 4)", "(or (move Add (to (sites Empty) if:(!= 5 (to)))) (move Pass))"), kDraws);
  check_used(stones("(square 4)", "(priority {(move Add (to (sites Empty) if:(!= 5 (to)))) (move Pass)})"),
             kDraws);
  // Two passes may be the same move.
  check_unused(
      stones("(square 4)", "(or {(move Add (to (sites Empty) if:(!= 5 (to)))) (move Pass) (move Pass)})"),
      kDraws);
}

TEST_CASE("lud draws: a piece that is laid has a liberty if a site next to it is empty") {
  constexpr const char* kOpen = "a liberty next to an addition";
  const auto lay = [](const std::string& condition, const std::string& effect, const std::string& more,
                      const std::string& holds) {
    return "(or (do (move Add (to (sites Empty)) (then (enclose (from (last To)) (directions {W N E S}) (between if:" +
           condition + " (apply " + effect + "))" + more + "))) ifAfterwards:" + holds + ") (move Pass))";
  };
  const std::string enemy = "(is Enemy (who at:(between)))", take = "(remove (between))";
  const std::string free = "(> (count Liberties Orthogonal) 0)";
  for (const char* board : {"(square 4) use:Vertex", "(square 9) use:Vertex", "(hex 3)"}) {
    check_used(stones(board, lay(enemy, take, "", free)), kOpen);
    check_used(
        stones(board, lay(enemy, "(and (addScore Mover 1) " + take + ")", "", free), "(meta (no Repeat))"),
        kOpen);
  }
  // Groups with a liberty are taken; other words, or another number; a piece is added besides.
  check_unused(stones("(square 4)", lay(enemy, take, " numException:1", free)), kOpen);
  check_unused(stones("(square 4)", lay("(is Next (who at:(between)))", take, "", free)), kOpen);
  check_unused(stones("(square 4)", lay(enemy, take, "", "(< 1 (count Liberties Orthogonal))")), kOpen);
  check_unused(stones("(square 4)", lay(enemy, "(add (to (between)))", "", free)), kOpen);
}

}  // namespace ludex::games::lud
