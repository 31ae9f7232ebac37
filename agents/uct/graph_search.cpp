#include "agents/uct/graph_search.hpp"

#include <algorithm>
#include <stdexcept>

#include "agents/common/mcts/lanes.hpp"
#include "agents/common/path/identity.hpp"
#include "core/abi/host.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::uct {

namespace {

// For player 0.
float reward_of(GameStatus result) noexcept {
  return result == GameStatus::kDraw ? 0.0F : winner_of(result) == 0 ? 1.0F : -1.0F;
}

}  // namespace

void GraphSearch::new_game(const Game& game, std::uint64_t seed) {
  const GameTraits& traits = game.traits();
  const Identity identity = identity_of(traits);
  if (traits.players != 2 || (traits.flags & kZeroSum) == 0 || (traits.flags & kDeterministic) == 0)
    throw std::invalid_argument("uct: graph=true needs two players, a zero sum and no chance");
  if (identity == Identity::kPath)
    throw std::invalid_argument(
        "uct: graph=true does not work in this game: positions recur, and the moves before may decide more "
        "than draws");
  if (proves_ && identity != Identity::kPosition)
    throw std::invalid_argument(
        "uct: graph=true needs solver=false in this game: positions recur, so that a proof may hold on one "
        "path only");
  game_ = &game;
  cyclic_ = identity != Identity::kPosition;
  quick_ = config_.playout_cap == 0 ? find<QuickPlayout>(game) : nullptr;
  seed_ = seed;
  buffer_ = StateBuffer(traits, 2);
  moves_.resize(traits.max_moves + 1);
  open_.resize((traits.max_moves + 64) / 64);
  for (std::vector<float>* numbers : {&visits_, &child_visits_, &sums_, &scores_})
    numbers->assign(mcts::lanes::padded(traits.max_moves + 1), 1.0F);
  path_.resize(std::min(std::size_t{traits.max_plies} + 2, std::size_t{config_.max_depth} + 1));
  if (memory_mib_ != 0) forget();
}

void GraphSearch::observe(const State* before, Move move) {
  if (!config_.tree_reuse || root_ == Graph::kNone) return;
  if (game_->hash(before) != game_->hash(buffer_[0])) return forget();
  const auto edges = graph_.edges(root());
  const auto taken =
      std::find_if(edges.begin(), edges.end(), [move](const Edge& e) { return e.move == move; });
  if (taken == edges.end() || taken->leaf != 0) return forget();
  root_ = taken->child;
  ++base_;
  game_->apply(buffer_[0], move);
  follows_ = true;
}

void GraphSearch::prepare(const State* position, const Budget& budget) {
  const std::size_t mib = budget.memory_mib != 0 ? budget.memory_mib : config_.memory_mib;
  if (mib != memory_mib_) {
    graph_ = Graph(mib << 20);
    memory_mib_ = mib;
    forget();
  }
  if (!follows_ || graph_.half_full() || game_->hash(position) != game_->hash(buffer_[0])) forget();
  game_->copy(buffer_[0], position);
  if (root_ == Graph::kNone) {
    root_ = graph_.find_or_add(key_of(position, GameStatus::kOngoing, 0));
    graph_[root_].player = static_cast<std::uint8_t>(game_->to_move(position));
  }
  rng_ = Rng::seeded(hash_combine(seed_, game_->hash(position)));
  deepest_ = 0;
}

Move GraphSearch::choose(const State* position, const Budget& budget, SearchReport& report,
                         ProgressBoard* board) {
  if (abi::g_host != nullptr && std::min(budget.threads, host().threads) > 1)
    throw std::invalid_argument("uct: graph=true searches with one thread: give it no more");
  prepare(position, budget);
  const std::uint32_t inherited = root().visits;
  if (board != nullptr && !board->watched()) board = nullptr;
  BudgetMeter meter(budget, board);
  while (!(root().size != 0 && root().over()) && meter.next_iteration()) {
    meter.count_nodes(std::max<std::size_t>(simulate(), 1));
    if (board != nullptr && board->due()) show(*board, kMaxProgressPv);
  }
  const Edge& best = final_edge();
  fill(report, best);
  report.iterations = meter.iterations();
  report.nodes = meter.nodes();
  report.add_counter("inherited_visits", inherited);
  follows_ = false;
  return best.move;
}

std::size_t GraphSearch::simulate() noexcept {
  State* const state = buffer_[1];
  game_->copy(state, buffer_[0]);
  std::size_t depth = 0;
  std::uint32_t at = root_;
  bool sampled = false;  // the simulation has its value
  while (!sampled && !graph_[at].over() && depth + 1 < path_.size()) {
    Step& step = path_[depth];
    step.node = at;
    if (!choose_edge(graph_[at], step)) break;
    Edge& edge = graph_.edges(graph_[at])[step.edge];
    if (edge.leaf == 0) graph_.prefetch_edges(edge.child);
    const GameStatus status = game_->apply(state, edge.move);
    ++depth;
    if (edge.leaf != 0 && !connect(edge, status, depth)) {
      edge.add_to_leaf(is_over(status) ? reward_of(status) : play_out());
      sampled = true;
      break;
    }
    at = edge.child;
    // In games with cycles the past may have ended the game here, or, on the path that made the edge, there.
    sampled = edge.visits < graph_[at].visits || (cyclic_ && is_over(status) != graph_[at].over());
  }
  deepest_ = std::max(deepest_, depth);
  if (!sampled) add_sample(graph_[at]);
  back_up(depth);
  return depth;
}

std::uint64_t GraphSearch::key_of(const State* state, GameStatus status, std::size_t depth) const noexcept {
  const std::uint64_t hash = mix64(game_->hash(state));
  if (!cyclic_) return hash;
  return hash_combine(hash, (base_ + depth) << 8 | static_cast<std::uint64_t>(status));
}

bool GraphSearch::connect(Edge& edge, GameStatus status, std::size_t depth) noexcept {
  if ((edge.visits == 0 && !is_over(status)) || !graph_.has_room()) return false;
  const std::uint32_t index = graph_.find_or_add(key_of(buffer_[1], status, depth));
  GraphNode& child = graph_[index];
  if (child.visits == 0) {
    child.proven = static_cast<std::uint8_t>(status);
    if (!child.over()) child.player = static_cast<std::uint8_t>(game_->to_move(buffer_[1]));
  }
  const float sum = edge.leaf_sum();
  child.visits += edge.visits;
  child.own += sum;
  child.sum += sum;
  if (child.over()) child.sum = reward_of(child.result()) * static_cast<float>(child.visits);
  edge.child = index;
  edge.leaf = 0;
  return true;
}

float GraphSearch::play_out() noexcept {
  State* const state = buffer_[1];
  if (quick_ != nullptr) return reward_of(quick_->quick_playout(state, &rng_));
  const PlayoutResult result = game_->playout(state, &rng_, nullptr);
  if (config_.playout_cap != 0 && result.plies > config_.playout_cap) return 0.0F;
  float rewards[kMaxPlayers];
  game_->returns(state, rewards);
  return rewards[0];
}

void GraphSearch::add_sample(GraphNode& leaf) noexcept {
  ++leaf.visits;
  if (leaf.over()) {
    leaf.sum = reward_of(leaf.result()) * static_cast<float>(leaf.visits);
    return;
  }
  const float reward = play_out();
  leaf.own += reward;
  leaf.sum += reward;
}

void GraphSearch::back_up(std::size_t depth) noexcept {
  for (std::size_t i = depth; i-- != 0;) {
    const Step& step = path_[i];
    GraphNode& node = graph_[step.node];
    Edge& edge = graph_.edges(node)[step.edge];
    ++node.visits;
    ++edge.visits;
    if (proves_) {
      refresh(node);
    } else {
      node.sum = static_cast<float>(step.rest + static_cast<double>(graph_.child(edge).share(edge.visits)));
    }
  }
}

void GraphSearch::refresh(GraphNode& node) noexcept {
  bool drawn = false;
  const GameStatus result = deduced(node, drawn);
  if (is_over(result)) {
    node.proven = static_cast<std::uint8_t>(result);
    node.sum = reward_of(result) * static_cast<float>(node.visits);
    return;
  }
  const float sign = node.sign();
  const auto floored = [&](float rewards) { return drawn && sign * rewards < 0 ? 0.0F : rewards; };
  double sum = static_cast<double>(floored(node.own));
  std::uint32_t counted = node.visits;
  for (const Edge& edge : graph_.edges(node)) {
    const Child child = graph_.child(edge);
    if (is_over(child.result) && child.result != GameStatus::kDraw) {
      counted -= edge.visits;
    } else {
      sum += static_cast<double>(floored(child.share(edge.visits)));
    }
  }
  const double mean = counted == 0 ? static_cast<double>(-sign) : sum / counted;
  node.sum = static_cast<float>(mean * node.visits);
}

// kOngoing if nothing follows; `drawn`: a move is a proven draw.
GameStatus GraphSearch::deduced(const GraphNode& node, bool& drawn) const noexcept {
  const GameStatus win = win_for(node.player);
  bool all = node.complete();
  for (const Edge& edge : graph_.edges(node)) {
    const GameStatus result = graph_.child(edge).result;
    if (result == win) return win;
    if (result == GameStatus::kOngoing) all = false;
    if (result == GameStatus::kDraw) drawn = true;
  }
  if (!all) return GameStatus::kOngoing;
  return drawn ? GameStatus::kDraw : win_for(1 - node.player);
}

}  // namespace ludex::agents::uct
