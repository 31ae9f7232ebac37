// Core<N, S>: data that every policy of the family works with: the tree, the game, and a worker's scratch
// memory. N is the node, S the policy's own data in each worker.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "agents/common/mcts/config.hpp"
#include "agents/common/mcts/exploration.hpp"
#include "agents/common/mcts/lanes.hpp"
#include "agents/common/mcts/node.hpp"
#include "agents/common/mcts/ucb1.hpp"
#include "agents/common/memory/node_pool.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/instructions.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::mcts {

// Data that a policy adds to each worker; equip() sizes it before a game.
template <class S>
concept WorkerExtra = std::default_initializable<S> && requires(S extra, const GameTraits& traits) {
  extra.equip(traits);
};
struct NoExtra {
  void equip(const GameTraits&) const noexcept {}
};

// Working memory of one searching thread; aligned so that two of them share no cache line.
template <class N, WorkerExtra S>
struct alignas(64) Worker {
  Rng rng{};
  bool shared = false;  // there are other workers in the tree
  StateBuffer buffer;
  State* state = nullptr;             // in it: the position the simulation has reached
  std::vector<Move> moves;            // room for the legal moves of a position
  std::vector<std::uint64_t> marked;  // room for one bit per legal move
  std::vector<float> scores;          // room for the scores of siblings
  std::vector<N*> path;               // from the root to the leaf
  std::uint32_t way = 0;              // with several workers: the leaf's index among its siblings
  std::size_t certain = 0;            // with chance nodes: index of the first of the path, or the largest
  std::vector<float> in_flight;       // with several workers: provisional rewards in the nodes of the path
  typename NodePool<N>::Slice slice;
  std::array<float, kMaxPlayers> rewards{};
  std::size_t deepest = 0;
  GameStatus result{};  // with several workers: the known result of the leaf
  bool terminal = false;
  std::uint32_t granted = 0;     // ... simulations that it may still make
  std::uint64_t tree_moves = 0;  // ... moves made in the tree that are not counted yet
  S extra{};
};

template <class N, WorkerExtra S>
class Core {
 public:
  using NodeType = N;
  using WorkerType = Worker<N, S>;

  explicit Core(const CommonConfig& config) : config_(config), explore_(config.c) {}

  // For reports and tests.
  [[nodiscard]] const N& root() const noexcept { return root_; }
  [[nodiscard]] std::span<const N> children(const N& node) const noexcept {
    return {pool_[node.children], node.size};
  }

 protected:
  // c * sqrt(ln N)
  [[nodiscard]] float explore(std::uint32_t visits) const noexcept { return explore_(visits); }

  // The child with the best score, ties broken at random; nullptr if all score -infinity. There is at least
  // one. No branch depends on a score: some three per node would be mispredicted, and cost as much as the
  // scan. Hence two scans: one in registers for few children, unless they tie, and one through memory, eight
  // at a time. It may call `score_of` more than once a child.
  template <class Score>
  [[nodiscard]] N* best_child(WorkerType& w, const N& node, Score&& score_of) const noexcept {
    N* const first = pool_[node.children];
    const std::uint32_t size = node.size;
    if (size <= lanes::kWidth) {
      constexpr std::int64_t kNone = order(-std::numeric_limits<float>::infinity()) | 0xFFFFFFFF;
      std::int64_t top = kNone;     // order and index of the best child so far
      std::int64_t second = kNone;  // ... and of the second
      for (std::uint32_t i = 0; i < size; ++i) {
        const std::int64_t here = order(score_of(first[i])) | i;
        second = std::max(second, std::min(top, here));
        top = std::max(top, here);
      }
      if (top >> 32 != second >> 32) [[likely]]
        return first + static_cast<std::uint32_t>(top);
    }
    float* const scores = w.scores.data();
    lanes::seal(scores, size);
    for (std::uint32_t i = 0; i < size; ++i) scores[i] = score_of(first[i]);
    const float best = lanes::largest(scores, size);
    if (best == -std::numeric_limits<float>::infinity()) return nullptr;
    return first + pick_score(w, size, best);
  }
  // The same by UCB1 alone, the usual case in most searches.
  [[nodiscard]] N* best_by_ucb1(WorkerType& w, const N& node, float k) const noexcept {
    if (node.size >= 4 && node.size <= lanes::kWidth) [[likely]] {
      N* const first = pool_[node.children];
      const std::uint32_t best = ucb1_lanes::best_of_few(first, node.size, k);
      if ((best & (best - 1)) == 0) [[likely]]
        return first + std::countr_zero(best);
      return first + pick_apart(w, best);
    }
    return best_by_ucb1_apart(w, node, k);
  }
  // The same among the children that are not vetoed. Meant for rare vetoes: it tests the best child first,
  // and the others only if that one is vetoed.
  template <class Score, class Veto>
  [[nodiscard]] N* best_child(WorkerType& w, const N& node, Score&& score_of, Veto&& veto) const noexcept {
    N* const best = best_child(w, node, score_of);
    if (best == nullptr || !veto(*best)) [[likely]]
      return best;
    return best_child(w, node, [&](const N& child) {
      return veto(child) ? -std::numeric_limits<float>::infinity() : score_of(child);
    });
  }

  // A uniformly random untried move, as an index into the list of legal moves.
  [[nodiscard]] std::uint32_t random_untried(WorkerType& w, const N& node,
                                             std::uint32_t count) const noexcept {
    if (node.size == 0) return w.rng.below(count);
    const std::span<const N> tried = children(node);
    if (count <= 64) {
      std::uint64_t open = ~std::uint64_t{0} >> (64 - count);
      for (const N& child : tried) open &= ~(std::uint64_t{1} << child.slot);
      return pick(w, open);
    }
    return random_untried_of_many(w, tried, count);
  }

  // The index of the marked bit that has n marked ones below it.
  [[nodiscard]] static std::uint32_t nth_marked(const WorkerType& w, std::uint32_t n) noexcept {
    const std::uint64_t* word = w.marked.data();
    for (;; ++word) {
      const auto here = static_cast<std::uint32_t>(std::popcount(*word));
      if (n < here) break;
      n -= here;
    }
    return static_cast<std::uint32_t>((word - w.marked.data()) * 64 + select_bit(*word, n));
  }

  // Ranks proven wins first, then moves not known to lose, then proven losses.
  [[nodiscard]] static constexpr int standing_of(Outcome known) noexcept {
    return known == Outcome::kWin ? 2 : known == Outcome::kLoss ? 0 : 1;
  }
  static void reward_exactly(WorkerType& w, GameStatus result) noexcept {
    w.rewards.fill(result == GameStatus::kDraw ? 0.0F : -1.0F);
    if (result != GameStatus::kDraw) w.rewards[winner_of(result)] = 1.0F;
  }

  // Fixed.
  const CommonConfig config_;

  // Set for each game.
  const Game* game_ = nullptr;
  const QuickPlayout* quick_ = nullptr;  // where the length of playouts does not matter either
  const Chance* chance_ = nullptr;       // of games with chance

  // The tree.
  NodePool<N> pool_;
  // Has a cache line of its own: several workers write it all the time.
  alignas(64) N root_{};

 private:
  // Maps floats to integers in the same order, leaving the low half for an index. Adding zero turns negative
  // zero into zero.
  [[nodiscard]] static constexpr std::int64_t order(float x) noexcept {
    const auto bits = std::bit_cast<std::int32_t>(x + 0.0F);
    return std::int64_t{bits ^ ((bits >> 31) & 0x7FFFFFFF)} << 32;
  }

  // For more than 64 legal moves.
  [[nodiscard, gnu::noinline]] static std::uint32_t random_untried_of_many(WorkerType& w,
                                                                           std::span<const N> tried,
                                                                           std::uint32_t count) noexcept {
    std::uint64_t* const open = w.marked.data();
    if (count <= vectors::SmallSet::kSize) {
      vectors::SmallSet closed;
      for (const N& child : tried) closed.add(child.slot);
      closed.write_complement(open);
      return nth_marked(w, w.rng.below(count - static_cast<std::uint32_t>(tried.size())));
    }
    std::fill_n(open, (count + 63) / 64, ~std::uint64_t{0});
    for (const N& child : tried) open[child.slot / 64U] &= ~(std::uint64_t{1} << (child.slot % 64U));
    return nth_marked(w, w.rng.below(count - static_cast<std::uint32_t>(tried.size())));
  }

  // Out of line: rare or long enough to be called; inlined, it would cost every node registers.
  [[nodiscard, gnu::noinline]] N* best_by_ucb1_apart(WorkerType& w, const N& node, float k) const noexcept {
    const N* const first = pool_[node.children];
    const std::uint32_t size = node.size;
    if (size <= lanes::kWidth) return best_child(w, node, [k](const N& child) { return ucb1(child, k); });
    float* const scores = w.scores.data();
    lanes::seal(scores, size);
    const float best = ucb1_of_many(first, size, k, scores);
    return pool_[node.children] + pick_score(w, size, best);
  }
  [[nodiscard, gnu::noinline]] static std::uint32_t pick_apart(WorkerType& w, std::uint64_t set) noexcept {
    return pick(w, set);
  }
  // A random member of a non-empty set.
  [[nodiscard]] static std::uint32_t pick(WorkerType& w, std::uint64_t set) noexcept {
    const auto count = static_cast<std::uint32_t>(std::popcount(set));
    return static_cast<std::uint32_t>(select_bit(set, count == 1 ? 0 : w.rng.below(count)));
  }
  // The index of one of the first `size` numbers of w.scores that equal `best`, chosen at random.
  [[nodiscard]] static std::uint32_t pick_score(WorkerType& w, std::uint32_t size, float best) noexcept {
    const float* const scores = w.scores.data();
    if (size <= 64) return pick(w, lanes::where_equal(scores, size, best));
    std::uint32_t ties = 0;
    for (std::uint32_t base = 0; base < size; base += 64) {
      const std::uint64_t found = lanes::where_equal(scores + base, std::min(size - base, 64U), best);
      ties += static_cast<std::uint32_t>(std::popcount(found));
      w.marked[base / 64] = found;
    }
    return nth_marked(w, ties == 1 ? 0 : w.rng.below(ties));
  }

  const Exploration explore_;
};

}  // namespace ludex::agents::mcts
