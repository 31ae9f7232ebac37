#include "games/einstein/einstein.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/oracle.hpp"

namespace ludex::tests {
namespace {

using arena::json::Value;
using games::einstein::Einstein;
using games::einstein::EinsteinRules;

// The rules once more, by names of stones and cells: (side, number) -> (column, row), rows from 1 at the
// bottom.
class NaiveEinstein {
 public:
  explicit NaiveEinstein(bool placed) : placing_(placed) {
    if (placed) return;
    const std::vector<std::pair<int, int>> corner{{1, 5}, {2, 5}, {3, 5}, {1, 4}, {2, 4}, {1, 3}};
    for (int n = 1; n <= 6; ++n) {
      const auto [x, y] = corner[static_cast<std::size_t>(n - 1)];
      stones_[{0, n}] = {x, y};
      stones_[{1, n}] = {6 - x, 6 - y};
    }
  }
  // Before a roll of this side.
  NaiveEinstein(std::map<std::pair<int, int>, std::pair<int, int>> stones, int side)
      : stones_(std::move(stones)), side_(side), placing_(false) {}
  [[nodiscard]] auto key() const { return std::tuple(stones_, side_, roll_); }
  [[nodiscard]] Player to_move() const {
    return placing_ || roll_ != 0 ? static_cast<Player>(side_) : kChance;
  }
  [[nodiscard]] GameStatus status() const { return status_; }
  [[nodiscard]] std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    if (status_ != GameStatus::kOngoing) return moves;
    for (int n = 1; n <= 6; ++n) {
      const bool there = stones_.count({side_, n}) != 0;
      if (!placing_ && roll_ == 0) moves.push_back(std::to_string(n));
      if (placing_ && !there) {
        for (int x = 1; x <= 5; ++x)
          for (int y = 1; y <= 5; ++y)
            if (side_ == 0 ? x - y <= -2 : x - y >= 2) {
              if (!occupied(x, y)) moves.push_back(std::to_string(n) + "@" + name(x, y));
            }
      }
      if (placing_ || roll_ == 0 || !there || !may_move(n)) continue;
      const auto [x, y] = stones_.at({side_, n});
      const int d = side_ == 0 ? 1 : -1;
      for (const auto& [dx, dy] : {std::pair{d, 0}, std::pair{0, -d}, std::pair{d, -d}}) {
        const bool inside = x + dx >= 1 && x + dx <= 5 && y + dy >= 1 && y + dy <= 5;
        if (inside) moves.push_back(name(x, y) + "-" + name(x + dx, y + dy));
      }
    }
    return moves;
  }
  void play(const std::string& text) {
    if (text.size() == 1) {
      roll_ = text[0] - '0';
      return;
    }
    const auto cell = [&](std::size_t i) { return std::pair(text[i] - 'a' + 1, text[i + 1] - '0'); };
    if (text[1] == '@') {
      stones_[{side_, text[0] - '0'}] = cell(2);
      placing_ = stones_.size() < 12;
    } else {
      std::pair<int, int> moved;
      for (const auto& [stone, at] : stones_)
        if (at == cell(0)) moved = stone;
      std::erase_if(stones_, [&](const auto& entry) { return entry.second == cell(3); });
      stones_[moved] = cell(3);
      roll_ = 0;
      int others = 0;
      for (const auto& [stone, at] : stones_) others += stone.first != side_;
      const auto goal = side_ == 0 ? std::pair(5, 1) : std::pair(1, 5);
      if (cell(3) == goal || others == 0) status_ = win_for(static_cast<Player>(side_));
    }
    side_ = 1 - side_;
  }

 private:
  static std::string name(int x, int y) {
    return {static_cast<char>('a' + x - 1), static_cast<char>('0' + y)};
  }
  [[nodiscard]] bool occupied(int x, int y) const {
    return std::any_of(stones_.begin(), stones_.end(),
                       [&](const auto& entry) { return entry.second == std::pair(x, y); });
  }
  // Whether no stone of this side is nearer to the roll on the same side of it.
  [[nodiscard]] bool may_move(int n) const {
    for (int m = std::min(n, roll_); m <= std::max(n, roll_); ++m)
      if (m != n && stones_.count({side_, m}) != 0) return false;
    return true;
  }

  std::map<std::pair<int, int>, std::pair<int, int>> stones_;
  int side_ = 0;
  int roll_ = 0;
  bool placing_;
  GameStatus status_ = GameStatus::kOngoing;
};

std::uint64_t naive_perft(const NaiveEinstein& position, int depth) {
  const auto moves = position.legal();
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const auto& move : moves) {
    NaiveEinstein next = position;
    next.play(move);
    leaves += naive_perft(next, depth - 1);
  }
  return leaves;
}

TEST_CASE("EinStein keeps the contract of games") {
  check_game_contract(EinsteinRules(true), 100, 1);
  check_game_contract(EinsteinRules(false), 100, 2);
  check_playouts(EinsteinRules(true), 5'000, 3);
  check_playouts(EinsteinRules(false), 10'000, 4);
}

TEST_CASE("EinStein agrees with an independent implementation") {
  check_against_reference(EinsteinRules(true), NaiveEinstein(true), samples(20'000), 5);
  check_against_reference(EinsteinRules(false), NaiveEinstein(false), samples(20'000), 6);
  const EinsteinRules fixed(false);
  const std::vector<std::uint64_t> leaves{6, 18, 108, 324, 1944, 6162};
  for (int depth = 1; depth <= 6; ++depth) {
    CAPTURE(depth);
    CHECK(perft(fixed, fixed.initial(), depth) == leaves[static_cast<std::size_t>(depth - 1)]);
    CHECK(naive_perft(NaiveEinstein(false), depth) == leaves[static_cast<std::size_t>(depth - 1)]);
  }
  // Six stones on six cells: 6 x 6, 5 x 5 ... choices for each player.
  const EinsteinRules placed(true);
  CHECK(perft(placed, placed.initial(), 4) == 36 * 36 * 25 * 25);
}

// Blue's chance to win under best play: by the rules and their probabilities ...
class ValuesByRules {
 public:
  double value(const EinsteinRules::State& s) {
    const GameStatus status = rules_.status(s);
    if (is_over(status)) return status == win_for(0) ? 1 : 0;
    const auto [entry, fresh] = known_.try_emplace(rules_.position_text(s), 0);
    if (!fresh) return entry->second;
    std::vector<Move> moves(rules_.traits().max_moves);
    moves.resize(rules_.legal_moves(s, moves.data()));
    std::array<double, 6> shares{};
    const Player mover = rules_.to_move(s);
    if (mover == kChance) REQUIRE(rules_.outcome_probabilities(s, shares.data()) == moves.size());
    double best = mover == 1 ? 1 : 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      EinsteinRules::State next = s;
      rules_.apply(next, moves[i]);
      const double after = value(next);
      best = mover == kChance ? best + shares[i] * after
             : mover == 0     ? std::max(best, after)
                              : std::min(best, after);
    }
    return entry->second = best;
  }

 private:
  EinsteinRules rules_{false};
  std::map<std::string, double> known_;
};
// ... and by the naive rules and a fair die.
class ValuesByNaiveRules {
 public:
  double value(const NaiveEinstein& position) {
    if (is_over(position.status())) return position.status() == win_for(0) ? 1 : 0;
    if (const auto known = known_.find(position.key()); known != known_.end()) return known->second;
    std::vector<double> after;
    for (const std::string& move : position.legal()) {
      NaiveEinstein next = position;
      next.play(move);
      after.push_back(value(next));
    }
    const double best = position.to_move() == kChance ? std::accumulate(after.begin(), after.end(), 0.0) / 6
                        : position.to_move() == 0     ? *std::max_element(after.begin(), after.end())
                                                      : *std::min_element(after.begin(), after.end());
    return known_[position.key()] = best;
  }

 private:
  std::map<decltype(std::declval<NaiveEinstein>().key()), double> known_;
};

TEST_CASE("EinStein: exact values of endings by two solvers") {
  using Stones = std::map<std::pair<int, int>, std::pair<int, int>>;
  ValuesByRules one;
  ValuesByNaiveRules other;
  const auto value = [&](const std::string& text, const Stones& stones, int side) {
    const auto s = EinsteinRules(false).parse_position(text);
    REQUIRE_MESSAGE(s.ok(), (s.ok() ? "" : s.error()));
    const double found = one.value(*s);
    CHECK(std::abs(found - other.value({stones, side})) < 1e-12);
    return found;
  };
  // One step from its corner each: blue wins but for a 6, which moves the stone that is far away.
  CHECK(value("....6/.a.../...../...1./..... blue 0", {{{0, 6}, {5, 5}}, {{0, 1}, {4, 2}}, {{1, 1}, {2, 4}}},
              0) == doctest::Approx(5.0 / 6));
  const double won = value("...../..e../.f.1./..2../..... blue 0",
                           {{{0, 1}, {4, 3}}, {{0, 2}, {3, 2}}, {{1, 5}, {3, 4}}, {{1, 6}, {2, 3}}}, 0);
  CHECK(won > 0.5);
  // Colours exchanged, the board turned.
  CHECK(value("...../..b../.a.6./..5../..... red 0",
              {{{0, 6}, {4, 3}}, {{0, 5}, {3, 2}}, {{1, 2}, {3, 4}}, {{1, 1}, {2, 3}}},
              1) == doctest::Approx(1 - won));
}

// Recorded games of Ludii 1.3.12: the same moves at every ply, with its rolls.
TEST_CASE("EinStein agrees with the recorded games of the reference program") {
  const auto path = oracle("lud2/traces/EinStein_Wurfelt_Nicht.jsonl.gz");
  if (!path) return;
  const EinsteinRules rules(true);
  std::istringstream lines(unzip(*path));
  std::string line;
  std::getline(lines, line);  // describes the game
  int plies = 0;
  while (std::getline(lines, line)) {
    const Value game = Value::parse(line);
    EinsteinRules::State s = rules.initial();
    const auto play = [&](const std::string& text) {
      std::vector<Move> moves(rules.traits().max_moves);
      moves.resize(rules.legal_moves(s, moves.data()));
      const auto found = std::find_if(moves.begin(), moves.end(),
                                      [&](Move move) { return rules.move_text(s, move) == text; });
      REQUIRE_MESSAGE(found != moves.end(), text, " in ", rules.position_text(s));
      rules.apply(s, *found);
    };
    // Sites 25..30 and 31..36 are the hands.
    const auto text_of = [](const std::string& move) {
      const auto dash = move.find('-');
      const auto name = [](int site) {
        return std::string{static_cast<char>('a' + site % 5), static_cast<char>('1' + site / 5)};
      };
      const int from = std::stoi(move.substr(0, dash));
      const int to = std::stoi(move.substr(dash + 1));
      return from < 25 ? name(from) + "-" + name(to) : std::to_string((from - 25) % 6 + 1) + "@" + name(to);
    };
    for (const Value& ply : game["p"]) {
      if (ply.contains("r")) play(ply["r"][0].get<std::string>().substr(1));
      REQUIRE(rules.to_move(s) + 1 == ply["m"].get<Player>());
      std::vector<std::string> expected;
      for (const Value& entry : ply["l"]) expected.push_back(text_of(entry.get<std::string>()));
      std::sort(expected.begin(), expected.end());
      REQUIRE(legal_texts(rules, s) == expected);
      play(text_of(ply["a"].get<std::string>()));
      ++plies;
    }
    if (game["over"] == true) REQUIRE(rules.status(s) == win_for(game["winner"].get<Player>() - 1));
  }
  CHECK(plies > 200);
}

TEST_CASE("EinStein: texts, drawings and refusals") {
  const EinsteinRules rules(false);
  const auto start = rules.initial();
  CHECK(rules.position_text(start) == "123../45.../6...f/...ed/..cba blue 0");
  CHECK(rules.board_text(start) ==
        "5 1 2 3 . .\n4 4 5 . . .\n3 6 . . . f\n2 . . . e d\n1 . . c b a\n"
        "  a b c d e    blue 1-6 goes to e1, red a-f to a5\nthe die is rolled for blue\n");
  const auto rolled = rules.parse_position("1.3../...../.2.../...../....a blue 2");
  REQUIRE(rolled.ok());
  CHECK(legal_texts(rules, *rolled) == std::vector<std::string>{"b3-b2", "b3-c2", "b3-c3"});
  const auto choice = rules.parse_position("1...4/...../...../...../...a. blue 2");
  REQUIRE(choice.ok());
  CHECK(legal_texts(rules, *choice) == std::vector<std::string>{"a5-a4", "a5-b4", "a5-b5", "e5-e4"});
  for (const char* text :
       {"", "123../45.../6...f/...ed/..cba blue", "123../45.../6...f/...ed/..cba blue 7",
        "123../45.../6...f/...ed/..cba green 0", "1231./45.../6...f/...ed/..cba blue 0",
        "12x../45.../6...f/...ed/..cba blue 0", "123.../45../6...f/...ed/..cba blue 0",
        "...../...../...../...../..... blue 0", "...../...../...../...../....1 blue 0",
        "...../...../...../...../...a1 red 3", "123../45.../6...f/...ed/..cba blue place"}) {
    CAPTURE(text);
    CHECK_FALSE(rules.parse_position(text).ok());
  }
  const auto over = rules.parse_position("...../...../...../...../...a1 red 0");
  REQUIRE(over.ok());
  CHECK(rules.status(*over) == win_for(0));
  CHECK(refusal<Einstein>({{"setup", "random"}}) != "");
  CHECK(rules.svg(start, kNoMove).find("<svg") == 0);
}

}  // namespace
}  // namespace ludex::tests
