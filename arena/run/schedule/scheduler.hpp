// The games of a round-robin or gauntlet tournament.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/model/spec.hpp"

namespace ludex::arena::run {

struct GameTask {
  std::string id;        // "LABEL/r003/FIRST/SECOND": unique, and equal in every run of the specification
  std::uint32_t game;    // index in spec.games
  std::uint32_t first;   // index in spec.agents of the player who moves first (seat 0)
  std::uint32_t second;  // seat 1
  std::uint32_t round;   // from 0; also the number of the opening
  std::uint64_t seed;    // hash of spec seed, game label, names in seat order, and round
  std::array<ParamTexts, 2> params = {};  // GameRecord::params

  bool operator==(const GameTask&) const = default;
};

// The game of spec.games[game] between two agents, `first` moving first, from opening number `round`. A
// tournament has at most one such game.
[[nodiscard]] GameTask make_task(const TournamentSpec& spec, std::uint32_t game, std::uint32_t round,
                                 std::uint32_t first, std::uint32_t second);

// The seed of one seat's agent, for Agent::new_game.
[[nodiscard]] std::uint64_t seat_seed(const GameTask& task, std::uint32_t seat) noexcept;

// A lazy list. Rounds are outermost, so that standings mean something early; a round has the games of the
// specification one after the other, each with all pairs, each pair twice with seats swapped, all from the
// round's opening. Nothing depends on time or concurrency. Not thread-safe.
class Scheduler {
 public:
  // `spec` must outlive the scheduler unchanged.
  explicit Scheduler(const TournamentSpec& spec);

  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  // Tasks handed out by next() so far.
  [[nodiscard]] std::uint64_t position() const noexcept { return next_; }
  // The next task, or nullopt when all have been handed out.
  [[nodiscard]] std::optional<GameTask> next();
  // Random access, index < total().
  [[nodiscard]] GameTask at(std::uint64_t index) const;

 private:
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> pair_at(std::uint64_t index) const noexcept;

  const TournamentSpec* spec_;
  std::vector<std::uint32_t> challengers_;  // gauntlet: indices of challengers and of the others
  std::vector<std::uint32_t> field_;
  std::uint64_t pairs_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t next_ = 0;
};

}  // namespace ludex::arena::run
