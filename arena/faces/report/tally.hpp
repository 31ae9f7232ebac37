// Counts results in one pass over the games of a log.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "arena/faces/report/model.hpp"
#include "arena/model/forfeits.hpp"
#include "arena/results/log/play_hash.hpp"
#include "arena/results/rating/repeats.hpp"

namespace ludex::arena::report {

// Data of a game kept until all are read.
struct Played {
  std::uint32_t game;  // indices by first mention
  std::uint32_t round;
  std::uint32_t players;
  std::array<std::uint32_t, kMaxPlayers> agents;  // in seat order
  std::array<std::uint32_t, kMaxPlayers> ranks;
  GameResult result;
  bool forfeit;
};

// Agents and games may be registered in any order before the first game.
class Tally {
 public:
  std::uint32_t agent(std::string_view name);
  std::uint32_t game(std::string_view label);
  void add(const GameRecord& record, const log::PlayHash& play);
  // Call after the last game: computes repeated_ids, and GameReport::distinct and repeated.
  void finish();

  std::vector<AgentReport> agents;
  std::vector<GameReport> games;
  std::vector<Played> played;  // with a result, no self-play
  std::vector<std::string> spec_hashes;
  rating::RankCounter ranked;
  Forfeits lost_by;
  std::uint64_t without_result = 0;
  std::uint64_t self_play = 0;
  std::uint64_t repeated_ids = 0;
  std::uint64_t with_moves = 0;  // seats with per-move values
  bool wall_differs = false;

 private:
  void count_seat(const GameRecord& record, Player seat, std::uint32_t game,
                  const std::vector<std::uint32_t>& ranks, AgentReport& agent);
  void add_seat(const GameRecord& record, std::size_t seat, AgentReport& agent);

  std::unordered_map<std::string, std::uint32_t> agent_index_;
  std::unordered_map<std::string, std::uint32_t> game_index_;
  std::vector<std::uint64_t> ids_;                 // hashes
  std::vector<std::vector<std::uint64_t>> plays_;  // by game
  std::vector<rating::PlayedGames> keys_;          // by game
};

}  // namespace ludex::arena::report
