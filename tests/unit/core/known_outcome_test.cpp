// The contract of ludex.draft.known-outcome/1.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "core/contract/game_promises.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/game_contract.hpp"

namespace ludex::tests {
namespace {

enum class Fault { kNone, kWrong, kRange, kMemory };

// Knows the result of every position from its fourth level on.
class Knowing : public ChanceTree {
 public:
  using Offers = Extensions<ChanceTree::Offers, KnownOutcome>;

  explicit Knowing(Fault fault)
      : ChanceTree({.levels = 7, .width = 10, .players = 2, .chance_percent = 0}, 1), fault_(fault) {}

  [[nodiscard]] Outcome known_outcome(const State& s) const noexcept {
    if (s.level < 4) return Outcome::kUnknown;
    // One position of a level claims another result than it has.
    if (fault_ == Fault::kWrong && s.level == 4 && s.place == 3) return opposite_or_win(value(s));
    if (fault_ == Fault::kRange) return static_cast<Outcome>(77);
    if (fault_ == Fault::kMemory) return ++calls % 2 == 0 ? Outcome::kUnknown : value(s);
    return value(s);
  }

 private:
  static Outcome opposite_or_win(Outcome outcome) {
    return outcome == Outcome::kDraw ? Outcome::kWin : opposite(outcome);
  }
  // For the mover of a position that is not over.
  [[nodiscard]] Outcome value(const State& s) const noexcept {
    std::array<Move, 4> moves;
    const std::uint32_t count = legal_moves(s, moves.data());
    const Player mover = to_move(s);
    Outcome best = Outcome::kLoss;
    for (std::uint32_t i = 0; i < count; ++i) {
      State next = s;
      const GameStatus status = apply(next, moves[i]);
      Outcome outcome = Outcome::kDraw;
      if (is_over(status)) {
        if (const Player winner = winner_of(status); winner != kNobody)
          outcome = winner == mover ? Outcome::kWin : Outcome::kLoss;
      } else {
        outcome = to_move(next) == mover ? value(next) : opposite(value(next));
      }
      best = std::max(best, outcome);
    }
    return best;
  }

  inline static std::uint32_t calls = 0;
  Fault fault_;
};

contract::Verdict verdict(Fault fault) {
  return verdict_of(maker_of(Knowing(fault)), contract::GamePromise::kKnownOutcome);
}

}  // namespace

TEST_CASE("a result that a game claims to know is that of search to the end") {
  const contract::Verdict good = verdict(Fault::kNone);
  CHECK(good.standing() == contract::Standing::kKept);
  CHECK(good.checks > 100);
  for (const auto& [fault, words] : {std::pair{Fault::kWrong, "by search to the end"},
                                     std::pair{Fault::kRange, "a win, a draw, a loss or kUnknown"},
                                     std::pair{Fault::kMemory, "one result"}}) {
    const contract::Verdict broken = verdict(fault);
    REQUIRE(broken.witness);
    const std::string expected = broken.witness->expected;
    CAPTURE(expected);
    CHECK(expected.find(words) != std::string::npos);
  }
}

}  // namespace ludex::tests
