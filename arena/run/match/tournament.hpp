// A tournament: every game of a ledger played in parallel slots.
#pragma once

#include <cstdint>
#include <memory>

#include "arena/run/match/tournament_context.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// Makes slots that play in worker processes or on another machine. Outlives its slots.
class SlotFactory {
 public:
  virtual ~SlotFactory() = default;

  // Number of concurrent games.
  [[nodiscard]] virtual std::uint32_t slots() const noexcept = 0;
  // A slot for the calling thread alone. Called once in each of slots() threads, concurrently.
  [[nodiscard]] virtual std::unique_ptr<Slot> make_slot() = 0;
};

// Plays the source's games until there are none left or it is stopping. Blocks. Each slot has a thread, which
// should wait while others do the work.
void play_games(const TournamentContext& context, GameSource& source, SlotFactory& factory);
// Likewise with all agents in this process.
void play_games_inline(const TournamentContext& context, GameSource& source);

}  // namespace ludex::arena::run
