#include "games/chinese-checkers/chinese_checkers.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/playout_statistics.hpp"
#include "tests/unit/games/naive_chinese_checkers.hpp"

namespace ludex::games::chinese_checkers {
namespace {

using tests::NaiveChineseCheckers;
using tests::samples;
using Rules = ChineseCheckersRules;

constexpr std::array<unsigned, 4> kPlayers{2, 3, 4, 6};

Rules rules_for(unsigned players, unsigned size, Places places = Places::kFirst, unsigned turns = 200) {
  return {players, size, places, turns};
}
NaiveChineseCheckers naive_for(unsigned players, unsigned size, Places places = Places::kFirst,
                               unsigned turns = 200) {
  return {static_cast<int>(players), static_cast<int>(size), places == Places::kAll,
          static_cast<int>(players * turns)};
}

State position(const Rules& rules, const std::string& text) {
  const auto parsed = rules.parse_position(text);
  REQUIRE_MESSAGE(parsed.ok(), (parsed.ok() ? "" : parsed.error()));
  return *parsed;
}
std::string refusal(const Rules& rules, const std::string& text) {
  const auto parsed = rules.parse_position(text);
  return parsed ? "" : parsed.error();
}
std::vector<float> returns_of(const Rules& rules, const State& s) {
  std::vector<float> values(rules.traits().players);
  rules.returns(s, values.data());
  return values;
}

TEST_CASE("chinese-checkers: the board") {
  // Holes of the star of hexagons, A003154: 6 n (n + 1) + 1.
  for (const auto& [size, holes, men] :
       std::vector<std::array<unsigned, 3>>{{1, 13, 1}, {2, 37, 3}, {3, 73, 6}, {4, 121, 10}}) {
    const Board& board = board_of(size);
    CHECK(board.holes == holes);
    CHECK(board.men == men);
    Holes all = 0;
    for (unsigned c = 0; c < kCorners; ++c) {
      CHECK(bits::count(board.corner[c]) == static_cast<int>(men));
      CHECK((all & board.corner[c]) == 0);
      CHECK(contains(board.corner[c], board.tip[c]));
      CHECK(bits::count(board.near[board.tip[c]]) == 2);
      CHECK(board.distance[board.tip[c]][board.tip[(c + 3) % kCorners]] == 4 * size);
      all |= board.corner[c];
    }
    for (unsigned hole = 0; hole < holes; ++hole) {
      CHECK(board.mirror[board.mirror[hole]] == hole);
      for (unsigned other = 0; other < holes; ++other) {
        CHECK(board.distance[hole][other] == board.distance[other][hole]);
        CHECK((board.distance[hole][other] == 1) == contains(board.near[hole], other));
      }
    }
  }
}

TEST_CASE("chinese-checkers: counts of moves from the start") {
  for (const unsigned players : kPlayers) {
    const Rules rules = rules_for(players, 4);
    // 14 by Ludii 1.3.12, whose board is the same. The first two of two or three players are far apart.
    CHECK(tests::perft(rules, rules.initial(), 1) == 14);
    if (players <= 3) CHECK(tests::perft(rules, rules.initial(), 2) == 14 * 14);
  }
}

TEST_CASE("chinese-checkers: perft agrees with a plain implementation") {
  for (unsigned size = 1; size <= kMaxSize; ++size) {
    for (const unsigned players : kPlayers) {
      const Rules rules = rules_for(players, size);
      const int deepest = (size == 1 ? 6 : size == 2 ? 4 : 3) - (tests::kSanitized ? 1 : 0);
      for (int depth = 1; depth <= deepest; ++depth) {
        CAPTURE(size);
        CAPTURE(players);
        CAPTURE(depth);
        CHECK(tests::perft(rules, rules.initial(), depth) ==
              tests::naive_perft(naive_for(players, size), depth));
      }
    }
  }
}

TEST_CASE("chinese-checkers: agrees with a plain implementation") {
  for (const unsigned players : kPlayers) {
    for (unsigned size = 1; size <= kMaxSize; ++size) {
      for (const Places places : {Places::kFirst, Places::kAll}) {
        tests::check_against_reference(rules_for(players, size, places), naive_for(players, size, places),
                                       samples(size == 4 ? 600 : 1500), players * 10 + size);
      }
    }
  }
}

TEST_CASE("chinese-checkers: places and returns agree with a plain implementation") {
  std::set<std::vector<int>> seen;
  for (const unsigned players : kPlayers) {
    for (const Places places : {Places::kFirst, Places::kAll}) {
      const Rules rules = rules_for(players, 1, places, 40);
      Rng rng = Rng::seeded(players);
      std::vector<Move> moves(rules.traits().max_moves);
      for (std::uint32_t game = 0; game < samples(200); ++game) {
        State s = rules.initial();
        NaiveChineseCheckers naive = naive_for(players, 1, places, 40);
        while (!is_over(s.status)) {
          const Move move = moves[rng.below(rules.legal_moves(s, moves.data()))];
          naive.play(rules.move_text(s, move));
          rules.apply(s, move);
        }
        const auto order = naive.places();
        seen.insert(order);
        const auto returns = returns_of(rules, s);
        // Mean over all orders of those who share the last places.
        const int done =
            static_cast<int>(std::count_if(order.begin(), order.end(), [](int p) { return p > 0; }));
        const int n = static_cast<int>(players);
        double shared = 0;
        for (int place = done + 1; place <= n; ++place) shared += double(place) / (n - done);
        for (std::size_t p = 0; p < players; ++p) {
          const double place = order[p] > 0 ? order[p] : shared;
          CHECK(static_cast<double>(returns[p]) == doctest::Approx((n + 1 - 2 * place) / (n - 1)));
        }
      }
    }
  }
  CHECK(seen.size() > 20);
}

TEST_CASE("chinese-checkers: contract") {
  for (const unsigned players : kPlayers) {
    for (unsigned size = 1; size <= kMaxSize; ++size) {
      for (const Places places : {Places::kFirst, Places::kAll})
        tests::check_game_contract(rules_for(players, size, places, 40), samples(size == 1 ? 40 : 4), size);
    }
  }
}

TEST_CASE("chinese-checkers: playouts") {
  for (const unsigned players : kPlayers) {
    tests::check_playouts(rules_for(players, 1, Places::kFirst, 50), samples(1'000), players);
    tests::check_playouts(rules_for(players, 2, Places::kAll, 15), samples(200), players);
  }
  tests::check_playouts(rules_for(3, 4, Places::kFirst, 10), samples(200), 1);
  const Rules rules = rules_for(3, 4, Places::kFirst, 1);
  tests::check_uniform_choice(rules, rules.initial(), samples(100'000), 3);
}

// Ludii makes a ply of each jump and a pass of the end of a chain. It moves in the other direction around the
// board, which is a mirror image.
TEST_CASE("chinese-checkers: six-player games recorded by Ludii") {
  using Json = arena::json::Value;
  const auto path = tests::oracle("lud2/traces/Chinese_Checkers.jsonl.gz");
  if (!path) return;
  const Rules rules = rules_for(6, 4);
  const Board& board = rules.board();
  const auto ends_of = [&](const std::string& text) {  // "12-34 ..."
    const auto dash = text.find('-');
    return make_move(board.mirror[std::stoul(text)], board.mirror[std::stoul(text.substr(dash + 1))]);
  };
  // A step, or a single jump over the man between.
  const auto is_short = [&](const State& s, Move move) {
    for (const Way way : board.ways[from_of(move)]) {
      if (way.over == to_of(move)) return true;
      if (way.land != to_of(move)) continue;
      for (const Holes men : s.men) {
        if (contains(men, way.over)) return true;
      }
    }
    return false;
  };
  std::istringstream lines(tests::unzip(*path));
  std::string line;
  std::getline(lines, line);
  int turns = 0, chains = 0;
  std::vector<Move> moves(rules.traits().max_moves);
  while (std::getline(lines, line)) {
    const Json game = Json::parse(line);
    State s = rules.initial();
    const Json& plies = game["p"];
    for (std::size_t i = 0; i < plies.size(); ++i) {
      REQUIRE(plies[i]["m"].get<unsigned>() == s.mover + 1U);
      std::set<Move> ours(moves.begin(), moves.begin() + rules.legal_moves(s, moves.data()));
      std::set<Move> theirs;
      for (const Json& each : plies[i]["l"]) theirs.insert(ends_of(each.get<std::string>()));
      for (const Move move : theirs) CHECK(ours.contains(move));
      for (const Move move : ours) CHECK((theirs.contains(move) || !is_short(s, move)));
      Move whole = ends_of(plies[i]["a"].get<std::string>());
      // The same man jumps on.
      while (i + 1 < plies.size() && plies[i + 1]["m"].get<unsigned>() == s.mover + 1U) {
        const auto next = plies[++i]["a"].get<std::string>();
        for (const Json& each : plies[i]["l"]) {
          const auto text = each.get<std::string>();
          if (!text.starts_with("pass"))
            CHECK(ours.contains(make_move(from_of(whole), to_of(ends_of(text)))));
        }
        if (next.starts_with("pass")) break;
        whole = make_move(from_of(whole), to_of(ends_of(next)));
        ++chains;
      }
      REQUIRE(ours.contains(whole));
      rules.apply(s, whole);
      ++turns;
    }
  }
  CHECK(turns > 1000);
  CHECK(chains > 50);
}

TEST_CASE("chinese-checkers: steps, chains, and nothing out of the target corner") {
  const Rules rules = rules_for(2, 2);
  const State s = rules.initial();
  CHECK(rules.position_text(s) == "b/bb/7/6/5/6/7/rr/r r - 0");
  CHECK(tests::legal_texts(rules, s) ==
        std::vector<std::string>{"c1-c3", "c1-e3", "c2-c3", "c2-d3", "d2-d3", "d2-e3"});
  // c1 jumps over c2 and goes on over d4; f8 is in the corner that red must fill.
  const State t = position(rules, "1/r1/7/6/5/r1b3/6b/b1/r r - 0");
  CHECK(tests::legal_texts(rules, t) == std::vector<std::string>{"b4-a3", "b4-b3", "b4-c4", "b4-c5", "c1-c3",
                                                                 "c1-d2", "c1-e5", "f8-g8", "f8-g9"});
}

TEST_CASE("chinese-checkers: a full corner wins, also with others' men in it") {
  const Rules rules = rules_for(2, 2);
  std::vector<Move> moves(rules.traits().max_moves);
  State s = position(rules, "r/1b/2r4/6/r4/6/7/bb/1 r - 40");
  CHECK(rules.winning_moves(s, moves.data()) == 1);
  CHECK(rules.move_text(s, moves[0]) == "e7-f8");
  CHECK(rules.apply(s, moves[0]) == win_for(0));
  CHECK(returns_of(rules, s) == std::vector<float>{1, -1});
  // It is full already, but red has not moved since: every move wins.
  s = position(rules, "r/rb/7/6/r4/6/7/bb/1 r - 40");
  CHECK(s.status == GameStatus::kOngoing);
  CHECK(rules.winning_moves(s, moves.data()) == rules.count_moves(s));
  CHECK(rules.apply(s, moves[0]) == win_for(0));
  // Nobody has left: blue's men fill red's corner, but none of red's is in it.
  CHECK(rules.initial().status == GameStatus::kOngoing);
}

TEST_CASE("chinese-checkers: games end at the limit") {
  const Rules rules = rules_for(3, 4, Places::kFirst, 2);
  State s = rules.initial();
  std::vector<Move> moves(rules.traits().max_moves);
  for (int ply = 0; ply < 6; ++ply) {
    REQUIRE(s.status == GameStatus::kOngoing);
    rules.legal_moves(s, moves.data());
    rules.apply(s, moves[0]);
  }
  CHECK(s.status == GameStatus::kDraw);
  CHECK(returns_of(rules, s) == std::vector<float>{0, 0, 0});
}

TEST_CASE("chinese-checkers: the evaluation of every player") {
  for (const unsigned players : kPlayers) {
    for (unsigned size = 1; size <= kMaxSize; ++size) {
      const Rules rules = rules_for(players, size);
      const auto n = static_cast<int>(size);
      std::vector<std::int32_t> values(players);
      rules.evaluate_all(rules.initial(), values.data());
      CHECK(values == std::vector<std::int32_t>(players));
      // k + 1 men are 4 n - k steps from the tip and are to be k from it: 2n + 2 over 3, in all.
      CHECK(rules.steps_left(rules.initial(), 0) == (2 * n + 2) * (2 * n + 1) * n / 3);
      Rng rng = Rng::seeded(size);
      State s = rules.initial();
      std::vector<Move> moves(rules.traits().max_moves);
      for (int ply = 0; ply < 100 && !is_over(s.status); ++ply) {
        rules.evaluate_all(s, values.data());
        CHECK(std::abs(std::accumulate(values.begin(), values.end(), 0)) < static_cast<int>(players));
        CHECK(values[s.mover] == rules.evaluate(s));
        for (Player p = 0; p < players; ++p) {
          CHECK(std::abs(values[p]) <= 30000);
          // Zero exactly when all men are home.
          const Holes corner = rules.board().corner[rules.goal(p)];
          CHECK((rules.steps_left(s, p) == 0) == (s.men[p] == corner));
          CHECK(rules.steps_left(s, p) >= 0);
        }
        rules.apply(s, moves[rng.below(rules.legal_moves(s, moves.data()))]);
      }
    }
  }
}

TEST_CASE("chinese-checkers: the last man is measured to the last hole") {
  const Rules rules = rules_for(2, 2);
  // h7 is three steps from f8, the hole that is missing, and also from the tip.
  CHECK(rules.steps_left(position(rules, "r/1r/5r1/6/b4/6/7/bb/1 r - 40"), 0) == 3);
}

TEST_CASE("chinese-checkers: texts that are refused") {
  const Rules rules = rules_for(3, 2);
  CHECK(rules.position_text(rules.initial()) == "1/2/gg3ww/g4w/5/6/7/rr/r r - 0");
  for (const std::array<const char*, 2>& each : std::vector<std::array<const char*, 2>>{
           {"1/2/gg3ww/g4w/5/6/7/rr/r", "got 1 fields"},
           {"1/2/gg3ww/g4w/5/6/7/rr/r r -", "got 3 fields"},
           {"1/2/gg3ww/g4w/5/6/7/rr r", "expected 9 rows"},
           {"1/2/gg3ww/g4w/5/6/7/rr/r/r r", "expected 9 rows"},
           {"1/2/gg3ww/g3w/5/6/7/rr/r r", "row 6 has 5 holes, expected 6"},
           {"1/2/gg3ww/g4ww/5/6/7/rr/r r", "row 6 has 7 holes, expected 6"},
           {"1/2/gg3ww/g4w/6/6/7/rr/r r", "in row 5 is '6', expected a number in 1..5"},
           {"1/2/gg3bb/g4b/5/6/7/rr/r r", "row 7 has the unknown letter 'b'"},
           {"1/2/gg3ww/g5/5/6/7/rr/r r", "White has 2 men, expected 3"},
           {"1/2/gg3ww/g4w/5/6/7/rr/r b", "'b' is no side"},
           {"1/2/gg3ww/g4w/5/6/7/rr/r rg", "'rg' is no side"},
           {"1/2/gg3ww/g4w/5/6/7/rr/r r x 3", "'x' is no list"},
           {"1/2/gg3ww/g4w/5/6/7/rr/r r rg 3", "lists more than 1 players"},
           {"1/2/gg3ww/g4w/5/6/7/rr/r r w 3", "White has no man in the corner"},
           {"1/2/gg3ww/g4w/5/6/7/rr/r r - 601", "the ply is '601'"},
           {"1/2/gg3ww/g4w/5/6/7/rr/r g - 3", "ply 3 is not Green's"},
       }) {
    const std::string said = refusal(rules, each[0]);
    CHECK_MESSAGE(said.find(each[1]) != std::string::npos, each[0] << ": " << said);
  }
  // Red has filled the highest corner by its move, so it is green's turn no more.
  CHECK(refusal(rules, "r/rr/gg3ww/g4w/5/6/7/2/1 g - 4").find("contradicts the board") != std::string::npos);
  CHECK(position(rules, "r/rr/gg3ww/g4w/5/6/7/2/1 g r 4").status == win_for(0));
  CHECK(tests::refusal<ChineseCheckers>({{"players", "5"}}).find("2|3|4|6") != std::string::npos);
  CHECK_FALSE(tests::refusal<ChineseCheckers>({{"size", "5"}}).empty());
}

}  // namespace
}  // namespace ludex::games::chinese_checkers
