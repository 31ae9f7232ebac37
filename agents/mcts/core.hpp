// Core<G, N, S>: what a policy of the family works with: the tree, the game, and one worker's scratch. G is
// Game (through the binary interface, in the plug-in) or a final class such as GameModule<Rules> (every call
// inlined, in benchmarks), N the node, S what the policy wants each worker to carry.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "agents/mcts/node.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/search/node_pool.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::mcts {

// What a simulation that is under way counts as for the other workers: a loss (Chaslot, Winands & van den
// Herik 2008), or what the node is worth so far, so that only the exploration term sees it (WU-UCT: Liu et
// al., ICLR 2020).
enum class InFlight : std::uint32_t { kLoss, kMean };

enum class FinalMove : std::uint32_t { kVisits, kValue, kSecure };

// What every agent of the family has.
struct CommonConfig {
  double c = 1.4142135623730951;  // of UCB1, for rewards in [-1, 1]
  bool tree_reuse = false;
  FinalMove final_move = FinalMove::kVisits;
  InFlight in_flight = InFlight::kLoss;
  std::uint32_t playout_cap = 0;   // plies; a longer playout counts as a draw; 0: none
  std::uint32_t memory_mib = 512;  // when a budget does not say
};

// What one searching thread needs for itself; aligned so that two of them share no cache line.
template <class N, class S>
struct alignas(64) Worker {
  Rng rng{};
  bool shared = false;  // there are other workers in the tree
  StateBuffer buffer;
  State* state = nullptr;            // in it: the position the simulation has reached
  std::vector<Move> moves;           // room for the legal moves of a position
  std::vector<std::uint64_t> tried;  // one bit a legal move
  std::vector<N*> path;              // from the root to the leaf
  std::uint32_t way = 0;             // with several workers: the leaf's index among its siblings
  std::vector<float> lent;           // with several workers: what was added to the nodes of the path
  typename NodePool<N>::Slice slice;
  std::array<float, kMaxPlayers> rewards{};
  std::size_t deepest = 0;
  GameStatus result{};  // with several workers: what is known of the leaf
  bool terminal = false;
  std::uint32_t granted = 0;     // ... simulations that it may still make
  std::uint64_t tree_moves = 0;  // ... moves made in the tree that are not counted yet
  S extra{};
};

template <class G, class N, class S>
class Core {
 public:
  using GameType = G;
  using NodeType = N;
  using WorkerType = Worker<N, S>;

  explicit Core(const CommonConfig& config) : config_(config) {
    for (std::uint32_t n = 1; n < kTableSize; ++n) explore_table_[n] = compute_explore(n);
  }

  // For reports and tests.
  [[nodiscard]] const N& root() const noexcept { return root_; }
  [[nodiscard]] std::span<const N> children(const N& node) const noexcept {
    return {pool_[node.children], node.size};
  }

 protected:
  // c * sqrt(ln N)
  [[nodiscard]] float explore(std::uint32_t visits) const noexcept {
    return visits < kTableSize ? explore_table_[visits] : compute_explore(visits);
  }

  // UCB1 with k = c * sqrt(ln N) and q = 1 / sqrt(n_i): mean_i + k / sqrt(n_i) is q * (sum_i * q + k).
  [[nodiscard]] static float ucb1(const N& child, float k) noexcept {
    const float q = child.inverse_root;
    return q * (static_cast<float>(child.sum) * q + k);
  }

  // The child with the best score, ties broken at random. A score of -infinity and the veto, which is asked
  // only of a child that would be best, rule a child out; nullptr if all are.
  template <class Score, class Veto>
  [[nodiscard]] N* best_child(WorkerType& w, const N& node, Score&& score_of, Veto&& veto) const noexcept {
    N* const first = pool_[node.children];
    N* best = nullptr;
    float best_score = std::numeric_limits<float>::lowest();
    std::uint32_t ties = 1;
    for (N* child = first; child != first + node.size; ++child) {
      const float score = score_of(*child);
      if (score < best_score || veto(*child)) continue;
      if (score > best_score) {
        best_score = score;
        best = child;
        ties = 1;
      } else if (score == best_score && w.rng.below(++ties) == 0) {
        best = child;
      }
    }
    return best;
  }
  template <class Score>
  [[nodiscard]] N* best_child(WorkerType& w, const N& node, Score&& score_of) const noexcept {
    return best_child(w, node, score_of, [](const N&) { return false; });
  }

  // Uniform among the legal moves that have not been tried, as an index into the list of legal moves.
  [[nodiscard]] std::uint32_t random_untried(WorkerType& w, const N& node,
                                             std::uint32_t count) const noexcept {
    if (node.size == 0) return w.rng.below(count);
    const N* const tried = pool_[node.children];
    std::fill_n(w.tried.data(), (count + 63) / 64, 0);
    for (std::uint32_t i = 0; i < node.size; ++i)
      w.tried[tried[i].slot / 64U] |= std::uint64_t{1} << (tried[i].slot % 64U);
    std::uint32_t skip = w.rng.below(count - node.size);
    for (std::uint32_t base = 0;; base += 64) {
      std::uint64_t open = ~w.tried[base / 64];
      const auto here = static_cast<std::uint32_t>(__builtin_popcountll(open));
      if (skip >= here) {
        skip -= here;
        continue;
      }
      for (; skip != 0; --skip) open &= open - 1;
      return base + static_cast<std::uint32_t>(__builtin_ctzll(open));
    }
  }

  static void reward_exactly(WorkerType& w, GameStatus result) noexcept {
    w.rewards.fill(result == GameStatus::kDraw ? 0.0F : -1.0F);
    if (result != GameStatus::kDraw) w.rewards[winner_of(result)] = 1.0F;
  }

  // Fixed.
  const CommonConfig config_;

  // Set for each game.
  const G* game_ = nullptr;

  // The tree.
  NodePool<N> pool_;
  // On a cache line of its own: with several workers it is written all the time.
  alignas(64) N root_{};

 private:
  static constexpr std::uint32_t kTableSize = 4096;

  [[nodiscard]] float compute_explore(std::uint32_t visits) const noexcept {
    return static_cast<float>(config_.c * std::sqrt(std::log(static_cast<double>(visits))));
  }

  alignas(64) std::array<float, kTableSize> explore_table_{};
};

}  // namespace ludex::agents::mcts
