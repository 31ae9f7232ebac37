#include "arena/results/rating/result_table.hpp"

#include "arena/base/text/shown.hpp"
#include "core/util/hash.hpp"
#include "core/util/rng.hpp"

namespace ludex::arena::rating {

namespace {
constexpr std::size_t kInitialSlots = 256;
}

ResultTable::ResultTable()
    : name_slots_(kInitialSlots, NameSlot{0, kEmpty}), pair_slots_(kInitialSlots, PairSlot{0, kEmpty}) {}

std::uint32_t ResultTable::intern(std::string_view name) {
  const std::uint64_t hash = mix64(fnv1a(name));
  std::size_t mask = name_slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; name_slots_[slot].player != kEmpty; slot = (slot + 1) & mask) {
    if (name_slots_[slot].hash == hash && names_[name_slots_[slot].player] == name) {
      return name_slots_[slot].player;
    }
  }
  const auto player = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(name);
  shown_.push_back(shown(name));
  name_slots_[slot] = {hash, player};
  if (2 * names_.size() > name_slots_.size()) grow_names();
  return player;
}

void ResultTable::add(std::uint32_t first, std::uint32_t second, GameResult result, std::uint64_t count) {
  const std::uint64_t key = (std::uint64_t{first} << 32) | second;
  const std::size_t mask = pair_slots_.size() - 1;
  std::size_t slot = mix64(key) & mask;
  while (pair_slots_[slot].record != kEmpty && pair_slots_[slot].key != key) slot = (slot + 1) & mask;
  std::uint32_t record = pair_slots_[slot].record;
  if (record == kEmpty) {
    record = static_cast<std::uint32_t>(records_.size());
    records_.push_back(PairRecord{first, second, {}});
    pair_slots_[slot] = {key, record};
    if (2 * records_.size() > pair_slots_.size()) grow_pairs();
  }
  const std::size_t kind = result == GameResult::kFirstWins ? 0 : result == GameResult::kDraw ? 1 : 2;
  records_[record].counts[kind] += count;
  games_ += count;
}

std::uint64_t ResultTable::draws() const noexcept {
  std::uint64_t sum = 0;
  for (const PairRecord& record : records_) sum += record.draws();
  return sum;
}

std::vector<PlayerTotals> ResultTable::totals() const {
  std::vector<PlayerTotals> totals(players());
  for (const PairRecord& record : records_) {
    PlayerTotals& first = totals[record.first];
    PlayerTotals& second = totals[record.second];
    first.wins += record.wins();
    first.draws += record.draws();
    first.losses += record.losses();
    second.wins += record.losses();
    second.draws += record.draws();
    second.losses += record.wins();
  }
  return totals;
}

void ResultTable::grow_names() {
  std::vector<NameSlot> old(2 * name_slots_.size(), NameSlot{0, kEmpty});
  old.swap(name_slots_);
  const std::size_t mask = name_slots_.size() - 1;
  for (const NameSlot& entry : old) {
    if (entry.player == kEmpty) continue;
    std::size_t slot = entry.hash & mask;
    while (name_slots_[slot].player != kEmpty) slot = (slot + 1) & mask;
    name_slots_[slot] = entry;
  }
}

void ResultTable::grow_pairs() {
  std::vector<PairSlot> old(2 * pair_slots_.size(), PairSlot{0, kEmpty});
  old.swap(pair_slots_);
  const std::size_t mask = pair_slots_.size() - 1;
  for (const PairSlot& entry : old) {
    if (entry.record == kEmpty) continue;
    std::size_t slot = mix64(entry.key) & mask;
    while (pair_slots_[slot].record != kEmpty) slot = (slot + 1) & mask;
    pair_slots_[slot] = entry;
  }
}

}  // namespace ludex::arena::rating
