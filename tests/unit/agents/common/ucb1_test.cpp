// The quick ways to UCB1 give the numbers of the formula, bit by bit.
#include "agents/common/mcts/ucb1.hpp"

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/mcts/core.hpp"
#include "agents/common/mcts/exploration.hpp"
#include "agents/common/mcts/policy.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

namespace {

using namespace agents::mcts;

// A node larger than the smallest, as other agents have them.
struct WideNode : Node {
  std::uint32_t more = 0xFFFFFFFF;
};

template <class N>
class Family : public BasicPolicy<N> {
 public:
  Family(std::uint32_t size, Rng& rng) : BasicPolicy<N>(CommonConfig{}) {
    worker_.rng = rng;
    worker_.scores.resize(lanes::padded(size));
    worker_.marked.resize((size + 63) / 64);
    this->pool_ = agents::NodePool<N>(std::size_t{1} << 20);
    parent_.size = static_cast<std::uint16_t>(size);
    parent_.children = this->pool_.allocate(size);
    for (std::uint32_t i = 0; i < size; ++i) {
      N& child = this->pool_[parent_.children][i] = N{};
      child.slot = static_cast<std::uint16_t>(i);
      // Few values, so that many tie; now and then no visit.
      const std::uint32_t visits = rng.below(4);
      for (std::uint32_t n = 0; n < visits; ++n) child.add(static_cast<float>(rng.below(3)) - 1);
    }
  }
  // Some draws of the best by either way: the same from the same random numbers.
  void check() {
    for (const float k : {0.0F, 0.75F, 2.0F}) {
      for (int draw = 0; draw < 8; ++draw) {
        Rng before = worker_.rng;
        const N* const quick = this->best_by_ucb1(worker_, parent_, k);
        const Rng after = std::exchange(worker_.rng, before);
        const N* const plain =
            this->best_child(worker_, parent_, [k](const N& child) { return ucb1(child, k); });
        REQUIRE(quick == plain);
        Rng left = after;
        Rng right = worker_.rng;
        REQUIRE(left.next() == right.next());
      }
    }
  }

 private:
  N parent_{};
  typename BasicPolicy<N>::WorkerType worker_;
};

}  // namespace

TEST_CASE("the best by UCB1 is the same child, eight at a time or one by one") {
  Rng rng = Rng::seeded(3);
  for (std::uint32_t size = 1; size <= 150; ++size) {
    CAPTURE(size);
    for (std::uint32_t trial = 0; trial < samples(20); ++trial) {
      Family<Node>(size, rng).check();
      Family<WideNode>(size, rng).check();
    }
  }
}

TEST_CASE("c sqrt(ln N) is the nearest float of the formula, for every number of visits") {
  for (const double c : {0.5, 1.4142135623730951, 3.0}) {
    CAPTURE(c);
    const Exploration explore(c);
    const auto check = [&](std::uint32_t n) {
      const auto formula = static_cast<float>(c * std::sqrt(std::log(static_cast<double>(n))));
      if (explore(n) != formula) FAIL(n);
    };
    const std::uint32_t all = samples(2'000'000);
    for (std::uint32_t n = 1; n < all; ++n) check(n);
    // Where one part of the approximation ends and the next begins, and in between, up to the last.
    for (std::uint64_t n = all; n < 0xFFFF'FFFF; n += n / 50'000 + 1) check(static_cast<std::uint32_t>(n));
    for (std::uint32_t bit = 12; bit < 32; ++bit) {
      for (std::uint32_t part = 64; part < 128; ++part) {
        const std::uint32_t edge = part << (bit - 6);
        for (const std::uint32_t n : {edge - 1, edge, edge + 1}) check(n);
      }
    }
    check(0xFFFF'FFFF);
  }
}

TEST_CASE("the approximation of sqrt(ln n) errs less than it says") {
  // Otherwise the floats above might be right by luck.
  double worst = 0;
  const auto& table = RootOfLogarithm::table();
  for (std::uint64_t n = RootOfLogarithm::kFirst; n <= 0xFFFF'FFFF; n += n / 100'000 + 1) {
    const auto visits = static_cast<std::uint32_t>(n);
    worst = std::max(worst, std::abs(table.near(visits) / RootOfLogarithm::exact(visits) - 1));
  }
  CHECK(worst < RootOfLogarithm::kError / 1.5);
}

}  // namespace ludex::tests
