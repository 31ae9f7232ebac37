// The oracle in a worker process of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "arena/model/per_seat.hpp"
#include "arena/run/match/seat.hpp"
#include "arena/run/worker/dedicated_seat.hpp"
#include "arena/run/worker/slots.hpp"
#include "arena/run/worker/worker_process.hpp"

namespace ludex::arena::run {

// If its worker dies, hangs or violates the protocol, its verdict is unknown.
class RemoteOracle final : public Oracle {
 public:
  explicit RemoteOracle(WorkerHost& host) : host_(host) {}

  // The seats that wait for the oracle's answers.
  void set_waiting(const PerSeat<DedicatedSeat*>& seats) noexcept { waiting_ = seats; }

  void new_game(const Game&, std::uint32_t game_index, std::uint64_t seed) override;
  GameResult ask(const Position& position, const std::uint32_t*) override;
  [[nodiscard]] const std::string& failure() const noexcept override { return failure_; }

 private:
  GameResult answer();
  GameResult verdict(const Cell& event);
  GameResult failed(const std::string& how);

  WorkerHost& host_;
  PerSeat<DedicatedSeat*> waiting_;
  std::unique_ptr<WorkerProcess> worker_;
  std::uint32_t game_ = 0;
  std::uint64_t seed_ = 0;
  bool fresh_ = false;
  std::string failure_;
};

}  // namespace ludex::arena::run
