// Shared mode: one worker a slot plays whole games at in-process speed, ahead of the host, which referees
// each game again from the moves and faults the worker reports: a result is what the host's own rules say.
#pragma once

#include <deque>
#include <memory>

#include "arena/worker/dedicated_slot.hpp"
#include "arena/worker/slots.hpp"

namespace ludex::arena {

class SharedSlot final : public Slot {
 public:
  explicit SharedSlot(WorkerHost& host);
  ~SharedSlot() override;
  [[nodiscard]] std::size_t ahead() const noexcept override;
  void announce(const Pairing& pairing) override;
  [[nodiscard]] Result<bool> play(const Pairing& pairing, GameRecord& record) override;

 private:
  class ShadowSeat;
  class ShadowOracle;
  class Stream;

  Result<void> ensure_worker();
  void send(const Pairing& pairing);

  WorkerHost& host_;
  std::unique_ptr<WorkerProcess> worker_;
  std::deque<const Pairing*> announced_;  // not yet played
  std::size_t sent_ = 0;                  // of these, to the present worker
  bool deaf_ = false;                     // it no longer reads what it is sent
  DedicatedSlot apart_;                   // for games that must be played again where blame is beyond doubt
  double mean_seconds_ = 1;               // a game takes, roughly
};

}  // namespace ludex::arena
