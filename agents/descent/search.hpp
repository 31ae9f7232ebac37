// Search: unbounded best-first minimax (Korf & Chickering 1996, as Cohen-Solal 2020 has it) and Descent
// (Cohen-Solal 2020), with completion.
//
// A simulation goes from the root by the best child to a leaf, makes the leaf's children and evaluates them;
// ubfm then backs the values up, descent goes on to the end of the game first. The best child is the one with
// the greatest pair (c, v) of completed value and value for the side to move, of equal ones the least
// visited; proven children are left out. v(n) is that of the best child of n, proven ones included.
//
// Departures from the paper: a tree, no transpositions. Each node has proven bounds of its result instead of
// the pair of completed value and resolution, so that "at least a draw" is known, too, and scores are
// settled; bounds of the root leave out what cannot change its result; values of positions with proven
// bounds are kept within them.
//
// Every node has one path, so a proof never depends on another path. A position that recurs on its path is a
// draw if the past decides nothing else (kHistoryDraws); elsewhere the rules' own ends count.
//
// Threads share the tree under one lock, which they leave to make and evaluate children. A leaf that a thread
// is at is busy: the others choose as if it were not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>

#include "agents/common/memory/node_pool.hpp"
#include "agents/descent/expander.hpp"
#include "agents/descent/node.hpp"
#include "agents/descent/settings.hpp"
#include "core/abi/host_services.hpp"
#include "core/agent/budget.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::descent {

class Search {
 public:
  void new_game(const Game& game, const Config& config, const model::Model* model);

  // Searches until the window of results is settled or the budget or the memory is used up. More than one
  // thread: on those of `host`.
  void run(const Task& task, Window window, std::size_t bytes, std::uint32_t threads,
           const HostServices* host, BudgetMeter& meter, ProgressBoard& board);

  [[nodiscard]] const Node& root() const noexcept { return root_; }
  [[nodiscard]] std::span<Node> children(const Node& node) const noexcept {
    return {pool_[node.children], node.size};
  }
  [[nodiscard]] const Units& units() const noexcept { return task_.units; }
  // The child to play by this rule; nullptr if the node has no children.
  [[nodiscard]] const Node* best(const Node& node, Decision decision) const noexcept;
  [[nodiscard]] std::size_t bytes() const noexcept { return pool_.taken_bytes(); }
  [[nodiscard]] std::uint32_t depth() const noexcept { return depth_; }

 private:
  // Holds the tree, if several threads share it.
  using Lock = std::unique_lock<std::mutex>;

  void work(Expander& at) noexcept;
  void walk(Expander& at, Lock& lock) noexcept;
  // Makes the children of the leaf at `ply`; false if the simulation ends there.
  bool grow(Expander& at, std::uint32_t ply, Lock& lock) noexcept;
  [[nodiscard]] bool granted() noexcept;
  [[nodiscard]] inline Node* pick(const Node& node) const noexcept;
  inline bool fold(Node& node) noexcept;
  // Folds the nodes of the path from `ply` upwards, all down to `least` and above as far as numbers change.
  void fold_up(Expander& at, std::uint32_t ply, std::uint32_t least) noexcept;
  void release_below(Node& node) noexcept;
  [[nodiscard]] bool settled(const Node& node) const noexcept {
    return task_.units.completion && (node.closed || window_.settles(node));
  }
  [[nodiscard]] bool over() const noexcept {
    return stopped_ || window_.settles(root_) || (task_.units.completion && root_.closed);
  }

  // Set for each game.
  const Game* game_ = nullptr;
  const model::Model* model_ = nullptr;
  Config config_;
  std::deque<Expander> expanders_;  // one a thread

  // Set for each search.
  Task task_;
  Window window_;
  NodePool<Node> pool_;
  std::size_t pool_bytes_ = 0;
  Node root_;
  BudgetMeter* meter_ = nullptr;
  ProgressBoard* board_ = nullptr;

  // Guarded by the lock while threads search.
  std::mutex mutex_;
  bool shared_ = false;
  bool stopped_ = false;
  std::uint32_t depth_ = 0;
};

}  // namespace ludex::agents::descent
