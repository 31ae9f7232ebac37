// Growth<Policy>: creates and frees the nodes of the tree.
//
// Idea: a node is opened when a simulation first goes below it, and gets its children one at a time, in the
// order in which they are tried, or all at once (BasicPolicy::expands_all). Children are contiguous blocks of
// a pool; without memory the tree stops growing. With CommonConfig::expand_after a node is opened at that
// many visits with all its children, and the policy's selection decides which are worth a first try. The
// template parameter kShared means several workers.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/policy.hpp"

namespace ludex::agents::mcts {

template <class P>
class Growth : public P {
 protected:
  using N = typename P::NodeType;
  using W = typename P::WorkerType;
  using P::game_;
  using P::P;
  using P::pool_;

  // Call it before a search.
  void regrow() noexcept { full_.store(false, std::memory_order_relaxed); }

  static constexpr std::uint32_t kAnySlot = std::numeric_limits<std::uint32_t>::max();

  // Tries an untried move, that of index `wanted` or a random one, and returns its node, new or, where all
  // were made at once, unvisited. nullptr if memory is used up, or with expand_after: then the node has its
  // children now, or is not due.
  template <bool kShared>
  [[nodiscard]] N* expand(W& w, N& node, std::uint32_t wanted = kAnySlot) noexcept {
    const std::uint32_t expand_after = this->config_.expand_after;
    if (expand_after != 0 && node.legal == 0 && node.count() < expand_after && &node != &this->root_)
      return nullptr;
    const std::uint32_t count = P::list_moves(w, node);
    if (node.legal == 0) {
      node.legal = static_cast<std::uint16_t>(count) & 0x7FFFU;
      if ((P::expands_all() || expand_after != 0) && !make_children<kShared>(w, node, count)) {
        node.legal = 0;
        return nullptr;
      }
      P::opened(w, node);
      if (expand_after != 0) {
        node.size = node.legal;
        P::completed(w, node);
        return nullptr;
      }
    }
    if (!P::expands_all() && !make_room<kShared>(w, node)) return nullptr;
    const std::uint32_t slot = wanted != kAnySlot ? wanted : P::pick_untried(w, node, count);
    N& child = pool_[node.children][node.size++];
    if (P::expands_all()) {
      N* const made = &child;
      std::swap(child, *std::find_if(made, made + count, [slot](const N& n) { return n.slot == slot; }));
    } else {
      make_child(w, slot, child);
      P::created(w, node, child);
    }
    if (node.size == node.legal) P::completed(w, node);
    return &child;
  }

  // The node of an outcome that was drawn at a chance node; nullptr if it has none yet and gets none, for
  // want of memory or, with expand_after, of visits.
  template <bool kShared>
  [[nodiscard]] N* outcome_child(W& w, N& node, Move outcome) noexcept {
    N* const first = pool_[node.children];
    N* const end = first + node.size;
    N* const known = std::find_if(first, end, [outcome](const N& child) { return child.move == outcome; });
    if (known != end) return known;
    if (node.legal == 0) {
      if (node.count() < this->config_.expand_after && &node != &this->root_) return nullptr;
      node.legal = static_cast<std::uint16_t>(game_->legal_moves(w.state, w.moves.data())) & 0x7FFFU;
    }
    if (!make_room<kShared>(w, node)) return nullptr;
    N& child = pool_[node.children][node.size++];
    child = N{};
    child.move = outcome;
    child.player = node.player;
    P::created(w, node, child);
    return &child;
  }

  // Open loop: a child for one of the legal moves that have none, chosen at random; nullptr without memory.
  [[nodiscard]] N* new_sampled_child(W& w, N& node, std::uint32_t count) noexcept {
    if (node.size == std::numeric_limits<std::uint16_t>::max() || !make_room<false>(w, node)) return nullptr;
    const std::uint32_t i = P::nth_marked(w, w.rng.below(count - w.extra.tried));
    const auto at = std::find(w.moves.begin(), w.moves.begin() + count, w.extra.legal[i]);
    N& child = pool_[node.children][node.size++];
    make_child(w, static_cast<std::uint32_t>(at - w.moves.begin()), child);
    P::created(w, node, child);
    return &child;
  }

  // A block of children moves when it grows. With several workers nobody is below a child then: they get
  // there only when all children have been tried, when memory is used up, or, where the policy weighs untried
  // moves, when the block has its full size.
  template <bool kShared>
  bool grow(W& w, N& node, std::uint32_t room) noexcept {
    const std::uint32_t block = allocate<kShared>(w, room);
    if (block == Pool::kNone) return false;
    if (node.size != 0) {
      std::copy_n(pool_[node.children], node.size, pool_[block]);
      if constexpr (kShared) {
        pool_.release(w.slice, node.children, node.size);
      } else {
        pool_.release(node.children, node.size);
      }
    }
    node.children = block;
    node.whole = room == node.legal ? 1 : 0;
    return true;
  }

  // Frees the blocks below `node` except those below `keep`, one of its children.
  void release_children(N& node, const N* keep) {
    P::released(node);
    std::vector<const N*> open{&node};
    std::vector<Block> doomed;
    while (!open.empty()) {
      const N* const parent = open.back();
      open.pop_back();
      for (const N& child : this->children(*parent)) {
        if (&child == keep) continue;
        P::released(child);
        if (block_size(child) != 0) open.push_back(&child);
      }
      doomed.push_back({parent->children, block_size(*parent)});
    }
    for (const auto& [block, size] : doomed) pool_.release(block, size);
  }

 private:
  using Pool = NodePool<N>;

  struct Block {
    std::uint32_t index;
    std::uint32_t size;
  };

  void make_child(const W& w, std::uint32_t slot, N& child) const noexcept {
    child = N{};
    child.move = w.moves[slot];
    child.slot = static_cast<std::uint16_t>(slot);
    child.player = static_cast<std::uint8_t>(game_->to_move(w.state)) & 7U;
  }

  template <bool kShared>
  [[nodiscard]] bool make_room(W& w, N& node) noexcept {
    if (node.size != 0 && (node.whole || node.size < Pool::capacity_for(node.size))) return true;
    const bool whole = kShared && (P::weighs_untried() || has_outcomes(node));
    return grow<kShared>(w, node, whole ? node.legal : node.size + 1U);
  }
  // Makes all children at once; the first node.size of the block are those already tried.
  template <bool kShared>
  [[nodiscard]] bool make_children(W& w, N& node, std::uint32_t count) noexcept {
    const std::uint32_t block = allocate<kShared>(w, count);
    if (block == Pool::kNone) return false;
    node.children = block;
    node.whole = true;
    for (std::uint32_t slot = 0; slot < count; ++slot) {
      N& child = pool_[block][slot];
      make_child(w, slot, child);
      P::created(w, node, child);
    }
    return true;
  }
  // With several workers the first refusal is final, so that no block moves from then on.
  template <bool kShared>
  [[nodiscard]] std::uint32_t allocate(W& w, std::uint32_t count) noexcept {
    if constexpr (!kShared) return pool_.allocate(count);
    if (full_.load(std::memory_order_relaxed)) return Pool::kNone;
    const std::uint32_t block = pool_.allocate(w.slice, count);
    if (block == Pool::kNone) full_.store(true, std::memory_order_relaxed);
    return block;
  }

  // Nodes for which a node's block was allocated.
  [[nodiscard]] std::uint32_t block_size(const N& node) const noexcept {
    return node.whole ? node.legal : node.size;
  }

  std::atomic<bool> full_ = false;  // several workers: memory is used up
};

}  // namespace ludex::agents::mcts
