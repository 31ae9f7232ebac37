// The shared search and its tallies on random explicit trees: the value of plain minimax in every mode, and
// conspiracy numbers equal to an exhaustive count over sets of leaves.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

#include "agents/common/minimax/conspiracy.hpp"
#include "agents/common/minimax/search.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

using agents::minimax::BucketTally;
using agents::minimax::kInfinite;
using agents::minimax::kWin;
using agents::minimax::NoTally;
using agents::minimax::Options;
using agents::minimax::Score;
using agents::minimax::Search;
using agents::minimax::SingleTally;
using agents::minimax::Value;

namespace {

constexpr Options kPlain{
    .evaluation = true, .quiescence = false, .exact = true, .scout = false, .table = false, .cutoffs = false};

// A tree as it is: inner nodes with children, leaves with a value of player 0 that may change or not.
struct Tree {
  struct Node {
    bool maximising = false;
    bool fixed = false;  // an end of the game
    Score value = 0;
    std::vector<std::uint32_t> children;
  };
  std::vector<Node> nodes;
  std::vector<std::uint32_t> leaves;  // those that may change

  std::uint32_t grow(const Position& position, std::uint32_t depth, Score ply) {
    const auto index = static_cast<std::uint32_t>(nodes.size());
    nodes.emplace_back();
    const Player mover = position.to_move();
    if (position.over()) {
      const Player winner = winner_of(position.status());
      nodes[index].fixed = true;
      nodes[index].value = winner == kNobody ? 0 : winner == 0 ? kWin - ply : ply - kWin;
    } else if (depth == 0) {
      const auto* evaluate = find<Evaluate>(position.game());
      const Score value = evaluate->evaluate(position.state());
      nodes[index].value = mover == 0 ? value : -value;
      leaves.push_back(index);
    } else {
      nodes[index].maximising = mover == 0;
      for (const Move move : position.legal_moves()) {
        Position next = position;
        next.apply(move);
        const std::uint32_t child = grow(next, depth - 1, ply + 1);
        nodes[index].children.push_back(child);
      }
    }
    return index;
  }
  [[nodiscard]] Score value(std::uint32_t index = 0) const {
    const Node& node = nodes[index];
    if (node.children.empty()) return node.value;
    Score best = node.maximising ? -10 * kWin : 10 * kWin;
    for (const std::uint32_t child : node.children)
      best = node.maximising ? std::max(best, value(child)) : std::min(best, value(child));
    return best;
  }
  // The value when the leaves of the set have become as good as can be for player 0 (or as bad).
  [[nodiscard]] Score value_if(std::uint32_t set, Score changed) {
    std::vector<Score> before;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      before.push_back(nodes[leaves[i]].value);
      if ((set >> i & 1U) != 0) nodes[leaves[i]].value = changed;
    }
    const Score result = value();
    for (std::size_t i = 0; i < leaves.size(); ++i) nodes[leaves[i]].value = before[i];
    return result;
  }
};

template <class Tally>
struct Searcher {
  explicit Searcher(const Game& game) : table(1), meter(budget()) { search.new_game(game, table); }
  static Budget budget() {
    Budget b{};
    b.threads = 1;
    return b;
  }
  agents::minimax::TranspositionTable table;
  BudgetMeter meter;
  Search<Tally> search;
};

}  // namespace

TEST_CASE("minimax search: every mode has the value of plain minimax") {
  for (std::uint64_t seed = 0; seed < samples(300); ++seed) {
    const OwnedGame game = make_game(LayeredGame(8, 12, seed));
    const Position start(*game);
    for (std::uint32_t depth = 1; depth <= 5; ++depth) {
      Tree tree;
      tree.grow(start, depth, 0);
      const Score expected = start.to_move() == 0 ? tree.value() : -tree.value();
      for (std::uint32_t mode = 0; mode < 8; ++mode) {
        Options options = kPlain;
        options.cutoffs = (mode & 1) != 0;
        options.scout = (mode & 2) != 0;
        options.table = (mode & 4) != 0;
        Searcher<NoTally> s(*game);
        s.search.start(start.state(), s.meter, options);
        // A table that has seen shallower searches must not change anything but, with proofs, the length of
        // wins.
        if (options.table) static_cast<void>(s.search.search_root(depth / 2 + 1, -kInfinite, kInfinite));
        const Value value = s.search.search_root(depth, -kInfinite, kInfinite);
        CAPTURE(seed);
        CAPTURE(depth);
        CAPTURE(mode);
        if (options.table && agents::minimax::is_win(std::abs(expected))) {
          CHECK(agents::minimax::is_win(value.score) == agents::minimax::is_win(expected));
          CHECK(agents::minimax::is_loss(value.score) == agents::minimax::is_loss(expected));
        } else if (value.outcome() == Outcome::kUnknown || !options.table) {
          CHECK(value.score == expected);
        }
        // The null-window test at and above the value.
        if (agents::minimax::is_win(std::abs(expected))) continue;
        CHECK(s.search.search_root(depth, expected - 1, expected).score >= expected);
        CHECK(s.search.search_root(depth, expected, expected + 1).score <= expected);
      }
    }
  }
}

TEST_CASE("conspiracy counters equal an exhaustive count over sets of leaves") {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < samples(600); ++seed) {
    const OwnedGame game = make_game(LayeredGame(6, 12, seed));
    const Position start(*game);
    for (std::uint32_t depth = 1; depth <= 4; ++depth) {
      Tree tree;
      tree.grow(start, depth, 0);
      if (tree.leaves.empty() || tree.leaves.size() > 11) continue;
      // Several widths, so that rows of one and of several blocks and both ends are met.
      for (const std::uint32_t buckets : {5U, 21U, 41U}) {
        const std::uint32_t width = buckets == 5 ? 6 : 1;
        Searcher<BucketTally> s(*game);
        s.search.tally().configure(buckets, width);
        s.search.start(start.state(), s.meter, kPlain);
        static_cast<void>(s.search.search_root(depth, -kInfinite, kInfinite));
        const BucketTally& tally = s.search.tally();
        std::vector<std::uint32_t> up(buckets, BucketTally::kUnreachable), down = up;
        for (std::uint32_t set = 0; set < 1U << tree.leaves.size(); ++set) {
          const auto n = static_cast<std::uint32_t>(std::popcount(set));
          // A leaf that conspires may take any value: the best and the worst suffice. Beyond the last bucket
          // there is none, so that its number tells who can leave its inner edge... for any value at all.
          const Score high = tree.value_if(set, 5'000'000), low = tree.value_if(set, -5'000'000);
          for (std::uint32_t j = 0; j < buckets; ++j) {
            const bool above = high == 5'000'000 || tally.bucket_of(high) > j;
            const bool below = low == -5'000'000 || tally.bucket_of(low) < j;
            if (above) up[j] = std::min(up[j], n);
            if (below) down[j] = std::min(down[j], n);
          }
        }
        CAPTURE(seed);
        CAPTURE(depth);
        CAPTURE(buckets);
        for (std::uint32_t j = 0; j < buckets; ++j) {
          CAPTURE(j);
          CHECK(tally.up(j) == up[j]);
          CHECK(tally.down(j) == down[j]);
          ++compared;
        }
      }
    }
  }
  CHECK(compared > static_cast<int>(samples(600)) * 20);
}

TEST_CASE("single conspiracy numbers equal an exhaustive count over sets of leaves") {
  int compared = 0;
  std::map<std::uint32_t, int> seen;
  for (std::uint64_t seed = 0; seed < samples(600); ++seed) {
    const OwnedGame game = make_game(LayeredGame(6, 12, seed));
    const Position start(*game);
    for (std::uint32_t depth = 1; depth <= 4; ++depth) {
      Tree tree;
      tree.grow(start, depth, 0);
      if (tree.leaves.size() > 11) continue;
      for (const Score threshold : {-3, 1, 8, 500}) {
        Searcher<SingleTally> s(*game);
        s.search.tally().configure(threshold, start.to_move());
        s.search.start(start.state(), s.meter, kPlain);
        static_cast<void>(s.search.search_root(depth, -kInfinite, kInfinite));
        std::uint32_t expected = SingleTally::kInfinite;
        for (std::uint32_t set = 0; set < 1U << tree.leaves.size(); ++set) {
          const Score value =
              start.to_move() == 0 ? tree.value_if(set, 5'000'000) : -tree.value_if(set, -5'000'000);
          if (value >= threshold)
            expected = std::min(expected, static_cast<std::uint32_t>(std::popcount(set)));
        }
        CHECK(s.search.tally().root() == expected);
        ++seen[expected];
        ++compared;
      }
    }
  }
  CHECK(compared > static_cast<int>(samples(600)) * 2);
  CHECK(seen.size() >= 4);
}

TEST_CASE("conspiracy counters: bucket edges") {
  BucketTally tally;
  tally.configure(101, 20);
  // Bucket 50 covers [-10, 10).
  CHECK(tally.bucket_of(0) == 50);
  CHECK(tally.bucket_of(-10) == 50);
  CHECK(tally.bucket_of(-11) == 49);
  CHECK(tally.bucket_of(9) == 50);
  CHECK(tally.bucket_of(10) == 51);
  CHECK(tally.bucket_of(100'000) == 100);
  CHECK(tally.bucket_of(-kInfinite) == 0);
  for (const std::uint32_t width : {1U, 3U, 7U, 20U, 999U, 1000U}) {
    for (const std::uint32_t buckets : {3U, 51U, 101U, 255U}) {
      tally.configure(buckets, width);
      const auto w = static_cast<double>(width);
      for (Score v = -3000; v <= 3000; v += 7) {
        const double j = std::floor((v + static_cast<double>(width / 2)) / w) + buckets / 2;
        const auto expected = static_cast<std::uint32_t>(std::clamp(j, 0.0, buckets - 1.0));
        REQUIRE(tally.bucket_of(v) == expected);
      }
    }
  }
}

}  // namespace ludex::tests
