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

// Plays what the ledger hands out until it has no more games or is stopping. Blocks. The error is one of the
// host: what is logged is good, and the run can be resumed. Each slot has a thread, which is to wait for
// others to do the work.
[[nodiscard]] Result<void> run_tournament(const Venue& venue, Ledger& ledger, SlotFactory& factory);
// The same with all agents in this process.
[[nodiscard]] Result<void> run_inline(const Venue& venue, Ledger& ledger);

}  // namespace ludex::arena
