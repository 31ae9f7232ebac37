#include "arena/results/rating/result_table.hpp"

#include <algorithm>

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

void ResultTable::add_ranking(std::span<const std::uint32_t> players, std::span<const std::uint32_t> ranks,
                              std::uint64_t count) {
  if (players.size() == 2) {
    return add(players[0], players[1],
               ranks[0] < ranks[1]   ? GameResult::kFirstWins
               : ranks[0] > ranks[1] ? GameResult::kSecondWins
                                     : GameResult::kDraw,
               count);
  }
  RankRecord record;
  record.seats = static_cast<std::uint32_t>(players.size());
  std::string key;
  for (std::uint32_t s = 0; s < record.seats; ++s) {
    record.players[s] = players[s];
    const auto ahead =
        std::count_if(ranks.begin(), ranks.end(), [&](std::uint32_t r) { return r < ranks[s]; });
    record.ranks[s] = 1 + static_cast<std::uint32_t>(ahead);
    for (int byte = 0; byte < 4; ++byte) key += static_cast<char>(players[s] >> (8 * byte) & 0xFF);
    key += static_cast<char>(record.ranks[s]);
  }
  const auto [at, is_new] = ranking_of_.try_emplace(key, static_cast<std::uint32_t>(rankings_.size()));
  if (is_new) rankings_.push_back(record);
  rankings_[at->second].games += count;
  games_ += count;
}

double RankRecord::score(std::uint32_t seat) const {
  return share_of(std::vector<std::uint32_t>{ranks.begin(), ranks.begin() + seats},
                  static_cast<Player>(seat));
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
  for (const RankRecord& record : rankings_) {
    const auto first = std::count(record.ranks.begin(), record.ranks.begin() + record.seats, 1U);
    for (std::uint32_t s = 0; s < record.seats; ++s) {
      PlayerTotals& own = totals[record.players[s]];
      const bool leads = record.ranks[s] == 1;
      (!leads ? own.losses : first == 1 ? own.wins : own.draws) += record.games;
      const double counted = !leads ? 0 : first == 1 ? 1 : 0.5;
      own.more_points += static_cast<double>(record.games) * (record.score(s) - counted);
    }
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
