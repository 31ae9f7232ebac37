#include "arena/run/schedule/scheduler.hpp"

#include <algorithm>

#include <fmt/format.h>

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
  const std::uint64_t agents = spec.agents.size();
  if (spec.format.type == FormatType::kGauntlet) {
    const auto& names = spec.format.challengers;
    for (std::uint32_t i = 0; i < agents; ++i) {
      const bool challenger = std::find(names.begin(), names.end(), spec.agents[i].name) != names.end();
      (challenger ? challengers_ : field_).push_back(i);
    }
    pairs_ = std::uint64_t{challengers_.size()} * field_.size();
  } else if (agents >= 2) {
    pairs_ = agents * (agents - 1) / 2;
  }
  total_ = pairs_ * 2 * spec.games.size() * spec.format.rounds();
}

std::optional<GameTask> Scheduler::next() {
  if (next_ == total_) return std::nullopt;
  return at(next_++);
}

std::pair<std::uint32_t, std::uint32_t> Scheduler::pair_at(std::uint64_t index) const noexcept {
  if (spec_->format.type == FormatType::kGauntlet)
    return {challengers_[index / field_.size()], field_[index % field_.size()]};
  // Pairs (0,1) (0,2) ... (1,2) ...: row i has agents - 1 - i of them.
  std::uint32_t first = 0;
  std::uint64_t row = spec_->agents.size() - 1;
  for (; index >= row; --row, ++first) index -= row;
  return {first, static_cast<std::uint32_t>(first + 1 + index)};
}

GameTask Scheduler::at(std::uint64_t index) const {
  const bool swapped = index % 2 != 0;
  index /= 2;
  auto [first, second] = pair_at(index % pairs_);
  index /= pairs_;
  const std::uint64_t games = spec_->games.size();
  const auto game = static_cast<std::uint32_t>(index % games);
  const auto round = static_cast<std::uint32_t>(index / games);
  if (swapped) std::swap(first, second);
  return make_task(*spec_, game, round, {first, second});
}

}  // namespace ludex::arena::run
