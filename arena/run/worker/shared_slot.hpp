// Shared mode: one worker per slot plays whole games at in-process speed, ahead of the host. The host
// referees each game again from the reported moves and faults, so its own rules determine the result.
#pragma once

#include <deque>
#include <memory>

#include "arena/run/worker/dedicated_slot.hpp"
#include "arena/run/worker/slots.hpp"

namespace ludex::arena::run {

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
  std::size_t sent_ = 0;                  // the part of them sent to the present worker
  bool deaf_ = false;                     // it no longer reads its messages
  DedicatedSlot apart_;                   // replays games in which blame is in doubt
  double mean_seconds_ = 1;               // rough mean duration of a game
};

}  // namespace ludex::arena::run
