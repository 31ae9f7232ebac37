// Starts by chance, tracks that come back, circles, in descriptions of our own; values counted by hand.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/lud.hpp"
#include "tests/support/lud_walk.hpp"

namespace ludex::games::lud {
namespace {

using Position = std::vector<std::byte>;

std::shared_ptr<const LudGame> game(const std::string& text) {
  auto description = read(text);
  REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
  REQUIRE_MESSAGE((*description)->program != nullptr, problems_of(text));
  return std::make_shared<LudGame>(std::move(*description), false);
}
Position start_of(const LudGame& rules) {
  Position state(rules.bytes());
  rules.initial(state.data());
  return state;
}
std::vector<Move> moves_of(const LudGame& rules, const Position& state) {
  std::vector<Move> moves(rules.traits().max_moves);
  moves.resize(rules.legal_moves(state.data(), moves.data()));
  return moves;
}
Position after(const LudGame& rules, Position state, Move move) {
  rules.apply(state.data(), move);
  return state;
}
// What stands on the board, from the text of a position.
std::string cells(const LudGame& rules, const Position& state) {
  const std::string all = rules.position_text(state.data());
  return all.substr(0, all.find(' '));
}
// The positions that the chance of the start leads to, with their probabilities.
void starts(const LudGame& rules, const Position& state, double weight, std::map<std::string, double>& all) {
  Position again(rules.bytes());
  REQUIRE(rules.parse_position(rules.position_text(state.data()), again.data()).ok());
  CHECK(rules.hash(again.data()) == rules.hash(state.data()));
  if (rules.to_move(state.data()) != kChance) {
    all[cells(rules, state)] += weight;
    return;
  }
  const auto outcomes = moves_of(rules, state);
  std::vector<double> probabilities(outcomes.size());
  REQUIRE(rules.outcome_probabilities(state.data(), probabilities.data()) == outcomes.size());
  for (std::size_t k = 0; k < outcomes.size(); ++k)
    starts(rules, after(rules, state, outcomes[k]), weight * probabilities[k], all);
}

const std::string kPlayed =
    " (play (move Add (to (sites Empty Cell)))) (end (if (= (count Pieces Next) 2) (result Next Win)))";

}  // namespace

TEST_CASE("pieces that chance places at the start stand anywhere with equal chances") {
  const auto rules = game(game_of("(board (rectangle 1 3)) (piece \"Stone\" Each)",
                                  "(start (place Random {\"Stone1\" \"Stone2\"}))" + kPlayed));
  CHECK((rules->traits().flags & kDeterministic) == 0);
  std::map<std::string, double> all;
  starts(*rules, start_of(*rules), 1, all);
  CHECK(all.size() == 6);
  for (const auto& [text, probability] : all) CHECK(probability == doctest::Approx(1.0 / 6));
  CHECK(all.count("0=2,2=1") == 1);
}

TEST_CASE("sites that chance draws for the start: each once, the region as it was before") {
  const auto rules = game(game_of(
      "(board (rectangle 1 4)) (piece \"Stone\" Each)",
      "(start {(place \"Stone2\" 3) (place \"Stone1\" (sites Random (sites Empty) num:2))})" + kPlayed));
  const Position first = start_of(*rules);
  CHECK(moves_of(*rules, first).size() == 3);
  CHECK(rules->move_text(first.data(), moves_of(*rules, first)[2]) == "S2");
  CHECK(moves_of(*rules, after(*rules, first, moves_of(*rules, first)[0])).size() == 2);
  std::map<std::string, double> all;
  starts(*rules, first, 1, all);
  CHECK(all.size() == 3);
  for (const auto& [text, probability] : all) CHECK(probability == doctest::Approx(1.0 / 3));
  CHECK(
      contains(problems_of(game_of("(board (rectangle 1 4)) (piece \"Stone\" Each)",
                                   "(play (move Add (to (sites Random (sites Empty))))) (end (if (no Pieces "
                                   "Next) (result Mover Win)))")),
               "for the pieces of the start"));
}

TEST_CASE("a piece on a track that comes back knows its place") {
  const auto rules = game(game_of(
      "(board (rectangle 2 3) {(track \"There\" {0 1 2 1 0} P1 directed:True) (track \"Back\" {5 4 3 4 5} P2 "
      "directed:True)}) (piece \"Goer\" Each (move (from (from)) (to (trackSite Move from:(from) steps:1))))",
      "(start {(place \"Goer1\" 0) (place \"Goer2\" 5)}) (play (forEach Piece)) (end (if (no Moves Next) "
      "(result Mover Win)))"));
  Position state = start_of(*rules);
  std::string way;
  while (!is_over(rules->status(state.data()))) {
    const auto moves = moves_of(*rules, state);
    REQUIRE(moves.size() == 1);
    way += rules->move_text(state.data(), moves[0]) + " ";
    state = after(*rules, state, moves[0]);
    Position again(rules->bytes());
    REQUIRE(rules->parse_position(rules->position_text(state.data()), again.data()).ok());
    CHECK(rules->hash(again.data()) == rules->hash(state.data()));
  }
  CHECK(way == "a1-b1 c2-b2 b1-c1 b2-a2 c1-b1 a2-b2 b1-a1 b2-c2 ");
}

TEST_CASE("circles of different numbers of sites are joined at equal angles") {
  const auto steps = [](const std::string& board, int site) {
    const auto rules =
        game(game_of("(board (concentric " + board +
                         ") use:Vertex) (piece \"Stone\" Each (move Step "
                         "(to if:(is Empty (to)))))",
                     "(start (place \"Stone1\" " + std::to_string(site) +
                         ")) (play (forEach Piece)) (end (if (no Moves Next) (result Next Loss)))"));
    return moves_of(*rules, start_of(*rules)).size();
  };
  CHECK(steps("{1 -4 8}", 0) == 4);  // the middle and its spokes
  CHECK(steps("{1 -4 8}", 1) == 2);  // no way around
  CHECK(steps("{1 -4 8}", 5) == 2);  // between two spokes: around only
  CHECK(steps("{1 -4 8}", 6) == 3);
  CHECK(steps("{0 7}", 3) == 2);
  CHECK(steps("{7}", 3) == 2);
}

TEST_CASE("as a consequent the first moves of (do ... next:...) are made even if no next ones follow") {
  const auto rules =
      game(game_of("(board (square 2)) (piece \"Stone\" Each)",
                   "(play (move Add (to (sites Empty)) (then (do (addScore Mover 3) next:(if (< (counter) 0) "
                   "(moveAgain)))))) (end (if (< 2 (score Mover)) (result Mover Win)))"));
  const Position state = start_of(*rules);
  const Position next = after(*rules, state, moves_of(*rules, state)[0]);
  CHECK(rules->status(next.data()) == win_for(0));
}

}  // namespace ludex::games::lud
