// Results that Breakthrough knows without search (games/breakthrough/races.hpp), against search to the end.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using games::breakthrough::Small;
using State = Small::State;

// The positions after each of the moves that `list` writes.
template <class List>
[[nodiscard]] std::vector<State> successors(const Small& rules, const State& state, List&& list) {
  std::vector<Move> moves(rules.traits().max_moves);
  moves.resize(list(moves.data()));
  std::vector<State> next(moves.size(), state);
  for (std::size_t i = 0; i < moves.size(); ++i) rules.apply(next[i], moves[i]);
  return next;
}
[[nodiscard]] std::vector<State> all_successors(const Small& rules, const State& state) {
  return successors(rules, state, [&](Move* out) { return rules.legal_moves(state, out); });
}
[[nodiscard]] std::vector<State> must_play_successors(const Small& rules, const State& state) {
  return successors(rules, state, [&](Move* out) { return rules.must_play(state, out); });
}

// Search to the end of the game. What the game knows only orders the moves.
class ToTheEnd {
 public:
  explicit ToTheEnd(const Small& rules) : rules_(rules) {}

  // True if the mover wins; the side that has just moved has won where the game is over.
  bool wins(const State& state) {
    if (state.over != 0) return false;
    std::array<Move, kMoves> moves;
    if (rules_.winning_moves(state, moves.data()) != 0) return true;
    if (memo_.size() > kMost) memo_.clear();
    if (const auto known = memo_.find(state.hash); known != memo_.end()) return known->second;
    const std::uint32_t count = rules_.legal_moves(state, moves.data());
    const auto after = [&](std::uint32_t i) {
      State next = state;
      rules_.apply(next, moves[i]);
      return next;
    };
    std::array<bool, kMoves> tried{};
    bool won = false;
    for (std::uint32_t i = 0; i < count && !won; ++i) {
      const State next = after(i);
      tried[i] = rules_.known_outcome(next) == Outcome::kLoss;
      won = tried[i] && !wins(next);
    }
    for (std::uint32_t i = 0; i < count && !won; ++i) won = !tried[i] && !wins(after(i));
    return memo_[state.hash] = won;
  }

 private:
  static constexpr std::size_t kMoves = 64;
  static constexpr std::size_t kMost = 4'000'000;
  const Small& rules_;
  std::unordered_map<std::uint64_t, bool> memo_;
};

// Solves every position reachable from the start and checks all that is claimed about each.
class EveryPosition {
 public:
  explicit EveryPosition(const Small& rules) : rules_(rules) {}

  bool wins(const State& state) {
    if (state.over != 0) return false;
    if (const auto known = memo_.find(state.hash); known != memo_.end()) return known->second;
    bool won = false;
    for (const State& next : all_successors(rules_, state)) won = !wins(next) || won;
    memo_[state.hash] = won;
    const Outcome claimed = rules_.known_outcome(state);
    claims_ += claimed != Outcome::kUnknown ? 1 : 0;
    wrong_ += claimed == (won ? Outcome::kLoss : Outcome::kWin) ? 1 : 0;
    const std::vector<State> kept = must_play_successors(rules_, state);
    const bool enough =
        std::any_of(kept.begin(), kept.end(), [&](const State& s) { return !wins(s); }) == won;
    wrong_ += enough ? 0 : 1;
    return won;
  }
  [[nodiscard]] std::size_t positions() const { return memo_.size(); }
  [[nodiscard]] std::uint64_t claims() const { return claims_; }
  [[nodiscard]] std::uint64_t wrong() const { return wrong_; }

 private:
  const Small& rules_;
  std::unordered_map<std::uint64_t, bool> memo_;
  std::uint64_t claims_ = 0;
  std::uint64_t wrong_ = 0;
};

[[nodiscard]] bool thorough() {
  return std::getenv("LUDEX_LONG") != nullptr;
}

TEST_CASE("breakthrough: no wrong claim about any reachable position of small boards") {
  struct Board {
    int width, height;
    bool long_run;
    bool first_wins;
  };
  constexpr Board kBoards[] = {{2, 4, false, false}, {2, 5, false, false}, {2, 6, false, true},
                               {2, 7, false, false}, {3, 4, false, false}, {3, 5, false, false},
                               {4, 4, true, false},  {2, 8, true, true},   {3, 6, true, true},
                               {4, 5, true, false},  {5, 4, true, false}};
  for (const Board& board : kBoards) {
    if (board.long_run && !thorough()) continue;
    if (kSanitized && board.width * board.height > 12) continue;
    CAPTURE(board.width);
    CAPTURE(board.height);
    const Small rules(board.width, board.height);
    EveryPosition all(rules);
    CHECK(all.wins(rules.initial()) == board.first_wins);
    CHECK(all.wrong() == 0);
    CHECK(2 * all.claims() > all.positions());
    if (thorough()) MESSAGE(board.width, "x", board.height, ": ", all.positions(), " positions");
  }
}

// LUDEX_LONG=1: a million positions of 5x5.
TEST_CASE("breakthrough: no wrong claim about positions of random games without a winning move") {
  struct Board {
    int width, height;
    std::uint32_t positions;
  };
  constexpr Board kBoards[] = {{4, 4, 20'000}, {4, 5, 20'000}, {5, 4, 20'000}, {5, 5, 20'000}, {6, 6, 200}};
  for (const Board& board : kBoards) {
    CAPTURE(board.width);
    CAPTURE(board.height);
    const Small rules(board.width, board.height);
    ToTheEnd truth(rules);
    std::vector<Move> moves(rules.traits().max_moves);
    Rng rng = Rng::seeded(5);
    std::uint32_t left = samples(board.positions);
    if (thorough() && board.width == 5 && board.height == 5) left = 1'000'000;
    while (left > 0) {
      State state = rules.initial();
      while (left > 0) {
        const std::vector<State> next = all_successors(rules, state);
        state = next[rng.below(static_cast<std::uint32_t>(next.size()))];
        if (state.over != 0) break;
        const Outcome claimed = rules.known_outcome(state);
        if (claimed == Outcome::kUnknown || rules.winning_moves(state, moves.data()) != 0) continue;
        --left;
        CAPTURE(rules.position_text(state));
        REQUIRE(truth.wins(state) == (claimed == Outcome::kWin));
      }
    }
  }
}

}  // namespace
}  // namespace ludex::tests
