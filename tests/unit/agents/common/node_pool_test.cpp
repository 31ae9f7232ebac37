#include "agents/common/memory/node_pool.hpp"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"

namespace ludex::agents {

namespace {
struct Item {
  std::uint64_t a;
  std::uint64_t b;
};
}  // namespace

TEST_CASE("capacities waste less than half, and grow") {
  std::uint32_t last = 0;
  for (std::uint32_t n = 1; n < 70000; ++n) {
    const std::uint32_t capacity = NodePool<Item>::capacity_for(n);
    CHECK(capacity >= n);
    CHECK(capacity >= last);
    if (n > 2) CHECK(2 * capacity <= 3 * n);
    CHECK(NodePool<Item>::capacity_for(capacity) == capacity);
    last = capacity;
  }
}

TEST_CASE("live blocks never overlap, whatever is allocated and released") {
  NodePool<Item> pool(std::size_t{1} << 20);
  struct Block {
    std::uint32_t index;
    std::uint32_t size;
    std::uint64_t mark;
  };
  std::vector<Block> live;
  Rng rng = Rng::seeded(7);
  std::uint32_t refused = 0;
  for (std::uint64_t step = 0; step < 20000; ++step) {
    if (!live.empty() && rng.below(100) < 45) {
      const std::uint32_t i = rng.below(static_cast<std::uint32_t>(live.size()));
      for (std::uint32_t k = 0; k < live[i].size; ++k) REQUIRE(pool[live[i].index][k].b == live[i].mark);
      pool.release(live[i].index, live[i].size);
      live[i] = live.back();
      live.pop_back();
    } else {
      const std::uint32_t size = 1 + rng.below(rng.below(10) == 0 ? 400 : 20);
      const std::uint32_t index = pool.allocate(size);
      if (index == NodePool<Item>::kNone) {
        ++refused;
        continue;
      }
      for (std::uint32_t k = 0; k < size; ++k) pool[index][k] = {step, step};
      live.push_back({index, size, step});
    }
  }
  CHECK(refused > 0);  // the budget was hit, so larger free blocks were used too
  CHECK(pool.taken_bytes() <= pool.budget_bytes());
  CHECK(pool.budget_bytes() <= std::size_t{1} << 20);
  for (const Block& block : live) {
    for (std::uint32_t k = 0; k < block.size; ++k) REQUIRE(pool[block.index][k].b == block.mark);
    pool.release(block.index, block.size);
  }
  CHECK(pool.used_bytes() == 0);
  pool.clear();
  CHECK(pool.allocate(1) == 1);
}

TEST_CASE("blocks that were outgrown serve small requests") {
  // A block that grows one by one to 400 leaves over 1,000 nodes behind: enough for 400 small blocks.
  NodePool<Item> pool(std::size_t{1} << 20);
  std::uint32_t block = pool.allocate(1);
  for (std::uint32_t size = 2; size <= 400; ++size) {
    if (size <= NodePool<Item>::capacity_for(size - 1)) continue;
    const std::uint32_t larger = pool.allocate(size);
    pool.release(block, size - 1);
    block = larger;
  }
  const std::size_t taken = pool.taken_bytes();
  for (std::uint32_t i = 0; i < 400; ++i) CHECK(pool.allocate(1 + i % 2) != NodePool<Item>::kNone);
  CHECK(pool.taken_bytes() == taken);
}

TEST_CASE("slices give out disjoint blocks until the memory is used up") {
  constexpr std::size_t kBudget = std::size_t{1} << 20;
  NodePool<Item> pool(kBudget);
  NodePool<Item>::Slice slices[2];
  std::vector<int> owner(kBudget / sizeof(Item) + 1, -1);
  Rng rng = Rng::seeded(3);
  struct Block {
    std::uint32_t index;
    std::uint32_t count;
  };
  std::vector<Block> live;
  std::size_t nodes = 0;
  for (int refusals = 0; refusals < 100;) {
    NodePool<Item>::Slice& slice = slices[rng.below(2)];
    const std::uint32_t count = 1 + rng.below(60);
    if (!live.empty() && rng.below(3) == 0) {
      // Released to whichever slice, not only the one it came from.
      std::swap(live[rng.below(static_cast<std::uint32_t>(live.size()))], live.back());
      const Block block = live.back();
      live.pop_back();
      const std::uint32_t capacity = NodePool<Item>::capacity_for(block.count);
      for (std::uint32_t i = 0; i < capacity; ++i) owner[block.index + i] = -1;
      nodes -= capacity;
      pool.release(slice, block.index, block.count);
    } else if (const std::uint32_t block = pool.allocate(slice, count); block != NodePool<Item>::kNone) {
      const std::uint32_t capacity = NodePool<Item>::capacity_for(count);
      REQUIRE(std::size_t{block} + capacity <= kBudget / sizeof(Item));
      for (std::uint32_t i = 0; i < capacity; ++i) {
        REQUIRE(owner[block + i] == -1);
        owner[block + i] = 1;
      }
      nodes += capacity;
      live.push_back({block, count});
    } else {
      ++refusals;
    }
    CHECK(pool.used_bytes() + pool.used_bytes(slices[0]) + pool.used_bytes(slices[1]) ==
          nodes * sizeof(Item));
  }
  CHECK(nodes > kBudget / sizeof(Item) / 2);
}

}  // namespace ludex::agents
