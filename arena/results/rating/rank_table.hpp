// Places, pairwise scores and seats of games of three or more players, without a model.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/results/rating/match_statistics.hpp"

namespace ludex::arena::rating {

// Results of some seats. A seat's score in a game is the part of the other seats that it is ahead of, ties
// counting one half.
struct SeatTally {
  std::uint64_t games = 0;
  std::uint64_t firsts = 0;  // alone or shared
  double points = 0;         // sum of scores
  double squares = 0;        // of squared scores

  void add(double score, bool first) noexcept;
  [[nodiscard]] double score() const noexcept { return points / static_cast<double>(games); }
  // Mean rank with `players` seats, from 1; those who tie share the mean of their places. It is
  // players - (players - 1) * score.
  [[nodiscard]] double rank(std::uint32_t players) const noexcept;
  // Standard deviation of the mean rank, from the variance between games.
  [[nodiscard]] double rank_deviation(std::uint32_t players) const noexcept;
};

struct RankRow {
  std::string agent;
  SeatTally all;
  std::vector<std::uint64_t> places;  // games by rank, from 1; ties share the better rank
  std::vector<SeatTally> seats;       // by seat
};

// Comparisons of two agents within games, from the view of `agent`.
struct RankPair {
  std::uint32_t agent;  // indices of RankTable::agents
  std::uint32_t opponent;
  std::uint64_t games = 0;
  // Pairs of seats; several in a game if either has copies.
  std::uint64_t ahead = 0;
  std::uint64_t level = 0;
  std::uint64_t behind = 0;
  // The mean score of each game. One between two values counts in part for both, which keeps the mean.
  ScoreCounts scores{{0, 0.25, 0.5, 0.75, 1}, {}, 5, 1};
};

// The games of one number of players.
struct RankTable {
  std::uint32_t players = 0;
  std::uint64_t games = 0;
  std::vector<RankRow> agents;   // best score first
  std::vector<RankPair> pairs;   // in that order
  std::vector<SeatTally> seats;  // of all agents
};

class RankCounter {
 public:
  // Names and ranks by seat; ranks as in RankedGame.
  void add(std::span<const std::string> agents, std::span<const std::uint32_t> ranks);
  // By number of players.
  [[nodiscard]] std::vector<RankTable> tables() const;

 private:
  struct Counts {
    RankTable table;
    std::map<std::string, std::uint32_t, std::less<>> index;
    std::map<std::pair<std::uint32_t, std::uint32_t>, RankPair> pairs;  // the lower index first
  };
  std::map<std::uint32_t, Counts> counts_;
};

}  // namespace ludex::arena::rating
