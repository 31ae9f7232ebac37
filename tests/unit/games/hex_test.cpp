#include "games/hex/hex.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
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

using games::hex::Hex;
using games::hex::HexRules;

// Independent and slow: a table of characters, searched cell by cell after every move.
class Naive {
 public:
  Naive(int width, int height, bool swap)
      : rows_(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), '.')),
        swap_(swap) {}

  [[nodiscard]] std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    if (is_over(status())) return moves;
    for (int r = 0; r < height(); ++r) {
      for (int c = 0; c < width(); ++c) {
        if (at(r, c) == '.') moves.push_back(static_cast<char>('a' + c) + std::to_string(r + 1));
      }
    }
    if (swap_ && plies_ == 1) moves.emplace_back("swap");
    return moves;
  }
  void play(const std::string& move) {
    ++plies_;
    if (move == "swap") {
      for (int r = 0; r < height(); ++r) {
        for (int c = 0; c < width(); ++c) {
          if (at(r, c) == 'b') {
            at(r, c) = '.';
            at(c, r) = 'w';
            return;
          }
        }
      }
    }
    at(std::stoi(move.substr(1)) - 1, move[0] - 'a') = plies_ % 2 == 1 ? 'b' : 'w';
  }
  [[nodiscard]] Player to_move() const { return static_cast<Player>(plies_ % 2); }
  [[nodiscard]] GameStatus status() const {
    for (int i = 0; i < width(); ++i) {
      auto seen = rows_;
      if (walk(seen, 0, i, 'b')) return win_for(0);
    }
    for (int i = 0; i < height(); ++i) {
      auto seen = rows_;
      if (walk(seen, i, 0, 'w')) return win_for(1);
    }
    return GameStatus::kOngoing;
  }

 private:
  [[nodiscard]] int width() const { return static_cast<int>(rows_[0].size()); }
  [[nodiscard]] int height() const { return static_cast<int>(rows_.size()); }
  [[nodiscard]] char at(int r, int c) const {
    return rows_[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  }
  [[nodiscard]] char& at(int r, int c) {
    return rows_[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  }
  // Whether a chain of `stone` leads from here to the far edge; visited cells are wiped out.
  bool walk(std::vector<std::string>& seen, int r, int c, char stone) const {
    if (r < 0 || c < 0 || r >= height() || c >= width()) return false;
    char& here = seen[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
    if (here != stone) return false;
    here = '#';
    if (stone == 'b' ? r == height() - 1 : c == width() - 1) return true;
    return walk(seen, r, c - 1, stone) || walk(seen, r, c + 1, stone) || walk(seen, r - 1, c, stone) ||
           walk(seen, r - 1, c + 1, stone) || walk(seen, r + 1, c - 1, stone) || walk(seen, r + 1, c, stone);
  }

  std::vector<std::string> rows_;
  bool swap_;
  int plies_ = 0;
};

struct Board {
  const char* width;
  const char* height;
  const char* swap;
  std::uint32_t positions;  // to compare with the naive implementation
  std::uint32_t walks;
};

// Every number of words (1, 2, 3, 4, 6), narrow boards, and the swap.
constexpr Board kBoards[] = {
    {"11", "11", "false", 10'000, 10}, {"5", "5", "true", 40'000, 100}, {"6", "7", "false", 40'000, 60},
    {"1", "1", "false", 100, 5},       {"1", "1", "true", 100, 5},      {"2", "2", "true", 1'000, 50},
    {"1", "5", "false", 1'000, 20},    {"7", "1", "false", 1'000, 20},  {"2", "9", "false", 2'000, 20},
    {"8", "8", "true", 5'000, 20},     {"13", "12", "false", 2'000, 3}, {"15", "15", "true", 1'000, 2},
    {"19", "19", "false", 500, 1},     {"11", "11", "true", 5'000, 5},
};

template <class F>
void for_each_board(F&& f) {
  for (const Board& b : kBoards) {
    CAPTURE(b.width);
    CAPTURE(b.height);
    CAPTURE(b.swap);
    with_rules<Hex>({{"width", b.width}, {"height", b.height}, {"swap", b.swap}},
                    [&](const auto& rules) { f(rules, b); });
  }
}

template <GameRules R>
typename R::State after(const R& rules, std::initializer_list<const char*> moves) {
  auto state = rules.initial();
  for (const char* move : moves) rules.apply(state, *rules.parse_move(state, move));
  return state;
}

TEST_CASE("hex keeps the contract of games") {
  for_each_board([](const auto& rules, const Board& b) { check_game_contract(rules, samples(b.walks), 21); });
}

TEST_CASE("hex agrees with an independent implementation") {
  for_each_board([](const auto& rules, const Board& b) {
    const Naive naive(std::stoi(b.width), std::stoi(b.height), b.swap == std::string("true"));
    check_against_reference(rules, naive, samples(b.positions), 22);
  });
}

TEST_CASE("hex playouts are uniform") {
  for_each_board([](const auto& rules, const Board&) { check_playouts(rules, samples(3'000), 23); });
}

// The share of all ways to fill the board that black wins, each way as likely as any other: exact.
double black_wins_of_full_boards(const HexRules<1>& rules, const HexRules<1>::State& from) {
  std::vector<Move> cells(rules.traits().max_moves);
  cells.resize(rules.legal_moves(from, cells.data()));
  const auto movers = static_cast<int>((cells.size() + 1) / 2);
  int wins = 0;
  int all = 0;
  for (std::uint32_t set = 0; set < 1U << cells.size(); ++set) {
    if (std::popcount(set) != movers) continue;
    std::vector<Move> mine;
    std::vector<Move> theirs;
    for (std::size_t i = 0; i < cells.size(); ++i) ((set >> i & 1U) != 0 ? mine : theirs).push_back(cells[i]);
    auto state = from;
    for (std::size_t i = 0; !is_over(rules.status(state)); ++i)
      rules.apply(state, i % 2 == 0 ? mine[i / 2] : theirs[i / 2]);
    ++all;
    wins += winner_of(rules.status(state)) == 0 ? 1 : 0;
  }
  return double(wins) / all;
}

TEST_CASE("quick playouts are won as often as a board is filled at random") {
  const HexRules<1> rules(4, 3, false);
  Rng rng = Rng::seeded(11);
  for (const auto& state : {rules.initial(), after(rules, {"a1"}), after(rules, {"b2", "c2", "d1"})}) {
    const double exact = black_wins_of_full_boards(rules, state);
    constexpr int kGames = 100'000;
    int wins = 0;
    for (int i = 0; i < kGames; ++i) wins += winner_of(rules.quick_playout(state, rng)) == 0 ? 1 : 0;
    // Five standard errors.
    CHECK(std::abs(double(wins) / kGames - exact) < 5 * std::sqrt(exact * (1 - exact) / kGames));
  }
}

TEST_CASE("hex 11x11 perft: n (n - 1) (n - 2) ... while nobody can have connected") {
  const HexRules<2> rules(11, 11, false);
  CHECK(perft(rules, rules.initial(), 1) == 121);
  CHECK(perft(rules, rules.initial(), 2) == 14520);
  CHECK(perft(rules, rules.initial(), 3) == 1727880);
}

// The winner after every opening of black, row by row: 'B' or 'W'.
template <GameRules R>
std::string winners_of_openings(const R& rules) {
  std::string table;
  Negamax solver(rules);
  std::vector<Move> moves(rules.traits().max_moves);
  moves.resize(rules.legal_moves(rules.initial(), moves.data()));
  for (const Move move : moves) {
    auto state = rules.initial();
    rules.apply(state, move);
    table += solver.solve(state) < 0 ? 'B' : 'W';
  }
  return table;
}

TEST_CASE("the winner of every opening on 2x2, 3x3 and 4x4") {
  // Computed by two independent solvers; equal to the tables shipped with Benzene.
  CHECK(winners_of_openings(HexRules<1>(2, 2, false)) == "WBBW");
  CHECK(winners_of_openings(HexRules<1>(3, 3, false)) == "WWBBBBBWW");
  if (!kSanitized) CHECK(winners_of_openings(HexRules<1>(4, 4, false)) == "WWWBWWBWWBWWBWWW");
}

TEST_CASE("with the swap the second player wins on every board") {
  for (std::uint32_t n = 2; n <= (kSanitized ? 3U : 4U); ++n) {
    const HexRules<1> rules(n, n, true);
    Negamax solver(rules);
    CHECK(solver.solve(rules.initial()) == -1);
  }
}

TEST_CASE("on m x (m + 1) boards the shorter way wins, even moving second") {
  // White joins left and right: width is white's distance. (Gardner 1957; all openings of 6x7 and 7x8 in
  // Benzene.)
  CHECK(winners_of_openings(HexRules<1>(1, 2, false)) == "WW");
  CHECK(winners_of_openings(HexRules<1>(2, 3, false)) == std::string(6, 'W'));
  CHECK(winners_of_openings(HexRules<1>(3, 4, false)) == std::string(12, 'W'));
}

TEST_CASE("solved positions of Benzene with few empty cells") {
  const auto path = oracle("hex/solved_positions.csv");
  if (!path || kSanitized) return;
  std::ifstream in(*path);
  std::string line;
  std::getline(in, line);
  REQUIRE(line == "size,moves,side_to_move,winner");
  int checked = 0;
  while (std::getline(in, line)) {
    CAPTURE(line);
    std::istringstream fields(line);
    std::string size, moves, side, winner;
    std::getline(fields, size, ','), std::getline(fields, moves, ','), std::getline(fields, side, ',');
    std::getline(fields, winner, ',');
    const auto n = static_cast<std::uint32_t>(std::stoi(size));
    const HexRules<1> rules(n, n, false);
    auto state = rules.initial();
    std::istringstream list(moves);
    for (std::string move; list >> move;) rules.apply(state, *rules.parse_move(state, move));
    REQUIRE(rules.to_move(state) == (side == "black" ? 0U : 1U));
    if (rules.count_moves(state) > 16) continue;
    ++checked;
    const bool mover_wins = Negamax(rules).solve(state) > 0;
    CHECK(mover_wins == (side == winner));
  }
  MESSAGE(checked << " positions solved");
  CHECK(checked > 0);
}

// Ludii stands the board on its acute corner and numbers the cells by horizontal rows from below: row i holds
// the cells (u, i - u), u ascending, where black joins u = 0 and u = n - 1, and (u, v), (u + 1, v + 1) are
// neighbours. Turning u round gives our rows.
std::string cell_of_site(int site, int n) {
  for (int i = 0;; ++i) {
    const int low = std::max(0, i - n + 1);
    const int length = std::min(i, n - 1) - low + 1;
    if (site < length) {
      const int u = low + site;
      return static_cast<char>('a' + (i - u)) + std::to_string(n - u);
    }
    site -= length;
  }
}

template <GameRules R>
void replay_traces(const R& rules, const std::string& file) {
  const auto path = oracle("ludii_traces/" + file);
  if (!path) return;
  const auto translate = [](const std::string& move) {
    return move == "swap" ? move : cell_of_site(std::stoi(move), 11);
  };
  for (const TraceGame& game : read_ludii_trace(*path)) {
    auto state = rules.initial();
    for (const TracePly& ply : game.plies) {
      REQUIRE_FALSE(is_over(rules.status(state)));
      REQUIRE(ply.mover == static_cast<int>(rules.to_move(state)) + 1);
      std::vector<std::string> legal;
      for (const std::string& move : ply.legal) legal.push_back(translate(move));
      std::sort(legal.begin(), legal.end());
      REQUIRE(legal_texts(rules, state) == legal);
      rules.apply(state, *rules.parse_move(state, translate(ply.move)));
    }
    REQUIRE(rules.status(state) == win_for(static_cast<Player>(game.winner - 1)));
  }
}

TEST_CASE("every recorded Ludii game of Hex 11x11, without and with the swap rule") {
  replay_traces(HexRules<2>(11, 11, false), "hex11.txt.gz");
  replay_traces(HexRules<2>(11, 11, true), "hex11swap.txt.gz");
}

TEST_CASE("hex 11x11 playouts have Ludii's statistics") {
  // 10,000 random games of Ludii 1.3.12.
  check_published_playouts(HexRules<2>(11, 11, false), {10'000, 107.39, 10.75, 0.519, 0.481, 0},
                           samples(10'000), 24, 0.005, 0.0005);
}

TEST_CASE("the swap mirrors the stone in the long diagonal and gives it to white") {
  const HexRules<2> rules(11, 11, true);
  const auto state = after(rules, {"b7", "swap"});
  CHECK(rules.position_text(state) == "11/6w4/11/11/11/11/11/11/11/11/11 b");
  CHECK(rules.to_move(state) == 0);
  CHECK(rules.count_moves(state) == 120);
  CHECK_FALSE(rules.parse_move(state, "swap2").ok());
  // Only the second move can be a swap.
  Move moves[122];
  for (const auto& position : {rules.initial(), state, after(rules, {"b7", "c3"})}) {
    const std::uint32_t n = rules.legal_moves(position, moves);
    CHECK(std::none_of(moves, moves + n, [&](Move m) { return rules.move_text(position, m) == "swap"; }));
  }
  // The swapped position differs from the same stones with white to move.
  const auto other = rules.parse_position("11/6w4/3b7/11/11/11/11/11/11/11/11 b");
  REQUIRE(other.ok());
  const auto swapped = after(rules, {"b7", "swap", "d3"});
  CHECK(rules.position_text(swapped) == "11/6w4/3b7/11/11/11/11/11/11/11/11 w");
  CHECK(rules.hash(swapped) != rules.hash(*other));
  CHECK(rules.hash(swapped) == rules.hash(*rules.parse_position(rules.position_text(swapped))));
  CHECK_FALSE(HexRules<2>(11, 11, false).parse_position(rules.position_text(swapped)).ok());
}

TEST_CASE("b2 has six neighbours: b1, c1, a2, c2, a3, b3") {
  // On 3x3, black on b1, b2 and one cell of row 3 has connected exactly if that cell is a3 or b3.
  const HexRules<1> rules(3, 3, false);
  CHECK(rules.status(after(rules, {"b1", "c3", "b2", "c2", "a3"})) == win_for(0));
  CHECK(rules.status(after(rules, {"b1", "a1", "b2", "c2", "b3"})) == win_for(0));
  CHECK(rules.status(after(rules, {"b1", "a1", "b2", "c2", "c3"})) == GameStatus::kOngoing);
  CHECK(rules.status(after(rules, {"c1", "a1", "b2", "c2", "a3"})) == win_for(0));
  CHECK(rules.status(after(rules, {"a1", "c1", "b2", "c2", "a3"})) == GameStatus::kOngoing);
}

TEST_CASE("hex positions as text") {
  const HexRules<1> rules(3, 3, false);
  CHECK(rules.position_text(rules.initial()) == "3/3/3 b");
  CHECK(rules.position_text(after(rules, {"a1", "b3"})) == "b2/3/1w1 b");
  const auto error = [&](const char* text) {
    const auto parsed = rules.parse_position(text);
    return parsed ? std::string("accepted") : parsed.error();
  };
  CHECK(error("3/3/3 w").find("do not fit") != std::string::npos);
  CHECK(error("3/3/1w1 b").find("do not fit") != std::string::npos);
  CHECK(error("3/3 b").find("expected '/'") != std::string::npos);
  CHECK(error("3/3/3/3 b").find("side to move") != std::string::npos);
  CHECK(error("3/3/x2 w").find("found 'x'") != std::string::npos);
  CHECK(error("bww/bw1/b2 w").find("do not fit") != std::string::npos);
  CHECK(error("bww/bw1/b2 b").find("is to move") != std::string::npos);
  CHECK(error("bww/bw1/bb1 w") == "accepted");
  CHECK(rules.status(*rules.parse_position("bww/bw1/bb1 w")) == win_for(0));
  // Black's two chains have no stone in common: the second was built after the game.
  const HexRules<1> five(5, 2, false);
  CHECK(five.parse_position("bw1wb/bw2b w").error() == "the game was over before the last move");
}

TEST_CASE("hex refuses parameters that do not fit") {
  CHECK(refusal<Hex>({{"width", "5"}, {"swap", "true"}}).find("square board, not 5 x 11") !=
        std::string::npos);
  CHECK(refusal<Hex>({{"width", "5"}, {"size", "5"}, {"swap", "true"}}).empty());
  CHECK(refusal<Hex>({{"size", "20"}}).find("1..19") != std::string::npos);
}

TEST_CASE("state sizes and drawings") {
  CHECK(sizeof(HexRules<1>::State) == 48);
  CHECK(sizeof(HexRules<2>::State) == 80);
  const HexRules<1> rules(3, 3, true);
  const auto state = after(rules, {"a1", "swap", "b2"});
  CHECK(rules.svg(state, *rules.parse_move(state, "b2")).find("#d7382d") != std::string::npos);
  CHECK(rules.board_text(state).find("w . .") != std::string::npos);
  CHECK(rules.board_text(after(rules, {"a1"})).ends_with("white (w), who may also swap, to move\n"));
  CHECK(rules.board_text(state).ends_with("white (w) to move\n"));
}

}  // namespace
}  // namespace ludex::tests
