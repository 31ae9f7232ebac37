// ludex.evaluate/1 of every game that has it: a function of the position alone, within range and far from the
// scores of wins, the same after exchanging the players, and the facts known of each.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/awari/awari.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/checkers/checkers.hpp"
#include "games/chess/chess.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/knightthrough/knightthrough.hpp"
#include "games/loa/loa.hpp"
#include "games/minishogi/minishogi.hpp"
#include "games/othello/othello.hpp"
#include "paths.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/oracle.hpp"

using namespace ludex;
using namespace ludex::games;
using namespace ludex::tests;

namespace {

// Chess with the tables of the program of the thesis on MTD-H.
const std::initializer_list<ParamText> kPublishedTables{
    {"evaluation", "piece-squares"},
    {"piece_squares", LUDEX_TEST_DIR "/../arena/papers/mtd-h/piece-squares.txt"}};

// The position with the players exchanged, the board turned so that each moves in the other's direction: what
// the mover sees is the same.
template <class W>
race::State<W> exchanged(const race::State<W>& s, int squares) {
  race::State<W> image = s;
  for (Player p = 0; p < 2; ++p) {
    image.men[p] = 0;
    for (W men = s.men[1 - p]; men != 0;) image.men[p] |= bits::bit<W>(squares - 1 - bits::pop_lowest(men));
  }
  image.to_move ^= 1;
  return image;
}
template <class R>
auto exchanged(const games::breakthrough::BreakthroughRules<R>&, const race::State<R>& s, int squares) {
  return exchanged(s, squares);
}
template <class R>
auto exchanged(const games::knightthrough::KnightthroughRules<R>&, const race::State<R>& s, int squares) {
  return exchanged(s, squares);
}
template <class V>
auto exchanged(const games::checkers::CheckersRules<V>&, typename games::checkers::CheckersRules<V>::State s,
               int) {
  using namespace games::checkers;
  const auto turned = [](Board b) {
    Board image = 0;
    for (int square = 1; square <= 32; ++square) {
      if ((b & board_of(square)) != 0) image |= board_of(33 - square);
    }
    return image;
  };
  s.board = {{turned(s.board.pieces[1]), turned(s.board.pieces[0])}, turned(s.board.kings)};
  ++s.ply;
  return s;
}
template <class Sliders>
auto exchanged(const games::chess::ChessRules<Sliders>&, games::chess::Position p, int) {
  const games::chess::Position from = p;
  for (std::size_t c = 0; c < 2; ++c) p.color[c] = __builtin_bswap64(from.color[1 - c]);
  for (auto& set : p.type) set = __builtin_bswap64(set);
  ++p.ply;
  return p;
}
template <class V>
auto exchanged(const games::awari::AwariRules<V>&, typename games::awari::AwariRules<V>::State s, int) {
  std::swap(s.board[0], s.board[1]);
  ++s.ply;
  return s;
}
template <int N>
auto exchanged(const games::othello::OthelloRules<N>&, typename games::othello::OthelloRules<N>::State s,
               int) {
  std::swap(s.discs[0], s.discs[1]);
  s.to_move ^= 1;
  return s;
}
template <bool r>
auto exchanged(const games::minishogi::MinishogiRules<r>&,
               typename games::minishogi::MinishogiRules<r>::State s, int) {
  using namespace games::minishogi;
  const auto turned = [](Bitboard b) {
    Bitboard image = 0;
    for (Square square = 0; square < kSquares; ++square) {
      if ((b & bit(square)) != 0) image |= bit(kSquares - 1 - square);
    }
    return image;
  };
  auto& p = s.position;
  p.side = {turned(p.side[1]), turned(p.side[0])};
  for (auto& set : p.type) set = turned(set);
  p.promoted = turned(p.promoted);
  std::swap(p.hands[0], p.hands[1]);
  p.mover ^= 1;
  return s;
}
template <class B>
auto exchanged(const games::loa::LoaRules<B>&, typename games::loa::LoaRules<B>::State s, int) {
  std::swap(s.discs[0], s.discs[1]);
  ++s.ply;
  return s;
}
template <std::size_t W>
auto exchanged(const games::gomoku::GomokuRules<W>&, typename games::gomoku::GomokuRules<W>::State s, int) {
  std::swap(s.stones[0], s.stones[1]);
  ++s.ply;
  return s;
}

// Random games, every position evaluated. `fair`: exchanging the players changes nothing.
template <GameRules R>
void check_evaluation(const R& rules, std::uint32_t games, bool fair = true, int squares = 0) {
  std::vector<Move> moves(rules.traits().max_moves);
  Rng rng = Rng::seeded(7);
  std::map<std::int32_t, int> seen;
  for (std::uint32_t g = 0; g < games; ++g) {
    typename R::State s = rules.initial();
    for (int ply = 0; !is_over(rules.status(s)) && ply < 200; ++ply) {
      const std::int32_t value = rules.evaluate(s);
      ++seen[value];
      REQUIRE(std::abs(value) <= 30'000);
      REQUIRE(rules.evaluate(s) == value);
      INFO(rules.position_text(s));
      if (ply % 8 == 0) {
        const auto read = rules.parse_position(rules.position_text(s));
        REQUIRE(read.ok());
        REQUIRE(rules.evaluate(*read) == value);
      }
      if (fair) REQUIRE(rules.evaluate(exchanged(rules, s, squares)) == value);
      if constexpr (requires { rules.map_state(s, 0U); }) {
        for (std::uint32_t i = 1; i < rules.symmetries(); ++i)
          REQUIRE(rules.evaluate(rules.map_state(s, i)) == value);
      }
      const std::uint32_t n = rules.legal_moves(s, moves.data());
      rules.apply(s, moves[rng.below(n)]);
    }
  }
  CHECK(seen.size() > 10);  // it tells positions apart
}

template <class D>
void check_evaluation(std::initializer_list<ParamText> settings, std::uint32_t games, bool fair = true,
                      int squares = 0) {
  with_rules<D>(settings, [&](const auto& rules) { check_evaluation(rules, samples(games), fair, squares); });
}

// The evaluation of a position given as text, for its mover.
template <class D>
int value_of(std::initializer_list<ParamText> settings, const std::string& text) {
  int value = 0;
  with_rules<D>(settings, [&](const auto& rules) {
    const auto position = rules.parse_position(text);
    REQUIRE_MESSAGE(position.ok(), (position.ok() ? "" : position.error()));
    value = rules.evaluate(*position);
  });
  return value;
}

}  // namespace

TEST_CASE("evaluations: random games") {
  check_evaluation<games::awari::Awari>({}, 60);
  check_evaluation<games::breakthrough::Breakthrough>({}, 60, true, 64);
  check_evaluation<games::breakthrough::Breakthrough>({{"width", "5"}, {"height", "6"}}, 60, true, 30);
  check_evaluation<games::breakthrough::Breakthrough>({{"width", "10"}, {"height", "10"}}, 20, true, 100);
  check_evaluation<games::knightthrough::Knightthrough>({}, 60, true, 64);
  check_evaluation<games::knightthrough::Knightthrough>({{"width", "10"}, {"height", "10"}}, 20, true, 100);
  check_evaluation<games::checkers::Checkers>({}, 100);
  check_evaluation<games::chess::Chess>({}, 100);
  check_evaluation<games::chess::Chess>(kPublishedTables, 20, false);
  check_evaluation<games::gomoku::Gomoku>({}, 20);
  check_evaluation<games::gomoku::Gomoku>({{"size", "9"}}, 20);
  check_evaluation<games::gomoku::Gomoku>({{"size", "19"}}, 10);
  check_evaluation<games::loa::Loa>({}, 20);
  check_evaluation<games::loa::Loa>({{"size", "9"}}, 10);
  check_evaluation<games::minishogi::Minishogi>({}, 60);
  check_evaluation<games::minishogi::Minishogi>({{"evaluation", "classical"}}, 60);
  for (const char* size : {"4", "6", "8", "10"})
    check_evaluation<games::othello::Othello>({{"size", size}}, 20);
}

TEST_CASE("evaluations: chess, material and the endings that cannot be won") {
  using games::chess::Chess;
  const auto chess = [](const char* fen) { return value_of<Chess>({}, fen); };
  // The mover's view: without the queen, with it.
  const int even = chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  CHECK(std::abs(even) < 50);
  CHECK(chess("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > even + 700);
  CHECK(chess("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1") < even - 700);
  CHECK(chess("rnbqkbnr/pp1ppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > even + 40);
  // Two knights, a bishop, rook against bishop: hardly more than nothing.
  CHECK(chess("8/8/4k3/8/8/4K3/8/3NN3 w - - 0 1") < 150);
  CHECK(chess("8/8/4k3/8/8/4K1p1/8/3B4 w - - 0 1") < 150);
  CHECK(chess("8/4b3/4k3/8/8/4K3/8/3R4 w - - 0 1") < 150);
  CHECK(chess("8/8/4k3/8/8/4K3/8/3R4 w - - 0 1") > 400);
  // The bare king at the edge is better for the winner than in the middle.
  CHECK(chess("4k3/8/4K3/8/8/8/8/3R4 w - - 0 1") > chess("8/8/8/4k3/8/4K3/8/3R4 w - - 0 1"));
  // A passed pawn is worth more than a stopped one, and more the farther it is.
  CHECK(chess("4k3/p7/8/8/7P/8/8/4K3 w - - 0 1") > chess("4k3/7p/8/8/7P/8/8/4K3 w - - 0 1"));
  CHECK(chess("4k3/p7/7P/8/8/8/8/4K3 w - - 0 1") > chess("4k3/p7/8/8/7P/8/8/4K3 w - - 0 1"));
}

TEST_CASE("evaluations: chess, the piece-square tables of a published program") {
  using games::chess::Chess;
  const auto sum = [](const char* fen) { return value_of<Chess>(kPublishedTables, fen); };
  // Both sides alike but for the bishop tables, White's b2, g2 and the middle of ranks 4 and 5 (spec 2.7).
  CHECK(sum("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") == 0);
  CHECK(sum("rnbqk1nr/ppppppbp/8/8/8/8/PPPPPPBP/RNBQK1NR w KQkq - 0 1") == 5);
  CHECK(sum("rnbqk1nr/ppppppbp/8/8/8/8/PPPPPPBP/RNBQK1NR b KQkq - 0 1") == -5);
  CHECK(sum("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1") == -80);  // 130 for 50
  CHECK(sum("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1") == -36);  // 316 for 280
}

// Depth-1 and depth-2 values of the published implementation on all 300 Win-at-Chess positions (table off).
TEST_CASE("evaluations: chess, that program's values at depths 1 and 2") {
  const auto epd = oracle("chess/wac.epd");
  const auto values = oracle("chess/wac_minimax_values.csv");
  if (!epd || !values) return;
  std::map<std::string, std::string> fens;
  std::ifstream file(*epd);
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    std::string board, mover, castling, passant;
    in >> board >> mover >> castling >> passant;
    const std::size_t id = line.find("id \"");
    if (id == std::string::npos) continue;
    const std::string name = line.substr(id + 4, line.find('"', id + 4) - id - 4);
    fens[name] = board + ' ' + mover + ' ' + castling + ' ' + passant + " 0 1";
  }
  REQUIRE(fens.size() == 300);
  with_rules<games::chess::Chess>(kPublishedTables, [&](const auto& rules) {
    using State = typename std::decay_t<decltype(rules)>::State;
    std::vector<std::vector<Move>> lists(3, std::vector<Move>(256));
    // White-positive; mates as 100000 - plies.
    const auto minimax = [&](auto&& self, const State& s, int depth, int ply) -> int {
      const bool white = rules.to_move(s) == 0;
      if (is_over(rules.status(s))) {
        const Player winner = winner_of(rules.status(s));
        return winner == kNobody ? 0 : winner == 0 ? 100'000 - ply : ply - 100'000;
      }
      if (depth == 0) return white ? rules.evaluate(s) : -rules.evaluate(s);
      auto& list = lists[static_cast<std::size_t>(ply)];
      const std::uint32_t n = rules.legal_moves(s, list.data());
      int best = white ? -200'000 : 200'000;
      for (std::uint32_t i = 0; i < n; ++i) {
        State next = s;
        rules.apply(next, list[i]);
        const int value = self(self, next, depth - 1, ply + 1);
        best = white ? std::max(best, value) : std::min(best, value);
      }
      return best;
    };
    std::ifstream csv(*values);
    std::string line;
    std::getline(csv, line);
    int compared = 0;
    for (int row = 0; std::getline(csv, line); ++row) {
      std::istringstream in(line);
      std::vector<std::string> cells;
      for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
      if (kSanitized && row % 5 != 0) continue;
      const auto start = rules.parse_position(fens.at(cells[0]));
      REQUIRE(start.ok());
      for (int depth = 1; depth <= 2; ++depth) {
        const std::string& expected = cells[static_cast<std::size_t>(depth)];
        INFO(cells[0], " depth ", depth, " expected ", expected);
        const int value = minimax(minimax, *start, depth, 0);
        if (expected.find('M') != std::string::npos) {
          // "+M2" is a mate by the next move: the mated node counts 1, each ply above it 1 more.
          const int plies = std::stoi(expected.substr(2)) - 1;
          CHECK(value == (expected[0] == '+' ? 100'000 - plies : plies - 100'000));
        } else {
          CHECK(value == std::stoi(expected));
        }
        ++compared;
      }
    }
    CHECK(compared >= 60);
  });
}

TEST_CASE("evaluations: checkers on the scale of the paper") {
  using games::checkers::Checkers;
  const auto checkers = [](const char* fen) { return value_of<Checkers>({}, fen); };
  with_rules<Checkers>({}, [](const auto& rules) { CHECK(rules.evaluate(rules.initial()) == 0); });
  // A man is about 100, with few pieces more (160 - 5 a piece); a king a third of a man more.
  const int man = checkers("B:W21,22,23,24:B9,10,11,12,8");
  CHECK(man > 80);
  CHECK(man < 220);
  const int king = checkers("B:W21,22,23,24:B9,10,11,K12");
  CHECK(king > 15);
  CHECK(king < 100);
}

TEST_CASE("evaluations: Breakthrough, a man that nothing can stop") {
  using games::breakthrough::Breakthrough;
  const auto value = [](const char* text) { return value_of<Breakthrough>({}, text); };
  // White's man on a6 has passed all of Black's, who are a man ahead.
  CHECK(value("8/8/P7/6pp/7p/7P/8/8 w") > 1000);
  CHECK(value("8/p7/P7/6pp/8/7P/8/8 w") < 1000);
}

TEST_CASE("evaluations: Gomoku counts open windows") {
  using games::gomoku::Gomoku;
  with_rules<Gomoku>({}, [](const auto& rules) {
    auto s = rules.initial();
    CHECK(rules.evaluate(s) == 0);
    const auto play = [&](const char* text) { rules.apply(s, *rules.parse_move(s, text)); };
    play("h8");
    // A stone in the middle of 15 x 15 lies in 20 windows; the waiting side's weight is 3.
    CHECK(rules.evaluate(s) == -60);
    play("a1");
    // For black now 20 x 4, less the corner's three windows, one of them not shared with h8: all open.
    CHECK(rules.evaluate(s) == 20 * 4 - 3 * 3);
  });
}
