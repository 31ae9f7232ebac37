// GraphSearch: UCT on a graph of positions instead of a tree (graph=true).
//
// A move's score is UCB1 with the mean of the node that it leads to and the visits of the move itself, and a
// node's value is the mean over its moves, weighted by their visits:
//   V(s) = (rewards of playouts from s + sum over moves of n(s, a) V(s a)) / N(s)
// On the way up it is computed anew with the present V of the child, so that a node gets what other paths
// have found out below it; without transpositions this is the mean of the simulations, and the search makes
// the same decisions as the tree's. A move that has fewer visits than the position it leads to is behind
// what is known there: a simulation that takes it ends there and backs up the known value (Czech, Korus &
// Kersting, "Improving AlphaZero using Monte-Carlo graph search", ICAPS 2021).
//
// Games without cycles: a node is a position. Games in which positions recur but the past decides nothing
// but draws: a node is a position after so many plies, so that there are no cycles, and the end of a game
// has a node of its own; a position reached on several paths has one value, whatever has occurred before it
// (in chess: one value for different counts of repetitions). There nothing can be proven, and other games
// with cycles are refused. With proofs (`proves`; solver.hpp) what is proven of a position is proven on all
// paths to it. A node's value then leaves out moves that are proven losses, and a proven draw bounds it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/mcts/any_search.hpp"
#include "agents/common/mcts/config.hpp"
#include "agents/common/mcts/exploration.hpp"
#include "agents/uct/graph.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::uct {

class GraphSearch final : public mcts::AnySearch {
 public:
  GraphSearch(const mcts::CommonConfig& config, bool proves)
      : config_(config), proves_(proves), explore_(config.c) {}

  // Throws if the search does not work for the game.
  void new_game(const Game& game, std::uint64_t seed) override;
  void observe(const State* before, Move move) override;
  Move choose(const State* position, const Budget& budget, SearchReport& report,
              ProgressBoard* board) override;
  [[nodiscard]] std::span<const char* const> inspect_columns() const noexcept override;
  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows) const override;

  // For tests.
  [[nodiscard]] const Graph& graph() const noexcept { return graph_; }
  [[nodiscard]] const GraphNode& root() const noexcept { return graph_[root_]; }

 private:
  // A node of the path, and the edge taken from it.
  struct Step {
    std::uint32_t node;
    std::uint32_t edge;
    double rest;  // rewards of the node that do not come from this edge
  };

  void forget() noexcept {
    graph_.clear();
    root_ = Graph::kNone;
    base_ = 0;
    follows_ = false;
  }
  void prepare(const State* position, const Budget& budget);

  // One simulation; returns the length of its path.
  std::size_t simulate() noexcept;
  // False: the simulation goes no further.
  [[nodiscard]] bool choose_edge(GraphNode& node, Step& step) noexcept;
  [[nodiscard]] bool expand(GraphNode& node, Step& step) noexcept;
  [[nodiscard]] bool select(GraphNode& node, Step& step) noexcept;
  [[nodiscard]] std::uint32_t random_untried(const GraphNode& node, std::uint32_t count) noexcept;
  // Gives an edge without a node one, unless the move is new (a game that is over has one at once) or there
  // is no memory.
  [[nodiscard]] bool connect(Edge& edge, GameStatus status, std::size_t depth) noexcept;
  [[nodiscard]] std::uint64_t key_of(const State* state, GameStatus status, std::size_t depth) const noexcept;
  void add_sample(GraphNode& leaf) noexcept;
  [[nodiscard]] float play_out() noexcept;
  void back_up(std::size_t depth) noexcept;
  // With proofs: a node's value and, if it follows from its children, its result.
  void refresh(GraphNode& node) noexcept;
  [[nodiscard]] GameStatus deduced(const GraphNode& node, bool& drawn) const noexcept;

  [[nodiscard]] const Edge* most_visited(const GraphNode& node) const noexcept;
  [[nodiscard]] const Edge* most_visited_after(const Edge& edge) const noexcept;
  [[nodiscard]] const Edge& final_edge() noexcept;
  void fill(SearchReport& report, const Edge& best) const noexcept;
  void show(ProgressBoard& board, std::uint32_t most) const noexcept;

  const mcts::CommonConfig config_;
  const bool proves_;
  const mcts::Exploration explore_;

  // Set for each game.
  const Game* game_ = nullptr;
  const QuickPlayout* quick_ = nullptr;  // where the length of playouts does not matter
  bool cyclic_ = false;
  std::uint64_t seed_ = 0;
  StateBuffer buffer_;               // [0]: the root's position, [1]: the simulation's
  std::vector<Move> moves_;          // room for the legal moves of a position
  std::vector<std::uint64_t> open_;  // room for one bit per legal move
  std::vector<float> visits_;        // of the edges of one node, in whole groups of lanes.hpp
  std::vector<float> child_visits_;
  std::vector<float> sums_;
  std::vector<float> scores_;
  std::vector<Step> path_;

  // The graph.
  Graph graph_;
  std::size_t memory_mib_ = 0;
  std::uint32_t root_ = Graph::kNone;  // its position is in buffer_[0]
  std::size_t base_ = 0;               // plies observed since the graph was begun
  bool follows_ = false;               // moves have been observed since the last search, without a gap

  Rng rng_{};
  std::size_t deepest_ = 0;
};

}  // namespace ludex::agents::uct
