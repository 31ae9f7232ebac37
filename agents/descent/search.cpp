#include "agents/descent/search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <tuple>

namespace ludex::agents::descent {

void Search::new_game(const Game& game, const Config& config, const model::Model* model) {
  game_ = &game;
  model_ = model;
  config_ = config;
  expanders_.clear();
  expanders_.emplace_back().new_game(game, config, model);
}

void Search::run(const Task& task, Window window, std::size_t bytes, std::uint32_t threads,
                 const HostServices* host, BudgetMeter& meter, ProgressBoard& board) {
  task_ = task;
  window_ = window;
  if (bytes != pool_bytes_) {
    pool_ = NodePool<Node>(bytes);
    pool_bytes_ = bytes;
  }
  pool_.clear();
  meter_ = &meter;
  board_ = &board;
  stopped_ = false;
  depth_ = 0;
  root_ = {};
  root_.mover_is_player = true;
  root_.low = -task.units.most;
  root_.high = task.units.most;
  while (expanders_.size() < threads) expanders_.emplace_back().new_game(*game_, config_, model_);
  for (Expander& at : expanders_) at.start(task, root_);
  shared_ = threads > 1;
  if (!shared_) {
    work(expanders_.front());
    return;
  }
  host->parallel_for(
      threads,
      [](void* self, std::uint32_t i) {
        auto* const search = static_cast<Search*>(self);
        search->work(search->expanders_[i]);
      },
      this);
}

void Search::work(Expander& at) noexcept {
  Lock lock(mutex_, std::defer_lock);
  if (shared_) lock.lock();
  while (!over()) walk(at, lock);
}

void Search::walk(Expander& at, Lock& lock) noexcept {
  if (root_.busy) {
    if (meter_->out_of_time()) stopped_ = true;
    lock.unlock();
    std::this_thread::yield();
    lock.lock();
    return;
  }
  std::uint32_t ply = 0;
  Node* node = &root_;
  for (std::uint32_t leaf = at.max_depth();;) {
    while (node->size != 0) {
      Node* const child = pick(*node);
      if (child == nullptr) return fold_up(at, ply, std::min(leaf, ply));
      ++child->visits;
      at.descend(ply, *child);
      node = child;
      ++ply;
    }
    leaf = std::min(leaf, ply);
    if (!grow(at, ply, lock) || config_.search == Mode::kUbfm) return fold_up(at, ply, leaf);
    fold(*node);
  }
}

bool Search::grow(Expander& at, std::uint32_t ply, Lock& lock) noexcept {
  if (!granted()) return false;
  Node& leaf = *at.node(ply);
  if (ply >= at.max_depth()) leaf.closed = true;  // deeper than can be searched
  if (leaf.closed) {
    meter_->count_nodes(1);
    return false;
  }
  if (shared_) {
    leaf.busy = true;
    if (ply > 0) fold_up(at, ply - 1, ply - 1);
    lock.unlock();
  }
  const std::span<const Node> made = at.expand(ply);
  if (shared_) {
    lock.lock();
    leaf.busy = false;
  }
  depth_ = std::max(depth_, ply + 1);
  meter_->count_nodes(made.size());
  const auto count = static_cast<std::uint32_t>(made.size());
  const std::uint32_t block = pool_.allocate(count);
  if (block == NodePool<Node>::kNone) {
    stopped_ = true;
    return false;
  }
  std::copy(made.begin(), made.end(), pool_[block]);
  leaf.children = block;
  leaf.size = count;
  return true;
}

bool Search::granted() noexcept {
  const Budget& budget = meter_->budget();
  if (stopped_ || (budget.nodes != 0 && meter_->nodes() >= budget.nodes) || meter_->out_of_time() ||
      !meter_->next_iteration()) {
    stopped_ = true;
    return false;
  }
  if (!board_->due()) return true;
  board_->show([&](SearchProgress& shown) {
    shown.value = root_.value;
    shown.value_unit = ValueUnit::kCenti;
    shown.bound = ValueBound::kExact;
    shown.depth = depth_;
    shown.table_fill = static_cast<double>(pool_.taken_bytes()) / static_cast<double>(pool_bytes_);
  });
  return true;
}

Node* Search::pick(const Node& node) const noexcept {
  const std::int32_t sign = node.mover_is_player ? 1 : -1;
  Node* best = nullptr;
  std::int32_t most = 0;
  for (Node& child : children(node)) {
    if (child.busy || settled(child)) continue;
    const std::int32_t worth = sign * task_.units.worth(child);
    if (best != nullptr && (worth < most || (worth == most && child.visits >= best->visits))) continue;
    best = &child;
    most = worth;
  }
  return best;
}

// True if numbers have changed.
bool Search::fold(Node& node) noexcept {
  if (node.size == 0) return true;
  const std::int32_t sign = node.mover_is_player ? 1 : -1;
  const Node* best = nullptr;
  std::int32_t most = 0;
  std::int32_t low = -sign * task_.units.most;
  std::int32_t high = low;
  bool closed = true;
  bool busy = true;
  for (const Node& child : children(node)) {
    low = sign > 0 ? std::max(low, child.low) : std::min(low, child.low);
    high = sign > 0 ? std::max(high, child.high) : std::min(high, child.high);
    const std::int32_t worth = sign * task_.units.worth(child);
    if (best == nullptr || worth > most) {
      best = &child;
      most = worth;
    }
    const bool done = settled(child);
    closed = closed && done;
    busy = busy && (done || child.busy);
  }
  busy = busy && !closed;
  const std::int32_t value = task_.units.within(best->value, low, high);
  const bool changed = std::tie(node.value, node.low, node.high, node.closed, node.busy) !=
                       std::tie(value, low, high, closed, busy);
  std::tie(node.value, node.low, node.high, node.closed, node.busy) =
      std::tie(value, low, high, closed, busy);
  return changed;
}

void Search::fold_up(Expander& at, std::uint32_t ply, std::uint32_t least) noexcept {
  for (std::uint32_t up = ply + 1; up-- > 0;) {
    Node& node = *at.node(up);
    const bool changed = fold(node);
    if (up != 0 && !shared_ && settled(node)) release_below(node);
    if (!changed && up < least) break;
  }
  window_.alpha = std::max(window_.alpha, root_.low);
  window_.beta = std::min(window_.beta, root_.high);
}

// Frees what lies deeper than the children.
void Search::release_below(Node& node) noexcept {
  for (Node& child : children(node)) {
    if (child.size == 0) continue;
    release_below(child);
    pool_.release(child.children, child.size);
    child.size = 0;
  }
}

const Node* Search::best(const Node& node, Decision decision) const noexcept {
  const std::int32_t sign = node.mover_is_player ? 1 : -1;
  // A proven result is kept.
  const auto keeps = [&](const Node& child) {
    return node.low < node.high || (sign > 0 ? child.low >= node.low : child.high <= node.high);
  };
  const auto completed = [&](const Node& child) {
    return (child.low > 0 ? 1 : 0) - (child.high < 0 ? 1 : 0);
  };
  const auto rank = [&](const Node& child) {
    const auto visits = static_cast<std::int64_t>(child.visits);
    const std::int64_t value = sign * child.value;
    const bool safe = decision == Decision::kSafe;
    return std::tuple(keeps(child), sign * completed(child), safe ? visits : value, safe ? value : visits);
  };
  const Node* best = nullptr;
  for (const Node& child : children(node)) {
    if (best == nullptr || rank(child) > rank(*best)) best = &child;
  }
  return best;
}

}  // namespace ludex::agents::descent
