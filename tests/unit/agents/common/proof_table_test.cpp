#include "agents/common/proof-number/proof_table.hpp"

#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

namespace ludex::agents::proof_number {

static_assert(ProofNumber(3) + ProofNumber(4) == ProofNumber(7));
static_assert(ProofNumber::largest() + ProofNumber(1) == ProofNumber::largest());
static_assert(!(ProofNumber::largest() + ProofNumber::largest()).is_infinite());
static_assert((ProofNumber::infinite() + ProofNumber(1)).is_infinite());
static_assert((ProofNumber::infinite() - ProofNumber(1)).is_infinite());
static_assert(ProofNumber(3) - ProofNumber(4) == ProofNumber(0));
static_assert(ProofNumber::largest() < ProofNumber::infinite());
static_assert(ProofNumber::saturated(std::int64_t{1} << 40) == ProofNumber::largest());
static_assert(PnDn::proven().is_proven() && PnDn::proven().flipped().is_disproven());

namespace {
WideKey key_of(std::uint64_t i) {
  return {mix64(i), mix64(i + 77)};
}
PnDn numbers(std::uint32_t phi, std::uint32_t delta) {
  return {ProofNumber(phi), ProofNumber(delta)};
}
}  // namespace

TEST_CASE("a table of any size keeps what it can and never answers for another position") {
  for (const std::size_t bytes : {0UL, 1024UL, 5000UL, 1UL << 20}) {
    ProofTable table(bytes);
    CHECK(table.size_bytes() >= ProofTable::kMinBytes);
    CHECK(table.size_bytes() <= std::max<std::size_t>(bytes, ProofTable::kMinBytes));
    std::unordered_map<std::uint64_t, std::uint32_t> stored;
    Rng rng = Rng::seeded(bytes);
    for (std::uint32_t i = 0; i < 20'000; ++i) {
      const std::uint64_t id = rng.below(50'000);
      stored[id] = i + 1;
      table.store(key_of(id),
                  {.found = true, .value = numbers(i + 1, 7), .work = rng.below(100), .move = Move{i}});
    }
    std::size_t found = 0;
    for (std::uint64_t id = 0; id < 60'000; ++id) {
      const ProofEntry entry = table.find(key_of(id));
      if (!entry.found) continue;
      ++found;
      REQUIRE(stored.contains(id));
      CHECK(entry.value == numbers(stored[id], 7));
      CHECK(entry.move == Move{stored[id] - 1});
    }
    CHECK(found <= table.capacity());
    CHECK(found >= std::min(stored.size(), table.capacity()) * 6 / 10);
    table.clear();
    for (std::uint64_t id = 0; id < 60'000; ++id) CHECK(!table.find(key_of(id)).found);
  }
}

TEST_CASE("both words of the key count") {
  ProofTable table(1024);
  table.store({1, 2}, {.found = true, .value = numbers(3, 4), .work = 1});
  CHECK(table.find({1, 2}).found);
  CHECK(!table.find({1, 3}).found);
  CHECK(!table.find({2, 2}).found);
}

TEST_CASE("the least work goes first, and a solved value stays") {
  ProofTable table(1024);
  table.store(key_of(0), {.found = true, .value = PnDn::proven(), .work = 1000, .move = Move{5}});
  table.store(key_of(0), {.found = true, .value = numbers(2, 2), .work = 2000});
  CHECK(table.find(key_of(0)).value.is_proven());
  for (std::uint64_t id = 1; id < 5000; ++id)
    table.store(key_of(id), {.found = true, .value = numbers(1, 1), .work = 1});
  CHECK(table.find(key_of(0)).value.is_proven());
  CHECK(table.find(key_of(0)).move == Move{5});
}

TEST_CASE("a used table behaves as a new one after clear") {
  ProofTable used(4096);
  for (int round = 0; round < 600; ++round) {
    used.clear();
    ProofTable fresh(4096);
    if (round % 50 != 0) {
      used.store(key_of(static_cast<std::uint64_t>(round)),
                 {.found = true, .value = numbers(9, 9), .work = 9});
      continue;
    }
    Rng rng = Rng::seeded(static_cast<std::uint64_t>(round));
    for (int i = 0; i < 400; ++i) {
      const std::uint64_t id = rng.below(1000);
      const ProofEntry entry{.found = true, .value = numbers(1 + rng.below(9), 2), .work = rng.below(50)};
      used.store(key_of(id), entry);
      fresh.store(key_of(id), entry);
    }
    for (std::uint64_t id = 0; id < 1000; ++id) {
      CHECK(used.find(key_of(id)).found == fresh.find(key_of(id)).found);
      CHECK(used.find(key_of(id)).value == fresh.find(key_of(id)).value);
    }
  }
}

}  // namespace ludex::agents::proof_number
