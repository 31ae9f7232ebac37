#include "games/mnk/mnk.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/negamax.hpp"
#include "tests/support/oracle.hpp"
#include "tests/unit/games/naive_line_game.hpp"

namespace ludex::tests {
namespace {

using games::LineGameLook;
using games::LineGameRules;
using games::mnk::Mnk;

LineGameRules<1> small_board(std::uint32_t m, std::uint32_t n, std::uint32_t k) {
  return LineGameRules<1>({.width = m,
                           .height = n,
                           .k = k,
                           .exact = false,
                           .stones = "xo",
                           .look = LineGameLook::kNoughtsAndCrosses});
}

struct Board {
  const char* m;
  const char* n;
  const char* k;
  std::uint32_t positions;  // to compare with the naive implementation
  std::uint32_t walks;
};

// Every number of words (1, 2, 4, 6), strips, k = 1 and k as long as the longer side.
constexpr Board kBoards[] = {
    {"3", "3", "3", 60'000, 300}, {"4", "3", "3", 10'000, 50}, {"5", "4", "4", 10'000, 50},
    {"7", "7", "4", 10'000, 20},  {"1", "1", "1", 100, 5},     {"9", "1", "3", 3'000, 20},
    {"1", "19", "2", 3'000, 20},  {"19", "2", "19", 500, 5},   {"4", "4", "1", 100, 5},
    {"10", "10", "5", 3'000, 4},  {"9", "15", "6", 2'000, 2},  {"19", "19", "5", 1'000, 1},
    {"8", "6", "8", 1'000, 5},
};

template <class F>
void for_each_board(F&& f) {
  for (const Board& b : kBoards) {
    CAPTURE(b.m);
    CAPTURE(b.n);
    CAPTURE(b.k);
    with_rules<Mnk>({{"m", b.m}, {"n", b.n}, {"k", b.k}}, [&](const auto& rules) { f(rules, b); });
  }
}

TEST_CASE("m,n,k-games keep the contract of games") {
  for_each_board([](const auto& rules, const Board& b) { check_game_contract(rules, samples(b.walks), 31); });
}

TEST_CASE("m,n,k-games agree with an independent implementation") {
  for_each_board([](const auto& rules, const Board& b) {
    const NaiveLineGame naive(std::stoi(b.m), std::stoi(b.n), std::stoi(b.k), false);
    check_against_reference(rules, naive, samples(b.positions), 32);
  });
}

TEST_CASE("m,n,k playouts are uniform") {
  for_each_board([](const auto& rules, const Board&) { check_playouts(rules, samples(4'000), 33); });
}

struct Tree {
  std::uint64_t nodes = 0;
  std::uint64_t games = 0;
  std::uint64_t wins[3] = {0, 0, 0};  // first, second, draw
  std::unordered_set<std::uint64_t> positions;
};

void walk(const LineGameRules<1>& rules, const LineGameRules<1>::State& state, Tree& tree) {
  ++tree.nodes;
  tree.positions.insert(rules.hash(state));
  const GameStatus status = rules.status(state);
  if (is_over(status)) {
    ++tree.games;
    ++tree.wins[status == GameStatus::kDraw ? 2 : winner_of(status)];
  }
  Move moves[9];
  const std::uint32_t count = rules.legal_moves(state, moves);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto next = state;
    rules.apply(next, moves[i]);
    walk(rules, next, tree);
  }
}

TEST_CASE("the whole tree of tic-tac-toe") {
  // Nodes, games and positions: S. Schaefer, "MathRec Solutions (Tic-Tac-Toe)" (2002).
  const auto rules = small_board(3, 3, 3);
  Tree tree;
  walk(rules, rules.initial(), tree);
  CHECK(tree.nodes == 549'946);
  CHECK(tree.games == 255'168);
  CHECK(tree.positions.size() == 5'478);
  CHECK(tree.wins[0] == 131'184);
  CHECK(tree.wins[1] == 77'904);
  CHECK(tree.wins[2] == 46'080);
}

TEST_CASE("small m,n,k-games have their known values") {
  struct Known {
    std::uint32_t m, n, k;
    int value;  // for the first player
  };
  std::vector<Known> table{{3, 3, 3, 0}, {4, 3, 3, 1}, {4, 4, 3, 1}};
  if (!kSanitized) table.push_back({4, 4, 4, 0});
  for (const Known& known : table) {
    CAPTURE(known.m);
    CAPTURE(known.n);
    CAPTURE(known.k);
    const auto rules = small_board(known.m, known.n, known.k);
    CHECK(Negamax(rules).solve(rules.initial()) == known.value);
  }
}

TEST_CASE("every recorded Ludii game of tic-tac-toe") {
  const auto path = oracle("ludii_traces/ttt.txt.gz");
  if (!path) return;
  const auto rules = small_board(3, 3, 3);
  const auto translate = [](const std::string& move) {
    const int site = std::stoi(move);
    return static_cast<char>('a' + site % 3) + std::to_string(site / 3 + 1);
  };
  for (const TraceGame& game : read_ludii_trace(*path)) {
    auto state = rules.initial();
    for (const TracePly& ply : game.plies) {
      if (is_over(rules.status(state))) {
        REQUIRE(ply.move == "pass");  // Ludii draws after two of them
        continue;
      }
      REQUIRE(ply.mover == static_cast<int>(rules.to_move(state)) + 1);
      std::vector<std::string> legal;
      for (const std::string& move : ply.legal) legal.push_back(translate(move));
      std::sort(legal.begin(), legal.end());
      REQUIRE(legal_texts(rules, state) == legal);
      rules.apply(state, *rules.parse_move(state, translate(ply.move)));
    }
    REQUIRE(rules.status(state) ==
            (game.winner == 0 ? GameStatus::kDraw : win_for(static_cast<Player>(game.winner - 1))));
  }
}

TEST_CASE("tic-tac-toe playouts end as the whole tree says") {
  // Exact: each game weighs the product of 1/moves along it. Counted once over the whole tree: 737/1260 and
  // 121/420 of uniform games are won by the first and second player, 8/63 drawn.
  const auto rules = small_board(3, 3, 3);
  Rng rng = Rng::seeded(34);
  const std::uint32_t n = samples(1'000'000);
  double count[3] = {0, 0, 0};
  for (std::uint32_t i = 0; i < n; ++i) {
    auto state = rules.initial();
    const PlayoutResult r = rules.playout(state, rng, nullptr);
    ++count[r.status == GameStatus::kDraw ? 2 : winner_of(r.status)];
  }
  const double expected[3] = {737.0 / 1260, 121.0 / 420, 8.0 / 63};
  for (int i = 0; i < 3; ++i) {
    const double p = expected[i];
    CAPTURE(i);
    CHECK(std::abs(count[i] / n - p) <= 4 * std::sqrt(p * (1 - p) / n));
  }
}

TEST_CASE("the eight symmetries of a square form the dihedral group") {
  const auto rules = small_board(4, 4, 3);
  auto state = rules.initial();
  for (const char* move : {"a1", "b1", "d2"}) rules.apply(state, *rules.parse_move(state, move));
  std::unordered_set<std::string> images;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const auto image = rules.map_state(state, i);
    images.insert(rules.position_text(image));
    CHECK(rules.hash(image) == rules.hash(*rules.parse_position(rules.position_text(image))));
  }
  CHECK(images.size() == 8);
  for (std::uint32_t i = 0; i < 8; ++i) {
    for (std::uint32_t j = 0; j < 8; ++j)
      CHECK(images.contains(rules.position_text(rules.map_state(rules.map_state(state, i), j))));
  }
  CHECK(small_board(4, 3, 3).symmetries() == 4);
}

TEST_CASE("m,n,k positions as text") {
  const auto rules = small_board(3, 3, 3);
  CHECK(rules.position_text(rules.initial()) == "3/3/3 x");
  auto state = rules.initial();
  for (const char* move : {"b2", "c1", "a3"}) rules.apply(state, *rules.parse_move(state, move));
  CHECK(rules.position_text(state) == "x2/1x1/2o o");
  const auto error = [&](const char* text) {
    const auto parsed = rules.parse_position(text);
    return parsed ? std::string("accepted") : parsed.error();
  };
  CHECK(error("") != "accepted");
  CHECK(error("3/3/3").find("side to move") != std::string::npos);
  CHECK(error("3/3/3 o").find("do not fit") != std::string::npos);
  CHECK(error("3/3/xx1 o").find("do not fit") != std::string::npos);
  CHECK(error("3/3/4 x").find("too long") != std::string::npos);
  CHECK(error("3/3/2 x").find("has 2 cells") != std::string::npos);
  CHECK(error("ooo/3/xxx x").find("both players") != std::string::npos);
  CHECK(error("oo1/1o1/xxx x").find("is to move") != std::string::npos);
  CHECK(error("oo1/3/xxx o") == "accepted");
  CHECK(error("xxx/oox/oox o") == "accepted");
  CHECK(error("xox/oxo/oxx o") == "accepted");
  for (const char* bad : {"", "a", "a0", "a4", "d1", "A1", "a01", "a1 ", " a1", "aa", "a-1", "a+1"})
    CHECK_FALSE(rules.parse_move(state, bad).ok());
  // Two lines without a stone in common cannot both have been made by the last move.
  const auto wide = small_board(4, 4, 3);
  CHECK(wide.parse_position("xxx1/ooo1/1o2/xxx1 o").error().find("do not fit") != std::string::npos);
  CHECK(wide.parse_position("xxx1/oo1o/o3/xxx1 x").error().find("do not fit") != std::string::npos);
  CHECK(wide.parse_position("xxx1/oo1o/o1o1/xxx1 o").error() == "the game was over before the last move");
}

TEST_CASE("m,n,k refuses parameters that do not fit") {
  CHECK(refusal<Mnk>({{"k", "4"}}) == "k = 4 does not fit a board of 3 x 3");
  CHECK(refusal<Mnk>({{"m", "5"}, {"k", "5"}}).empty());
  CHECK(refusal<Mnk>({{"m", "0"}}).find("1..19") != std::string::npos);
  CHECK(refusal<Mnk>({{"k", "three"}}).find("1..19") != std::string::npos);
}

TEST_CASE("state sizes and drawings") {
  CHECK(sizeof(LineGameRules<1>::State) == 32);
  const auto rules = small_board(3, 3, 3);
  CHECK(rules.svg(rules.initial(), kNoMove).find("<svg") == 0);
  CHECK(rules.board_text(rules.initial()) == " 3 . . .\n 2 . . .\n 1 . . .\n   a b c\nx to move\n");
}

}  // namespace
}  // namespace ludex::tests
