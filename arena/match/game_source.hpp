// Where slots get their games from and bring the records to: the ledger, or, on another machine, what stands
// for it there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/model/game_record.hpp"
#include "arena/model/spec.hpp"
#include "arena/schedule/scheduler.hpp"

namespace ludex::arena {

// A game to be played.
struct Ticket {
  GameTask task;
  std::uint64_t index;  // in the order of the schedule
};

// The head of a game's record. `spec_hash` is the one it was scheduled by.
[[nodiscard]] GameRecord record_head(const TournamentSpec& spec, const GameTask& task,
                                     const std::string& spec_hash);

// Thread-safe.
class GameSource {
 public:
  virtual ~GameSource() = default;

  // The next game, or nullopt: no more games, the run is to stop, or (unless `wait`) the next one depends on
  // games still in progress.
  [[nodiscard]] virtual std::optional<Ticket> take(bool wait) = 0;
  // The head of its record.
  [[nodiscard]] virtual GameRecord record(const Ticket& ticket) const = 0;
  // A finished game.
  virtual void give(const Ticket& ticket, GameRecord record) = 0;
  // The host cannot go on: ends the run.
  virtual void fail(std::string reason) = 0;
  [[nodiscard]] virtual bool stopping() const noexcept = 0;
};

}  // namespace ludex::arena
