#include "games/othello/othello.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/csv.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/playout_statistics.hpp"

namespace ludex::games::othello {
namespace {

using namespace ludex::tests;
using Rules = OthelloRules<8>;
const Rules kRules;
const Rules kNoMovesRules(End::kNoMoves);

// The rules once more, on a grid of letters, walking in eight directions.
class Naive {
 public:
  Naive(int size, End end) : size_(size), end_(end), cells_(std::size_t(size * size), '-') {
    const int low = size / 2 - 1;
    cell(low, low) = cell(low + 1, low + 1) = 'O';
    cell(low + 1, low) = cell(low, low + 1) = 'X';
  }

  [[nodiscard]] Player to_move() const { return mover_ == 'X' ? 0 : 1; }
  [[nodiscard]] GameStatus status() const {
    const bool over = end_ == End::kTwoPasses ? passes_ == 2 : moves_of('X').empty() && moves_of('O').empty();
    if (!over) return GameStatus::kOngoing;
    const auto black = std::count(cells_.begin(), cells_.end(), 'X');
    const auto white = std::count(cells_.begin(), cells_.end(), 'O');
    return black == white ? GameStatus::kDraw : win_for(black > white ? 0 : 1);
  }
  [[nodiscard]] std::vector<std::string> legal() const {
    auto moves = moves_of(mover_);
    if (moves.empty()) moves.push_back("pass");
    return moves;
  }
  void play(const std::string& move) {
    if (move == "pass") {
      ++passes_;
    } else {
      passes_ = 0;
      const int x = move[0] - 'a';
      const int y = std::stoi(move.substr(1)) - 1;
      for (const auto& [fx, fy] : flipped(mover_, x, y)) cell(fx, fy) = mover_;
      cell(x, y) = mover_;
    }
    mover_ = mover_ == 'X' ? 'O' : 'X';
  }

 private:
  [[nodiscard]] std::vector<std::string> moves_of(char mover) const {
    std::vector<std::string> moves;
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) {
        if (at(x, y) == '-' && !flipped(mover, x, y).empty())
          moves.push_back(static_cast<char>('a' + x) + std::to_string(y + 1));
      }
    }
    return moves;
  }
  [[nodiscard]] std::vector<std::pair<int, int>> flipped(char mover, int x, int y) const {
    std::vector<std::pair<int, int>> all;
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        if (dx == 0 && dy == 0) continue;
        std::vector<std::pair<int, int>> line;
        int cx = x + dx;
        int cy = y + dy;
        while (at(cx, cy) != '-' && at(cx, cy) != '#' && at(cx, cy) != mover) {
          line.emplace_back(cx, cy);
          cx += dx;
          cy += dy;
        }
        if (at(cx, cy) == mover) all.insert(all.end(), line.begin(), line.end());
      }
    }
    return all;
  }
  [[nodiscard]] char at(int x, int y) const {
    return x < 0 || x >= size_ || y < 0 || y >= size_ ? '#' : cells_[std::size_t(y * size_ + x)];
  }
  char& cell(int x, int y) { return cells_[std::size_t(y * size_ + x)]; }

  int size_;
  End end_;
  std::string cells_;
  char mover_ = 'X';
  int passes_ = 0;
};

template <class R>
typename R::State position(const R& rules, const std::string& text) {
  const auto parsed = rules.parse_position(text);
  REQUIRE_MESSAGE(parsed.ok(), (parsed.ok() ? "" : parsed.error()));
  return *parsed;
}

std::string refusal(const Rules& rules, const std::string& text) {
  const auto parsed = rules.parse_position(text);
  return parsed.ok() ? "accepted" : parsed.error();
}

template <class R>
GameStatus play(const R& rules, typename R::State& s, const std::string& text) {
  std::array<Move, 128> moves;
  const std::uint32_t count = rules.legal_moves(s, moves.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (rules.move_text(s, moves[i]) == text) return rules.apply(s, moves[i]);
  }
  FAIL(text << " is not legal in " << rules.position_text(s));
  return GameStatus::kOngoing;
}

// Leaves where a game that is over sooner is one leaf, and a pass one ply.
std::uint64_t perft_finished(const Rules& rules, const Rules::State& s, int depth) {
  if (depth == 0 || is_over(rules.status(s))) return 1;
  if (depth == 1) return rules.count_moves(s);
  std::array<Move, 64> moves;
  const std::uint32_t count = rules.legal_moves(s, moves.data());
  std::uint64_t leaves = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    Rules::State next = s;
    rules.apply(next, moves[i]);
    leaves += perft_finished(rules, next, depth - 1);
  }
  return leaves;
}

// Leaves where passes take no ply and a game that is over sooner counts nothing.
std::uint64_t perft_free_passes(const Rules& rules, const Rules::State& s, int depth) {
  if (is_over(rules.status(s))) return depth == 0;
  if (depth == 0) return 1;
  std::array<Move, 64> moves;
  const std::uint32_t count = rules.legal_moves(s, moves.data());
  const bool passes = rules.move_text(s, moves[0]) == "pass";
  if (depth == 1 && !passes) return count;
  std::uint64_t leaves = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    Rules::State next = s;
    rules.apply(next, moves[i]);
    leaves += perft_free_passes(rules, next, passes ? depth : depth - 1);
  }
  return leaves;
}

// The final disc difference for the side to move under perfect play; fail-soft alpha-beta. Empty squares of
// the end position go to the winner if `empties_to_winner`.
template <class R>
int best_difference(const R& rules, const typename R::State& s, int alpha, int beta, bool empties_to_winner) {
  if (is_over(rules.status(s))) {
    const int lead = R::difference(s, s.to_move);
    const int empty = R::Squares::kSquares - bits::count(s.discs[0]) - bits::count(s.discs[1]);
    return lead + (!empties_to_winner || lead == 0 ? 0 : lead > 0 ? empty : -empty);
  }
  std::array<std::pair<std::uint32_t, Move>, 128> ordered;
  std::array<Move, 128> moves;
  const std::uint32_t count = rules.legal_moves(s, moves.data());
  // Fewest replies first.
  for (std::uint32_t i = 0; i < count; ++i) {
    auto next = s;
    rules.apply(next, moves[i]);
    ordered[i] = {rules.count_moves(next), moves[i]};
  }
  std::sort(ordered.begin(), ordered.begin() + count);
  int best = -1000;
  for (std::uint32_t i = 0; i < count && best < beta; ++i) {
    auto next = s;
    rules.apply(next, ordered[i].second);
    best = std::max(best, -best_difference(rules, next, -beta, -std::max(alpha, best), empties_to_winner));
  }
  return best;
}

// What a move flips, walked square by square.
template <int N>
typename Board<N>::Set walked_flips(typename Board<N>::Set own, typename Board<N>::Set other, int square) {
  using Set = typename Board<N>::Set;
  Set all = 0;
  for (int dx = -1; dx <= 1; ++dx) {
    for (int dy = -1; dy <= 1; ++dy) {
      Set line = 0;
      for (int x = square % N + dx, y = square / N + dy; x >= 0 && x < N && y >= 0 && y < N;
           x += dx, y += dy) {
        const Set here = bits::bit<Set>(y * N + x);
        if ((own & here) != 0) all |= line;
        if ((other & here) == 0) break;
        line |= here;
      }
    }
  }
  return all;
}

template <int N>
void check_flips(typename Board<N>::Set own, typename Board<N>::Set other) {
  using Set = typename Board<N>::Set;
  Set moves = 0;
  for (int square = 0; square < N * N; ++square) {
    if (((own | other) & bits::bit<Set>(square)) != 0) continue;
    const Set flips = walked_flips<N>(own, other, square);
    if (flips != 0) moves |= bits::bit<Set>(square);
    REQUIRE((Board<N>::flips(own, other, square) == flips));
  }
  REQUIRE((Board<N>::mobility(own, other) == moves));
}

// Runs of every length on every line of the board, closed and open; then boards of any discs.
template <int N>
void check_flips() {
  using Set = typename Board<N>::Set;
  INFO("board ", N);
  int longest = 0;
  for (int square = 0; square < N * N; ++square) {
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
      Set run = 0;
      int length = 0;
      for (int x = square % N + dx, y = square / N + dy; x >= 0 && x < N && y < N; x += dx, y += dy) {
        const Set here = bits::bit<Set>(y * N + x);
        check_flips<N>(here, run);                           // the move is `square`
        check_flips<N>(bits::bit<Set>(square), run);         // or the square beyond the run
        check_flips<N>(here, run | bits::bit<Set>(square));  // a run as long as the line
        if (run != 0) longest = std::max(longest, length);
        run |= here;
        ++length;
      }
    }
  }
  CHECK(longest == N - 2);
  Rng rng = Rng::seeded(N);
  for (std::uint32_t i = 0; i < samples(2000); ++i) {
    const auto drawn = [&] {
      return static_cast<Set>((static_cast<Set>(rng.next()) << (bits::kWidth<Set> / 2) ^ rng.next()) &
                              Board<N>::kAll);
    };
    const Set occupied = drawn() | drawn() | (i % 2 == 0 ? drawn() : 0);
    const Set own = drawn() & drawn();
    check_flips<N>(own & occupied, static_cast<Set>(~own & occupied));
  }
}

}  // namespace

TEST_CASE("othello keeps the game contract on every board") {
  check_game_contract(kRules, samples(200), 1);
  check_game_contract(kNoMovesRules, samples(100), 2);
  check_game_contract(OthelloRules<4>(), samples(500), 3);
  check_game_contract(OthelloRules<4>(End::kNoMoves), samples(500), 4);
  check_game_contract(OthelloRules<6>(), samples(200), 5);
  check_game_contract(OthelloRules<10>(), samples(60), 6);
}

TEST_CASE("othello agrees with the naive rules move list by move list") {
  check_against_reference(kRules, Naive(8, End::kTwoPasses), samples(100'000), 11);
  check_against_reference(kNoMovesRules, Naive(8, End::kNoMoves), samples(20'000), 12);
  check_against_reference(OthelloRules<4>(), Naive(4, End::kTwoPasses), samples(20'000), 13);
  check_against_reference(OthelloRules<6>(), Naive(6, End::kTwoPasses), samples(20'000), 14);
  check_against_reference(OthelloRules<10>(), Naive(10, End::kTwoPasses), samples(20'000), 15);
}

TEST_CASE("othello: counts from the start, in three conventions") {
  // Edax 4.6 and an independent counter. A: a pass is a ply, a finished game one leaf; then moves and forced
  // passes made at exactly that ply (Edax); B: passes take no ply, finished games count nothing.
  struct Row {
    int depth;
    std::uint64_t finished, at_ply, free_passes;
  };
  std::vector<Row> rows{
      {1, 4, 4, 4},          {2, 12, 12, 12},       {3, 56, 56, 56},          {4, 244, 244, 244},
      {5, 1396, 1396, 1396}, {6, 8200, 8200, 8200}, {7, 55092, 55092, 55092}, {8, 390216, 390216, 390216}};
  if (!kSanitized)
    rows.insert(rows.end(), {{9, 3005288, 3005288, 3005320}, {10, 24571284, 24571056, 24571192}});
  for (const Row& row : rows) {
    CAPTURE(row.depth);
    CHECK(perft_finished(kRules, kRules.initial(), row.depth) == row.finished);
    CHECK(perft_finished(kNoMovesRules, kNoMovesRules.initial(), row.depth) == row.finished);
    CHECK(perft(kNoMovesRules, kNoMovesRules.initial(), row.depth) == row.at_ply);
    CHECK(perft_free_passes(kNoMovesRules, kNoMovesRules.initial(), row.depth) == row.free_passes);
  }
}

TEST_CASE("othello: the recorded games of Ludii") {
  const auto path = oracle("ludii_traces/othello.txt.gz");
  if (!path) return;
  // "20-20" is a disc on site 20; sites count from the lower left, our rows from the top.
  const auto translate = [](const std::string& move) -> std::string {
    if (move == "pass") return move;
    const int site = std::stoi(move);
    return static_cast<char>('a' + site % 8) + std::to_string(8 - site / 8);
  };
  const auto games = read_ludii_trace(*path);
  CHECK(games.size() == 50);
  for (const auto& recorded : games) {
    Rules::State s = kRules.initial();
    for (const auto& ply : recorded.plies) {
      std::vector<std::string> expected;
      for (const auto& move : ply.legal) expected.push_back(translate(move));
      std::sort(expected.begin(), expected.end());
      REQUIRE(kRules.to_move(s) + 1 == Player(ply.mover));
      REQUIRE(legal_texts(kRules, s) == expected);
      play(kRules, s, translate(ply.move));
    }
    REQUIRE(is_over(kRules.status(s)));
    const Player winner = winner_of(kRules.status(s));
    REQUIRE((winner == kNobody ? 0 : int(winner) + 1) == recorded.winner);
  }
}

TEST_CASE("othello: tournament games replay to their recorded scores") {
  // WTHOR: a header of 16 bytes (games in bytes 4..7), then 68 bytes a game: black's discs in byte 6, moves
  // 10 * row + column from byte 8 on, 0 at the end, passes not written.
  const auto path = oracle("othello/wthor");
  if (!path) return;
  int games = 0;
  int complete = 0;
  for (const auto& file : std::filesystem::directory_iterator(*path)) {
    if (games >= int(samples(4000))) break;
    std::ifstream in(file.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
    for (std::size_t at = 16; at + 68 <= bytes.size(); at += 68) {
      Rules::State s = kRules.initial();
      for (std::size_t i = at + 8; i < at + 68 && byte(i) != 0; ++i) {
        const int square = (byte(i) / 10 - 1) * 8 + byte(i) % 10 - 1;
        std::array<Move, 64> moves;
        std::uint32_t count = kRules.legal_moves(s, moves.data());
        if (kRules.move_text(s, moves[0]) == "pass") {
          kRules.apply(s, moves[0]);
          count = kRules.legal_moves(s, moves.data());
        }
        const Move move{static_cast<std::uint32_t>(square)};
        REQUIRE(std::find(moves.begin(), moves.begin() + count, move) != moves.begin() + count);
        kRules.apply(s, move);
      }
      ++games;
      // Unfinished games were adjudicated; in finished ones empty squares went to the winner.
      const bool finished = kNoMovesRules.parse_position(kRules.position_text(s))->over != 0;
      if (!finished) continue;
      const int black = bits::count(s.discs[0]);
      const int white = bits::count(s.discs[1]);
      const int empty = 64 - black - white;
      CHECK(black + (black > white ? empty : black == white ? empty / 2 : 0) == byte(at + 6));
      ++complete;
    }
  }
  CHECK(complete > games / 2);
  MESSAGE(games << " games replayed, " << complete << " to the end");
}

TEST_CASE("othello: perfect play of endgames with ten empty squares") {
  // Solved by Edax 4.6 and checked by an independent solver.
  const auto path = oracle("othello/endgames_10.csv");
  if (!path) return;
  std::uint32_t left = samples(250);
  for (const auto& row : read_csv(*path)) {
    if (left-- == 0) break;
    const auto s = position(kNoMovesRules, row.at("position") + " " + row.at("side"));
    CHECK(kNoMovesRules.position_text(s) == row.at("position") + " " + row.at("side"));
    CHECK(best_difference(kNoMovesRules, s, -64, 64, true) == std::stoi(row.at("score")));
  }
}

TEST_CASE("othello: the moves of the FFO endgame positions") {
  const auto path = oracle("othello/ffo_1_20.csv");
  if (!path) return;
  for (const auto& row : read_csv(*path)) {
    const auto s = position(kRules, row.at("position") + " " + row.at("side"));
    CHECK(64 - bits::count(s.discs[0] | s.discs[1]) == std::stoi(row.at("empties")));
    std::vector<std::string> expected;
    std::istringstream in(row.at("all_moves"));
    for (std::string move; in >> move;) {
      expected.push_back(move.substr(0, move.find(':')));
      expected.back()[0] = static_cast<char>(std::tolower(expected.back()[0]));
    }
    std::sort(expected.begin(), expected.end());
    CHECK(legal_texts(kRules, s) == expected);
  }
}

TEST_CASE("othello 4x4: the second player wins by eight discs") {
  // Whatever the convention of the end; solved by exhaustive search elsewhere as well.
  const OthelloRules<4> passes;
  const OthelloRules<4> no_moves(End::kNoMoves);
  CHECK(best_difference(passes, passes.initial(), -16, 16, false) == -8);
  CHECK(best_difference(no_moves, no_moves.initial(), -16, 16, false) == -8);
}

TEST_CASE("othello: playouts are uniform and as published") {
  check_playouts(kRules, samples(20'000), 21);
  check_playouts(kNoMovesRules, samples(10'000), 22);
  check_playouts(OthelloRules<4>(), samples(20'000), 23);
  check_playouts(OthelloRules<6>(), samples(10'000), 24);
  check_playouts(OthelloRules<10>(), samples(2'000), 25);
  // An endgame position of a tournament game.
  const auto s = position(kRules, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X");
  check_uniform_choice(kRules, s, samples(40'000), 27);
}

TEST_CASE("othello: lengths and results of random games are as published") {
  // 10,000 games by Ludii 1.3.12, passes are plies: 62.4 plies (standard deviation 1.1), black wins 45.6 %,
  // white 50.5 %, 8.3 moves on average. A few games end after 10 or 20 plies.
  check_published_playouts(kRules, {10'000, 62.4, 1.1, 0.456, 0.505, 0.039}, 10'000, 28, 0.05, 0.0005);
  check_published_branching(kRules, 8.3, 10'000, 41);
}

TEST_CASE("othello: a player without a move passes") {
  const OthelloRules<4> rules;
  // The black disc on a2 sees only full lines; white outflanks it from a3.
  auto s = position(rules, "O---XOOO-OO---O- X");
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"pass"});
  CHECK(rules.count_moves(s) == 1);
  CHECK(play(rules, s, "pass") == GameStatus::kOngoing);
  // The game goes on as if nobody had passed.
  CHECK(rules.position_text(s) == "O---XOOO-OO---O- O");
  CHECK(rules.hash(s) == rules.hash(position(rules, "O---XOOO-OO---O- O")));
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"a3"});
  // The last black disc falls: both sides pass, and white has won.
  CHECK(play(rules, s, "a3") == GameStatus::kOngoing);
  CHECK(rules.position_text(s) == "O---OOOOOOO---O- X");
  CHECK(play(rules, s, "pass") == GameStatus::kOngoing);
  CHECK(rules.position_text(s) == "O---OOOOOOO---O- O pass");
  CHECK(play(rules, s, "pass") == win_for(1));
  CHECK(rules.position_text(s) == "O---OOOOOOO---O- X end");
  CHECK(rules.status(position(rules, "O---OOOOOOO---O- X end")) == win_for(1));
  CHECK(OthelloRules<4>::difference(s, 1) == 9);

  const OthelloRules<4> no_moves(End::kNoMoves);
  s = position(no_moves, "O---XOOO-OO---O- O");
  CHECK(play(no_moves, s, "a3") == win_for(1));
  CHECK(no_moves.position_text(s) == "O---OOOOOOO---O- X");
  CHECK(no_moves.status(position(no_moves, "O---OOOOOOO---O- X")) == win_for(1));
}

TEST_CASE("othello: the shortest wipe-out") {
  // Nine moves leave no white disc, 13-0.
  const auto replay = [](const Rules& rules, Rules::State& s) {
    GameStatus status = GameStatus::kOngoing;
    for (const char* move : {"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"}) {
      REQUIRE(status == GameStatus::kOngoing);
      status = play(rules, s, move);
    }
    CHECK(s.discs[1] == 0);
    CHECK(bits::count(s.discs[0]) == 13);
    return status;
  };
  auto s = kNoMovesRules.initial();
  CHECK(replay(kNoMovesRules, s) == win_for(0));
  s = kRules.initial();
  CHECK(replay(kRules, s) == GameStatus::kOngoing);
  CHECK(play(kRules, s, "pass") == GameStatus::kOngoing);
  CHECK(play(kRules, s, "pass") == win_for(0));
}

TEST_CASE("othello: equal numbers of discs are a draw") {
  const OthelloRules<4> rules;
  auto s = position(rules, "XXXXXXXXOOOOOOOO O");
  CHECK(play(rules, s, "pass") == GameStatus::kOngoing);
  CHECK(play(rules, s, "pass") == GameStatus::kDraw);
  const OthelloRules<4> no_moves(End::kNoMoves);
  CHECK(no_moves.status(position(no_moves, "XXXXXXXXOOOOOOOO O")) == GameStatus::kDraw);
}

TEST_CASE("othello: flips in all eight directions at once, and never around an edge") {
  // Two white discs and then a black one in every direction from d4.
  Board<8>::Set black = 0;
  Board<8>::Set white = 0;
  for (const int step : {-9, -8, -7, -1, 1, 7, 8, 9}) {
    black |= bits::bit<std::uint64_t>(27 + 3 * step);
    white |= bits::bit<std::uint64_t>(27 + step) | bits::bit<std::uint64_t>(27 + 2 * step);
  }
  CHECK(Board<8>::flips(black, white, 27) == white);
  CHECK((Board<8>::mobility(black, white) & bits::bit<std::uint64_t>(27)) != 0);

  // f1 g1 h1 a2 are neighbours as numbers, but no line: black cannot play f1, nor anything else.
  std::string wrap(64, '-');
  wrap[6] = wrap[7] = 'O';
  wrap[8] = 'X';
  for (const int centre : {27, 28, 35, 36}) wrap[std::size_t(centre)] = 'X';
  const auto s = position(kRules, wrap + " X");
  CHECK(legal_texts(kRules, s) == std::vector<std::string>{"pass"});
}

TEST_CASE("othello: moves and flips are those found by walking every line") {
  check_flips<4>();
  check_flips<6>();
  check_flips<8>();
  check_flips<10>();
}

TEST_CASE("othello: texts that are no positions are refused with the reason") {
  const std::string start = kRules.position_text(kRules.initial());
  CHECK(start == "---------------------------OX------XO--------------------------- X");
  const std::string board = start.substr(0, 64);
  const auto why = [&](const std::string& text) { return refusal(kRules, text); };
  CHECK(why("").find("1 fields") != std::string::npos);
  CHECK(why(board).find("1 fields") != std::string::npos);
  CHECK(why(board + "  X").find("3 fields") == std::string::npos);
  CHECK(why(board + "  X").find("side to move") != std::string::npos);
  CHECK(why(board + " X ").find("field 3") != std::string::npos);
  CHECK(why(board + " W").find("expected X or O") != std::string::npos);
  CHECK(why(board + "- X").find("65 squares") != std::string::npos);
  CHECK(why(board.substr(1) + " X").find("63 squares") != std::string::npos);
  CHECK(why("x" + board.substr(1) + " X").find("square a1 is 'x'") != std::string::npos);
  CHECK(why(std::string(64, '-') + " X").find("centre") != std::string::npos);
  CHECK(why(board + " X pass").find("neither side") != std::string::npos);
  CHECK(why(std::string(64, 'X') + " X pass") == "accepted");
  CHECK(refusal(kNoMovesRules, std::string(64, 'X') + " X pass").find("no-moves") != std::string::npos);
}

TEST_CASE("othello: parameters and state sizes") {
  const auto create = [](const char* size) {
    const std::array<ParamText, 1> texts{{{"size", size}}};
    const auto values = ParamValues::resolve(Othello::parameters(), texts);
    return values ? int(Othello::create(*values)->index()) : -1;
  };
  CHECK(create("8") == 0);
  CHECK(create("4") == 1);
  CHECK(create("6") == 2);
  CHECK(create("10") == 3);
  CHECK(create("7") == -1);
  CHECK(sizeof(Rules::State) == 24);
  CHECK(sizeof(OthelloRules<10>::State) == 48);
}

TEST_CASE("othello: the drawing is one SVG element with all discs") {
  const std::string svg = kRules.svg(kRules.initial(), kNoMove);
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  std::size_t discs = 0;
  for (std::size_t at = svg.find("r=\"0.4\""); at != std::string::npos; at = svg.find("r=\"0.4\"", at + 1))
    ++discs;
  CHECK(discs == 4);
}

}  // namespace ludex::games::othello
