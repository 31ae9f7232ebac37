#include "agents/common/minimax/transposition_table.hpp"

#include <doctest/doctest.h>

#include "core/util/rng.hpp"

namespace ludex::agents::minimax {

namespace {
bool same(const TableEntry& a, const TableEntry& b) {
  return a.bound == b.bound && a.depth == b.depth && a.flags == b.flags && a.value == b.value &&
         a.move == b.move;
}
}  // namespace

TEST_CASE("what is stored is found, to the last bit") {
  TranspositionTable table(1);
  CHECK(table.size_bytes() == std::size_t{1} << 20);
  CHECK(TranspositionTable(7).size_bytes() == std::size_t{4} << 20);
  Rng rng = Rng::seeded(3);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t hash = i == 0 ? 0 : rng.next();
    const TableEntry entry{.bound = static_cast<Bound>(1 + rng.below(3)),
                           .depth = rng.below(TableEntry::kMaxDepth + 1),
                           .flags = rng.below(4),
                           .value = static_cast<std::int32_t>(rng.next()),
                           .move = Move{static_cast<std::uint32_t>(rng.next()) & 0x7FFFFFFFU}};
    CHECK(table.find(hash).bound == Bound::kNone);
    table.store(hash, entry);
    CHECK(same(table.find(hash), entry));
    // A neighbour in the same bucket with another key is another position.
    CHECK(table.find(hash ^ (std::uint64_t{1} << 63)).bound == Bound::kNone);
  }
}

TEST_CASE("an entry without a move keeps the move known before, and depths saturate") {
  TranspositionTable table(1);
  table.store(5, {.bound = Bound::kExact, .depth = 3, .flags = 0, .value = 1, .move = Move{77}});
  table.store(5, {.bound = Bound::kUpper, .depth = 99999, .flags = 0, .value = 2, .move = kNoMove});
  CHECK(table.find(5).move == Move{77});
  CHECK(table.find(5).value == 2);
  CHECK(table.find(5).depth == TableEntry::kMaxDepth);
}

TEST_CASE("replacement: older searches first, then the shallowest") {
  TranspositionTable table(1);
  const auto key = [](std::uint64_t i) { return i << 40 | 123; };  // one bucket
  const auto entry = [](std::uint32_t depth) {
    return TableEntry{.bound = Bound::kExact, .depth = depth, .flags = 0, .value = 0, .move = Move{depth}};
  };
  for (std::uint32_t i = 1; i <= 4; ++i) table.store(key(i), entry(10 * i));
  table.store(key(5), entry(5));
  CHECK(table.find(key(1)).bound == Bound::kNone);
  for (std::uint32_t i = 2; i <= 5; ++i) CHECK(table.find(key(i)).bound != Bound::kNone);
  table.new_generation();
  table.store(key(6), entry(1));
  CHECK(table.find(key(5)).bound == Bound::kNone);
  table.store(key(7), entry(1));
  CHECK(table.find(key(6)).bound != Bound::kNone);
  CHECK(table.find(key(2)).bound == Bound::kNone);
  table.forget();
  for (std::uint32_t i = 1; i <= 7; ++i) CHECK(table.find(key(i)).bound == Bound::kNone);
}

TEST_CASE("how full a table is") {
  TranspositionTable table(1);
  CHECK(table.fill() == 0);
  const std::uint64_t slots = table.size_bytes() / 16;
  Rng rng = Rng::seeded(5);
  for (std::uint64_t i = 0; i < slots / 4; ++i)
    table.store(rng.next(), {.bound = Bound::kExact, .depth = 1, .flags = 0, .value = 0, .move = Move{1}});
  CHECK(table.fill() > 0.15);
  CHECK(table.fill() < 0.3);
  for (std::uint64_t i = 0; i < 20 * slots; ++i)
    table.store(rng.next(), {.bound = Bound::kLower, .depth = 1, .flags = 0, .value = 0, .move = Move{1}});
  CHECK(table.fill() > 0.99);
  table.forget();
  CHECK(table.fill() == 0);
}

TEST_CASE("after forget() a table behaves like a new one") {
  TranspositionTable used(1);
  TranspositionTable fresh(1);
  Rng rng = Rng::seeded(11);
  const auto random_entry = [&] {
    return TableEntry{.bound = Bound::kLower, .depth = rng.below(6), .flags = 0, .value = 0, .move = Move{1}};
  };
  for (int search = 0; search < 150; ++search) {  // more than there are epochs
    for (int i = 0; i < 5000; ++i) used.store(rng.next() % 4096 << 30 | rng.below(64), random_entry());
    used.forget();
    fresh = TranspositionTable(1);
    for (int i = 0; i < 2000; ++i) {
      if (i % 300 == 299) {
        used.new_generation();
        fresh.new_generation();
      }
      const std::uint64_t hash = rng.next() % 4096 << 30 | rng.below(64);
      const TableEntry entry = random_entry();
      used.store(hash, entry);
      fresh.store(hash, entry);
      const std::uint64_t probe = rng.next() % 4096 << 30 | rng.below(64);
      REQUIRE(same(used.find(probe), fresh.find(probe)));
    }
  }
}

}  // namespace ludex::agents::minimax
