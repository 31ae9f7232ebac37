// The parts of scns that can be checked without a game: its table and its formulas.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "agents/scns/move_penalties.hpp"
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
  ProofCount height = 0;
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

TEST_CASE("a table that is kept has room for every search, and forgets what is oldest and took least") {
  Rng rng = Rng::seeded(6);
  const LeafShape shape(staircase::LeafForm::kTwoStep, 1, 1, agents::staircase::Eta());
  struct Stored {
    agents::WideKey key;
    std::uint32_t search;
    std::uint32_t work;
  };
  const std::vector<Step> own = random_steps(rng, 20);
  const std::vector<MoveMemo> memo(40, MoveMemo{3, 1, 2});
  FunctionTable table(std::size_t{1} << 20, 0.5);
  const auto knows = [&](const Stored& s) {
    std::uint32_t work = 0;
    const bool there = table.read(s.key, [&](const FunctionTable::Slot& slot) {
      work = slot.work;
      CHECK(table.memo(slot).size() == memo.size());
      CHECK(table.own(slot).steps.size() == own.size());
    });
    if (there) CHECK(work == s.work);
    return there;
  };
  std::vector<Stored> all;
  std::size_t lost = 0;
  // Some 700 positions have room, and a quarter of that is stored in each of 600 searches (ages are counted
  // modulo 256).
  for (std::uint32_t search = 0; search < 600; ++search) {
    table.keep();
    if (search != 0) {
      std::array<std::size_t, 2> last{};
      std::array<std::size_t, 2> before{};
      for (const Stored& s : all) ++(s.search + 1 == search ? last : before)[knows(s) ? 1 : 0];
      lost += last[0];
      if (search > 20) CHECK(before[1] < 700);
    }
    std::erase_if(all, [&](const Stored& s) { return s.search + 8 < search; });
    for (int i = 0; i < 150; ++i) {
      all.push_back({{rng.next(), rng.next()}, search, 1 + rng.below(100)});
      const Stored& s = all.back();
      table.store(s.key, curve_of(own), curve_of(own), s.work, Move{7}, memo, 0);
      REQUIRE(knows(s));  // with its memo, and no function merged
    }
  }
  CHECK(lost < 600 * 150 / 100);  // full buckets
  // One search that takes all there is: what took least goes.
  table.clear();
  all.clear();
  for (int i = 0; i < 700; ++i) {
    all.push_back({{rng.next(), rng.next()}, 0, 1U << rng.below(8)});
    table.store(all.back().key, curve_of(own), curve_of(own), all.back().work, Move{7}, {}, 0);
  }
  std::vector<Stored> held;
  for (const Stored& s : all) {
    if (table.read(s.key, [](const FunctionTable::Slot&) {})) held.push_back(s);
  }
  table.keep();
  std::uint32_t most_lost = 0;
  std::uint32_t least_kept = 1U << 8;
  for (const Stored& s : held) {
    if (table.read(s.key, [&](const FunctionTable::Slot& slot) { CHECK(table.own(slot).x == own[0].end); })) {
      least_kept = std::min(least_kept, s.work);
    } else {
      most_lost = std::max(most_lost, s.work);
    }
  }
  CHECK(most_lost < least_kept);
  CHECK(most_lost != 0);
}

TEST_CASE("the inverse error function") {
  for (double x = -3.5; x <= 3.5; x += 0.0625) CHECK(std::abs(inverse_erf(std::erf(x)) - x) < 1e-6);
  CHECK(inverse_erf(0) == 0);
  // erf(0.5) = 0.5204998778, erf(1) = 0.8427007929 (any table).
  CHECK(std::abs(inverse_erf(0.5204998778) - 0.5) < 1e-8);
  CHECK(std::abs(inverse_erf(-0.8427007929) + 1) < 1e-8);
}

}  // namespace ludex::agents::scns
