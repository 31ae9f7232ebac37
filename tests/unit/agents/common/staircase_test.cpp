#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/staircase/curve_accumulator.hpp"
#include "core/util/rng.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::agents::staircase {
namespace {

// An explicit tree; leaves have a value of their own and may be certain.
struct Tree {
  bool max_node = true;
  bool certain = false;
  int value = 0;
  std::vector<Tree> children;

  [[nodiscard]] int minimax() const {
    if (children.empty()) return value;
    int best = children[0].minimax();
    for (const Tree& child : children)
      best = max_node ? std::max(best, child.minimax()) : std::min(best, child.minimax());
    return best;
  }
  void collect(std::vector<Tree*>& leaves) {
    if (children.empty()) leaves.push_back(this);
    for (Tree& child : children) child.collect(leaves);
  }
};

Tree random_tree(Rng& rng, int depth, bool max_node, int& leaves) {
  Tree tree;
  tree.max_node = max_node;
  if (depth == 0 || rng.below(5) == 0) {
    --leaves;
    tree.value = static_cast<int>(rng.below(9)) - 4;
    tree.certain = rng.below(5) == 0;
    // Results of the game among the certain ones.
    if (tree.certain && rng.below(2) == 0) tree.value = rng.below(2) == 0 ? kTop : -kTop;
    return tree;
  }
  const std::uint32_t count = 1 + rng.below(3);
  for (std::uint32_t i = 0; i < count && leaves > 0; ++i)
    tree.children.push_back(random_tree(rng, depth - 1, rng.below(6) == 0 ? max_node : !max_node, leaves));
  return tree;
}

// Definition 3, word by word: the least number of leaves, over all subsets, that must change for the minimax
// value to be >= v (or <= v). Leaves that change go as far as they can.
ProofCount conspirators(Tree& tree, int v, bool up) {
  std::vector<Tree*> leaves;
  tree.collect(leaves);
  std::vector<Tree*> free;
  for (Tree* leaf : leaves) {
    if (!leaf->certain) free.push_back(leaf);
  }
  ProofCount best = kInfinite;
  for (std::uint32_t set = 0; set < 1U << free.size(); ++set) {
    std::vector<int> saved;
    ProofCount size = 0;
    for (std::size_t i = 0; i < free.size(); ++i) {
      saved.push_back(free[i]->value);
      if ((set >> i & 1U) == 0) continue;
      free[i]->value = up ? kTop : -kTop;
      ++size;
    }
    const int value = tree.minimax();
    for (std::size_t i = 0; i < free.size(); ++i) free[i]->value = saved[i];
    if (up ? value >= v : value <= v) best = std::min(best, size);
  }
  return best;
}

// Both functions of a node, the second of -v.
struct Functions {
  std::vector<Step> up_steps;
  std::vector<Step> down_steps;
  Curve up;
  Curve down;
};

void keep(Curve& to, std::vector<Step>& steps, const Curve& from) {
  steps.assign(from.steps.begin(), from.steps.end());
  to = from;
  to.steps = steps;
}

Functions functions(const Tree& tree, const LeafShape& shape, Eta eta) {
  Functions f;
  if (tree.children.empty()) {
    f.up = tree.certain ? Curve::certain(tree.value) : Curve::leaf(tree.value);
    f.down = tree.certain ? Curve::certain(-tree.value) : Curve::leaf(-tree.value);
    return f;
  }
  std::vector<Functions> below;
  below.reserve(tree.children.size());
  for (const Tree& child : tree.children) below.push_back(functions(child, shape, eta));
  CurveAccumulator up;
  CurveAccumulator down;
  up.configure(shape, eta, 1000);
  down.configure(shape, eta, 1000);
  for (const Functions& child : below) {
    up.add(child.up, 0);
    down.add(child.down, 0);
  }
  keep(f.up, f.up_steps, tree.max_node ? up.minimum() : up.sum());
  keep(f.down, f.down_steps, tree.max_node ? down.sum() : down.minimum());
  return f;
}

// The same by eq. 5 with plain numbers, for any shape of leaves.
ProofCount plain(const Tree& tree, std::int64_t v, bool up, const LeafShape& shape) {
  if (tree.children.empty()) {
    const std::int64_t distance = up ? v - tree.value : tree.value - v;
    if (distance <= 0) return 0;
    return tree.certain ? kInfinite : shape.at(static_cast<Value>(std::min<std::int64_t>(distance, kTop)), 0);
  }
  const bool least = tree.max_node == up;
  ProofCount total = least ? kInfinite : 0;
  for (const Tree& child : tree.children) {
    const ProofCount h = plain(child, v, up, shape);
    total = least ? std::min(total, h) : sum(total, h);
  }
  return total;
}

std::vector<int> interesting(int low, int high) {
  std::vector<int> values{-kTop, -kTop + 1, kTop - 1, kTop};
  for (int v = low; v <= high; ++v) values.push_back(v);
  return values;
}

}  // namespace

TEST_CASE("functions equal a recount of conspirators, and meet at the minimax value") {
  Rng rng = Rng::seeded(1);
  const LeafShape two_step(LeafForm::kTwoStep, 1, 1, Eta());
  int internal = 0;
  for (int round = 0; round < (tests::kSanitized ? 200 : 3000); ++round) {
    int leaves = 9;
    Tree tree = random_tree(rng, 4, rng.below(2) == 0, leaves);
    internal += tree.children.empty() ? 0 : 1;
    const Functions f = functions(tree, two_step, Eta());
    const int value = tree.minimax();
    CHECK(f.up.x == value);
    CHECK(f.down.x == -value);
    ProofCount last_up = 0;
    ProofCount last_down = kInfinite;
    for (const int v : interesting(-6, 6)) {
      const ProofCount up = f.up.at(v, two_step);
      const ProofCount down = f.down.at(-v, two_step);
      CHECK(up == conspirators(tree, v, true));
      CHECK(down == conspirators(tree, v, false));
      // Fact 3.
      CHECK((up == 0) == (v <= value));
      CHECK((down == 0) == (v >= value));
      if (v >= -6 && v <= 6) {
        CHECK(up >= last_up);
        CHECK(down <= last_down);
        last_up = up;
        last_down = down;
      }
    }
  }
  CHECK(internal > 100);
}

TEST_CASE("every shape of leaves: folded functions equal those of plain numbers") {
  Rng rng = Rng::seeded(2);
  for (const LeafForm form :
       {LeafForm::kMultiStep, LeafForm::kTwoStep, LeafForm::kDoubling, LeafForm::kLinear}) {
    for (const Value delta : {1, 3, 10, 6000}) {
      const LeafShape shape(form, delta, 20, Eta());
      for (int round = 0; round < (tests::kSanitized ? 10 : 200); ++round) {
        int leaves = 30;
        const Tree tree = random_tree(rng, 5, rng.below(2) == 0, leaves);
        const Functions f = functions(tree, shape, Eta());
        const int step = delta > 1000 ? 977 : 1;
        for (int v : interesting(-60, 60)) {
          if (v > -kTop / 2 && v < kTop / 2) v *= step;
          CHECK(f.up.at(v, shape) == plain(tree, v, true, shape));
          CHECK(f.down.at(-v, shape) == plain(tree, v, false, shape));
        }
      }
    }
  }
}

TEST_CASE("merging with eta: bounds of Definition 4, Lemma 1, Theorem 1") {
  Rng rng = Rng::seeded(3);
  for (int round = 0; round < (tests::kSanitized ? 50 : 2000); ++round) {
    const double eta = std::vector<double>{0.1, 0.25, 0.3, 1.0}[rng.below(4)];
    std::vector<Step> exact;
    Value end = -kTop + static_cast<Value>(rng.below(1000));
    ProofCount height = 0;
    const std::uint32_t count = 1 + rng.below(30);
    for (std::uint32_t i = 0; i < count; ++i) {
      exact.push_back({end, height});
      end += 1 + static_cast<Value>(rng.below(1000));
      height += 1 + rng.below(1 + height);
    }
    exact.push_back({kTop, rng.below(4) == 0 ? kInfinite : height});
    std::vector<Step> merged;
    Descent descent(merged, Eta::of(eta));
    for (std::size_t i = exact.size(); i-- > 0;) descent.add(exact[i].end, exact[i].height);
    std::reverse(merged.begin(), merged.end());
    const auto at = [](const std::vector<Step>& steps, Value v) {
      return std::find_if(steps.begin(), steps.end(), [v](const Step& s) { return v <= s.end; })->height;
    };
    for (const Step& step : exact) {
      for (const Value v : {step.end, step.end == kTop ? kTop : step.end + 1}) {
        const ProofCount f = at(exact, v);
        const ProofCount approximation = at(merged, v);
        CHECK(approximation >= f);
        CHECK((f == 0) == (approximation == 0));
        CHECK((f == kInfinite) == (approximation == kInfinite));
        if (f != kInfinite) CHECK(approximation <= f * (1 + eta + 0.001));
      }
    }
    // Lemma 1, and with it the number of steps.
    double largest = 1;
    for (std::size_t i = 1; i < merged.size(); ++i) {
      CHECK(merged[i - 1].height * (1 + eta - 0.001) < merged[i].height);
      if (merged[i].height != kInfinite) largest = merged[i].height;
    }
    CHECK(static_cast<double>(merged.size()) <= 3 + std::log(largest) / std::log(1 + eta - 0.001));
  }
  // Where Definition 4 read point by point fails its Lemma 1.
  std::vector<Step> merged;
  Descent descent(merged, Eta::of(0.3));
  descent.add(kTop, 150), descent.add(20, 125), descent.add(10, 100), descent.add(0, 0);
  CHECK(merged == std::vector<Step>{{kTop, 150}, {10, 100}, {0, 0}});
}

TEST_CASE("folds with eta and few steps stay above the exact ones, and proofs stay exact") {
  Rng rng = Rng::seeded(4);
  const LeafShape exact_shape(LeafForm::kMultiStep, 10, 200, Eta());
  for (int round = 0; round < (tests::kSanitized ? 20 : 500); ++round) {
    int leaves = 40;
    const Tree tree = random_tree(rng, 4, rng.below(2) == 0, leaves);
    const LeafShape shape(LeafForm::kMultiStep, 10, 200, Eta::of(0.25));
    const Functions f = functions(tree, shape, Eta::of(0.25));
    for (const int v : interesting(-100, 100)) {
      const ProofCount h = plain(tree, v, true, exact_shape);
      CHECK(f.up.at(v, shape) >= h);
      CHECK((f.up.at(v, shape) == 0) == (h == 0));
      CHECK((f.up.at(v, shape) == kInfinite) == (h == kInfinite));
    }
    CHECK(f.up.x == tree.minimax());
  }
  // A bound on the number of steps is kept by merging more.
  CurveAccumulator gather;
  gather.configure(exact_shape, Eta(), 8);
  for (Value x = 0; x < 20; ++x) gather.add(Curve::leaf(x), -x * x);
  const Curve sum = gather.sum();
  CHECK(sum.steps.size() <= 8);
  CHECK(sum.x == -19 * 18);
  for (Value v = sum.x + 1; v < 200; ++v) {
    ProofCount h = 0;
    for (Value x = 0; x < 20; ++x) h += v > x - x * x ? exact_shape.at(v, x - x * x) : 0;
    CHECK(sum.at(v, exact_shape) >= h);
  }
}

TEST_CASE("folds of leaves, ends and steps are the minimum and the sum, however far apart") {
  Rng rng = Rng::seeded(11);
  const LeafShape shape(LeafForm::kMultiStep, 40, 30, Eta());
  CurveAccumulator gather;  // one for all: what a fold leaves behind would be in the next
  gather.configure(shape, Eta(), std::size_t{1} << 20);
  for (int round = 0; round < (tests::kSanitized ? 60 : 1500); ++round) {
    static constexpr std::array<Value, 5> kWidths{20, 3000, 60000, 200000, kTop / 2};
    const auto width = static_cast<std::uint32_t>(kWidths[rng.below(5)]);
    std::vector<std::vector<Step>> rooms(1 + rng.below(60));
    std::vector<std::pair<Curve, Value>> parts;
    for (std::vector<Step>& room : rooms) {
      Curve curve = Curve::leaf(static_cast<Value>(rng.below(width)) - static_cast<Value>(width / 2));
      const std::uint32_t kind = rng.below(12);
      if (kind == 0) curve = Curve::certain(rng.below(8) == 0 ? kTop : curve.x);
      if (kind == 1) curve.x = kTop / 2 + static_cast<Value>(rng.below(1000000));
      if (kind == 2) curve.scale = kLargest / (1 + rng.below(60));
      if (kind == 3) curve.scale = 1 + rng.below(50);
      if (kind == 4) {
        room = {{curve.x, 0}};
        for (std::uint32_t i = rng.below(5); i-- > 0;)
          room.push_back({room.back().end + 1 + static_cast<Value>(rng.below(300)),
                          room.back().height + 1 + rng.below(9)});
        room.push_back({kTop, rng.below(2) == 0 ? kInfinite : room.back().height + 1});
        curve = {curve.x, 0, room};
      }
      parts.emplace_back(curve, static_cast<Value>(rng.below(100)) - 50);
    }
    gather.clear();
    for (const auto& [curve, by] : parts) gather.add(curve, by);
    for (const bool minimum : {true, false}) {
      const Curve folded = minimum ? gather.minimum() : gather.sum();
      std::vector<Value> at{-kTop, 0, kTop};
      for (const auto& [curve, by] : parts) {
        const Value x = shifted(curve.x, by);
        at.insert(at.end(),
                  {x, shifted(x, 1), shifted(x, 40), shifted(x, 41), shifted(x, 138), shifted(x, 500)});
        for (const Step& step : curve.steps)
          at.insert(at.end(), {shifted(step.end, by), shifted(step.end, by + 1)});
      }
      bool same = true;
      for (const Value v : at) {
        ProofCount height = minimum ? kInfinite : 0;
        for (const auto& [curve, by] : parts) {
          const Value x = shifted(curve.x, by);
          ProofCount h = 0;
          if (v > x && !curve.steps.empty()) {
            for (std::size_t i = curve.steps.size(); i-- > 0 && v <= shifted(curve.steps[i].end, by);)
              h = curve.steps[i].height;
          } else if (v > x) {
            h = curve.scale == kInfinite ? kInfinite : times(curve.scale, shape.at(v, x));
          }
          height = minimum ? std::min(height, h) : staircase::sum(height, h);
        }
        same = same && folded.at(v, shape) == height;
      }
      CHECK(same);
    }
  }
}

TEST_CASE("leaves: the table of steps of eq. 15") {
  const Value delta = 10000;
  const LeafShape shape(LeafForm::kMultiStep, delta, 60, Eta());
  // Heights on (0,1], (1,1.585], (1.585,2], (2,2.322] ... of delta.
  for (const auto& [t, height] : {std::pair{0.0001, 1U},
                                  {1.0, 1U},
                                  {1.0001, 2U},
                                  {1.5849, 2U},
                                  {1.585, 3U},
                                  {2.0, 3U},
                                  {2.3219, 4U},
                                  {2.322, 5U},
                                  {2.5849, 5U},
                                  {2.8074, 7U},
                                  {3.0, 7U},
                                  {4.0, 15U},
                                  {5.0, 31U}})
    CHECK(shape.at(static_cast<Value>(t * delta), 0) == height);
  // The closed form, everywhere: i^delta < 2^(v - x) <= (i + 1)^delta.
  for (Value v = 1; v < 60000; v += 7) {
    const double t = static_cast<double>(v) / delta;
    const auto expected = static_cast<ProofCount>(std::ceil(std::exp2(t) - 1e-12)) - 1;
    CHECK(shape.at(v, 0) == std::min(expected, 60U));
  }
  // The cap holds to the top, and is finite.
  CHECK(shape.at(kTop, 0) == 60);
  CHECK(LeafShape(LeafForm::kMultiStep, delta, 4096, Eta()).at(kTop, 0) == 4096);
  CHECK(LeafShape(LeafForm::kTwoStep, delta, 1000, Eta()).at(kTop, 0) == 1);
  const LeafShape doubling(LeafForm::kDoubling, 10, 100, Eta());
  for (const auto& [v, height] :
       {std::pair{1, 1U}, {10, 1U}, {11, 2U}, {20, 2U}, {21, 3U}, {40, 3U}, {41, 4U}})
    CHECK(doubling.at(v, 0) == height);
  const LeafShape linear(LeafForm::kLinear, 10, 5, Eta());
  for (const auto& [v, height] : {std::pair{1, 1U}, {10, 1U}, {11, 2U}, {50, 5U}, {5000, 5U}})
    CHECK(linear.at(v, 0) == height);
}

TEST_CASE("shifting keeps the results of the game apart from values") {
  CHECK(shifted(kTop, -5) == kTop);
  CHECK(shifted(-kTop, 5) == -kTop);
  CHECK(shifted(kTop - 1, 5) == kTop - 1);
  CHECK(shifted(-kTop + 1, -5) == -kTop + 1);
  CHECK(shifted(7, -5) == 2);
  const LeafShape shape(LeafForm::kTwoStep, 1, 1, Eta());
  CurveAccumulator gather;
  gather.configure(shape, Eta(), 64);
  gather.add(Curve::certain(kTop), 100);
  gather.add(Curve::leaf(3), 4);
  CHECK(gather.sum().x == 7);
  CHECK(gather.minimum().x == kTop);
  // Finite sums do not become proofs.
  CHECK(sum(kLargest, 5) == kLargest);
  CHECK(times(1U << 20, 1U << 20) == kLargest);
  CHECK(sum(kInfinite, 1) == kInfinite);
}

TEST_CASE("reach: the largest value at most so high") {
  const LeafShape shape(LeafForm::kMultiStep, 100, 1000, Eta());
  const Curve leaf = Curve::leaf(50);
  // P_max = 3 gives x + 2 delta.
  CHECK(leaf.reach(3, shape) == 250);
  CHECK(leaf.reach(0, shape) == 50);
  CHECK(leaf.reach(1, shape) == 150);
  CHECK(leaf.reach(kLargest, shape) == kTop);
  CHECK(Curve::certain(5).reach(kLargest, shape) == 5);
  CHECK(Curve::certain(kTop).reach(3, shape) == kTop);
  CHECK(Curve{50, 2, {}}.reach(3, shape) == 150);
}

}  // namespace ludex::agents::staircase
