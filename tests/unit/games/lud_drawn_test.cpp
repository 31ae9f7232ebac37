// Playouts of the interpreter count moves, by sets where they can, and list only the one that is drawn: it is
// the move that a list of all would have at that place.
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/lud_native.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

std::shared_ptr<const Description> described(const std::string& text) {
  CAPTURE(text);
  auto description = description_of("t.lud", text, "");
  REQUIRE_MESSAGE(description->program != nullptr,
                  (description->problems.empty() ? "" : description->problems[0]));
  return description;
}

struct Played {
  std::vector<TracedMove> moves;
  Rng begun;
};
Played playout_of(const LudGame& game, std::uint64_t seed, std::vector<std::byte>& state) {
  Played played{std::vector<TracedMove>(2000), Rng::seeded(seed)};
  Rng rng = played.begun;
  PlayoutTrace trace{played.moves.data(), static_cast<std::uint32_t>(played.moves.size()), 0};
  game.initial(state.data());
  const PlayoutResult result = game.playout(state.data(), rng, &trace);
  CHECK(result.plies == trace.size);
  played.moves.resize(trace.size);
  return played;
}

// Each ply of a playout is the move that the list has at the number drawn, and so are those of a playout
// without a record of its moves.
void check_drawn(const std::string& text) {
  const auto description = described(text);
  CAPTURE(text);
  for (const bool duplicates : {false, true}) {
    const LudGame game(description, duplicates);
    std::vector<std::byte> state(game.bytes()), listed(game.bytes());
    std::vector<Move> moves(game.traits().max_moves);
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 3 : 12); ++seed) {
      const Played played = playout_of(game, seed, state);
      Rng rng = played.begun;
      game.initial(listed.data());
      for (const TracedMove& traced : played.moves) {
        const std::uint32_t count = game.legal_moves(listed.data(), moves.data());
        REQUIRE(moves[rng.below(count)] == traced.move);
        game.apply(listed.data(), traced.move);
      }
      CHECK(game.hash(listed.data()) == game.hash(state.data()));
      Rng again = played.begun;
      game.initial(listed.data());
      CHECK(game.playout(listed.data(), again, nullptr).plies == played.moves.size());
      CHECK(game.hash(listed.data()) == game.hash(state.data()));
    }
  }
}

// Where tests of moves wait, the moves drawn are legal.
void check_legal(const std::string& text) {
  const auto description = described(text);
  CAPTURE(text);
  const LudGame game(description, false);
  std::vector<std::byte> state(game.bytes()), listed(game.bytes());
  std::vector<Move> moves(game.traits().max_moves);
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 3 : 12); ++seed) {
    const Played played = playout_of(game, seed, state);
    game.initial(listed.data());
    for (const TracedMove& traced : played.moves) {
      const std::uint32_t count = game.legal_moves(listed.data(), moves.data());
      REQUIRE(std::count(moves.begin(), moves.begin() + count, traced.move) == 1);
      game.apply(listed.data(), traced.move);
    }
    CHECK(game.hash(listed.data()) == game.hash(state.data()));
  }
}

// Two rows of pieces, with these moves, and this list of moves.
std::string rows(const std::string& board, const std::string& moves, const std::string& play,
                 const std::string& meta = "") {
  return R"((game "Rows" (players 2)
  (equipment {(board )" +
         board + ") (piece \"Ant\" P1 N " + moves + ") (piece \"Ant\" P2 S " + moves +
         R"() (piece "Bee" Each (move Leap {{F F R F}} (to if:(not (is Mover (who at:(to))))
    (apply (if (is Next (who at:(to))) (remove (to)))))))})
  (rules )" +
         meta + R"( (start {(place "Ant1" (sites Bottom)) (place "Ant2" (sites Top)) (place "Bee1" 9)})
    (play )" +
         play + R"() (end (if (or (no Moves Next) (> (count Moves) 70)) (result Mover Win))))))";
}

// Pieces are put on an empty board: who makes three in a row loses, unless he makes four.
std::string put(const std::string& board, const std::string& play, const std::string& meta = "",
                const std::string& row = "") {
  return R"((game "Put" (players 2) (equipment {(board )" + board +
         R"() (piece "Ant" Each) (piece "Bee" Neutral)}) (rules )" + meta + "(play " + play +
         ") (end {(if (is Line 4 " + row + ") (result Mover Win)) (if (is Line 3 " + row +
         ") (result Mover Loss))})))";
}
constexpr const char* kPut = "(move Add (to (sites Empty)))";

const std::string kBoards[] = {"(square 5)", "(square 9)", "(hex 4)",
                               "(rectangle 4 7 diagonals:Alternating)"};
constexpr const char* kAll = "(forEach Piece)";
constexpr const char* kStep =
    "(move Step (directions {Forward FR FL}) (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) "
    "(apply (remove (to)))))";
constexpr const char* kJump =
    "(move Hop (from (from)) Orthogonal (between if:(is Enemy (who at:(between))) "
    "(apply (and (set Counter 3) (remove (between))))) (to if:(not (is Occupied (to)))))";
constexpr const char* kGlide =
    "(move Slide (to if:(is In (to) (sites Outer)) (apply if:(is Empty (to)) (remove (to)))))";

}  // namespace

TEST_CASE("drawn moves are those of a list: steps, hops, slides, leaps") {
  for (const std::string& board : kBoards) {
    for (const char* moves : {kStep, kJump, kGlide}) check_drawn(rows(board, moves, kAll));
    check_drawn(rows(board, std::string("(or ") + kStep + " " + kJump + ")", kAll));
    check_drawn(rows(board, std::string("(or {") + kGlide + " " + kJump + " " + kStep + "})", kAll));
  }
}

TEST_CASE("drawn moves are those of a list: moves that share their sites are compared") {
  const std::string twice =
      std::string("(or ") + kStep + " (move Step (to if:(is Empty (to))) (then (moveAgain))))";
  for (const std::string& board : kBoards) check_drawn(rows(board, twice, kAll));
}

TEST_CASE("drawn moves are those of a list: choices and parts") {
  for (const std::string& board : kBoards) {
    for (
        const char* play :
        {"(priority {(forEach Piece \"Bee\") (forEach Piece \"Ant\")})",
         "(if (is Even (count Moves)) (forEach Piece \"Ant\") (or (forEach Piece \"Bee\") (move Pass)))",
         "(or (forEach Piece (then (set Counter))) (move Add (piece \"Bee1\") (to (sites Empty) "
         "if:(is Related Adjacent (to) (last To)))))",
         "(forEach Site (sites Empty) (if (can Move (add (to (site)))) (move Add (to (site)))))",
         "(max Moves (forEach Piece))",
         "(move Select (from (difference (sites Occupied by:Mover) 9)) (then (moveAgain)))",
         "(move (from (difference (sites Occupied by:Mover) 9)) (to (sites Empty) if:(not (is In (to) (sites Outer)))))",
         "(move Remove (sites Occupied by:Next))", "(forEach Piece Next)"})
      check_drawn(rows(board, kStep, play));
    check_drawn(rows(board, kStep, kAll, "(meta (swap))"));
  }
}

TEST_CASE("drawn moves are those of a list: conditions that are sets, or of which parts are") {
  const char* const walks[] = {
      "(move Slide Orthogonal (between if:(and (is Empty (between)) (!= (between) 12))))",
      "(move Slide (between if:(is Empty (between))) "
      "(to if:(and (is Occupied (to)) (not (is Friend (who at:(to))))) "
      "(apply (remove (to)))))",
      "(move Step (to if:(or (is Empty (to)) (< (count Moves) (to)))))",
      "(move Hop All (between if:(and (is Enemy (who at:(between))) (is Even (between)))) "
      "(to if:(and (is Empty (to)) (> (+ (to) (from)) (count Turns)))))",
      "(move Hop (directions {N S E W}) "
      "(between (exact (- (count Sites in:(intersection (sites Column (column of:(from))) "
      "(sites Occupied by:All))) 1)) if:(not (is Enemy (who at:(between))))) "
      "(to if:(is Empty (to)) (apply (set Counter))))",
      "(move Select (from) "
      "(to (sites Around (from) Adjacent) if:(and (is Empty (to)) (is Even (+ (to) (count Moves))))) "
      "(then (fromTo (from (last From)) (to (last To)))))",
      "(move Select (from) "
      "(to (difference (sites Direction from:(from) Orthogonal) (sites Occupied by:All))) "
      "(then (fromTo (from (last From)) (to (last To)))))"};
  for (const std::string& board : kBoards) {
    for (const char* moves : walks) {
      check_drawn(rows(board, moves, kAll));
      check_drawn(rows(board, moves, "(max Moves (forEach Piece \"Ant\"))"));
    }
    check_drawn(rows(board, kStep,
                     "(if (is Even (count Moves)) (move Shoot (piece {\"Bee1\" \"Ant\"})) (forEach Piece))"));
  }
}

TEST_CASE("drawn moves are those of a list: captures of pieces told apart by their states, all as one move") {
  for (const char* site : {"(site)", "(to)"}) {
    check_drawn(std::string(R"((game "Coins" (players 2)
  (equipment {(piece "Coin" Neutral (flips 1 2)) (board (square 6))})
  (rules (start {(place "Coin0" {14 21} state:1) (place "Coin0" {15 20} state:2)})
    (play (forEach Site (sites Empty) (append (custodial (from )") +
                site + R"()
      (between if:(= (state at:(between)) (next))
        (apply (allCombinations (add (piece "Coin0" state:(mover)) (to Cell (site))) (flip (between)))))
      (to if:(= (state at:(to)) (mover)))) (then (set Score Mover (count Sites in:(sites State 2)))))))
    (end (if (all Passed) (byScore))))))");
  }
}

TEST_CASE("drawn moves are those of a list: additions") {
  for (const std::string& board : kBoards) {
    for (const char* meta : {"", "(meta (swap))", "(meta (no Repeat))"}) {
      for (const std::string play :
           {kPut,
            "(move Add (to (sites Empty)) (then (if (is Odd (count Moves)) (set Counter 4) (moveAgain))))",
            "(or (move Add (to (sites Outer) if:(is Empty (to)))) (move Pass))",
            "(or (move Add (to (sites Inner) if:(is Empty (to)))) (move Add (to (sites Empty))))",
            "(move Add (piece {\"Ant1\" \"Bee0\" \"Ant2\"}) (to (sites Empty) if:(!= (to) (last To))))",
            "(move Add (to (sites Empty) (apply if:(is Related Orthogonal (to) (last To)) (set Counter))))"})
        check_drawn(put(board, play, meta));
    }
  }
}

TEST_CASE("rows of pieces are found by a table as by following the lines") {
  for (const char* board : {"(square 5)", "(square 8)", "(square 9)", "(hex 4)", "(hex 5)",
                            "(tri 6) use:Vertex", "(rectangle 3 9 diagonals:Alternating) use:Vertex"}) {
    for (const std::string directions : {"", "Orthogonal ", "Diagonal "}) {
      CAPTURE(board);
      CAPTURE(directions);
      // One kind of piece a player, so that there is a table, and the same rule with a condition, for which
      // there is none.
      const auto without_bee = [&](const std::string& condition) {
        std::string text = put(board, kPut, "", directions + condition);
        return described(text.erase(text.find(" (piece \"Bee\" Neutral)"), 22));
      };
      const LudGame table(without_bee(""), false);
      const LudGame lines(without_bee("if:(= 1 1)"), false);
      std::vector<std::byte> state(table.bytes());
      for (std::uint64_t seed = 1; seed <= (kSanitized ? 5 : 60); ++seed) {
        const Played by_table = playout_of(table, seed, state);
        const GameStatus status = table.status(state.data());
        const Played by_lines = playout_of(lines, seed, state);
        REQUIRE(by_table.moves.size() == by_lines.moves.size());
        CHECK(lines.status(state.data()) == status);
      }
    }
  }
}

TEST_CASE("any call may be the first of a thread") {
  const auto description =
      described(R"((game "Join" (players 2) (equipment {(board (hex 4)) (piece "Ant" Each)}) (rules (play )" +
                std::string(kPut) + ") (end (if (is Connected 4 Sides) (result Mover Win)))))");
  const LudGame game(description, false);
  std::vector<std::byte> begin(game.bytes());
  game.initial(begin.data());
  std::vector<Move> moves(game.traits().max_moves);
  REQUIRE(game.legal_moves(begin.data(), moves.data()) == 37);
  const std::string text = game.position_text(begin.data());
  // Each in a thread of its own, whose memory nobody has prepared.
  const auto alone = [&](auto&& call) {
    std::vector<std::byte> state = begin;
    std::thread([&] { call(state.data()); }).join();
  };
  alone([&](std::byte* state) {
    Rng rng = Rng::seeded(1);
    CHECK(game.playout(state, rng, nullptr).plies > 5);
  });
  alone([&](std::byte* state) { CHECK(game.legal_moves(state, moves.data()) == 37); });
  alone([&](std::byte* state) { CHECK(game.apply(state, moves[0]) == GameStatus::kOngoing); });
  alone([&](std::byte* state) { CHECK(game.move_text(state, moves[0]) == "0"); });
  alone([&](std::byte* state) { CHECK(game.parse_position(text, state)); });
  alone([&](std::byte* state) { CHECK(!game.board_text(state).empty()); });
}

TEST_CASE("where tests wait until a move is drawn, drawn moves are legal") {
  for (const std::string& board : kBoards) {
    check_legal(rows(board, kStep, kAll, "(meta (no Repeat Positional))"));
    check_legal(
        rows(board, kJump, "(do (forEach Piece) ifAfterwards:(not (is In (last To) (sites Outer))))"));
  }
}

}  // namespace ludex::games::lud
