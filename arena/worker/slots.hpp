// Slots whose agents sit in worker processes (README.md).
#pragma once

#include <memory>

#include "arena/match/venue.hpp"
#include "arena/worker/worker_process.hpp"

namespace ludex::arena {

// What the slots of one tournament share. Outlives them. Thread-safe.
class WorkerHost {
 public:
  explicit WorkerHost(const Venue& venue);
  ~WorkerHost();

  // A slot of the specification's mode. It belongs to the calling thread, and its workers die with that.
  [[nodiscard]] std::unique_ptr<Slot> make_slot();

  [[nodiscard]] const Venue& venue() const noexcept { return venue_; }
  // A ready worker.
  [[nodiscard]] Result<std::unique_ptr<WorkerProcess>> start(const std::string& role);

 private:
  Result<std::unique_ptr<WorkerProcess>> start_once(const std::string& role);

  const Venue& venue_;
  Watcher watcher_;
  Result<Descriptor> setup_;
};

}  // namespace ludex::arena
