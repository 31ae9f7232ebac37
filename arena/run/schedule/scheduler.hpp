// The games of a round-robin or gauntlet tournament.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/model/per_seat.hpp"
#include "arena/model/spec.hpp"

namespace ludex::arena::run {

struct GameTask {
  std::string id;      // "LABEL/r003/FIRST/SECOND": unique, and equal in every run of the specification
  std::uint32_t game;  // index in spec.games
  PerSeat<std::uint32_t> agents;        // indices in spec.agents in seat order
  std::uint32_t round;                  // from 0; also the number of the opening
  std::uint64_t seed;                   // hash of spec seed, game label, names in seat order, and round
  std::vector<ParamTexts> params = {};  // GameRecord::params; empty if no seat has any

  bool operator==(const GameTask&) const = default;
};

// The game of spec.games[game] between these agents, in seat order, from opening number `round`. A tournament
// has at most one such game.
[[nodiscard]] GameTask make_task(const TournamentSpec& spec, std::uint32_t game, std::uint32_t round,
                                 const PerSeat<std::uint32_t>& agents);

// The seed of one seat's agent, for Agent::new_game.
[[nodiscard]] std::uint64_t seat_seed(const GameTask& task, std::uint32_t seat) noexcept;

// A lazy list. Rounds are outermost, so that standings mean something early; a round has the games of the
// specification one after the other, each with every set of agents of the game's size, each set in all its
// seat orders (seat_orders.hpp), all from the round's opening. With FormatSpec::copies, games of more than
// two players have one agent among copies of another, in every seat. A gauntlet's sets have one challenger.
// Nothing depends on time or concurrency. Not thread-safe.
class Scheduler {
 public:
  // `spec` must outlive the scheduler unchanged.
  explicit Scheduler(const TournamentSpec& spec);

  // The largest number if 64 bits cannot hold it.
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  [[nodiscard]] std::uint64_t per_round() const noexcept { return per_round_; }
  // Tasks handed out by next() so far.
  [[nodiscard]] std::uint64_t position() const noexcept { return next_; }
  // The next task, or nullopt when all have been handed out.
  [[nodiscard]] std::optional<GameTask> next();
  // Random access, index < total().
  [[nodiscard]] GameTask at(std::uint64_t index) const;

 private:
  // The games of a round that are played on one game of the specification.
  struct Block {
    std::uint64_t begin = 0;   // index in the round
    std::uint64_t sets = 0;    // of agents
    std::uint64_t orders = 0;  // games of each set
    bool copies = false;
  };

  [[nodiscard]] Block block_of(std::uint32_t players) const noexcept;
  [[nodiscard]] PerSeat<std::uint32_t> agents_of(std::uint64_t set, std::uint32_t players) const;
  // One agent, and the one whose copies it meets.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> against(std::uint64_t set) const noexcept;
  [[nodiscard]] bool gauntlet() const noexcept { return spec_->format.type == FormatType::kGauntlet; }

  const TournamentSpec* spec_;
  std::vector<std::uint32_t> challengers_;  // gauntlet: indices of challengers and of the others
  std::vector<std::uint32_t> field_;
  std::vector<Block> blocks_;  // as spec.games
  std::uint64_t per_round_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t next_ = 0;
};

}  // namespace ludex::arena::run
