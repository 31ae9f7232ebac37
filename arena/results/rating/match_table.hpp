// Match results of every two agents from game logs, with games matched into pairs; games of three or more
// players apart.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/match_statistics.hpp"
#include "arena/results/rating/rank_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::rating {

// All games of two agents, from the view of `agent`.
struct MatchRow {
  std::string agent;
  std::string opponent;
  Trinomial games;
  // Two games of one file with the same game, round and opening and swapped seats form a pair.
  Pentanomial pairs;
  // Those of `games` and `pairs` that do not repeat earlier ones (Evidence): what a sequential test counts.
  Trinomial new_games = {};
  Pentanomial new_pairs = {};

  [[nodiscard]] std::uint64_t unpaired() const noexcept { return games.games() - 2 * pairs.total(); }
  // Counts for statistics: pairs if more than half of the games are paired, else games.
  [[nodiscard]] ScoreCounts counts() const noexcept {
    return by_pairs() ? ScoreCounts::of(pairs) : ScoreCounts::of(games);
  }
  [[nodiscard]] bool by_pairs() const noexcept { return 4 * pairs.total() > games.games(); }
};

// In order of first appearance of agents and games. JSONL shows pairs and games, PGN pairs, CSV only results.
struct MatchTables {
  std::vector<MatchRow> all;
  std::vector<RankTable> ranked;  // by number of players
  struct OfGame {
    std::string game;  // label
    std::vector<MatchRow> rows;
    std::vector<RankTable> ranked;
  };
  std::vector<OfGame> by_game;
};

// Reads games like read_log(): counts them and passes them to how.sink; calls next_file() before each file.
using GameSource = std::function<Result<void>(const ReadOptions& how, ResultTable& table,
                                              ReadSummary& summary, const std::function<void()>& next_file)>;

// Ignores `options.sink` and `options.rank_sink`.
[[nodiscard]] Result<MatchTables> count_matches(const GameSource& source, ReadOptions options,
                                                ReadSummary& summary);
[[nodiscard]] Result<MatchTables> read_matches(std::span<const std::string> paths, ReadOptions options,
                                               ReadSummary& summary);

}  // namespace ludex::arena::rating
