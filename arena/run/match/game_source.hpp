// The source of games for slots, which return the records to it: the ledger, or its proxy on another machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/model/game_record.hpp"
#include "arena/model/spec.hpp"
#include "arena/run/schedule/scheduler.hpp"

namespace ludex::arena::run {

// A game to be played.
struct Ticket {
  GameTask task;
  std::uint64_t index;  // in the schedule's order
};

// The head of a game's record. `spec_hash` is that of the specification that scheduled it.
[[nodiscard]] GameRecord record_head(const TournamentSpec& spec, const GameTask& task,
                                     const std::string& spec_hash);

// Thread-safe.
class GameSource {
 public:
  virtual ~GameSource() = default;

  // The next game. nullopt: there are no more, the run is stopping, or (unless `wait`) the next game depends
  // on games in progress.
  [[nodiscard]] virtual std::optional<Ticket> take(bool wait) = 0;
  // The head of the game's record.
  [[nodiscard]] virtual GameRecord record(const Ticket& ticket) const = 0;
  // Hands over a finished game.
  virtual void give(const Ticket& ticket, GameRecord record) = 0;
  // Ends the run, because the host cannot continue.
  virtual void fail(std::string reason) = 0;
  [[nodiscard]] virtual bool stopping() const noexcept = 0;
};

}  // namespace ludex::arena::run
