#include "arena/run/schedule/scheduler.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/run/schedule/seat_orders.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::run {
namespace {

// Hashes texts separately: ("ab", "c") and ("a", "bc") differ.
std::uint64_t combine(std::uint64_t hash, std::string_view text) {
  return hash_combine(hash, fnv1a(text));
}

}  // namespace

GameTask make_task(const TournamentSpec& spec, std::uint32_t game, std::uint32_t round,
                   const PerSeat<std::uint32_t>& agents) {
  const std::string& label = spec.games[game].label;
  std::string id = fmt::format("{}/r{:03}", label, round);
  std::uint64_t seed = combine(spec.seed, label);
  for (const std::uint32_t agent : agents) {
    const std::string& name = spec.agents[agent].name;
    id.append("/").append(name);
    seed = combine(seed, name);
  }
  return {std::move(id), game, agents, round, hash_combine(seed, round), {}};
}

std::uint64_t seat_seed(const GameTask& task, std::uint32_t seat) noexcept {
  return hash_combine(task.seed, seat + 1ULL);
}

Scheduler::Scheduler(const TournamentSpec& spec) : spec_(&spec) {
  if (gauntlet()) {
    const auto& names = spec.format.challengers;
    for (std::uint32_t i = 0; i < spec.agents.size(); ++i) {
      const bool challenger = std::find(names.begin(), names.end(), spec.agents[i].name) != names.end();
      (challenger ? challengers_ : field_).push_back(i);
    }
  }
  for (const GameSpec& game : spec.games) {
    blocks_.push_back(block_of(game.players));
    Block& block = blocks_.back();
    block.begin = per_round_;
    per_round_ = saturating_add(per_round_, saturating_product(block.sets, block.orders));
  }
  total_ = saturating_product(per_round_, spec.format.rounds());
}

Scheduler::Block Scheduler::block_of(std::uint32_t players) const noexcept {
  const std::uint64_t agents = spec_->agents.size();
  Block block;
  block.copies = spec_->format.copies && players > 2;
  block.orders = block.copies ? players : seat_orders(players).size();
  if (gauntlet()) {
    block.sets = saturating_product(challengers_.size(),
                                    block.copies ? field_.size() : binomial(field_.size(), players - 1));
  } else {
    block.sets = block.copies ? agents * (agents - 1) : binomial(agents, players);
  }
  return block;
}

std::optional<GameTask> Scheduler::next() {
  if (next_ == total_) return std::nullopt;
  return at(next_++);
}

PerSeat<std::uint32_t> Scheduler::agents_of(std::uint64_t set, std::uint32_t players) const {
  if (!gauntlet()) return nth_set(set, spec_->agents.size(), players);
  const std::uint64_t sets = binomial(field_.size(), players - 1);
  PerSeat<std::uint32_t> agents{challengers_[set / sets]};
  for (const std::uint32_t i : nth_set(set % sets, field_.size(), players - 1)) agents.push_back(field_[i]);
  return agents;
}

std::pair<std::uint32_t, std::uint32_t> Scheduler::against(std::uint64_t set) const noexcept {
  if (gauntlet()) return {challengers_[set / field_.size()], field_[set % field_.size()]};
  const std::uint64_t others = spec_->agents.size() - 1;
  const auto one = static_cast<std::uint32_t>(set / others);
  const auto other = static_cast<std::uint32_t>(set % others);
  return {one, other < one ? other : other + 1};
}

GameTask Scheduler::at(std::uint64_t index) const {
  const auto round = static_cast<std::uint32_t>(index / per_round_);
  index %= per_round_;
  // The last block that begins at or before the index, and so the only one with games there.
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), index,
                                      [](std::uint64_t i, const Block& block) { return i < block.begin; });
  const Block& block = *std::prev(after);
  const auto game = static_cast<std::uint32_t>(after - blocks_.begin() - 1);
  const std::uint32_t players = spec_->games[game].players;
  index -= block.begin;
  const std::uint64_t set = index / block.orders;
  const std::uint64_t order = index % block.orders;
  PerSeat<std::uint32_t> seats(players);
  if (block.copies) {
    const auto [one, other] = against(set);
    for (std::uint32_t seat = 0; seat < players; ++seat) seats[seat] = seat == order ? one : other;
  } else {
    const PerSeat<std::uint32_t> agents = agents_of(set, players);
    const SeatOrder& seating = seat_orders(players)[order];
    for (std::uint32_t seat = 0; seat < players; ++seat) seats[seat] = agents[seating[seat]];
  }
  return make_task(*spec_, game, round, seats);
}

}  // namespace ludex::arena::run
