// Search<Policy>: a search of the Monte-Carlo tree search family.
//
// Idea: Monte-Carlo tree search in which every node of the tree is a bandit problem. One iteration walks down
// the tree, adds one node, plays the game out and adds the result to every node passed (Kocsis & Szepesvari,
// "Bandit based Monte-Carlo planning", ECML 2006; Coulom, "Efficient selectivity and backup operators in
// Monte-Carlo tree search", CG 2006). Untried moves come first, in random order. The final move is the one
// with most visits ("robust child", Coulom 2006). All ties are broken at random.
//
// The policy contains all differences between the agents of the family (which child to walk to, what else to
// keep and back up, how to play out, which move to play): see the hooks of BasicPolicy. Values are kept per
// player, so players need not alternate, and with more than two of them this is max^n.
//
// A search is a stack of classes, one per file: the policy, Growth (nodes), Walk (the way down), Serial,
// Answer (move and report), Parallel, and this one, which keeps the tree between searches.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>

#include "agents/common/mcts/parallel.hpp"
#include "core/game/draft/chance.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::mcts {

template <class P>
class Search final : public Parallel<P> {
 public:
  using N = typename P::NodeType;
  using W = typename P::WorkerType;

  using Parallel<P>::Parallel;

  void new_game(const Game& game, std::uint64_t seed);

  // True if root() is the position of the last search.
  [[nodiscard]] bool has_tree() const noexcept { return has_tree_; }

  // Reports a played move: with tree reuse, its subtree becomes the tree.
  void observe(const State* before, Move move);

  // The chosen move, legal in `position`. A pure function of position, configuration, seed and (with tree
  // reuse) the moves observed before. Searches even if there is only one legal move: the log needs the value,
  // and the tree may be reused.
  Move choose(const State* position, const Budget& budget, SearchReport& report,
              ProgressBoard* board = nullptr);

 private:
  using P::config_;
  using P::game_;
  using P::pool_;
  using P::root_;
  using Parallel<P>::workers_;

  // Visits of the root up to which one thread searches alone.
  static constexpr std::uint32_t kVisitsAlone = 2000;

  void clear_tree() noexcept {
    pool_.clear();
    for (W& w : workers_) w.slice = {};
    P::cleared();
  }
  void forget() noexcept {
    clear_tree();
    root_ = N{};
    has_tree_ = follows_ = false;
  }

  // A tree is kept only along an unbroken line of observed moves: equal hashes do not imply equal histories.
  void prepare_tree(const State* position, const Budget& budget) {
    const std::size_t mib = budget.memory_mib != 0 ? budget.memory_mib : config_.memory_mib;
    if (mib != pool_mib_) {
      pool_ = NodePool<N>(P::tree_share(mib << 20));
      pool_mib_ = mib;
      forget();
    }
    if (!follows_ || game_->hash(position) != game_->hash(this->root_state())) forget();
    if (!P::prepare(game_->to_move(position), root_.visits != 0)) forget();
    if (root_.size == 0) {
      const N root = root_;
      clear_tree();
      root_ = N{};
      root_.sum = root.sum;
      root_.visits = root.visits;
    }
    game_->copy(this->root_state(), position);
    has_tree_ = true;
    this->regrow();
    std::uint64_t seed = hash_combine(seed_, game_->hash(position));
    for (W& w : workers_) {
      w.deepest = 0;
      w.rng = Rng::seeded(seed);
      seed = mix64(seed);
    }
  }

  void start_halving(const State* position, const Budget& budget) {
    this->halving_.stop();
    this->gumbel_.stop();
    if (config_.root == RootBandit::kUcb) return;
    if (config_.root == RootBandit::kGumbel) return start_gumbel(position, budget);
    const bool anytime = config_.root == RootBandit::kAnytimeHalving;
    if (!anytime && budget.iterations == 0)
      throw std::invalid_argument(
          "root=halving divides a budget of iterations: set one, or root=anytime-halving, which needs none");
    W& w = workers_.front();
    this->halving_.start(game_->legal_moves(position, w.moves.data()), anytime ? 0 : budget.iterations);
  }

  // Without a budget of iterations, in passes like anytime-halving.
  void start_gumbel(const State* position, const Budget& budget) {
    W& w = workers_.front();
    const std::uint32_t count = game_->legal_moves(position, w.moves.data());
    const std::span<float> logits{w.scores.data(), count};
    std::fill(logits.begin(), logits.end(), 0.0F);
    const auto* const scores = config_.gumbel.prior ? find<MoveScores>(*game_) : nullptr;
    if (scores != nullptr) {
      scores->move_scores(position, w.moves.data(), count, logits.data());
      for (float& logit : logits) logit = std::log(std::max(logit, std::numeric_limits<float>::min()));
    }
    this->gumbel_.start(config_.gumbel, logits, w.rng);
    this->halving_.start(this->gumbel_.considered(), budget.iterations);
  }

  [[nodiscard]] bool goes_on(BudgetMeter& meter) noexcept {
    return !(root_.size != 0 && P::finished()) && meter.next_iteration();
  }

  [[nodiscard]] const N* find_child(const N& node, Move move) const noexcept {
    for (const N& child : this->children(node)) {
      if (child.move == move) return &child;
    }
    return nullptr;
  }

  // Set for each game.
  std::uint64_t seed_ = 0;

  // The tree.
  std::size_t pool_mib_ = 0;
  bool has_tree_ = false;  // root_state() holds the position of root_
  bool follows_ = false;   // moves have been observed since the last search, without a gap
};

// Defined outside the class: a file that declares an instance extern (agents/pn-mcts/search.hpp) then
// compiles none of it.

template <class P>
void Search<P>::new_game(const Game& game, std::uint64_t seed) {
  game_ = &game;
  if constexpr (kWithChance<N>) this->chance_ = find<Chance>(game);
  this->quick_ = this->config_.playout_cap == 0 ? find<QuickPlayout>(game) : nullptr;
  seed_ = seed;
  const GameTraits& traits = game.traits();
  this->new_root(traits);
  P::start(traits);
  this->ensure_workers(1);
  forget();
}

template <class P>
void Search<P>::observe(const State* before, Move move) {
  if (!config_.tree_reuse) return;
  // Open loop: the statistics below are means over all outcomes, not over the one that has come.
  if (kOpenLoop<N> && game_->to_move(before) == kChance) return forget();
  if (!has_tree_ || game_->hash(before) != game_->hash(this->root_state())) {
    forget();
    return;
  }
  const N* const next = find_child(root_, move);
  const N kept = next != nullptr ? *next : N{};
  if (next != nullptr) this->release_children(root_, next);
  if (next == nullptr) clear_tree();
  game_->apply(this->root_state(), move);
  root_ = kept;
  follows_ = true;
}

template <class P>
Move Search<P>::choose(const State* position, const Budget& budget, SearchReport& report,
                       ProgressBoard* board) {
  const std::uint32_t threads = abi::g_host == nullptr ? 1 : std::min(budget.threads, host().threads);
  if (kOpenLoop<N> && threads > 1)
    throw std::invalid_argument("chance=open-loop searches with one thread: give it no more");
  this->ensure_workers(std::max(threads, 1U));
  prepare_tree(position, budget);
  const std::uint32_t inherited = root_.visits;
  start_halving(position, budget);
  this->watched_on(board);
  BudgetMeter meter(budget, this->board());
  // Other threads join once the tree is large enough that they do not obstruct each other.
  bool together = false;
  this->iterate_while(workers_.front(), [&](std::uint32_t moves) {
    meter.count_nodes(moves);
    if (moves != 0 && this->due()) this->show(kMaxProgressPv);
    together = threads > 1 && root_.visits >= kVisitsAlone;
    return !together && goes_on(meter);
  });
  if (together) this->search_with(threads, meter);
  const N& best = this->final_child();
  this->fill(report, best, meter);
  report.add_counter("inherited_visits", inherited);
  follows_ = false;
  return best.move;
}

}  // namespace ludex::agents::mcts
