// Dice, draws, stacks and ranks in descriptions of our own, beside values that are counted by other means.
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/lud.hpp"
#include "tests/support/lud_walk.hpp"

namespace ludex::games::lud {
namespace {

// A walker on a path of four sites goes on by what a die with the faces 1, 1 and 2 shows; the last site wins.
const std::string kRace = game_of(
    "(board (rectangle 2 4) {(track \"Low\" \"0,E\" P1) (track \"High\" \"4,E\" P2)}) (dice faces:{1 1 2} "
    "num:1) "
    "(piece \"Walker\" Each (move (from (from)) (to (trackSite Move from:(from) steps:(count Pips)))))",
    "(start {(place \"Walker1\" 0) (place \"Walker2\" 4)}) (play (do (roll) next:(forEach Piece))) "
    "(end (if (is In (last To) (sites {3 7})) (result Mover Win)))");

std::shared_ptr<const LudGame> game(const std::string& text) {
  auto description = read(text);
  REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
  REQUIRE_MESSAGE((*description)->program != nullptr, problems_of(text));
  return std::make_shared<LudGame>(std::move(*description), false);
}

// The chance that the first player wins, by the game's own moves and probabilities; even after so many plies.
double chance_of_first(const LudGame& rules, const std::vector<std::byte>& state, int plies) {
  if (is_over(rules.status(state.data()))) return winner_of(rules.status(state.data())) == 0 ? 1 : 0;
  if (plies == 0) return 0.5;
  std::vector<Move> moves(rules.traits().max_moves);
  moves.resize(rules.legal_moves(state.data(), moves.data()));
  std::vector<double> weights(moves.size(), 1.0 / static_cast<double>(moves.size()));
  if (rules.to_move(state.data()) == kChance) {
    REQUIRE(rules.outcome_probabilities(state.data(), weights.data()) == moves.size());
    REQUIRE(std::accumulate(weights.begin(), weights.end(), 0.0) == doctest::Approx(1));
  }
  double sum = 0;
  for (std::size_t k = 0; k < moves.size(); ++k) {
    std::vector<std::byte> after = state;
    rules.apply(after.data(), moves[k]);
    sum += weights[k] * chance_of_first(rules, after, plies - 1);
  }
  return sum;
}
// The mover's chance in the race, with so many steps left for him and for the other; a step too far is none.
double race(int mine, int theirs) {
  if (mine == 1 && theirs == 1) return 0.75;  // w = 2/3 + (1 - w) / 3
  const double by_one = mine == 1 ? 1 : 1 - race(theirs, mine - 1);
  const double by_two = mine == 2 ? 1 : 1 - race(theirs, mine == 1 ? 1 : mine - 2);
  return 2 * by_one / 3 + by_two / 3;
}

}  // namespace

TEST_CASE("rolls are outcomes of chance with their probabilities") {
  const auto rules = game(kRace);
  std::vector<std::byte> state(rules->bytes());
  rules->initial(state.data());
  CHECK((rules->traits().flags & kDeterministic) == 0);
  CHECK(rules->max_outcomes() == 2);
  CHECK(rules->to_move(state.data()) == kChance);
  std::array<double, 2> probabilities{};
  CHECK(rules->outcome_probabilities(state.data(), probabilities.data()) == 2);
  CHECK(probabilities[0] == doctest::Approx(2.0 / 3));
  const auto roll = rules->parse_move(state.data(), "R2");
  REQUIRE(roll.ok());
  CHECK(rules->move_text(state.data(), *roll) == "R2");
  CHECK(!rules->parse_move(state.data(), "R3").ok());
  rules->apply(state.data(), *roll);
  CHECK(rules->to_move(state.data()) == 0);
  const auto move = rules->parse_move(state.data(), "0-2");
  REQUIRE(move.ok());
  rules->apply(state.data(), *move);
  CHECK(rules->to_move(state.data()) == kChance);
}

TEST_CASE("a race by dice is won as often as by hand") {
  const auto rules = game(kRace);
  std::vector<std::byte> state(rules->bytes());
  rules->initial(state.data());
  CHECK(chance_of_first(*rules, state, 24) == doctest::Approx(race(3, 3)).epsilon(2e-3));
}

TEST_CASE("draws from the dice are as likely as their faces") {
  const auto rules = game(kRace);
  std::vector<std::byte> state(rules->bytes());
  rules->initial(state.data());
  Rng rng = Rng::seeded(7);
  int ones = 0;
  for (int k = 0; k < 30'000; ++k)
    ones += rules->move_text(state.data(), rules->draw_outcome(state.data(), rng)) == "R1" ? 1 : 0;
  CHECK(ones == doctest::Approx(20'000).epsilon(0.02));
}

TEST_CASE("a move uses its die; others of the turn have those that are left") {
  const std::string text = game_of(
      "(board (rectangle 1 9)) (dice d:4 num:2) (piece \"Walker\" P1 (forEach Die if:(!= (pips) 0) "
      "(move (from (from)) (to (sites {(+ (from) (pips))}) if:(is Empty (to))) (then (if (or (not (all "
      "DiceUsed)) False) (moveAgain))))))",
      "(start (place \"Walker1\" 0)) (play (if (is Mover P1) (do (if (not (is Prev Mover)) (roll)) "
      "next:(forEach "
      "Piece)) (move Pass))) (end (if (is In (last To) (sites {8})) (result Mover Win)))");
  Walk walk(text);
  CHECK(walk.to_move() == kChance);
  walk.play("R1,3");
  CHECK(walk.moves() == Texts{"0-1", "0-3"});
  walk.play("0-3");
  CHECK(walk.moves() == Texts{"3-4"});
  walk.play("3-4");
  CHECK(walk.moves() == Texts{"pass"});
}

TEST_CASE("numbers drawn while a move is made") {
  const std::string text = game_of(
      "(board (square 2)) (piece \"Disc\" Each)",
      "(play (move Add (to (sites Empty Cell)) (then (if (< 3 (value Random (range 1 4))) (moveAgain))))) "
      "(end (if (is Full) (result Mover Win)))");
  const auto rules = game(text);
  std::vector<std::byte> state(rules->bytes());
  rules->initial(state.data());
  CHECK(rules->max_outcomes() == 4);
  const auto start = state;
  rules->apply(state.data(), *rules->parse_move(state.data(), "a1"));
  CHECK(rules->to_move(state.data()) == kChance);
  const std::string waiting = rules->position_text(state.data());
  std::vector<std::byte> again(rules->bytes());
  REQUIRE(rules->parse_position(waiting, again.data()).ok());
  CHECK(rules->position_text(again.data()) == waiting);
  const std::map<std::string, Player> next{{"V1", 1}, {"V3", 1}, {"V4", 0}};
  for (const auto& [drawn, player] : next) {
    auto after = state;
    rules->apply(after.data(), *rules->parse_move(after.data(), drawn));
    CHECK(rules->to_move(after.data()) == player);
    CHECK(rules->position_text(after.data()) != rules->position_text(start.data()));
  }
}

TEST_CASE("stacks are moved whole, in part and from the top") {
  const std::string equipment =
      "(board (rectangle 1 4)) (piece \"Disc\" Each (or {(move (from (from)) (to (sites {1}))) (move (from "
      "(from) "
      "level:0) (to (sites {2}))) (move Step E (to if:(is Empty (to))) stack:True)}))";
  const std::string text = game_of(
      equipment,
      "(start {(place Stack \"Disc1\" 0 count:2) (place Stack \"Disc2\" 0)}) (play (forEach Piece P1)) "
      "(end (if (= 3 (size Stack at:3)) (result Mover Win)))");
  const auto rules = game(text);
  std::vector<std::byte> state(rules->bytes());
  rules->initial(state.data());
  const auto cells = [&] {
    const std::string all = rules->position_text(state.data());
    return all.substr(0, all.find(' '));
  };
  CHECK(cells() == "0=1s0r0v0/1s0r0v0/2s0r0v0");
  const auto tried = [&](const char* move) {
    const auto before = state;
    const auto read_move = rules->parse_move(state.data(), move);
    REQUIRE_MESSAGE(read_move.ok(), (read_move.ok() ? "" : read_move.error()));
    rules->apply(state.data(), *read_move);
    std::string now = cells();
    std::vector<std::byte> again(rules->bytes());
    REQUIRE(rules->parse_position(rules->position_text(state.data()), again.data()).ok());
    CHECK(rules->hash(again.data()) == rules->hash(state.data()));
    state = before;
    return now;
  };
  CHECK(tried("0^2.2-1") == "0=1s0r0v0/1s0r0v0,1=2s0r0v0");
  CHECK(tried("0-2") == "0=1s0r0v0/2s0r0v0,2=1s0r0v0");
  CHECK(tried("0^0.2-1") == "1=1s0r0v0/1s0r0v0/2s0r0v0");
}

// As recorded of Laomuzhu (a choice) and Yucebao (a consequent); other moves of a stack go whole.
TEST_CASE("a level moves alone, also with stack:") {
  const auto after = [](const std::string& move) {
    Walk walk(game_of("(board (rectangle 1 4)) (piece \"Disc\" Each)",
                      "(start {(place Stack \"Disc1\" 0 count:2) (place Stack \"Disc2\" 0)}) (play " + move +
                          ")" + kUntilFull));
    const Texts moves = walk.moves();
    REQUIRE(moves.size() == 1);
    return walk.play(moves[0]).cells();
  };
  const std::string disc1 = "1s0r0v0";
  const std::string disc2 = "2s0r0v0";
  CHECK(after("(move (from 0) (to (sites {2})) stack:True)") == "2=" + disc1 + "/" + disc1 + "/" + disc2);
  for (const int level : {0, 1, 2}) {
    const std::string from = std::to_string(level);
    const std::string left = level == 2 ? disc1 + "/" + disc1 : disc1 + "/" + disc2;
    const std::string expected = "0=" + left + ",2=" + (level == 2 ? disc2 : disc1);
    CHECK(after("(move (from 0 level:" + from + ") (to (sites {2})) stack:True)") == expected);
    CHECK(after("(move Select (from 0) (to (sites {2})) (then (fromTo (from (last From) level:" + from +
                ") (to (last To)) stack:True)))") == expected);
  }
}

TEST_CASE("games go on for the others when a player is out") {
  // Whoever fills his column is out with the best rank that is left.
  const std::string text =
      "(game \"Columns\" (players 3) (equipment {(piece \"Disc\" Each) (board (rectangle 2 3))}) (rules "
      "phases:{(phase \"All\" (play (move Add (to (forEach (sites Empty Cell) if:(= (column of:(site)) (- "
      "(mover) 1)))))))} (end (if (= 2 (count Pieces Mover)) (result Mover Win)))))";
  const auto rules = game(text);
  CHECK(rules->traits().players == 3);
  std::vector<std::byte> state(rules->bytes());
  rules->initial(state.data());
  const auto play = [&](const char* move) {
    rules->apply(state.data(), *rules->parse_move(state.data(), move));
  };
  for (const char* const move : {"a1", "b1", "c1", "a2"}) play(move);
  CHECK(rules->status(state.data()) == GameStatus::kOngoing);
  CHECK(rules->to_move(state.data()) == 1);
  play("b2");
  CHECK(rules->status(state.data()) == win_for(0));
  std::array<float, 3> values{};
  rules->ranks(state.data(), values.data());
  CHECK(values == std::array<float, 3>{1, 2, 3});
  rules->returns(state.data(), values.data());
  CHECK(values == std::array<float, 3>{1, 0, -1});
}

TEST_CASE("what is not known of dice and stacks is refused in words") {
  const auto refused = [](const std::string& equipment, const std::string& rules) {
    return problems_of(game_of(equipment, rules));
  };
  const std::string board = "(board (square 3)) (piece \"Disc\" Each) ";
  CHECK(contains(refused(board, "(play (do (roll) next:(move Add (to (sites Empty)))))" + kUntilFull),
                 "no dice"));
  CHECK(contains(
      refused(board + "(dice num:2)", "(play (or (roll) (move Add (to (sites Empty)))))" + kUntilFull),
      "a roll in this place"));
  CHECK(contains(refused(board + "(dice num:9)", "(play (move Add (to (sites Empty))))" + kUntilFull),
                 "more than 16384 outcomes"));
  const std::string level = " (from 0 level:0) ";
  for (const std::string& move :
       {"(move Step" + level + "(to if:(is Empty (to))) stack:True)", "(move Slide" + level + "stack:True)",
        "(move Hop" + level +
            "(between if:(not (is Empty (between)))) (to if:(is In (to) (sites Empty))) stack:True)"})
    CHECK(contains(refused(board, "(play " + move + ")" + kUntilFull),
                   "a step, slide or hop with 'stack:' and a level"));
}

}  // namespace ludex::games::lud
