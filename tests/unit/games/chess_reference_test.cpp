// Every move list, mover and status against the naive implementation of chess_reference.hpp: from the initial
// position and from positions that random games do not reach.
#include "tests/unit/games/chess_reference.hpp"

#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include "games/chess/chess.hpp"
#include "tests/support/game_contract.hpp"

using namespace ludex;
using namespace ludex::games::chess;
using namespace ludex::tests;

namespace {

// The same rules, begun elsewhere.
template <class Sliders>
class From : public ChessRules<Sliders> {
 public:
  From(std::string fen, Options options) : ChessRules<Sliders>(options), start_(*this->parse_position(fen)) {}
  [[nodiscard]] games::chess::Position initial() const { return start_; }

 private:
  games::chess::Position start_;
};

template <class Sliders>
void compare(const std::string& fen, Options options, std::uint32_t positions, std::uint64_t seed) {
  check_against_reference(From<Sliders>(fen, options),
                          NaiveChess(fen, options.draws, static_cast<int>(options.max_plies)), positions,
                          seed);
}

#if defined(__BMI2__)
using Fast = Bmi2;
#else
using Fast = Portable;
#endif

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("chess: random games agree with the reference") {
  compare<Fast>(kStart, {}, samples(120'000), 1);
  compare<Portable>(kStart, {}, samples(30'000), 2);
}

TEST_CASE("chess: random games from sharp positions agree with the reference") {
  // Castling everywhere, promotions, en passant with pins, few men (dead positions, stalemate), crowds of
  // queens (double checks, mates), clocks about to run out, and shuffling pieces that repeat.
  const std::string fens[] = {
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
      "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "k7/pppppppp/8/8/8/8/PPPPPPPP/7K w - - 0 1",
      "4k3/pppppppp/8/r6r/b6b/8/PPPPPPPP/4K3 w - - 0 1",
      "3qk3/2q2q2/1q4q1/8/8/1Q4Q1/2Q2Q2/3QK3 w - - 0 1",
      "4k3/8/8/8/8/8/8/R3K2R w KQ - 90 60",
      "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
      "8/5k2/8/4n3/8/8/2K1P3/8 b - - 0 1",
      "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
      "1k6/8/8/8/8/p7/P7/K1b5 w - - 0 1",
      "k7/p7/P7/8/8/7p/7P/7K w - - 0 1",
      "r6k/p6p/P6P/8/8/p6p/P6P/R6K w - - 0 1",
  };
  std::uint64_t seed = 100;
  for (const std::string& fen : fens) {
    CAPTURE(fen);
    compare<Fast>(fen, {}, samples(3'000), ++seed);
    compare<Fast>(fen, {.draws = false, .max_plies = 400}, samples(2'000), ++seed);
    compare<Portable>(fen, {}, samples(1'000), ++seed);
  }
}
