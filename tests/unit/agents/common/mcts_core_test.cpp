#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/mcts/core.hpp"
#include "agents/common/mcts/enhancements/must_play.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/solver.hpp"
#include "core/game/game.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

namespace {

using namespace agents::mcts;

constexpr float kOut = -std::numeric_limits<float>::infinity();

// Siblings with given scores.
class Siblings : public BasicPolicy<> {
 public:
  explicit Siblings(std::vector<float> scores) : BasicPolicy<>(CommonConfig{}), scores_(std::move(scores)) {
    const std::size_t size = scores_.size();
    worker_.rng = Rng::seeded(size);
    worker_.scores.resize(lanes::padded(size));
    worker_.marked.resize((size + 63) / 64);
    pool_ = agents::NodePool<Node>(std::size_t{1} << 20);
    parent_.size = static_cast<std::uint16_t>(size);
    parent_.children = pool_.allocate(static_cast<std::uint32_t>(size));
    for (std::size_t i = 0; i < size; ++i) {
      pool_[parent_.children][i] = Node{};
      pool_[parent_.children][i].slot = static_cast<std::uint16_t>(i);
    }
  }

  // The index of the best child, -1: none.
  int best() {
    return index(best_child(worker_, parent_, [this](const Node& n) { return scores_[n.slot]; }));
  }
  template <class Veto>
  int best(Veto&& veto) {
    return index(best_child(
        worker_, parent_, [this](const Node& n) { return scores_[n.slot]; },
        [&](const Node& n) { return veto(int{n.slot}); }));
  }

 private:
  static int index(const Node* child) { return child == nullptr ? -1 : int{child->slot}; }

  std::vector<float> scores_;
  Node parent_{};
  WorkerType worker_;
};

// Indices of the largest score among those allowed.
template <class Allowed>
std::set<int> best_of(const std::vector<float>& scores, Allowed&& allowed) {
  float top = kOut;
  std::set<int> best;
  for (int i = 0; i < static_cast<int>(scores.size()); ++i) {
    const float score = scores[static_cast<std::size_t>(i)];
    if (!allowed(i) || score == kOut) continue;
    if (score > top) best.clear();
    if (score >= top) best.insert(i);
    top = std::max(top, score);
  }
  return best;
}

}  // namespace

TEST_CASE("the best child: every size, ties, children ruled out, vetoes") {
  Rng rng = Rng::seeded(11);
  for (std::size_t size = 1; size <= 200; ++size) {
    for (std::uint32_t trial = 0; trial < samples(8); ++trial) {
      std::vector<float> scores;
      for (std::size_t i = 0; i < size; ++i) {
        scores.push_back(static_cast<float>(rng.below(9)) * 0.25F - 1.0F);
        if (rng.below(4) == 0) scores.back() = kOut;
        if (scores.back() == 0 && rng.below(2) == 0) scores.back() = -0.0F;
      }
      const std::uint32_t forbidden = rng.below(4);  // every so many; 0: none
      const auto vetoed = [&](int i) { return forbidden != 0 && i % static_cast<int>(forbidden) == 0; };
      Siblings siblings(scores);
      const auto check = [](int got, const std::set<int>& wanted) {
        if (wanted.empty()) {
          REQUIRE(got == -1);
        } else {
          REQUIRE(wanted.contains(got));
        }
      };
      for (int i = 0; i < 4; ++i) {
        check(siblings.best(), best_of(scores, [](int) { return true; }));
        check(siblings.best(vetoed), best_of(scores, [&](int k) { return !vetoed(k); }));
      }
    }
  }
}

TEST_CASE("ties between children are broken uniformly") {
  for (const std::size_t size : {3U, 8U, 20U, 150U}) {
    std::vector<float> scores(size, 0.5F);
    scores[0] = 0.25F;
    scores[1] = 0.75F;  // vetoed below
    Siblings siblings(scores);
    for (const bool veto : {false, true}) {
      if (!veto) scores[1] = 0.5F;
      Siblings equal(scores);
      const std::size_t cells = veto ? size - 2 : size - 1;
      std::vector<double> counts(size);
      const double mean = samples(2000);
      const int draws = static_cast<int>(mean) * static_cast<int>(cells);
      for (int i = 0; i < draws; ++i)
        ++counts[static_cast<std::size_t>(veto ? siblings.best([](int k) { return k == 1; }) : equal.best())];
      CHECK(counts[0] == 0);
      // Five standard deviations of a Poisson variable.
      for (std::size_t i = veto ? 2 : 1; i < size; ++i)
        CHECK(std::abs(counts[i] - mean) <= 5 * std::sqrt(mean));
    }
  }
}

TEST_CASE("a policy has proofs to propagate if a class of its stack overrides deduce()") {
  CHECK(!kDeduces<BasicPolicy<>>);
  CHECK(!kDeduces<Siblings>);
  CHECK(kDeduces<SolverPolicy<>>);
  CHECK(kDeduces<MustPlayPolicy<SolverPolicy<MustPlayNode<Node>, MustPlayExtra<SolverExtra>>>>);
}

}  // namespace ludex::tests
