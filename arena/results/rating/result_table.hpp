// ResultTable: the data that a rating needs from games. Players are interned by name (index = order of first
// appearance); games are condensed into one record per ordered pair, so that memory and fitting time depend
// on the number of pairs, not of games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "arena/model/game_record.hpp"
#include "core/abi/types.hpp"

namespace ludex::arena::rating {

// Games in which `first` moved first, by its result.
struct PairRecord {
  std::uint32_t first;
  std::uint32_t second;
  std::array<std::uint64_t, 3> counts{};

  [[nodiscard]] std::uint64_t wins() const noexcept { return counts[0]; }
  [[nodiscard]] std::uint64_t draws() const noexcept { return counts[1]; }
  [[nodiscard]] std::uint64_t losses() const noexcept { return counts[2]; }
  [[nodiscard]] std::uint64_t games() const noexcept { return counts[0] + counts[1] + counts[2]; }
};

// Games of three or more players with equal players in equal seats and equal ranks.
struct RankRecord {
  std::uint32_t seats = 0;
  std::array<std::uint32_t, kMaxPlayers> players{};  // in seat order; a player may have several seats
  std::array<std::uint32_t, kMaxPlayers> ranks{};    // 1: best; ties share the better rank (1, 2, 2, 4)
  std::uint64_t games = 0;

  // Pairwise score of a seat: 1 for each other seat behind it, 1/2 for each tie, over their number.
  [[nodiscard]] double score(std::uint32_t seat) const;
};

// A seat of a game of three or more players counts as a game: won if it is first alone, drawn if it shares
// the first rank, else lost.
struct PlayerTotals {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  double more_points = 0;  // pairwise scores beyond 1 for a win and 1/2 for a draw

  [[nodiscard]] std::uint64_t games() const noexcept { return wins + draws + losses; }
  [[nodiscard]] double points() const noexcept {
    return static_cast<double>(wins) + 0.5 * static_cast<double>(draws) + more_points;
  }
};

class ResultTable {
 public:
  ResultTable();

  // The index of the player called `name`; adds a new player if necessary.
  std::uint32_t intern(std::string_view name);
  // Precondition: both are interned and different, and the game has a result.
  void add(std::uint32_t first, std::uint32_t second, GameResult result, std::uint64_t count = 1);
  void add(std::string_view first, std::string_view second, GameResult result, std::uint64_t count = 1) {
    const std::uint32_t i = intern(first);
    add(i, intern(second), result, count);
  }
  // A game of `players.size()` = 2 .. kMaxPlayers seats; of two it is as add(). Preconditions: not all seats
  // have the same player; ranks are at least 1, in any numbering (1, 2, 2, 3 means 1, 2, 2, 4).
  void add_ranking(std::span<const std::uint32_t> players, std::span<const std::uint32_t> ranks,
                   std::uint64_t count = 1);

  [[nodiscard]] std::size_t players() const noexcept { return names_.size(); }
  // Name in a form safe for terminals (text/shown.hpp).
  [[nodiscard]] const std::string& name(std::uint32_t player) const { return shown_[player]; }
  // In order of first appearance.
  [[nodiscard]] const std::vector<PairRecord>& records() const noexcept { return records_; }
  [[nodiscard]] const std::vector<RankRecord>& rankings() const noexcept { return rankings_; }
  [[nodiscard]] std::uint64_t games() const noexcept { return games_; }
  // In games of two players.
  [[nodiscard]] std::uint64_t draws() const noexcept;
  // By player.
  [[nodiscard]] std::vector<PlayerTotals> totals() const;

 private:
  // Open addressing with linear probing, at most half full: two look-ups per game dominate the time of
  // reading a large file, besides finding the commas.
  struct NameSlot {
    std::uint64_t hash;
    std::uint32_t player;  // kEmpty: free
  };
  struct PairSlot {
    std::uint64_t key;
    std::uint32_t record;  // kEmpty: free
  };
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFFU;

  void grow_names();
  void grow_pairs();

  std::deque<std::string> names_;
  std::deque<std::string> shown_;
  std::vector<PairRecord> records_;
  std::vector<RankRecord> rankings_;
  std::unordered_map<std::string, std::uint32_t> ranking_of_;  // by the bytes of players and ranks
  std::uint64_t games_ = 0;
  std::vector<NameSlot> name_slots_;
  std::vector<PairSlot> pair_slots_;
};

}  // namespace ludex::arena::rating
