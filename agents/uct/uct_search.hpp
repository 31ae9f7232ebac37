// UctSearch<G>: upper confidence bounds applied to trees.
//
// Idea: Monte-Carlo tree search in which every node of the tree is a bandit problem. One iteration walks down
// the tree, adds one node, plays the game out at random and adds the result to every node passed.
// Formula: in a node with N visits, walk to the child that maximises UCB1
//     mean_i + c * sqrt(ln N / n_i)
// where mean_i is the mean reward, in [-1, 1], of the player to move in the node, and n_i the child's visits
// (Kocsis & Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006; Auer, Cesa-Bianchi & Fischer 2002).
// A move not tried yet goes first, in random order. The move played is the one with most visits ("robust
// child", Coulom 2006). All ties are broken at random.
//
// Solver (off by default; idea of Winands, Bjornsson & Saito, "Monte-Carlo tree search solver", CG 2008,
// restricted to what is sound with draws): a node is won for its mover as soon as one child is; it is a draw
// or lost only when *all* legal moves are in the tree and proven, and then has the best of their results.
// Only ends of games are leaves of a proof. Departures from the paper: a proven child is never selected while
// there is one that is not proven, as nothing can be learned from it (the paper selects losses until T = 5
// visits); where a draw is proven, a simulation of another move counts at least as a draw for the mover, who
// could have had it; and the search ends when the root is proven.
//
// G is Game (through the binary interface, in the plug-in) or a final class such as GameModule<Rules> (every
// call inlined, in benchmarks). Values are kept per player, so players need not alternate, and with more than
// two of them this is max^n. One thread.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "agents/uct/uct_node.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/search/node_pool.hpp"
#include "core/util/hash.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::uct {

struct UctConfig {
  double c = 1.4142135623730951;
  bool tree_reuse = false;
  bool solver = false;
  std::uint32_t playout_cap = 0;   // plies; a longer playout counts as a draw; 0: none
  std::uint32_t memory_mib = 512;  // when a budget does not say
};

template <class G>
class UctSearch {
 public:
  explicit UctSearch(const UctConfig& config) : config_(config) {
    for (std::uint32_t n = 1; n < kTableSize; ++n) explore_[n] = explore(n);
  }

  void new_game(const G& game, std::uint64_t seed) {
    game_ = &game;
    seed_ = seed;
    const GameTraits& traits = game.traits();
    solver_ = config_.solver && traits.players == 2;
    states_ = StateBuffer(traits, 2);
    moves_.resize(traits.max_moves);
    tried_.assign((traits.max_moves + 63) / 64, 0);
    path_.resize(std::size_t{traits.max_plies} + 2);
    secured_.assign(path_.size(), 0);
    forget();
  }

  // A move was played: with tree reuse, its subtree becomes the tree.
  void observe(const State* before, Move move) {
    if (!config_.tree_reuse) return;
    if (!has_tree_ || game_->hash(before) != game_->hash(root_state())) {
      forget();
      return;
    }
    const UctNode* const next = find_child(root_, move);
    const UctNode kept = next != nullptr ? *next : UctNode{};
    if (next != nullptr) release_children(root_, next);
    if (next == nullptr) pool_.clear();
    game_->apply(root_state(), move);
    root_ = kept;
    follows_ = true;
  }

  // The chosen move, legal in `position`. A pure function of position, configuration, seed and (with tree
  // reuse) the moves observed before. Searches even if there is only one legal move: the value is wanted in
  // the log, and the tree may be reused.
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    prepare(position, budget);
    const std::uint32_t inherited = root_.visits;
    BudgetMeter meter(budget);
    while (!is_over(root_.result()) && meter.next_iteration()) {
      game_->copy(scratch(), root_state());
      meter.count_nodes(iterate());
    }
    const UctNode& best = final_child();
    fill(report, best, meter);
    report.add_counter("inherited_visits", inherited);
    follows_ = false;
    return best.move;
  }

 private:
  static constexpr std::uint32_t kTableSize = 4096;

  [[nodiscard]] State* root_state() const noexcept { return states_[0]; }
  [[nodiscard]] State* scratch() const noexcept { return states_[1]; }

  [[nodiscard]] float explore(std::uint32_t visits) const noexcept {
    return static_cast<float>(config_.c * std::sqrt(std::log(static_cast<double>(visits))));
  }

  void forget() noexcept {
    pool_.clear();
    root_ = {};
    has_tree_ = follows_ = false;
  }

  // A tree is kept only along an unbroken line of observed moves: equal hashes alone do not tell equal
  // histories.
  void prepare(const State* position, const Budget& budget) {
    const std::size_t mib = budget.memory_mib != 0 ? budget.memory_mib : config_.memory_mib;
    if (mib != pool_mib_) {
      pool_ = NodePool<UctNode>(mib << 20);
      pool_mib_ = mib;
      forget();
    }
    if (!follows_ || game_->hash(position) != game_->hash(root_state())) forget();
    if (root_.size == 0) pool_.clear();
    game_->copy(root_state(), position);
    has_tree_ = true;
    deepest_ = 0;
    rng_ = Rng::seeded(hash_combine(seed_, game_->hash(position)));
  }

  // One simulation from the root, whose position is in scratch(). Returns the moves made in the tree.
  std::uint32_t iterate() noexcept {
    UctNode* node = &root_;
    std::size_t depth = 0;
    path_[0] = node;
    while (!is_over(node->result()) && depth + 1 < path_.size()) {
      const bool complete = node->legal != 0 && node->size == node->legal;
      secured_[depth] = 0;
      UctNode* child = !complete ? expand(*node) : solver_ ? select_unproven(*node, depth) : select(*node);
      if (child == nullptr) child = step_without_memory(*node);
      if (child == nullptr) break;
      path_[++depth] = child;
      __builtin_prefetch(pool_[child->children]);
      const GameStatus status = game_->apply(scratch(), child->move);
      node = child;
      if (node->visits == 0) {
        node->proven = static_cast<std::uint8_t>(status);
        break;
      }
    }
    deepest_ = std::max(deepest_, depth);
    simulate(*node);
    back_up(depth);
    return static_cast<std::uint32_t>(depth);
  }

  // In a full tree an untried move keeps its chance of being tried first, but is played out from the parent.
  [[nodiscard]] UctNode* step_without_memory(const UctNode& node) noexcept {
    return rng_.below(node.legal) < node.size ? select(node) : nullptr;
  }

  // UCB1 with k = c * sqrt(ln N) and q = 1 / sqrt(n_i): mean_i + k / sqrt(n_i) is q * (sum_i * q + k).
  [[nodiscard]] static float ucb(const UctNode& child, float k) noexcept {
    const float q = child.inverse_root;
    return q * (static_cast<float>(child.sum) * q + k);
  }

  // UCB1 over the children of a node all of whose moves have been tried.
  [[nodiscard]] UctNode* select(const UctNode& node) noexcept {
    const float k = node.visits < kTableSize ? explore_[node.visits] : explore(node.visits);
    UctNode* const children = pool_[node.children];
    UctNode* best = children;
    float best_score = -std::numeric_limits<float>::infinity();
    std::uint32_t ties = 1;
    for (UctNode* child = children; child != children + node.size; ++child) {
      const float score = ucb(*child, k);
      if (score > best_score) {
        best_score = score;
        best = child;
        ties = 1;
      } else if (score == best_score && rng_.below(++ties) == 0) {
        best = child;
      }
    }
    return best;
  }

  // UCB1 over the children that are not proven; there is one, or the node would be proven.
  [[nodiscard]] UctNode* select_unproven(const UctNode& node, std::size_t depth) noexcept {
    const float k = node.visits < kTableSize ? explore_[node.visits] : explore(node.visits);
    UctNode* const children = pool_[node.children];
    UctNode* best = nullptr;
    float best_score = -std::numeric_limits<float>::infinity();
    std::uint32_t ties = 1;
    for (UctNode* child = children; child != children + node.size; ++child) {
      if (is_over(child->result())) {
        if (child->result() == GameStatus::kDraw) secured_[depth] = 1;
        continue;
      }
      const float score = ucb(*child, k);
      if (score > best_score) {
        best_score = score;
        best = child;
        ties = 1;
      } else if (score == best_score && rng_.below(++ties) == 0) {
        best = child;
      }
    }
    return best;
  }

  // Adds a random untried move as a child; nullptr if there is no memory for it.
  [[nodiscard]] UctNode* expand(UctNode& node) noexcept {
    const std::uint32_t count = game_->legal_moves(scratch(), moves_.data());
    node.legal = static_cast<std::uint16_t>(count);
    if (!make_room(node)) return nullptr;
    UctNode* const children = pool_[node.children];
    const std::uint32_t slot = random_untried(children, node.size, count);
    UctNode& child = children[node.size++];
    child = UctNode{.sum = 0,
                    .visits = 0,
                    .inverse_root = 0,
                    .move = moves_[slot],
                    .children = NodePool<UctNode>::kNone,
                    .size = 0,
                    .legal = 0,
                    .slot = static_cast<std::uint16_t>(slot),
                    .proven = 0,
                    .player = static_cast<std::uint8_t>(game_->to_move(scratch()))};
    return &child;
  }

  [[nodiscard]] bool make_room(UctNode& node) noexcept {
    if (node.size != 0 && node.size < NodePool<UctNode>::capacity_for(node.size)) return true;
    const std::uint32_t block = pool_.allocate(node.size + 1U);
    if (block == NodePool<UctNode>::kNone) return false;
    if (node.size != 0) {
      std::copy_n(pool_[node.children], node.size, pool_[block]);
      pool_.release(node.children, node.size);
    }
    node.children = block;
    return true;
  }

  // Uniform among the legal moves that have no child, as an index into the list of legal moves.
  [[nodiscard]] std::uint32_t random_untried(const UctNode* children, std::uint32_t size,
                                             std::uint32_t count) noexcept {
    if (size == 0) return rng_.below(count);
    const std::size_t words = (count + 63) / 64;
    std::fill_n(tried_.data(), words, 0);
    for (std::uint32_t i = 0; i < size; ++i)
      tried_[children[i].slot / 64U] |= std::uint64_t{1} << (children[i].slot % 64U);
    std::uint32_t skip = rng_.below(count - size);
    for (std::uint32_t base = 0;; base += 64) {
      std::uint64_t open = ~tried_[base / 64];
      const auto here = static_cast<std::uint32_t>(__builtin_popcountll(open));
      if (skip >= here) {
        skip -= here;
        continue;
      }
      for (; skip != 0; --skip) open &= open - 1;
      return base + static_cast<std::uint32_t>(__builtin_ctzll(open));
    }
  }

  // Sets rewards_ to the result of one simulation from `node`, whose position is in scratch().
  void simulate(const UctNode& node) noexcept {
    if (is_over(node.result()) && !node.terminal()) {
      reward_exactly(node.result());
      return;
    }
    if (!is_over(node.result())) {
      const PlayoutResult result = game_->playout(scratch(), &rng_, nullptr);
      if (config_.playout_cap != 0 && result.plies > config_.playout_cap) {
        reward_exactly(GameStatus::kDraw);
        return;
      }
    }
    game_->returns(scratch(), rewards_.data());
  }
  void reward_exactly(GameStatus result) noexcept {
    rewards_.fill(result == GameStatus::kDraw ? 0.0F : -1.0F);
    if (result != GameStatus::kDraw) rewards_[winner_of(result)] = 1.0F;
  }

  void back_up(std::size_t depth) noexcept {
    for (std::size_t i = depth;; --i) {
      UctNode& node = *path_[i];
      if (solver_ && i != depth) settle(node, i);
      node.add(rewards_[node.player]);
      if (i == 0) return;
    }
  }

  // The solver's part of backing up: node i of the path, after its child on the path.
  void settle(UctNode& node, std::size_t i) noexcept {
    const UctNode& child = *path_[i + 1];
    if (is_over(child.result()) && prove(node, child)) {
      reward_exactly(node.result());
    } else if (secured_[i] != 0 && rewards_[child.player] < 0) {
      reward_exactly(GameStatus::kDraw);
    }
  }

  // Whether the node is now proven, given that this child has just been proven or was so before.
  [[nodiscard]] bool prove(UctNode& node, const UctNode& child) noexcept {
    if (child.result() == win_for(child.player)) {
      node.proven = child.proven;
      return true;
    }
    if (node.size != node.legal) return false;
    const UctNode* const children = pool_[node.children];
    GameStatus best = child.result();
    for (const UctNode* sibling = children; sibling != children + node.size; ++sibling) {
      if (!is_over(sibling->result())) return false;
      if (sibling->result() == GameStatus::kDraw) best = GameStatus::kDraw;
    }
    node.proven = static_cast<std::uint8_t>(best);
    return true;
  }

  [[nodiscard]] Outcome outcome_of(const UctNode& child) const noexcept {
    return outcome_for(child.result(), child.player);
  }

  // Robust child: proven wins before moves not known to lose before proven losses, then most visits.
  [[nodiscard]] const UctNode& final_child() noexcept {
    const auto rank = [&](const UctNode& child) {
      if (!solver_) return 1;
      const Outcome outcome = outcome_of(child);
      return outcome == Outcome::kWin ? 2 : outcome == Outcome::kLoss ? 0 : 1;
    };
    const UctNode* const children = pool_[root_.children];
    const UctNode* best = nullptr;
    std::uint32_t ties = 1;
    for (const UctNode* child = children; child != children + root_.size; ++child) {
      if (best == nullptr || rank(*child) > rank(*best) ||
          (rank(*child) == rank(*best) && child->visits > best->visits)) {
        best = child;
        ties = 1;
      } else if (rank(*child) == rank(*best) && child->visits == best->visits && rng_.below(++ties) == 0) {
        best = child;
      }
    }
    return *best;
  }

  [[nodiscard]] const UctNode* find_child(const UctNode& node, Move move) const noexcept {
    const UctNode* const children = pool_[node.children];
    for (std::uint32_t i = 0; i < node.size; ++i) {
      if (children[i].move == move) return &children[i];
    }
    return nullptr;
  }

  // Gives back the blocks below `node` but those below `keep`, one of its children.
  void release_children(UctNode& node, const UctNode* keep) {
    std::vector<UctNode*> open{&node};
    while (!open.empty()) {
      UctNode* const parent = open.back();
      open.pop_back();
      UctNode* const children = pool_[parent->children];
      for (std::uint32_t i = 0; i < parent->size; ++i) {
        if (children[i].size != 0 && &children[i] != keep) open.push_back(&children[i]);
      }
      doomed_.push_back({parent->children, parent->size});
    }
    for (const auto& [block, size] : doomed_) pool_.release(block, size);
    doomed_.clear();
  }

  void fill(SearchReport& report, const UctNode& best, const BudgetMeter& meter) const noexcept {
    report.value_unit = ValueUnit::kExpected;
    report.value = best.mean();
    const Player mover = best.player;
    if (is_over(root_.result())) {
      report.outcome = outcome_for(root_.result(), mover);
      report.value = report.outcome == Outcome::kDraw ? 0.0 : report.outcome == Outcome::kWin ? 1.0 : -1.0;
    }
    report.iterations = meter.iterations();
    report.nodes = meter.nodes();
    report.depth = static_cast<std::uint32_t>(deepest_);
    report.tree_bytes = pool_.used_bytes();
    const UctNode* const children = pool_[root_.children];
    for (std::uint32_t i = 0; i < root_.size; ++i) {
      const UctNode& child = children[i];
      const Outcome outcome = solver_ || child.terminal() ? outcome_of(child) : Outcome::kUnknown;
      report.add_root({child.mean(), child.visits, child.move, outcome});
    }
    for (const UctNode* node = &best; node != nullptr; node = most_visited(*node)) report.add_pv(node->move);
    report.add_counter("pool_bytes", static_cast<double>(pool_.taken_bytes()));
  }
  [[nodiscard]] const UctNode* most_visited(const UctNode& node) const noexcept {
    const UctNode* const children = pool_[node.children];
    const UctNode* const best =
        std::max_element(children, children + node.size,
                         [](const UctNode& a, const UctNode& b) { return a.visits < b.visits; });
    return node.size == 0 ? nullptr : best;
  }

  struct Block {
    std::uint32_t index;
    std::uint32_t size;
  };

  // Fixed.
  const UctConfig config_;
  std::array<float, kTableSize> explore_{};  // c * sqrt(ln N)

  // Set for each game.
  const G* game_ = nullptr;
  std::uint64_t seed_ = 0;
  bool solver_ = false;  // the rule is for two players
  StateBuffer states_;
  std::vector<Move> moves_;
  std::vector<std::uint64_t> tried_;
  std::vector<UctNode*> path_;
  std::vector<std::uint8_t> secured_;  // solver: path_[i] has a child that is a proven draw

  // The tree.
  NodePool<UctNode> pool_;
  std::size_t pool_mib_ = 0;
  UctNode root_{};
  bool has_tree_ = false;  // root_state() holds the position of root_
  bool follows_ = false;   // moves have been observed since the last search, without a gap
  std::vector<Block> doomed_;

  // Within one search.
  Rng rng_{};
  std::array<float, kMaxPlayers> rewards_{};
  std::size_t deepest_ = 0;
};

}  // namespace ludex::agents::uct
