// Dedicated mode: each seat has a worker of its own, and the referee sits in the host.
#pragma once

#include <memory>
#include <vector>

#include "arena/model/per_seat.hpp"
#include "arena/run/worker/one_processor.hpp"
#include "arena/run/worker/slots.hpp"

namespace ludex::arena::run {

class DedicatedSeat;
class RemoteOracle;

class DedicatedSlot final : public Slot {
 public:
  explicit DedicatedSlot(WorkerHost& host);
  ~DedicatedSlot() override;
  void idle() override;
  [[nodiscard]] Result<bool> play(const Pairing& pairing, GameRecord& record) override;

 private:
  PerSeat<DedicatedSeat*> seats_of(const Pairing& pairing);

  WorkerHost& host_;
  OneProcessor processor_;
  std::unique_ptr<RemoteOracle> oracle_;  // null if the specification has none
  // By agent and copy; made when first needed.
  std::vector<std::vector<std::unique_ptr<DedicatedSeat>>> seats_;
};

}  // namespace ludex::arena::run
