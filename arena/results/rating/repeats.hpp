// Games that repeat an earlier one move by move. Agents without randomness play the same game again whenever
// they start from the same opening. Such a game is no new evidence: the models take games for independent
// (S. H. Hurlbert, "Pseudoreplication and the design of ecological field experiments", 1984).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "arena/model/game_record.hpp"
#include "arena/results/log/play_hash.hpp"

namespace ludex::arena::rating {

// Tells games apart: `start` is equal for the same game (its label), position and opening,
// `whole` if moreover the seats, their parameters, the moves and the end are equal. 0: unknown.
struct PlayKey {
  std::uint64_t start = 0;
  std::uint64_t whole = 0;

  bool operator==(const PlayKey&) const = default;
};
// Unknown if `play` is, and for a game that was not played because an agent was withdrawn.
[[nodiscard]] PlayKey play_key(const GameRecord& record, const log::PlayHash& play);
// The key of games played together, such as a pair: unknown if one of them is.
[[nodiscard]] PlayKey join(std::span<const PlayKey> games) noexcept;

// Counts games that repeat an earlier one. Eight bytes a game. Not thread-safe.
class PlayedGames {
 public:
  // Ignores an unknown key.
  void add(const PlayKey& key) {
    if (key.whole != 0) games_.push_back(key.whole);
  }
  // Sorts: n log n.
  [[nodiscard]] std::uint64_t repeated() const;

 private:
  std::vector<std::uint64_t> games_;
};
// "12 of 40 games repeat an earlier one move by move"; "" if fewer than 1 % do: short games coincide.
[[nodiscard]] std::string repeated_text(std::uint64_t repeated, std::uint64_t games);

// Counts scores of units (games, or pairs of games) as evidence for a test. A unit from a known start that
// repeats the earlier ones from there is held back, because agents without randomness cannot do otherwise.
// Once a unit from that start differs, the agents vary there: all its units then count, those held back too,
// since leaving out the frequent games of a random agent would shift the mean. Not thread-safe.
class Evidence {
 public:
  // Scores are below `values`.
  explicit Evidence(std::size_t values) : counts_(values) {}

  // Precondition: units of the same key have the same score.
  void add(const PlayKey& key, std::size_t score);

  // The units that count, by score.
  [[nodiscard]] const std::vector<std::uint64_t>& counts() const noexcept { return counts_; }
  [[nodiscard]] std::uint64_t held_back() const noexcept { return held_back_; }

 private:
  struct Start {
    std::uint64_t whole;
    std::size_t score;
    std::uint64_t held_back = 0;
    bool varies = false;
  };

  std::unordered_map<std::uint64_t, Start> starts_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t held_back_ = 0;
};

}  // namespace ludex::arena::rating
