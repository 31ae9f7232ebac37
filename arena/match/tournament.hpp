// A tournament: every game of a ledger played in parallel slots.
#pragma once

#include <cstdint>
#include <memory>

#include "arena/match/venue.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Where the games of one tournament are played: worker processes, or another machine. Outlives its slots.
class SlotFactory {
 public:
  virtual ~SlotFactory() = default;

  // Games at once.
  [[nodiscard]] virtual std::uint32_t slots() const noexcept = 0;
  // A slot for the calling thread, and used by that alone. Called once in each of slots() threads, at the
  // same time.
  [[nodiscard]] virtual std::unique_ptr<Slot> make_slot() = 0;
};

// Plays what the source hands out until it has no more games or is stopping. Blocks. Each slot has a thread,
// which is to wait for others to do the work.
void play_games(const Venue& venue, GameSource& source, SlotFactory& factory);
// The same with all agents in this process.
void play_games_inline(const Venue& venue, GameSource& source);

}  // namespace ludex::arena
