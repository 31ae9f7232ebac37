// MopnsSearch: one best-first tree for all outcomes v_0 < v_1 < ... of a game.
//
// For every threshold t >= 1 a node has the proof number of "value >= v_t" and its disproof number, that is
// G(n, v_t) and S(n, v_{t-1}) of the paper: min and sum at the root player's nodes, sum and min at the
// opponent's. A descent is for one threshold: the outcome with the least G + S that is not settled at the
// root attracts, and the threshold is the one of its two that is open (above it if it is reached already,
// else below). With two outcomes this is proof-number search (Prop. 3). Results of nodes narrow alpha and
// beta of the root, and thresholds outside are not descended for.
//
// A position that recurs on its path is a draw where the past decides nothing else (kHistoryDraws); elsewhere
// the rules' own ends count. Every node has one path, so no result can be used on another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/memory/node_pool.hpp"
#include "agents/common/path/path.hpp"
#include "agents/common/proof-number/proof_number.hpp"
#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::mopns {

using proof_number::PnDn;
using proof_number::ProofNumber;

class MopnsSearch {
 public:
  struct RootMove {
    Move move;
    std::int32_t low;  // what is proven: low <= value <= high, for the side to move at the root
    std::int32_t high;
    std::uint64_t effort;  // proof number of the best outcome still possible
  };

  void new_game(const Game& game, bool mobility, bool shuffle) {
    game_ = &game;
    mobility_ = mobility;
    shuffle_ = shuffle;
    const GameTraits& traits = game.traits();
    path_.new_game(game);
    moves_.resize(traits.max_moves);
    score_ = static_cast<const Score*>(game.extension(Score::kId));
    count_ = static_cast<const CountMoves*>(game.extension(CountMoves::kId));
    cyclic_ = (traits.flags & kCyclic) != 0;
    recur_ = cyclic_ && (traits.flags & kHistoryDraws) != 0;
  }

  void start(const State* root, bool by_score, std::size_t bytes, std::uint64_t order, BudgetMeter& meter) {
    by_score_ = by_score;
    least_ = by_score ? -score_->bound() : -1;
    layers_ = static_cast<std::uint32_t>(by_score ? 2 * score_->bound() : 2);
    const std::size_t node_bytes = bytes / 8;
    if (bytes != bytes_) {
      nodes_ = NodePool<Node>(node_bytes);
      numbers_ = NodePool<PnDn>(bytes - node_bytes);
      bytes_ = bytes;
    }
    nodes_.clear();
    numbers_.clear();
    meter_ = &meter;
    order_ = order;
    stopped_ = false;
    path_.start(root);
    player_ = game_->to_move(root);
    root_ = {};
    root_.mover_is_player = true;
    root_numbers_.assign(layers_, PnDn{});
    path_[0] = {&root_, root_numbers_.data(), game_->hash(root)};
  }

  // `fill` says to those who watch how far it is.
  template <class Fill>
  void run(ProgressBoard& board, const Fill& fill) {
    while (!stopped_ && low() < high()) {
      if (board.due()) board.show(fill);
      const std::uint32_t layer = attracting();
      std::uint32_t ply = 0;
      while (path_[ply].node->size != 0) {
        if (!descend(ply, layer)) return;
        ++ply;
      }
      if (!expand(ply)) return;
      for (std::uint32_t up = ply + 1; up-- > 0;) fold(path_[up]);
    }
  }

  // What is proven of the root: low <= value <= high.
  [[nodiscard]] std::int32_t low() const noexcept { return low_of(root_numbers_.data()); }
  [[nodiscard]] std::int32_t high() const noexcept { return high_of(root_numbers_.data()); }
  // The largest value asked about.
  [[nodiscard]] std::int32_t most() const noexcept { return -least_; }
  [[nodiscard]] bool cyclic() const noexcept { return cyclic_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return nodes_.taken_bytes() + numbers_.taken_bytes(); }
  [[nodiscard]] Move first_move() {
    static_cast<void>(game_->legal_moves(path_.state(0), moves_.data()));
    return moves_[0];
  }
  [[nodiscard]] std::vector<RootMove> root_moves() const {
    std::vector<RootMove> moves;
    for (std::uint32_t i = 0; i < root_.size; ++i) {
      const PnDn* const numbers = child_numbers(root_, i);
      const std::int32_t top = high_of(numbers);
      const std::uint64_t effort = top > least_ ? numbers[top - least_ - 1].phi.value() : 0;
      moves.push_back({nodes_[root_.children][i].move, low_of(numbers), top, effort});
    }
    return moves;
  }

 private:
  struct Node {
    Move move = kNoMove;
    std::uint32_t children = 0;  // block of nodes
    std::uint32_t numbers = 0;   // block of their numbers, layer by layer for each child
    std::uint32_t size = 0;
    bool mover_is_player = false;
    bool final = false;
  };
  struct Step {
    Node* node;
    PnDn* numbers;  // of the root's player: phi that value > layer is proven, delta that it is not
    std::uint64_t key;
  };

  // Layer i asks "more than least + i?".
  [[nodiscard]] std::int32_t low_of(const PnDn* numbers) const noexcept {
    std::uint32_t i = 0;
    while (i < layers_ && numbers[i].is_proven()) ++i;
    return least_ + static_cast<std::int32_t>(i);
  }
  [[nodiscard]] std::int32_t high_of(const PnDn* numbers) const noexcept {
    std::uint32_t i = layers_;
    while (i > 0 && numbers[i - 1].is_disproven()) --i;
    return least_ + static_cast<std::int32_t>(i);
  }
  [[nodiscard]] PnDn* child_numbers(const Node& node, std::uint32_t i) const noexcept {
    return numbers_[node.numbers] + std::size_t{i} * layers_;
  }

  [[nodiscard]] std::uint32_t attracting() const noexcept {
    const PnDn* const n = root_numbers_.data();
    std::uint64_t least = ~std::uint64_t{0};
    std::uint32_t layer = 0;
    for (std::int32_t value = low(); value <= high(); ++value) {
      const auto i = static_cast<std::uint32_t>(value - least_);
      const std::uint64_t g = i == 0 ? 0 : n[i - 1].phi.value();
      const std::uint64_t s = i == layers_ ? 0 : n[i].delta.value();
      if (g + s >= least) continue;
      least = g + s;
      layer = g > 0 ? i - 1 : i;
    }
    return layer;
  }

  bool descend(std::uint32_t ply, std::uint32_t layer) {
    const Node& node = *path_[ply].node;
    std::uint32_t best = 0;
    ProofNumber least = ProofNumber::infinite();
    for (std::uint32_t i = 0; i < node.size; ++i) {
      const PnDn& numbers = child_numbers(node, i)[layer];
      const ProofNumber own = node.mover_is_player ? numbers.phi : numbers.delta;
      if (own < least) {
        least = own;
        best = i;
      }
    }
    Node& child = nodes_[node.children][best];
    if (child.final || ply + 2 >= path_.max_depth()) {
      stopped_ = true;  // deeper than can be searched
      return false;
    }
    path_.play(ply, child.move);
    path_[ply + 1] = {&child, child_numbers(node, best), game_->hash(path_.state(ply + 1))};
    return true;
  }

  bool expand(std::uint32_t ply) {
    const Budget& budget = meter_->budget();
    if ((budget.nodes != 0 && meter_->nodes() >= budget.nodes) || meter_->out_of_time() ||
        !meter_->next_iteration()) {
      stopped_ = true;
      return false;
    }
    Node& node = *path_[ply].node;
    const std::uint32_t count = game_->legal_moves(path_.state(ply), moves_.data());
    if (ply == 0 && shuffle_) {
      Rng rng = Rng::seeded(order_);
      for (std::uint32_t i = count; i > 1; --i) std::swap(moves_[i - 1], moves_[rng.below(i)]);
    }
    const std::uint32_t block = nodes_.allocate(count);
    const std::uint32_t values =
        block == NodePool<Node>::kNone ? NodePool<PnDn>::kNone : numbers_.allocate(count * layers_);
    if (values == NodePool<PnDn>::kNone) {
      stopped_ = true;
      return false;
    }
    const State* const next = path_.state(ply + 1);
    for (std::uint32_t i = 0; i < count; ++i) {
      const GameStatus status = path_.play(ply, moves_[i]);
      Node& child = nodes_[block][i];
      child = {};
      child.move = moves_[i];
      PnDn* const numbers = numbers_[values] + std::size_t{i} * layers_;
      if (is_over(status)) {
        set_final(child, numbers, value_of(next, status));
      } else if (recur_ && path_.find(ply, game_->hash(next))) {
        set_final(child, numbers, 0);
      } else {
        child.mover_is_player = game_->to_move(next) == player_;
        const ProofNumber moves{!mobility_ ? 1U : count_ != nullptr ? count_->count_moves(next) : 1U};
        const PnDn first = child.mover_is_player ? PnDn{ProofNumber(1), moves} : PnDn{moves, ProofNumber(1)};
        std::fill(numbers, numbers + layers_, first);
      }
    }
    meter_->count_nodes(count);
    node.children = block;
    node.numbers = values;
    node.size = count;
    return true;
  }

  void set_final(Node& node, PnDn* numbers, std::int32_t value) const noexcept {
    node.final = true;
    for (std::uint32_t i = 0; i < layers_; ++i)
      numbers[i] = value > least_ + static_cast<std::int32_t>(i) ? PnDn::proven() : PnDn::disproven();
  }
  [[nodiscard]] std::int32_t value_of(const State* end, GameStatus status) const noexcept {
    if (by_score_) return score_->score(end, player_);
    const Outcome outcome = outcome_for(status, player_);
    return outcome == Outcome::kWin ? 1 : outcome == Outcome::kLoss ? -1 : 0;
  }

  void fold(const Step& step) noexcept {
    const Node& node = *step.node;
    for (std::uint32_t layer = 0; layer < layers_; ++layer) {
      ProofNumber least = ProofNumber::infinite();
      ProofNumber sum{0};
      for (std::uint32_t i = 0; i < node.size; ++i) {
        const PnDn& numbers = child_numbers(node, i)[layer];
        least = std::min(least, node.mover_is_player ? numbers.phi : numbers.delta);
        sum += node.mover_is_player ? numbers.delta : numbers.phi;
      }
      step.numbers[layer] = node.mover_is_player ? PnDn{least, sum} : PnDn{sum, least};
    }
  }

  // Set for each game.
  const Game* game_ = nullptr;
  bool mobility_ = false;
  bool shuffle_ = true;
  bool cyclic_ = false;
  bool recur_ = false;
  Path<Step> path_;
  std::vector<Move> moves_;
  const Score* score_ = nullptr;
  const CountMoves* count_ = nullptr;

  // Set for each search.
  bool by_score_ = false;
  std::int32_t least_ = -1;
  std::uint32_t layers_ = 2;
  std::size_t bytes_ = 0;
  NodePool<Node> nodes_;
  NodePool<PnDn> numbers_;
  Node root_;
  std::vector<PnDn> root_numbers_;
  Player player_ = 0;
  std::uint64_t order_ = 0;
  BudgetMeter* meter_ = nullptr;
  bool stopped_ = false;
};

}  // namespace ludex::agents::mopns
