// Parallel<Policy>: simulations of several workers in one tree.
//
// Idea: tree parallelisation (Chaslot, Winands & van den Herik, "Parallel Monte-Carlo tree search", CG 2008)
// with a lock in every node; playouts need none. The rules are in README.md, "Threads".
//
// After a simulation, a worker may make a batch of further ones from a node of the path, so that it writes
// the nodes above, which all workers contend for, once for all of them (after depth-first UCT: Yoshizoe et
// al., "Scalable distributed Monte-Carlo tree search", SoCS 2011). A batch has at most 1 / kVisitsPerBatched
// of the node's visits: it hardly disturbs the bandits above.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "agents/common/mcts/answer.hpp"
#include "agents/common/memory/spin_lock.hpp"
#include "core/abi/host.hpp"
#include "core/agent/budget.hpp"

namespace ludex::agents::mcts {

template <class P>
class Parallel : public Answer<P> {
 protected:
  using typename Answer<P>::N;
  using typename Answer<P>::W;
  using Answer<P>::Answer;
  using P::config_;
  using P::game_;
  using P::pool_;
  using P::root_;
  using Answer<P>::workers_;

  // Searches until the budget is used up.
  void search_with(std::uint32_t threads, BudgetMeter& meter) {
    Task task{.search = this, .meter = &meter};
    task.gate.lock();
    for (W& w : workers_) w.shared = true;
    host().parallel_for(
        threads,
        [](void* context, std::uint32_t i) {
          Task& t = *static_cast<Task*>(context);
          t.search->join(t, t.search->workers_[i]);
        },
        &task);
    for (W& w : workers_) {
      w.shared = false;
      w.granted = 0;
      meter.count_nodes(std::exchange(w.tree_moves, 0));
      workers_.front().deepest = std::max(workers_.front().deepest, w.deepest);
    }
  }

 private:
  struct Task {
    Parallel* search;
    BudgetMeter* meter;
    std::atomic<std::uint32_t> here = 0;  // workers that have arrived
    SpinLock gate{};                      // held until the first knows of another
  };

  // On a busy machine the second worker arrives late or never: until then the first needs no locks.
  void join(Task& task, W& w) noexcept {
    if (task.here.fetch_add(1, std::memory_order_relaxed) != 0)
      task.gate.lock();
    else
      work_alone(task, w);
    task.gate.unlock();
    work(w, *task.meter);
  }
  void work_alone(const Task& task, W& w) noexcept {
    BudgetMeter& meter = *task.meter;
    this->iterate_while(w, [&](std::uint32_t moves) {
      meter.count_nodes(moves);
      if (moves != 0 && this->due()) this->show(1);
      return task.here.load(std::memory_order_relaxed) == 1 && (root_.size == 0 || !P::finished()) &&
             meter.next_iteration();
    });
  }
  void work(W& w, BudgetMeter& meter) noexcept {
    for (;;) {
      this->set_out(w);
      root_.lock.lock();
      // The lock guards the root's children, but nothing below.
      if (this->due()) this->show(1);
      if ((root_.size != 0 && P::finished()) || grant(w, meter, 1) == 0) break;
      add_in_flight(w, root_, 0, 1);
      const std::size_t depth = simulate_from(w, 0);
      back_up(w, 0, depth);
      if (P::allows_batches() && !this->halving_.on()) make_batch(w, meter, depth);
    }
    root_.lock.unlock();
  }
  // Grants a worker up to `wanted` more simulations. If no proof can make simulations superfluous, it takes
  // some more from the meter for later.
  [[nodiscard]] std::uint32_t grant(W& w, BudgetMeter& meter, std::uint32_t wanted) noexcept {
    constexpr std::uint32_t kAtOnce = kDeduces<P> ? 1 : 8;
    if (w.granted < wanted) {
      meter_lock_.lock();
      meter.count_nodes(std::exchange(w.tree_moves, 0));
      while (w.granted < std::max(wanted, kAtOnce) && meter.next_iteration()) ++w.granted;
      meter_lock_.unlock();
    }
    const std::uint32_t count = std::min(w.granted, wanted);
    w.granted -= count;
    return count;
  }
  // Runs a simulation from path[from], whose lock is held, up to its rewards. Returns the leaf's depth.
  std::size_t simulate_from(W& w, std::size_t from) noexcept {
    const std::size_t depth = this->descend(w, from, Together{*this, w});
    w.tree_moves += std::max<std::size_t>(depth - from, 1);
    this->simulate(w, w.result, w.terminal);
    P::learn(w, depth);
    return depth;
  }

  // Holds the lock of the worker's present node on the way down, and none at the end.
  struct Together {
    static constexpr bool kShared = true;
    Parallel& tree;
    W& w;

    void before_choice(N& node) const noexcept {
      const bool halved = tree.halving_.on() && &node == &tree.root_;
      const bool walks_on = tree.P::weighs_untried() || has_outcomes(node) || halved;
      if (walks_on && node.size != 0 && !node.complete() && !node.whole)
        tree.template grow<true>(w, node, node.legal);
    }
    void before_move(N& node, N& child, std::size_t depth, bool fresh) const noexcept {
      w.way = static_cast<std::uint32_t>(&child - tree.pool_[node.children]);
      tree.add_in_flight(w, child, depth, 1);
      if (!fresh) node.lock.unlock();
    }
    void after_move(N& child, bool fresh) const noexcept {
      if (!fresh) child.lock.lock();
    }
    void arrive(std::size_t depth, bool fresh) const noexcept {
      N& held = *w.path[fresh ? depth - 1 : depth];
      const auto arrive_at_leaf = [&] {
        N& leaf = *w.path[depth];
        tree.P::arrived(w, leaf);
        w.result = leaf.result();
        w.terminal = leaf.terminal();
      };
      if constexpr (!kDeduces<P>) {
        tree.P::ask_game(w);
        arrive_at_leaf();
        held.lock.unlock();
      } else {
        held.lock.unlock();
        tree.P::ask_game(w);
        {
          const Hold hold(tree, w, depth, depth);
          arrive_at_leaf();
        }
        for (std::size_t i = depth; i-- != 0;) {
          const Hold hold(tree, w, i, depth);
          if (!tree.P::deduce(w, *w.path[i], *w.path[i + 1])) break;
        }
      }
    }
  };

  // The leaf may have moved while its parent's lock was not held.
  void find_leaf(W& w, std::size_t depth) noexcept {
    w.path[depth] = pool_[w.path[depth - 1]->children] + w.way;
  }
  // Takes the locks of path[i] and of its parent, the upper first; path[depth] is the leaf.
  static constexpr std::size_t kNoLeaf = SIZE_MAX;
  class Hold {
   public:
    Hold(Parallel& tree, W& w, std::size_t i, std::size_t depth) noexcept {
      if (i != 0) {
        parent_ = w.path[i - 1];
        parent_->lock.lock();
        if (i == depth) tree.find_leaf(w, depth);
      }
      node_ = w.path[i];
      node_->lock.lock();
      if (i + 1 == depth) tree.find_leaf(w, depth);
    }
    // The parent's lock last: once released, others may move the child.
    ~Hold() {
      node_->lock.unlock();
      if (parent_ != nullptr) parent_->lock.unlock();
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    N* parent_ = nullptr;
    N* node_ = nullptr;
  };

  // Adds a provisional reward for each of `count` simulations under way to a node of the path.
  void add_in_flight(W& w, N& node, std::size_t depth, std::uint32_t count) noexcept {
    const bool loss = config_.in_flight == InFlight::kLoss;
    node.add(w.in_flight[depth] = loss ? -1.0F : static_cast<float>(node.mean()), count);
  }
  void replace_in_flight(W& w, std::size_t depth) noexcept {
    N& node = *w.path[depth];
    node.replace_in_flight(w.in_flight[depth], w.rewards[node.player]);
    P::credited(w, node);
  }
  // Backs up to path[from].
  void back_up(W& w, std::size_t from, std::size_t depth) noexcept {
    if (P::settles()) {
      for (std::size_t i = depth + 1; i-- != from;) {
        const Hold hold(*this, w, i, depth);
        if (i != depth) P::settle(w, *w.path[i], *w.path[i + 1], i);
        replace_in_flight(w, i);
      }
      return;
    }
    for (std::size_t i = from; i <= depth; ++i) {
      N& guard = *w.path[i == 0 ? 0 : i - 1];
      const bool held = i == 1 && from == 0;  // the root guards itself and its children
      if (!held) guard.lock.lock();
      if (i == depth && i != 0) find_leaf(w, depth);
      replace_in_flight(w, i);
      if (i != 0 || depth == 0) guard.lock.unlock();
    }
  }

  static constexpr std::uint32_t kVisitsPerBatched = 64;
  static constexpr std::uint32_t kSmallestBatch = 2;
  static constexpr std::uint32_t kLargestBatch = 16;

  // Start node (as index of the path) and number of simulations; 0 if the tree is too small.
  struct Batch {
    std::size_t base = 0;
    std::uint32_t size = 0;
  };
  // The batch that saves most writes above its node.
  [[nodiscard]] Batch best_batch(const W& w, std::size_t depth) const noexcept {
    Batch best;
    // Not from below a chance node: the outcome drawn once would count for the whole batch.
    const std::size_t end = kChanceNodes<N> ? std::min(depth, w.certain + 1) : depth;
    for (std::size_t i = 0; i < end; ++i) {
      const std::uint32_t size = std::min(w.path[i]->count() / kVisitsPerBatched, kLargestBatch);
      if (size < kSmallestBatch) break;
      if (size * (i + 1) >= best.size * (best.base + 1)) best = {i, size};
    }
    return best;
  }
  // Completes the batch even if the node is proven meanwhile.
  void make_batch(W& w, BudgetMeter& meter, std::size_t depth) noexcept {
    const Batch best = best_batch(w, depth);
    const std::size_t base = best.base;
    const std::uint32_t size = best.size == 0 ? 0 : grant(w, meter, best.size);
    if (size == 0) return;

    game_->copy(w.state, this->root_state());
    for (std::size_t i = 1; i <= base; ++i) game_->apply(w.state, w.path[i]->move);
    State* const start = w.buffer[1];
    game_->copy(start, w.state);
    std::uint32_t way = 0;
    const auto upwards = [&](auto&& act) {
      for (std::size_t i = base + 1; i-- != 0;) {
        const Hold hold(*this, w, i, kNoLeaf);
        act(*w.path[i], i);
      }
    };
    upwards([&](N& node, std::size_t i) {
      add_in_flight(w, node, i, size);
      if (i == base && i != 0) way = static_cast<std::uint32_t>(&node - pool_[w.path[i - 1]->children]);
    });
    std::array<std::array<float, kMaxPlayers>, kLargestBatch> rewards;
    for (std::uint32_t n = 0; n < size; ++n) {
      game_->copy(w.state, start);
      w.way = way;
      P::resume(w, base);
      w.path[base]->lock.lock();
      back_up(w, base + 1, simulate_from(w, base));
      rewards[n] = w.rewards;
    }
    upwards([&](N& node, std::size_t i) {
      float sum = 0;
      for (std::uint32_t n = 0; n < size; ++n) {
        w.rewards = rewards[n];
        if (P::settles()) P::settle(w, node, i == base ? *pool_[node.children] : *w.path[i + 1], i);
        rewards[n] = w.rewards;
        sum += w.rewards[node.player];
      }
      node.replace_in_flight(w.in_flight[i], sum, size);
    });
  }

  SpinLock meter_lock_;
};

}  // namespace ludex::agents::mcts
