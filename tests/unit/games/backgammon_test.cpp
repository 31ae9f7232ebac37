#include "games/backgammon/backgammon.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/backgammon/identifiers.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/unit/games/naive_backgammon.hpp"

namespace ludex::tests {
namespace {

using games::backgammon::Backgammon;
using games::backgammon::BackgammonRules;
using games::backgammon::kBar;
using games::backgammon::Men;
using State = BackgammonRules::State;

const BackgammonRules kRules(true, 10'000);

State position(const std::string& text, const BackgammonRules& rules = kRules) {
  const auto read = rules.parse_position(text);
  REQUIRE_MESSAGE(read.ok(), text, ": ", (read.ok() ? "" : read.error()));
  return *read;
}
std::vector<Move> moves_of(const State& s) {
  std::vector<Move> moves(kRules.traits().max_moves);
  moves.resize(kRules.legal_moves(s, moves.data()));
  return moves;
}

// As `mover` sees it.
NaiveBoard naive(const State& s, Player mover) {
  NaiveBoard board;
  const auto copy = [](const Men& men, std::array<int, 26>& to) {
    for (std::uint32_t point = 1; point <= kBar; ++point) to[point] = static_cast<int>(men.count(point));
    to[0] = static_cast<int>(men.off());
  };
  copy(s.men[mover], board.own);
  copy(s.men[1 - mover], board.other);
  return board;
}

// Any position that is not over, some of them close to the end of the game.
State random_position(Rng& rng) {
  State s{};
  s.mover = static_cast<std::uint8_t>(rng.below(2));
  const std::uint32_t kind = rng.below(4);
  for (Player p = 0; p < 2; ++p) {
    const std::uint32_t highest = kind == 0 ? 6 : kind == 1 ? 7 + rng.below(4) : 25;
    const std::uint32_t men = 1 + rng.below(15);
    for (std::uint32_t i = 0; i < men; ++i) {
      const std::uint32_t point = rng.below(12) == 0 && kind > 1 ? kBar : 1 + rng.below(highest);
      if (point != kBar && s.men[1 - p].count(kBar - point) != 0) continue;
      for (std::uint32_t n = 1 + rng.below(3); n > 0 && s.men[p].off() > 0; --n) s.men[p].add(point);
    }
    if (s.men[p].occupied() == 0) s.men[p].add(kBar);
  }
  s.high = static_cast<std::uint8_t>(1 + rng.below(6));
  s.low = static_cast<std::uint8_t>(1 + rng.below(s.high));
  return s;
}

TEST_CASE("Backgammon keeps the contract of games") {
  check_game_contract(kRules, 15, 1);
  check_game_contract(BackgammonRules(false, 40), 40, 2);
  check_game_contract(BackgammonRules(true, 10'000, 3), 5, 3);
  check_playouts(kRules, samples(3'000), 3);
}

TEST_CASE("Backgammon: plays of 100,000 random positions and rolls agree with a naive generator") {
  Rng rng = Rng::seeded(4);
  std::size_t most = 0;
  std::uint64_t plays = 0;
  for (std::uint32_t i = 0; i < samples(100'000); ++i) {
    const State s = random_position(rng);
    const auto expected = NaivePlays::results(naive(s, s.mover), s.high, s.low);
    const auto moves = moves_of(s);
    std::set<NaiveBoard> found;
    for (const Move move : moves) {
      State next = s;
      kRules.apply(next, move);
      found.insert(naive(next, s.mover));
    }
    const bool equal = found == expected && found.size() == moves.size();
    REQUIRE_MESSAGE(equal, kRules.position_text(s), ": ", moves.size(), " plays, ", found.size(),
                    " results, ", expected.size(), " expected");
    most = std::max(most, moves.size());
    plays += moves.size();
  }
  CHECK(most > 300);
  CHECK(plays > samples(1'000'000));
}

TEST_CASE("Backgammon: drawn plays are uniform over the list") {
  Rng rng = Rng::seeded(5);
  double chi2 = 0;
  double freedom = 0;
  for (int i = 0; i < 400; ++i) {
    const State s = random_position(rng);
    const auto moves = moves_of(s);
    if (moves.size() > 100) continue;
    const games::backgammon::Plays plays(s.men[s.mover], s.men[1U - s.mover]);
    std::map<Move, std::uint32_t> drawn;
    const auto draws = static_cast<std::uint32_t>(50 * moves.size());
    for (std::uint32_t n = 0; n < draws; ++n) ++drawn[plays.draw({s.high, s.low}, rng)];
    double here = 0;
    std::uint32_t listed = 0;
    for (const Move move : moves) {
      here += (drawn[move] - 50.0) * (drawn[move] - 50.0) / 50;
      listed += drawn[move];
    }
    REQUIRE(listed == draws);
    chi2 += here;
    freedom += static_cast<double>(moves.size()) - 1;
  }
  CHECK(freedom > 3'000);
  CHECK(std::abs(chi2 - freedom) < 6 * std::sqrt(2 * freedom));
}

// The number of rolls of 36 that bear off two men at once: a table of every book (points high, low).
TEST_CASE("Backgammon: chances of bearing off two men with one roll") {
  const std::map<std::pair<int, int>, int> table{
      {{1, 1}, 36}, {{2, 1}, 36}, {{2, 2}, 26}, {{3, 1}, 34}, {{3, 2}, 25}, {{3, 3}, 17}, {{4, 1}, 29},
      {{4, 2}, 23}, {{4, 3}, 17}, {{4, 4}, 11}, {{5, 1}, 23}, {{5, 2}, 19}, {{5, 3}, 14}, {{5, 4}, 10},
      {{5, 5}, 6},  {{6, 1}, 15}, {{6, 2}, 13}, {{6, 3}, 10}, {{6, 4}, 8},  {{6, 5}, 6},  {{6, 6}, 4}};
  for (const auto& [points, rolls] : table) {
    State s = position("1:1 1:1 first roll 0");
    s.men[0] = {};
    s.men[0].add(static_cast<std::uint32_t>(points.first));
    s.men[0].add(static_cast<std::uint32_t>(points.second));
    std::array<double, 21> shares{};
    const auto outcomes = moves_of(s);
    REQUIRE(kRules.outcome_probabilities(s, shares.data()) == outcomes.size());
    double won = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      State rolled = s;
      kRules.apply(rolled, outcomes[i]);
      bool wins = false;
      for (const Move move : moves_of(rolled)) {
        State next = rolled;
        wins = wins || kRules.apply(next, move) == win_for(0);
      }
      won += wins ? shares[i] : 0;
    }
    CAPTURE(kRules.position_text(s));
    CHECK(won * 36 == doctest::Approx(rolls));
  }
}

// The mover's chance to win before the roll, under best play by both.
class RaceByRules {
 public:
  double value(const State& s) {
    const auto [entry, fresh] = known_.try_emplace({s.men[s.mover].slices, s.men[1U - s.mover].slices}, 0);
    if (!fresh) return entry->second;
    std::array<double, 21> shares{};
    const auto outcomes = moves_of(s);
    REQUIRE(kRules.outcome_probabilities(s, shares.data()) == outcomes.size());
    double sum = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      State rolled = s;
      kRules.apply(rolled, outcomes[i]);
      double best = 0;
      for (const Move move : moves_of(rolled)) {
        State next = rolled;
        const GameStatus status = kRules.apply(next, move);
        best = std::max(best, is_over(status) ? 1 : 1 - value(next));
      }
      sum += shares[i] * best;
    }
    return known_[{s.men[s.mover].slices, s.men[1U - s.mover].slices}] = sum;
  }

 private:
  std::map<std::pair<std::array<std::uint32_t, 4>, std::array<std::uint32_t, 4>>, double> known_;
};
class RaceByNaivePlays {
 public:
  double value(const NaiveBoard& board) {
    if (const auto known = known_.find(board); known != known_.end()) return known->second;
    double sum = 0;
    for (int one = 1; one <= 6; ++one)
      for (int two = 1; two <= 6; ++two) {
        double best = 0;
        for (const NaiveBoard& next : NaivePlays::results(board, std::max(one, two), std::min(one, two)))
          best = std::max(best, next.own[0] == 15 ? 1 : 1 - value({next.other, next.own}));
        sum += best;
      }
    return known_[board] = sum / 36;
  }

 private:
  std::map<NaiveBoard, double> known_;
};

TEST_CASE("Backgammon: exact values of small endings by two solvers") {
  RaceByRules one;
  RaceByNaivePlays other;
  const auto check = [&](const std::string& text, double expected) {
    const State s = position(text);
    CAPTURE(text);
    const double value = one.value(s);
    CHECK(std::abs(value - other.value(naive(s, s.mover))) < 1e-12);
    if (expected > 0) CHECK(value == doctest::Approx(expected).epsilon(1e-4));
  };
  check("6:1,1:1 1:1 first roll 0", 15.0 / 36);
  check("6:1,5:1 6:1,5:1 first roll 0", 0);
  check("6:2,4:1 5:1,3:2 second roll 0", 0);
  check("7:1,3:1 6:1,2:2 first roll 0", 0);
}

TEST_CASE("Backgammon: rules of the larger number, of gammons and of the opening") {
  const auto texts = [&](const std::string& text) { return legal_texts(kRules, position(text)); };
  using Texts = std::vector<std::string>;
  // Either number but not both: the larger one.
  CHECK(texts("12:1 20:2 first 61 0") == Texts{"12/6"});
  CHECK(texts("12:1 20:2,19:2 first 61 0") == Texts{"12/11"});
  CHECK(texts("bar:2 6:2,5:2,4:2,3:2,2:2,1:2 first 61 0") == Texts{"pass"});
  CHECK(texts("bar:1,1:1 6:2,5:2,4:2,3:2,2:2 first 61 0") == Texts{"bar/18"});
  CHECK(texts("bar:1,1:1 7:2,6:2,5:2,4:2,3:2,2:2 first 61 0") == Texts{"bar/24"});
  CHECK(texts("bar:1 4:2,2:1 first 32 0") == Texts{"bar/20", "bar/23*/20"});
  // The opening roll is no double, and the seat that begins is the first.
  const State start = kRules.initial();
  CHECK(moves_of(start).size() == 15);
  CHECK(kRules.to_move(start) == kChance);
  // Known numbers of plays of the opening rolls 31 and 65.
  const auto plays = [&](const std::string& roll) {
    return texts("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 first " + roll + " 0").size();
  };
  CHECK(plays("31") == 16);
  const auto result = [&](const std::string& text, const BackgammonRules& rules) {
    State s = position(text, rules);
    std::array<Move, 3060> moves;
    rules.legal_moves(s, moves.data());
    rules.apply(s, moves[0]);
    REQUIRE(rules.status(s) == win_for(0));
    std::array<float, 2> returns{};
    rules.returns(s, returns.data());
    CHECK(returns[1] == -returns[0]);
    return std::pair(rules.score(s, 0), returns[0]);
  };
  const BackgammonRules single(false, 10'000);
  CHECK(result("1:1 6:14 first 21 0", kRules) == std::pair(1, 1.0F / 3));
  CHECK(result("1:1 18:1,6:14 first 21 0", kRules) == std::pair(2, 2.0F / 3));
  CHECK(result("1:1 19:1,6:14 first 21 0", kRules) == std::pair(3, 1.0F));
  CHECK(result("1:1 bar:1,6:14 first 21 0", kRules) == std::pair(3, 1.0F));
  CHECK(result("1:1 bar:1,6:14 first 21 0", single) == std::pair(1, 1.0F));
}

TEST_CASE("Backgammon: texts of plays") {
  const auto plays = [&](const std::string& text, const std::string& move) {
    const State s = position(text);
    const auto read = kRules.parse_move(s, move);
    return read ? kRules.move_text(s, *read) : "error: " + read.error();
  };
  const std::string start = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 first ";
  CHECK(plays(start + "31 0", "8/5 6/5") == "8/5,6/5");
  CHECK(plays(start + "31 0", "6/5, 8/5") == "8/5,6/5");
  CHECK(plays(start + "31 0", "24/21/20") == "24/20");
  CHECK(plays(start + "11 0", "8/7(2) 6/5(2)") == "8/7(2),6/5(2)");
  CHECK(plays(start + "11 0", "8/7 6/5 8/7 6/5") == "8/7(2),6/5(2)");
  CHECK(plays(start + "roll 0", "13") == "31");
  CHECK(plays("bar:1,6:2 24:1,23:2 first 31 0", "bar/22 6/5").starts_with("bar/22,6/5"));
  CHECK(plays("bar:1 4:2,2:1 first 32 0", "bar/20") == "bar/20");
  CHECK(plays("bar:1 4:2,2:1 first 32 0", "bar/23/20") == "bar/20");
  CHECK(plays("bar:1 4:2,2:1 first 32 0", "25/23*/20") == "bar/23*/20");
  CHECK(plays("24:1 4:1,2:1 first 21 0", "24/21") == "24/21*");
  CHECK(plays("24:1 4:1,2:1 first 21 0", "24/23*/21") == "24/23*/21*");
  CHECK(plays("6:1,2:1 24:1 first 64 0", "6/off 2/0") == "6/off,2/off");
  CHECK(plays(start + "31 0", "8/4 6/5").starts_with("error: "));
  CHECK(plays(start + "31 0", "").starts_with("error: "));
}

TEST_CASE("Backgammon: position ids of GNU Backgammon and FIBS boards") {
  using namespace games::backgammon;
  const State start = kRules.initial();
  CHECK(gnubg_id(start.men[0], start.men[1]) == "4HPwATDgc/ABMA");
  CHECK(kRules.position_text(position("4HPwATDgc/ABMA:cIkFAAAAAAAA")) ==
        "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 second 31 0");
  // As gnubg 1.07 writes it for the side on roll, and for the other one.
  CHECK(kRules.position_text(position("KAAAbuBzAAAAAA")).find(" first roll 0") != std::string::npos);
  Rng rng = Rng::seeded(6);
  for (std::uint32_t i = 0; i < samples(20'000); ++i) {
    const State s = random_position(rng);
    const std::string id = gnubg_id(s.men[s.mover], s.men[1U - s.mover]);
    const auto again = read_gnubg_id(id);
    REQUIRE(again.ok());
    REQUIRE((again->mover == s.men[s.mover] && again->other == s.men[1U - s.mover]));
    const Setup setup{s.men[s.mover], s.men[1U - s.mover], s.mover, Roll{s.high, s.low}};
    const auto board = read_fibs_board(fibs_board(setup));
    REQUIRE(board.ok());
    REQUIRE((board->mover == setup.mover && board->other == setup.other));
    REQUIRE((board->roll->high == s.high && board->roll->low == s.low));
  }
  // The example of FIBS's own description: X moves, O ("You", colour 1) does not.
  const std::string fibs =
      "board:You:someplayer:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:"
      "1:"
      "-1:0:25:0:0:0:0:2:0:0:0";
  CHECK(kRules.position_text(position(fibs)) == "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 first 62 0");
  for (const char* bad :
       {"4HPwATDgc/ABM", "4HPwATDgc/ABM!", "4HPwATDgc/ABMA:", "4HPwATDgc/ABMA:cIkFAAAAAAA", "//////////////",
        "AAAAAAAAAAAAAA", "board:You:someplayer:3", "board:", "24:2 24:2 first roll",
        "24:16 24:2 first roll 0", "24:2 1:2 first roll 0", "24:2,25:1 5:2 first roll 0",
        "24:2 5:2 first 13 0", "24:2 5:2 first 71 0", "24:2 5:2 second open 0", "- 5:2 first roll 0",
        "24:2 - first 31 0", "24:2 5:2 first roll 10001"}) {
    CAPTURE(std::string(bad));
    CHECK_FALSE(kRules.parse_position(bad).ok());
  }
}

TEST_CASE("Backgammon: a match to one point is a single game that counts 1") {
  const BackgammonRules match(true, 10'000, 1);
  const BackgammonRules single(false, 10'000);
  CHECK(match.traits().flags == single.traits().flags);
  for (std::uint32_t i = 0; i < samples(300); ++i) {
    Rng one = Rng::seeded(i);
    Rng other = one;
    State a = match.initial();
    State b = single.initial();
    REQUIRE(match.playout(a, one, nullptr).plies == single.playout(b, other, nullptr).plies);
    REQUIRE(a.men == b.men);
    std::array<float, 2> in_match{};
    std::array<float, 2> alone{};
    match.returns(a, in_match.data());
    single.returns(b, alone.data());
    CHECK(in_match == alone);
  }
}

// Each game of a match as a game by itself, by the rules of money play.
TEST_CASE("Backgammon: a match is games until a player has the points") {
  constexpr std::uint32_t kTo = 5;
  const BackgammonRules match(true, 10'000, kTo);
  CHECK((match.traits().flags & kAlternating) == 0);
  std::array<std::uint32_t, 2> begun{};
  std::array<std::uint32_t, 4> won_by{};
  for (std::uint32_t i = 0; i < samples(300); ++i) {
    Rng rng = Rng::seeded(i);
    std::vector<Move> moves(match.traits().max_moves);
    State s = match.initial();
    State game = kRules.initial();
    std::array<std::uint32_t, 2> score{};
    std::uint32_t played = 0;
    while (s.status == 0) {
      const std::uint32_t count = match.legal_moves(s, moves.data());
      Move move = match.to_move(s) == kChance ? match.draw_outcome(s, rng) : moves[rng.below(count)];
      REQUIRE(std::find(moves.begin(), moves.begin() + count, move) != moves.begin() + count);
      REQUIRE(*match.parse_move(s, match.move_text(s, move)) == move);
      const bool opening = game.opening != 0;
      if (opening) CHECK(count == (played == 0 ? 15 : 30));
      match.apply(s, move);
      if (opening) {
        // The larger number begins.
        const auto roll = games::backgammon::roll_of(move);
        const Player first = roll.high > roll.low ? 0 : 1;
        CHECK(s.mover == first);
        if (played != 0) ++begun[first];
        game.mover = s.mover;
        move = games::backgammon::outcome({s.high, s.low});
      }
      kRules.apply(game, move);
      if (game.status == 0) {
        REQUIRE((s.men == game.men && s.mover == game.mover && s.high == game.high));
        continue;
      }
      const Player winner = winner_of(GameStatus{game.status});
      score[winner] += game.points;
      ++won_by[game.points];
      ++played;
      CHECK((s.score(0) == score[0] && s.score(1) == score[1]));
      CHECK((s.status != 0) == (score[winner] >= kTo));
      CHECK(match.position_text(position(match.position_text(s), match)) == match.position_text(s));
      game = kRules.initial();
    }
    std::array<float, 2> returns{};
    match.returns(s, returns.data());
    CHECK(returns[0] == (score[0] >= kTo ? 1 : -1));
    CHECK(match.score(s, 1) == (score[1] >= kTo ? 100 : -100));
  }
  CHECK((won_by[1] > 0 && won_by[2] > 0 && won_by[3] > 0));
  const double half = (begun[0] + begun[1]) / 2.0;
  CHECK(std::abs(begun[0] - half) < 4 * std::sqrt(half / 2) + 1);
}

TEST_CASE("Backgammon: chances of a match without gammons are the problem of points") {
  const games::backgammon::MatchChances chances(25, 0);
  for (std::uint32_t a = 1; a <= 25; ++a)
    for (std::uint32_t b = 1; b <= 25; ++b) {
      // At least `a` heads among a + b - 1 coins (Pascal's letter to Fermat of 29 July 1654).
      const std::uint32_t n = a + b - 1;
      double ways = 1;
      double sum = 0;
      for (std::uint32_t k = 0; k <= n; ++k) {
        if (k >= a) sum += ways;
        ways = ways * (n - k) / (k + 1);
      }
      REQUIRE(chances.before_game(a, b) == doctest::Approx(std::ldexp(sum, -static_cast<int>(n))));
    }
  // With gammons: E(2, 1) = (g + (1 - g) / 2) / 2.
  const games::backgammon::MatchChances gammons(3, 0.25);
  CHECK(gammons.before_game(2, 1) == doctest::Approx(0.3125));
  CHECK(gammons.before_game(1, 2) == doctest::Approx(0.6875));
  CHECK(gammons.value(0, 3, 3) == 0);
  std::int32_t last = -10'001;
  for (std::int32_t points = -300; points <= 300; ++points) {
    const std::int32_t value = gammons.value(points, 3, 2);
    CHECK((value >= last && value <= 10'000));
    CHECK(value == -gammons.value(-points, 2, 3));
    last = value;
  }
  CHECK(gammons.value(200, 2, 1) == 10'000);  // a gammon wins the match
}

TEST_CASE("Backgammon: texts of a match's positions and rolls") {
  const BackgammonRules match(true, 10'000, 5);
  const std::string men = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 ";
  CHECK(match.position_text(match.initial()) == men + "first open 0 0-0");
  const State later = position(men + "first open 60 2-1", match);
  CHECK(match.move_text(later, *match.parse_move(later, "13")) == "13");
  CHECK(match.move_text(later, *match.parse_move(later, "31")) == "31");
  State second = later;
  match.apply(second, *match.parse_move(later, "13"));
  CHECK(match.position_text(second) == men + "second 31 61 2-1");
  CHECK(match.evaluate(later) > 0);
  CHECK(match.board_text(later).find("match to 5: first 2, second 1") != std::string::npos);
  CHECK(match.position_text(position(men + "first roll 0", match)) == men + "first roll 0 0-0");
  CHECK(match.position_text(position("4HPwATDgc/ABMA", match)) == men + "first roll 0 0-0");
  for (const char* bad : {"24:2 5:2 first roll 0 5-0", "24:2 5:2 first roll 0 3", "24:2 5:2 first roll 0 3-x",
                          "24:2 5:2 first roll 0 40-0", "24:2 - first roll 0 3-4", "24:2 5:2 first roll"}) {
    CAPTURE(std::string(bad));
    CHECK_FALSE(match.parse_position(bad).ok());
  }
  CHECK_FALSE(kRules.parse_position("24:2 5:2 first roll 0 0-0").ok());
  CHECK(refusal<Backgammon>({{"match", "26"}}) != "");
}

TEST_CASE("Backgammon: evaluation and drawings") {
  const State start = kRules.initial();
  CHECK(kRules.evaluate(start) == 19);
  State other = start;
  other.mover = 1;
  CHECK(kRules.evaluate(other) == -19);
  CHECK(kRules.board_text(start).find("position id 4HPwATDgc/ABMA") != std::string::npos);
  CHECK(kRules.svg(start, kNoMove).starts_with("<svg"));
  CHECK(refusal<Backgammon>({{"scoring", "cube"}}) != "");
}

}  // namespace
}  // namespace ludex::tests
