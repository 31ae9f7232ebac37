// Slides and shots as sets (games/lud/codegen/draw_code.cpp, games/lud/runtime/slides.hpp): lists, positions
// and playouts are the interpreter's on every board; where lines are no sets, they are not used.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/lud_passes.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

constexpr const char* kSlides = "slides as sets";
constexpr const char* kTakesNext = "(to if:(= (next) (who at:(to))) (apply (remove (to))))";

// One word, two and three, other neighbours, and lines of one site.
const std::vector<std::string> kSlideBoards{"(square 5)",  "(square 8)",        "(rectangle 3 7)",
                                            "(square 10)", "(rectangle 1 9)",   "(hex 5)",
                                            "(square 12)", "(tri 6) use:Vertex"};

const std::string kStones = R"((game "Stones" (players 2)
  (equipment {(board BOARD) (piece "Stone" Each GLIDE) (piece "Mark" Neutral)})
  (rules
    (start {(place "Stone1" (sites Bottom)) (place "Stone2" (sites Top))})
    (play PLAY)
    (end (if (or (no Moves Next) (> (count Moves) 70)) (result Mover Win))))))";

std::string stones(const std::string& board, const std::string& glide,
                   const std::string& play = "(forEach Piece)") {
  return filled(filled(filled(kStones, "BOARD", board), "GLIDE", glide), "PLAY", play);
}
// Stones glide, then mark a site in reach of the last one.
std::string marks(const std::string& board, const std::string& glide, const std::string& mark) {
  return stones(board, glide, "(if (= 0 (% (count Moves) 2)) (forEach Piece) " + mark + ")");
}

}  // namespace

TEST_CASE("lud slides: pieces that slide") {
  const std::vector<std::string> moves{
      "(move Slide Adjacent)",
      "(move Slide Orthogonal (between if:(or (is Empty (between)) (is In (between) (sites Left)))))",
      std::string("(move Slide ") + kTakesNext + ")",
      std::string("(move Slide Orthogonal (between if:(= 0 (what at:(between)))) ") + kTakesNext +
          " (then (if (is In (last To) (sites Right)) (moveAgain))))"};
  for (const std::string& each : moves) check_used(stones("(square 10)", each), kSlides);
  for (std::size_t k = 0; k < kSlideBoards.size(); ++k)
    check_used(stones(kSlideBoards[k], moves[k % moves.size()]), kSlides);
}

TEST_CASE("lud slides: beside other moves, in any order, and by pieces of one text") {
  const std::string step = "(move Step Orthogonal (to if:(= 0 (what at:(to)))))";
  const std::string slide = "(move Slide Diagonal)";
  for (const std::string& moves : {"(or " + step + " " + slide + ")", "(or {" + slide + " " + step + "})",
                                   "(if (is In (from) (sites Bottom)) " + step + " " + slide + ")"})
    for (const char* board : {"(square 5)", "(square 10)"})
      check_used(pieces(board, moves, "(forEach Piece)"), kSlides);
  std::string alike = pieces("(square 6)", slide, "(forEach Piece)");
  alike = filled(alike, "(piece \"King\" Each (move Step Adjacent (to if:(is Empty (to)))))",
                 "(piece \"King\" P1 " + slide + ") (piece \"King\" P2 " + slide + ")");
  CHECK(times(alike, kSlides) > 0);
  check_used(filled(alike, "(move Slide Diagonal)", "(move Slide Forward)"), kSlides);
}

TEST_CASE("lud slides: shots from the end of the last move") {
  for (const char* board : {"(square 5)", "(square 10)", "(hex 5)"})
    check_used(marks(board, "(move Slide (then (moveAgain)))", "(move Shoot (piece \"Mark0\"))"), kSlides);
  check_used(marks("(square 6)", "(move Slide Diagonal (then (moveAgain)))",
                   "(move Shoot (piece \"Mark0\") Orthogonal (between if:(not (is Next (who at:(between))))) "
                   "(to if:(is Empty (to))))"),
             kSlides);
}

TEST_CASE("lud slides: no sets where more decides") {
  const std::vector<std::string> moves{"(move Slide Orthogonal (between (max 2)))",
                                       "(move Slide Orthogonal (between if:(and (is Empty (between)) "
                                       "(!= (row of:(from)) (row of:(between))))))",
                                       "(move Slide Orthogonal (to if:(is Enemy (who at:(to))) "
                                       "(apply if:(is In (to) (sites Left)) (remove (to)))))",
                                       "(or (move Slide Orthogonal) (move Step N (to if:(is Empty (to)))))"};
  for (const std::string& each : moves) check_unused(pieces("(square 6)", each, "(forEach Piece)"), kSlides);
  // Whether a piece has a move is not known by where it stands.
  check_unused(pieces("(square 6)", "(move Slide Orthogonal)",
                      "(priority {(forEach Piece \"Man\") (forEach Piece \"King\")})"),
               kSlides);
  // Numbers neither grow nor fall along a circle.
  check_unused(stones("(concentric {1 6}) use:Vertex", "(move Slide Rotational)"), kSlides);
}

}  // namespace ludex::games::lud
