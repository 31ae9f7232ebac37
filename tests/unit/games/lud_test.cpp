#include "games/lud/lud.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/language/expand.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

// The game of a text, which must be playable.
std::shared_ptr<const LudGame> game_of(const std::string& text,
                                       const std::vector<std::string>& options = {}) {
  auto description = describe("t.lud", text, "", options);
  REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
  std::string problems;
  for (const auto& problem : (*description)->problems) problems += problem + "\n";
  REQUIRE_MESSAGE((*description)->program != nullptr, problems);
  return std::make_shared<const LudGame>(std::move(*description), false);
}
using Rules = LudRules<32768>;
Rules rules_of(const std::string& text) {
  return Rules(game_of(text));
}

// What is wrong with a text, all of it.
std::string problems_of(const std::string& text) {
  const auto description = describe("t.lud", text, "", {});
  if (!description) return description.error();
  std::string problems;
  for (const auto& problem : (*description)->problems) problems += problem + "\n";
  return problems;
}

// The expanded text of a game.
std::string expanded(const std::string& text, const std::vector<std::string>& choices = {}) {
  Sources sources;
  const Definitions none;
  const auto result = expand(*sources.add("t.lud", text), none, choices, sources);
  return result ? result->game.to_text() : result.error();
}

std::string game_text(const std::string& board, const std::string& piece, const std::string& rules) {
  return "(game \"Test\" (players 2) (equipment {(board " + board + ") " + piece + "}) (rules " + rules +
         "))";
}
const char* const kAddAndLine =
    "(play (move Add (to (sites Empty Cell)))) (end (if (is Line 3) (result Mover Win)))";

}  // namespace

TEST_CASE("definitions, options and ranges are expanded") {
  CHECK(expanded("(game \"A\" 1)") == "(game \"A\" 1)");
  CHECK(expanded("(define \"Two\" (x #1 y:#2)) (game \"A\" (\"Two\" 5 (b)))") == "(game \"A\" (x 5 y:(b)))");
  // What is not given is left out, with its name.
  CHECK(expanded("(define \"Two\" (x #1 y:#2)) (game \"A\" (\"Two\" 5))") == "(game \"A\" (x 5))");
  CHECK(expanded("(define \"Two\" (x #1 #2)) (game \"A\" (\"Two\" ~ 7) \"Two\")") ==
        "(game \"A\" (x 7) (x))");
  CHECK(expanded("(define \"N\" \"Piece#1\") (game \"A\" (\"N\" 2) {1..3} {3..1})") ==
        "(game \"A\" \"Piece2\" {1 2 3} {3 2 1})");
  // What would be read otherwise than it is put together is refused.
  CHECK(expanded("(define \"N\" (x r#1)) (game \"A\" (\"N\" (b 2)))")
            .find("'r#1' becomes 'r(b2)', which is no word") != std::string::npos);
  CHECK(expanded("(define \"N\" (x r#1)) (game \"A\" (\"N\" 2))") == "(game \"A\" (x r2))");
  CHECK(expanded("(option \"S\" <S> args:{<n>} {(item \"6\" <6> \"\")}) (game \"A\" (x <S:n>:y))")
            .find("what is put together here is no word: '6:y'") != std::string::npos);
  // Definitions in definitions; of two with one name the first counts; the name of the game is none.
  CHECK(expanded(
            "(define \"A\" (\"B\" #1)) (define \"B\" (c #1)) (define \"B\" wrong) (game \"A\" (\"A\" 1))") ==
        "(game \"A\" (c 1))");
  const std::string options =
      "(game \"A\" (square <Size:n>) <End> \"S<Size:n>\")"
      "(option \"Size\" <Size> args:{ <n> } { (item \"5\" <5> \"\")* (item \"6\" <6> \"\") (item \"7\" <7> "
      "\"\")** })"
      "(option \"End\" <End> args:{ <e> } { (item \"On\" <(if (> 2 1) x)> \"\") (item \"Off\" <> \"\")* })"
      "(rulesets { (ruleset \"Ruleset/Small\" { \"Size/5\" \"End/On\" }) })";
  CHECK(expanded(options) == "(game \"A\" (square 7) \"S7\")");
  CHECK(expanded(options, {"Size/6"}) == "(game \"A\" (square 6) \"S6\")");
  CHECK(expanded(options, {"Ruleset/Small"}) == "(game \"A\" (square 5) (if (> 2 1) x) \"S5\")");
  CHECK(expanded(options, {"Size/8"}).find("no option or rule set is called \"Size/8\"; known: \"Size/5\"") !=
        std::string::npos);
}

TEST_CASE("errors of a text say where") {
  const auto repeated = [](const std::string& text, int times) {
    std::string all;
    for (int k = 0; k < times; ++k) all += text;
    return all;
  };
  CHECK(problems_of("(game \"A\"\n  (players 2)") == "t.lud:1:1: this '(' is never closed");
  // The indentation tells more: the equipment lacks its ')'.
  CHECK(problems_of(
            "(game \"A\"\n  (players 2)\n  (equipment {\n    (dice d:6)\n  }\n  (rules (play pass)))\n") ==
        "t.lud:1:1: this '(' is never closed; perhaps the bracket at 3:3 is not closed: it is still open "
        "at 6:3, which is not indented further");
  CHECK(problems_of("") == "t.lud:1:1: there is no (game ...) in this text");
  CHECK(problems_of("(define \"A\" (\"A\")) (game \"G\" (\"A\"))").find("never ends") != std::string::npos);
  CHECK(problems_of("(define \"A\" {(\"A\") (\"A\")}) (game \"G\" (\"A\"))").find("never ends") !=
        std::string::npos);
  CHECK(problems_of("(game \"G\" <Board>)").find("t.lud:1:11: no option gives a value for <Board>") == 0);
  CHECK(problems_of(std::string(2000, '(') + "game").find("never closed") != std::string::npos);
  CHECK(problems_of("(game \"G\" " + repeated("(a ", 1000) + std::string(1000, ')') + ")")
            .find("nested too deeply") != std::string::npos);
}

TEST_CASE("a board cannot be defined by what it will have") {
  for (const char* size :
       {"(count Rows)", "(- 9 (count Columns))", "(count Sites in:(expand origin:3))", "(row of:2)",
        "(count Sites in:(expand (sites Top)))", "(count Sites in:(difference (sites {1 2}) 2))"}) {
    CAPTURE(size);
    const std::string problems =
        problems_of(game_text("(square " + std::string(size) + ")", "(piece \"Disc\" Each)", kAddAndLine));
    CHECK(problems.starts_with("t.lud:1:"));
  }
  CHECK(problems_of(game_text("(square (count Rows))", "(piece \"Disc\" Each)", kAddAndLine))
            .find("the definition of the board depends on its pieces or sites") != std::string::npos);
}

TEST_CASE("what is not implemented is refused, all of it, with its place") {
  const std::string text = game_text(
      "(square 3)", "\n(piece \"Disc\" Each (move Fly (to (sites Empty))))",
      "(play (move Add (to (sites Empty)) sideways:True)) (end (if (is Happy) (result Mover Win)))");
  const std::string problems = problems_of(text);
  CHECK(problems.find("t.lud:2:20: ludeme 'move Fly' is not implemented") != std::string::npos);
  CHECK(problems.find("argument 'sideways:' of 'move' is not implemented") != std::string::npos);
  CHECK(problems.find("ludeme 'is Happy' is not implemented") != std::string::npos);
  CHECK(problems_of(game_text("(square 1000)", "(piece \"Disc\")", kAddAndLine)).find("not in 1..60") !=
        std::string::npos);
  CHECK(problems_of(game_text("(rectangle 200 200)", "(piece \"Disc\")", kAddAndLine))
            .find("more than 4000 sites") != std::string::npos);
  CHECK(problems_of("(game \"T\" (players 9) (equipment {(board (square 3)) (piece \"D\")}) (rules " +
                    std::string(kAddAndLine) + "))")
            .find("games of 9 players are not implemented") != std::string::npos);
}

TEST_CASE("three in a row: forced passes are plies") {
  const Rules rules =
      rules_of(game_text("(square 3)", "(piece \"Disc\" P1) (piece \"Cross\" P2)", kAddAndLine));
  // As tic-tac-toe up to the sixth ply (9! / 3! less the games that have ended by then).
  CHECK(perft(rules, rules.initial(), 1) == 9);
  CHECK(perft(rules, rules.initial(), 3) == 504);
  CHECK(perft(rules, rules.initial(), 5) == 15120);
  CHECK(perft(rules, rules.initial(), 6) == 54720);
  check_game_contract(rules, 20, 1);
}

TEST_CASE("the plug-in's parameters") {
  CHECK(refusal<Lud>({{"file", "/nowhere.lud"}}) == "cannot read /nowhere.lud: there is no such file");
  CHECK(refusal<Lud>({}).empty());
  const auto choices = read_choices("\"A/1\" \"B C/2\"");
  REQUIRE(choices.ok());
  CHECK(*choices == std::vector<std::string>{"A/1", "B C/2"});
  with_rules<Lud>({}, [](const auto& rules) {
    check_game_contract(rules, 20, 5);
    check_playouts(rules, 200, 6);
  });
}

}  // namespace ludex::games::lud
