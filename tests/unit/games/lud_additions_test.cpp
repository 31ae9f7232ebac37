// Games whose moves only ever add a piece: playouts of generated code evaluate the end rules only where they
// may hold, and are the interpreter's.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/lud_passes.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

constexpr const char* kAdditions = "additions without a general ply";

// A game on a board, with the rules of its play and of its end.
std::string adding(const std::string& board, const std::string& end,
                   const std::string& play = "(play (move Add (to (sites Empty))))",
                   const std::string& more = "") {
  return "(game \"Pebbles\" (players 2) (equipment {(piece \"Pebble\" Each) (board " + board + ") " + more +
         "}) (rules " + play + " (end " + end + ")))";
}

const std::string kFull = "(if (is Full) (result P2 Win))";

}  // namespace

TEST_CASE("lud additions: rows, by shifts, by rows that are kept, as sets") {
  for (const char* board : {"(square 3)", "(square 6)", "(rectangle 4 9)", "(square 10)", "(hex 4)",
                            "(hex 6)", "(hex Triangle 6)"}) {
    if (kSanitized && board != std::string("(square 6)") && board != std::string("(hex 6)")) continue;
    for (const char* rule :
         {"(if (is Line 3) (result Mover Win))", "(if (is Line 4 exact:True) (result Next Win))",
          "(if (is Line 4) (result Next Loss)) (if (is Line 3) (result Next Win))"})
      check_used(adding(board, std::string("{") + rule + kFull + "}"), kAdditions);
  }
  for (const char* board : {"(square 6)", "(square 9)", "(hex 4)"})
    check_used(
        adding(
            board,
            "{(if (is Line 4 Orthogonal) (result Mover Win)) (if (is Line 3 Adjacent) (result Mover Loss))" +
                kFull + "}"),
        kAdditions);
  check_used(adding("(square 13)", "{(if (is Line 5 exact:True) (result Mover Win))" + kFull + "}"),
             kAdditions);
}

// A board that fills a word, with many rows through a site, and with sites without a row.
TEST_CASE("lud additions: rows of a full word") {
  for (const char* line : {"(is Line 4)", "(is Line 3 exact:True)", "(is Line 2 Orthogonal exact:True)",
                           "(is Line 6 Diagonal)", "(is Line 8 Diagonal)"})
    check_used(adding("(square 8)", std::string("{(if ") + line + " (result Mover Win))" + kFull + "}"),
               kAdditions);
}

TEST_CASE("lud additions: lists are the interpreter's, until the board is full") {
  for (const char* board : {"(square 3)", "(hex 5)", "(square 8)", "(rectangle 5 13)", "(square 12)"}) {
    for (const char* rules : {"", "(meta (swap)) "}) {
      CAPTURE(board);
      CAPTURE(rules);
      const auto description = description_of(
          "t", adding(board, "{" + kFull + "}", std::string(rules) + "(play (move Add (to (sites Empty))))"),
          "");
      REQUIRE(description->program != nullptr);
      const LudGame game(description, false);
      std::vector<std::byte> state(game.bytes());
      std::vector<Move> list(game.traits().max_moves);
      Rng rng = Rng::seeded(7);
      game.initial(state.data());
      while (!is_over(game.status(state.data()))) {
        const std::uint32_t count = game.legal_moves(state.data(), list.data());
        const std::vector<std::string> texts = game.plain_texts(state.data());
        REQUIRE(texts.size() == count);
        for (std::uint32_t k = 0; k < count; ++k) CHECK(game.plain_text(state.data(), list[k]) == texts[k]);
        game.apply(state.data(), list[rng.below(count)]);
      }
      std::vector<float> returns(2);
      game.returns(state.data(), returns.data());
      const Player winner = winner_of(game.status(state.data()));
      REQUIRE(winner < 2);
      CHECK(returns[winner] == 1);
      CHECK(returns[1 - winner] == -1);
    }
  }
}

TEST_CASE("lud additions: groups that touch regions, and loops") {
  for (const char* board : {"(hex 4)", "(hex 6)", "(square 5)", "(hex Triangle 7)"}) {
    const bool hexes = std::string(board).find("hex") != std::string::npos;
    check_used(adding(board, "{(if (is Connected 3 Sides) (result Mover Win))" + kFull + "}"), kAdditions);
    check_used(
        adding(board,
               "{(if (or (is Line 4) (is Connected 2 Corners)) (result Mover Win)) (if (no Moves Next) "
               "(result Mover Draw))}"),
        kAdditions);
    if (hexes)
      check_used(adding(board, "{(if (or {(is Loop) (is Connected 4 SidesNoCorners)}) (result Mover Win))" +
                                   kFull + "}"),
                 kAdditions);
  }
  const std::string sides =
      "(regions P2 {(sites Side S) (sites Side N)}) (regions P1 {(sites Side E) (sites Side W)})";
  const std::string play = "(play (move Add (to (sites Empty))))";
  for (const char* board : {"(hex Diamond 5)", "(square 4)"}) {
    check_used(adding(board, "{(if (is Connected Mover) (result Mover Win))" + kFull + "}", play, sides),
               kAdditions);
    // The second player may take the first player's piece.
    check_used(adding(board, "{(if (is Connected Mover) (result Mover Win))" + kFull + "}",
                      "(meta (swap)) " + play, sides),
               kAdditions);
  }
  check_used(adding("(square 5)",
                    "{(if (is Connected {(sites Top) (sites Bottom)}) (result Mover Win))" + kFull + "}"),
             kAdditions);
}

// Neighbours that are next to each other are of one group already: they are so in other ways on each board.
TEST_CASE("lud additions: groups on boards whose sites have many neighbours, or few") {
  for (const char* board :
       {"(hex Diamond 11)", "(hex Triangle 11)", "(tri Hexagon 4) use:Vertex",
        "(square 5 diagonals:Solid) use:Vertex", "(square 6 diagonals:Alternating) use:Vertex", "(square 11)",
        "(concentric {5 5}) use:Vertex"}) {
    if (kSanitized && board != std::string("(hex Diamond 11)")) continue;
    const std::string ends =
        "{(if (is Connected {(sites Top) (sites Bottom)}) (result Mover Win)) " + kFull + "}";
    check_used(adding(board, ends), kAdditions);
  }
}

TEST_CASE("lud additions: games where a general ply is needed") {
  const std::string rows = "{(if (is Line 3) (result Mover Win))" + kFull + "}";
  const std::string board = "(square 5)";
  // More than a piece is added, or not everywhere, or the turn goes on.
  check_unused(
      adding(board, rows,
             "(play (move Add (to (sites Empty Cell)) (then (if (= 0 (% (count Moves) 2)) (moveAgain)))))"),
      kAdditions);
  check_unused(adding(board, rows, "(play (move Add (to (sites Empty) if:(!= 12 (to)))))"), kAdditions);
  check_unused(adding(board, rows, "(play (move Add (piece (id \"Pebble\" Next)) (to (sites Empty))))"),
               kAdditions);
  // End rules that hold without an addition of their own, and those that say nothing of the last one.
  for (const char* rule :
       {"(if (= 9 (count Moves)) (result Mover Win))", "(if (not (is Line 2)) (result Next Win))",
        "(if (is Line 3 through:6) (result Mover Win))",
        "(if (or (is Line 4) (is Odd (count Moves))) (result Mover Win))"})
    check_unused(adding(board, std::string("{") + rule + kFull + "}"), kAdditions);
}

TEST_CASE("lud additions: a rule that asks for more than a row") {
  for (const char* rules :
       {"(if (and (is Line 3) (is Odd (count Moves))) (result Mover Win))",
        "(if (and (is Line 3) (= 2 (mover))) (result P2 Win)) (if (is Line 4) (result Mover Win))",
        "(if (and {(is Line 3 Orthogonal) (is Line 3 Diagonal)}) (result Mover Win))"})
    check_used(adding("(square 6)", std::string("{") + rules + kFull + "}"), kAdditions);
}

// Playouts keep groups and rows then, too.
TEST_CASE("lud additions: the turn goes on at times") {
  const std::string again =
      "(play (move Add (to (sites Empty Cell)) (then (if (= 0 (% (count Moves) 3)) (moveAgain)))))";
  check_unused(adding("(hex 5)", "{(if (is Connected 3 Sides) (result Mover Win))" + kFull + "}", again),
               kAdditions);
  check_unused(adding("(square 13)", "{(if (is Line 4) (result Mover Win))" + kFull + "}", again),
               kAdditions);
}

// Wherever it begins, and whoever is to move.
TEST_CASE("lud additions: playouts of positions in the middle of a game") {
  static_cast<void>(cache());
  for (const std::string& text :
       {adding("(square 6)", "{(if (is Line 4) (result Mover Win))" + kFull + "}"),
        adding("(hex 4)", "{(if (or (is Loop) (is Connected 3 Sides)) (result Mover Win))" + kFull + "}")}) {
    const auto description = description_of("t.lud", text, "");
    REQUIRE(description->program != nullptr);
    Pair pair(description, true);
    auto library = codegen::Library::load(codegen::source_of(*description->program));
    if (!library && library.error().find("there is no compiler") != std::string::npos) return;
    REQUIRE_MESSAGE(library.ok(), (library.ok() ? "" : library.error()));
    pair.fast.use(std::move(*library));
    const LudGame& plain = pair.plain;
    std::vector<std::byte> state(plain.bytes()), a, b;
    std::vector<Move> list(plain.traits().max_moves);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      CAPTURE(seed);
      Rng rng = Rng::seeded(seed);
      plain.initial(state.data());
      for (std::uint64_t ply = 0; ply < seed % 30 && !is_over(plain.status(state.data())); ++ply)
        plain.apply(state.data(), list[rng.below(plain.legal_moves(state.data(), list.data()))]);
      if (is_over(plain.status(state.data()))) continue;
      a = b = state;
      Rng other = rng;
      const PlayoutResult x = plain.playout(a.data(), rng, nullptr);
      const PlayoutResult y = pair.fast.playout(b.data(), other, nullptr);
      CHECK(x.plies == y.plies);
      CHECK(x.status == y.status);
      CHECK((rng.s0 == other.s0 && rng.s1 == other.s1));
      check_equal(plain, a, b);
    }
  }
}

}  // namespace ludex::games::lud
