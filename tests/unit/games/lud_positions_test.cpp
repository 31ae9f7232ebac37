// Fields of a position: one that no rule reads is left out; with each of them the interpreter and generated
// code play alike, and a position is read back from its text with the same hash.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

#include "paths.hpp"
#include "tests/support/lud_native.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

struct Rules {
  std::string to = "(sites Empty)";
  std::string then;                                         // after a stone is placed
  std::string end = "(if (is Line 3) (result Mover Win))";  // also: passes of both are a draw
  std::string pieces = "(piece \"Stone\" Each)";
  [[nodiscard]] std::string text() const {
    return "(game \"Fields\" (players 2) (equipment {" + pieces +
           " (board (square 4))}) (rules (play (move Add (to " + to + ")" +
           (then.empty() ? "" : " (then " + then + ")") + ")) (end {" + end + "})))";
  }
};

// Along random games every position is the one that its text describes, and has its hash. Positions that a
// game comes to by different orders of moves have one hash, if `by_sites`.
void check_texts(const LudGame& game, bool by_sites) {
  std::vector<std::byte> state(game.bytes()), read(game.bytes()), other(game.bytes());
  std::vector<Move> moves(game.traits().max_moves);
  Rng rng = Rng::seeded(3);
  for (int play = 0; play < 5; ++play) {
    game.initial(state.data());
    while (!is_over(game.status(state.data()))) {
      const std::uint32_t count = game.legal_moves(state.data(), moves.data());
      game.apply(state.data(), moves[rng.below(count)]);
      const std::string text = game.position_text(state.data());
      CAPTURE(text);
      REQUIRE(game.parse_position(text, read.data()).ok());
      CHECK(game.position_text(read.data()) == text);
      CHECK(game.hash(read.data()) == game.hash(state.data()));
      CHECK(game.legal_moves(read.data(), moves.data()) == game.legal_moves(state.data(), moves.data()));
    }
  }
  const auto play = [&](std::vector<std::byte>& to, std::initializer_list<std::uint32_t> numbers) {
    game.initial(to.data());
    for (const std::uint32_t at : numbers) {
      const std::uint32_t count = game.legal_moves(to.data(), moves.data());
      for (std::uint32_t k = 0; k < count; ++k) {
        if (game.plain_text(to.data(), moves[k]) != std::to_string(at) + "-" + std::to_string(at)) continue;
        game.apply(to.data(), moves[k]);
        break;
      }
    }
  };
  play(state, {0, 5, 10, 15});
  play(other, {10, 15, 0, 5});
  CHECK((game.hash(state.data()) == game.hash(other.data())) == by_sites);
  play(other, {5, 0, 10, 15});
  CHECK(game.hash(state.data()) != game.hash(other.data()));
}

// Checks one game; returns the bytes of its positions.
std::size_t bytes_of(const Rules& rules, bool by_sites = true) {
  const std::string text = rules.text();
  CAPTURE(text);
  CHECK((compare_text("t", text, "", 20, 5) || std::getenv("LUDEX_CXX") == nullptr));
  const LudGame game(description_of("t.lud", text, ""), false);
  check_texts(game, by_sites);
  return game.bytes();
}

TEST_CASE("lud positions: what no rule reads is left out") {
  const std::size_t least = bytes_of({});
  CHECK(least == 32 + 2 * 8);  // head, sites of two players
  Rules scores;
  scores.then = "(if (is In (last To) (sites Left)) (addScore Mover 2))";
  scores.end = "(if (is Line 3) (byScore))";
  CHECK(bytes_of(scores) == least + 24);
  Rules values;
  values.then = "(set Value Mover (last To))";
  values.end = "(if (and (is Line 3) (< 2 (value Player Mover))) (result Mover Win))";
  CHECK(bytes_of(values, false) == least + 24);
  Rules pending;
  pending.then = "(if (is In (last To) (sites Top)) (set Pending (last To)))";
  pending.to = "(if (is Pending) (sites Bottom) (sites Empty)) if:(is Empty (to))";
  CHECK(bytes_of(pending, false) == least + 64);
  Rules counter;
  counter.then = "(if (is In (last To) (sites Top)) (set Counter 0))";
  counter.end = "(if (or (is Line 3) (< 3 (counter))) (result Mover Win))";
  const std::size_t rest = bytes_of(counter, false);
  CHECK(rest > least);
  Rules variable;
  variable.then = "(set Var (last To))";
  variable.end = "(if (and (is Line 3) (< 4 (var))) (result Mover Win))";
  CHECK(bytes_of(variable, false) == rest);
  Rules event;
  event.then = "(if (is In (last To) (sites Left)) (trigger \"Left\" Mover))";
  event.end = "(if (and (is Line 3) (is Triggered \"Left\" Mover)) (result Mover Win))";
  CHECK(bytes_of(event) == rest);
  Rules touched;
  touched.end = "(if (= 3 (last To afterConsequence:True)) (result Mover Win))";
  CHECK(bytes_of(touched) == rest);
}

// What stands on a site is told by the sets of the owners, unless an owner has two kinds of pieces, or sites
// are of several types, or pieces stand on each other.
TEST_CASE("lud positions: one kind of piece an owner needs no byte a site") {
  const auto sized = [](const std::string& board, const std::string& moves, const std::string& pieces,
                        const std::string& end) {
    const std::string text = "(game \"Sized\" (players 2) (equipment {" + board + pieces +
                             "}) (rules (play " + moves + ") (end " + end + ")))";
    CAPTURE(text);
    CHECK((compare_text("t", text, "", 10, 5) || std::getenv("LUDEX_CXX") == nullptr));
    const LudGame game(description_of("t.lud", text, ""), false);
    std::vector<std::byte> state(game.bytes()), read(game.bytes());
    std::vector<Move> moves_of(game.traits().max_moves);
    Rng rng = Rng::seeded(7);
    game.initial(state.data());
    while (!is_over(game.status(state.data()))) {
      game.apply(state.data(), moves_of[rng.below(game.legal_moves(state.data(), moves_of.data()))]);
      REQUIRE(game.parse_position(game.position_text(state.data()), read.data()).ok());
      CHECK(game.hash(read.data()) == game.hash(state.data()));
    }
    return game.bytes();
  };
  const std::string stones = "(piece \"Stone\" Each)", add = "(move Add (to (sites Empty)))";
  const std::string stuck = "(if (no Moves Next) (result Mover Win))";
  // Head, then sites of each owner.
  CHECK(sized("(board (hex Diamond 11))", add, stones, stuck) == 32 + 2 * 16);
  CHECK(sized("(board (square 15))", add, stones, "(if (is Line 5) (result Mover Win))") == 32 + 2 * 32);
  CHECK(sized("(board (square 10))", "(move Add (piece (id \"Wall\" Neutral)) (to (sites Empty)))",
              stones + "(piece \"Wall\" Neutral)", stuck) == 32 + 3 * 16);
  // 64 sites fill a word: no bit is left for a site that is none.
  CHECK(sized("(board (square 8))", add, stones, "(if (is Line 4) (result Mover Win))") == 32 + 2 * 8);
  const std::string on_cells = "(move Add (to Cell (sites Empty Cell)))";
  // Not with two kinds of an owner, nor with sites of two types.
  CHECK(sized("(board (square 8))", add, stones + "(piece \"Tower\" P1)", stuck) == 32 + 72 + 2 * 8);
  CHECK(sized("(board (square 3) use:Vertex)", "(or " + add + " " + on_cells + ")", stones, stuck) >
        32 + 2 * 2 * 8);
}

// A hand has its counters on cells, of which a board of vertices then needs none. The phases of two players
// lie in the head.
TEST_CASE("lud positions: hands and phases") {
  const auto sized = [](const std::string& kind) {
    const std::string text =
        "(game \"Fill\" (players 2) (equipment {(board (square 3) use:" + kind +
        ") (hand Each) (piece \"Nut\" Each (step (to if:(is Empty (to)))))}) (rules (start (place \"Nut\" "
        "\"Hand\" count:3)) phases:{(phase \"Fill\" (play (move (from (sites Hand Mover)) (to (sites Board) if:(is Empty (to))))) "
        "(nextPhase Mover (all Sites (sites Hand Mover) if:(> 1 (count Cell at:(site)))) \"Walk\")) (phase "
        "\"Walk\" (play (forEach Piece)))} (end (if (is Line 3) (result Mover Win)))))";
    CAPTURE(text);
    CHECK((compare_text("t", text, "", 20, 5) || std::getenv("LUDEX_CXX") == nullptr));
    const LudGame game(description_of("t.lud", text, ""), false);
    // After three plies each both are to walk: nobody can put a piece on the board from his hand.
    std::vector<std::byte> state(game.bytes());
    std::vector<Move> moves(game.traits().max_moves);
    game.initial(state.data());
    for (int k = 0; k < 6 && !is_over(game.status(state.data())); ++k) {
      CHECK(game.legal_moves(state.data(), moves.data()) == static_cast<std::uint32_t>(9 - k));
      game.apply(state.data(), moves[static_cast<std::size_t>(k % 2 == 0 ? 0 : 8 - k)]);
    }
    return game.bytes();
  };
  // Head, counts of nine sites, two hands and a site that is none, and the sites of two players.
  CHECK(sized("Cell") == 32 + 24 + 2 * 8);
  CHECK(sized("Vertex") == sized("Cell"));
}

// The value of a position for the first player by search of all lines; positions are told apart by their hash
// if there is a table. `nodes` counts positions searched.
int value_of(const LudGame& game, const std::vector<std::byte>& state,
             std::unordered_map<std::uint64_t, int>* table, int& nodes) {
  const GameStatus status = game.status(state.data());
  if (is_over(status)) return winner_of(status) == 0 ? 1 : winner_of(status) == 1 ? -1 : 0;
  const std::uint64_t hash = game.hash(state.data());
  if (table != nullptr) {
    if (const auto found = table->find(hash); found != table->end()) return found->second;
  }
  ++nodes;
  std::vector<Move> moves(game.traits().max_moves);
  moves.resize(game.legal_moves(state.data(), moves.data()));
  const bool first = game.to_move(state.data()) == 0;
  int best = first ? -1 : 1;
  for (const Move move : moves) {
    std::vector<std::byte> next = state;
    game.apply(next.data(), move);
    const int value = value_of(game, next, table, nodes);
    best = first ? std::max(best, value) : std::min(best, value);
  }
  if (table != nullptr) table->emplace(hash, best);
  return best;
}

// With passes one comes to the same sites after different numbers of plies, with moves that go on in
// different plies of a turn. A table of hashes that leaves out what these rules read would give a wrong
// value.
TEST_CASE("lud positions: numbers of plies and turns that rules read are in the hash") {
  const std::string pass = " (move Pass)";
  const std::string go_on = "(if (is In (last To) (sites Left)) (moveAgain))";
  struct Counted {
    const char* end;
    std::string then;
  };
  for (const Counted& counted : {Counted{"(if (= 7 (count Moves)) (result Mover Win))", ""},
                                 Counted{"(if (= 6 (count Turns)) (result Mover Win))", go_on},
                                 Counted{"(if (= 7 (count Moves)) (result P1 Win))", go_on},
                                 Counted{"(if (= 2 (count MovesThisTurn)) (result Mover Win))", go_on},
                                 Counted{"(if (= 5 (counter)) (result Mover Win))", ""}}) {
    const std::string then = counted.then.empty() ? "" : " (then " + counted.then + ")";
    const std::string text =
        "(game \"Counted\" (players 2) (equipment {(piece \"Stone\" Each) (board (square 2))}) (rules (play (or "
        "(move Add (to (sites Empty))" +
        then + ")" + pass + ")) (end {" + counted.end + " (if (is Line 2 Diagonal) (result Mover Loss))})))";
    CAPTURE(text);
    CHECK((compare_text("t", text, "", 20, 5) || std::getenv("LUDEX_CXX") == nullptr));
    const LudGame game(description_of("t.lud", text, ""), false);
    std::vector<std::byte> state(game.bytes());
    game.initial(state.data());
    std::unordered_map<std::uint64_t, int> table;
    int plain_nodes = 0, table_nodes = 0;
    CHECK(value_of(game, state, nullptr, plain_nodes) == value_of(game, state, &table, table_nodes));
    CHECK(table_nodes < plain_nodes);
  }
}

TEST_CASE("lud positions: the sites of pieces that belong to nobody, or to all") {
  const std::size_t least = bytes_of({});
  Rules neutral;
  neutral.pieces = "(piece \"Stone\" Each) (piece \"Rock\" Neutral)";
  neutral.then =
      "(if (is In (last To) (sites Left)) (add (piece \"Rock0\") (to (sites Right) if:(is Empty (to)))))";
  CHECK(bytes_of(neutral, false) == least + 8);
  Rules shared;
  shared.pieces = "(piece \"Stone\" Each) (piece \"Rock\" Shared)";
  shared.then =
      "(if (is In (last To) (sites Left)) (add (piece \"Rock\") (to (sites Right) if:(is Empty (to)))))";
  CHECK(bytes_of(shared, false) == least + 8);
  // No piece has such an owner: there is no set, and none of its sites.
  Rules absent;
  absent.end =
      "(if (or (is Line 3) (< 0 (+ (count Sites in:(sites Occupied by:Neutral)) (count Pieces Shared)))) "
      "(result Mover Win))";
  CHECK(bytes_of(absent) == least);
}

TEST_CASE("lud positions: those of our own games are small") {
  for (const char* name : {"Breakthrough", "Connect Four", "Knightthrough", "Lines of Action"}) {
    CAPTURE(name);
    const std::string folder = std::string(LUDEX_TEST_DIR) + "/../games/lud/descriptions/";
    const auto text = read_text(folder + name + ".lud");
    REQUIRE(text.ok());
    CHECK(LudGame(description_of(name, *text, ""), false).bytes() <= 128);
  }
}

// Tables of the rules do not make the sets of a position larger.
TEST_CASE("lud positions: sides and corners of the board") {
  for (const char* rule :
       {"(is Connected 3 Sides)", "(is Connected 2 Corners)", "(is Connected 3 SidesNoCorners)"}) {
    CAPTURE(rule);
    const std::string text =
        std::string(
            "(game \"Web\" (players 2) (equipment {(piece \"Knot\" Each) (board (hex 8))}) (rules (play "
            "(move Add (to (sites Empty Cell)))) (end (if ") +
        rule + " (result Next Loss)))))";
    CHECK(LudGame(description_of("t.lud", text, ""), false).bytes() == 32 + 2 * 24);
  }
}

}  // namespace
}  // namespace ludex::games::lud
