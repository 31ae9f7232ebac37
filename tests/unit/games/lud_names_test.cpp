// Described games for people: the names of sites in moves and on boards, what is accepted for them, where one
// points, and what is said about a description that cannot be read.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/lud/lud.hpp"
#include "paths.hpp"
#include "tests/support/lud_walk.hpp"

namespace ludex::games::lud {
namespace {

namespace fs = std::filesystem;

using Position = std::vector<std::byte>;

std::shared_ptr<const LudGame> made(const std::string& text) {
  auto description = read(text);
  REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
  REQUIRE_MESSAGE((*description)->program != nullptr, problems_of(text));
  return std::make_shared<const LudGame>(std::move(*description), false);
}
Position start_of(const LudGame& game) {
  Position state(game.bytes());
  game.initial(state.data());
  return state;
}
std::vector<Move> moves_of(const LudGame& game, const Position& state) {
  std::vector<Move> list(game.traits().max_moves);
  list.resize(game.legal_moves(state.data(), list.data()));
  return list;
}
// What a text is read as, written again; or what is said about it.
std::string read_as(const LudGame& game, const Position& state, const std::string& text) {
  const auto move = game.parse_move(state.data(), text);
  return move ? game.move_text(state.data(), *move) : move.error();
}
void play(const LudGame& game, Position& state, const std::string& text) {
  const auto move = game.parse_move(state.data(), text);
  REQUIRE_MESSAGE(move.ok(), (move.ok() ? "" : move.error()));
  game.apply(state.data(), *move);
}

// The text that earlier versions wrote: numbers, and where several moves share them what they change.
std::string numbered_text(const LudGame& game, const Position& state, Move move) {
  const std::string plain = game.plain_text(state.data(), move);
  const auto pair = [](Move m) { return static_cast<std::uint32_t>(m) >> 8; };
  const auto effect = [&](Move m) {
    Position after = state;
    game.apply(after.data(), m);
    return effect_text(game.program(), state.data(), after.data());
  };
  std::size_t alike = 0, same_before = 0;
  bool before = true;
  for (const Move other : moves_of(game, state)) {
    before = before && other != move;
    if (pair(other) != pair(move) || game.plain_text(state.data(), other) != plain) continue;
    ++alike;
    if (before && effect(other) == effect(move)) ++same_before;
  }
  if (alike == 1) return plain;
  return plain + "/" + effect(move) + (same_before == 0 ? "" : "#" + std::to_string(same_before));
}

const std::string kPlace = "(play (move Add (to (sites Empty))))" + kUntilFull;

}  // namespace

TEST_CASE("sites of a grid are called a1, and both boards say so") {
  const auto game = made(own_description());
  Position state = start_of(*game);
  const std::vector<Move> moves = moves_of(*game, state);
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(game->move_text(state.data(), move));
  CHECK(std::count(texts.begin(), texts.end(), "a1-a2") == 1);
  CHECK(std::count(texts.begin(), texts.end(), "e1-d2") == 1);
  for (const char* const text : {"a1-a2", "A1-A2", "a1-A2", "0-5"})
    CHECK(read_as(*game, state, text) == "a1-a2");
  CHECK(contains(read_as(*game, state, "a1-a3"), "'a1-a3' is not a legal move here; "));
  CHECK(game->board_text(state.data()) ==
        "  5 r r r r r\n"
        "  4 . . . . .\n"
        "  3 . . . . .\n"
        "  2 . . . . .\n"
        "  1 R R R R R\n"
        "    a b c d e\n"
        "player 1 (capital letters) to move\n");
  play(*game, state, "a1-a2");
  CHECK(contains(game->board_text(state.data()), "player 2 (small letters) to move\n"));
  const std::string svg = game->svg(state.data(), kNoMove);
  for (const char* const label : {">a<", ">e<", ">1<", ">5<"}) CHECK_MESSAGE(contains(svg, label), label);
}

TEST_CASE("a site alone names what is put there") {
  const auto game = made(game_of("(board (square 8)) (piece \"Disc\" Each)", kPlace));
  const Position state = start_of(*game);
  for (const char* const text : {"40", "40-40", "a6", "A6", "a6-a6"})
    CHECK(read_as(*game, state, text) == "a6");
  // Where there is more than one, each is said.
  const auto kinds = made(game_of("(board (square 3)) (piece \"Man\" Each) (piece \"King\" Each)",
                                  "(play (or (move Add (piece \"Man\") (to (sites Empty))) "
                                  "(move Add (piece \"King\") (to (sites Empty)))))" +
                                      kUntilFull));
  const Position empty = start_of(*kinds);
  const std::string refusal = read_as(*kinds, empty, "4");
  CHECK(refusal ==
        "'4' is not a legal move here; the legal moves between these sites are b2/b2=Man1 b2/b2=King1");
  CHECK(read_as(*kinds, empty, "b2/b2=King1") == "b2/b2=King1");
  CHECK(read_as(*kinds, empty, "4-4/4=3") == "b2/b2=King1");
}

TEST_CASE("sites of other boards are numbers, and each is on both boards") {
  for (const char* const board :
       {"(board (hex 3))", "(board (concentric {6 6}) use:Vertex)", "(board (tri 3) use:Vertex)"}) {
    CAPTURE(board);
    const auto game = made(game_of(std::string(board) + " (piece \"Disc\" Each)", kPlace));
    const Position state = start_of(*game);
    const std::string text = game->board_text(state.data());
    const std::string svg = game->svg(state.data(), kNoMove);
    for (int site = 0; site < game->program().board_sites; ++site) {
      const std::string number = std::to_string(site);
      CHECK(contains(" " + text, " " + number + "."));
      CHECK(contains(svg, ">" + number + "<"));
      CHECK(read_as(*game, state, number) == number);
      CHECK(read_as(*game, state, number + "-" + number) == number);
    }
  }
}

TEST_CASE("pieces of one letter have more of their names on both boards") {
  const auto game =
      made(game_of("(board (square 3)) (piece \"Cart\" Each) (piece \"Camel\" Each) (piece \"owl\" Each)",
                   "(start {(place \"Cart1\" 0) (place \"Camel1\" 1) (place \"owl1\" 2) (place \"Cart2\" 6) "
                   "(place \"Camel2\" 7) (place \"owl2\" 8)}) (play (move Add (to (sites Empty Cell))))" +
                       kUntilFull));
  const Position state = start_of(*game);
  CHECK(contains(game->board_text(state.data()), "  3 car cam   o\n"));
  CHECK(contains(game->board_text(state.data()), "  1 Car Cam   O\n"));
  for (const char* const name : {">Car<", ">Cam<", ">o<"})
    CHECK_MESSAGE(contains(game->svg(state.data(), kNoMove), name), name);
}

TEST_CASE("hands have numbers, too") {
  const auto game =
      made(game_of("(board (square 2)) (piece \"Disc\" Each) (hand Each)",
                   "(start {(place \"Disc1\" \"Hand1\" count:2) (place \"Disc2\" \"Hand2\" count:2)}) "
                   "(play (move (from (handSite Mover) if:(< 0 (count at:(from)))) "
                   "(to (sites Empty Cell))))" +
                       kUntilFull));
  const Position state = start_of(*game);
  CHECK(contains(game->board_text(state.data()), "Hand1: 4D2\nHand2: 5d2\n"));
  CHECK(read_as(*game, state, "4-b1") == "4-b1");
  CHECK(read_as(*game, state, "4-1") == "4-b1");
  CHECK(contains(game->svg_cells(state.data()), "\n4 "));
  CHECK(game->svg_move_cells(state.data(), *game->parse_move(state.data(), "4-b1")) == "4 b1");
}

TEST_CASE("who has won is said in place of who is to move") {
  const auto game =
      made(game_of("(board (square 2)) (piece \"Disc\" Each)",
                   "(play (move Add (to (sites Empty Cell)))) (end (if (is Full) (result Mover Win)))"));
  Position state = start_of(*game);
  for (const char* const text : {"a1", "b1", "a2", "b2"}) play(*game, state, text);
  CHECK(contains(game->board_text(state.data()), "player 2 has won\n"));
}

TEST_CASE(
    "every move of the invented games is read again, by names and by the numbers of earlier logs, and can "
    "be pointed at") {
  std::size_t files = 0;
  for (const auto& folder : {fs::path(LUDEX_TEST_DIR) / "unit" / "games" / "lud_games",
                             fs::path(LUDEX_TEST_DIR).parent_path() / "games" / "lud" / "descriptions"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".lud") continue;
      ++files;
      const std::string file = entry.path().filename().string();
      CAPTURE(file);
      const auto text = read_text(entry.path().string());
      REQUIRE(text.ok());
      const auto game = made(*text);
      Rng rng = Rng::seeded(files);
      Position state = start_of(*game);
      for (int ply = 0; ply < 24; ++ply) {
        const std::vector<Move> moves = moves_of(*game, state);
        if (moves.empty()) break;
        std::map<std::string, int> cells;
        std::istringstream in(game->svg_cells(state.data()));
        std::string name;
        for (double x = 0, y = 0, width = 0, height = 0; in >> name >> x >> y >> width >> height;) {
          ++cells[name];
          CHECK(width > 0);
        }
        // Sites of every kind have their names on both boards; those of a grid stand beside it.
        const std::string board = " " + game->board_text(state.data());
        const std::string drawn = game->svg(state.data(), kNoMove);
        const bool grid = cells.contains("a1");
        for (const auto& cell : cells) {
          const std::string& site = cell.first;
          if (grid && std::isalpha(static_cast<unsigned char>(site[0])) != 0) continue;
          CHECK_MESSAGE(contains(drawn, ">" + site + "<"), site);
          bool written = false;
          for (auto at = board.find(" " + site); at != std::string::npos; at = board.find(" " + site, at + 1))
            written = written || std::isdigit(static_cast<unsigned char>(board[at + 1 + site.size()])) == 0;
          CHECK_MESSAGE(written, site << " in\n" << board);
        }
        std::map<std::string, int> seen;
        for (std::size_t i = 0; i < moves.size(); i += 1 + moves.size() / 12) {
          const std::string shown = game->move_text(state.data(), moves[i]);
          CHECK_MESSAGE(++seen[shown] == 1, shown);
          CHECK(shown.find(' ') == std::string::npos);
          for (const std::string& way : {shown, numbered_text(*game, state, moves[i])}) {
            const auto again = game->parse_move(state.data(), way);
            CHECK_MESSAGE((again.ok() && *again == moves[i]), way << " of " << shown);
          }
          std::istringstream path(game->svg_move_cells(state.data(), moves[i]));
          bool any = false;
          for (std::string cell; path >> cell; any = true)
            CHECK_MESSAGE(cells[cell] == 1, cell << " of " << shown);
          CHECK(any == is_piece_move(moves[i]));
        }
        game->apply(state.data(), moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
  }
  CHECK(files > 20);
}

TEST_CASE("a pass marks no site") {
  const auto game =
      made(game_of("(board (square 3)) (piece \"Disc\" Each)", "(play (move Pass))" + kUntilFull));
  const Position state = start_of(*game);
  CHECK(game->svg(state.data(), *game->parse_move(state.data(), "pass")) == game->svg(state.data(), kNoMove));
  CHECK(game->svg_move_cells(state.data(), *game->parse_move(state.data(), "pass")).empty());
}

TEST_CASE("a definition that there is not is said to be undefined, and what may have been meant") {
  const std::string rest = " (board (square 3))}) (rules " + kPlace + "))";
  const auto said = [&](const std::string& before, const std::string& piece) {
    return problems_of(before + "(game \"T\" (players 2) (equipment {" + piece + rest);
  };
  CHECK(
      contains(said("", "(piece \"Disc\" Each (\"StepAhead\" N))"),
               "definition \"StepAhead\" is not defined in this file; name the folder of the .def file that "
               "has it: --definitions DIR, or the game's parameter 'definitions'\n"));
  CHECK(
      contains(said("", "(piece \"Disc\" Each \"StepAhead\")"), "\"StepAhead\" is not defined in this file"));
  CHECK(contains(said("(define \"StepAhead\" (move Step Forward (to if:(= 0 (what at:(to))))))",
                      "(piece \"Disc\" Each (\"StepAhaed\"))"),
                 "definition \"StepAhaed\" is not defined in this file; did you mean \"StepAhead\"?"));
}

TEST_CASE("typing errors get the word that was meant") {
  const auto said = [&](const std::string& rules) {
    return problems_of(game_of("(board (square 3)) (piece \"Disc\" Each)", rules));
  };
  CHECK(contains(said("(play (move Add (to (sites Empyt))))" + kUntilFull), "did you mean 'Empty'?"));
  CHECK(contains(said("(play (mvoe Add (to (sites Empty))))" + kUntilFull),
                 "ludeme 'mvoe' is not implemented; did you mean 'move'?"));
  CHECK(contains(said("(play (move Add (to (sites Empty Cell)))) (end (if (is Full) (result Movr Win)))"),
                 "did you mean 'Mover'?"));
  CHECK(contains(said("(play (move Add (to (sites Empty) iff:(is Full))))" + kUntilFull),
                 "did you mean 'if:'?"));
  // A word of a ludeme in a place where something else of it could stand, and the name of another ludeme.
  CHECK(
      contains(said("(play (forEach Peice))" + kUntilFull), "found (forEach Peice); did you mean 'Piece'?"));
  CHECK(contains(
      problems_of("(game \"T\" (player 2) (equipment {(board (square 5)) (piece \"Knob\" P1)}) (rules " +
                  kPlace + "))"),
      "found (player 2); did you mean 'players'?"));
  // Names of the file's own, too.
  CHECK(contains(said("(start (place \"Dsic1\" 0)) (play (move Add (to (sites Empty Cell))))" + kUntilFull),
                 "there is no piece 'Dsic1'; did you mean 'Disc1'?"));
  CHECK(contains(problems_of(game_of("(board (square 3)) (piece \"Disc\" Each) (regions \"Middle\" {4})",
                                     "(play (move Add (to (sites \"Midle\"))))" + kUntilFull)),
                 "; did you mean 'Middle'?"));
  CHECK(contains(said("phases:{(phase \"Putting\" (play (move Add (to (sites Empty Cell)))) "
                      "(nextPhase (is Full) \"Putitng\"))}" +
                      kUntilFull),
                 "there is no phase 'Putitng'; did you mean 'Putting'?"));
  // What is near to nothing gets nothing.
  CHECK_FALSE(contains(said("(play (teleport Add))" + kUntilFull), "did you mean"));
}

}  // namespace ludex::games::lud
