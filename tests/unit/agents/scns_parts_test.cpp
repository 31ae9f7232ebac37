// The parts of scns that can be checked without a game: its table and its formulas.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "agents/scns/errors.hpp"
#include "agents/scns/table.hpp"
#include "core/util/rng.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::agents::scns {
namespace {

using agents::staircase::kInfinite;
using agents::staircase::kTop;

// A random function with that many steps.
std::vector<Step> random_steps(Rng& rng, std::size_t count) {
  std::vector<Step> steps;
  Value end = static_cast<Value>(rng.below(1000)) - 500;
  Height height = 0;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    steps.push_back({end, height});
    end += 1 + static_cast<Value>(rng.below(50));
    height += 1 + rng.below(5);
  }
  steps.push_back({kTop, rng.below(3) == 0 ? kInfinite : height});
  return steps;
}
Curve curve_of(const std::vector<Step>& steps) {
  return {steps.front().end, 0, steps};
}

}  // namespace

TEST_CASE("the table gives back what it was given, or a function above it with the same proofs") {
  Rng rng = Rng::seeded(5);
  const LeafShape shape(staircase::LeafForm::kTwoStep, 1, 1, agents::staircase::Eta());
  for (const std::size_t bytes : {std::size_t{16} << 10, std::size_t{16} << 20}) {
    FunctionTable table(bytes, 0.5);
    struct Stored {
      agents::WideKey key;
      std::vector<Step> own;
      std::vector<Step> other;
      std::vector<MoveMemo> memo;
      std::uint32_t work;
    };
    std::vector<Stored> all;
    std::size_t found = 0;
    std::size_t exact = 0;
    const int rounds = tests::kSanitized ? 2000 : 20000;
    for (int i = 0; i < rounds; ++i) {
      if (all.empty() || rng.below(3) != 0) all.push_back({{rng.next(), rng.next()}, {}, {}, {}, 0});
      Stored& s = all[rng.below(static_cast<std::uint32_t>(all.size()))];
      s.own = random_steps(rng, 2 + rng.below(30));
      s.other = random_steps(rng, 2 + rng.below(30));
      s.memo.clear();
      for (std::uint32_t m = 0; m < 1 + s.key.low % 40; ++m)
        s.memo.push_back({static_cast<Value>(rng.below(99)), 1, 2});
      s.work = 1 + rng.below(100);
      table.store(s.key, curve_of(s.own), curve_of(s.other), s.work, Move{7}, s.memo, 0);
      // Just stored: it is there.
      std::uint32_t work = 0;
      REQUIRE(table.read(s.key, [&](const FunctionTable::Slot& slot) { work = slot.work; }));
      CHECK(work == s.work);
      const Stored& other = all[rng.below(static_cast<std::uint32_t>(all.size()))];
      if (other.own.empty()) continue;
      table.read(other.key, [&](const FunctionTable::Slot& slot) {
        ++found;
        const Curve own = table.own(slot);
        const Curve truth = curve_of(other.own);
        bool same = true;
        for (const Step& step : other.own) {
          CHECK(own.at(step.end, shape) >= truth.at(step.end, shape));
          CHECK((own.at(step.end, shape) == 0) == (step.height == 0));
          CHECK((own.at(step.end, shape) == kInfinite) == (step.height == kInfinite));
          same = same && own.at(step.end, shape) == step.height;
        }
        exact += same ? 1U : 0U;
        CHECK(table.own(slot).x == other.own.front().end);
        CHECK(table.other(slot).x == other.other.front().end);
        const auto memo = table.memo(slot);
        CHECK((memo.empty() || memo.size() == other.memo.size()));
        if (!memo.empty()) CHECK(memo.back().error == other.memo.back().error);
      });
    }
    CHECK(found > 0);
    // Room enough: nothing is merged. A full pool: much is.
    if (bytes > 1 << 20) CHECK(exact == found);
    if (bytes < 1 << 20) CHECK(exact < found);
    table.clear();
    CHECK(!table.read(all[0].key, [](const FunctionTable::Slot&) {}));
  }
}

TEST_CASE("the inverse error function") {
  for (double x = -3.5; x <= 3.5; x += 0.0625) CHECK(std::abs(inverse_erf(std::erf(x)) - x) < 1e-6);
  CHECK(inverse_erf(0) == 0);
  // erf(0.5) = 0.5204998778, erf(1) = 0.8427007929 (any table).
  CHECK(std::abs(inverse_erf(0.5204998778) - 0.5) < 1e-8);
  CHECK(std::abs(inverse_erf(-0.8427007929) + 1) < 1e-8);
}

}  // namespace ludex::agents::scns
