// A game that knows a position to be lost, whatever is played there, has not said how: the winner must still
// find it, also in a tree that was kept.
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "core/game/game_module.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/plugins.hpp"

namespace ludex::tests {
namespace {

// The first player opens (or loses at once), the second answers, and ludex.must-play/1 says that all answers
// lose. Then one move in four wins, the last, but random games say the opposite: after it whatever the second
// player does one move in eight wins for the first and the others lose; after the other three, one move in
// eight wins for the second.
class Promise {
 public:
  using Offers = Extensions<MustPlay>;
  struct State {
    std::uint32_t ply;
    std::uint32_t good;  // whether the winning move was played
    GameStatus status;
  };

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kPerfectInformation | kDeterministic | kAlternating,
            .max_moves = 8,
            .max_plies = 5,
            .move_classes = 8,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {0, 0, GameStatus::kOngoing}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply % 2; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    const std::uint32_t count = s.ply == 2 ? 4 : s.ply == 4 || (s.ply == 3 && s.good == 0) ? 8 : 2;
    for (std::uint32_t i = 0; i < count; ++i) out[i] = Move{i};
    return count;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    if (s.ply == 0 && move != Move{0}) s.status = win_for(1);
    if (s.ply == 2) s.good = move == Move{3} ? 1 : 0;
    if (s.ply == 3 && s.good == 0) s.status = win_for(move == Move{7} ? 1 : 0);
    if (s.ply == 4) s.status = win_for(move == Move{7} ? 0 : 1);
    ++s.ply;
    return s.status;
  }
  std::uint32_t must_play(const State& s, Move* out) const noexcept {
    return s.ply == 1 ? 0 : legal_moves(s, out);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return mix64(s.ply * 16U + s.good * 8U + static_cast<std::uint32_t>(s.status));
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.ply) + "/" + std::to_string(s.good);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view) const { return Error{"not needed"}; }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s) + "\n"; }
};

}  // namespace

TEST_CASE("uct finds the move that wins a position whose proof names none") {
  const OwnedGame game(new GameModule<Promise>(Promise{}));
  for (const char* expand_after : {"0", "2"}) {
    const OwnedAgent uct = make_agent(
        "uct",
        {{"tree_reuse", "true"}, {"must_play", "40"}, {"solver", "true"}, {"expand_after", expand_after}});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      CAPTURE(expand_after);
      CAPTURE(seed);
      begin(*uct, *game, seed);
      Position position(*game);
      StringSink error;
      const auto play = [&](Move move) {
        REQUIRE(uct->observe(position.state(), move, error) == Status::kOk);
        position.apply(move);
      };
      const Answer opening = ask(*uct, position, iterations(60));
      CHECK(opening.report.outcome == Outcome::kWin);
      REQUIRE(opening.move == Move{0});
      play(opening.move);
      play(Move{static_cast<std::uint32_t>(seed % 2)});
      CHECK(ask(*uct, position, iterations(3000)).move == Move{3});
    }
  }
}

}  // namespace ludex::tests
