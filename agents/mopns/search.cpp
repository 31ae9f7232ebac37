#include "agents/mopns/search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/util/rng.hpp"

namespace ludex::agents::mopns {

void MopnsSearch::new_game(const Game& game, bool mobility, bool shuffle) {
  game_ = &game;
  mobility_ = mobility;
  shuffle_ = shuffle;
  const GameTraits& traits = game.traits();
  path_.new_game(game);
  moves_.resize(traits.max_moves);
  score_ = find<Score>(game);
  count_ = find<CountMoves>(game);
  cyclic_ = (traits.flags & kCyclic) != 0;
  recur_ = cyclic_ && (traits.flags & kHistoryDraws) != 0;
}

void MopnsSearch::start(const State* root, bool by_score, std::size_t bytes, std::uint64_t order,
                        BudgetMeter& meter) {
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

Move MopnsSearch::first_move() {
  game_->legal_moves(path_.state(0), moves_.data());
  return moves_[0];
}

std::vector<MopnsSearch::RootMove> MopnsSearch::root_moves() const {
  std::vector<RootMove> moves;
  for (std::uint32_t i = 0; i < root_.size; ++i) {
    const PnDn* const numbers = child_numbers(root_, i);
    const std::int32_t top = high_of(numbers);
    const std::uint64_t effort = top > least_ ? numbers[top - least_ - 1].phi.value() : 0;
    moves.push_back({nodes_[root_.children][i].move, low_of(numbers), top, effort});
  }
  return moves;
}

std::uint32_t MopnsSearch::attracting() const noexcept {
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

bool MopnsSearch::descend(std::uint32_t ply, std::uint32_t layer) {
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

bool MopnsSearch::expand(std::uint32_t ply) {
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

void MopnsSearch::set_final(Node& node, PnDn* numbers, std::int32_t value) const noexcept {
  node.final = true;
  for (std::uint32_t i = 0; i < layers_; ++i)
    numbers[i] = value > least_ + static_cast<std::int32_t>(i) ? PnDn::proven() : PnDn::disproven();
}

std::int32_t MopnsSearch::value_of(const State* end, GameStatus status) const noexcept {
  if (by_score_) return score_->score(end, player_);
  const Outcome outcome = outcome_for(status, player_);
  return outcome == Outcome::kWin ? 1 : outcome == Outcome::kLoss ? -1 : 0;
}

void MopnsSearch::fold(const Step& step) noexcept {
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

}  // namespace ludex::agents::mopns
