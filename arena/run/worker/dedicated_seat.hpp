// An agent in a worker process of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/model/per_seat.hpp"
#include "arena/run/match/seat.hpp"
#include "arena/run/match/tournament_context.hpp"
#include "arena/run/worker/cpu_ledger.hpp"
#include "arena/run/worker/one_processor.hpp"
#include "arena/run/worker/seat_process.hpp"
#include "arena/run/worker/shared_block.hpp"
#include "arena/run/worker/slots.hpp"

namespace ludex::arena::run {

// Sends the opponents' moves as they are played and waits for no answer; the agent's reaction shows when it
// is next asked for a move. Between its calls the seat's CPU time is watched (CpuLedger), and its process is
// frozen once an opponent's call lasts longer than freezing takes (SeatProcess).
class DedicatedSeat final : public Seat {
 public:
  DedicatedSeat(WorkerHost& host, OneProcessor& processor, std::uint32_t agent);

  // The seats of the next game, which outlive it; the others wait while this one is asked.
  void set_table(const PerSeat<DedicatedSeat*>& table) noexcept { table_ = table; }
  // Settings for the next game; null: those of the specification.
  void set_params(const Params* params);
  // Pins all workers to one core if all answered their last calls within microseconds and run nothing else.
  void gather() noexcept;
  // Freezes the worker; the next call thaws it.
  void freeze() noexcept { process_.freeze(); }

  std::optional<Fault> start(const Start& start) override;
  std::optional<Fault> choose(const Position&, const MoveTime& time, MoveReport& report) override;
  std::optional<Fault> observe(const Position& before, Move move) override;

  // A worker whose agent answers at once keeps running: the next game starts at once, or idle() is called.
  void end_game();
  // Freezes the worker until the next game, whenever that is.
  void idle() noexcept;

  // A sentence if the host could not start the worker, or if this machine cannot run it.
  [[nodiscard]] const std::string& broken() const noexcept { return broken_; }
  // Number of calls in this game that the host waited for beyond their time.
  [[nodiscard]] std::uint64_t starved_calls() const noexcept { return starved_calls_; }
  // CPU time in this game outside the agent's moves: in the opponent's time and while observing moves.
  [[nodiscard]] double hidden_seconds() const noexcept {
    return static_cast<double>(ledger_.hidden_ns()) * 1e-9;
  }
  // The agent's output in the game so far.
  [[nodiscard]] std::string printed() const { return process_.printed(); }

 private:
  // In a competition workers are never pinned.
  [[nodiscard]] bool is_quick() const;
  // Waits for the end of a call. `move` takes the agent's move, if the call is for one.
  std::optional<Fault> answer(Stage stage, std::optional<MoveReport>* move);
  std::optional<Fault> reported(const Cell& event);
  std::optional<Fault> death(Stage stage, bool killed);
  std::optional<Fault> nonsense();
  // Records a fault after which the worker is not used again.
  std::optional<Fault> gone(Fault fault);
  std::optional<Fault> host_stopped(std::string why);

  WorkerHost& host_;
  OneProcessor& processor_;
  SeatProcess process_;
  CpuLedger ledger_;
  PerSeat<DedicatedSeat*> table_;
  std::string settings_;
  Player player_ = 0;
  Budget budget_{};                 // of the present move
  SeatTime rest_{};                 // when it last finished a call
  bool brief_ = false;              // its last answer reports microseconds
  std::optional<Fault> own_fault_;  // of observing its own move
  std::uint64_t starved_calls_ = 0;
  std::string broken_;
};

}  // namespace ludex::arena::run
