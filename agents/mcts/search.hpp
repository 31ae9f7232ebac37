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
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "agents/mcts/core.hpp"
#include "agents/mcts/spin_lock.hpp"
#include "core/abi/entry.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::mcts {

template <class Policy>
class Search final : public Policy {
 public:
  using G = typename Policy::GameType;
  using N = typename Policy::NodeType;
  using W = typename Policy::WorkerType;

  using Policy::Policy;

  void new_game(const G& game, std::uint64_t seed) {
    game_ = &game;
    seed_ = seed;
    const GameTraits& traits = game.traits();
    root_buffer_ = StateBuffer(traits, 1);
    this->start(traits);
    workers_.clear();
    hire(1);
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
    if (next != nullptr) release_children(root_, next);
    if (next == nullptr) clear_tree();
    game_->apply(root_state(), move);
    root_ = kept;
    follows_ = true;
  }

  // The chosen move, legal in `position`. A pure function of position, configuration, seed and (with tree
  // reuse) the moves observed before. Searches even if there is only one legal move: the value is wanted in
  // the log, and the tree may be reused.
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    const std::uint32_t threads = abi::g_host == nullptr ? 1 : std::min(budget.threads, host().threads);
    hire(std::max(threads, 1U));
    prepare_tree(position, budget);
    const std::uint32_t inherited = root_.visits;
    BudgetMeter meter(budget);
    if (threads > 1) {
      search_with(threads, meter);
    } else {
      W& w = workers_.front();
      while (goes_on(meter)) meter.count_nodes(iterate(w));
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

  [[nodiscard]] State* root_state() const noexcept { return root_buffer_[0]; }

  // Workers up to this number.
  void hire(std::size_t count) {
    const GameTraits& traits = game_->traits();
    while (workers_.size() < count) {
      W& w = workers_.emplace_back();
      w.buffer = StateBuffer(traits, 1);
      w.state = w.buffer[0];
      w.moves.resize(traits.max_moves);
      w.tried.assign((traits.max_moves + 63) / 64, 0);
      w.path.resize(std::size_t{traits.max_plies} + 2);
      w.way.resize(w.path.size());
      w.lent.resize(w.path.size());
      this->equip(w, traits);
    }
  }

  void clear_tree() noexcept {
    pool_.clear();
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
    const std::size_t depth = descend(w);
    simulate(w, *w.path[depth], depth);
    this->learn(w, depth);
    back_up(w, depth);
    return static_cast<std::uint32_t>(std::max<std::size_t>(depth, 1));
  }

  // Sets w.rewards.
  void simulate(W& w, const N& leaf, std::size_t depth) noexcept {
    if (!leaf.over()) {
      this->play_out(w, leaf, depth);
    } else if (leaf.terminal()) {
      game_->returns(w.state, w.rewards.data());
    } else {
      this->reward_exactly(w, leaf.result());
    }
  }

  // Tree parallelisation (Chaslot, Winands & van den Herik, "Parallel Monte-Carlo tree search", CG 2008) with
  // one lock of the tree: playouts, which take most of the time, run outside it. Every proof is backed up
  // before the lock is given away, so that policies need not know of other workers.
  void search_with(std::uint32_t threads, BudgetMeter& meter) {
    struct Task {
      Search* search;
      BudgetMeter* meter;
    } task{this, &meter};
    host().parallel_for(
        threads,
        [](void* context, std::uint32_t i) {
          const Task& t = *static_cast<Task*>(context);
          t.search->work(t.search->workers_[i], *t.meter);
        },
        &task);
    for (const W& w : workers_) workers_.front().deepest = std::max(workers_.front().deepest, w.deepest);
  }
  void work(W& w, BudgetMeter& meter) noexcept {
    const bool share = this->playouts_share();
    std::unique_lock lock(tree_lock_);
    while (goes_on(meter)) {
      const std::size_t depth = descend<true>(w);
      meter.count_nodes(std::max<std::size_t>(depth, 1));
      const N leaf = *w.path[depth];  // nodes may move while the lock is given away
      if (!share) lock.unlock();
      simulate(w, leaf, depth);
      if (!share) lock.lock();
      for (std::size_t i = 0; i < depth; ++i) w.path[i + 1] = pool_[w.path[i]->children] + w.way[i + 1];
      this->learn(w, depth);
      back_up<true>(w, depth);
    }
  }
  [[nodiscard]] float loan(const N& node) const noexcept {
    return config_.in_flight == InFlight::kLoss ? -1.0F : static_cast<float>(node.mean());
  }

  // Walks from the root to a new node, or to where the tree ends; w.path is the way, its last index the
  // answer.
  template <bool kShared = false>
  std::size_t descend(W& w) noexcept {
    game_->copy(w.state, root_state());
    this->begin(w);
    N* node = &root_;
    std::size_t depth = 0;
    w.path[0] = node;
    while (!node->over() && depth + 1 < w.path.size()) {
      this->visit(w, depth);
      N* child = nullptr;
      if (node->complete() || (this->weighs_untried() && node->size != 0))
        child = this->select(w, *node, depth);
      if (child == nullptr && !node->complete()) child = expand(w, *node);
      if (child == nullptr) child = step_without_memory(w, *node, depth);
      if (child == nullptr) break;
      this->step(w, *child);
      w.path[++depth] = child;
      if constexpr (kShared) w.way[depth] = static_cast<std::uint32_t>(child - pool_[node->children]);
      __builtin_prefetch(pool_[child->children]);
      const GameStatus status = game_->apply(w.state, child->move);
      node = child;
      if (node->visits == 0) {
        node->proven = static_cast<std::uint8_t>(status);
        this->entered(w, *node);
        break;
      }
    }
    this->arrived(w, *node);
    if constexpr (Policy::kDeduces) {
      for (std::size_t i = depth; i-- != 0;) {
        if (!this->deduce(w, *w.path[i], *w.path[i + 1])) break;
      }
    }
    if constexpr (kShared) {
      for (std::size_t i = 0; i <= depth; ++i) w.path[i]->add(w.lent[i] = loan(*w.path[i]));
    }
    w.deepest = std::max(w.deepest, depth);
    return depth;
  }

  // In a full tree an untried move keeps its chance of being tried first, but is played out from the parent.
  [[nodiscard]] N* step_without_memory(W& w, N& node, std::size_t depth) noexcept {
    return node.size != 0 && w.rng.below(node.legal) < node.size ? this->select(w, node, depth) : nullptr;
  }

  // Tries a random untried move: its node, new or (where all were made at once) as good as new; nullptr if
  // there is no memory for it.
  [[nodiscard]] N* expand(W& w, N& node) noexcept {
    const std::uint32_t count = game_->legal_moves(w.state, w.moves.data());
    if (node.legal == 0) {
      if (this->expands_all() && !make_children(w, node, count)) return nullptr;
      node.legal = static_cast<std::uint16_t>(count);
      this->opened(w, node);
    }
    if (!this->expands_all() && !make_room(node)) return nullptr;
    const std::uint32_t slot = this->pick_untried(w, node, count);
    N& child = pool_[node.children][node.size++];
    if (this->expands_all()) {
      N* const made = &child;
      std::swap(child, *std::find_if(made, made + count, [slot](const N& n) { return n.slot == slot; }));
    } else {
      child = new_child(w, slot);
      this->created(w, node, child);
    }
    if (node.size == node.legal) this->completed(w, node);
    return &child;
  }

  [[nodiscard]] N new_child(const W& w, std::uint32_t slot) const noexcept {
    N child{};
    child.move = w.moves[slot];
    child.slot = static_cast<std::uint16_t>(slot);
    child.player = static_cast<std::uint8_t>(game_->to_move(w.state));
    return child;
  }

  [[nodiscard]] bool make_room(N& node) noexcept {
    if (node.size != 0 && node.size < Pool::capacity_for(node.size)) return true;
    const std::uint32_t block = pool_.allocate(node.size + 1U);
    if (block == Pool::kNone) return false;
    if (node.size != 0) {
      std::copy_n(pool_[node.children], node.size, pool_[block]);
      pool_.release(node.children, node.size);
    }
    node.children = block;
    return true;
  }

  // All children at once; the first node.size of the block are those that have been tried.
  [[nodiscard]] bool make_children(W& w, N& node, std::uint32_t count) noexcept {
    const std::uint32_t block = pool_.allocate(count);
    if (block == Pool::kNone) return false;
    node.children = block;
    for (std::uint32_t slot = 0; slot < count; ++slot) {
      N& child = pool_[block][slot];
      child = new_child(w, slot);
      this->created(w, node, child);
    }
    return true;
  }
  // Nodes in a node's block.
  [[nodiscard]] std::uint32_t block_size(const N& node) const noexcept {
    return this->expands_all() ? node.legal : node.size;
  }

  template <bool kShared = false>
  void back_up(W& w, std::size_t depth) noexcept {
    const auto credit = [&w](N& node, std::size_t i) {
      if constexpr (kShared) {
        node.repay(w.lent[i], w.rewards[node.player]);
      } else {
        static_cast<void>(i);
        node.add(w.rewards[node.player]);
      }
    };
    credit(*w.path[depth], depth);
    for (std::size_t i = depth; i-- != 0;) {
      N& node = *w.path[i];
      this->settle(w, node, *w.path[i + 1], i);
      credit(node, i);
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
    for (const N& child : std::span<const N>{pool_[root_.children], block_size(root_)}) {
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

  // Gives back the blocks below `node` but those below `keep`, one of its children.
  void release_children(N& node, const N* keep) {
    this->released(node);
    std::vector<const N*> open{&node};
    std::vector<Block> doomed;
    while (!open.empty()) {
      const N* const parent = open.back();
      open.pop_back();
      for (const N& child : this->children(*parent)) {
        if (&child == keep) continue;
        this->released(child);
        if (block_size(child) != 0) open.push_back(&child);
      }
      doomed.push_back({parent->children, block_size(*parent)});
    }
    for (const auto& [block, size] : doomed) pool_.release(block, size);
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
    for (const N& child : this->children(root_))
      report.add_root({child.mean(), child.visits, child.move, this->outcome(child, mover)});
    for (const N* node = &best; node != nullptr; node = most_visited(*node)) report.add_pv(node->move);
    report.add_counter("pool_bytes", static_cast<double>(pool_.taken_bytes()));
  }
  [[nodiscard]] const N* most_visited(const N& node) const noexcept {
    const auto children = this->children(node);
    const auto best = std::max_element(children.begin(), children.end(),
                                       [](const N& a, const N& b) { return a.visits < b.visits; });
    return children.empty() ? nullptr : &*best;
  }

  struct Block {
    std::uint32_t index;
    std::uint32_t size;
  };

  // Set for each game.
  std::uint64_t seed_ = 0;
  StateBuffer root_buffer_;
  std::vector<W> workers_;  // the first is the only one unless the budget has threads

  // The tree.
  std::size_t pool_mib_ = 0;
  bool has_tree_ = false;  // root_state() holds the position of root_
  bool follows_ = false;   // moves have been observed since the last search, without a gap
  SpinLock tree_lock_;
};

}  // namespace ludex::agents::mcts
