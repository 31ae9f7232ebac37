#include "arena/results/rating/repeats.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::rating {
namespace {

// Zero means unknown.
std::uint64_t nonzero(std::uint64_t hash) noexcept {
  return hash == 0 ? 1 : hash;
}

}  // namespace

PlayKey play_key(const GameRecord& record, const log::PlayHash& play) {
  if (record.termination == Termination::kWithdrawn || play == log::PlayHash{}) return {};
  const std::uint64_t start = hash_combine(play.start, log::text_hash(record.game));
  std::uint64_t whole = hash_combine(start, play.whole);
  for (const std::string& agent : record.agents) whole = hash_combine(whole, log::text_hash(agent));
  for (const ParamTexts& seat : record.params) {
    for (const auto& [name, value] : seat)
      whole = hash_combine(hash_combine(whole, log::text_hash(name)), log::text_hash(value));
  }
  whole = hash_combine(whole, static_cast<std::uint64_t>(record.outcome));
  whole = hash_combine(whole, static_cast<std::uint64_t>(record.termination));
  return {nonzero(start), nonzero(whole)};
}

PlayKey join(std::span<const PlayKey> games) noexcept {
  PlayKey all;
  for (const PlayKey& game : games) {
    if (game.whole == 0) return {};
    all = {hash_combine(all.start, game.start), hash_combine(all.whole, game.whole)};
  }
  return {nonzero(all.start), nonzero(all.whole)};
}

std::uint64_t PlayedGames::repeated() const {
  std::vector<std::uint64_t> games = games_;
  std::sort(games.begin(), games.end());
  const auto end = std::unique(games.begin(), games.end());
  return static_cast<std::uint64_t>(games.end() - end);
}

std::string repeated_text(std::uint64_t repeated, std::uint64_t games) {
  if (repeated * 100 < games || repeated == 0) return "";  // few: short games coincide
  return fmt::format("{} of {} {} an earlier one move by move", repeated, plural(games, "game"),
                     repeated == 1 ? "repeats" : "repeat");
}

void Evidence::add(const PlayKey& key, std::size_t score) {
  if (key.whole != 0) {
    const auto [at, first] = starts_.try_emplace(key.start, Start{key.whole, score});
    Start& start = at->second;
    if (!first && !start.varies) {
      if (start.whole == key.whole) {
        ++start.held_back, ++held_back_;
        return;
      }
      start.varies = true;
      counts_[start.score] += start.held_back;
      held_back_ -= start.held_back;
    }
  }
  ++counts_[score];
}

}  // namespace ludex::arena::rating
