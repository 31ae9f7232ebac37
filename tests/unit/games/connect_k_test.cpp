#include "games/connect-k/connect_k.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/negamax.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/playout_statistics.hpp"

namespace ludex::tests {
namespace {

using games::connect_k::ConnectK;
using games::connect_k::ConnectKRules;

// Independent and slow: columns as strings of 'x' and 'o'; a line is found by walking from every cell.
class Naive {
 public:
  Naive(int width, int height, int k) : columns_(static_cast<std::size_t>(width)), height_(height), k_(k) {}

  [[nodiscard]] std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    if (is_over(status())) return moves;
    for (std::size_t x = 0; x < columns_.size(); ++x) {
      if (static_cast<int>(columns_[x].size()) < height_) moves.emplace_back(1, static_cast<char>('a' + x));
    }
    return moves;
  }
  void play(const std::string& move) {
    columns_[static_cast<std::size_t>(move.at(0) - 'a')] += plies_++ % 2 == 0 ? 'x' : 'o';
  }
  [[nodiscard]] Player to_move() const { return static_cast<Player>(plies_ % 2); }
  [[nodiscard]] GameStatus status() const {
    for (int x = 0; x < width(); ++x) {
      for (int y = 0; y < height_; ++y) {
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          int n = 0;
          while (n < k_ && at(x, y) != '.' && at(x + n * dx, y + n * dy) == at(x, y)) ++n;
          if (n == k_) return win_for(at(x, y) == 'x' ? 0 : 1);
        }
      }
    }
    return plies_ == width() * height_ ? GameStatus::kDraw : GameStatus::kOngoing;
  }

 private:
  [[nodiscard]] int width() const { return static_cast<int>(columns_.size()); }
  [[nodiscard]] char at(int x, int y) const {
    if (x < 0 || x >= width() || y < 0) return '.';
    const std::string& column = columns_[static_cast<std::size_t>(x)];
    return y < static_cast<int>(column.size()) ? column[static_cast<std::size_t>(y)] : '.';
  }

  std::vector<std::string> columns_;
  int height_;
  int k_;
  int plies_ = 0;
};

struct Board {
  const char* width;
  const char* height;
  const char* k;
};

// One board a size class (1, 2 and 6 words), narrow ones, k = 1, 2 and longer than one of the sides.
constexpr Board kBoards[] = {{"7", "6", "4"}, {"9", "9", "5"}, {"19", "19", "6"}, {"1", "4", "2"},
                             {"5", "1", "3"}, {"4", "4", "1"}, {"3", "5", "5"},   {"12", "9", "7"}};

template <class F>
void for_each_board(F&& f) {
  for (const Board& b : kBoards) {
    CAPTURE(b.width);
    CAPTURE(b.height);
    CAPTURE(b.k);
    with_rules<ConnectK>({{"width", b.width}, {"height", b.height}, {"k", b.k}},
                         [&](const auto& rules) { f(rules, b); });
  }
}

TEST_CASE("connect-k keeps the contract of games") {
  for_each_board([](const auto& rules, const Board&) { check_game_contract(rules, samples(40), 11); });
}

TEST_CASE("connect-k agrees with an independent implementation") {
  check_against_reference(ConnectKRules<1>(7, 6, 4), Naive(7, 6, 4), samples(100'000), 1);
  for_each_board([](const auto& rules, const Board& b) {
    const Naive naive(std::stoi(b.width), std::stoi(b.height), std::stoi(b.k));
    check_against_reference(rules, naive, samples(1'000), 2);
  });
}

TEST_CASE("connect-k playouts are uniform") {
  for_each_board([](const auto& rules, const Board&) { check_playouts(rules, samples(4'000), 3); });
}

TEST_CASE("connect-4 perft") {
  // OEIS A212693 gives positions, not paths; these are paths, computed by two programs.
  const ConnectKRules<1> rules(7, 6, 4);
  const std::uint64_t expected[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234};
  for (int depth = 0; depth <= (kSanitized ? 6 : 8); ++depth) {
    CAPTURE(depth);
    CHECK(perft(rules, rules.initial(), depth) == expected[depth]);
    if (depth <= 6)
      CHECK(perft(ConnectKRules<2>(7, 6, 4), ConnectKRules<2>(7, 6, 4).initial(), depth) == expected[depth]);
  }
}

TEST_CASE("small boards have their known values, k = 4") {
  struct Known {
    std::uint32_t width, height;
    int value;  // for the first player
  };
  std::vector<Known> table{{4, 4, 0}, {5, 4, 0}, {4, 5, 0}};
  if (!kSanitized) table.insert(table.end(), {{6, 4, -1}, {4, 6, 0}});
  for (const Known& known : table) {
    CAPTURE(known.width);
    CAPTURE(known.height);
    const ConnectKRules<1> rules(known.width, known.height, 4);
    Negamax solver(rules);
    CHECK(solver.solve(rules.initial()) == known.value);
  }
}

// A position after random moves that is not over.
template <class R>
[[nodiscard]] typename R::State random_position(const R& rules, Rng& rng, std::uint32_t plies) {
  std::vector<Move> moves(rules.traits().max_moves);
  auto state = rules.initial();
  for (std::uint32_t i = 0; i < plies; ++i) {
    auto next = state;
    if (is_over(rules.apply(next, moves[rng.below(rules.legal_moves(state, moves.data()))]))) break;
    state = next;
  }
  return state;
}

// The columns of a list of moves, or those that some condition selects from the legal ones.
template <class R, class F>
[[nodiscard]] std::vector<Move> moves_where(const R& rules, const typename R::State& state, F&& wanted) {
  std::vector<Move> moves(rules.traits().max_moves);
  moves.resize(rules.legal_moves(state, moves.data()));
  std::erase_if(moves, [&](Move move) { return !wanted(move); });
  return moves;
}

TEST_CASE("must-play leaves out exactly the moves that lose at once") {
  for_each_board([](const auto& rules, const Board& b) {
    Rng rng = Rng::seeded(17);
    const std::uint32_t cells = rules.traits().max_plies;
    for (std::uint32_t n = samples(b.width[0] == '7' ? 3'000 : 300); n > 0; --n) {
      const auto state = random_position(rules, rng, rng.below(cells));
      const auto after = [&](const auto& s, Move move) {
        auto next = s;
        rules.apply(next, move);
        return next;
      };
      const auto wins = moves_where(
          rules, state, [&](Move move) { return winner_of(rules.status(after(state, move))) != kNobody; });
      const auto safe = moves_where(rules, state, [&](Move move) {
        const auto next = after(state, move);
        return moves_where(rules, next,
                           [&](Move reply) { return winner_of(rules.status(after(next, reply))) != kNobody; })
            .empty();
      });
      std::vector<Move> listed(rules.traits().max_moves);
      listed.resize(rules.must_play(state, listed.data()));
      REQUIRE(listed == (wins.empty() ? safe : wins));
    }
  });
}

// The score by plain search to the end, without any knowledge.
class PlainScore {
 public:
  explicit PlainScore(const ConnectKRules<1>& rules) : rules_(rules) {}
  std::int32_t operator()(const ConnectKRules<1>::State& state) {
    const auto [known, is_new] = memo_.try_emplace(rules_.hash(state), 0);
    if (!is_new) return known->second;
    std::int32_t best = -1000;
    for (const Move move : moves_where(rules_, state, [](Move) { return true; })) {
      auto next = state;
      const bool over = is_over(rules_.apply(next, move));
      best = std::max(best, over ? rules_.score(next, rules_.to_move(state)) : -(*this)(next));
    }
    return memo_[rules_.hash(state)] = best;
  }

 private:
  const ConnectKRules<1>& rules_;
  std::unordered_map<std::uint64_t, std::int32_t> memo_;
};

TEST_CASE("connect-k scores and their bounds near the end, against plain search") {
  struct Size {
    std::uint32_t width, height, k, left, positions;
  };
  // Even and odd numbers of rows and cells, and lines that the follow-up rule does not know.
  constexpr Size kSizes[] = {{7, 6, 4, 10, 100}, {4, 4, 4, 13, 200}, {5, 4, 4, 11, 100}, {4, 5, 4, 11, 100},
                             {5, 5, 4, 10, 100}, {4, 4, 3, 13, 200}, {3, 3, 3, 9, 200},  {5, 5, 5, 9, 100}};
  for (const Size& size : kSizes) {
    CAPTURE(size.width);
    CAPTURE(size.height);
    CAPTURE(size.k);
    const ConnectKRules<1> rules(size.width, size.height, size.k);
    const std::uint32_t cells = size.width * size.height;
    Rng rng = Rng::seeded(23);
    PlainScore truth(rules);
    for (std::uint32_t n = samples(size.positions); n > 0; --n) {
      const auto state = random_position(rules, rng, cells - 1 - rng.below(size.left));
      if (state.ply + size.left < cells) continue;
      const std::int32_t score = truth(state);
      CAPTURE(rules.position_text(state));
      const ScoreRange range = rules.score_range(state);
      REQUIRE(range.low <= score);
      REQUIRE(range.high >= score);
      std::uint64_t nodes = 0;
      const std::int32_t bound = rules.max_score();
      REQUIRE(rules.solve_score(state, -bound, bound, nodes) == score);
      for (const std::int32_t alpha : {score - 2, score - 1, score, score + 1}) {
        const std::int32_t found = rules.solve_score(state, alpha, alpha + 1, nodes);
        REQUIRE((score > alpha ? found > alpha && found <= score : found <= alpha && found >= score));
      }
    }
  }
}

TEST_CASE("every recorded Ludii game of connect-4") {
  const auto path = oracle("ludii_traces/connect4.txt.gz");
  if (!path) return;
  const ConnectKRules<1> rules(7, 6, 4);
  // "3-3" is column d. After a draw Ludii adds two passes.
  const auto translate = [](const std::string& move) {
    return std::string(1, static_cast<char>('a' + std::stoi(move)));
  };
  for (const TraceGame& game : read_ludii_trace(*path)) {
    auto state = rules.initial();
    for (const TracePly& ply : game.plies) {
      if (is_over(rules.status(state))) {
        CHECK(ply.move == "pass");
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

TEST_CASE("connect-4 playouts have Ludii's statistics") {
  // 10,000 random games of Ludii 1.3.12.
  check_published_playouts(ConnectKRules<1>(7, 6, 4), {10'000, 21.47, 7.47, 0.548, 0.449, 0.0032},
                           samples(10'000), 4, 0.005, 0.0005);
}

TEST_CASE("connect-k positions as text") {
  const ConnectKRules<1> rules(7, 6, 4);
  CHECK(rules.position_text(rules.initial()) == "7/7/7/7/7/7 x");
  auto state = rules.initial();
  for (const char* move : {"d", "d", "a", "g"}) rules.apply(state, *rules.parse_move(state, move));
  CHECK(rules.position_text(state) == "7/7/7/7/3o3/x2x2o x");
  CHECK(rules.hash(*rules.parse_position("7/7/7/7/3o3/x2x2o x")) == rules.hash(state));

  const auto error = [&](const char* text) {
    const auto parsed = rules.parse_position(text);
    return parsed ? std::string("accepted") : parsed.error();
  };
  CHECK(rules.board_text(state).ends_with("   a b c d e f g\nx to move\n"));
  CHECK(error("").find("row 1") != std::string::npos);
  CHECK(error("7/7/7/7/7 x").find("'/' after row 5") != std::string::npos);
  CHECK(error("7/7/7/7/7/7/7 x").find("side to move") != std::string::npos);
  CHECK(error("7/7/7/7/7/7").find("side to move") != std::string::npos);
  CHECK(error("7/7/7/7/7/7 b").find("side to move") != std::string::npos);
  CHECK(error("7/7/7/7/7/7 x ").find("side to move") != std::string::npos);
  CHECK(error("7/7/7/7/7/7  x").find("side to move") != std::string::npos);
  CHECK(error("7/7/7/7/7/6 x").find("has 6 cells") != std::string::npos);
  CHECK(error("7/7/7/7/7/8 x").find("too long") != std::string::npos);
  CHECK(error("7/7/7/7/7/6xo o").find("too long") != std::string::npos);
  CHECK(error("7/7/7/7/7/07 x").find("found '0'") != std::string::npos);
  CHECK(error("7/7/7/7/7/99999999999999999999 x").find("too long") != std::string::npos);
  CHECK(error("7/7/7/7/7/3X3 o").find("found 'X'") != std::string::npos);
  CHECK(error("7/7/7/7/7/3x3 x").find("do not fit") != std::string::npos);
  CHECK(error("7/7/7/7/7/3o3 o").find("do not fit") != std::string::npos);
  CHECK(error("7/7/7/7/3x3/7 o").find("has an empty cell below it") != std::string::npos);
  CHECK(error("7/7/7/7/oooo3/xxxx3 x").find("both players") != std::string::npos);
  CHECK(error("7/7/7/7/ooo4/xxxxo2 x").find("is to move") != std::string::npos);
  CHECK(error("7/7/7/7/ooo4/xxxx3 o") == "accepted");
  CHECK(rules.status(*rules.parse_position("7/7/7/7/ooo4/xxxx3 o")) == win_for(0));
}

TEST_CASE("a position won twice over is refused unless one stone made both lines") {
  const ConnectKRules<1> rules(7, 6, 4);
  // 8 x in two lines of four, columns a and g, apart; 7 o.
  const auto apart = rules.parse_position("7/7/x5x/x5x/xoo2ox/xoo1oox o");
  REQUIRE_FALSE(apart.ok());
  CHECK(apart.error() == "the game was over before the last move");
  // One stone, a4, ends the column and a diagonal a4-b3-c2-d1.
  CHECK(rules.parse_position("7/7/x6/xxo4/xox4/xooxoo1 o").ok());
}

TEST_CASE("connect-k refuses parameters that do not fit") {
  CHECK(refusal<ConnectK>({{"k", "8"}}).find("does not fit") != std::string::npos);
  CHECK(refusal<ConnectK>({{"k", "7"}}).empty());
  CHECK(refusal<ConnectK>({{"width", "20"}}).find("expected an integer in 1..19") != std::string::npos);
  CHECK(refusal<ConnectK>({{"columns", "7"}}).find("unknown parameter") != std::string::npos);
}

TEST_CASE("a state of connect-4 is 32 bytes") {
  CHECK(sizeof(ConnectKRules<1>::State) == 32);
  CHECK(ConnectKRules<1>(7, 6, 4).svg(ConnectKRules<1>(7, 6, 4).initial(), kNoMove).find("<svg") == 0);
}

}  // namespace
}  // namespace ludex::tests
