// The contract of ludex.draft.evaluate-all/1 and ludex.draft.skip/1.
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "core/contract/game_promises.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/game_contract.hpp"

namespace ludex::tests {
namespace {

class Evaluated : public ChanceTree {
 public:
  using Offers = Extensions<ChanceTree::Offers, EvaluateAll>;
  enum class Fault { kNone, kRange, kMemory };

  explicit Evaluated(Fault fault)
      : ChanceTree({.levels = 6, .width = 10, .players = 3, .chance_percent = 0}, 1), fault_(fault) {}
  void evaluate_all(const State& s, std::int32_t* out) const noexcept {
    for (Player p = 0; p < 3; ++p) out[p] = evaluate(s) + static_cast<std::int32_t>(p);
    if (fault_ == Fault::kRange) out[1] = 30001;
    if (fault_ == Fault::kMemory) out[2] = ++calls;
  }

 private:
  inline static std::int32_t calls = 0;
  Fault fault_;
};

contract::Verdict verdict(Evaluated::Fault fault) {
  return verdict_of(maker_of(Evaluated(fault)), contract::GamePromise::kEvaluate);
}

class Skipping : public ChanceTree {
 public:
  using Offers = Extensions<ChanceTree::Offers, Skip>;

  explicit Skipping(bool changes)
      : ChanceTree({.levels = 6, .width = 10, .players = 3, .chance_percent = 0}, 1), changes_(changes) {}
  // Refuses always, and so must leave the position as it is.
  [[nodiscard]] bool skip_turn(State& s) const noexcept {
    s.place += changes_ ? 1U : 0U;
    return false;
  }

 private:
  bool changes_;
};

contract::Verdict turns(bool changes) {
  return verdict_of(maker_of(Skipping(changes)), contract::GamePromise::kTurnOrder);
}

}  // namespace

TEST_CASE("a turn that cannot be left out leaves the position as it is") {
  CHECK(turns(false).standing() == contract::Standing::kKept);
  const contract::Verdict broken = turns(true);
  REQUIRE(broken.witness);
  CHECK(broken.witness->found.starts_with("skip refuses"));
}

TEST_CASE("an evaluation of every player lies in its range and is a function of the position") {
  const contract::Verdict good = verdict(Evaluated::Fault::kNone);
  CHECK(good.standing() == contract::Standing::kKept);
  const contract::Verdict range = verdict(Evaluated::Fault::kRange);
  REQUIRE(range.witness);
  CHECK(range.witness->found.find("evaluate_all says 30001") != std::string::npos);
  CHECK(range.witness->found.find("for player 1") != std::string::npos);
  const contract::Verdict memory = verdict(Evaluated::Fault::kMemory);
  REQUIRE(memory.witness);
  CHECK(memory.witness->found.find("for player 2") != std::string::npos);
}

}  // namespace ludex::tests
