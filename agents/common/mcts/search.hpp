// Search<Policy>: the one loop of the Monte-Carlo tree search family.
//
// Idea: Monte-Carlo tree search in which every node of the tree is a bandit problem. One iteration walks down
// the tree, adds one node, plays the game out and adds the result to every node passed (Kocsis & Szepesvari,
// "Bandit based Monte-Carlo planning", ECML 2006; Coulom, "Efficient selectivity and backup operators in
// Monte-Carlo tree search", CG 2006). A move not tried yet goes first, in random order. The move played is
// the one with most visits ("robust child", Coulom 2006). All ties are broken at random.
//
// What the agents of the family do differently (which child to walk to, what else to keep and back up, how to
// play out, which move to play) is the policy's: see the hooks of BasicPolicy. Values are kept per player, so
// players need not alternate, and with more than two of them this is max^n.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "agents/common/mcts/core.hpp"
#include "agents/common/mcts/growth.hpp"
#include "agents/common/mcts/lanes.hpp"
#include "agents/common/memory/spin_lock.hpp"
#include "core/abi/host.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::mcts {

template <class Policy>
class Search final : public Growth<Policy> {
 public:
  using G = typename Policy::GameType;
  using N = typename Policy::NodeType;
  using W = typename Policy::WorkerType;

  using Growth<Policy>::Growth;

  void new_game(const G& game, std::uint64_t seed) {
    game_ = &game;
    seed_ = seed;
    const GameTraits& traits = game.traits();
    root_buffer_ = StateBuffer(traits, 1);
    this->start(traits);
    workers_.clear();
    ensure_workers(1);
    forget();
  }

  // A move was played: with tree reuse, its subtree becomes the tree.
  void observe(const State* before, Move move) {
    if (!config_.tree_reuse) return;
    if (!has_tree_ || game_->hash(before) != game_->hash(root_state())) {
      forget();
      return;
    }
    const N* const next = find_child(root_, move);
    const N kept = next != nullptr ? *next : N{};
    if (next != nullptr) this->release_children(root_, next);
    if (next == nullptr) clear_tree();
    game_->apply(root_state(), move);
    root_ = kept;
    follows_ = true;
  }

  // The chosen move, legal in `position`. A pure function of position, configuration, seed and (with tree
  // reuse) the moves observed before. Searches even if there is only one legal move: the value is wanted in
  // the log, and the tree may be reused.
  Move choose(const State* position, const Budget& budget, SearchReport& report,
              ProgressBoard* board = nullptr) {
    const std::uint32_t threads = abi::g_host == nullptr ? 1 : std::min(budget.threads, host().threads);
    ensure_workers(std::max(threads, 1U));
    prepare_tree(position, budget);
    const std::uint32_t inherited = root_.visits;
    board_ = board != nullptr && board->watched() ? board : nullptr;
    BudgetMeter meter(budget, board_);
    if (threads > 1) {
      search_with(threads, meter);
    } else {
      W& w = workers_.front();
      while (goes_on(meter)) {
        meter.count_nodes(iterate(w));
        if (board_ != nullptr && board_->due()) show(kMaxProgressPv);
      }
    }
    const N& best = final_child();
    fill(report, best, meter);
    report.add_counter("inherited_visits", inherited);
    follows_ = false;
    return best.move;
  }

 private:
  using Policy::config_;
  using Policy::game_;
  using Policy::pool_;
  using Policy::root_;
  using Pool = NodePool<N>;
  using Growing = Growth<Policy>;

  [[nodiscard]] State* root_state() const noexcept { return root_buffer_[0]; }

  // Workers up to this number.
  void ensure_workers(std::size_t count) {
    const GameTraits& traits = game_->traits();
    while (workers_.size() < count) {
      W& w = workers_.emplace_back();
      w.buffer = StateBuffer(traits, 2);
      w.state = w.buffer[0];
      w.moves.resize(traits.max_moves);
      w.scores.resize(lanes::padded(traits.max_moves));
      w.marked.assign((traits.max_moves + 63) / 64, 0);
      w.path.resize(std::size_t{traits.max_plies} + 2);
      w.in_flight.resize(w.path.size());
      this->equip(w, traits);
    }
  }

  void clear_tree() noexcept {
    pool_.clear();
    for (W& w : workers_) w.slice = {};
    this->cleared();
  }
  void forget() noexcept {
    clear_tree();
    root_ = N{};
    has_tree_ = follows_ = false;
  }

  // A tree is kept only along an unbroken line of observed moves: equal hashes alone do not tell equal
  // histories.
  void prepare_tree(const State* position, const Budget& budget) {
    const std::size_t mib = budget.memory_mib != 0 ? budget.memory_mib : config_.memory_mib;
    if (mib != pool_mib_) {
      pool_ = Pool(this->tree_share(mib << 20));
      pool_mib_ = mib;
      forget();
    }
    if (!follows_ || game_->hash(position) != game_->hash(root_state())) forget();
    if (!this->prepare(game_->to_move(position), root_.visits != 0)) forget();
    if (root_.size == 0) {
      const N root = root_;
      clear_tree();
      root_ = N{};
      root_.sum = root.sum;
      root_.visits = root.visits;
    }
    game_->copy(root_state(), position);
    has_tree_ = true;
    this->regrow();
    std::uint64_t seed = hash_combine(seed_, game_->hash(position));
    for (W& w : workers_) {
      w.deepest = 0;
      w.rng = Rng::seeded(seed);
      seed = mix64(seed);
    }
  }

  [[nodiscard]] bool goes_on(BudgetMeter& meter) noexcept {
    return !(root_.size != 0 && this->finished()) && meter.next_iteration();
  }

  // One simulation. Returns the moves made in the tree, at least 1, so that a budget of nodes is used up.
  std::uint32_t iterate(W& w) noexcept {
    set_out(w);
    const std::size_t depth = descend(w, 0);
    const N& leaf = *w.path[depth];
    simulate(w, leaf.result(), leaf.terminal());
    this->learn(w, depth);
    back_up(w, depth);
    return static_cast<std::uint32_t>(std::max<std::size_t>(depth, 1));
  }

  void set_out(W& w) noexcept {
    game_->copy(w.state, root_state());
    w.path[0] = &root_;
    this->begin(w);
  }
  // Sets w.rewards, from what the leaf's result is.
  void simulate(W& w, GameStatus result, bool terminal) noexcept {
    if (!is_over(result)) {
      this->play_out(w);
    } else if (terminal) {
      game_->returns(w.state, w.rewards.data());
    } else {
      this->reward_exactly(w, result);
    }
  }

  // Walks from path[depth] to a new node, or to where the tree ends; w.path is the way, its last index the
  // answer. Shared: the first node's lock is held at the start, no lock at the end.
  template <bool kShared = false>
  std::size_t descend(W& w, std::size_t depth) noexcept {
    N* node = w.path[depth];
    bool fresh = false;
    while (!node->over() && depth + 1 < w.path.size()) {
      this->visit(w, depth);
      if (this->halts(*node)) {
        this->claim(w, *node);
        break;
      }
      if constexpr (kShared) {
        if (this->weighs_untried() && node->size != 0 && !node->complete() && !node->whole)
          Growing::template grow<true>(w, *node, node->legal);
      }
      N* child = nullptr;
      if (node->complete() || (this->weighs_untried() && node->size != 0))
        child = this->select(w, *node, depth);
      if (child == nullptr && !node->complete()) child = Growing::template expand<kShared>(w, *node);
      if (child == nullptr) child = step_without_memory(w, *node, depth);
      if (child == nullptr) break;
      this->step(w, *child);
      w.path[++depth] = child;
      fresh = child->visits == 0;
      if constexpr (kShared) {
        w.way = static_cast<std::uint32_t>(child - pool_[node->children]);
        add_in_flight(w, *child, depth, 1);
        if (!fresh) node->lock.unlock();
      } else {
        __builtin_prefetch(pool_[child->children]);
      }
      const GameStatus status = game_->apply(w.state, child->move);
      if constexpr (kShared) {
        if (!fresh) child->lock.lock();
      }
      node = child;
      if (fresh) {
        node->set_result(status);
        this->entered(w, *node);
        break;
      }
    }
    w.deepest = std::max(w.deepest, depth);
    if constexpr (kShared) {
      end_shared(w, depth, *w.path[fresh ? depth - 1 : depth]);
    } else {
      this->ask_game(w);
      this->arrived(w, *node);
      if constexpr (Policy::kDeduces) {
        for (std::size_t i = depth; i-- != 0;) {
          if (!this->deduce(w, *w.path[i], *w.path[i + 1])) break;
        }
      }
    }
    return depth;
  }

  // In a full tree an untried move keeps its chance of being tried first, but is played out from the parent.
  [[nodiscard]] N* step_without_memory(W& w, N& node, std::size_t depth) noexcept {
    return node.size != 0 && w.rng.below(node.legal) < node.size ? this->select(w, node, depth) : nullptr;
  }

  void back_up(W& w, std::size_t depth) noexcept {
    const auto credit = [&](N& node) {
      node.add(w.rewards[node.player]);
      this->credited(w, node);
    };
    credit(*w.path[depth]);
    for (std::size_t i = depth; i-- != 0;) {
      N& node = *w.path[i];
      this->settle(w, node, *w.path[i + 1], i);
      credit(node);
    }
  }

  // Tree parallelisation (Chaslot, Winands & van den Herik, "Parallel Monte-Carlo tree search", CG 2008) with
  // a lock in every node; playouts run without. The rules are in README.md, "Threads".
  void search_with(std::uint32_t threads, BudgetMeter& meter) {
    struct Task {
      Search* search;
      BudgetMeter* meter;
    } task{this, &meter};
    for (W& w : workers_) w.shared = true;
    host().parallel_for(
        threads,
        [](void* context, std::uint32_t i) {
          const Task& t = *static_cast<Task*>(context);
          t.search->work(t.search->workers_[i], *t.meter);
        },
        &task);
    for (W& w : workers_) {
      w.shared = false;
      w.granted = 0;
      meter.count_nodes(std::exchange(w.tree_moves, 0));
      workers_.front().deepest = std::max(workers_.front().deepest, w.deepest);
    }
  }
  // How many more simulations a worker may make, at most `wanted`. Where none can be in vain some more are
  // taken from the meter for later.
  [[nodiscard]] std::uint32_t grant(W& w, BudgetMeter& meter, std::uint32_t wanted) noexcept {
    constexpr std::uint32_t kAtOnce = Policy::kDeduces ? 1 : 8;
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
  void work(W& w, BudgetMeter& meter) noexcept {
    for (;;) {
      set_out(w);
      root_.lock.lock();
      // The lock guards the root's children, but no further.
      if (board_ != nullptr && board_->due()) show(1);
      if ((root_.size != 0 && this->finished()) || grant(w, meter, 1) == 0) break;
      add_in_flight(w, root_, 0, 1);
      const std::size_t depth = simulate_shared(w, 0);
      back_up_shared(w, 0, depth);
      if (this->stays()) stay(w, meter, depth);
    }
    root_.lock.unlock();
  }
  // The simulation from path[from] on, whose lock is held, up to its rewards. Answers the leaf's depth.
  std::size_t simulate_shared(W& w, std::size_t from) noexcept {
    const std::size_t depth = descend<true>(w, from);
    w.tree_moves += std::max<std::size_t>(depth - from, 1);
    simulate(w, w.result, w.terminal);
    this->learn(w, depth);
    return depth;
  }

  // Some more simulations from a node of the path, so that the nodes above, which all workers want, are
  // written once for all of them (after depth-first UCT: Yoshizoe et al., "Scalable distributed Monte-Carlo
  // tree search", SoCS 2011). They are at most 1 / kVisitsPerStay of the node's visits: the bandits above
  // hardly notice. Should the node be proven meanwhile, the rest are made all the same.
  static constexpr std::uint32_t kVisitsPerStay = 64;
  static constexpr std::uint32_t kShortestStay = 2;
  static constexpr std::uint32_t kLongestStay = 16;

  // Where and for how many simulations most is spared; none if the tree is too small.
  struct Stay {
    std::size_t base = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] Stay best_stay(const W& w, std::size_t depth) const noexcept {
    Stay best;
    for (std::size_t i = 0; i < depth; ++i) {
      const std::uint32_t count = std::min(w.path[i]->count() / kVisitsPerStay, kLongestStay);
      if (count < kShortestStay) break;
      if (count * (i + 1) >= best.count * (best.base + 1)) best = {i, count};
    }
    return best;
  }
  void stay(W& w, BudgetMeter& meter, std::size_t depth) noexcept {
    const Stay best = best_stay(w, depth);
    const std::size_t base = best.base;
    const std::uint32_t count = best.count == 0 ? 0 : grant(w, meter, best.count);
    if (count == 0) return;

    game_->copy(w.state, root_state());
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
      add_in_flight(w, node, i, count);
      if (i == base && i != 0) way = static_cast<std::uint32_t>(&node - pool_[w.path[i - 1]->children]);
    });
    std::array<std::array<float, kMaxPlayers>, kLongestStay> rewards;
    for (std::uint32_t n = 0; n < count; ++n) {
      game_->copy(w.state, start);
      w.way = way;
      this->resume(w, base);
      w.path[base]->lock.lock();
      back_up_shared(w, base + 1, simulate_shared(w, base));
      rewards[n] = w.rewards;
    }
    upwards([&](N& node, std::size_t i) {
      float sum = 0;
      for (std::uint32_t n = 0; n < count; ++n) {
        w.rewards = rewards[n];
        if (this->settles()) this->settle(w, node, i == base ? *pool_[node.children] : *w.path[i + 1], i);
        rewards[n] = w.rewards;
        sum += w.rewards[node.player];
      }
      node.replace_in_flight(w.in_flight[i], sum, count);
    });
  }

  // What each of so many simulations under way adds to a node of the path until their rewards are known.
  void add_in_flight(W& w, N& node, std::size_t depth, std::uint32_t count) noexcept {
    const bool loss = config_.in_flight == InFlight::kLoss;
    node.add(w.in_flight[depth] = loss ? -1.0F : static_cast<float>(node.mean()), count);
  }
  void replace_in_flight(W& w, std::size_t depth) noexcept {
    N& node = *w.path[depth];
    node.replace_in_flight(w.in_flight[depth], w.rewards[node.player]);
    this->credited(w, node);
  }

  // The leaf may have moved while its parent's lock was not held.
  void find_leaf(W& w, std::size_t depth) noexcept {
    w.path[depth] = pool_[w.path[depth - 1]->children] + w.way;
  }
  // The locks of path[i] and of its parent, taken from above; path[depth] is the leaf.
  static constexpr std::size_t kNoLeaf = SIZE_MAX;
  class Hold {
   public:
    Hold(Search& search, W& w, std::size_t i, std::size_t depth) noexcept {
      if (i != 0) {
        parent_ = w.path[i - 1];
        parent_->lock.lock();
        if (i == depth) search.find_leaf(w, depth);
      }
      node_ = w.path[i];
      node_->lock.lock();
      if (i + 1 == depth) search.find_leaf(w, depth);
    }
    // The parent's last: it may move its child then.
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

  // The end of the way down; `held` is the node whose lock is held.
  void end_shared(W& w, std::size_t depth, N& held) noexcept {
    const auto arrive = [&] {
      N& leaf = *w.path[depth];
      this->arrived(w, leaf);
      w.result = leaf.result();
      w.terminal = leaf.terminal();
    };
    if constexpr (!Policy::kDeduces) {
      this->ask_game(w);
      arrive();
      held.lock.unlock();
    } else {
      held.lock.unlock();
      this->ask_game(w);
      {
        const Hold hold(*this, w, depth, depth);
        arrive();
      }
      for (std::size_t i = depth; i-- != 0;) {
        const Hold hold(*this, w, i, depth);
        if (!this->deduce(w, *w.path[i], *w.path[i + 1])) break;
      }
    }
  }
  // Backs up to path[from].
  void back_up_shared(W& w, std::size_t from, std::size_t depth) noexcept {
    if (this->settles()) {
      for (std::size_t i = depth + 1; i-- != from;) {
        const Hold hold(*this, w, i, depth);
        if (i != depth) this->settle(w, *w.path[i], *w.path[i + 1], i);
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

  // The move to play: the highest standing, then the criterion of the configuration.
  [[nodiscard]] const N& final_child() noexcept {
    const auto merit = [&](const N& child) {
      if (config_.final_move == FinalMove::kVisits) return static_cast<double>(child.visits);
      // Secure child: a lower confidence bound (Chaslot et al. 2008; A = 1 in Winands et al. 2008).
      const double doubt = 1.0 / std::sqrt(static_cast<double>(std::max(child.visits, 1U)));
      return child.mean() - (config_.final_move == FinalMove::kSecure ? doubt : 0.0);
    };
    const N* best = nullptr;
    double best_merit = 0;
    int best_standing = 0;
    std::uint32_t ties = 1;
    // With all children made at once, one not tried yet may be known to win.
    const std::uint32_t made = this->expands_all() ? root_.legal : root_.size;
    for (const N& child : std::span<const N>{pool_[root_.children], made}) {
      const int standing = this->standing(child);
      const double value = merit(child);
      if (best == nullptr || standing > best_standing || (standing == best_standing && value > best_merit)) {
        best = &child;
        best_merit = value;
        best_standing = standing;
        ties = 1;
      } else if (standing == best_standing && value == best_merit &&
                 workers_.front().rng.below(++ties) == 0) {
        best = &child;
      }
    }
    return *best;
  }

  [[nodiscard]] const N* find_child(const N& node, Move move) const noexcept {
    for (const N& child : this->children(node)) {
      if (child.move == move) return &child;
    }
    return nullptr;
  }

  void fill(SearchReport& report, const N& best, const BudgetMeter& meter) const noexcept {
    const Player mover = best.player;
    report.value_unit = ValueUnit::kExpected;
    report.value = best.mean();
    const Outcome known = this->outcome(root_, mover);
    if (known != Outcome::kUnknown && known == this->outcome(best, mover)) {
      report.outcome = known;
      report.value = known == Outcome::kDraw ? 0.0 : known == Outcome::kWin ? 1.0 : -1.0;
    }
    report.iterations = meter.iterations();
    report.nodes = meter.nodes();
    report.depth = static_cast<std::uint32_t>(workers_.front().deepest);
    report.tree_bytes = pool_.used_bytes();
    for (const W& w : workers_) report.tree_bytes += Pool::used_bytes(w.slice);
    for (const N& child : this->children(root_))
      report.add_root({child.mean(), child.visits, child.move, this->outcome(child, mover)});
    for (const N* node = &best; node != nullptr; node = most_visited(*node)) report.add_pv(node->move);
    report.add_counter("pool_bytes", static_cast<double>(pool_.taken_bytes()));
  }
  // For those who watch, with a variation of at most so many moves.
  void show(std::uint32_t moves) noexcept {
    const N* const best = most_visited(root_);
    if (best == nullptr) return;
    board_->show([&](SearchProgress& shown) {
      shown.value = best->mean();
      shown.value_unit = ValueUnit::kExpected;
      shown.bound = ValueBound::kExact;
      shown.pv_size = 0;
      for (const N* node = best; node != nullptr;) {
        shown.pv[shown.pv_size++] = node->move;
        node = shown.pv_size < moves ? most_visited(*node) : nullptr;
      }
    });
  }
  [[nodiscard]] const N* most_visited(const N& node) const noexcept {
    const auto children = this->children(node);
    const auto best = std::max_element(children.begin(), children.end(),
                                       [](const N& a, const N& b) { return a.visits < b.visits; });
    return children.empty() ? nullptr : &*best;
  }

  // Set for each game.
  std::uint64_t seed_ = 0;
  StateBuffer root_buffer_;
  std::vector<W> workers_;  // the first is the only one unless the budget has threads

  // The tree.
  std::size_t pool_mib_ = 0;
  bool has_tree_ = false;  // root_state() holds the position of root_
  bool follows_ = false;   // moves have been observed since the last search, without a gap

  ProgressBoard* board_ = nullptr;  // of the search, if somebody watches

  // With several workers.
  SpinLock meter_lock_;
};

}  // namespace ludex::agents::mcts
