#include "agents/cns/search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/util/rng.hpp"

namespace ludex::agents::cns {

void CnsSearch::new_game(const Game& game, const Settings& settings) {
  game_ = &game;
  settings_ = settings;
  const GameTraits& traits = game.traits();
  shape_ = LeafShape(settings.leaf, settings.delta, settings.leaf_cap, settings.eta);
  own_.configure(shape_, settings.eta, kMostSteps);
  other_.configure(shape_, settings.eta, kMostSteps);
  evaluate_ = find<Evaluate>(game);
  known_.new_game(game);
  path_.new_game(game);
  moves_.resize(traits.max_moves);
  buffer_.resize(traits.max_moves);
  bytes_ = 0;
}

void CnsSearch::start(const State* root, Draws draws, std::uint64_t order, std::uint32_t memory_mib,
                      BudgetMeter& meter) {
  const auto bytes = memory_mib != 0 ? std::size_t{memory_mib} << 20
                                     : static_cast<std::size_t>(settings_.memory_mib * 1024 * 1024);
  if (bytes != bytes_) {
    nodes_ = NodePool<Node>(bytes / 2);
    steps_ = NodePool<Step>(bytes / 2);
    bytes_ = bytes;
  }
  nodes_.clear();
  steps_.clear();
  path_.start(root);
  asked_ = game_->to_move(root);
  draws_ = draws;
  order_ = order;
  meter_ = &meter;
  root_ = Node{};
  set_leaf(root_, evaluation(root));
  expansions_ = 0;
  depth_ = 0;
}

staircase::Proven CnsSearch::proven(const Node& node, bool parent) const noexcept {
  const auto p = staircase::Proven::of(own(node), other(node), shape_);
  return parent && !node.same_mover ? p.turned() : p;
}

Interval CnsSearch::interval() const noexcept {
  return staircase::interval(own(root_), other(root_), settings_.own, settings_.other, settings_.tolerance,
                             shape_);
}

bool CnsSearch::step() {
  Interval targets = interval();
  std::uint32_t ply = 0;
  path_[0] = &root_;
  while (path_[ply]->size != 0) {
    Node& best = most_proving(*path_[ply], targets);
    if (best.final || ply + 1 >= path_.max_depth()) return false;
    if (!best.same_mover) std::swap(targets.own, targets.other);
    path_.descend(ply++, best.move, &best);
  }
  if (!expand(ply)) return false;
  depth_ = std::max(depth_, ply);
  ++expansions_;
  bool changed = true;
  for (std::uint32_t up = ply + 1; up-- > 0;) {
    ++path_[up]->work;
    if (changed && !update(*path_[up], changed)) return false;
  }
  return true;
}

inline Node& CnsSearch::most_proving(const Node& node, const Interval& targets) const noexcept {
  Node* best = nullptr;
  ProofCount least = 0;
  for (Node& child : children(node)) {
    const ProofCount height = (child.same_mover ? own(child) : other(child)).at(targets.own, shape_);
    if (best == nullptr || height < least) {
      best = &child;
      least = height;
    }
  }
  return *best;
}

inline bool CnsSearch::expand(std::uint32_t ply) {
  const State* const state = path_.state(ply);
  const Player mover = game_->to_move(state);
  const State* const next = path_.state(ply + 1);
  std::uint32_t count = 0;
  const auto [standing, searched] = known_(state, moves_.data());
  if (standing != KnownMoves::Standing::kOpen) {
    buffer_[0] = Node{};
    buffer_[0].move = moves_[0];
    set_end(buffer_[0], standing == KnownMoves::Standing::kWon ? -kTop : kTop);
    count = 1;
  } else {
    const std::uint32_t legal = searched;
    if (ply == 0 && settings_.shuffle) {
      Rng rng = Rng::seeded(order_);
      for (std::uint32_t i = legal; i > 1; --i) std::swap(moves_[i - 1], moves_[rng.below(i)]);
    }
    while (count < legal) {
      Node& child = buffer_[count];
      child = Node{};
      child.move = moves_[count];
      const GameStatus status = path_.play(ply, child.move);
      meter_->count_nodes(1);
      ++count;
      if (is_over(status)) {
        set_end(child, -staircase::value_of(status, mover, asked_, draws_, 0));
        if (child.other_x != kTop) continue;
        // A win makes the other moves unnecessary.
        const Node only = child;
        buffer_[0] = only;
        count = 1;
        break;
      }
      child.same_mover = game_->to_move(next) == mover;
      set_leaf(child, evaluation(next));
    }
  }
  Node& node = *path_[ply];
  const std::uint32_t block = nodes_.allocate(count);
  if (block == NodePool<Node>::kNone) return false;
  node.children = block;
  node.size = count;
  std::copy_n(buffer_.begin(), count, nodes_[block]);
  return true;
}

inline bool CnsSearch::update(Node& node, bool& changed) {
  own_.clear();
  other_.clear();
  for (const Node& child : children(node)) {
    const Curve for_mover = child.same_mover ? own(child) : other(child);
    const Curve against = child.same_mover ? other(child) : own(child);
    if (for_mover.x != -kTop) own_.add(for_mover, 0);
    if (against.x != kTop) other_.add(against, 0);
  }
  const Curve least = own_.minimum();
  const Curve total = other_.sum();
  changed = !same(least, own(node)) || !same(total, other(node));
  if (!changed) return true;
  const std::uint32_t before = std::uint32_t{node.own_size} + node.other_size;
  const auto after = static_cast<std::uint32_t>(least.steps.size() + total.steps.size());
  if (before != 0) steps_.release(node.steps, before);
  node.steps = after == 0 ? 0 : steps_.allocate(after);
  if (after != 0 && node.steps == NodePool<Step>::kNone) {
    node.own_size = node.other_size = 0;
    return false;
  }
  node.own_x = least.x, node.own_scale = least.scale;
  node.other_x = total.x, node.other_scale = total.scale;
  node.own_size = static_cast<std::uint16_t>(least.steps.size());
  node.other_size = static_cast<std::uint16_t>(total.steps.size());
  std::copy(least.steps.begin(), least.steps.end(), steps_[node.steps]);
  std::copy(total.steps.begin(), total.steps.end(), steps_[node.steps] + node.own_size);
  return true;
}

inline bool CnsSearch::same(const Curve& a, const Curve& b) noexcept {
  return a.x == b.x && a.scale == b.scale &&
         std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end());
}

}  // namespace ludex::agents::cns
