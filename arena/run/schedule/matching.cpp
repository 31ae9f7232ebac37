#include "arena/run/schedule/matching.hpp"

#include <algorithm>
#include <numeric>

namespace ludex::arena::run {

Matching::Matching(std::uint32_t nodes)
    : nodes_(nodes),
      edges_(std::size_t{nodes} * nodes, 0),
      removed_(nodes, 0),
      partner_(nodes, kFree),
      parent_(nodes),
      base_(nodes),
      outer_(nodes),
      in_blossom_(nodes) {}

void Matching::connect(std::uint32_t a, std::uint32_t b) {
  edges_[std::size_t{a} * nodes_ + b] = 1;
  edges_[std::size_t{b} * nodes_ + a] = 1;
}

void Matching::maximise() {
  // A greedy pass finds most edges.
  for (std::uint32_t a = 0; a < nodes_; ++a) {
    for (std::uint32_t b = a + 1; b < nodes_ && partner_[a] == kFree; ++b) {
      if (partner_[b] != kFree || !connected(a, b)) continue;
      partner_[a] = b;
      partner_[b] = a;
      ++size_;
    }
  }
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    if (partner_[node] == kFree && removed_[node] == 0) augment_from(node);
  }
}

bool Matching::remove(std::uint32_t node) {
  removed_[node] = 1;
  const std::uint32_t widow = partner_[node];
  if (widow == kFree) return true;
  partner_[node] = partner_[widow] = kFree;
  --size_;
  // The matching was maximum, so only a path from the freed node can exist.
  return augment_from(widow);
}

bool Matching::take(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t size = size_;
  const std::vector<std::uint32_t> partner = partner_;
  remove(a);
  remove(b);
  if (size_ + 1 >= size) return true;
  removed_[a] = removed_[b] = 0;
  partner_ = partner;
  size_ = size;
  return false;
}

// The nearest base on both paths to the root.
std::uint32_t Matching::common_base(std::uint32_t a, std::uint32_t b) const {
  std::vector<char> seen(nodes_, 0);
  for (;;) {
    a = base_[a];
    seen[a] = 1;
    if (partner_[a] == kFree) break;
    a = parent_[partner_[a]];
  }
  for (;;) {
    b = base_[b];
    if (seen[b] != 0) return b;
    b = parent_[partner_[b]];
  }
}

// Marks the bases that the blossom absorbs between `node` and `base`, and the way back for paths through it.
void Matching::mark_path(std::uint32_t node, std::uint32_t base, std::uint32_t child) {
  while (base_[node] != base) {
    in_blossom_[base_[node]] = in_blossom_[base_[partner_[node]]] = 1;
    parent_[node] = child;
    child = partner_[node];
    node = parent_[partner_[node]];
  }
}

bool Matching::augment_from(std::uint32_t root) {
  std::fill(parent_.begin(), parent_.end(), kFree);
  std::fill(outer_.begin(), outer_.end(), char{0});
  std::iota(base_.begin(), base_.end(), 0U);
  queue_.assign(1, root);
  outer_[root] = 1;
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const std::uint32_t node = queue_[head];
    for (std::uint32_t to = 0; to < nodes_; ++to) {
      if (!connected(node, to) || removed_[to] != 0) continue;
      if (base_[node] == base_[to] || partner_[node] == to) continue;
      if (to == root || (partner_[to] != kFree && parent_[partner_[to]] != kFree)) {
        const std::uint32_t base = common_base(node, to);
        std::fill(in_blossom_.begin(), in_blossom_.end(), char{0});
        mark_path(node, base, to);
        mark_path(to, base, node);
        for (std::uint32_t i = 0; i < nodes_; ++i) {
          if (in_blossom_[base_[i]] == 0) continue;
          base_[i] = base;
          if (outer_[i] != 0) continue;
          outer_[i] = 1;
          queue_.push_back(i);
        }
      } else if (parent_[to] == kFree) {
        parent_[to] = node;
        if (partner_[to] == kFree) {
          // Exchanges the path's matched and unmatched edges.
          for (std::uint32_t inner = to; inner != kFree;) {
            const std::uint32_t outer = parent_[inner];
            const std::uint32_t following = partner_[outer];
            partner_[inner] = outer;
            partner_[outer] = inner;
            inner = following;
          }
          ++size_;
          return true;
        }
        outer_[partner_[to]] = 1;
        queue_.push_back(partner_[to]);
      }
    }
  }
  return false;
}

}  // namespace ludex::arena::run
