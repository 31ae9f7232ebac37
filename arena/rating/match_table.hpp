// Who made what against whom: game logs as matches between two agents, with pairs of games found again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arena/rating/log_reader.hpp"
#include "arena/rating/match_statistics.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::rating {

// All games of two agents, from the view of the first named.
struct MatchRow {
  std::string agent;
  std::string opponent;
  Trinomial games;
  // Two games of one file with the same game, round and opening, seats swapped, make a pair.
  Pentanomial pairs;

  [[nodiscard]] std::uint64_t unpaired() const noexcept { return games.games() - 2 * pairs.total(); }
  // What statistics should be made of: pairs if most of the games belong to one, else games.
  [[nodiscard]] ScoreCounts counts() const noexcept {
    return 4 * pairs.total() > games.games() ? ScoreCounts::of(pairs) : ScoreCounts::of(games);
  }
};

// In order of first appearance of the agents, and of the games. JSONL tells of pairs and games, PGN of pairs;
// CSV gives results alone.
struct MatchTables {
  std::vector<MatchRow> all;
  struct OfGame {
    std::string game;  // label
    std::vector<MatchRow> rows;
  };
  std::vector<OfGame> by_game;
};

// Tells of games, as read_log() does: counts them and hands them to how.sink, after next_file() for each
// file.
using GameSource = std::function<Result<void>(const ReadOptions& how, ResultTable& table,
                                              ReadSummary& summary, const std::function<void()>& next_file)>;

// `options.sink` is not used; `options.by_game` must be set.
[[nodiscard]] Result<MatchTables> count_matches(const GameSource& source, ReadOptions options,
                                                ReadSummary& summary);
[[nodiscard]] Result<MatchTables> read_matches(std::span<const std::string> paths, ReadOptions options,
                                               ReadSummary& summary);

}  // namespace ludex::arena::rating
